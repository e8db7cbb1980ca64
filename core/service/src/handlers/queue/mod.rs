//! Quick match: requests about tickets.

pub(crate) mod pairing;
mod presence;

pub(crate) use presence::Presence;

use super::refs::{InFlight, Reference};
use super::tables::{open, plan};
use crate::answer::{Answer, Okay, QueueLength, QueueLengths, Ticket, TicketEnd, TicketState};
use crate::effects::Replied;
use crate::glicko::shown;
use crate::handled::{Handled, HandlerResult, invalid};
use crate::ids::{AccountId, TicketId};
use crate::limits::{Hourly, Limiter};
use crate::record::{QueueSort, RatedPlayer, Record, RefResult, TicketRow, TicketStage};
use crate::rejection::{QueueRejection as Rejected, Quota, Rejection};
use crate::request::{Caller, Fallback, JoinQueue, ReadTicket};
use crate::state::{HotState, Transaction};
use crate::stored_names::StoredName;
use crate::watches::WatchCursor;

/// Make a ticket, or answer with the one that the caller has for the same.
pub(crate) fn join_queue(
    tx: &mut Transaction<'_>,
    (refs, limiter): (&mut InFlight, &mut Limiter),
    presence: &mut Presence,
    caller: &Caller,
    input: &JoinQueue,
) -> HandlerResult {
    let account = caller.member()?;
    let sort = sort_of(tx, input)?;
    let reference = reference(account, &sort, input);
    if let Some(row) = refs.recall(tx, &reference)?
        && let RefResult::Ticket(ticket) = row.made
    {
        return Ok(Replied::plain(see(tx, presence, account, ticket)?).replayed().into());
    }
    let plan = sort.plan(tx)?;
    if !plan::is_open_eligible(plan.kind) {
        return Err(invalid("kind", "cannot be used here: only the house plays against it"));
    }
    if input.fallback == Fallback::House && sort.stake != 0 {
        return Err(invalid("fallback", "cannot be house with a stake: a practice table is without chips"));
    }
    let limit = tx.config.limits.tickets_per_hour;
    limiter.may_again(account, Hourly::Ticket, limit, tx.now).map_err(Quota::Tickets)?;
    let former = tx.queue.waiting_for(account, &sort.kind);
    let is_same =
        |row: &TicketRow| (&row.sort, row.opponents, row.fallback) == (&sort, input.opponents, input.fallback);
    if let Some(id) = former.filter(|id| tx.queue.get(*id).is_some_and(is_same)) {
        refs.remember(tx, &reference, RefResult::Ticket(id));
        limiter.done(account, Hourly::Ticket);
        return see(tx, presence, account, id).map(Handled::from);
    }
    open::may_open(tx, account, &plan)?;
    if let Some(former) = former {
        pairing::end(tx, former, TicketEnd::Replaced);
    }
    let id = TicketId::new(tx.now, tx.bytes());
    let row = TicketRow {
        account,
        opponents: input.opponents,
        fallback: input.fallback,
        client_ref: input.client_ref.clone(),
        client_seed: input.client_seed.clone(),
        by_model: caller.is_model,
        rating: rating_of(tx, account, plan.rules.about().id),
        created_at: tx.now,
        stage: TicketStage::Waiting,
        sort,
    };
    let sort = row.sort.clone();
    tx.put(Record::Ticket(id, Box::new(row)));
    refs.remember(tx, &reference, RefResult::Ticket(id));
    limiter.done(account, Hourly::Ticket);
    see(tx, presence, account, id)?;
    pairing::pair(tx, presence, &sort);
    Ok(Answer::Ticket(shown_ticket(id, own(tx, account, id)?)).into())
}

fn sort_of(state: &HotState, input: &JoinQueue) -> Result<QueueSort, Rejection> {
    let asked = input.stake.unwrap_or(0);
    let plan = plan::Plan::new(state.config.games, &input.kind, input.seats, asked.max(1))?;
    Ok(QueueSort {
        kind: input.kind.clone(),
        stake: if asked == 0 { 0 } else { plan.stake },
        seats: plan.seats as u8,
        rated: input.rated.unwrap_or(true),
    })
}

fn reference(account: AccountId, sort: &QueueSort, input: &JoinQueue) -> Reference {
    let QueueSort { kind, stake, seats, rated } = sort;
    let words = format!("{stake} {seats} {rated} {} {}", input.opponents.stored_name(), input.fallback.stored_name());
    let request = [kind.as_str(), &words].into_iter().chain(input.client_seed.as_deref());
    Reference::new("queue", &account.to_string(), &input.client_ref, &request.collect::<Vec<_>>())
}

/// A member's rating in a game in whole points, if they have one.
fn rating_of(state: &HotState, account: AccountId, game_id: &str) -> Option<u16> {
    let row = state.ratings.of(RatedPlayer::Account(account), game_id)?;
    u16::try_from(shown(row.numbers.rating)).ok()
}

/// A ticket of the caller, who is there.
fn see(tx: &Transaction<'_>, presence: &mut Presence, account: AccountId, id: TicketId) -> Result<Answer, Rejection> {
    let row = own(tx, account, id)?;
    if row.waits() {
        presence.see(id, row, &tx.config.queue, tx.now);
    }
    Ok(Answer::Ticket(shown_ticket(id, row)))
}

fn own(state: &HotState, account: AccountId, id: TicketId) -> Result<&TicketRow, Rejected> {
    state.queue.get(id).filter(|row| row.account == account).ok_or(Rejected::NoTicket)
}

/// A ticket, or a wait for its end.
pub(crate) fn read_ticket(
    tx: &Transaction<'_>,
    presence: &mut Presence,
    account: AccountId,
    id: TicketId,
    input: ReadTicket,
) -> HandlerResult {
    let answer = see(tx, presence, account, id)?;
    let waits = tx.queue.get(id).is_some_and(TicketRow::waits);
    Ok(if waits && input.wait_ms > 0 { Handled::Poll(WatchCursor::Ticket(id), input.wait_ms) } else { answer.into() })
}

/// The news of a long-poll on a ticket.
pub(crate) fn ticket_news(
    state: &HotState,
    account: AccountId,
    id: TicketId,
    at_once: bool,
) -> Result<Option<Answer>, Rejection> {
    let row = own(state, account, id)?;
    Ok((at_once || !row.waits()).then(|| Answer::Ticket(shown_ticket(id, row))))
}

pub(crate) fn leave_queue(tx: &mut Transaction<'_>, account: AccountId, id: TicketId) -> HandlerResult {
    match own(tx, account, id)?.stage {
        TicketStage::Waiting => pairing::end(tx, id, TicketEnd::Cancelled),
        TicketStage::Matched { .. } => return Err(Rejected::Matched.into()),
        TicketStage::Ended { .. } => {}
    }
    Ok(Answer::Ok(Okay::default()).into())
}

/// How many members wait for what. Members who are in no list do not count.
pub(crate) fn list_queue(state: &HotState) -> Handled {
    let is_shown = |id: &TicketId| state.queue.get(*id).is_some_and(|row| state.is_shown(row.account));
    let length = |sort: &QueueSort| {
        let waiting = state.queue.of_sort(sort).iter().filter(|id| is_shown(id)).count();
        let QueueSort { kind, stake, seats, rated } = sort.clone();
        QueueLength { kind, stake, seats: seats.into(), rated, waiting }
    };
    let kinds = state.queue.sorts().map(length).filter(|row| row.waiting > 0).take(state.config.bounds.rows);
    Answer::QueueLengths(QueueLengths { kinds: kinds.collect() }).into()
}

/// A ticket as its owner sees it.
pub(crate) fn ticket(state: &HotState, id: TicketId) -> Option<Ticket> {
    state.queue.get(id).map(|row| shown_ticket(id, row))
}

fn shown_ticket(id: TicketId, row: &TicketRow) -> Ticket {
    let (state, table_id, reason) = match row.stage {
        TicketStage::Waiting => (TicketState::Waiting, None, None),
        TicketStage::Matched { table, .. } => (TicketState::Matched, Some(table), None),
        TicketStage::Ended { reason, .. } => (TicketState::Ended, None, Some(reason)),
    };
    Ticket {
        ticket_id: id,
        kind: row.sort.kind.clone(),
        stake: row.sort.stake,
        seats: row.sort.seats.into(),
        rated: row.sort.rated,
        opponents: row.opponents,
        fallback: row.fallback,
        created_at: row.created_at,
        state,
        table_id,
        reason,
        brought_ref: row.client_ref.clone(),
    }
}
