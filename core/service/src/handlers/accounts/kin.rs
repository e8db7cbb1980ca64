//! Accounts of one tree, and their results against each other. A tree of chips is all that one invitation of the operator
//! admitted, with their referral trees.
//!
//! A person with many accounts could let all of them lose to one. Therefore results between two accounts of one tree
//! count on the leaderboard, in the records of agents and for referral rewards only if both were established when the
//! table was settled. The chips are paid in any case.
//!
//! At a table with several seats it is not known which seat won a chip from which. A seat that won counts as having won
//! from each losing seat in proportion to its loss; a seat that lost counts as having lost to each winner in the same
//! way. The part of its net counts that is against seats whose results count for it. Fractions of a chip are rounded
//! against it.

use super::referral;
use crate::games::Seat;
use crate::ids::AccountId;
use crate::record::{Player, Record, TableRow, UncountedSeatRow};
use crate::state::Transaction;

/// Whether the result between two players counts.
pub(crate) fn counts_between(tx: &Transaction<'_>, one: Player, other: Player) -> bool {
    let (Some(one), Some(other)) = (one.member(), other.member()) else { return true };
    let kin = one != other && tx.accounts.are_kin(one, other);
    !kin || [one, other].into_iter().all(|account| tx.is_established(account, tx.now))
}

/// The part of a table's results that does not count, for each seat that has such a part.
pub(crate) fn uncounted(tx: &Transaction<'_>, row: &TableRow, scores: &[i64], nets: &[i64]) -> Vec<UncountedSeatRow> {
    let seat = |at: usize| {
        let counts = |other: usize| other == at || counts_between(tx, row.players[at], row.players[other]);
        let all_count = (0..row.players.len()).all(counts);
        let chips = || nets[at] - counted_part(nets[at], scores[at], scores, counts);
        (!all_count).then(|| UncountedSeatRow { seat: Seat::at(at), chips: chips() })
    };
    (0..row.players.len()).filter_map(seat).collect()
}

/// Note that a settled table does not count for the reward of this member's referrer. Without a referrer, or after the
/// reward, nothing is noted.
pub(crate) fn note_kin_table(tx: &mut Transaction<'_>, account: AccountId) {
    if tx.accounts.known(account).row.referrer.is_some() && !referral::is_past_reward(tx, account) {
        let tables = tx.kin_tables.get(&account).copied().unwrap_or_default();
        tx.put(Record::KinTables(account, tables + 1));
    }
}

/// The part of a seat's net that counts: the share of the seats that count among those it won from or lost to.
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
    fn counts_the_share_of_the_seats_that_count() {
        let scores = [30, -10, -20, 0];
        let part =
            |at: usize, counting: &[usize]| counted_part(scores[at], scores[at], &scores, |o| counting.contains(&o));
        assert_eq!(part(0, &[1, 2]), 30);
        assert_eq!(part(0, &[1]), 10);
        assert_eq!(part(0, &[]), 0);
        // The losers have lost to the only winner.
        assert_eq!((part(1, &[0]), part(1, &[2])), (-10, 0));
        assert_eq!(part(3, &[]), 0);
    }

    #[test]
    fn rounds_a_fraction_against_the_seat() {
        let scores = [2, 1, -1, -2];
        assert_eq!(counted_part(2, 2, &scores, |other| other == 2), 0);
        assert_eq!(counted_part(-1, -1, &scores, |other| other == 1), -1);
        // After rake, a share of the rest.
        assert_eq!(counted_part(9, 10, &[10, -5, -5], |other| other == 1), 4);
    }

    #[test]
    fn a_loss_without_a_winner_counts() {
        assert_eq!(counted_part(-5, -5, &[-5, 0], |_| false), -5);
    }
}
