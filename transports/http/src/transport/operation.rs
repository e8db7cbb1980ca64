//! A request to the core, and the response to its reply.

use super::HttpTransport;
use super::checks::{Checked, RequestTarget};
use crate::access_log::AccessEntry;
use crate::answers::{self, EntityTags, Response};
use crate::caller::CookieAuth;
use crate::events::{self, StreamBody};
use crate::operator::PendingOperatorAnswer;
use crate::peer::Peer;
use crate::request::{self, Params};
use http::{Method, request::Parts};
use hyper::body::Incoming;
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::Session;
use turnstone_documents::route::{Caching, Route};
use turnstone_engine::env::Env;
use turnstone_engine::{PendingReply, Subscription};
use turnstone_service::effects::{Issued, Replied, Reply};
use turnstone_service::rejection::Rejection;
use turnstone_service::request::Request;

impl<E: Env + Unpin> HttpTransport<E> {
    /// Check a request and send it to the core, which makes its own checks.
    pub(super) async fn submit(
        &self,
        route: &'static Route,
        values: &[&str],
        head: &Parts,
        body: &mut Incoming,
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Result<Submitted, Box<Response>> {
        let about = route.about();
        let target = RequestTarget::Route(route, values.first().copied().unwrap_or(""));
        let Checked { caller, cookies_used, body } = self.check(target, head, body, (peer, entry)).await?;
        // The body of a GET is ignored.
        let body = if head.method == Method::GET { &[][..] } else { &body };
        let mut request = match read(route, values, head, body) {
            Ok(request) => request,
            Err(invalid) => return Err(Box::new(self.unreadable(invalid.into(), target, caller, &head.headers).await)),
        };
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
        let reply = match &self.operator {
            Some((host, _)) => Sent::Operator(host.answer(self.port.clone(), caller, request)),
            None if about.is_stream() => Sent::Stream(self.port.subscribe(caller, request, body.len())),
            None => Sent::Request(self.port.call(caller, request, body.len())),
        };
        Ok(Submitted { reply, context })
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
}

/// The request of a route.
fn read(route: &Route, values: &[&str], head: &Parts, body: &[u8]) -> Result<Request, Invalid> {
    let params = Params::decode(values).ok_or_else(|| Invalid::parameter("path", "must be UTF-8"))?;
    let mut request = request::read(route, &params, head.uri.query().unwrap_or(""), body)?;
    if route.about().is_stream() {
        events::resume(&mut request, &head.headers)?;
    }
    Ok(request)
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
    /// From the process around the core.
    Operator(PendingOperatorAnswer),
}

/// The facts of a request that its response needs.
pub(super) struct ResponseContext {
    caching: Caching,
    known: EntityTags,
    cookies_used: Option<CookieAuth>,
    session: Session,
}

/// The token of an account that a response contains.
fn token_in(replied: &Replied) -> Option<&str> {
    match &replied.issued {
        Some(Issued::Session { token, .. }) => Some(token.reveal()),
        Some(Issued::Seat { .. }) => None,
        None => replied.answer.token(),
    }
}
