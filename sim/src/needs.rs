//! The credential that an operation needs: a column of the table of permissions, used at both levels.

/// The credential that an operation needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// No credential.
    Nothing,
    /// An account.
    Account,
    /// An account, or a guest at the guest's own table.
    AccountOrGuest,
    /// An account or a seat.
    AccountOrSeat,
}
