//! Pages of histories and ledgers: the rows after the cursor, in order, none missing and none twice.

use super::account_of;
use crate::inner::difference::difference;
use crate::inner::model::{CheckResult, must};
use crate::inner::world::{PendingRequest, SimWorld};
use turnstone_service::answer::{Answer, Hand, LedgerEntry};
use turnstone_service::ids::AccountId;
use turnstone_service::record::{HistoryRow, LedgerAccount, LedgerRow};
use turnstone_service::request::{Request, RequestId};
use turnstone_service::time::Millis;

/// What a page should hold, as of the moment when it was looked up.
#[derive(Debug)]
pub(crate) enum ExpectedPage {
    History(Vec<HistoryRow>),
    Ledger(Vec<(u64, LedgerRow)>),
}

impl SimWorld {
    /// What a request for a page is to be answered with, if it is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
    pub(crate) fn page_of(&self, pending: &PendingRequest) -> Option<ExpectedPage> {
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
            _ => None,
        }
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

    pub(super) fn check_page(&mut self, id: RequestId, answer: &Answer) -> CheckResult {
        let Some(page) = self.pages.remove(&id) else {
            return must(false, "a page is looked up in storage", || format!("{answer:?}"));
        };
        let said = || format!("{answer:?}, not {page:?}");
        match (&page, answer) {
            (ExpectedPage::History(rows), Answer::History(history)) => {
                let ordered = history.hands.windows(2).all(|pair| pair[0].settled_at >= pair[1].settled_at);
                let same =
                    rows.len() == history.hands.len() && rows.iter().all(|row| self.is_told(row, &history.hands));
                must(ordered && same, "a history page is the history", said)?;
                if rows.windows(2).any(|pair| pair[0].settled_at == pair[1].settled_at) {
                    self.counts.hit("premise: a history page with a tie");
                }
                self.counts.add("premise: rows of histories compared", rows.len() as u64);
                Ok(())
            }
            (ExpectedPage::Ledger(rows), Answer::Ledger(ledger)) => {
                let told: Vec<(u64, LedgerRow)> = ledger.entries.iter().map(row_of).collect();
                must(told == *rows, "a ledger page is the ledger", || {
                    difference(&format!("{rows:?}"), &format!("{told:?}"))
                })?;
                self.counts.add("premise: rows of ledgers compared", rows.len() as u64);
                Ok(())
            }
            _ => must(false, "a page is what was asked for", said),
        }
    }

    /// Whether a row is among those told, once.
    fn is_told(&self, row: &HistoryRow, hands: &[Hand]) -> bool {
        let mut told = hands.iter().filter(|hand| hand.table_id == row.table);
        let (Some(hand), None) = (told.next(), told.next()) else { return false };
        let opponents: Vec<String> = row.opponents.iter().map(|player| self.player_name(*player)).collect();
        let facts = (&hand.game_id, &hand.kind, hand.result) == (&row.game_id, &row.kind, row.result);
        let figures = (hand.net, hand.settled_at) == (row.net, Some(row.settled_at));
        facts && figures && hand.opponents == opponents
    }
}

fn row_of(entry: &LedgerEntry) -> (u64, LedgerRow) {
    let row = LedgerRow { delta: entry.delta, reason: entry.reason, table: entry.table_id, at: entry.created_at };
    (entry.id, row)
}
