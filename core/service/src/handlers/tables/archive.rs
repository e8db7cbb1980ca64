//! The pages of an archived table, and the retention of its parts.

use super::{card, chat, replay, view, viewer};
use crate::answer::{Answer, Message, Messages, TableState, TableView};
use crate::bundles::Bundles;
use crate::cursor::{EventId, TableCursor};
use crate::handled::{Handled, HandlerResult};
use crate::handlers::fairness;
use crate::ids::{AccountId, TableId};
use crate::pending::{ArchivedRead, QueryPurpose};
use crate::record::{ArchiveRow, Record, Status, TableRow};
use crate::rejection::{Rejection, TableRejection as Rejected};
use crate::request::{Caller, ReplaySide};
use crate::state::{ChatMessage, Transaction};
use crate::time::Millis;
use std::collections::BTreeMap;

/// The answer to a request about an archived table, from its row.
pub(crate) fn archived_answer(
    tx: &Transaction<'_>,
    bundles: &mut Bundles,
    caller: &Caller,
    (table, read): (TableId, ArchivedRead),
    rows: &[Record],
) -> HandlerResult {
    let row = archived(tx, rows)?;
    let answer = match read {
        ArchivedRead::View(msgs_since) => Ok(Answer::Table(archived_view(tx, caller, table, msgs_since, row)?.into())),
        ArchivedRead::Stream(after, msgs_since) => {
            return archived_stream(tx, caller, table, (after, msgs_since), row);
        }
        ArchivedRead::Replay(steps_of) => return archived_replay(tx, bundles, (table, steps_of), row),
        ArchivedRead::Messages(since) => {
            let reader = caller.member()?;
            viewer::viewer_of(tx, caller, table, &row.table)?;
            let (messages, since) = messages_after(tx, row, since, reader);
            Ok(Answer::Messages(Messages { messages, since }))
        }
        ArchivedRead::Closed(rejection) => {
            let viewer = viewer::viewer_of(tx, caller, table, &row.table)?;
            let for_others =
                [(Rejected::NotPlaying, Rejected::NotSeated), (Rejected::NoRematch, Rejected::OnlyPlayers)];
            let without_seat = for_others.into_iter().find(|(closed, _)| rejection == closed.clone().into());
            Err(without_seat.filter(|_| viewer.seat.is_none()).map_or(rejection, |(_, other)| other.into()))
        }
        ArchivedRead::OwnSeat(own) => {
            let account = caller.member()?;
            // Other callers do not learn that the table exists.
            let has_seat = row.table.players.iter().any(|player| player.member() == Some(account));
            if has_seat { own.map(Answer::CurrentGrant) } else { Err(Rejected::NotFound.into()) }
        }
        ArchivedRead::Card => {
            let facts = (&row.table, row.rating.as_ref());
            Ok(Answer::Card(card::card_of(tx, table, facts, card::settled(row)?)))
        }
    };
    Ok(answer?.into())
}

/// The replay of an archived table. Once the list of its day is closed, its place in that list is looked up too.
fn archived_replay(
    tx: &Transaction<'_>,
    bundles: &mut Bundles,
    (table, steps_of): (TableId, Option<ReplaySide>),
    row: &ArchiveRow,
) -> HandlerResult {
    let replay = replay::archived_replay(tx, bundles, table, steps_of, row)?;
    Ok(match fairness::proof_query(tx, &row.table) {
        Some(query) => Handled::Ask(query, QueryPurpose::Proof(Box::new(row.table.clone()), Box::new(replay))),
        None => Answer::Replay(replay).into(),
    })
}

/// A stream of an archived table: one event, unless the caller has it, and the end.
fn archived_stream(
    tx: &Transaction<'_>,
    caller: &Caller,
    table: TableId,
    (after, msgs_since): (Option<TableCursor>, Option<u64>),
    row: &ArchiveRow,
) -> HandlerResult {
    let view = archived_view(tx, caller, table, msgs_since, row)?;
    let messages = view.msgs_at.or(msgs_since);
    let now = TableCursor { events: row.events, messages, row_digest: tx.archived_row_digest(&row.table) };
    // Of an expired chat, the cursor is before that of the caller.
    let is_news = |after: TableCursor| {
        (now.events, now.row_digest) != (after.events, after.row_digest) || now.messages > after.messages
    };
    let event = || (EventId::Table(now), Box::new(Answer::Table(view.into())));
    Ok(Handled::Ended(after.is_none_or(is_news).then(event)))
}

/// The facts of an archived table, without a board.
fn archived_view(
    tx: &Transaction<'_>,
    caller: &Caller,
    table: TableId,
    msgs_since: Option<u64>,
    row: &ArchiveRow,
) -> Result<TableView, Rejection> {
    let viewer = viewer::viewer_of(tx, caller, table, &row.table)?;
    let outcome = match &row.table.status {
        Status::Settled { end, .. } => end.outcome.clone(),
        Status::Waiting { .. } | Status::Playing { .. } | Status::Cancelled { .. } | Status::Voided { .. } => {
            Vec::new()
        }
    };
    let state = TableState {
        view: None,
        your_turn: false,
        legal_actions: Vec::new(),
        plies: row.plies.len() as u64,
        terminal: true,
        outcome: Some(outcome),
        seed: view::revealed_seed(tx, table, &row.table),
        events: None,
        events_at: row.events,
        turn_deadline_at: None,
        bank_ms: BTreeMap::new(),
    };
    let commit = row.table.seed_commit().map(hex::encode);
    let mut view = view::view_of(tx, table, (&row.table, row.rating.as_ref()), commit, viewer, state);
    view.archived = true;
    if let (Some(since), Some(reader)) = (msgs_since, viewer.account) {
        let (messages, at) = messages_after(tx, row, since, reader);
        view.messages = Some(messages);
        view.msgs_at = Some(at);
    }
    Ok(view)
}

/// The archived table, from the rows that storage has found. An expired practice table does not exist, even if its row
/// has not been dropped yet.
pub(crate) fn archived<'r>(tx: &Transaction<'_>, rows: &'r [Record]) -> Result<&'r ArchiveRow, Rejection> {
    match rows.first() {
        Some(Record::Archive(_, row)) if !is_over_practice(tx, &row.table) => Ok(row),
        Some(_) | None => Err(Rejected::NotFound.into()),
    }
}

/// An error if this is an expired practice table.
pub(crate) fn is_kept(tx: &Transaction<'_>, row: &TableRow) -> Result<(), Rejection> {
    if is_over_practice(tx, row) { Err(Rejected::NotFound.into()) } else { Ok(()) }
}

/// Whether this is an expired practice table.
pub(crate) fn is_over_practice(tx: &Transaction<'_>, row: &TableRow) -> bool {
    row.practice && ended_at(row) <= practice_kept_from(tx)
}

/// Practice tables that ended at or before this moment have expired.
pub(crate) fn practice_kept_from(tx: &Transaction<'_>) -> Millis {
    Millis(tx.now.0.saturating_sub(tx.config.pace.practice_kept_s.saturating_mul(1000)))
}

/// The chat of an archived table after a cursor; empty once it has expired.
fn messages_after(tx: &Transaction<'_>, row: &ArchiveRow, since: u64, reader: AccountId) -> (Vec<Message>, u64) {
    let kept = if is_chat_over(tx, &row.table) { &[] } else { row.messages.as_slice() };
    let messages: BTreeMap<u64, ChatMessage> =
        kept.iter().map(|(id, message)| (*id, tx.open_message(message))).collect();
    let newest = messages.keys().next_back().copied().unwrap_or(0);
    chat::messages_after(tx, messages.iter(), since.min(newest), reader)
}

/// When a table ended; 0 if it has not.
pub(super) const fn ended_at(row: &TableRow) -> Millis {
    match &row.status {
        Status::Settled { end, .. } => end.settled_at,
        Status::Cancelled { at } | Status::Voided { at, .. } => *at,
        Status::Waiting { .. } | Status::Playing { .. } => Millis(0),
    }
}

/// Whether the chat of an ended table has expired.
pub(crate) fn is_chat_over(tx: &Transaction<'_>, row: &TableRow) -> bool {
    ended_at(row).plus_s(tx.config.pace.chat_kept_s) <= tx.now
}
