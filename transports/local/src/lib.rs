//! The in-process transport: the operations of the contract by name, with the fields of a JSON object, without HTTP.

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::net::IpAddr;
use turnstone_api::operation::{Access, Operation};
use turnstone_api::rejection::{Auth, Rejection};
use turnstone_api::words::Words;
use turnstone_engine::{Port, Subscription, admit};
use turnstone_service::effects::Replied;
use turnstone_service::request::Caller;

/// Callers in the same process.
#[derive(Clone)]
pub struct LocalTransport {
    port: Port,
    /// Their address for limits by address.
    address: IpAddr,
}

impl LocalTransport {
    /// A transport for a loop; its callers share one address.
    pub const fn new(port: Port, address: IpAddr) -> Self {
        Self { port, address }
    }

    /// Call an operation with a token, or without credentials: `names` are its path parameters in order, then its other
    /// fields. Dropping the future withdraws a pending request.
    pub async fn call(
        &self,
        token: Option<&str>,
        operation: &dyn Operation,
        names: &[Cow<'_, str>],
        fields: &Map<String, Value>,
    ) -> Result<Replied, Words> {
        let caller = self.caller(operation.about().access, token)?;
        Ok(self.port.ask(caller, operation, (names, fields), 0).await?)
    }

    /// Open the stream of an operation with a token: its replies are its events, and at last the end.
    /// Dropping it ends the stream.
    pub async fn subscribe(
        &self,
        token: Option<&str>,
        operation: &dyn Operation,
        names: &[Cow<'_, str>],
        fields: &Map<String, Value>,
    ) -> Result<Subscription, Words> {
        let caller = self.caller(operation.about().access, token)?;
        let request = self.port.read(&caller, operation, names, fields).await?;
        let mut subscription = self.port.subscribe(caller, request, 0);
        match subscription.next().await {
            Some(Ok(_)) => Ok(subscription),
            Some(Err(rejected)) => Err(rejected.rejection.into()),
            None => Err(Rejection::Unavailable.into()),
        }
    }

    fn caller(&self, access: Access, token: Option<&str>) -> Result<Caller, Rejection> {
        let token = token.filter(|_| access != Access::Open);
        let read = |token| self.port.read_token(token).ok_or(Rejection::Auth(Auth::NotSignedIn));
        let claims = token.map(read).transpose()?;
        admit(access, claims.as_ref())?;
        Ok(Caller::new(claims, self.address))
    }
}
