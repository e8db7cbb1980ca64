//! A member's settled tables and chip movements: pages read from storage by cursor.

use crate::answer::{Answer, Hand, History, Ledger, LedgerEntry};
use crate::effects::Query;
use crate::pending::{PendingQuery, QueryPurpose};
use crate::record::Record;
use crate::request::{Caller, RequestId};
use crate::step::{HandlerResult, Step};
use crate::time::Millis;

impl Step<'_> {
    pub(crate) fn history(
        &mut self,
        id: RequestId,
        caller: &Caller,
        game_id: Option<String>,
        limit: usize,
        before: Option<Millis>,
    ) -> HandlerResult {
        let account = self.member(caller)?;
        let pending = PendingQuery::Request {
            id,
            caller: Box::new(caller.clone()),
            class: self.class,
            asked: QueryPurpose::History,
        };
        Ok(self.ask(Query::History { account, game_id, before, limit }, pending))
    }

    pub(crate) fn history_of(&self, rows: &[Record]) -> Answer {
        let hands = rows.iter().filter_map(|record| {
            let (Record::History(_, row) | Record::HistoryOfGame(_, row)) = record else { return None };
            Some(Hand {
                table_id: row.table,
                game_id: row.game_id.clone(),
                kind: row.kind.clone(),
                result: row.result,
                opponents: row.opponents.iter().map(|player| self.state.name_of(*player)).collect(),
                net: row.net,
                settled_at: Some(row.settled_at),
            })
        });
        Answer::History(History { hands: hands.collect() })
    }

    pub(crate) fn ledger(&mut self, id: RequestId, caller: &Caller, since: Option<u64>, limit: usize) -> HandlerResult {
        let account = self.member(caller)?;
        let pending = PendingQuery::Request {
            id,
            caller: Box::new(caller.clone()),
            class: self.class,
            asked: QueryPurpose::Ledger,
        };
        Ok(self.ask(Query::Ledger { account, after: since.unwrap_or(0), limit }, pending))
    }

    pub(crate) fn ledger_of(rows: &[Record]) -> Answer {
        let entries = rows.iter().filter_map(|record| {
            let Record::Ledger(_, id, row) = record else { return None };
            Some(LedgerEntry {
                id: *id,
                delta: row.delta,
                reason: row.reason,
                currency: "chips",
                table_id: row.table,
                created_at: row.at,
            })
        });
        Answer::Ledger(Ledger { entries: entries.collect() })
    }
}
