//! Checks of credentials and sanctions.

use super::tables::friendly;
use crate::credentials::Claims;
use crate::ids::AccountId;
use crate::record::AccountRow;
use crate::rejection::Auth;
use crate::request::Caller;
use crate::state::{HotState, Transaction};
use crate::time::Millis;

/// Check the credential of a caller, if there is one.
pub(crate) fn check_caller(tx: &Transaction<'_>, caller: &Caller) -> Result<(), Auth> {
    caller.claims.as_ref().map_or(Ok(()), |claims| check_claims(tx, claims))
}

/// Check the claims of a credential.
fn check_claims(tx: &Transaction<'_>, claims: &Claims) -> Result<(), Auth> {
    let counts = claims_count(tx, claims);
    let owner = match claims {
        Claims::Account { account, .. } => Some(*account),
        Claims::Seat { grant, .. } => grant.and_then(|grant| tx.grants.get(grant)).map(|row| row.owner),
    };
    if !counts {
        return Err(Auth::NotSignedIn);
    }
    owner.map_or(Ok(()), |owner| check_not_frozen(tx, owner))
}

/// An error for credentials of a frozen account.
pub(crate) fn check_not_frozen(state: &HotState, account: AccountId) -> Result<(), Auth> {
    if state.is_frozen(account) { Err(Auth::Frozen) } else { Ok(()) }
}

/// Until when a member is muted, if they are.
pub(crate) fn muted_until(tx: &Transaction<'_>, account: AccountId) -> Option<Millis> {
    let until = tx.sanctions.get(&account)?.muted_until;
    until.filter(|until| *until > tx.now)
}

/// Whether the claims are still valid.
fn claims_count(tx: &Transaction<'_>, claims: &Claims) -> bool {
    match claims {
        Claims::Account { account, epoch, issued_at, expires_at } => {
            let runs = |row: &AccountRow| row.epoch == *epoch && !row.ended.contains(issued_at);
            let known = tx.accounts.get(*account);
            *expires_at > tx.now && known.is_some_and(|known| !known.is_erased() && runs(&known.row))
        }
        Claims::Seat { table, seat, grant, expires_at } => {
            *expires_at > tx.now
                && tx.table(*table).is_some()
                && match grant {
                    Some(grant) => tx.grants.is_claimed(*grant, *table, *seat),
                    None => friendly::is_of_guest(tx, *table, *seat, *expires_at),
                }
        }
    }
}

/// If both a session and a seat credential came, the session is used where its account has a seat at that table.
pub(crate) fn with_one_credential(tx: &Transaction<'_>, mut caller: Caller) -> Caller {
    let Some(seat) = caller.seat.take_if(|seat| check_claims(tx, seat).is_ok()) else { return caller };
    let table = match &seat {
        Claims::Seat { table, .. } => tx.table(*table),
        Claims::Account { .. } => None,
    };
    let sits = |claims: &Claims| match claims {
        Claims::Account { account, .. } => table.is_some_and(|table| table.seat_of(*account).is_some()),
        Claims::Seat { .. } => false,
    };
    if !caller.claims.as_ref().is_some_and(|claims| check_claims(tx, claims).is_ok() && sits(claims)) {
        caller.claims = Some(seat);
    }
    caller
}
