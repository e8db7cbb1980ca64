//! The door for callers in the same process: the same requests and replies, without HTTP.

use std::net::{IpAddr, Ipv4Addr};
use turnstone_core::credentials::{Claims, ServerKeys};
use turnstone_core::effects::Reply;
use turnstone_core::refusal::{Auth, Refusal};
use turnstone_core::request::{Caller, Request};
use turnstone_engine::Handle;

/// A caller in the same process.
#[derive(Clone)]
pub struct Local {
    handle: Handle,
    keys: ServerKeys,
}

impl Local {
    /// A door to a loop.
    pub const fn new(handle: Handle, keys: ServerKeys) -> Self {
        Self { handle, keys }
    }

    /// Ask with a token, or without credentials.
    pub async fn ask(&self, token: Option<&str>, request: Request) -> Reply {
        let claims: Option<Claims> = match token {
            Some(token) => Some(self.keys.read_token(token).ok_or(Refusal::Auth(Auth::NotSignedIn))?),
            None => None,
        };
        let caller = Caller { claims, seat: None, address: IpAddr::V4(Ipv4Addr::LOCALHOST) };
        self.handle.submit(caller, request, 0).await
    }
}
