//! What happened in a run: how often each fault fired, each operation was done and each invariant's premise was true. A run
//! in which something never happened proves nothing about it.

use crate::grid::{Cell, Grid};
use std::collections::BTreeMap;

/// Counters by name.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts(BTreeMap<&'static str, u64>);

impl Counts {
    /// It happened.
    pub fn hit(&mut self, what: &'static str) {
        self.add(what, 1);
    }

    /// It happened so often.
    pub fn add(&mut self, what: &'static str, times: u64) {
        *self.0.entry(what).or_default() += times;
    }

    /// A combination happened. What the grid does not have is not counted.
    pub(crate) fn hit_cell(&mut self, grid: &'static Grid, name: &str) -> Option<Cell> {
        let (name, cell) = grid.find(name)?;
        self.hit(name);
        Some(cell)
    }

    /// How often it happened.
    pub fn get(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    /// All that happened, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(what, times)| (*what, *times))
    }

    /// Take in the counts of another run.
    pub fn merge(&mut self, other: &Self) {
        for (what, times) in other.iter() {
            self.add(what, times);
        }
    }
}

/// What should happen in any run of some hundred seeds; what did not is reported.
pub const EXPECTED: &[&str] = &[
    "act: recover",
    "act: remove-message",
    "act: remove-message of an archive",
    "premise: archived tables searched",
    "premise: a decision of a policy compared",
    "premise: a duel ended",
    "premise: a duel ended before its last leg",
    "premise: an agent fell back in a duel",
    "premise: a replay was sealed for its twin",
    "premise: somebody waits for a duel",
    "premise: two owners had just duelled",
    "premise: a rejected challenge counted",
    "premise: the model's calls were used up",
    "premise: the endpoint did not serve a leg",
    "premise: an agent has beaten an owner",
    "premise: agents lost chips to challengers",
    "fault: a peer hung up",
    "fault: clean restart",
    "fault: restart with other settings",
    "fault: a read of cold rows failed",
    "fault: a sync took seconds",
    "fault: clock set back",
    "fault: clock set forward",
    "fault: a call failed",
    "fault: a call was refused",
    "fault: a subscription was gone",
    "fault: an answer came twice",
    "fault: an answer that no such call has",
    "fault: an answer to no call",
    "fault: power lost after the replies",
    "fault: power lost after the sync",
    "fault: power lost at a write",
    "fault: power lost before the write",
    "fault: process killed",
    "fault: the disk is nearly full",
    "premise: a board with several ends",
    "premise: a match without a service",
    "premise: a process with buffered writes died",
    "premise: other limits while the service ran",
    "premise: the erased were looked for",
    "premise: a credential that has ended was used",
    "premise: a cursor from the future",
    "premise: a day turned",
    "premise: a game went on while the disk was nearly full",
    "premise: a grant ended as its owner signed out",
    "premise: a grant that waits compared",
    "premise: a guest found a place to wait",
    "premise: a history page with a tie",
    "premise: a member's card compared",
    "premise: a member was notified of their turn",
    "premise: a member was reminded of their turn",
    "premise: a browser was gone",
    "premise: a push service asked for time",
    "premise: a move was taken",
    "premise: a pending long-poll got its view",
    "premise: a party opened a table",
    "premise: a party went quiet",
    "premise: idle practice made room for another",
    "premise: the chat of an archived table was dropped",
    "premise: a party with tables compared",
    "premise: a party's table was settled",
    "premise: a pause",
    "premise: a player's view compared",
    "premise: a poll ended as its seat was delegated",
    "premise: a poll of a party read what was new",
    "premise: a long-poll was pending",
    "premise: a practice table was asked for after its time",
    "premise: a quota of practice was free again",
    "premise: a quota of tables was free again",
    "premise: a referral reward",
    "premise: an established member's code admitted a member",
    "premise: a referral code of a member who is not established",
    "premise: a referral code of a full tree",
    "premise: what kin won from each other did not count",
    "premise: what established kin won from each other counted",
    "premise: kin and others won from each other",
    "premise: a duel of kin did not count",
    "premise: a refill",
    "premise: a reign",
    "premise: a replay was verified",
    "premise: a request that waited ended with its credential",
    "premise: a request was refused",
    "premise: a request met rows that do not read",
    "premise: a request with an idempotency key was repeated",
    "premise: a sealed replay",
    "premise: a round was full",
    "premise: a seed was revealed",
    "premise: a server key was added",
    "premise: a spectator's view compared",
    "premise: a table that holds nothing any more",
    "premise: a test account that is not on the leaderboard",
    "premise: a table of the day ended with its day",
    "premise: a tie on the leaderboard",
    "premise: a waiting table's view compared",
    "premise: a poll's time ended while the disk synced",
    "premise: something came due while the disk synced",
    "premise: acknowledged facts looked for",
    "premise: all places were taken",
    "premise: an archive of practice was dropped",
    "premise: an archived table's view compared",
    "premise: an end card compared",
    "premise: an invitation compared",
    "premise: an erasure went on in another step",
    "premise: an idempotency key used for something else",
    "premise: facts looked for after a restart",
    "premise: the follower went on after a crash",
    "premise: listed tables compared",
    "premise: party messages compared",
    "premise: ranks compared",
    "premise: rows of duels compared",
    "premise: rows of histories compared",
    "premise: rows of ledgers compared",
    "premise: several members played the house",
    "premise: somebody who has paused tried to stake",
    "premise: something new was wanted of a disk that is nearly full",
    "premise: somebody was greeted",
    "premise: a caller got a time to retry",
    "premise: stakes back after a decline",
    "premise: stakes back after a withdrawal",
    "premise: stakes back after an erasure",
    "premise: stakes back from a table that waited in vain",
    "premise: the core's own search did not read",
    "premise: the day's quota of practice was used up",
    "premise: the day's quota of tables was used up",
    "premise: the guests' half of the places was taken",
    "premise: the house's limit was enough",
    "premise: the house's limit was too small",
    "premise: the quota of browsers was used up",
    "premise: the quota of long-polls was used up",
    "premise: the quota of parties was used up",
    "premise: the quota of practice was used up",
    "premise: the quota of tables was used up",
    "premise: the rate of credentials was used up",
    "premise: the rate of moves was used up",
    "premise: the rate of requests was used up",
    "premise: the quota of failed logins was used up",
    "premise: the quota of duels was used up",
    "premise: the last place of the quota of tables",
    "premise: the last place of the day's quota of tables",
    "premise: the last place of the quota of browsers",
    "premise: the last place of the quota of parties",
    "premise: the last place of the quota of practice",
    "premise: the last place of the day's quota of practice",
    "premise: the last place of the quota of long-polls",
    "premise: the last of all places was taken",
    "premise: the last duel of an hour",
    "premise: the last self-check of an hour",
    "premise: the last of a window of credentials",
    "premise: the last of a window of moves",
    "premise: the last of a window of requests",
    "premise: the right code at the last try",
    "premise: the whole looked at",
    "premise: tries on a board compared",
    "premise: under the floor on a day that had its refill",
    "replies: granted",
    "replies: refused",
];
