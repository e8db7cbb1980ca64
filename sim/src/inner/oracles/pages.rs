//! Pages of histories, ledgers, duels and the audit: the rows after the cursor, in order, none missing and none twice.

use super::account_of;
use crate::inner::world::{PendingRequest, SimWorld};
use turnstone_service::admin::AdminQuery;
use turnstone_service::effects::Order;
use turnstone_service::ids::{AccountId, DuelId};
use turnstone_service::record::{AuditRow, DuelEntryRow, HistoryRow, LedgerAccount, LedgerRow};
use turnstone_service::request::Request;
use turnstone_service::time::Millis;

/// What a page should hold, as of the moment when it was looked up.
#[derive(Debug)]
pub(crate) enum ExpectedPage {
    History(Vec<HistoryRow>),
    Ledger(Vec<(u64, LedgerRow)>),
    /// With whether they were looked up in several steps, between which duels may have ended.
    Duels(Vec<(DuelId, DuelEntryRow)>, bool),
    Audit(Vec<(u64, AuditRow)>),
}

impl SimWorld {
    /// What a request for a page is to be answered with, if it is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
    pub(crate) fn page_of(&self, pending: &PendingRequest) -> Option<ExpectedPage> {
        if let Some(Order::Show(AdminQuery::Audit { before, limit })) = &pending.order {
            let acts = self.model.audit.iter().rev().filter(|(id, _)| before.is_none_or(|before| **id < before));
            return Some(ExpectedPage::Audit(acts.take(*limit).map(|(id, row)| (*id, row.clone())).collect()));
        }
        let account = account_of(pending)?;
        match &pending.request {
            Request::History { game_id, limit, before } => {
                Some(ExpectedPage::History(self.history_page(account, game_id.as_deref(), *before, *limit)))
            }
            Request::Ledger { since, limit } => {
                let rows = self.model.chips.ledger.get(&LedgerAccount::Member(account));
                let rows = rows.into_iter().flatten().filter(|(id, _)| **id > since.unwrap_or(0)).take(*limit);
                Some(ExpectedPage::Ledger(rows.map(|(id, row)| (*id, *row)).collect()))
            }
            Request::Duels { limit, before } => {
                Some(ExpectedPage::Duels(self.duels_page(account, *before, *limit), false))
            }
            _ => None,
        }
    }

    /// The newest first. Duels of test accounts are for their owners.
    fn duels_page(&self, reader: AccountId, before: Option<Millis>, limit: usize) -> Vec<(DuelId, DuelEntryRow)> {
        let is_test = |owner: &Option<AccountId>| {
            owner.and_then(|owner| self.model.accounts.get(&owner)).is_some_and(|owner| owner.test)
        };
        let shown = |row: &DuelEntryRow| row.owners.contains(&Some(reader)) || !row.owners.iter().any(is_test);
        let older = |id: DuelId| before.is_none_or(|before| id.made_at() < before);
        let all = self.model.duel_entries.iter().rev().filter(|(id, row)| older(**id) && shown(row));
        let mut page: Vec<(DuelId, DuelEntryRow)> = Vec::new();
        for (id, row) in all {
            let tie = page.last().is_some_and(|(last, _)| last.made_at() == id.made_at());
            if page.len() >= limit && !tie {
                break;
            }
            page.push((*id, row.clone()));
        }
        page
    }

    /// The newest first; the rows of one millisecond are never split between pages.
    fn history_page(
        &self,
        account: AccountId,
        game: Option<&str>,
        before: Option<Millis>,
        limit: usize,
    ) -> Vec<HistoryRow> {
        let rows = self.model.histories.get(&account).into_iter().flatten().rev().map(|(_, row)| row);
        let pending = rows.filter(|row| game.is_none_or(|game| row.game_id == game));
        let mut page: Vec<HistoryRow> = Vec::new();
        for row in pending.filter(|row| before.is_none_or(|before| row.settled_at < before)) {
            let tie = page.last().is_some_and(|last| last.settled_at == row.settled_at);
            if page.len() >= limit && !tie {
                break;
            }
            page.push(row.clone());
        }
        page
    }
}
