//! Joining a table, and declining an invitation.

use super::chat::WHO;
use super::{chat, seating, viewer};
use crate::answer::{Answer, JoinTableResponse, Okay};
use crate::games::Brought;
use crate::handled::{Handled, HandlerResult};
use crate::handlers::blocks;
use crate::handlers::chips::{house, ledger};
use crate::handlers::integrations::notices;
use crate::ids::TableId;
use crate::record::Player;
use crate::rejection::{NotJoinable, TableRejection as Rejected};
use crate::request::{Caller, JoinTable};
use crate::state::Transaction;

/// Take the first free seat. The last seat starts the match.
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
    let waits = known.is_waiting() && !tx.seats_frozen(&known.row);
    let Some(seat) = known.vacant().filter(|_| waits) else { return Err(rejection.into()) };
    if known.row.invited.is_some_and(|invited| invited != account) {
        return Err(Rejected::NotJoinable(NotJoinable::Reserved).into());
    }
    blocks::may_sit(tx, account, &known.row)?;
    tx.rules_of(&known.row)?;
    let practice = known.row.practice;
    let buy_in = known.row.buy_in;
    if !practice {
        ledger::may_stake(tx, account)?;
        ledger::afford(tx, account, buy_in)?;
        house::house_affords_join(tx, account, &known.row)?;
    }
    let mut row = tx.table(table).expect("seen just now").row.clone();
    row.seat(seat, Player::Member(account), Brought::of(None, input.client_seed.as_deref()));
    let started = seating::begin_if_full(tx, table, &mut row)?;
    if !practice {
        ledger::buy_in(tx, Player::Member(account), buy_in, table);
    }
    seating::go_on(tx, table, row, started);
    Ok(Answer::JoinedTable(JoinTableResponse { ok: crate::answer::True, table_id: table, started }).into())
}

/// The invited member declines: the table is cancelled, and its host is notified.
pub(crate) fn decline(tx: &mut Transaction<'_>, caller: &Caller, table: TableId) -> HandlerResult {
    let account = caller.member()?;
    if tx.table(table).is_none() {
        return Ok(Handled::look_up_closed(table, Rejected::NotInvited.into()));
    }
    let known = tx.table(table).expect("seen just now");
    viewer::viewer_of(tx, caller, table, &known.row)?;
    if known.row.invited != Some(account) || !known.is_waiting() {
        return Err(Rejected::NotInvited.into());
    }
    chat::say_as_house(tx, table, account, &format!("{WHO} declined the invitation"));
    notices::notify_declined(tx, table);
    seating::cancel(tx, table);
    Ok(Answer::Ok(Okay::default()).into())
}
