//! Practice for guests: a match without an account.

use super::plan::Plan;
use super::{course, friendly, open};
use crate::answer::{Answer, GuestPracticeResponse, TokenType};
use crate::config::reached;
use crate::credentials::ServerKeys;
use crate::effects::Replied;
use crate::games::{Brought, Seat};
use crate::handled::{HandlerResult, invalid};
use crate::handlers::refs::{InFlight, Reference};
use crate::ids::TableId;
use crate::limits::Limiter;
use crate::record::{EntryRow, Player, RefResult};
use crate::rejection::{Quota, Retry};
use crate::request::Practice;
use crate::state::{HotState, Table, Transaction};
use crate::subnet::Subnet;
use crate::time::Millis;

/// Lifetime of a guest's credential for a practice seat, in seconds.
pub(super) const PRACTICE_S: u64 = 2 * 3600;
/// The nominal stake of a practice table whose request has none.
pub(crate) const PRACTICE_STAKE: i64 = 10;

/// Start a match against the house without an account, or open a friendly table.
pub(crate) fn practice(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    refs: &mut InFlight,
    limiter: &mut Limiter,
    address: Subnet,
    input: &Practice,
) -> HandlerResult {
    let reference = reference(input);
    let plan = Plan::new(tx.config.games, &input.kind, input.seats, PRACTICE_STAKE)?;
    if let Some(row) = refs.recall(tx, &reference)? {
        match row.made {
            RefResult::Practice(table) => {
                return Ok(seated(keys, table, (row.at, row.at.plus_s(PRACTICE_S))).replayed().into());
            }
            RefResult::GuestSeat(table, _, expires_at) => {
                return Ok(seated(keys, table, (row.at, expires_at)).replayed().into());
            }
            RefResult::Account(..)
            | RefResult::Table(_)
            | RefResult::Grant(_)
            | RefResult::Claim(_)
            | RefResult::Duel(_)
            | RefResult::Ticket(_) => {}
        }
    }
    let mut plan = if input.open {
        plan.for_friends(input.level(), input.name.clone())?
    } else if input.name.is_some() {
        return Err(invalid("name", "needs open: true"));
    } else {
        plan.for_practice(input.level())?
    };
    plan.brought = Brought::of(Some(&input.client_ref), input.client_seed.as_deref());
    if input.open {
        friendly::may_make(tx, limiter, address)?;
    } else {
        make_room_to_practise(tx, limiter, address)?;
    }
    let table = open::make_table(tx, Player::Guest, &plan);
    let (made, expires_at) = match friendly::expiry_of_host(tx, table) {
        Some(expires_at) => {
            limiter.made_friendly(address, table);
            (RefResult::GuestSeat(table, Seat(0), expires_at), expires_at)
        }
        None => {
            limiter.practised(address, table);
            (RefResult::Practice(table), tx.now.plus_s(PRACTICE_S))
        }
    };
    refs.remember(tx, &reference, made);
    Ok(seated(keys, table, (tx.now, expires_at)).into())
}

fn reference(input: &Practice) -> Reference {
    let Practice { kind, client_ref, client_seed, open, seats, name, .. } = input;
    let named_level = input.level().map(|level| level.number().to_string());
    let is_new = *open || seats.is_some() || name.is_some();
    // A client seed has no line end.
    let people = || format!("\n{open} {seats:?} {}", name.as_deref().unwrap_or_default());
    let people = is_new.then(people);
    // Stored fingerprints have none of these.
    let added = [&named_level, client_seed, &people].into_iter().filter_map(Option::as_deref);
    let request: Vec<&str> = [kind.as_str()].into_iter().chain(added).collect();
    Reference::new("practice", "", client_ref, &request)
}

/// Make room for another practice table within the address's quotas. If it has too many active ones, the oldest that
/// have been idle for a while are conceded, as many as needed.
pub(super) fn make_room_to_practise(
    tx: &mut Transaction<'_>,
    limiter: &mut Limiter,
    address: Subnet,
) -> Result<(), Quota> {
    let limits = &tx.config.limits;
    limiter.may_practise(address, tx.now, limits)?;
    let (state, limit) = (&**tx, limits.practice_active);
    let playing = |table: TableId| state.table(table).is_some_and(Table::is_playing);
    let active = limiter.practice_tables(address, playing);
    if !reached(active.len() as u32, limit) {
        return Ok(());
    }
    let surplus = active.len() + 1 - limit as usize;
    let idle_from = |table: &TableId| Some((*table, practice_idle_from(tx, *table)?));
    let mut idle: Vec<(TableId, Millis)> = active.iter().filter_map(idle_from).collect();
    let given_up: Vec<TableId> =
        idle.iter().filter(|(_, at)| *at <= tx.now).map(|(table, _)| *table).take(surplus).collect();
    if given_up.len() < surplus {
        idle.sort_by_key(|(_, at)| *at);
        let free_at = idle.get(surplus - 1).map_or(tx.now, |(_, at)| *at);
        return Err(Quota::Practice(Retry { limit, after_s: free_at.seconds_from(tx.now) }));
    }
    for table in given_up {
        course::concede(tx, table, Seat(0), EntryRow::Forfeited);
    }
    Ok(())
}

/// When a guest's table may be ended to make room for another: some time after the last log entry, or at the end of its
/// turn, if that is sooner. `None` if it cannot go on.
fn practice_idle_from(state: &HotState, table: TableId) -> Option<Millis> {
    let known = state.table(table)?;
    let (turn_ends, _) = known.next_to_time_out()?;
    let acted_at = known.plies().last().map_or(known.row.created_at, |ply| ply.at);
    let idle_from = acted_at.plus_s(state.config.pace.practice_idle_s);
    Some(state.outages.moved(acted_at, idle_from).min(turn_ends))
}

/// The answer with the credential of a guest's seat. The token is the same for the same table and expiry.
fn seated(keys: &ServerKeys, table: TableId, (issued_at, expires_at): (Millis, Millis)) -> Replied {
    let (token, issued) = friendly::credential(keys, (table, Seat(0)), (issued_at, expires_at));
    let answer = GuestPracticeResponse {
        table_id: table,
        access_token: token.reveal().to_owned(),
        token_type: TokenType::Bearer,
        expires_at,
    };
    Replied { issued: Some(issued), ..Replied::plain(Answer::Practice(answer)) }
}
