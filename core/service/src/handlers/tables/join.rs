//! Joining a table, and declining an invitation.

use super::chat::WHO;
use super::{chat, rematch, seating, viewer};
use crate::answer::{Answer, JoinTableResponse, Okay};
use crate::games::{Brought, Seat};
use crate::handled::{Handled, HandlerResult};
use crate::handlers::blocks;
use crate::handlers::chips::{house, ledger};
use crate::handlers::integrations::notices;
use crate::ids::{AccountId, TableId};
use crate::record::Player;
use crate::rejection::{NotJoinable, Rejection, TableRejection as Rejected};
use crate::request::{Caller, JoinTable};
use crate::state::Transaction;

/// Take the first free seat, or the reserved one. The last seat starts the match.
pub(crate) fn join_table(
    tx: &mut Transaction<'_>,
    caller: &Caller,
    table: TableId,
    input: &JoinTable,
) -> HandlerResult {
    let account = caller.member()?;
    let rejection = Rejected::NotJoinable(NotJoinable::NotWaiting);
    if tx.table(table).is_none() {
        return Ok(Handled::look_up_closed(table, rejection.into()));
    }
    let known = tx.table(table).expect("seen just now");
    viewer::viewer_of(tx, caller, table, &known.row)?;
    if known.seat_of(account).is_some() {
        return Err(Rejected::NotJoinable(NotJoinable::SeatedAlready).into());
    }
    let reserved = tx.rematches.get(table).and_then(|row| row.seat_of(account));
    let waits = known.is_waiting() && !tx.seats_frozen(&known.row);
    let Some(seat) = reserved.or_else(|| known.vacant()).filter(|_| waits) else { return Err(rejection.into()) };
    if known.row.invited.is_some_and(|invited| invited != account) {
        return Err(Rejected::NotJoinable(NotJoinable::Reserved).into());
    }
    let started = take_seat(tx, account, (table, seat), Brought::of(None, input.client_seed.as_deref()))?;
    rematch::note_brought(tx, (table, seat), None);
    Ok(Answer::JoinedTable(JoinTableResponse { ok: crate::answer::True, table_id: table, started }).into())
}

/// Seat a member at a waiting table if they may sit there, and start it with the last one. Returns whether it starts.
pub(super) fn take_seat(
    tx: &mut Transaction<'_>,
    account: AccountId,
    (table, seat): (TableId, Seat),
    brought: Option<Brought>,
) -> Result<bool, Rejection> {
    let mut row = tx.table(table).expect("the caller has looked").row.clone();
    blocks::may_sit(tx, account, table, &row)?;
    tx.rules_of(&row)?;
    if !row.is_nominal() {
        ledger::may_stake(tx, account)?;
        ledger::afford(tx, account, row.buy_in)?;
        house::house_affords_join(tx, account, &row)?;
    }
    row.seat(seat, Player::Member(account), brought);
    let started = seating::begin_if_full(tx, table, &mut row)?;
    if !row.practice {
        ledger::buy_in(tx, Player::Member(account), row.buy_in, table);
    }
    seating::go_on(tx, table, row, started);
    Ok(started)
}

/// A member for whom a seat is reserved declines: the table is cancelled, and its host is notified.
pub(crate) fn decline(tx: &mut Transaction<'_>, caller: &Caller, table: TableId) -> HandlerResult {
    let account = caller.member()?;
    if tx.table(table).is_none() {
        return Ok(Handled::look_up_closed(table, Rejected::NotInvited.into()));
    }
    let known = tx.table(table).expect("seen just now");
    viewer::viewer_of(tx, caller, table, &known.row)?;
    if known.seat_of(account).is_some() || !tx.is_reserved_for(account, table, &known.row) {
        return Err(Rejected::NotInvited.into());
    }
    chat::say_as_house(tx, table, account, &format!("{WHO} declined the invitation"));
    notices::notify_declined(tx, table);
    seating::cancel(tx, table);
    Ok(Answer::Ok(Okay::default()).into())
}
