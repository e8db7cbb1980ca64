//! Invitations: minted by an operator or derived for a member's referrals, stored under the hash of their code.

use crate::answer::Invited;
use crate::credentials::{code, code_hash};
use crate::ids::AccountId;
use crate::record::{InvitationRow, Record};
use crate::rejection::Auth;
use crate::secret::Secret;
use crate::state::Transaction;

/// Mint a code of 100 random bits. It is shown only now.
pub(crate) fn mint_invitation(tx: &mut Transaction<'_>, uses: u32, expires_in_s: Option<u64>, test: bool) -> Invited {
    let code = code(&tx.bytes(), 20);
    let expires_at = expires_in_s.map(|seconds| tx.now.plus_s(seconds));
    let row = InvitationRow { uses_left: uses, expires_at, test, referrer: None };
    tx.put(Record::Invitation(code_hash(code.reveal()), row));
    Invited { invite_code: code.reveal().to_owned(), uses }
}

/// The remaining uses of a member's referral code, no more than their referral tree has room for. Before the member is
/// established they are few, and none for a member who came by the code of somebody who was not established: otherwise
/// new accounts could admit each other without end.
pub(crate) fn referral_uses(tx: &Transaction<'_>, referrer: AccountId, row: &InvitationRow) -> u32 {
    let left = tx.tree_left(referrer).map_or(row.uses_left, |left| left.min(row.uses_left));
    if tx.is_established(referrer, tx.now) {
        return left;
    }
    let referrer = &tx.accounts.known(referrer).row;
    let invited = referrer.referral.map_or(0, |referral| referral.invited);
    let early = if referrer.came_early { 0 } else { tx.config.economy.early_uses.saturating_sub(invited) };
    left.min(early)
}

/// The invitation of a code, if it can still be used.
pub(crate) fn invitation_of(tx: &Transaction<'_>, code: &Secret) -> Result<([u8; 32], InvitationRow), Auth> {
    let hash = code_hash(code.reveal());
    let row = tx.invitations.get(&hash).ok_or(Auth::InvalidInvite)?;
    let expired = row.expires_at.is_some_and(|at| at <= tx.now);
    let admits = |id| !tx.is_gone(id) && referral_uses(tx, id, row) > 0;
    let admitted = row.uses_left > 0 && row.referrer.is_none_or(admits);
    if !admitted || expired { Err(Auth::InvalidInvite) } else { Ok((hash, *row)) }
}
