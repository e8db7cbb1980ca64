//! Numbers for whoever looks after the service: counts and sums alone, nothing of anybody.

use crate::record::Status;

/// How things are at one moment.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Accounts that were ever made, the erased among them.
    pub accounts: u64,
    /// Agents.
    pub agents: u64,
    /// Parties.
    pub parties: u64,
    /// Grants of seats that are kept.
    pub grants: u64,
    /// Duels that run.
    pub duels: u64,
    /// Tables in memory.
    pub tables: TableCounts,
    /// Long-polls that wait.
    pub polls: u64,
    /// Deadlines that have passed and were not seen to.
    pub overdue: u64,
    /// Reads of storage that were asked for and are not back.
    pub queries: u64,
    /// Calls to the outside that were asked for and are not back.
    pub calls: u64,
    /// Where the chips are.
    pub chips: Chips,
}

/// Tables by their status.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TableCounts {
    /// For members to sit down.
    pub waiting: u64,
    /// Under way.
    pub playing: u64,
    /// Over and paid, a few minutes ago at most.
    pub settled: u64,
    /// Ended before they began, or by the operator.
    pub cancelled: u64,
}

impl TableCounts {
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

/// Sums of chips by who holds them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chips {
    /// All that were ever granted and not taken back.
    pub granted: i64,
    /// In members' hands.
    pub members: i64,
    /// The house's; it may be in debt.
    pub house: i64,
    /// Held for tables and for duels, as the books say.
    pub held: i64,
    /// The same, as tables and duels say themselves.
    pub staked: i64,
}

impl Chips {
    /// How many chips more there are than were granted: 0, or chips have come from nowhere or gone there.
    pub const fn surplus(&self) -> i64 {
        self.members + self.house + self.held - self.granted
    }

    /// How many chips more are held than tables and duels know of: 0, or some belong to nobody.
    pub const fn unclaimed(&self) -> i64 {
        self.held - self.staked
    }
}
