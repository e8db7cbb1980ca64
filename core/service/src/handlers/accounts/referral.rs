//! Referrals: a member's own invitation code, and chips when an invitee has settled five tables.

use super::{invite, rows};
use crate::answer::{Answer, Referral};
use crate::credentials::{ServerKeys, code_hash};
use crate::handled::HandlerResult;
use crate::handlers::chips::ledger;
use crate::ids::AccountId;
use crate::record::{InvitationRow, Key, LedgerAccount, Reason, Record, ReferralRow};
use crate::state::{HotState, Transaction};

/// Settled tables of an invitee before the reward.
const THRESHOLD: u32 = 5;

/// The caller's code, minted on the first request.
pub(crate) fn referral(tx: &mut Transaction<'_>, keys: &ServerKeys, account: AccountId) -> HandlerResult {
    let referral = match tx.accounts.known(account).row.referral {
        Some(referral) if is_derivable(keys, account, &referral) => referral,
        Some(referral) => derive_anew(tx, keys, account, referral),
        None => mint_referral(tx, keys, account),
    };
    let economy = &tx.config.economy;
    let invitation = tx.invitations.get(&referral.hash);
    let established_from = tx.established_from(account);
    Ok(Answer::Referral(Referral {
        code: keys.referral_code(account, &referral.salt).reveal().to_owned(),
        uses_left: invitation.map_or(0, |row| invite::referral_uses(tx, account, row)),
        tables_needed: tx.tables_to_establish(account),
        waits_until: Some(established_from).filter(|from| *from > tx.now),
        tree_left: tx.tree_left(account),
        invited: referral.invited,
        rewarded: referral.rewarded,
        cap: economy.referral_cap,
        reward: economy.referral_reward,
        threshold: THRESHOLD,
    })
    .into())
}

/// Whether the code can be shown: with another server key than at its minting, a different code would be derived.
fn is_derivable(keys: &ServerKeys, account: AccountId, referral: &ReferralRow) -> bool {
    code_hash(keys.referral_code(account, &referral.salt).reveal()) == referral.hash
}

/// Mint a new code. After a restore without the root secrets the old one cannot be derived again.
fn derive_anew(tx: &mut Transaction<'_>, keys: &ServerKeys, account: AccountId, before: ReferralRow) -> ReferralRow {
    let hash = code_hash(keys.referral_code(account, &before.salt).reveal());
    let referral = ReferralRow { hash, ..before };
    if let Some(invitation) = tx.invitations.get(&before.hash).copied() {
        tx.remove(Key::Invitation(before.hash));
        tx.put(Record::Invitation(hash, invitation));
    }
    rows::edit_account(tx, account, |row| row.referral = Some(referral));
    referral
}

fn mint_referral(tx: &mut Transaction<'_>, keys: &ServerKeys, account: AccountId) -> ReferralRow {
    let salt = tx.bytes();
    let hash = code_hash(keys.referral_code(account, &salt).reveal());
    let referral = ReferralRow { salt, hash, invited: 0, rewarded: 0 };
    // Invitees of a test account are test accounts.
    let test = tx.accounts.known(account).row.test;
    let uses_left = tx.config.economy.referral_uses;
    let invitation = InvitationRow { uses_left, expires_at: None, test, referrer: Some(account) };
    tx.put(Record::Invitation(hash, invitation));
    rows::edit_account(tx, account, |row| row.referral = Some(referral));
    referral
}

pub(crate) fn count_invited(tx: &mut Transaction<'_>, referrer: AccountId) {
    rows::edit_account(tx, referrer, |row| {
        if let Some(referral) = &mut row.referral {
            referral.invited += 1;
        }
    });
}

/// Settled tables of a member that count for a referral reward.
fn rewarding_tables(state: &HotState, account: AccountId) -> u32 {
    let settled = state.ledger.get(LedgerAccount::Member(account)).settled_tables;
    // A salvaged store may have lost the newer of the two.
    settled.saturating_sub(state.kin_tables.get(&account).copied().unwrap_or_default())
}

/// Whether a member has settled enough tables for a referral reward.
pub(crate) fn is_past_reward(state: &HotState, account: AccountId) -> bool {
    rewarding_tables(state, account) >= THRESHOLD
}

/// Pay the referrer at an invitee's fifth settled table that counts, once per invitee and up to the cap. A reward of 0
/// chips does not count.
pub(crate) fn reward_referrer(tx: &mut Transaction<'_>, invitee: AccountId) {
    let settled = rewarding_tables(tx, invitee);
    let referrer = tx.accounts.known(invitee).row.referrer;
    let Some(referrer) = referrer.filter(|_| settled == THRESHOLD) else { return };
    let known = tx.accounts.known(referrer);
    let economy = &tx.config.economy;
    let rewarded = known.row.referral.map_or(0, |referral| referral.rewarded);
    if known.is_erased()
        || tx.is_frozen(referrer)
        || economy.referral_reward == 0
        || crate::config::reached(rewarded, economy.referral_cap)
    {
        return;
    }
    ledger::transfer(
        tx,
        LedgerAccount::Mint,
        LedgerAccount::Member(referrer),
        economy.referral_reward,
        Reason::Referral,
        None,
    );
    rows::edit_account(tx, referrer, |row| {
        if let Some(referral) = &mut row.referral {
            referral.rewarded += 1;
        }
    });
}
