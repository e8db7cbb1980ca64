//! Facts about members that follow from their records.

use super::hot::HotState;
use crate::answer::LinkedIdentity;
use crate::identity::PROVIDER;
use crate::ids::AccountId;
use crate::record::{IdentityRow, LedgerAccount};
use crate::time::Millis;

const DAY_S: u64 = 86_400;

impl HotState {
    /// Whether a member has played enough and been here long enough for a referral code, and for results within the
    /// tree.
    pub(crate) fn is_established(&self, account: AccountId, now: Millis) -> bool {
        self.tables_to_establish(account) == 0 && self.established_from(account) <= now
    }

    /// Settled tables that a member still needs for that.
    pub(crate) fn tables_to_establish(&self, account: AccountId) -> u32 {
        let settled = self.ledger.get(LedgerAccount::Member(account)).settled_tables;
        self.config.economy.established_tables.saturating_sub(settled)
    }

    /// From when a member has been here long enough for that.
    pub(crate) fn established_from(&self, account: AccountId) -> Millis {
        let days = u64::from(self.config.economy.established_days);
        self.accounts.known(account).row.joined_at.plus_s(days * DAY_S)
    }

    /// Accounts that a member's referral tree still has room for; `None` without a limit.
    pub(crate) fn tree_left(&self, account: AccountId) -> Option<u32> {
        let bound = self.config.economy.referral_tree;
        (bound != 0).then(|| bound.saturating_sub(self.accounts.trees().size_of(account)))
    }

    /// The linked identities of a member, as they see them.
    pub(crate) fn identities_of(&self, account: AccountId) -> Vec<LinkedIdentity> {
        let details = self.identities.of(account).filter_map(|(_, row)| self.details_of(row));
        let identity = |(username, photo_url)| LinkedIdentity { provider: PROVIDER.to_owned(), username, photo_url };
        details.map(identity).collect()
    }

    /// Username and picture, while the identity is linked.
    pub(crate) fn details_of(&self, row: &IdentityRow) -> Option<(Option<String>, Option<String>)> {
        let slot = self.accounts.get(row.account)?.row.slot;
        serde_json::from_str(&self.vault.open(slot, row.linked.as_ref()?)?).ok()
    }
}
