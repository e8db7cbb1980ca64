//! The view of a table for its viewer.

use super::viewer::Viewer;
use super::{chat, friendly, rematch};
use crate::answer::{Json, SeatView, SharedAnswer, TableState, TableView, True};
use crate::games::{Level, Seat, Seed};
use crate::ids::TableId;
use crate::record::{Player, Status, TableRatingRow, TableRow};
use crate::rejection::Rejection;
use crate::request::Visibility;
use crate::state::{HotState, Seal, Table, Transaction, table_status};
use serde_json::json;
use serde_json::value::to_raw_value;
use std::collections::BTreeMap;

/// Views that readers share: those in the same place with the same cursors see the same. They are valid as long as
/// nothing changes.
#[derive(Default)]
pub(crate) struct SharedViews(BTreeMap<ViewKey, SharedAnswer<TableView>>);

/// The table, the place of the reader, and their cursors of events and of messages.
type ViewKey = (TableId, Option<Seat>, Option<u64>, Option<u64>);

impl SharedViews {
    /// The view of a reader.
    pub(crate) fn of(
        &mut self,
        tx: &Transaction<'_>,
        viewer: Viewer,
        (table, events_since, msgs_since): (TableId, Option<u64>, Option<u64>),
    ) -> Result<SharedAnswer<TableView>, Rejection> {
        let key = (table, viewer.seat, events_since, msgs_since);
        let shared = !has_own_messages(tx, viewer, table, msgs_since);
        if let Some(view) = self.0.get(&key).filter(|_| shared) {
            return Ok(view.clone());
        }
        let view = SharedAnswer::from(table_view(tx, table, viewer, events_since, msgs_since)?);
        if shared {
            self.0.insert(key, view.clone());
        }
        Ok(view)
    }
}

/// Whether the view has messages that only this reader sees so: their own, with their nonce, and those of members whom a
/// block keeps apart from them.
fn has_own_messages(tx: &Transaction<'_>, viewer: Viewer, table: TableId, msgs_since: Option<u64>) -> bool {
    let (Some(since), Some(reader), Some(table)) = (msgs_since, viewer.account, tx.table(table)) else {
        return false;
    };
    let mut newer = table.messages.iter().rev().take_while(|(id, _)| **id > since);
    newer.any(|(_, message)| message.is_by(reader) || chat::is_blocked(tx, message, reader))
}

pub(crate) fn table_view(
    tx: &Transaction<'_>,
    id: TableId,
    viewer: Viewer,
    events_since: Option<u64>,
    msgs_since: Option<u64>,
) -> Result<TableView, Rejection> {
    let table = tx.table(id).expect("the caller has looked");
    let state = table_state(tx, id, table, viewer, events_since)?;
    let mut view =
        view_of(tx, id, (&table.row, tx.ratings.table(id)), table.seed_commit.map(hex::encode), viewer, state);
    if let (Some(since), Some(reader)) = (msgs_since, viewer.account) {
        let (messages, at) = chat::messages_after(tx, table.messages.iter(), since, reader);
        view.messages = Some(messages);
        view.msgs_at = Some(at);
    }
    Ok(view)
}

/// The facts of a table around its state.
pub(super) fn view_of(
    tx: &Transaction<'_>,
    id: TableId,
    (row, rating): (&TableRow, Option<&TableRatingRow>),
    seed_commit: Option<String>,
    viewer: Viewer,
    state: TableState,
) -> TableView {
    let seed = state.seed.clone();
    TableView {
        id,
        kind: row.setup.kind.clone(),
        game_id: row.game_id.clone(),
        status: table_status(&row.status),
        my_seat: viewer.seat.map_or(-1, |seat| seat.0 as i8),
        stake: row.setup.stake,
        seats: seats(tx, id, row, rating),
        visibility: if tx.seal_of(id, row, tx.now).is_some_and(Seal::is_private) {
            Visibility::Private
        } else {
            row.visibility
        },
        seats_total: row.players.len(),
        invited_handle: row.invited.map(|invited| tx.accounts.known(invited).handle.clone()),
        pace: row.pace,
        state,
        seed,
        seed_commit,
        practice: row.practice,
        free: row.is_free().then_some(True),
        rated: rating.is_some_and(|rating| rating.rated),
        level: Some(row.setup.level()).filter(|level| *level < Level::BEST).map(Level::number),
        rematch_id: rematch::shown_after(tx, id, row, viewer.seat),
        archived: false,
        messages: None,
        msgs_at: None,
    }
}

fn seats(state: &HotState, id: TableId, row: &TableRow, rating: Option<&TableRatingRow>) -> Vec<SeatView> {
    let taken = row.players.iter().enumerate().filter(|(_, player)| **player != Player::Vacant);
    let seat = |(at, player): (usize, &Player)| SeatView {
        seat: Seat::at(at),
        name: state.name_of(*player),
        avatar_url: player.member().and_then(|id| state.accounts.known(id).avatar_url.clone()),
        rating: rating.and_then(|rating| *rating.at_start.get(at)?),
        guest: (*player == Player::Guest).then_some(True),
        guest_name: (*player == Player::Guest).then(|| friendly::name_of_guest(state, id, Seat::at(at))),
    };
    taken.map(seat).collect()
}

/// The seed in hex, if it is revealed.
pub(super) fn revealed_seed(tx: &Transaction<'_>, id: TableId, row: &TableRow) -> Option<String> {
    let over = matches!(row.status, Status::Settled { .. } | Status::Voided { .. });
    let is_revealed = over && tx.seal_of(id, row, tx.now).is_none();
    let seed = if is_revealed { tx.seed_of(id, row) } else { None };
    seed.map(|seed| Seed::from_bytes(seed).to_hex())
}

fn table_state(
    tx: &Transaction<'_>,
    id: TableId,
    table: &Table,
    viewer: Viewer,
    events_since: Option<u64>,
) -> Result<TableState, Rejection> {
    if !table.is_dealt() {
        return Ok(waiting_state(&table.row, events_since));
    }
    if table.seed.is_none() && matches!(table.row.status, Status::Voided { .. }) {
        return Ok(lost_state(table, events_since));
    }
    let kept = table.live().filter(|live| events_since.is_none_or(|since| live.keeps_after(since)));
    let again = if kept.is_none() { Some(tx.play_again(table)?) } else { None };
    let live = kept.or(again.as_ref()).expect("one of them is there");
    let sealed = tx.seal_of(id, &table.row, tx.now).is_some();
    let (outcome, terminal) = match &table.row.status {
        Status::Settled { end, .. } => (Some(end.outcome.clone()), true),
        Status::Voided { .. } => (Some(Vec::new()), true),
        Status::Waiting { .. } | Status::Playing { .. } | Status::Cancelled { .. } => (None, false),
    };
    let your_turn = viewer.seat.is_some_and(|seat| table.waits_for(seat));
    let legal = viewer.seat.filter(|_| your_turn).map(|seat| live.board.legal_actions(seat)).unwrap_or_default();
    let mine = viewer.seat.and_then(|seat| table.deadline_of(seat));
    Ok(TableState {
        view: Some(live.board.view(viewer.audience(sealed)).into()),
        your_turn,
        legal_actions: legal.into_iter().map(Json::from).collect(),
        plies: live.plies().len() as u64,
        terminal,
        outcome,
        seed: revealed_seed(tx, id, &table.row),
        events: events_since.map(|since| live.events_after(since)),
        events_at: live.events_at(),
        turn_deadline_at: mine.or_else(|| table.next_to_time_out().filter(|_| !terminal).map(|(at, _)| at)),
        bank_ms: live.banks(),
    })
}

/// The state of a table that is void because its seed was lost with the server's keys: its match cannot be shown.
fn lost_state(table: &Table, events_since: Option<u64>) -> TableState {
    let state = waiting_state(&table.row, events_since);
    TableState { view: None, plies: table.plies().len() as u64, terminal: true, outcome: Some(Vec::new()), ..state }
}

/// The state of a table that was not dealt.
fn waiting_state(row: &TableRow, events_since: Option<u64>) -> TableState {
    let taken = row.players.iter().enumerate().filter(|(_, player)| **player != Player::Vacant);
    let seats: Vec<_> = taken.map(|(at, _)| json!({ "seat": at, "status": "in" })).collect();
    let view = json!({ "game": row.game_id, "phase": "waiting", "toAct": [], "seats": seats });
    let cancelled = matches!(row.status, Status::Cancelled { .. });
    TableState {
        view: Some(to_raw_value(&view).expect("plain data").into()),
        your_turn: false,
        legal_actions: Vec::new(),
        plies: 0,
        terminal: cancelled,
        outcome: cancelled.then(Vec::new),
        seed: None,
        events: events_since.map(|_| Vec::new()),
        events_at: 0,
        turn_deadline_at: None,
        bank_ms: BTreeMap::new(),
    }
}
