//! Changing a member's rows.

use crate::credentials::{ServerKeys, code_hash};
use crate::ids::AccountId;
use crate::record::{AccountRow, Key, Record, RecoveryRow, SanctionRow};
use crate::state::{HotState, Transaction};
use crate::time::Millis;

/// The row of a new recovery code.
pub(crate) fn new_root(tx: &mut Transaction<'_>, keys: &ServerKeys, account: AccountId, counter: u32) -> RecoveryRow {
    let salt = tx.bytes();
    let hash = code_hash(keys.recovery_code(account, &salt, counter).reveal());
    RecoveryRow { salt, counter, hash }
}

/// Change a member's row. Their long-polls are checked again.
pub(crate) fn edit_account(tx: &mut Transaction<'_>, account: AccountId, edit: impl FnOnce(&mut AccountRow)) {
    let mut row = tx.accounts.known(account).row.clone();
    edit(&mut row);
    tx.put(Record::Account(account, Box::new(row)));
}

/// When an operator replaced the recovery code, if the member has not rotated it since.
pub(crate) fn recovered_at(state: &HotState, account: AccountId) -> Option<Millis> {
    state.sanctions.get(&account)?.recovered_at
}

/// The recovery code is known to the member only again.
pub(crate) fn forget_recovery(tx: &mut Transaction<'_>, account: AccountId) {
    if recovered_at(tx, account).is_some() {
        sanction(tx, account, |row| row.recovered_at = None);
    }
}

/// Change the sanctions of a member.
pub(crate) fn sanction(tx: &mut Transaction<'_>, account: AccountId, change: impl FnOnce(&mut SanctionRow)) {
    let mut row = tx.sanctions.get(&account).copied().unwrap_or_default();
    change(&mut row);
    if row == SanctionRow::default() {
        tx.remove(Key::Sanction(account));
    } else {
        tx.put(Record::Sanction(account, row));
    }
}
