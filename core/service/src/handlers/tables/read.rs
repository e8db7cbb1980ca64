//! Reading a table, at once or when there is news.

use super::view::SharedViews;
use super::{view, viewer};
use crate::answer::Answer;
use crate::credentials::Claims;
use crate::handled::{Handled, HandlerResult};
use crate::pending::ArchivedRead;
use crate::polls::PollTarget;
use crate::rejection::{Auth, Rejection, TableRejection as Rejected};
use crate::request::{Caller, ReadTable};
use crate::state::{HotState, LiveMatch, Transaction};

pub(crate) fn read_table(tx: &Transaction<'_>, caller: &Caller, mut read: ReadTable) -> HandlerResult {
    if caller.claims.is_none() {
        return Err(Auth::NotSignedIn.into());
    }
    if matches!(caller.claims, Some(Claims::Seat { .. })) {
        // Seat credentials cannot read the chat; the parameter is ignored.
        read.msgs_since = None;
    }
    let Some(known) = tx.table(read.table) else {
        return Ok(Handled::look_up(read.table, ArchivedRead::View(read.msgs_since)));
    };
    let viewer = viewer::viewer(tx, caller, read.table, known)?;
    tx.has_rules(known)?;
    // The events of a table that is over are counted when they are read.
    let over = known.is_dealt() && !known.is_playing();
    let head = known.live().map_or(if over { u64::MAX } else { 0 }, LiveMatch::events_at);
    // A cursor beyond the newest event waits for the next one.
    read.events_since = read.events_since.map(|since| since.min(head));
    read.msgs_since = read.msgs_since.map(|since| since.min(known.newest_message()));
    let on = PollTarget::Table { read, events: read.events_since.unwrap_or(head), version: known.version };
    let my_turn = viewer.seat.is_some_and(|seat| known.waits_for(seat));
    let at_once = read.wait_ms == 0 || (read.events_since.is_none() && my_turn);
    if at_once || has_news(tx, on) {
        return Ok(
            Answer::Table(view::table_view(tx, read.table, viewer, read.events_since, read.msgs_since)?.into()).into()
        );
    }
    Ok(Handled::Poll(on, read.wait_ms))
}

/// The answer to a pending reader, if there is news or they have waited long enough.
pub(crate) fn table_news(
    tx: &Transaction<'_>,
    caller: &Caller,
    on: PollTarget,
    read: ReadTable,
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

fn has_news(state: &HotState, on: PollTarget) -> bool {
    let PollTarget::Table { read, events, version } = on else { return false };
    let Some(known) = state.table(read.table) else { return true };
    let over = !known.is_active();
    let has_events = known.live().map_or(0, LiveMatch::events_at) > events;
    let has_messages = read.msgs_since.is_some_and(|since| known.newest_message() > since);
    over || has_events || has_messages || known.version != version
}
