//! The caller of a request, and its id until the reply. The requests themselves belong to the API.

use crate::credentials::Claims;
use crate::ids::AccountId;
use crate::rejection::{Auth, Rejection};
use std::net::IpAddr;

pub use turnstone_api::request::*;

/// Identifies a request until its reply. The transport makes it and never uses it twice in one run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RequestId(pub u64);

/// The caller of a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The claims of a credential with a valid signature. The core decides whether they still count.
    pub claims: Option<Claims>,
    /// The claims of a seat's credential that came beside a session. They count where the session's account has no seat
    /// at that table.
    pub seat: Option<Claims>,
    /// The name of an operator, who has no other credential.
    pub operator: Option<String>,
    /// Whether a model calls, by a tool: its requests are rarer than those of other programs.
    pub is_model: bool,
    /// The address of the caller.
    pub address: IpAddr,
}

impl Caller {
    /// A caller with these claims, if any.
    pub const fn new(claims: Option<Claims>, address: IpAddr) -> Self {
        Self { claims, seat: None, operator: None, is_model: false, address }
    }

    /// The operator who calls.
    pub(crate) fn operator(&self) -> Result<&str, Rejection> {
        self.operator.as_deref().ok_or(Rejection::Auth(Auth::NotSignedIn))
    }

    /// The member who calls.
    pub(crate) fn member(&self) -> Result<AccountId, Rejection> {
        match &self.claims {
            Some(Claims::Account { account, .. }) => Ok(*account),
            Some(Claims::Seat { .. }) | None => Err(Auth::NotSignedIn.into()),
        }
    }
}

/// The recipient of a reply, and the window in which the request counted.
#[derive(Debug)]
pub(crate) struct Requester {
    pub(crate) id: RequestId,
    pub(crate) caller: Caller,
    pub(crate) class: RateClass,
}
