//! A request to the core: its checks, its way there, and the response to its reply.

use super::HttpTransport;
use crate::answers::{self, EntityTags, Response};
use crate::body::{self, LARGEST_BODY};
use crate::caller::{self, Credential};
use crate::entry::AccessEntry;
use crate::events::{self, StreamBody};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::rejection::ErrorResponse;
use crate::request::{self, Params};
use http::header::{AUTHORIZATION, CONNECTION, HeaderValue, TRANSFER_ENCODING};
use http::{HeaderMap, Method};
use hyper::body::{Bytes, Incoming};
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::Session;
use turnstone_documents::route::{Caching, Route};
use turnstone_engine::env::Env;
use turnstone_engine::{PendingReply, Subscription, admit};
use turnstone_service::effects::{Issued, Rejected, Replied, Reply};
use turnstone_service::rejection::{Auth, Rejection};
use turnstone_service::request::{Caller, Request};
use turnstone_service::secret::Secret;

impl<E: Env + Unpin> HttpTransport<E> {
    /// The checks in their order: origin, size, credentials, body. Then the request goes to the core, which makes its
    /// own checks.
    pub(super) async fn ask(
        &self,
        route: &'static Route,
        values: &[&str],
        head: &http::request::Parts,
        body: &mut Incoming,
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Result<Submitted, Box<Response>> {
        let about = route.about();
        let address = self.address(peer.address, &head.headers);
        entry.comes_from(address);
        if matches!(about.session, Session::SignsIn | Session::Replaces) {
            let is_let_in = self.shared.cors.origin(&head.headers).is_some();
            caller::check_may_set_cookie(&head.headers, &head.uri, &self.shared.settings.base_url, is_let_in)
                .map_err(|problem| Box::new(answers::rejected(&problem.into())))?;
        }
        let announced = body::announced_size(&head.headers);
        if announced.is_some_and(|size| size > LARGEST_BODY as u64) {
            return Err(Box::new(answers::rejected(&Problem::TooLarge.into())));
        }
        let table = values.first().copied().unwrap_or("");
        if head.headers.get_all(AUTHORIZATION).iter().count() > 1 {
            let caller = Caller { claims: None, seat: None, address };
            let problem = Invalid::parameter("Authorization", "comes twice").into();
            return Err(Box::new(self.unreadable(problem, route, caller, &head.headers).await));
        }
        let credential = caller::credential(&head.headers, about.access, table, |token| peer.claims(token, &self.port))
            .map_err(|cookie| {
                entry.brings_credential();
                Box::new(answers::signed_out(cookie))
            })?;
        if let Some(credential) = &credential {
            entry.brings_credential();
            entry.is_of(peer.pseudonym(&credential.claims, &self.port));
        }
        let has_body = announced.map_or(head.headers.contains_key(TRANSFER_ENCODING), |size| size > 0);
        self.check_credential(route, head, credential.as_ref(), has_body)
            .map_err(|said| Box::new(answers::rejected(&said)))?;
        let cookies_used = CookieAuth::of(credential.as_ref(), table);
        let (claims, seat) = credential.map_or((None, None), |own| (Some(own.claims), own.seat));
        let caller = Caller { claims, seat, address };
        match self.read_request(route, values, head, body).await {
            Ok((mut request, bytes)) => {
                if let Some(with_secret) = about.secret {
                    request = with_secret(self.secret(&head.headers), Some(request));
                }
                if request.is_poll() {
                    entry.waits();
                }
                let context = ResponseContext {
                    caching: route.caching(),
                    known: EntityTags::of(&head.headers),
                    cookies_used,
                    session: about.session,
                };
                let reply = match about.is_stream() {
                    true => Sent::Stream(self.port.subscribe(caller, request, bytes)),
                    false => Sent::Request(self.port.call(caller, request, bytes)),
                };
                Ok(Submitted { reply, context })
            }
            Err(problem) => Err(Box::new(self.unreadable(problem, route, caller, &head.headers).await)),
        }
    }

    /// The response to a request that opens a stream, once it is open or rejected.
    pub(super) async fn stream(&self, mut stream: Subscription, context: &ResponseContext) -> Response {
        let opened = stream.next().await.unwrap_or_else(|| Err(Rejection::Unavailable.into()));
        match opened {
            Ok(replied) => {
                let mut response = answers::events(StreamBody::new(&self.env, stream));
                answers::limit(&mut response, replied.rate);
                response
            }
            Err(rejected) => self.rejected(rejected, context.cookies_used.as_ref()),
        }
    }

    /// Convert the core's reply to a response.
    pub(super) fn response_to(
        &self,
        reply: Reply,
        context: &ResponseContext,
        entry: &mut AccessEntry<'_, E>,
    ) -> Response {
        let ResponseContext { caching, known, cookies_used, session } = context;
        let replied = match reply {
            Ok(replied) => replied,
            Err(rejection) => return self.rejected(rejection, cookies_used.as_ref()),
        };
        if entry.lacks_account() {
            let token = token_in(&replied).and_then(|token| self.port.read_token(token));
            entry.is_of(token.and_then(|claims| self.port.pseudonym(&claims)));
        }
        let mut response = answers::replied(&replied, *caching, known, self.shared.secure);
        answers::limit(&mut response, replied.rate);
        let has_ended = matches!(session, Session::Ends | Session::Replaces) && replied.issued.is_none();
        if has_ended && cookies_used.is_some() {
            answers::clear_session(&mut response);
        }
        response
    }

    fn check_credential(
        &self,
        route: &Route,
        head: &http::request::Parts,
        credential: Option<&Credential>,
        has_body: bool,
    ) -> Result<(), ErrorResponse> {
        admit(route.about().access, credential.map(|credential| &credential.claims))?;
        if credential.is_some_and(|credential| !credential.cookies.is_empty()) {
            caller::check_same_origin(
                &head.method,
                &head.headers,
                &head.uri,
                has_body,
                &self.shared.settings.base_url,
            )?;
        }
        Ok(())
    }

    async fn read_request(
        &self,
        route: &Route,
        values: &[&str],
        head: &http::request::Parts,
        body: &mut Incoming,
    ) -> Result<(Request, usize), Problem> {
        // The body of a GET is ignored.
        let body = body::read(&self.env, body).await?;
        let body = if head.method == Method::GET { Bytes::new() } else { body };
        let params = Params::decode(values).ok_or_else(|| Invalid::parameter("path", "must be UTF-8"))?;
        let mut request = request::read(route, &params, head.uri.query().unwrap_or(""), &body)?;
        if route.about().is_stream() {
            events::resume(&mut request, &head.headers)?;
        }
        Ok((request, body.len()))
    }

    /// A request that could not be parsed still counts, and its credentials and limits are checked before its own
    /// error.
    async fn unreadable(&self, problem: Problem, route: &Route, caller: Caller, headers: &HeaderMap) -> Response {
        let about = route.about();
        let admitted = match about.secret {
            Some(with_secret) => self.port.call(caller, with_secret(self.secret(headers), None), 0),
            None => self.port.count(caller, about.rate),
        };
        self.reported(problem, admitted).await
    }

    /// The error of a request that could not be parsed, once it is counted.
    pub(crate) async fn reported(&self, problem: Problem, admitted: PendingReply) -> Response {
        let too_slow = matches!(problem, Problem::TooSlow);
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
    fn secret(&self, headers: &HeaderMap) -> Option<Secret> {
        let mut sent = headers.get_all(&self.shared.settings.webhook_header).iter();
        let only = sent.next().filter(|_| sent.next().is_none())?;
        only.to_str().ok().map(|text| Secret::new(text.to_owned()))
    }

    /// An error of the core.
    pub(crate) fn rejected(&self, reported: Rejected, cookies_used: Option<&CookieAuth>) -> Response {
        self.limited(&reported);
        rejected(reported, cookies_used)
    }

    /// Count an error in the metrics if a limit caused it.
    pub(crate) fn limited(&self, reported: &Rejected) {
        if let Rejection::Quota(quota) = reported.rejection {
            self.shared.metrics.limited(quota, reported.rate);
        }
    }
}

/// A request that was sent to the core.
pub(super) struct Submitted {
    pub(super) reply: Sent,
    pub(super) context: ResponseContext,
}

/// Where its replies come.
pub(super) enum Sent {
    Request(PendingReply),
    /// Events.
    Stream(Subscription),
}

/// The facts of a request that its response needs.
pub(super) struct ResponseContext {
    caching: Caching,
    known: EntityTags,
    cookies_used: Option<CookieAuth>,
    session: Session,
}

/// The cookies that authenticated a request, and the table in its path, as it was written.
pub(crate) struct CookieAuth {
    cookies: &'static [&'static str],
    table: String,
}

impl CookieAuth {
    fn of(credential: Option<&Credential>, table: &str) -> Option<Self> {
        let cookies = credential?.cookies;
        (!cookies.is_empty()).then(|| Self { cookies, table: table.to_owned() })
    }
}

/// Delete cookies that are no longer valid.
fn rejected(rejected: Rejected, cookies_used: Option<&CookieAuth>) -> Response {
    let Rejected { rejection, rate } = rejected;
    let ended = cookies_used.filter(|_| rejection == Rejection::Auth(Auth::NotSignedIn));
    let mut response = answers::rejected(&ErrorResponse::from(rejection));
    answers::limit(&mut response, rate);
    if let Some(CookieAuth { cookies, table }) = ended {
        if cookies.contains(&caller::SESSION_COOKIE) {
            answers::clear_session(&mut response);
        }
        if cookies.contains(&caller::SEAT_COOKIE) {
            answers::clear_seat(&mut response, table);
        }
    }
    response
}

/// The token of an account that a response contains.
fn token_in(replied: &Replied) -> Option<&str> {
    match &replied.issued {
        Some(Issued::Session { token, .. }) => Some(token.reveal()),
        Some(Issued::Seat { .. }) => None,
        None => replied.answer.token(),
    }
}
