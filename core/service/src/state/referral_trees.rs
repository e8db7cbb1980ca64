//! Referral trees. A member who joined with an operator's invitation is the root of a tree, and those who joined with a
//! referral code belong to the tree of their referrer. Rows name only the referrer; the roots follow from that.

use crate::ids::AccountId;
use std::collections::BTreeMap;

/// The trees of more than one account.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct ReferralTrees {
    /// The roots of members who joined with a referral code.
    roots: BTreeMap<AccountId, AccountId>,
    /// Accounts by root, the root and the erased included.
    sizes: BTreeMap<AccountId, u32>,
}

impl ReferralTrees {
    /// Build all trees from the referrers. A start walks each path once.
    pub(super) fn of_all(referrers: BTreeMap<AccountId, AccountId>) -> Self {
        let mut roots = BTreeMap::new();
        for id in referrers.keys() {
            let (mut path, mut at) = (Vec::new(), *id);
            let root = loop {
                if let Some(root) = roots.get(&at) {
                    break *root;
                }
                // A root has no referrer, or its row was lost. A path in a cycle, which no program writes, also ends.
                let Some(referrer) = referrers.get(&at).filter(|_| path.len() <= referrers.len()) else { break at };
                path.push(at);
                at = *referrer;
            };
            roots.extend(path.into_iter().map(|member| (member, root)));
        }
        let mut sizes = BTreeMap::new();
        for root in roots.values() {
            *sizes.entry(*root).or_insert(1) += 1;
        }
        Self { roots, sizes }
    }

    /// Add a new account.
    pub(super) fn add(&mut self, id: AccountId, referrer: Option<AccountId>) {
        if let Some(referrer) = referrer {
            let root = self.root_of(referrer);
            self.roots.insert(id, root);
            *self.sizes.entry(root).or_insert(1) += 1;
        }
    }

    /// The root of an account's tree: itself, if it did not join with a referral code.
    pub(crate) fn root_of(&self, id: AccountId) -> AccountId {
        self.roots.get(&id).copied().unwrap_or(id)
    }

    /// The number of accounts in the tree of an account, the root and the erased included.
    pub(crate) fn size_of(&self, id: AccountId) -> u32 {
        self.sizes.get(&self.root_of(id)).copied().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(referrals: &[(u128, u128)]) -> ReferralTrees {
        ReferralTrees::of_all(referrals.iter().map(|(id, by)| (AccountId(*id), AccountId(*by))).collect())
    }

    #[test]
    fn a_start_finds_the_same_roots_as_the_joins() {
        // Ids are not in the order of joining.
        let referrals = [(9, 1), (3, 9), (5, 3), (2, 1), (8, 7)];
        let mut grown = ReferralTrees::default();
        for (id, by) in referrals {
            grown.add(AccountId(id), Some(AccountId(by)));
        }
        grown.add(AccountId(6), None);
        assert_eq!(tree(&referrals), grown);
        assert_eq!(grown.root_of(AccountId(5)), AccountId(1));
        assert_eq!([1, 5, 7, 6].map(|id| grown.size_of(AccountId(id))), [5, 5, 2, 1]);
    }

    #[test]
    fn a_long_chain_is_walked_once() {
        let chain: Vec<(u128, u128)> = (1..200_000).map(|id| (id, id + 1)).collect();
        assert_eq!(tree(&chain).size_of(AccountId(77)), 200_000);
    }

    #[test]
    fn a_cycle_of_referrers_ends() {
        let trees = tree(&[(1, 2), (2, 3), (3, 1)]);
        assert_eq!(trees.root_of(AccountId(1)), trees.root_of(AccountId(2)));
    }
}
