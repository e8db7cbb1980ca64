//! Blocks between members.

use crate::ids::AccountId;
use crate::time::Millis;
use std::collections::{BTreeMap, BTreeSet};

/// Which member blocks which.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct MemberBlocks {
    /// By the blocking member, then by the blocked one, with the time of the block.
    since: BTreeMap<(AccountId, AccountId), Millis>,
    /// The same pairs by the blocked member.
    by_blocked: BTreeSet<(AccountId, AccountId)>,
}

impl MemberBlocks {
    pub(super) fn put(&mut self, by: AccountId, blocked: AccountId, since: Millis) {
        self.since.insert((by, blocked), since);
        self.by_blocked.insert((blocked, by));
    }

    pub(super) fn remove(&mut self, by: AccountId, blocked: AccountId) {
        self.since.remove(&(by, blocked));
        self.by_blocked.remove(&(blocked, by));
    }

    /// Whether the first member blocks the second.
    pub(crate) fn holds(&self, by: AccountId, blocked: AccountId) -> bool {
        self.since.contains_key(&(by, blocked))
    }

    /// Whether one of two members blocks the other.
    pub(crate) fn is_between(&self, one: AccountId, other: AccountId) -> bool {
        self.holds(one, other) || self.holds(other, one)
    }

    /// The members whom a member blocks, and since when.
    pub(crate) fn of(&self, by: AccountId) -> impl Iterator<Item = (AccountId, Millis)> {
        let own = self.since.range((by, AccountId(0))..=(by, AccountId(u128::MAX)));
        own.map(|((_, blocked), since)| (*blocked, *since))
    }

    /// The pairs, blocking member first, in which a member is one of the two.
    pub(crate) fn concerning(&self, member: AccountId) -> impl Iterator<Item = (AccountId, AccountId)> {
        let by_others = self.by_blocked.range((member, AccountId(0))..=(member, AccountId(u128::MAX)));
        let own = self.of(member).map(move |(blocked, _)| (member, blocked));
        own.chain(by_others.map(|(blocked, by)| (*by, *blocked)))
    }

    /// The members who block or are blocked, some of them several times.
    pub(crate) fn members(&self) -> impl Iterator<Item = AccountId> {
        self.since.keys().flat_map(|(by, blocked)| [*by, *blocked])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: AccountId = AccountId(1);
    const BOB: AccountId = AccountId(2);
    const CYN: AccountId = AccountId(3);

    #[test]
    fn finds_the_blocks_of_both_sides() {
        let mut blocks = MemberBlocks::default();
        blocks.put(ADA, BOB, Millis(7));
        blocks.put(CYN, ADA, Millis(8));
        assert!(blocks.holds(ADA, BOB) && !blocks.holds(BOB, ADA));
        assert!(blocks.is_between(BOB, ADA) && !blocks.is_between(BOB, CYN));
        assert_eq!(blocks.of(ADA).collect::<Vec<_>>(), [(BOB, Millis(7))]);
        assert_eq!(blocks.concerning(ADA).collect::<Vec<_>>(), [(ADA, BOB), (CYN, ADA)]);
        blocks.remove(ADA, BOB);
        blocks.remove(CYN, ADA);
        assert_eq!(blocks, MemberBlocks::default());
    }
}
