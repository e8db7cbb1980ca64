//! Whether two players' results count for each other.

use crate::config::reached;
use crate::games::Seat;
use crate::ids::AccountId;
use crate::record::RatedPlayer;
use crate::state::Transaction;

/// A seat whose player has a rating.
#[derive(Clone, Copy)]
pub(super) struct RatedSeat {
    pub(super) seat: Seat,
    pub(super) player: RatedPlayer,
    /// The member, or the owner of the agent.
    pub(super) owner: AccountId,
}

/// Whether the results of two seats count for each other in a game.
pub(super) fn count_for_each_other(tx: &Transaction<'_>, game_id: &str, one: &RatedSeat, other: &RatedSeat) -> bool {
    count_between(tx, game_id, [one.owner, other.owner])
}

/// Whether the results of two owners count for each other in a game.
pub(super) fn count_between(tx: &Transaction<'_>, game_id: &str, pair: [AccountId; 2]) -> bool {
    are_apart(tx, pair) && !is_limit_reached(tx, game_id, pair)
}

/// Whether a person could not have made both accounts to gain by one of them: they have two owners, are no test accounts,
/// and belong to two referral trees or are both established.
fn are_apart(tx: &Transaction<'_>, [one, other]: [AccountId; 2]) -> bool {
    let trees = tx.accounts.trees();
    let is_established = |id: AccountId| tx.is_established(id, tx.now);
    one != other
        && ![one, other].into_iter().any(|id| tx.accounts.is_test(id))
        && (trees.root_of(one) != trees.root_of(other) || [one, other].into_iter().all(is_established))
}

/// Whether two owners have had all their rated tables of the day in a game.
fn is_limit_reached(tx: &Transaction<'_>, game_id: &str, pair: [AccountId; 2]) -> bool {
    reached(tx.ratings.tables_of_pair(tx.now.day(), game_id, pair), tx.config.ratings.pair_per_day)
}
