//! Numbers for monitoring: counts and sums only, no personal data.

use crate::record::Status;

/// The state of the service at one moment.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Accounts that were ever created, the erased included.
    pub accounts: u64,
    pub agents: u64,
    pub parties: u64,
    /// Grants of seats that are kept.
    pub grants: u64,
    /// Running duels.
    pub duels: u64,
    /// Tables in memory.
    pub tables: TableCounts,
    /// Pending long-polls and open streams.
    pub polls: u64,
    /// Deadlines that have passed and are not yet handled.
    pub overdue: u64,
    /// Storage queries without a result yet.
    pub queries: u64,
    /// Outbound calls without a result yet.
    pub calls: u64,
    /// The distribution of chips.
    pub chips: Chips,
}

/// Tables by their status.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TableCounts {
    /// Waiting for members.
    pub waiting: u64,
    /// Being played.
    pub playing: u64,
    /// Settled, and still in memory.
    pub settled: u64,
    /// Cancelled, or voided by an operator.
    pub cancelled: u64,
}

impl TableCounts {
    /// Waiting or being played.
    pub(crate) const fn active(&self) -> u64 {
        self.waiting + self.playing
    }

    /// The count that a table of this status is in.
    pub(crate) const fn of(&mut self, status: &Status) -> &mut u64 {
        match status {
            Status::Waiting { .. } => &mut self.waiting,
            Status::Playing { .. } => &mut self.playing,
            Status::Settled { .. } => &mut self.settled,
            Status::Cancelled { .. } | Status::Voided { .. } => &mut self.cancelled,
        }
    }
}

/// Sums of chips by holder.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chips {
    /// Granted, less what was taken back.
    pub granted: i64,
    /// Held by members.
    pub members: i64,
    /// The house's balance, which may be negative.
    pub house: i64,
    /// Held for tables and duels, according to the ledger.
    pub held: i64,
    /// The same, according to the tables and duels.
    pub staked: i64,
}

impl Chips {
    /// Chips in excess of those granted. Anything but 0 means that chips were created or lost.
    pub const fn surplus(&self) -> i64 {
        self.members + self.house + self.held - self.granted
    }

    /// Held chips in excess of what tables and duels know of. Anything but 0 means that chips have no owner.
    pub const fn unclaimed(&self) -> i64 {
        self.held - self.staked
    }
}
