//! The credential that each operation needs: a column of the table of permissions, for both levels.

use crate::inner::row_of;

/// Which credential an operation needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// None at all.
    Nothing,
    /// An account's.
    Account,
    /// An account's, or a guest's at the guest's table.
    AccountOrGuest,
    /// An account's or a seat's.
    AccountOrSeat,
}

/// What the operation of this name needs; nothing is known of one without a row.
pub(crate) fn need_of(operation: &str) -> Option<Need> {
    row_of(operation).map(|row| row.need)
}
