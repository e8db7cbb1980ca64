//! Identities of members elsewhere, and the one-time states for linking them.

use crate::ids::AccountId;
use crate::record::{IdentityRow, LinkStateRow};
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// All identities, linked or not, by hash and by account.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Identities {
    rows: BTreeMap<[u8; 32], IdentityRow>,
    of: BTreeSet<(AccountId, [u8; 32])>,
    link_states: BTreeMap<AccountId, LinkStateRow>,
}

impl Identities {
    pub(super) fn put(&mut self, hash: [u8; 32], row: &IdentityRow) {
        self.remove(&hash);
        self.of.insert((row.account, hash));
        self.rows.insert(hash, row.clone());
    }

    pub(super) fn remove(&mut self, hash: &[u8; 32]) {
        if let Some(row) = self.rows.remove(hash) {
            self.of.remove(&(row.account, *hash));
        }
    }

    pub(super) fn put_link_state(&mut self, account: AccountId, row: LinkStateRow, timers: &mut Timers) {
        self.remove_link_state(account, timers);
        timers.set(row.expires_at, Timer::LinkStateEnds(account));
        self.link_states.insert(account, row);
    }

    pub(super) fn remove_link_state(&mut self, account: AccountId, timers: &mut Timers) {
        if let Some(row) = self.link_states.remove(&account) {
            timers.cancel(row.expires_at, Timer::LinkStateEnds(account));
        }
    }

    pub(crate) fn get(&self, hash: &[u8; 32]) -> Option<&IdentityRow> {
        self.rows.get(hash)
    }

    /// All identities that were ever linked to an account.
    pub(crate) fn of(&self, account: AccountId) -> impl Iterator<Item = ([u8; 32], &IdentityRow)> {
        let own = self.of.range((account, [0; 32])..=(account, [u8::MAX; 32]));
        own.map(|(_, hash)| (*hash, &self.rows[hash]))
    }

    pub(crate) fn link_state(&self, account: AccountId) -> Option<&LinkStateRow> {
        self.link_states.get(&account)
    }
}
