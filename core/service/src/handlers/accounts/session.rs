//! Sessions. The recovery code is exchanged for a token. Logout, rotation and erasure end all tokens of the old epoch,
//! and the grants of the account's seats.

use super::{handle, rows};
use crate::answer::{AccountName, Answer, MeResponse, Okay, RotateRecoveryResponse, TokenResponse, True};
use crate::credentials::{Claims, SESSION_S, ServerKeys, code_hash};
use crate::effects::{Issued, Replied};
use crate::handled::{HandlerResult, invalid};
use crate::handlers::admin::search::LastSeen;
use crate::handlers::admission;
use crate::handlers::chips::ledger;
use crate::handlers::integrations::push;
use crate::handlers::tables::grants;
use crate::ids::AccountId;
use crate::limits::Limiter;
use crate::record::AccountRow;
use crate::rejection::{Auth, Rejection};
use crate::request::{Caller, Logout, RecoveryCode, RotateRecovery};
use crate::secret::{Secret, same};
use crate::state::{HotState, Transaction};
use crate::subnet::Subnet;
use crate::time::Millis;

/// A token of the account's current epoch.
pub(crate) fn session(tx: &Transaction<'_>, keys: &ServerKeys, account: AccountId) -> Secret {
    session_from(tx, keys, account, tx.now)
}

/// The token of the join itself. A repeated join returns it again.
pub(crate) fn first_session(tx: &Transaction<'_>, keys: &ServerKeys, account: AccountId) -> Secret {
    session_from(tx, keys, account, tx.accounts.known(account).row.joined_at)
}

fn session_from(tx: &Transaction<'_>, keys: &ServerKeys, account: AccountId, mut issued_at: Millis) -> Secret {
    let AccountRow { epoch, ended, .. } = &tx.accounts.known(account).row;
    // A session is known by the millisecond in which it began: no new one is taken for one that has ended.
    while ended.contains(&issued_at) {
        issued_at = issued_at.plus_ms(1);
    }
    keys.token(&Claims::Account { account, epoch: *epoch, issued_at, expires_at: issued_at.plus_s(SESSION_S) })
}

pub(crate) fn issue_token(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    limiter: &mut Limiter,
    seen: &mut LastSeen,
    address: Subnet,
    code: &RecoveryCode,
) -> HandlerResult {
    let account = log_in(tx, limiter, seen, address, code)?;
    let token = session(tx, keys, account).reveal().to_owned();
    Ok(Answer::Token(TokenResponse { token, expires_in_seconds: SESSION_S }).into())
}

pub(crate) fn recover(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    limiter: &mut Limiter,
    seen: &mut LastSeen,
    address: Subnet,
    code: &RecoveryCode,
) -> HandlerResult {
    let account = log_in(tx, limiter, seen, address, code)?;
    let issued = Issued::Session { token: session(tx, keys, account), lasts_s: SESSION_S };
    Ok(Replied { issued: Some(issued), ..Replied::plain(Answer::Ok(Okay::default())) }.into())
}

/// The account of a handle and recovery code. Nothing shows which of the two is wrong, not even the time: an unknown
/// handle costs the same hash and comparison.
fn log_in(
    tx: &mut Transaction<'_>,
    limiter: &mut Limiter,
    seen: &mut LastSeen,
    address: Subnet,
    RecoveryCode { handle, recovery_code: code }: &RecoveryCode,
) -> Result<AccountId, Rejection> {
    limiter.may_log_in(address, tx.now, &tx.config.limits)?;
    let account = tx.accounts.by_handle(&handle::plain_handle(handle));
    let known = account.map(|id| (id, tx.accounts.known(id)));
    let expected = known.map_or([0; 32], |(_, account)| account.row.recovery.hash);
    let right = same(&code_hash(code.reveal()), &expected);
    match known {
        Some((id, account)) if right && !account.is_erased() => {
            admission::check_not_frozen(tx, id)?;
            seen.insert(id, tx.now);
            confirm_code(tx, id);
            Ok(id)
        }
        Some(_) | None => {
            limiter.failed_login(address);
            Err(Auth::WrongCredentials.into())
        }
    }
}

/// The member says that they kept their recovery code.
pub(crate) fn confirm_recovery(tx: &mut Transaction<'_>, account: AccountId) -> HandlerResult {
    confirm_code(tx, account);
    Ok(Answer::Ok(Okay::default()).into())
}

/// The member has kept their recovery code, or has just used it.
fn confirm_code(tx: &mut Transaction<'_>, account: AccountId) {
    if tx.accounts.known(account).row.recovery_unconfirmed {
        rows::edit_account(tx, account, |row| row.recovery_unconfirmed = false);
    }
}

/// Replace the recovery code, and end all sessions. The session of the join can do it without the code for some days,
/// until the member has confirmed it: they may never have seen it. It goes on then, because a sign-in with the new code
/// would confirm a code that the member may never have seen either.
pub(crate) fn rotate_recovery(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    limiter: &mut Limiter,
    caller: &Caller,
    RotateRecovery { recovery_code: code }: &RotateRecovery,
) -> HandlerResult {
    let account = caller.member()?;
    let goes_on = code.is_none();
    if let Some(code) = code {
        limiter.may_log_in(caller.address.into(), tx.now, &tx.config.limits)?;
        if !same(&code_hash(code.reveal()), &tx.accounts.known(account).row.recovery.hash) {
            limiter.failed_login(caller.address.into());
            return Err(Auth::WrongCredentials.into());
        }
        confirm_code(tx, account);
    } else if !needs_no_code(tx, caller, &tx.accounts.known(account).row) {
        return Err(invalid("recoveryCode", CODE_NEEDED));
    }
    let counter = tx.accounts.known(account).row.recovery.counter + 1;
    let recovery = rows::new_root(tx, keys, account, counter);
    let code = keys.recovery_code(account, &recovery.salt, recovery.counter);
    rows::forget_recovery(tx, account);
    rows::edit_account(tx, account, |row| row.recovery = recovery);
    end_sessions(tx, account);
    let recovery_code = code.reveal().to_owned();
    let issued = goes_on.then(|| {
        let until = tx.accounts.known(account).row.joined_at.plus_s(SESSION_S);
        Issued::Session { token: first_session(tx, keys, account), lasts_s: until.seconds_from(tx.now) }
    });
    let answer = Answer::Rotated(RotateRecoveryResponse { ok: True, recovery_code });
    Ok(Replied { issued, ..Replied::plain(answer) }.into())
}

/// The error of a rotation that needs the code.
const CODE_NEEDED: &str =
    "is missing: only the session of the join can go without it, for some days and until the code is confirmed";

/// Whether this is the session that the join has opened, the code is not confirmed, and few days have passed.
fn needs_no_code(state: &Transaction<'_>, caller: &Caller, row: &AccountRow) -> bool {
    let is_first = matches!(caller.claims, Some(Claims::Account { issued_at, .. }) if issued_at == row.joined_at);
    let until = row.joined_at.plus_s(state.config.pace.recovery_open_s);
    row.recovery_unconfirmed && is_first && state.now < until
}

/// End the sessions of the caller's account, or only the one that the caller has.
pub(crate) fn logout(tx: &mut Transaction<'_>, caller: &Caller, input: &Logout) -> HandlerResult {
    let account = caller.member()?;
    match &caller.claims {
        Some(Claims::Account { issued_at, .. }) if !input.everywhere => end_session(tx, account, *issued_at),
        Some(_) | None => end_sessions(tx, account),
    }
    Ok(Answer::Ok(Okay::default()).into())
}

/// End the session that began then. Beyond the bound of ended sessions all of them end, because none may come back.
fn end_session(tx: &mut Transaction<'_>, account: AccountId, began: Millis) {
    let before = &tx.accounts.known(account).row.ended;
    let lasting = before.iter().filter(|began| began.plus_s(SESSION_S) > tx.now);
    let ended: Vec<Millis> = lasting.copied().chain([began]).collect();
    if ended.len() > tx.config.bounds.rows {
        return end_sessions(tx, account);
    }
    rows::edit_account(tx, account, |row| row.ended = ended);
}

/// End every credential of the account: its sessions, and the grants of its seats. Its browsers get no notifications
/// any more, because some may be in other hands.
pub(crate) fn end_sessions(tx: &mut Transaction<'_>, account: AccountId) {
    rows::edit_account(tx, account, |row| (row.epoch, row.ended) = (row.epoch + 1, Vec::new()));
    grants::end_all_grants(tx, account);
    push::forget_browsers(tx, account);
}

pub(crate) fn me(state: &HotState, account: AccountId) -> HandlerResult {
    let handle = state.accounts.known(account).handle.clone();
    let balance = ledger::balance(state, account);
    let recovered_at = rows::recovered_at(state, account);
    let recovery_confirmed = !state.accounts.known(account).row.recovery_unconfirmed;
    let account = AccountName { id: account, handle };
    Ok(Answer::Me(MeResponse { account, balance, recovered_at, recovery_confirmed }).into())
}
