//! Pages of histories, ledgers, duels and the audit: the rows after the cursor, in order, none missing or repeated.

use crate::inner::prelude::*;

impl Judge {
    /// The expected page of a request, if it asks for one.
    pub(crate) fn page_of(&self, pending: &PendingRequest) -> Option<ExpectedPage> {
        if let Some(Order::Show(AdminQuery::Audit { before, limit })) = &pending.order {
            let acts = self.model.audit.iter().rev().filter(|(id, _)| before.is_none_or(|before| **id < before));
            return Some(ExpectedPage::Audit(acts.take(*limit).map(|(id, row)| (*id, row.clone())).collect()));
        }
        let account = account_of(pending)?;
        match &pending.request {
            Request::History { game_id, limit, before } => {
                let rows = self.model.histories.get(&account).into_iter().flatten().rev().map(|(_, row)| row.clone());
                let rows = rows.filter(|row| game_id.as_ref().is_none_or(|game| row.game_id == *game));
                let rows = rows.filter(|row| before.is_none_or(|before| row.settled_at < before));
                Some(ExpectedPage::History(page(rows, *limit, |row| row.settled_at)))
            }
            Request::Ledger { since, limit } => {
                let rows = self.model.chips.ledger.get(&LedgerAccount::Member(account));
                let rows = rows.into_iter().flatten().filter(|(id, _)| **id > since.unwrap_or(0)).take(*limit);
                Some(ExpectedPage::Ledger(rows.map(|(id, row)| (*id, *row)).collect()))
            }
            Request::Duels { limit, before } => {
                Some(ExpectedPage::Duels(page(self.duels_shown(account, *before), *limit, |id| id.made_at())))
            }
            _ => None,
        }
    }

    /// Newest first. Duels of test accounts are shown to their owners only.
    fn duels_shown(&self, reader: AccountId, before: Option<Millis>) -> impl Iterator<Item = DuelId> {
        let is_test = |owner: &Option<AccountId>| {
            owner.and_then(|owner| self.model.accounts.get(&owner)).is_some_and(|owner| owner.test)
        };
        let shown = move |row: &DuelEntryRow| row.owners.contains(&Some(reader)) || !row.owners.iter().any(is_test);
        let older = move |id: DuelId| before.is_none_or(|before| id.made_at() < before);
        self.model.duel_entries.iter().rev().filter(move |(id, row)| older(**id) && shown(row)).map(|(id, _)| *id)
    }
}

/// The newest rows up to the limit, and all others of the last millisecond.
fn page<T>(rows: impl Iterator<Item = T>, limit: usize, at: impl Fn(&T) -> Millis) -> Vec<T> {
    let mut page: Vec<T> = Vec::new();
    for row in rows {
        if page.len() >= limit && page.last().is_none_or(|last| at(last) != at(&row)) {
            break;
        }
        page.push(row);
    }
    page
}
