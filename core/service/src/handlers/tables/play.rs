//! Playing: moves and forfeits.

use super::{course, friendly, seating, turns, view, viewer};
use crate::answer::{Acted, Answer, Okay, True};
use crate::credentials::Claims;
use crate::effects::{AcceptedMove, Replied};
use crate::games::canonical_hash;
use crate::handled::{Handled, HandlerResult, invalid};
use crate::ids::TableId;
use crate::record::EntryRow;
use crate::rejection::{Auth, TableRejection as Rejected};
use crate::request::{Act, Caller, MoveEvents};
use crate::state::Transaction;
use serde_json::Value;
use turnstone_fairness::MoveFact;

/// Play one of the caller's legal actions.
pub(crate) fn act(tx: &mut Transaction<'_>, caller: &Caller, table: TableId, act: &Act) -> HandlerResult {
    match &caller.claims {
        None => return Err(Auth::NotSignedIn.into()),
        Some(Claims::Seat { .. }) if act.expected_plies.is_none() => {
            return Err(invalid("expectedPlies", "is needed with a seat credential"));
        }
        Some(Claims::Account { .. } | Claims::Seat { .. }) => {}
    }
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up_closed(table, Rejected::NotPlaying.into()));
    };
    let viewer = viewer::viewer(tx, caller, table, known)?;
    let seat = viewer.seat.ok_or(Rejected::NotSeated)?;
    if known.row.is_for_agents() {
        return Err(Rejected::AgentPlays.into());
    }
    tx.has_rules(known)?;
    // At a table that is over a move is not late but impossible.
    let live = known.live().filter(|_| known.is_playing()).ok_or(Rejected::NotPlaying)?;
    let current = known.plies().len() as u64;
    if let Some(expected) = act.expected_plies
        && expected != current
    {
        return Err(Rejected::StalePlies { expected, current }.into());
    }
    let choice = live.board.find(seat, &act.action).ok_or(Rejected::NotLegal)?;
    // It equals the legal action that is played or is its text, so the receipt has the canonical JSON of that action.
    let listed = live.board.action(seat, choice).filter(|_| act.action.is_string());
    let action: Option<Value> = listed.and_then(|action| serde_json::from_str(action.get()).ok());
    let action = canonical_hash(action.as_ref().unwrap_or(&act.action));
    let ply = current as u32;
    let before = live.events_at();
    turns::log(tx, table, ply, seat, EntryRow::Choice(choice), 0);
    let fact = MoveFact { table: table.to_string(), ply, seat: seat.0, action, at: tx.now.0 };
    course::go_on(tx, table);
    let view = |events| {
        let since = match events {
            MoveEvents::After(since) => since,
            MoveEvents::OfMove => before,
        };
        view::table_view(tx, table, viewer, Some(since), None).map(Box::new)
    };
    let shown = act.events.map(view).transpose()?;
    let accepted = Some(Box::new(AcceptedMove { fact, receipt: None }));
    Ok(Replied { accepted, ..Replied::plain(Answer::Acted(Acted { ok: True, table: shown })) }.into())
}

/// Concede, or cancel a waiting table. A guest may concede their practice table; the holder of a delegated seat cannot
/// concede.
pub(crate) fn forfeit(tx: &mut Transaction<'_>, caller: &Caller, table: TableId) -> HandlerResult {
    match &caller.claims {
        None => return Err(Auth::NotSignedIn.into()),
        Some(Claims::Seat { grant: Some(_), .. }) => return Err(Auth::AccountNeeded.into()),
        Some(Claims::Account { .. } | Claims::Seat { grant: None, .. }) => {}
    }
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up_closed(table, Rejected::NotPlaying.into()));
    };
    let viewer = viewer::viewer(tx, caller, table, known)?;
    let seat = viewer.seat.ok_or(Rejected::NotSeated)?;
    if known.row.is_for_agents() {
        return Err(Rejected::AgentPlays.into());
    }
    if known.is_waiting() {
        match viewer.account {
            Some(account) => seating::leave_waiting(tx, account, table)?,
            None => friendly::guest_leaves(tx, table, seat)?,
        }
    } else {
        tx.has_rules(known)?;
        let live = known.live().filter(|_| known.is_playing()).ok_or(Rejected::NotPlaying)?;
        if !live.board.may_concede(seat) {
            return Err(Rejected::CannotLeave.into());
        }
        course::concede(tx, table, seat, EntryRow::Forfeited);
    }
    Ok(Answer::Ok(Okay::default()).into())
}
