//! The credential that an operation needs: a column of the table of permissions, used at both levels.

use turnstone_service::credentials::Claims;

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

impl Need {
    /// Whether a credential is not sufficient.
    pub(crate) const fn lacks(self, claims: Option<&Claims>) -> bool {
        match (self, claims) {
            (Self::Nothing, _) | (_, Some(Claims::Account { .. })) | (Self::AccountOrSeat, Some(_)) => false,
            (Self::AccountOrGuest, Some(Claims::Seat { grant, .. })) => grant.is_some(),
            (Self::Account, Some(Claims::Seat { .. })) | (_, None) => true,
        }
    }
}
