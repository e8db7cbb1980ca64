//! Services of other protocols at paths of this transport. A mounted service gets whole requests whose origin, size and
//! credential were checked in the order of the routes' checks, and answers with whole responses.

use super::answers::{self, Response};
use super::body::{self, LARGEST_BODY};
use super::caller;
use super::entry::AccessEntry;
use super::events::ResponseBody;
use super::json;
use super::peer::Peer;
use super::problem::Problem;
use super::rejection::ErrorResponse;
use super::transport::HttpTransport;
use http::header::{AUTHORIZATION, CACHE_CONTROL, HeaderValue, WWW_AUTHENTICATE};
use http::{Method, StatusCode, request};
use hyper::body::{Bytes, Incoming};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::Operation;
use turnstone_api::words::{Category, EXPIRED};
use turnstone_documents::status::status;
use turnstone_engine::Port;
use turnstone_engine::env::Env;
use turnstone_service::effects::{Rate, Rejected};
use turnstone_service::rejection::{Auth, Rejection};
use turnstone_service::request::{Caller, RateClass};

/// A service of another protocol at one path, with POST as its only method and JSON as bodies.
pub trait Mount: Send + Sync + 'static {
    /// Its path.
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
    /// Its head.
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
    /// The response.
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
    pub failure: Option<MountedFailure>,
}

/// An operation of a mounted service was rejected.
pub struct MountedFailure {
    /// The category of the error.
    pub category: Category,
    /// The core's error, if it is one.
    pub rejected: Option<Rejected>,
}

/// The status that HTTP has for the error of an operation, for security events: a response of another protocol has another
/// one.
#[derive(Clone, Copy)]
pub(crate) struct EventStatus(pub(crate) StatusCode);

impl<E: Env + Unpin> HttpTransport<E> {
    /// The response of a mounted service.
    pub(super) async fn mounted(
        &self,
        mount: &dyn Mount,
        (head, mut body): (request::Parts, Incoming),
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Response {
        entry.leads_to(mount.path());
        let methods = ["POST"];
        let early = match head.method {
            Method::POST => match Box::pin(self.enter(mount, &head, &mut body, (peer, entry))).await {
                Ok(entered) => return self.pass(mount, entered, head, entry).await,
                Err(response) => *response,
            },
            Method::OPTIONS => self.cors().preflight(&head.headers, &methods),
            _ => answers::other_methods(&methods),
        };
        Box::pin(self.after_body(early, &head, body)).await
    }

    /// The checks in their order: origin, size, credentials, body, limits.
    async fn enter(
        &self,
        mount: &dyn Mount,
        head: &request::Parts,
        body: &mut Incoming,
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Result<Entered, Box<Response>> {
        let address = self.address(peer.address, &head.headers);
        entry.comes_from(address);
        let rejected = |problem: Problem| Box::new(answers::rejected(&problem.into()));
        let is_let_in = self.cors().origin(&head.headers).is_some();
        caller::check_origin(&head.headers, self.base_url(), is_let_in).map_err(rejected)?;
        if body::announced_size(&head.headers).is_some_and(|size| size > LARGEST_BODY as u64) {
            return Err(rejected(Problem::TooLarge));
        }
        let mut caller = Caller { claims: None, seat: None, address };
        if head.headers.get_all(AUTHORIZATION).iter().count() > 1 {
            let problem = Invalid::parameter("Authorization", "comes twice").into();
            let admitted = self.port().count(caller, RateClass::Ordinary);
            return Err(Box::new(self.reported(problem, admitted).await));
        }
        if let Some(sent) = head.headers.get(AUTHORIZATION) {
            entry.brings_credential();
            let claims = caller::bearer_claims(sent, |token| peer.claims(token, self.port()));
            let claims = claims.ok_or_else(|| Box::new(answers::rejected(&caller::not_signed_in())))?;
            entry.is_of(peer.pseudonym(&claims, self.port()));
            caller.claims = Some(claims);
        }
        let body = match body::read(&self.env, body).await {
            Ok(body) => body,
            Err(problem) => {
                let admitted = self.port().count(caller, RateClass::Ordinary);
                return Err(Box::new(self.reported(problem, admitted).await));
            }
        };
        if let Err(what) = json::check_any(&body) {
            let rate = self.count_mounted(&caller).await?;
            let mut response = mount.no_json(&what).map(ResponseBody::from);
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            answers::limit(&mut response, rate);
            return Err(Box::new(response));
        }
        let purpose = mount.purpose(&body);
        let mut rate = None;
        match purpose.operation {
            Some(operation) => entry.calls(operation, purpose.waits),
            None => rate = self.count_mounted(&caller).await?,
        }
        Ok(Entered { caller, body, purpose, rate })
    }

    /// Hand a request over.
    async fn pass(
        &self,
        mount: &dyn Mount,
        Entered { caller, body, purpose, rate }: Entered,
        head: request::Parts,
        entry: &mut AccessEntry<'_, E>,
    ) -> Response {
        let _open = self.metrics().open();
        let request = MountedRequest { head, body, caller: caller.clone() };
        let answer = mount.answer(self.port().clone(), request).await;
        if purpose.operation.is_some() && !answer.called {
            // It was malformed in the other protocol's own terms.
            entry.ends_before_operation();
            if let Err(limited) = self.count_mounted(&caller).await {
                return *limited;
            }
        }
        if answer.with_credential {
            entry.brings_credential();
        }
        let mut response =
            answer.response.map(|whole| answer.pieces.map_or_else(|| whole.into(), ResponseBody::Mounted));
        response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        answers::limit(&mut response, answer.rate.or(rate));
        if let Some(MountedFailure { category, rejected }) = answer.failure {
            if let Some(rejected) = rejected {
                self.limited(&rejected);
            }
            let status = StatusCode::from_u16(status(category)).expect("the statuses of refusals are valid");
            response.extensions_mut().insert(EventStatus(status));
            if let Some(code) = category.code() {
                response.extensions_mut().insert(code);
            }
        }
        response
    }

    /// Count a request that calls no operation.
    async fn count_mounted(&self, caller: &Caller) -> Result<Option<Rate>, Box<Response>> {
        match self.port().count(caller.clone(), RateClass::Ordinary).await {
            Ok(replied) => Ok(replied.rate),
            Err(rejected) => {
                let is_unknown = rejected.rejection == Rejection::Auth(Auth::NotSignedIn);
                let claims = caller.claims.as_ref().filter(|_| is_unknown);
                if claims.is_some_and(|claims| claims.expires_at() <= self.env.now()) {
                    return Err(Box::new(expired()));
                }
                Err(Box::new(self.rejected(rejected, None)))
            }
        }
    }
}

/// The response to a request with a token whose time is over. Clients of the other protocol often show nothing else.
fn expired() -> Response {
    let error = ErrorResponse { error: EXPIRED.into(), ..caller::not_signed_in() };
    let mut response = answers::rejected(&error);
    let why = HeaderValue::from_static("Bearer error=\"invalid_token\", error_description=\"The token has expired\"");
    response.headers_mut().insert(WWW_AUTHENTICATE, why);
    response
}

/// A request that passed the checks.
struct Entered {
    caller: Caller,
    body: Bytes,
    purpose: Purpose,
    /// The rest of the caller's window, if it was counted.
    rate: Option<Rate>,
}
