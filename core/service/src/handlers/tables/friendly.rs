//! Friendly tables: practice with people, also with those who have no account. A table waits until its seats are taken or
//! its host gives the open ones to the house.

use super::plan::{FriendlyPlan, has_level};
use super::{open, seating, viewer};
use crate::answer::{Answer, GuestName, GuestSeatResponse, Okay, TokenType};
use crate::config::reached;
use crate::credentials::{Claims, ServerKeys};
use crate::effects::{Issued, Replied};
use crate::games::{Brought, Level, Seat};
use crate::handled::HandlerResult;
use crate::handlers::refs::{InFlight, Reference};
use crate::ids::TableId;
use crate::limits::Limiter;
use crate::record::{FriendlyRow, Player, Record, RefResult, TableRow};
use crate::rejection::{Auth, NotJoinable, Quota, Rejection, Retry, TableRejection as Rejected};
use crate::request::{Caller, FillTable, GuestSeat};
use crate::secret::Secret;
use crate::state::{HotState, Table, Transaction};
use crate::subnet::Subnet;
use crate::time::Millis;

/// A new friendly table gets its row. Its maker sits in this seat.
pub(super) fn begin(
    tx: &mut Transaction<'_>,
    (table, seats): (TableId, usize),
    (seat, by_guest): (Seat, bool),
    plan: &FriendlyPlan,
) {
    let mut row = FriendlyRow::new(seats, (seat, by_guest), plan.level.map(Level::number));
    if by_guest {
        row.seat(seat, plan.name.clone(), expiry(tx));
    }
    tx.put(Record::Friendly(table, row));
}

/// When a credential that is issued now expires at the latest.
fn expiry(tx: &Transaction<'_>) -> Millis {
    tx.now.plus_s(tx.config.pace.guest_seat_s)
}

/// An error if the guests of an address, or those of all addresses, have too many friendly tables.
pub(super) fn may_make(tx: &Transaction<'_>, limiter: &mut Limiter, address: Subnet) -> Result<(), Quota> {
    let limits = &tx.config.limits;
    limiter.may_practise(address, tx.now, limits)?;
    let own = limiter.friendly_tables(address, |table| tx.table(table).is_some_and(Table::is_active));
    let retry = |limit, tables: &[TableId]| Retry { limit, after_s: open::first_end(tx, tables).seconds_from(tx.now) };
    if reached(own.len() as u32, limits.friendly_tables) {
        return Err(Quota::Friendly(retry(limits.friendly_tables, &own)));
    }
    let limit = limits.friendly_tables_total;
    // There are no more active ones than rows: mostly, they need not be looked through.
    if !reached(tx.friendly.len() as u32, limit) {
        return Ok(());
    }
    let all: Vec<TableId> = made_by_guests(tx).collect();
    if reached(all.len() as u32, limit) { Err(Quota::AllFriendly(retry(limit, &all))) } else { Ok(()) }
}

/// The waiting and running friendly tables that guests made.
fn made_by_guests(state: &HotState) -> impl Iterator<Item = TableId> {
    let by_guests = state.friendly.iter().filter(|(_, row)| row.by_guest).map(|(table, _)| *table);
    by_guests.filter(|table| state.table(*table).is_some_and(Table::is_active))
}

/// Whether a credential with this expiry is that of the guest who has the seat now. Only at a friendly table can a seat
/// have had other guests.
pub(crate) fn is_of_guest(state: &HotState, table: TableId, seat: Seat, expires_at: Millis) -> bool {
    let is_of = |row: &FriendlyRow| row.guest(seat).is_some_and(|guest| guest.expires_at == expires_at);
    state.friendly.get(&table).is_none_or(is_of)
}

/// The name of the guest in a seat.
pub(super) fn name_of_guest(state: &HotState, table: TableId, seat: Seat) -> GuestName {
    let guest = state.friendly.get(&table).and_then(|row| row.guest(seat));
    GuestName(guest.and_then(|guest| guest.name.clone()))
}

/// Take the next open seat without an account. The last seat starts the match.
pub(crate) fn guest_seat(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    refs: &mut InFlight,
    table: TableId,
    input: &GuestSeat,
) -> HandlerResult {
    let GuestSeat { client_ref, name, client_seed } = input;
    let known = tx.table(table).filter(|known| is_friendly(tx, table, &known.row)).ok_or(Rejected::NotFound)?;
    let request = [name.as_deref().unwrap_or_default(), client_seed.as_deref().unwrap_or_default()];
    let reference = Reference::new("guest_seat", &table.to_string(), client_ref, &request);
    if let Some(row) = refs.recall(tx, &reference)?
        && let RefResult::GuestSeat(_, seat, expires_at) = row.made
    {
        let answer = seated(tx, keys, (table, seat), (row.at, expires_at), client_ref);
        return Ok(answer.replayed().into());
    }
    let waits = known.is_waiting() && !tx.seats_frozen(&known.row);
    let seat = known.vacant().filter(|_| waits).ok_or(Rejected::NotJoinable(NotJoinable::NotWaiting))?;
    let brought = Brought::of(Some(client_ref), client_seed.as_deref());
    let expires_at = seat_guest(tx, table, seat, (name.clone(), brought))?;
    refs.remember(tx, &reference, RefResult::GuestSeat(table, seat, expires_at));
    Ok(seated(tx, keys, (table, seat), (tx.now, expires_at), client_ref).into())
}

/// Whether guests with the id may take seats, and the host may fill them: not at a rematch before it begins.
fn is_friendly(state: &HotState, table: TableId, row: &TableRow) -> bool {
    state.friendly.contains_key(&table) && !state.is_reserved(table, row)
}

/// Seat a guest at a waiting friendly table, and start it with the last one. Returns the expiry of the guest's credential.
pub(super) fn seat_guest(
    tx: &mut Transaction<'_>,
    table: TableId,
    seat: Seat,
    (name, brought): (Option<String>, Option<Brought>),
) -> Result<Millis, Rejection> {
    let mut row = tx.table(table).ok_or(Rejected::NotFound)?.row.clone();
    let mut friendly = tx.friendly.get(&table).cloned().ok_or(Rejected::NotFound)?;
    tx.rules_of(&row)?;
    row.seat(seat, Player::Guest, brought);
    let started = seating::begin_if_full(tx, table, &mut row)?;
    let expires_at = friendly.seat(seat, name, expiry(tx));
    tx.put(Record::Friendly(table, friendly));
    seating::go_on(tx, table, row, started);
    Ok(expires_at)
}

/// The answer with the credential of a guest's seat. The token is the same for the same seat and expiry.
fn seated(
    tx: &Transaction<'_>,
    keys: &ServerKeys,
    (table, seat): (TableId, Seat),
    (issued_at, expires_at): (Millis, Millis),
    client_ref: &str,
) -> Replied {
    let (token, issued) = credential(keys, (table, seat), (issued_at, expires_at));
    let answer = GuestSeatResponse {
        table_id: table,
        seat,
        access_token: token.reveal().to_owned(),
        token_type: TokenType::Bearer,
        expires_at,
        started: tx.table(table).is_some_and(Table::is_dealt),
        brought_ref: client_ref.to_owned(),
    };
    Replied { issued: Some(issued), ..Replied::plain(Answer::GuestSeated(answer)) }
}

/// The token of a guest's seat, and what a browser keeps of it.
pub(super) fn credential(
    keys: &ServerKeys,
    (table, seat): (TableId, Seat),
    (issued_at, expires_at): (Millis, Millis),
) -> (Secret, Issued) {
    let token = keys.token(&Claims::Seat { table, seat, grant: None, expires_at });
    let issued = Issued::Seat { token: token.clone(), table, lasts_s: expires_at.since(issued_at) / 1000 };
    (token, issued)
}

/// The expiry of the credential of the guest who made a table.
pub(super) fn expiry_of_host(state: &HotState, table: TableId) -> Option<Millis> {
    let row = state.friendly.get(&table)?;
    row.guest(row.host_seat).map(|guest| guest.expires_at)
}

/// A guest leaves a waiting table: the host withdraws it, another guest frees the seat.
pub(super) fn guest_leaves(tx: &mut Transaction<'_>, table: TableId, seat: Seat) -> Result<(), Rejection> {
    let mut friendly = tx.friendly.get(&table).cloned().ok_or(Rejected::NotSeated)?;
    if friendly.is_host(seat) {
        seating::cancel(tx, table);
        return Ok(());
    }
    friendly.guests[seat.index()] = None;
    tx.put(Record::Friendly(table, friendly));
    seating::reseat(tx, table, |row| row.seat(seat, Player::Vacant, None));
    Ok(())
}

/// The host gives the open seats to the house, and the match starts.
pub(crate) fn fill_table(
    tx: &mut Transaction<'_>,
    caller: &Caller,
    table: TableId,
    input: &FillTable,
) -> HandlerResult {
    match &caller.claims {
        None => return Err(Auth::NotSignedIn.into()),
        Some(Claims::Seat { grant: Some(_), .. }) => return Err(Auth::AccountNeeded.into()),
        Some(Claims::Account { .. } | Claims::Seat { grant: None, .. }) => {}
    }
    let known = tx.table(table).filter(|known| is_friendly(tx, table, &known.row)).ok_or(Rejected::NotFound)?;
    let viewer = viewer::viewer_of(tx, caller, table, &known.row)?;
    let friendly = tx.friendly.get(&table).ok_or(Rejected::NotFound)?;
    let is_host = match viewer.account {
        Some(account) => known.row.host == Some(account),
        None => viewer.seat.is_some_and(|seat| friendly.is_host(seat)),
    };
    if !is_host {
        return Err(Rejected::NotHost.into());
    }
    if !known.is_waiting() || tx.seats_frozen(&known.row) {
        return Err(Rejected::NotJoinable(NotJoinable::NotWaiting).into());
    }
    let rules = tx.rules_of(&known.row)?;
    let level = input.level().unwrap_or_else(|| friendly.level.and_then(|number| Level::new(number.into())));
    has_level(rules, level)?;
    let mut row = known.row.clone();
    row.setup = row.setup.at_level(Level::for_practice(&row.game_id, level));
    for seat in (0..row.players.len()).filter(|at| known.row.players[*at] == Player::Vacant).map(Seat::at) {
        row.seat(seat, Player::House, None);
    }
    let started = seating::begin_if_full(tx, table, &mut row)?;
    seating::go_on(tx, table, row, started);
    Ok(Answer::Ok(Okay::default()).into())
}
