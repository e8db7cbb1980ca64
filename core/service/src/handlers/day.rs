//! The turn of a UTC day: its deal is drawn, and what counted for former days is forgotten.

use super::chips::ledger;
use super::tables::retention::ChatSearch;
use super::tables::{daily, retention};
use crate::ids::AccountId;
use crate::limits::Limiter;
use crate::pending::Queries;
use crate::record::Key;
use crate::state::{Table, Transaction};
use crate::time::Day;
use crate::timers::{Timer, Timers};

/// A day begins: its deal is drawn, members under the floor are refilled, the day before yesterday is forgotten.
pub(crate) fn day_turns(
    tx: &mut Transaction<'_>,
    limiter: &mut Limiter,
    queries: &mut Queries,
    search: &mut ChatSearch,
    agenda: &mut Timers,
) {
    let today = daily::today(tx);
    let bound = tx.config.bounds.swept;
    if ledger::refill_some(tx, bound)
        || forget_some(tx, Day(today.0.saturating_sub(1)), bound)
        || forget_tables_made(tx, bound)
        || forget_agent_days(tx, bound)
    {
        // In a moment: others are to have their turn meanwhile.
        agenda.set(tx.now.plus_ms(1), Timer::DayTurns);
        return;
    }
    agenda.set(today.next().start(), Timer::DayTurns);
    retention::find_old_practice(tx, queries);
    retention::find_old_chats(tx, queries, search);
    limiter.forget_practice(|table| tx.table(table).is_some_and(Table::is_playing));
}

/// Forget the days before one, and whom they were played by, handles that were kept free long enough, and what the
/// house lost on former days, at most `bound` of each; whether there may be more.
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

/// Forget how many tables were made before today, of at most `bound` members; whether there may be more.
fn forget_tables_made(tx: &mut Transaction<'_>, bound: usize) -> bool {
    let before = tx.tables_made.range(..(tx.now.day(), AccountId(0))).map(|(key, _)| *key);
    let old: Vec<(Day, AccountId)> = before.take(bound).collect();
    for (day, account) in &old {
        tx.remove(Key::TablesMade(*day, *account));
    }
    old.len() == bound
}

/// Forget the model's calls and the losses to challengers before today, at most `bound` of each; whether there may be
/// more.
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
