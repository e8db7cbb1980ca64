//! Who asks, and how a request is named until its reply. What is asked for is the contract's.

use crate::credentials::Claims;
use crate::ids::AccountId;
use crate::refusal::{Auth, Refusal};
use std::net::IpAddr;

pub use turnstone_api::request::*;

/// Names a request until its reply; made by the transport, never used twice by a running service.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RequestId(pub u64);

/// Who asks.
#[derive(Clone, Debug)]
pub struct Caller {
    /// What a valid credential claims; whether it still counts is for the core to say.
    pub claims: Option<Claims>,
    /// What a seat's credential claims that came beside a session's: it counts where the session's account has no seat
    /// at its table.
    pub seat: Option<Claims>,
    /// Where the request comes from.
    pub address: IpAddr,
}

impl Caller {
    /// The member who asks.
    pub(crate) fn member(&self) -> Result<AccountId, Refusal> {
        match &self.claims {
            Some(Claims::Account { account, .. }) => Ok(*account),
            Some(Claims::Seat { .. }) | None => Err(Auth::NotSignedIn.into()),
        }
    }
}

/// Whom a reply is for, and the window that the request counted in.
#[derive(Debug)]
pub(crate) struct Requester {
    pub(crate) id: RequestId,
    pub(crate) caller: Caller,
    pub(crate) class: RateClass,
}
