//! The peer of a connection.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use turnstone_engine::{Port, Pseudonym};
use turnstone_service::credentials::Claims;
use turnstone_service::ids::AccountId;
use turnstone_service::secret::Secret;

/// The peer of one connection.
pub(crate) struct Peer {
    /// Its address; or a proxy's, if it is one.
    pub(crate) address: IpAddr,
    /// The token that it sent last: most peers send the same one with each request, and verifying a token is expensive.
    last: Mutex<Option<(Secret, Claims)>>,
    /// The pseudonym of the account that called last.
    reported: Mutex<Option<(AccountId, Pseudonym)>>,
}

impl Peer {
    pub(crate) const fn new(address: IpAddr) -> Self {
        Self { address, last: Mutex::new(None), reported: Mutex::new(None) }
    }

    /// The claims of a token, if this service signed it.
    pub(crate) fn claims(&self, token: &str, port: &Port) -> Option<Claims> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, claims)) = last.as_ref().filter(|(known, _)| known.reveal() == token) {
            return Some(claims.clone());
        }
        let claims = port.read_token(token)?;
        *last = Some((Secret::new(token.to_owned()), claims.clone()));
        Some(claims)
    }

    /// The pseudonym of these claims in logs.
    pub(crate) fn pseudonym(&self, claims: &Claims, port: &Port) -> Option<Pseudonym> {
        let Claims::Account { account, .. } = claims else { return None };
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = reported.filter(|(own, _)| own == account) {
            return Some(known);
        }
        let pseudonym = port.pseudonym(claims)?;
        *reported = Some((*account, pseudonym));
        Some(pseudonym)
    }
}
