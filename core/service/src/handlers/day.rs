//! The start of a UTC day: its challenge is drawn, and counts of earlier days are forgotten.

use super::chips::ledger;
use super::fairness;
use super::tables::retention::ChatSearch;
use super::tables::{daily, retention};
use crate::ids::AccountId;
use crate::limits::Limiter;
use crate::pending::Queries;
use crate::record::Key;
use crate::state::{Table, Transaction, week_of};
use crate::time::Day;
use crate::timers::{Timer, Timers};

/// A day starts: draw its challenge, refill members below the floor, forget the day before yesterday.
pub(crate) fn day_turns(
    tx: &mut Transaction<'_>,
    limiter: &mut Limiter,
    queries: &mut Queries,
    search: &mut ChatSearch,
    agenda: &mut Timers,
) {
    let today = daily::today(tx);
    fairness::wake(tx, agenda, tx.now);
    let bound = tx.config.bounds.swept;
    if ledger::refill_some(tx, bound)
        || forget_some(tx, Day(today.0.saturating_sub(1)), bound)
        || forget_tables_made(tx, bound)
        || forget_agent_days(tx, bound)
        || forget_counts(tx, bound)
    {
        // The rest follows in a moment, so that other commands can run in between.
        agenda.set(tx.now.plus_ms(1), Timer::DayTurns);
        return;
    }
    agenda.set(today.next().start(), Timer::DayTurns);
    retention::find_old_practice(tx, queries);
    retention::find_old_chats(tx, queries, search);
    limiter.forget_practice(|table| tx.table(table).is_some_and(Table::is_active));
}

/// Forget days before one with their attempts, handles that can be taken again, and the house's losses on earlier days,
/// at most `bound` of each. Returns whether there may be more.
fn forget_some(tx: &mut Transaction<'_>, day: Day, bound: usize) -> bool {
    let tries = tx.days.tries_before(day, bound);
    for (day, account) in &tries {
        tx.remove(Key::DailyTry(*day, *account));
    }
    let free = tx.freed.iter().filter(|(_, row)| row.free_at <= tx.now).map(|(hash, _)| *hash);
    let free: Vec<[u8; 32]> = free.take(bound).collect();
    for hash in &free {
        tx.remove(Key::Freed(*hash));
    }
    let lost = tx.house_losses.before(tx.now.day(), bound);
    for (day, member) in &lost {
        tx.remove(Key::HouseLoss(*day, *member));
    }
    if tries.len() == bound || free.len() == bound || lost.len() == bound {
        return true;
    }
    for day in tx.days.before(day) {
        tx.remove(Key::Daily(day));
    }
    false
}

/// Forget the counts of created tables of earlier days, at most `bound`. Returns whether there may be more.
fn forget_tables_made(tx: &mut Transaction<'_>, bound: usize) -> bool {
    let before = tx.tables_made.range(..(tx.now.day(), AccountId(0))).map(|(key, _)| *key);
    let old: Vec<(Day, AccountId)> = before.take(bound).collect();
    for (day, account) in &old {
        tx.remove(Key::TablesMade(*day, *account));
    }
    old.len() == bound
}

/// Forget calls of the model and losses to challengers of earlier days, at most `bound` of each. Returns whether there
/// may be more.
fn forget_agent_days(tx: &mut Transaction<'_>, bound: usize) -> bool {
    let today = tx.now.day();
    let (used, lost) = (tx.agent_days.uses_before(today, bound), tx.agent_days.losses_before(today, bound));
    for (day, account) in &used {
        tx.remove(Key::ModelUse(*day, *account));
    }
    for (day, account) in &lost {
        tx.remove(Key::AgentLoss(*day, *account));
    }
    used.len() == bound || lost.len() == bound
}

/// Forget counts of rated tables of earlier days, and results of earlier weeks, at most `bound` of each. Returns whether
/// there may be more.
fn forget_counts(tx: &mut Transaction<'_>, bound: usize) -> bool {
    let today = tx.now.day();
    let (pairs, results) = (tx.ratings.pairs_before(today, bound), tx.weeks.before(week_of(today), bound));
    let full = pairs.len() == bound || results.len() == bound;
    for (day, game_id, one, other) in pairs {
        tx.remove(Key::PairTables(day, game_id, one, other));
    }
    for (week, account) in results {
        tx.remove(Key::WeekNet(week, account));
    }
    full
}
