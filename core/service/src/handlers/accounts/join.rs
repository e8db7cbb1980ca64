//! Joining: an invitation and a handle are exchanged for an account with chips and a recovery code.

use super::{handle, invite, referral, rows, session};
use crate::answer::{Answer, JoinResponse, True};
use crate::credentials::{SESSION_S, ServerKeys, code_hash};
use crate::effects::{Issued, Replied};
use crate::handled::HandlerResult;
use crate::handlers::chips::ledger;
use crate::handlers::chips::ledger::STARTING_CHIPS;
use crate::handlers::refs;
use crate::handlers::refs::{InFlight, Reference};
use crate::ids::AccountId;
use crate::record::{AccountRow, InvitationRow, LedgerAccount, Reason, Record, RefResult};
use crate::rejection::{Auth, Idempotency, Rejection};
use crate::request::Join;
use crate::state::{REF_RETENTION_S, Transaction};
use crate::time::Millis;

/// The order of checks is: fields, replay, invitation, handle. A rejected request uses up nothing.
pub(crate) fn join(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    refs: &mut InFlight,
    Join { invite_code, handle, client_ref }: &Join,
) -> HandlerResult {
    let handle = handle::canonical_handle(handle)?;
    let invite = refs::plain_text_of(&code_hash(invite_code.reveal()));
    // The keyed hash keeps the handle out of stored data.
    let keyed = refs::plain_text_of(&keys.keyed_hash("handle", &handle));
    let reference = Reference::new("join", "", client_ref, &[&keyed, &invite]);
    if let Some(row) = refs.recall(tx, &reference)?
        && let RefResult::Account(account, counter) = row.made
    {
        return joined_before(tx, keys, account, counter, row.at);
    }
    let invitation = invite::invitation_of(tx, invite_code)?;
    let account = admit_member(tx, keys, &handle, invitation)?;
    refs.remember(tx, &reference, RefResult::Account(account, 0));
    Ok(welcome(tx, keys, account).into())
}

/// Create an account with this handle if it is free, use the invitation once, and grant the starting chips.
pub(crate) fn admit_member(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    handle: &str,
    (hash, invitation): ([u8; 32], InvitationRow),
) -> Result<AccountId, Rejection> {
    handle::reject_reserved(handle)?;
    if tx.accounts.by_handle(handle).is_some() || handle::is_kept_free(tx, keys, handle) {
        return Err(Auth::HandleTaken.into());
    }
    let uses_left = invitation.uses_left - 1;
    tx.put(Record::Invitation(hash, InvitationRow { uses_left, ..invitation }));
    let account = make_account(tx, keys, handle, (hash, invitation));
    if let Some(referrer) = invitation.referrer {
        referral::count_invited(tx, referrer);
    }
    ledger::transfer(tx, LedgerAccount::Mint, LedgerAccount::Member(account), STARTING_CHIPS, Reason::Grant, None);
    Ok(account)
}

fn make_account(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    handle: &str,
    (hash, InvitationRow { test, referrer, .. }): ([u8; 32], InvitationRow),
) -> AccountId {
    let account = AccountId::new(tx.now, tx.bytes());
    let slot = tx.fill_slot();
    let handle = tx.seal(slot, handle);
    let row = AccountRow::new(slot, handle, rows::new_root(tx, keys, account, 0), tx.now);
    let came_early = referrer.is_some_and(|referrer| !tx.is_established(referrer, tx.now));
    let row = AccountRow { test, referrer, invitation: Some(hash), came_early, ..row };
    tx.put(Record::Account(account, Box::new(row)));
    account
}

/// Repeat the answer, for one day and as long as its recovery code is current. The idempotency key stays used.
fn joined_before(
    tx: &Transaction<'_>,
    keys: &ServerKeys,
    account: AccountId,
    counter: u32,
    at: Millis,
) -> HandlerResult {
    let known = tx.accounts.known(account);
    let is_gone = tx.is_gone(account);
    let is_old = at.plus_s(REF_RETENTION_S) <= tx.now;
    if is_old || is_gone || known.row.recovery.counter != counter {
        return Err(Idempotency::Conflict.into());
    }
    Ok(welcome(tx, keys, account).replayed().into())
}

fn welcome(tx: &Transaction<'_>, keys: &ServerKeys, account: AccountId) -> Replied {
    let known = tx.accounts.known(account);
    let root = known.row.recovery;
    let answer = JoinResponse {
        ok: True,
        handle: known.handle.clone(),
        recovery_code: keys.recovery_code(account, &root.salt, root.counter).reveal().to_owned(),
    };
    let issued = Some(Issued::Session { token: session::first_session(tx, keys, account), lasts_s: SESSION_S });
    Replied { issued, ..Replied::plain(Answer::Joined(answer)) }
}
