//! The credential that an operation needs: a column of the table of permissions, for both levels.

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
