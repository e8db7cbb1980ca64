//! Practice for guests: a match against the house without an account.

use super::plan::Plan;
use super::{course, open};
use crate::answer::{Answer, GuestPracticeResponse, TokenType};
use crate::config::reached;
use crate::credentials::{Claims, ServerKeys};
use crate::effects::{Issued, Replied};
use crate::games::{Brought, Seat};
use crate::handled::HandlerResult;
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
const PRACTICE_S: u64 = 2 * 3600;
/// The nominal stake of a practice table whose request has none.
const PRACTICE_STAKE: i64 = 10;

/// Start a match against the house without an account.
pub(crate) fn practice(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    refs: &mut InFlight,
    limiter: &mut Limiter,
    address: Subnet,
    input: &Practice,
) -> HandlerResult {
    let Practice { kind, client_ref, client_seed, .. } = input;
    let level = input.level();
    let named_level = level.map(|level| level.number().to_string());
    // Stored fingerprints have neither.
    let added = named_level.as_deref().into_iter().chain(client_seed.as_deref());
    let request: Vec<&str> = [kind.as_str()].into_iter().chain(added).collect();
    let reference = Reference::new("practice", "", client_ref, &request);
    let plan = Plan::new(tx.config.games, kind, None, PRACTICE_STAKE)?;
    if let Some(row) = refs.recall(tx, &reference)?
        && let RefResult::Practice(table) = row.made
    {
        return Ok(guest_seat(keys, table, row.at).replayed().into());
    }
    let mut plan = plan.for_practice(level)?;
    plan.brought = Brought::of(Some(client_ref), client_seed.as_deref());
    make_room_to_practise(tx, limiter, address)?;
    let table = open::make_table(tx, Player::Guest, &plan);
    refs.remember(tx, &reference, RefResult::Practice(table));
    limiter.practised(address, table);
    Ok(guest_seat(keys, table, tx.now).into())
}

/// Make room for another practice table within the address's quotas. If it has too many active ones, the oldest that
/// have been idle for a while are conceded, as many as needed.
fn make_room_to_practise(tx: &mut Transaction<'_>, limiter: &mut Limiter, address: Subnet) -> Result<(), Quota> {
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

/// The credential of a guest's seat. It is the same for the same table and time.
fn guest_seat(keys: &ServerKeys, table: TableId, issued_at: Millis) -> Replied {
    let expires_at = issued_at.plus_s(PRACTICE_S);
    let token = keys.token(&Claims::Seat { table, seat: Seat(0), grant: None, expires_at });
    let answer = GuestPracticeResponse {
        table_id: table,
        access_token: token.reveal().to_owned(),
        token_type: TokenType::Bearer,
        expires_at,
    };
    Replied {
        issued: Some(Issued::Seat { token, table, lasts_s: PRACTICE_S }),
        ..Replied::plain(Answer::Practice(answer))
    }
}
