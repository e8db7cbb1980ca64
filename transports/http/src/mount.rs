//! Services of other protocols at paths of this transport. A mounted service gets whole requests that passed the checks of all
//! requests, and answers with whole responses.

use http::request;
use hyper::body::Bytes;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use turnstone_api::operation::Operation;
use turnstone_api::words::Category;
use turnstone_engine::Port;
use turnstone_service::effects::{Rate, Rejected};
use turnstone_service::request::Caller;

/// A service of another protocol at one path, with POST as its only method and JSON as bodies.
pub trait Mount: Send + Sync + 'static {
    fn path(&self) -> &'static str;
    /// What a request asks for, by its body.
    fn purpose(&self, body: &[u8]) -> Purpose;
    /// The response to a body that is no JSON, or breaks the rules for JSON bodies: the rest of a sentence that begins with
    /// `The body`.
    fn no_json(&self, what: &str) -> http::Response<Bytes>;
    /// Answer a request. Dropping the future withdraws a pending request.
    fn answer(&self, port: Port, request: MountedRequest) -> Pin<Box<dyn Future<Output = MountedAnswer> + Send>>;
}

/// What a request to a mounted service asks for.
#[derive(Clone, Copy)]
pub struct Purpose {
    /// The operation that it calls, first or only, which counts by itself. A request without one counts as an ordinary
    /// request.
    pub operation: Option<&'static dyn Operation>,
    /// Whether its response may wait for an event.
    pub waits: bool,
}

/// A request to a mounted service.
pub struct MountedRequest {
    pub head: request::Parts,
    /// Its body, which is JSON.
    pub body: Bytes,
    /// The caller, by a Bearer token. Cookies do not count.
    pub caller: Caller,
}

/// The pieces of a body that comes as long as the service goes on. Dropping them withdraws a pending request.
pub type MountedPieces = Box<dyn FnMut(&mut Context<'_>) -> Poll<Option<Bytes>> + Send>;

/// A response of a mounted service.
pub struct MountedAnswer {
    pub response: http::Response<Bytes>,
    /// Its body, if that comes in pieces.
    pub pieces: Option<MountedPieces>,
    /// Whether an operation was called, and so counted.
    pub called: bool,
    /// Whether the message itself had a credential.
    pub with_credential: bool,
    /// The rest of the caller's window after the last operation.
    pub rate: Option<Rate>,
    /// The error of its operation, which the response reports in its own form.
    pub failure: Option<MountError>,
}

/// An operation of a mounted service was rejected.
pub struct MountError {
    /// The category of the error.
    pub category: Category,
    /// The core's error, if it is one.
    pub rejected: Option<Rejected>,
}
