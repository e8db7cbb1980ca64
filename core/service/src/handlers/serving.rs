//! The start of serving, and the signs of life from which the next process knows how long nothing was served.

use crate::record::{Key, Record};
use crate::state::{MAX_OUTAGES, SHORT_MS, Transaction};
use crate::time::Millis;
use crate::timers::{Timer, Timers};

/// Signs of life are so much rarer while no live table is played.
const RARER: u64 = 60;

/// This core begins to serve: note the time since the newest batch before, at `from`, if something has waited for a time
/// meanwhile. All deadlines follow from this record.
pub(crate) fn begin(tx: &mut Transaction<'_>, from: Millis) {
    let until = tx.now;
    if until.since(from) <= SHORT_MS || !something_waits(tx) || tx.outages.len() >= MAX_OUTAGES {
        return;
    }
    let tables = tx.tables.iter().map(|(_, table)| table.row.created_at);
    let oldest = tables.chain(tx.duels.running_since()).min().unwrap_or(until);
    for past in tx.outages.before(oldest).collect::<Vec<_>>() {
        tx.remove(Key::Outage(past));
    }
    tx.put(Record::Outage(until, from));
}

fn something_waits(tx: &Transaction<'_>) -> bool {
    tx.tables.counts().active() > 0 || tx.duels.running() > 0
}

/// While something waits for a time, write at least the time: a batch now and then.
pub(crate) fn sign_of_life(tx: &mut Transaction<'_>, agenda: &mut Timers) {
    let every_ms = tx.config.bounds.sign_of_life_ms;
    let every_ms = if tx.tables.live() > 0 { every_ms } else { every_ms * RARER };
    if something_waits(tx) && tx.now.since(tx.latest) >= every_ms {
        tx.touch();
    }
    agenda.set(tx.now.plus_ms(tx.config.bounds.sign_of_life_ms), Timer::SignOfLife);
}
