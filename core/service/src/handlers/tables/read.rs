//! Reading a table, at once or when there is news.

use super::view::SharedViews;
use super::{view, viewer};
use crate::answer::{Answer, SharedAnswer, TableView};
use crate::credentials::Claims;
use crate::cursor::TableCursor;
use crate::handled::{Handled, HandlerResult};
use crate::ids::TableId;
use crate::pending::ArchivedRead;
use crate::polls::{PollTarget, TableRead};
use crate::record::{Status, TableRow};
use crate::rejection::{Auth, Rejection, TableRejection as Rejected};
use crate::request::{Caller, ReadTable, StreamTable, Visibility};
use crate::state::{HotState, LiveMatch, Table, Transaction};

pub(crate) fn read_table(tx: &Transaction<'_>, caller: &Caller, table: TableId, input: &ReadTable) -> HandlerResult {
    let msgs_since = may_read_chat(caller)?.then_some(input.msgs_since).flatten();
    let mut read = TableRead { table, events_since: input.events_since, msgs_since };
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up(table, ArchivedRead::View(msgs_since)));
    };
    let viewer = viewer::viewer(tx, caller, table, known)?;
    tx.has_rules(known)?;
    let on = target(known, &mut read, tx.digest_of(known));
    let my_turn = viewer.seat.is_some_and(|seat| known.waits_for(seat));
    let at_once = input.wait_ms == 0 || (read.events_since.is_none() && my_turn);
    if at_once || !known.is_active() || has_news(tx, on) {
        return Ok(
            Answer::Table(view::table_view(tx, table, viewer, read.events_since, read.msgs_since)?.into()).into()
        );
    }
    Ok(Handled::Poll(on, input.wait_ms))
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
    viewer::viewer(tx, caller, table, known)?;
    tx.has_rules(known)?;
    let mut read = TableRead { table, events_since, msgs_since };
    let on = target(known, &mut read, after.map_or(tx.digest_of(known), |after| after.seats));
    Ok(Handled::Stream(on, after.is_none()))
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

/// What a reader waits for who has these seats. A cursor beyond the newest event or message waits for the next one.
fn target(known: &Table, read: &mut TableRead, seats: u64) -> PollTarget {
    let head = head_of(known);
    read.events_since = read.events_since.map(|since| since.min(head));
    read.msgs_since = read.msgs_since.map(|since| since.min(known.newest_message()));
    PollTarget::Table { read: *read, events: read.events_since.unwrap_or(head), seats }
}

/// The answer to a pending reader, if there is news or they have waited long enough.
pub(crate) fn table_news(
    tx: &Transaction<'_>,
    caller: &Caller,
    on: PollTarget,
    read: TableRead,
    at_once: bool,
    views: &mut SharedViews,
) -> Result<Option<Answer>, Rejection> {
    let known = tx.table(read.table).ok_or(Rejected::NotFound)?;
    let viewer = viewer::viewer(tx, caller, read.table, known)?;
    if !at_once && !has_news(tx, on) {
        return Ok(None);
    }
    Ok(Some(Answer::Table(views.of(tx, viewer, read)?)))
}

/// The next view of a table in the stream of a member who has this of it, or nothing of it, and what they have then. The
/// first view is without earlier events and messages.
pub(crate) fn next_view(
    tx: &Transaction<'_>,
    caller: &Caller,
    table: TableId,
    has: Option<TableCursor>,
    views: &mut SharedViews,
) -> Result<Option<(SharedAnswer<TableView>, TableCursor)>, Rejection> {
    let known = tx.table(table).ok_or(Rejected::NotFound)?;
    let viewer = viewer::viewer(tx, caller, table, known)?;
    tx.has_rules(known)?;
    let (events_since, msgs_since) = (has.map(|has| has.events), has.and_then(|has| has.messages));
    let read = TableRead { table, events_since, msgs_since };
    if has.is_some_and(|has| !has_news(tx, PollTarget::Table { read, events: has.events, seats: has.seats })) {
        return Ok(None);
    }
    let view = views.of(tx, viewer, read)?;
    let messages = view.msgs_at.or_else(|| Some(known.newest_message()));
    let after = TableCursor { events: view.state.events_at, messages, seats: tx.digest_of(known) };
    Ok(Some((view, after)))
}

fn has_news(state: &HotState, on: PollTarget) -> bool {
    let PollTarget::Table { read, events, seats } = on else { return false };
    let Some(known) = state.table(read.table) else { return true };
    let has_events = known.live().map_or(0, LiveMatch::events_at) > events;
    let has_messages = read.msgs_since.is_some_and(|since| known.newest_message() > since);
    has_events || has_messages || state.digest_of(known) != seats
}
