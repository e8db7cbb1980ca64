//! Reading a table, at once or when there is news.

use super::view::SharedViews;
use super::{rematch, view, viewer};
use crate::answer::{Answer, SharedAnswer, TableView};
use crate::credentials::Claims;
use crate::cursor::TableCursor;
use crate::games::Seat;
use crate::handled::{Handled, HandlerResult};
use crate::ids::TableId;
use crate::pending::ArchivedRead;
use crate::record::{Status, TableRow};
use crate::rejection::{Auth, Rejection, TableRejection as Rejected};
use crate::request::{Caller, ReadTable, StreamTable, Visibility};
use crate::state::{HotState, LiveMatch, Table, Transaction};
use crate::watches::WatchCursor;

pub(crate) fn read_table(tx: &Transaction<'_>, caller: &Caller, table: TableId, input: &ReadTable) -> HandlerResult {
    let ReadTable { wait_ms, events_since, msgs_since } = *input;
    let msgs_since = may_read_chat(caller)?.then_some(msgs_since).flatten();
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up(table, ArchivedRead::View(msgs_since)));
    };
    let viewer = viewer::viewer(tx, caller, table, known)?;
    tx.has_rules(known)?;
    let has = cursor(known, events_since, msgs_since, digest(tx, (table, known), viewer.seat));
    let my_turn = viewer.seat.is_some_and(|seat| known.waits_for(seat));
    let at_once = wait_ms == 0 || (events_since.is_none() && my_turn);
    if at_once || !known.is_active() || has_news(tx, (table, viewer.seat), has) {
        let events_since = events_since.map(|_| has.events);
        return Ok(Answer::Table(view::table_view(tx, table, viewer, events_since, has.messages)?.into()).into());
    }
    Ok(Handled::Poll(WatchCursor::Table { table, with_events: events_since.is_some(), has }, wait_ms))
}

/// Open a stream of a table.
pub(crate) fn stream_table(
    tx: &Transaction<'_>,
    caller: &Caller,
    table: TableId,
    &StreamTable { after, events_since, msgs_since }: &StreamTable,
) -> HandlerResult {
    let (events_since, msgs_since) =
        after.map_or((events_since, msgs_since), |after| (Some(after.events), after.messages));
    if caller.claims.is_none() && !tx.table(table).is_some_and(|known| may_be_watched(&known.row)) {
        return Err(Rejected::NotFound.into());
    }
    let msgs_since = reads_chat(caller).then_some(msgs_since).flatten();
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up(table, ArchivedRead::Stream(after, msgs_since)));
    };
    let viewer = viewer::viewer(tx, caller, table, known)?;
    tx.has_rules(known)?;
    let now = || digest(tx, (table, known), viewer.seat);
    let has = cursor(known, events_since, msgs_since, after.map_or_else(now, |after| after.row_digest));
    Ok(Handled::Stream(WatchCursor::Table { table, with_events: events_since.is_some(), has }, after.is_none()))
}

/// Seat credentials cannot read the chat: they get none, even if they ask for it.
fn may_read_chat(caller: &Caller) -> Result<bool, Auth> {
    if caller.claims.is_some() { Ok(reads_chat(caller)) } else { Err(Auth::NotSignedIn) }
}

const fn reads_chat(caller: &Caller) -> bool {
    matches!(caller.claims, Some(Claims::Account { .. }))
}

/// Whether anybody may watch the table: it is public and in play.
pub(crate) fn may_be_watched(row: &TableRow) -> bool {
    row.visibility == Visibility::Public && row.daily.is_none() && matches!(row.status, Status::Playing { .. })
}

/// The cursor of the newest event. The events of a table that is over are counted when they are read.
fn head_of(known: &Table) -> u64 {
    let over = known.is_dealt() && !known.is_playing();
    known.live().map_or(if over { u64::MAX } else { 0 }, LiveMatch::events_at)
}

/// A cursor beyond the newest event or message waits for the next one.
pub(crate) fn within(known: &Table, seen: TableCursor) -> TableCursor {
    let messages = seen.messages.map(|since| since.min(known.newest_message()));
    TableCursor { events: seen.events.min(head_of(known)), messages, ..seen }
}

/// What a reader has; all events of now unless they ask for some.
fn cursor(known: &Table, events_since: Option<u64>, messages: Option<u64>, row_digest: u64) -> TableCursor {
    within(known, TableCursor { events: events_since.unwrap_or(u64::MAX), messages, row_digest })
}

/// The next view of a table for a reader who has this of it, and what they have then; `None` if there is no news, unless it
/// comes `at_once`. The view has the events after the cursor if the reader takes events.
pub(crate) fn next_view(
    tx: &Transaction<'_>,
    caller: &Caller,
    table: TableId,
    (with_events, has): (bool, TableCursor),
    at_once: bool,
    views: &mut SharedViews,
) -> Result<Option<(SharedAnswer<TableView>, TableCursor)>, Rejection> {
    let known = tx.table(table).ok_or(Rejected::NotFound)?;
    let viewer = viewer::viewer(tx, caller, table, known)?;
    tx.has_rules(known)?;
    if !at_once && !has_news(tx, (table, viewer.seat), has) {
        return Ok(None);
    }
    let view = views.of(tx, viewer, (table, with_events.then_some(has.events), has.messages))?;
    let messages = view.msgs_at.or(has.messages);
    let after =
        TableCursor { events: view.state.events_at, messages, row_digest: digest(tx, (table, known), viewer.seat) };
    Ok(Some((view, after)))
}

/// The digest of all that a reader in this seat sees of a table beside events and messages.
fn digest(state: &HotState, (id, known): (TableId, &Table), seat: Option<Seat>) -> u64 {
    let next = rematch::shown_after(state, id, &known.row, seat);
    state.row_digest(known).wrapping_add(next.map_or(0, |next| next.0 as u64))
}

fn has_news(state: &HotState, (table, seat): (TableId, Option<Seat>), has: TableCursor) -> bool {
    let Some(known) = state.table(table) else { return true };
    let has_events = known.live().map_or(0, LiveMatch::events_at) > has.events;
    let has_messages = has.messages.is_some_and(|since| known.newest_message() > since);
    has_events || has_messages || digest(state, (table, known), seat) != has.row_digest
}
