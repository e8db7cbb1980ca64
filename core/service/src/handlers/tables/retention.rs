//! Retention of ended tables: they are archived, and chats and practice tables are dropped when they expire.
//!
//! An expired chat is not shown. Storage drops it after the start of the next day: archived tables are read in the
//! order of their ids, which is nearly the order of their ends, from a stored cursor. A table that is archived behind
//! the cursor sets it back.

use super::archive;
use crate::effects::Query;
use crate::handlers::fairness;
use crate::ids::TableId;
use crate::pending::{PendingQuery, Queries};
use crate::record::{ArchiveRow, Key, Record};
use crate::state::{HotState, LiveMatch, Transaction};
use crate::timers::{Timer, Timers};

/// Archived tables per query. Each may have several hundred kilobytes.
const AT_A_TIME: usize = 16;

/// While a search for old chats runs: the lowest id of the tables with a chat that were archived meanwhile.
#[derive(Default)]
pub(crate) struct ChatSearch(Option<TableId>);

/// Archive a table: one cold row replaces all its hot ones.
pub(crate) fn archive(tx: &mut Transaction<'_>, search: &mut ChatSearch, agenda: &mut Timers, table: TableId) {
    // The players of the table before it see the rematch as long as that table is in memory. It ended first.
    if let Some(of) = tx.rematches.get(table).map(|row| row.of) {
        archive(tx, search, agenda, of);
    }
    let Some(known) = tx.table(table) else { return };
    let plies = known.plies().to_vec();
    let again = || tx.play_again(known).map_or(0, |live| live.events_at());
    let events = if known.is_dealt() { known.live().map_or_else(again, LiveMatch::events_at) } else { 0 };
    let messages: Vec<_> = known.messages.iter().map(|(id, message)| (*id, message.row.clone())).collect();
    let row =
        ArchiveRow { table: known.row.clone(), plies, messages, events, rating: tx.ratings.table(table).cloned() };
    for ply in 0..row.plies.len() {
        tx.remove(Key::Ply(table, ply as u32));
    }
    for (message, _) in &row.messages {
        tx.remove(Key::TableMessage(table, *message));
    }
    if row.table.practice {
        tx.put(Record::PracticeEnded(archive::ended_at(&row.table), table, ()));
    }
    fairness::list(tx, table, &row.table, &row.plies);
    let (has_rating, has_chat) = (row.rating.is_some(), !row.messages.is_empty());
    tx.put(Record::Archive(table, Box::new(row)));
    tx.remove(Key::Table(table));
    if has_rating {
        tx.remove(Key::TableRating(table));
    }
    if tx.friendly.contains_key(&table) {
        tx.remove(Key::Friendly(table));
    }
    if tx.rematches.get(table).is_some() {
        tx.remove(Key::Rematch(table));
    }
    fairness::wake(tx, agenda, tx.now);
    if has_chat {
        await_chat_end(tx, search, table);
    }
}

/// A table with a chat was archived: make sure that a later search finds it.
fn await_chat_end(tx: &mut Transaction<'_>, search: &mut ChatSearch, table: TableId) {
    search.0 = search.0.map(|lowest| lowest.min(table));
    if table <= tx.chats_dropped {
        tx.put(Record::ChatsDropped(TableId(table.0.saturating_sub(1))));
    }
}

/// Query archived tables for expired chats, unless a search is running.
pub(crate) fn find_old_chats(state: &HotState, queries: &mut Queries, search: &mut ChatSearch) {
    // Without members there is no chat.
    if search.0.is_some() || state.accounts.len() == 0 {
        return;
    }
    search.0 = Some(TableId(u128::MAX));
    let (after, limit) = (state.chats_dropped, chats_at_a_time(state));
    queries.send(Query::Archives { after, limit }, PendingQuery::ChatsGo);
}

fn chats_at_a_time(state: &HotState) -> usize {
    state.config.bounds.swept.min(AT_A_TIME)
}

/// Drop the chats up to the first table whose chat is still kept, as many as a step has room for. The rest follows in a
/// moment, so that other commands can run in between.
pub(crate) fn drop_old_chats(
    tx: &mut Transaction<'_>,
    search: &mut ChatSearch,
    agenda: &mut Timers,
    rows: Vec<Record>,
) {
    let mut goes_on = rows.len() == chats_at_a_time(tx);
    // Tables that were archived since the search began may be missing among the rows.
    let archived = search.0.take().unwrap_or(TableId(u128::MAX));
    let before = tx.chats_dropped;
    let mut dropped = before;
    for record in rows {
        let Record::Archive(table, row) = record else { continue };
        if archived <= table || !tx.has_room() {
            goes_on = true;
            break;
        }
        if !archive::is_chat_over(tx, &row.table) {
            goes_on = false;
            break;
        }
        drop_chat(tx, table, *row);
        dropped = dropped.max(table);
    }
    if dropped != before {
        tx.put(Record::ChatsDropped(dropped));
    }
    if goes_on {
        agenda.set(tx.now.plus_ms(1), Timer::ChatsGo);
    }
}

/// Drop an expired chat. The archive of an expired practice table is dropped as a whole elsewhere.
fn drop_chat(tx: &mut Transaction<'_>, table: TableId, row: ArchiveRow) {
    if !row.messages.is_empty() && !archive::is_over_practice(tx, &row.table) {
        tx.put(Record::Archive(table, Box::new(ArchiveRow { messages: Vec::new(), ..row })));
    }
}

/// Query storage for expired practice tables.
pub(crate) fn find_old_practice(tx: &Transaction<'_>, queries: &mut Queries) {
    let until = archive::practice_kept_from(tx);
    queries.send(Query::PracticeEnded { until, limit: tx.config.bounds.swept }, PendingQuery::PracticeGoes);
}

/// Drop them, as many as a step has room for. The rest follows in a moment, so that other commands can run in between.
pub(crate) fn drop_practice(tx: &mut Transaction<'_>, agenda: &mut Timers, rows: &[Record]) {
    let mut left = rows.len() == tx.config.bounds.swept;
    for record in rows {
        if !tx.has_room() {
            left = true;
            break;
        }
        if let Record::PracticeEnded(at, table, ()) = record {
            tx.remove(Key::Archive(*table));
            tx.remove(Key::PracticeEnded(*at, *table));
        }
    }
    if left {
        agenda.set(tx.now.plus_ms(1), Timer::PracticeGoes);
    }
}
