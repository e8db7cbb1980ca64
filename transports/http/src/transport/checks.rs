//! The checks of requests for routes and for mounted services, in one order:
//!
//! 1. The message: the size of its head, and one host ([`check_message`]). All other checks trust the head.
//! 2. The origin. A foreign page is rejected before it counts against the limits of its visitor's address. The origin of a
//!    change with a cookie is checked with the credential, because a Bearer token is valid from any origin.
//! 3. The announced size. A body that is too long is rejected before it is sent.
//! 4. The credential, and whether the operation admits it. Only then a body is worth the wait for it.
//! 5. The body: its time, its size, and then its form. A request with an unreadable body counts like any other, and an
//!    error of its credential or of a limit comes before its own.
//! 6. The limits, and whether the credential still counts: the core checks both with the operation.
//!
//! Requests for pages, documents and unknown paths have the first check; a document also counts.
//!
//! [`check_message`]: crate::message::check_message

use super::HttpTransport;
use crate::access_log::AccessEntry;
use crate::answers::{self, Response};
use crate::body::{self, MAX_BODY_BYTES};
use crate::caller::{self, CookieAuth, Credential};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::rejection::ErrorResponse;
use http::header::{AUTHORIZATION, CONNECTION, HeaderValue, TRANSFER_ENCODING};
use http::{HeaderMap, request};
use hyper::body::{Bytes, Incoming};
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::Session;
use turnstone_documents::route::Route;
use turnstone_engine::admit;
use turnstone_engine::env::Env;
use turnstone_service::request::{Caller, RateClass};
use turnstone_service::secret::Secret;

/// The target of a request, as far as its checks depend on it.
#[derive(Clone, Copy)]
pub(super) enum RequestTarget<'a> {
    /// A route, and the id of the table in its path, as it was written.
    Route(&'static Route, &'a str),
    /// A mounted service. Only Bearer tokens are credentials there.
    Mount,
}

/// A request that passed the checks before the form of its body.
pub(super) struct Checked {
    pub(super) caller: Caller,
    pub(super) cookies_used: Option<CookieAuth>,
    pub(super) body: Bytes,
}

impl<E: Env + Unpin> HttpTransport<E> {
    /// Check a request from its origin to its body.
    pub(super) async fn check(
        &self,
        target: RequestTarget<'_>,
        head: &request::Parts,
        body: &mut Incoming,
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Result<Checked, Box<Response>> {
        let rejected = |error: ErrorResponse| Box::new(answers::rejected(&error));
        let mut caller = Caller::new(None, self.address(peer.address, &head.headers));
        caller.operator = self.operator.as_ref().map(|(_, name)| name.clone());
        entry.comes_from(caller.address);
        self.check_origin(target, head).map_err(|problem| rejected(problem.into()))?;
        let announced = body::announced_size(&head.headers);
        if announced.is_some_and(|size| size > MAX_BODY_BYTES as u64) {
            return Err(rejected(Problem::TooLarge.into()));
        }
        if head.headers.get_all(AUTHORIZATION).iter().count() > 1 {
            let problem = Invalid::parameter("Authorization", "comes twice").into();
            return Err(Box::new(self.unreadable(problem, target, caller, &head.headers).await));
        }
        let read_token = |token: &str| peer.claims(token, &self.port);
        let (credential, table) = match target {
            RequestTarget::Route(route, table) => {
                (caller::credential(&head.headers, route.about().access, table, read_token), table)
            }
            RequestTarget::Mount => (caller::bearer(&head.headers, read_token), ""),
        };
        let credential = credential.map_err(|cookie| {
            entry.brings_credential();
            Box::new(answers::signed_out(cookie))
        })?;
        if let Some(credential) = &credential {
            entry.brings_credential();
            entry.is_of(peer.pseudonym(&credential.claims, &self.port));
        }
        let has_body = announced.map_or(head.headers.contains_key(TRANSFER_ENCODING), |size| size > 0);
        self.check_credential(target, head, credential.as_ref(), has_body).map_err(rejected)?;
        let cookies_used = CookieAuth::of(credential.as_ref(), table);
        (caller.claims, caller.seat) = credential.map_or((None, None), |own| (Some(own.claims), own.seat));
        match body::read(&self.env, body).await {
            Ok(body) => Ok(Checked { caller, cookies_used, body }),
            Err(problem) => Err(Box::new(self.unreadable(problem, target, caller, &head.headers).await)),
        }
    }

    fn check_origin(&self, target: RequestTarget<'_>, head: &request::Parts) -> Result<(), Problem> {
        let own = &self.shared.settings.base_url;
        let is_let_in = self.shared.cors.origin(&head.headers).is_some();
        match target {
            RequestTarget::Route(route, _) if matches!(route.about().session, Session::SignsIn | Session::Replaces) => {
                caller::check_may_set_cookie(&head.headers, &head.uri, own, is_let_in)
            }
            RequestTarget::Route(..) => Ok(()),
            RequestTarget::Mount => caller::check_origin(&head.headers, own, is_let_in),
        }
    }

    fn check_credential(
        &self,
        target: RequestTarget<'_>,
        head: &request::Parts,
        credential: Option<&Credential>,
        has_body: bool,
    ) -> Result<(), ErrorResponse> {
        if let RequestTarget::Route(route, _) = target
            && self.operator.is_none()
        {
            admit(route.about().access, credential.map(|credential| &credential.claims))?;
        }
        if credential.is_some_and(|credential| !credential.cookies.is_empty()) {
            let own = &self.shared.settings.base_url;
            caller::check_same_origin(&head.method, &head.headers, &head.uri, has_body, own)?;
        }
        Ok(())
    }

    /// The error of a request that could not be read, after the errors of its credential and its limit: it counts.
    pub(super) async fn unreadable(
        &self,
        problem: Problem,
        target: RequestTarget<'_>,
        caller: Caller,
        headers: &HeaderMap,
    ) -> Response {
        let too_slow = matches!(problem, Problem::TooSlow);
        let admitted = match target {
            RequestTarget::Route(route, _) => {
                let about = route.about();
                match about.secret {
                    Some(with_secret) => self.port.call(caller, with_secret(self.secret(headers), None), 0),
                    None => self.port.count(caller, about.rate),
                }
            }
            RequestTarget::Mount => self.port.count(caller, RateClass::Ordinary),
        };
        let mut response = match admitted.await {
            Ok(replied) => {
                let mut response = answers::rejected(&problem.into());
                answers::limit(&mut response, replied.rate);
                response
            }
            Err(rejection) => self.rejected(rejection, None),
        };
        if too_slow {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }

    /// The secret of a caller without a credential.
    pub(super) fn secret(&self, headers: &HeaderMap) -> Option<Secret> {
        let mut sent = headers.get_all(&self.shared.settings.webhook_header).iter();
        let only = sent.next().filter(|_| sent.next().is_none())?;
        only.to_str().ok().map(|text| Secret::new(text.to_owned()))
    }
}
