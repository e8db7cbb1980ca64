//! Requests to services of other protocols.

use super::HttpTransport;
use super::checks::{Checked, RequestTarget};
use crate::access_log::{AccessEntry, EventStatus};
use crate::answers::{self, Response};
use crate::caller;
use crate::json;
use crate::mount::{Mount, MountError, MountedRequest, Purpose};
use crate::peer::Peer;
use crate::rejection::ErrorResponse;
use crate::response_body::ResponseBody;
use http::header::{CACHE_CONTROL, HeaderValue, WWW_AUTHENTICATE};
use http::{Method, StatusCode, request};
use hyper::body::{Bytes, Incoming};
use turnstone_api::words::EXPIRED;
use turnstone_documents::status::status;
use turnstone_engine::env::Env;
use turnstone_service::effects::Rate;
use turnstone_service::rejection::{Auth, Rejection};
use turnstone_service::request::{Caller, RateClass};

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
            Method::OPTIONS => self.shared.cors.preflight(&head.headers, &methods),
            _ => answers::other_methods(&methods),
        };
        Box::pin(self.after_body(early, &head, body)).await
    }

    /// Check a request, and count it if it calls no operation.
    async fn enter(
        &self,
        mount: &dyn Mount,
        head: &request::Parts,
        body: &mut Incoming,
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Result<Entered, Box<Response>> {
        let Checked { caller, body, .. } = self.check(RequestTarget::Mount, head, body, (peer, entry)).await?;
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
        let _open = self.shared.metrics.open();
        let request = MountedRequest { head, body, caller: caller.clone() };
        let answer = mount.answer(self.port.clone(), request).await;
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
        if let Some(MountError { category, rejected }) = answer.failure {
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
        match self.port.count(caller.clone(), RateClass::Ordinary).await {
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
