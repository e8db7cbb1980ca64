//! Accounts of one referral tree, and what they win from each other.
//!
//! A person with many accounts could let all of them lose to one. Therefore what two accounts of one tree win from each other counts on
//! the leaderboard, in the records of agents and for referral rewards only if both were established when the table was
//! settled. Chips move all the same.
//!
//! At a table of several seats it is not known which seat won a chip from which. A seat that won is taken to have won from each seat
//! that lost, in proportion to what that seat lost, and a seat that lost to have lost to each winner in the same way. Of
//! its net counts the part that is against seats whose results count for it; a fraction of a chip is to its disadvantage.

use crate::games::Seat;
use crate::ids::AccountId;
use crate::record::{LedgerAccount, Player, Record, TableRow, UncountedSeatRow};
use crate::state::HotState;
use crate::step::Step;
use crate::time::Millis;

const DAY_S: u64 = 86_400;

impl HotState {
    /// Whether a member has played and stayed long enough for a referral code, and for what is won within the tree.
    pub(crate) fn is_established(&self, account: AccountId, now: Millis) -> bool {
        self.tables_to_establish(account) == 0 && self.established_from(account) <= now
    }

    /// Settled tables that a member still needs for that.
    pub(crate) fn tables_to_establish(&self, account: AccountId) -> u32 {
        let settled = self.ledger.get(LedgerAccount::Member(account)).settled_tables;
        self.config.economy.established_tables.saturating_sub(settled)
    }

    /// From when a member has stayed long enough for that.
    pub(crate) fn established_from(&self, account: AccountId) -> Millis {
        let days = u64::from(self.config.economy.established_days);
        self.accounts.known(account).row.joined_at.plus_s(days * DAY_S)
    }

    /// How many accounts a member's referral tree has room for; nothing if it has no bound.
    pub(crate) fn tree_left(&self, account: AccountId) -> Option<u32> {
        let bound = self.config.economy.referral_tree;
        (bound != 0).then(|| bound.saturating_sub(self.accounts.trees().size_of(account)))
    }
}

impl Step<'_> {
    /// Whether what two players win from each other counts.
    pub(crate) fn counts_between(&self, one: Player, other: Player) -> bool {
        let (Some(one), Some(other)) = (one.member(), other.member()) else { return true };
        let trees = self.state.accounts.trees();
        let kin = one != other && trees.root_of(one) == trees.root_of(other);
        !kin || [one, other].into_iter().all(|account| self.state.is_established(account, self.now))
    }

    /// What of a table that is being settled does not count, by the seats that another seat's result does not count for.
    pub(crate) fn uncounted(&self, row: &TableRow, scores: &[i64], nets: &[i64]) -> Vec<UncountedSeatRow> {
        let seat = |at: usize| {
            let counts = |other: usize| other == at || self.counts_between(row.players[at], row.players[other]);
            let all_count = (0..row.players.len()).all(counts);
            let chips = || nets[at] - counted_part(nets[at], scores[at], scores, counts);
            (!all_count).then(|| UncountedSeatRow { seat: Seat::at(at), chips: chips() })
        };
        (0..row.players.len()).filter_map(seat).collect()
    }

    /// A table was settled that counts for no referral reward of this member's referrer. Once the reward has come, or where
    /// there is no referrer, that is not noted.
    pub(crate) fn note_kin_table(&mut self, account: AccountId) {
        if self.state.accounts.known(account).row.referrer.is_some() && !self.is_past_reward(account) {
            let tables = self.state.kin_tables.get(&account).copied().unwrap_or_default();
            self.put(Record::KinTables(account, tables + 1));
        }
    }
}

/// The part of a seat's net that counts: the share of those seats which count among all that it won from, or lost to.
fn counted_part(net: i64, score: i64, scores: &[i64], counts: impl Fn(usize) -> bool) -> i64 {
    let against = |of: &dyn Fn(usize) -> bool| -> i128 {
        let others = scores.iter().enumerate().filter(|(at, other)| other.signum() == -score.signum() && of(*at));
        others.map(|(_, other)| i128::from(other.abs())).sum()
    };
    let all = against(&|_| true);
    if all == 0 {
        return net;
    }
    let part = (i128::from(net) * against(&counts)).div_euclid(all);
    i64::try_from(part).expect("a part of a net is no more than it")
}

#[cfg(test)]
mod tests {
    use super::counted_part;

    #[test]
    fn a_share_is_what_those_lost_who_count() {
        let scores = [30, -10, -20, 0];
        let part =
            |at: usize, counting: &[usize]| counted_part(scores[at], scores[at], &scores, |o| counting.contains(&o));
        assert_eq!(part(0, &[1, 2]), 30);
        assert_eq!(part(0, &[1]), 10);
        assert_eq!(part(0, &[]), 0);
        // Those who lost have lost to the one winner.
        assert_eq!((part(1, &[0]), part(1, &[2])), (-10, 0));
        assert_eq!(part(3, &[]), 0);
    }

    #[test]
    fn a_fraction_is_to_the_disadvantage_of_the_seat() {
        let scores = [2, 1, -1, -2];
        assert_eq!(counted_part(2, 2, &scores, |other| other == 2), 0);
        assert_eq!(counted_part(-1, -1, &scores, |other| other == 1), -1);
        // After rake, a share of what is left.
        assert_eq!(counted_part(9, 10, &[10, -5, -5], |other| other == 1), 4);
    }

    #[test]
    fn a_loss_without_a_winner_counts() {
        assert_eq!(counted_part(-5, -5, &[-5, 0], |_| false), -5);
    }
}
