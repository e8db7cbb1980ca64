//! A member's settled tables and chip movements, as pages read from storage by cursor.

use crate::answer::{Answer, Hand, History, Ledger, LedgerEntry, True};
use crate::effects::Query;
use crate::handled::Handled;
use crate::ids::AccountId;
use crate::pending::QueryPurpose;
use crate::record::Record;
use crate::request;
use crate::state::HotState;

pub(crate) fn history(account: AccountId, page: request::History) -> Handled {
    let request::History { game_id, limit, before } = page;
    Handled::Ask(Query::History { account, game_id, before, limit }, QueryPurpose::History)
}

pub(crate) fn history_of(state: &HotState, rows: &[Record]) -> Answer {
    let hands = rows.iter().filter_map(|record| {
        let (Record::History(_, row) | Record::HistoryOfGame(_, row)) = record else { return None };
        Some(Hand {
            table_id: row.table,
            game_id: row.game_id.clone(),
            kind: row.kind.clone(),
            result: row.result,
            opponents: row.opponents.iter().map(|player| state.name_of(*player)).collect(),
            net: row.net,
            settled_at: Some(row.settled_at),
            free: row.free.result().map(|_| True),
            outcome: row.free.result(),
        })
    });
    Answer::History(History { hands: hands.collect() })
}

pub(crate) fn ledger(account: AccountId, &request::Ledger { since, limit }: &request::Ledger) -> Handled {
    Handled::Ask(Query::Ledger { account, after: since.unwrap_or(0), limit }, QueryPurpose::Ledger)
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
            returned: row.returned.clone(),
        })
    });
    Answer::Ledger(Ledger { entries: entries.collect() })
}
