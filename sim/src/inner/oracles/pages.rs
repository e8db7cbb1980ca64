//! Pages of histories, ledgers, duels and the audit: the rows after the cursor, in order, none missing and none twice.

use crate::inner::judge::{ExpectedPage, ExpectedTables, Judge, PendingRequest, account_of, status_of};
use crate::inner::permissions::account_named;
use crate::prelude::*;

impl Judge {
    /// What a request for a page is to be answered with, if it is one.
    pub(crate) fn page_of(&self, pending: &PendingRequest) -> Option<ExpectedPage> {
        if let Some(chat) = pending.order.as_ref().and_then(|order| self.chat_of(order)) {
            return Some(ExpectedPage::Chat(chat));
        }
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

    /// The messages that storage should find for an order: what it asked for, or the archived chat as a whole.
    fn chat_of(&self, order: &Order) -> Option<Option<Vec<(u64, MessageRow)>>> {
        let (chat, after, limit) = if let Order::Show(AdminQuery::Messages { chat, after, limit }) = order {
            (*chat, *after, *limit + 1)
        } else if let Order::Act(order) = order
            && let AdminAct::RemoveMessage { chat, message } = &order.act
        {
            (*chat, message.saturating_sub(1), 1)
        } else {
            return None;
        };
        Some(match chat {
            ChatPlace::Table(table) => self.model.archives.get(&table).map(|row| row.messages.clone()),
            ChatPlace::Party(party) => {
                let rows = self.model.party_messages.get(&party).into_iter().flatten().filter(|(id, _)| **id > after);
                Some(rows.take(limit).map(|(id, row)| (*id, row.clone())).collect())
            }
        })
    }

    /// A search of tables has begun: what it finds in memory.
    pub(crate) fn note_search(&mut self, id: RequestId) {
        let order = self.pending.get(&id).and_then(|pending| pending.order.as_ref());
        let Some(Order::Show(AdminQuery::Tables { filter, before, limit })) = order else { return };
        let mut found = ExpectedTables::default();
        let first = before.unwrap_or(TableId(u128::MAX));
        for (table, known) in self.model.tables.range(..first).rev() {
            if self.is_searched(filter, &known.row) {
                found.hot.push((*table, self.table_entry(*table, &known.row, known.messages.len(), false)));
            }
            if found.hot.len() > *limit {
                found.floor = Some(*table);
                break;
            }
        }
        self.pages.insert(id, ExpectedPage::Tables(found));
    }

    /// And what storage should find for it.
    pub(crate) fn note_archives(&mut self, id: RequestId) {
        let order = self.pending.get(&id).and_then(|pending| pending.order.as_ref());
        let Some(Order::Show(AdminQuery::Tables { filter, before, .. })) = order else { return };
        let first = before.unwrap_or(TableId(u128::MAX));
        let looked_at: Vec<_> = self.model.archives.range(..first).rev().take(SEARCHED_ARCHIVES).collect();
        let oldest = looked_at.last().filter(|_| looked_at.len() == SEARCHED_ARCHIVES).map(|(id, _)| **id);
        let wanted = looked_at.into_iter().filter(|(_, row)| self.is_searched(filter, &row.table));
        let cold = wanted.map(|(id, row)| (*id, row.table.clone(), row.messages.len())).collect();
        if let Some(ExpectedPage::Tables(found)) = self.pages.get_mut(&id) {
            found.cold = cold;
            found.floor = found.floor.max(oldest);
        }
    }

    fn is_searched(&self, filter: &TableFilter, row: &TableRow) -> bool {
        let whom = filter.member.as_ref().and_then(|whom| account_named(&self.model, whom));
        let is_theirs = |id: AccountId| {
            row.players.contains(&Player::Member(id)) || row.host == Some(id) || row.invited == Some(id)
        };
        filter.status.is_none_or(|wanted| wanted == status_of(&row.status)) && whom.is_none_or(is_theirs)
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
