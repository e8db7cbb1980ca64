//! The members in memory, with their personal texts in plain text, found by id or handle.

use super::referral_trees::ReferralTrees;
use crate::ids::AccountId;
use crate::personal::Vault;
use crate::record::AccountRow;
use crate::secret::sha256;
use std::collections::{BTreeMap, BTreeSet};

/// One member.
#[derive(PartialEq, Debug)]
pub(crate) struct Account {
    /// As stored.
    pub(crate) row: AccountRow,
    /// The handle, in plain text.
    pub(crate) handle: String,
    /// The bio, in plain text.
    pub(crate) bio: Option<String>,
    /// The picture's URI, in plain text.
    pub(crate) avatar_url: Option<String>,
}

impl Account {
    /// Whether it was erased.
    pub(crate) const fn is_erased(&self) -> bool {
        self.row.slot.is_none()
    }
}

/// All members. The index has every handle, those of erased accounts included.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Accounts {
    /// Boxed, because a tree that is filled in order leaves half of its slots empty.
    rows: BTreeMap<AccountId, Box<Account>>,
    /// By the hash of the handle, so that the index of a million members fits into caches.
    by_handle: BTreeSet<(u64, AccountId)>,
    /// Members with a test invitation. They are few, so that the lookup for each player of each table is cheap.
    tests: BTreeSet<AccountId>,
    trees: ReferralTrees,
}

impl Accounts {
    /// Replace the row of an account. `None` if its personal texts cannot be opened.
    pub(super) fn put(&mut self, id: AccountId, row: &AccountRow, vault: &Vault) -> Option<()> {
        let before = self.rows.get(&id).map(|before| hash_of(&before.handle));
        self.load(id, row, vault)?;
        let hash = hash_of(&self.known(id).handle);
        if before != Some(hash) {
            if let Some(before) = before {
                self.by_handle.remove(&(before, id));
            }
            self.by_handle.insert((hash, id));
        }
        if before.is_none() {
            self.trees.add(id, row.referrer);
        }
        Some(())
    }

    /// The same for a row that a start has read. Its handle is indexed later, with all others.
    pub(super) fn load(&mut self, id: AccountId, row: &AccountRow, vault: &Vault) -> Option<()> {
        let open = |sealed| vault.open(row.slot, sealed);
        let account = Account {
            handle: open(&row.handle)?,
            bio: row.bio.as_ref().map(open).map_or(Some(None), |text| text.map(Some))?,
            avatar_url: row.avatar_url.as_ref().map(open).map_or(Some(None), |text| text.map(Some))?,
            row: row.clone(),
        };
        if row.test {
            self.tests.insert(id);
        }
        self.rows.insert(id, Box::new(account));
        Some(())
    }

    /// Index all members at once, after a start has read all rows.
    pub(super) fn index_all(&mut self) {
        self.by_handle = self.rows.iter().map(|(id, account)| (hash_of(&account.handle), *id)).collect();
        let referrals = self.rows.iter().filter_map(|(id, account)| Some((*id, account.row.referrer?)));
        self.trees = ReferralTrees::of_all(referrals.collect());
    }

    /// Whether a test invitation created this member. This never changes.
    pub(crate) fn is_test(&self, id: AccountId) -> bool {
        self.tests.contains(&id)
    }

    pub(crate) const fn trees(&self) -> &ReferralTrees {
        &self.trees
    }

    /// Whether one invitation of the operator admitted both, directly or by referrals. It is not known for accounts of
    /// earlier versions: those are related only within their referral tree.
    pub(crate) fn are_kin(&self, one: AccountId, other: AccountId) -> bool {
        let roots = [one, other].map(|id| self.trees.root_of(id));
        let [one, other] = roots.map(|root| self.get(root).and_then(|account| account.row.invitation));
        roots[0] == roots[1] || one.is_some() && one == other
    }

    pub(crate) fn get(&self, id: AccountId) -> Option<&Account> {
        self.rows.get(&id).map(|account| &**account)
    }

    /// The account that a record or a verified credential names.
    pub(crate) fn known(&self, id: AccountId) -> &Account {
        self.rows.get(&id).expect("accounts are never removed")
    }

    pub(crate) fn by_handle(&self, handle: &str) -> Option<AccountId> {
        let hash = hash_of(handle);
        let hashed_alike = self.by_handle.range((hash, AccountId(0))..=(hash, AccountId(u128::MAX)));
        hashed_alike.map(|(_, id)| *id).find(|id| self.known(*id).handle == handle)
    }

    /// Two accounts with the same handle, if there are any.
    pub(super) fn namesakes(&self) -> Option<[AccountId; 2]> {
        let neighbours = self.by_handle.iter().zip(self.by_handle.iter().skip(1));
        let mut hashed_alike = neighbours.filter(|((one, _), (other, _))| one == other);
        let handle = |id: AccountId| &self.known(id).handle;
        hashed_alike.find(|((_, one), (_, other))| handle(*one) == handle(*other)).map(|(one, other)| [one.1, other.1])
    }

    /// The number of accounts, the erased included.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Accounts with ids before this one, newest first.
    pub(crate) fn before(&self, id: AccountId) -> impl Iterator<Item = (AccountId, &Account)> {
        self.rows.range(..id).rev().map(|(id, account)| (*id, &**account))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (AccountId, &Account)> {
        self.rows.iter().map(|(id, account)| (*id, &**account))
    }
}

fn hash_of(handle: &str) -> u64 {
    sha256(handle.as_bytes()).iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}
