//! Sessions. The recovery code is exchanged for a token. Logout, rotation and erasure end all tokens of the old epoch,
//! and the grants of the account's seats.

use super::{handle, rows};
use crate::answer::{AccountName, Answer, MeResponse, Okay, RotateRecoveryResponse, TokenResponse, True};
use crate::credentials::{Claims, SESSION_S, ServerKeys, code_hash};
use crate::effects::{Issued, Replied};
use crate::handled::HandlerResult;
use crate::handlers::admission;
use crate::handlers::chips::ledger;
use crate::handlers::tables::grants;
use crate::ids::AccountId;
use crate::limits::Limiter;
use crate::rejection::{Auth, Rejection};
use crate::request::Caller;
use crate::secret::{Secret, same};
use crate::state::{HotState, Transaction};
use crate::subnet::Subnet;

/// A token of the account's current epoch.
pub(crate) fn session(tx: &Transaction<'_>, keys: &ServerKeys, account: AccountId) -> Secret {
    let epoch = tx.accounts.known(account).row.epoch;
    let expires_at = tx.now.plus_s(SESSION_S);
    keys.token(&Claims::Account { account, epoch, issued_at: tx.now, expires_at })
}

pub(crate) fn issue_token(tx: &Transaction<'_>, keys: &ServerKeys, account: AccountId) -> Answer {
    let token = session(tx, keys, account).reveal().to_owned();
    Answer::Token(TokenResponse { token, expires_in_seconds: SESSION_S })
}

pub(crate) fn recover(tx: &Transaction<'_>, keys: &ServerKeys, account: AccountId) -> Replied {
    let issued = Issued::Session { token: session(tx, keys, account), lasts_s: SESSION_S };
    Replied { issued: Some(issued), ..Replied::plain(Answer::Ok(Okay::default())) }
}

/// The account of a handle and recovery code. Nothing shows which of the two is wrong, not even the time: an unknown
/// handle costs the same hash and comparison.
pub(crate) fn log_in(
    tx: &Transaction<'_>,
    limiter: &mut Limiter,
    address: Subnet,
    handle: &str,
    code: &Secret,
) -> Result<AccountId, Rejection> {
    limiter.may_log_in(address, tx.now, &tx.config.limits)?;
    let account = tx.accounts.by_handle(&handle::plain_handle(handle));
    let known = account.map(|id| (id, tx.accounts.known(id)));
    let expected = known.map_or([0; 32], |(_, account)| account.row.recovery.hash);
    let right = same(&code_hash(code.reveal()), &expected);
    match known {
        Some((id, account)) if right && !account.is_erased() => {
            admission::check_not_frozen(tx, id)?;
            Ok(id)
        }
        Some(_) | None => {
            limiter.failed_login(address);
            Err(Auth::WrongCredentials.into())
        }
    }
}

/// Replace the recovery code, and end all sessions.
pub(crate) fn rotate(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    limiter: &mut Limiter,
    caller: &Caller,
    code: &Secret,
) -> HandlerResult {
    let account = caller.member()?;
    limiter.may_log_in(caller.address.into(), tx.now, &tx.config.limits)?;
    let row = &tx.accounts.known(account).row;
    if !same(&code_hash(code.reveal()), &row.recovery.hash) {
        limiter.failed_login(caller.address.into());
        return Err(Auth::WrongCredentials.into());
    }
    let recovery = rows::new_root(tx, keys, account, row.recovery.counter + 1);
    let code = keys.recovery_code(account, &recovery.salt, recovery.counter);
    rows::forget_recovery(tx, account);
    rows::edit_account(tx, account, |row| row.recovery = recovery);
    end_sessions(tx, account);
    let recovery_code = code.reveal().to_owned();
    Ok(Answer::Rotated(RotateRecoveryResponse { ok: True, recovery_code }).into())
}

pub(crate) fn logout(tx: &mut Transaction<'_>, account: AccountId) -> HandlerResult {
    end_sessions(tx, account);
    Ok(Answer::Ok(Okay::default()).into())
}

/// End every credential of the account: its sessions, and the grants of its seats.
pub(crate) fn end_sessions(tx: &mut Transaction<'_>, account: AccountId) {
    rows::edit_account(tx, account, |row| row.epoch += 1);
    grants::end_all_grants(tx, account);
}

pub(crate) fn me(state: &HotState, account: AccountId) -> HandlerResult {
    let handle = state.accounts.known(account).handle.clone();
    let balance = ledger::balance(state, account);
    let recovered_at = rows::recovered_at(state, account);
    Ok(Answer::Me(MeResponse { account: AccountName { id: account, handle }, balance, recovered_at }).into())
}
