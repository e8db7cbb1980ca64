//! Referrals: a member's own invitation code, and chips when an invitee has settled five tables.

use crate::answer::{Answer, Referral};
use crate::credentials::code_hash;
use crate::ids::AccountId;
use crate::record::{InvitationRow, Key, LedgerAccount, Reason, Record, ReferralRow};
use crate::request::Caller;
use crate::step::{HandlerResult, Step};

/// Settled tables an invitee must play before the reward.
const THRESHOLD: u32 = 5;

impl Step<'_> {
    /// The caller's code, minted when first asked for.
    pub(crate) fn referral(&mut self, caller: &Caller) -> HandlerResult {
        let account = self.member(caller)?;
        let referral = match self.state.accounts.known(account).row.referral {
            Some(referral) if self.tells(account, &referral) => referral,
            Some(referral) => self.derive_anew(account, referral),
            None => self.mint_referral(account),
        };
        let economy = &self.state.config.economy;
        let invitation = self.state.invitations.get(&referral.hash);
        let established_from = self.state.established_from(account);
        Ok(Answer::Referral(Referral {
            code: self.keys.referral_code(account, &referral.salt).reveal().to_owned(),
            uses_left: invitation.map_or(0, |row| self.referral_uses(account, row)),
            tables_needed: self.state.tables_to_establish(account),
            waits_until: Some(established_from).filter(|from| *from > self.now),
            tree_left: self.state.tree_left(account),
            invited: referral.invited,
            rewarded: referral.rewarded,
            cap: economy.referral_cap,
            reward: economy.referral_reward,
            threshold: THRESHOLD,
        })
        .into())
    }

    /// Whether the code can be told: under another server key than the one it was minted with it would be another.
    fn tells(&self, account: AccountId, referral: &ReferralRow) -> bool {
        code_hash(self.keys.referral_code(account, &referral.salt).reveal()) == referral.hash
    }

    /// After a restore without the root secrets nobody can tell the old code again: a new one takes its place.
    fn derive_anew(&mut self, account: AccountId, before: ReferralRow) -> ReferralRow {
        let hash = code_hash(self.keys.referral_code(account, &before.salt).reveal());
        let referral = ReferralRow { hash, ..before };
        if let Some(invitation) = self.state.invitations.get(&before.hash).copied() {
            self.remove(Key::Invitation(before.hash));
            self.put(Record::Invitation(hash, invitation));
        }
        self.edit_account(account, |row| row.referral = Some(referral));
        referral
    }

    fn mint_referral(&mut self, account: AccountId) -> ReferralRow {
        let salt = self.random.bytes();
        let hash = code_hash(self.keys.referral_code(account, &salt).reveal());
        let referral = ReferralRow { salt, hash, invited: 0, rewarded: 0 };
        // Invitees of a test account are test accounts.
        let test = self.state.accounts.known(account).row.test;
        let uses_left = self.state.config.economy.referral_uses;
        let invitation = InvitationRow { uses_left, expires_at: None, test, referrer: Some(account) };
        self.put(Record::Invitation(hash, invitation));
        self.edit_account(account, |row| row.referral = Some(referral));
        referral
    }

    pub(crate) fn count_invited(&mut self, referrer: AccountId) {
        self.edit_account(referrer, |row| {
            if let Some(referral) = &mut row.referral {
                referral.invited += 1;
            }
        });
    }

    /// Settled tables of a member that count for a referral reward.
    fn rewarding_tables(&self, account: AccountId) -> u32 {
        let settled = self.state.ledger.get(LedgerAccount::Member(account)).settled_tables;
        // A store that was salvaged may have lost the newer of the two.
        settled.saturating_sub(self.state.kin_tables.get(&account).copied().unwrap_or_default())
    }

    /// Whether a member has settled as many tables as a referral reward takes.
    pub(crate) fn is_past_reward(&self, account: AccountId) -> bool {
        self.rewarding_tables(account) >= THRESHOLD
    }

    /// At an invitee's fifth settled table that counts, once: chips for the referrer, up to the cap. A reward of no chips is none, and
    /// counts for nothing.
    pub(crate) fn reward_referrer(&mut self, invitee: AccountId) {
        let settled = self.rewarding_tables(invitee);
        let referrer = self.state.accounts.known(invitee).row.referrer;
        let Some(referrer) = referrer.filter(|_| settled == THRESHOLD) else { return };
        let known = self.state.accounts.known(referrer);
        let economy = &self.state.config.economy;
        let rewarded = known.row.referral.map_or(0, |referral| referral.rewarded);
        if known.is_erased()
            || self.state.is_frozen(referrer)
            || economy.referral_reward == 0
            || crate::config::reached(rewarded, economy.referral_cap)
        {
            return;
        }
        self.transfer(
            LedgerAccount::Mint,
            LedgerAccount::Member(referrer),
            economy.referral_reward,
            Reason::Referral,
            None,
        );
        self.edit_account(referrer, |row| {
            if let Some(referral) = &mut row.referral {
                referral.rewarded += 1;
            }
        });
    }
}
