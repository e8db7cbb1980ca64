//! Rematches: one more table for the people of a settled one, each a seat further. Their seats are reserved for them, and
//! others cannot see the table while it waits.

use super::open::{self, Seated};
use super::plan::{FriendlyPlan, Plan};
use super::practice::{self, PRACTICE_S};
use super::{friendly, join, viewer};
use crate::answer::{Answer, RematchResponse, TokenType};
use crate::credentials::{Claims, ServerKeys};
use crate::effects::Replied;
use crate::games::{Brought, Level, Seat};
use crate::handled::{Handled, HandlerResult};
use crate::ids::TableId;
use crate::limits::Limiter;
use crate::record::{Player, Record, RematchRow, RematchSeat, Status, TableRow};
use crate::rejection::{Auth, BlockRejection, NotJoinable, Rejection, TableRejection as Rejected};
use crate::request::{Caller, Rematch};
use crate::state::{HotState, Table, Transaction};
use crate::time::Millis;

/// Make the rematch of a settled table, or sit down at it.
pub(crate) fn rematch(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    limiter: &mut Limiter,
    caller: &Caller,
    table: TableId,
    input: &Rematch,
) -> HandlerResult {
    match &caller.claims {
        None => return Err(Auth::NotSignedIn.into()),
        Some(Claims::Seat { grant: Some(_), .. }) => return Err(Auth::AccountNeeded.into()),
        Some(Claims::Account { .. } | Claims::Seat { grant: None, .. }) => {}
    }
    if let Some((next, seat)) = place(tx, caller, table) {
        return sit_down(tx, keys, (next, seat), input);
    }
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up_closed(table, Rejected::NoRematch.into()));
    };
    let seat = viewer::viewer_of(tx, caller, table, &known.row)?.seat.ok_or(Rejected::OnlyPlayers)?;
    may_ask(tx, caller, &known.row)?;
    let row = row_of(tx, table, known).ok_or(Rejected::NoRematch)?;
    let seat = row.seat_after(seat);
    let plan = plan_of(tx, table, &known.row).ok_or(Rejected::NoRematch)?;
    let next = make(tx, limiter, caller, (seat, row), plan, input)?;
    Ok(answer(tx, keys, (next, seat)).into())
}

/// The caller's seat at the rematch of a table, if there is one for them that they may know of.
fn place(state: &HotState, caller: &Caller, table: TableId) -> Option<(TableId, Seat)> {
    let (next, row) = state.rematches.after(table)?;
    let seat = match &caller.claims {
        Some(Claims::Account { account, .. }) => row.seat_of(*account),
        Some(Claims::Seat { table: of, seat, .. }) if *of == table => Some(row.seat_after(*seat)),
        Some(Claims::Seat { .. }) | None => None,
    };
    let seat = seat.filter(|seat| !is_hidden(state, next, row.seats[seat.index()].player))?;
    Some((next, seat))
}

/// Whether a rematch is hidden from one of its people: they block the member who made it, and it has not started.
fn is_hidden(state: &HotState, next: TableId, player: Player) -> bool {
    let Some(known) = state.table(next) else { return false };
    let pair = player.member().zip(known.row.host);
    !known.is_dealt() && pair.is_some_and(|(member, host)| state.blocks.holds(member, host))
}

/// Who sits where at the rematch of a table; `None` if there cannot be one, now or at all.
fn row_of(state: &Transaction<'_>, table: TableId, known: &Table) -> Option<RematchRow> {
    let row = &known.row;
    let Status::Settled { end, .. } = &row.status else { return None };
    let lasts_until = end.settled_at.plus_s(state.config.pace.rematch_s);
    let is_made_so = row.party.is_none() && row.daily.is_none() && !row.is_for_agents();
    let is_gone = row.players.iter().filter_map(|player| player.member()).any(|id| state.is_gone(id));
    if state.now > lasts_until || !is_made_so || is_gone {
        return None;
    }
    let mut seats: Vec<RematchSeat> = (0..row.players.len())
        .map(|at| RematchSeat {
            player: row.players[at],
            name: friendly::name_of_guest(state, table, Seat::at(at)).0,
            brought_ref: None,
        })
        .collect();
    seats.rotate_right(1);
    Some(RematchRow { of: table, seats })
}

/// The plan of the same table once more. `None` if its kind is not played any more.
fn plan_of(state: &HotState, table: TableId, row: &TableRow) -> Option<Plan> {
    let kind = row.setup.kind.as_deref()?;
    let seats = u8::try_from(row.players.len()).ok()?;
    let plan = Plan::new(state.config.games, kind, Some(seats), row.setup.stake).ok()?;
    let friendly = state.friendly.get(&table).map(|friendly| FriendlyPlan {
        level: friendly.level.and_then(|number| Level::new(number.into())),
        name: None,
    });
    Some(Plan {
        visibility: row.visibility,
        pace: row.pace,
        open: row.players.iter().filter(|player| **player != Player::House).count() > 1,
        practice: row.practice,
        free: row.is_free(),
        rated: state.ratings.table(table).is_some_and(|rating| rating.rated),
        level: row.setup.level(),
        friendly,
        ..plan
    })
}

/// Make the table for a caller who may create such a one, and seat them and the house.
fn make(
    tx: &mut Transaction<'_>,
    limiter: &mut Limiter,
    caller: &Caller,
    (seat, mut row): (Seat, RematchRow),
    plan: Plan,
    input: &Rematch,
) -> Result<TableId, Rejection> {
    let host = caller.member().ok();
    match host {
        Some(account) => open::may_open(tx, account, &plan)?,
        None if plan.friendly.is_some() => friendly::may_make(tx, limiter, caller.address.into())?,
        None => practice::make_room_to_practise(tx, limiter, caller.address.into())?,
    }
    let id = TableId::new(tx.now, tx.bytes());
    let name = row.seats[seat.index()].name.clone();
    row.seats[seat.index()].brought_ref = Some(input.client_ref.clone());
    let sits = |at: usize| at == seat.index() || row.seats[at].player == Player::House;
    let players = (0..row.seats.len()).map(|at| if sits(at) { row.seats[at].player } else { Player::Vacant }).collect();
    let mut brought_by_seat = vec![None; row.seats.len()];
    brought_by_seat[seat.index()] = brought(input);
    let expires_at = tx.now.plus_s(tx.config.pace.rematch_s);
    tx.put(Record::Rematch(id, Box::new(row)));
    let plan = Plan { friendly: plan.friendly.map(|friendly| FriendlyPlan { name, ..friendly }), ..plan };
    open::open_rematch(tx, id, Seated { host, players, brought: brought_by_seat, expires_at }, (seat, &plan));
    match (host, &plan.friendly) {
        (Some(_), _) => {}
        (None, Some(_)) => limiter.made_friendly(caller.address.into(), id),
        (None, None) => limiter.practised(caller.address.into(), id),
    }
    Ok(id)
}

/// An error if the caller blocks one of the players.
fn may_ask(state: &HotState, caller: &Caller, row: &TableRow) -> Result<(), BlockRejection> {
    let Ok(account) = caller.member() else { return Ok(()) };
    let mut members = row.players.iter().filter_map(|player| player.member());
    match members.any(|other| state.blocks.holds(account, other)) {
        true => Err(BlockRejection::PlayerBlocked),
        false => Ok(()),
    }
}

fn brought(input: &Rematch) -> Option<Brought> {
    Brought::of(Some(&input.client_ref), input.client_seed.as_deref())
}

/// Take the seat that is reserved for the caller. Once they sit, the answer is the same.
fn sit_down(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    (next, seat): (TableId, Seat),
    input: &Rematch,
) -> HandlerResult {
    let known = tx.table(next).expect("the row of a rematch goes with its table");
    let RematchSeat { player, name, .. } = tx.rematches.get(next).expect("seen just now").seats[seat.index()].clone();
    if known.row.players[seat.index()] != Player::Vacant && !known.is_cancelled() {
        return Ok(answer(tx, keys, (next, seat)).replayed().into());
    }
    if !known.is_waiting() {
        return Err(Rejected::NoRematch.into());
    }
    if tx.seats_frozen(&known.row) {
        return Err(Rejected::NotJoinable(NotJoinable::NotWaiting).into());
    }
    match player.member() {
        Some(account) => drop(join::take_seat(tx, account, (next, seat), brought(input))?),
        None => drop(friendly::seat_guest(tx, next, seat, (name, brought(input)))?),
    }
    note_brought(tx, (next, seat), Some(&input.client_ref));
    Ok(answer(tx, keys, (next, seat)).into())
}

/// Note the idempotency key that a player brought who has sat down at a rematch.
pub(super) fn note_brought(tx: &mut Transaction<'_>, (table, seat): (TableId, Seat), client_ref: Option<&str>) {
    let Some(mut row) = tx.rematches.get(table).cloned() else { return };
    row.seats[seat.index()].brought_ref = client_ref.map(str::to_owned);
    tx.put(Record::Rematch(table, Box::new(row)));
}

/// The answer to a player who sits at a rematch.
fn answer(tx: &Transaction<'_>, keys: &ServerKeys, (table, seat): (TableId, Seat)) -> Replied {
    let row = tx.rematches.get(table);
    let brought_ref = row.and_then(|row| row.seats[seat.index()].brought_ref.clone());
    let mut answer = RematchResponse {
        table_id: table,
        seat,
        started: tx.table(table).is_some_and(Table::is_dealt),
        brought_ref: brought_ref.unwrap_or_default(),
        access_token: None,
        token_type: None,
        expires_at: None,
    };
    let Some(expires_at) = expiry(tx, table, seat) else { return Replied::plain(Answer::Rematch(answer)) };
    let (token, issued) = friendly::credential(keys, (table, seat), (tx.now, expires_at));
    answer.access_token = Some(token.reveal().to_owned());
    answer.token_type = Some(TokenType::Bearer);
    answer.expires_at = Some(expires_at);
    Replied { issued: Some(issued), ..Replied::plain(Answer::Rematch(answer)) }
}

/// When the credential of a guest's seat expires; `None` for a member's seat.
fn expiry(state: &HotState, table: TableId, seat: Seat) -> Option<Millis> {
    let known = state.table(table)?;
    if known.row.players[seat.index()] != Player::Guest {
        return None;
    }
    match state.friendly.get(&table) {
        Some(friendly) => friendly.guest(seat).map(|guest| guest.expires_at),
        None => Some(known.row.created_at.plus_s(PRACTICE_S)),
    }
}

/// The rematch of a table, hot or archived, as its seats see it: not before it starts if the seat's member blocks the one
/// who made it.
pub(crate) fn shown_after(state: &HotState, of: TableId, row: &TableRow, seat: Option<Seat>) -> Option<TableId> {
    let (next, _) = state.rematches.after(of)?;
    let player = row.players[seat?.index()];
    (!is_hidden(state, next, player)).then_some(next)
}
