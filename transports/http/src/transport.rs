//! The HTTP transport: it takes connections, checks each request in a fixed order, and sends the responses.

use super::answers::{self, EntityTags, Response};
use super::body::{self, LARGEST_BODY};
use super::caller::{self, Credential};
use super::commit;
use super::cors::Cors;
use super::document::Document;
use super::entry::AccessEntry;
use super::events::{self, StreamBody};
use super::forward::Forward;
use super::memory::{StreamBounds, StreamMemory};
use super::message::check_message;
use super::metrics::HttpMetrics;
use super::mount::Mount;
use super::names::RequestIds;
use super::pages::{PageMatch, Pages};
use super::peer::Peer;
use super::problem::Problem;
use super::rejection::ErrorResponse;
use super::route::{Caching, Params, Route};
use super::router::{RouteMatch, Router};
use super::routes::ROUTES;
use super::site::Site;
use crate::seldom::{Seldom, Throttle};
use http::header::{AUTHORIZATION, CONNECTION, EXPECT, HeaderValue, TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderName, Method, Version};
use hyper::body::{Body, Bytes, Incoming};
use ipnet::IpNet;
use std::net::IpAddr;
use std::sync::Arc;
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::Session;
use turnstone_engine::env::Env;
use turnstone_engine::{PendingReply, Port, Subscription, admit};
use turnstone_service::effects::{Issued, Rejected, Replied, Reply};
use turnstone_service::rejection::{Auth, Rejection};
use turnstone_service::request::{Caller, RateClass, Request};
use turnstone_service::secret::Secret;

/// The configuration.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// The public address of the service, without a slash at the end.
    pub base_url: String,
    /// Proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpNet>,
    /// Origins whose pages may call with a Bearer token.
    pub cors_origins: Vec<String>,
    /// The header in which the messenger sends the secret of its webhook.
    pub webhook_header: HeaderName,
    /// The key that browsers subscribe with; empty if there is none.
    pub push_key: String,
    /// Whether each request gets a line in the log.
    pub access_log: bool,
    /// The memory limits of HTTP/2 streams.
    pub stream_bounds: StreamBounds,
}

/// The HTTP transport of one thread, shared by its connections.
pub struct HttpTransport<E> {
    pub(super) env: E,
    port: Port,
    shared: Arc<TransportShared>,
}

/// Shared by the transports of all threads.
struct TransportShared {
    settings: HttpSettings,
    router: Router,
    pages: Arc<Pages>,
    mounts: Vec<Arc<dyn Mount>>,
    /// Where requests go that a node of a cluster does not answer itself.
    forward: Option<Arc<dyn Forward>>,
    site: Site,
    cors: Cors,
    /// Whether cookies are `Secure`.
    secure: bool,
    request_ids: RequestIds,
    metrics: HttpMetrics,
    stream_memory: Arc<StreamMemory>,
    /// The last warning about a peer whose X-Forwarded-For is ignored.
    forwarded: Seldom,
    /// Limits the log lines of rejected requests, so that a flood of requests does not become a flood of lines.
    rejections: Throttle,
}

impl<E: Env + Unpin> HttpTransport<E> {
    /// A transport for a loop.
    pub fn new(env: E, port: Port, settings: HttpSettings) -> Arc<Self> {
        Self::with_mounts(env, port, settings, Vec::new())
    }

    /// A transport for a loop, with services of other protocols at paths of their own.
    pub fn with_mounts(env: E, port: Port, settings: HttpSettings, mounts: Vec<Arc<dyn Mount>>) -> Arc<Self> {
        let pages = Arc::new(Pages::new(&settings.base_url, &settings.push_key));
        Self::with(env, port, settings, pages, mounts, None)
    }

    /// A transport of a node of a cluster.
    pub fn of_node(
        env: E,
        port: Port,
        settings: HttpSettings,
        mounts: Vec<Arc<dyn Mount>>,
        forward: Arc<dyn Forward>,
    ) -> Arc<Self> {
        let pages = Arc::new(Pages::new(&settings.base_url, &settings.push_key));
        Self::with(env, port, settings, pages, mounts, Some(forward))
    }

    /// The same as [`Self::with_mounts`], with the pages of an earlier transport that had the same address and push key.
    pub fn with_pages(
        env: E,
        port: Port,
        settings: HttpSettings,
        mounts: Vec<Arc<dyn Mount>>,
        pages: Arc<Pages>,
    ) -> Arc<Self> {
        Self::with(env, port, settings, pages, mounts, None)
    }

    /// A transport of a node without a core: it forwards all requests but the health checks. Nothing is read from its loop.
    pub fn forwarding(env: E, port: Port, settings: HttpSettings, forward: Arc<dyn Forward>) -> Arc<Self> {
        Self::with(env, port, settings, Arc::new(Pages::none()), Vec::new(), Some(forward))
    }

    fn with(
        env: E,
        port: Port,
        settings: HttpSettings,
        pages: Arc<Pages>,
        mounts: Vec<Arc<dyn Mount>>,
        forward: Option<Arc<dyn Forward>>,
    ) -> Arc<Self> {
        let shared = TransportShared {
            router: Router::new(ROUTES),
            pages,
            mounts,
            forward,
            site: Site::new(&settings.base_url, &settings.push_key),
            cors: Cors::new(settings.cors_origins.clone()),
            secure: !is_plain_loopback(&settings.base_url),
            request_ids: RequestIds::new(env.now().0),
            metrics: HttpMetrics::new(),
            stream_memory: StreamMemory::new(settings.stream_bounds, settings.trusted_proxies.clone()),
            forwarded: Seldom::default(),
            rejections: Throttle::default(),
            settings,
        };
        Arc::new(Self { env, port, shared: Arc::new(shared) })
    }

    /// The same transport for the connections of the thread that runs the tasks of `env`.
    pub fn on_thread(&self, env: E) -> Arc<Self> {
        let port = self.port.on_thread(&env);
        Arc::new(Self { env, port, shared: self.shared.clone() })
    }

    /// The metrics of all responses so far.
    pub fn metrics(&self) -> &HttpMetrics {
        &self.shared.metrics
    }

    /// The memory of the streams of all connections.
    pub(super) fn stream_memory(&self) -> Arc<StreamMemory> {
        self.shared.stream_memory.clone()
    }

    pub(super) const fn port(&self) -> &Port {
        &self.port
    }

    pub(super) fn forward(&self) -> Option<&dyn Forward> {
        self.shared.forward.as_deref()
    }

    pub(super) fn find_route<'a>(&self, method: &Method, path: &'a str) -> RouteMatch<'a> {
        self.shared.router.find(method, path)
    }

    pub(super) fn cors(&self) -> &Cors {
        &self.shared.cors
    }

    /// The public address of the service.
    pub(super) fn base_url(&self) -> &str {
        &self.shared.settings.base_url
    }

    /// The response to a request.
    pub(super) async fn answer(&self, request: Box<http::Request<Incoming>>, peer: &Peer) -> Response {
        let id = self.shared.request_ids.of(request.headers());
        let (has_line, counted) = (self.shared.settings.access_log, (&self.shared.metrics, &self.port));
        let mut entry = AccessEntry::new(&self.env, counted, id.clone(), request.method(), has_line);
        let origin = self.shared.cors.origin(request.headers());
        // Also if it came with a Content-Length, which hyper has dropped (RFC 9112, 6.3).
        let chunked = request.headers().contains_key(TRANSFER_ENCODING);
        let mut checked = check_message(&request);
        if let (Some(forward), Ok(())) = (self.forward(), &checked) {
            match commit::seen(request.headers()) {
                Ok(seen) if self.answers(forward, &request, seen).await => {}
                Ok(_) => return self.forwarded(forward, request, peer, (id, entry)).await,
                Err(malformed) => checked = Err(malformed.into()),
            }
        }
        let (is_http1, is_head) = (request.version() != Version::HTTP_2, request.method() == Method::HEAD);
        let (mut response, malformed) = match checked {
            Ok(()) => (self.route(request, peer, &mut entry).await, false),
            Err(problem) => (answers::rejected(&problem.into()), true),
        };
        let headers = response.headers_mut();
        headers.insert("x-request-id", id);
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if is_http1 && (malformed || chunked) {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if self.shared.forward.is_some() {
            commit::add(headers, self.port.commit());
        }
        self.shared.cors.add(origin, headers);
        entry.answered(&response, &self.shared.rejections);
        if is_head { answers::without_body(response) } else { response }
    }

    async fn route(
        &self,
        request: Box<http::Request<Incoming>>,
        peer: &Peer,
        entry: &mut AccessEntry<'_, E>,
    ) -> Response {
        let (head, mut body) = request.into_parts();
        if let Some(mount) = self.mount_at(head.uri.path()) {
            return Box::pin(self.mounted(mount, (head, body), (peer, entry))).await;
        }
        let early = match self.find_route(&head.method, head.uri.path()) {
            RouteMatch::Route(route, place, values) => {
                let _open = self.shared.metrics.open();
                entry.leads_to_route(route, place);
                // Boxed, and freed when the request is pending.
                let asked = Box::pin(self.ask(route, &values, &head, &mut body, (peer, entry))).await;
                return match asked {
                    Ok(Submitted { reply, context }) => {
                        // A pending request keeps no part of its head, which would keep the buffer that it was read
                        // into.
                        drop(values);
                        drop(head);
                        drop(body);
                        match reply {
                            Sent::Request(reply) => self.response_to(reply.await, &context, entry),
                            Sent::Stream(stream) => self.stream(stream, &context).await,
                        }
                    }
                    Err(response) => Box::pin(self.after_body(*response, &head, body)).await,
                };
            }
            RouteMatch::OtherMethods(path, methods) if head.method == Method::OPTIONS => {
                entry.leads_to(path);
                self.shared.cors.preflight(&head.headers, &methods)
            }
            RouteMatch::OtherMethods(path, methods) => {
                entry.leads_to(path);
                answers::other_methods(&methods)
            }
            RouteMatch::Nothing => match self.find_page(&head) {
                Some(PageMatch::Document(path, document)) => {
                    entry.leads_to(path);
                    Box::pin(self.document(document, &head, (peer, entry))).await
                }
                Some(PageMatch::Answer(path, response)) => {
                    entry.leads_to(path);
                    response
                }
                None => self.beside_pages(&head, entry),
            },
        };
        Box::pin(self.after_body(early, &head, body)).await
    }

    /// The mounted service at a path.
    pub(super) fn mount_at(&self, path: &str) -> Option<&dyn Mount> {
        self.shared.mounts.iter().find(|mount| mount.path() == path).map(|mount| &**mount)
    }

    fn find_page(&self, head: &http::request::Parts) -> Option<PageMatch<'_>> {
        self.shared.pages.find(&head.method, head.uri.path(), || self.ready())
    }

    /// A file of the web client, if the path is one.
    fn beside_pages(&self, head: &http::request::Parts, entry: &mut AccessEntry<'_, E>) -> Response {
        let Some(response) = self.shared.site.answer(&head.method, head.uri.path(), &head.headers) else {
            return answers::rejected(&Problem::NoRoute.into());
        };
        entry.leads_to("site");
        response
    }

    /// A document counts among the requests without credentials of its reader's address.
    async fn document(
        &self,
        document: &Document,
        head: &http::request::Parts,
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Response {
        let address = self.address(peer.address, &head.headers);
        entry.comes_from(address);
        match self.port.count(Caller { claims: None, seat: None, address }, RateClass::Ordinary).await {
            Ok(replied) => {
                let mut response = document.answer(&head.headers);
                answers::limit(&mut response, replied.rate);
                response
            }
            Err(rejection) => self.rejected(rejection, None),
        }
    }

    /// An error of the core.
    pub(super) fn rejected(&self, reported: Rejected, cookies_used: Option<&CookieAuth>) -> Response {
        self.limited(&reported);
        rejected(reported, cookies_used)
    }

    /// Count an error in the metrics if a limit caused it.
    pub(super) fn limited(&self, reported: &Rejected) {
        if let Rejection::Quota(quota) = reported.rejection {
            self.shared.metrics.limited(quota, reported.rate);
        }
    }

    /// A response that was determined before the body was read. The body is read and discarded, so that the connection
    /// can continue; otherwise the connection is closed.
    pub(super) async fn after_body(
        &self,
        mut response: Response,
        head: &http::request::Parts,
        body: Incoming,
    ) -> Response {
        if body.is_end_stream() || response.headers().contains_key(CONNECTION) {
            return response;
        }
        let small = body::announced_size(&head.headers).is_some_and(|size| size <= LARGEST_BODY as u64);
        // A caller that waits for `100 Continue` has not sent the body: do not ask for it.
        let reads = small && !head.headers.contains_key(EXPECT);
        if !reads || body::read(&self.env, body).await.is_err() {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }

    /// The checks in their order: origin, size, credentials, body. Then the request goes to the core, which makes its
    /// own checks.
    async fn ask(
        &self,
        route: &'static dyn Route,
        values: &[&str],
        head: &http::request::Parts,
        body: &mut Incoming,
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Result<Submitted, Box<Response>> {
        let about = route.about();
        let address = self.address(peer.address, &head.headers);
        entry.comes_from(address);
        if about.session == Session::SignsIn {
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
    async fn stream(&self, mut stream: Subscription, context: &ResponseContext) -> Response {
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
    fn response_to(&self, reply: Reply, context: &ResponseContext, entry: &mut AccessEntry<'_, E>) -> Response {
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
        if *session == Session::Ends && cookies_used.is_some() {
            answers::clear_session(&mut response);
        }
        response
    }

    fn check_credential(
        &self,
        route: &dyn Route,
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
        route: &dyn Route,
        values: &[&str],
        head: &http::request::Parts,
        body: &mut Incoming,
    ) -> Result<(Request, usize), Problem> {
        // The body of a GET is ignored.
        let body = body::read(&self.env, body).await?;
        let body = if head.method == Method::GET { Bytes::new() } else { body };
        let params = Params::decode(values).ok_or_else(|| Invalid::parameter("path", "must be UTF-8"))?;
        let mut request = route.read(&params, head.uri.query().unwrap_or(""), &body)?;
        if route.about().is_stream() {
            events::resume(&mut request, &head.headers)?;
        }
        Ok((request, body.len()))
    }

    /// A request that could not be parsed still counts, and its credentials and limits are checked before its own
    /// error.
    async fn unreadable(&self, problem: Problem, route: &dyn Route, caller: Caller, headers: &HeaderMap) -> Response {
        let about = route.about();
        let admitted = match about.secret {
            Some(with_secret) => self.port.call(caller, with_secret(self.secret(headers), None), 0),
            None => self.port.count(caller, about.rate),
        };
        self.reported(problem, admitted).await
    }

    /// The error of a request that could not be parsed, once it is counted.
    pub(super) async fn reported(&self, problem: Problem, admitted: PendingReply) -> Response {
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

    /// The client's address. All clients of a proxy that is not configured count as one.
    pub(super) fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let trusted = &self.shared.settings.trusted_proxies;
        let is_reported = headers.contains_key(caller::FORWARDED_FOR) && !caller::is_trusted(peer, trusted);
        if is_reported && self.shared.forwarded.is_due(self.env.instant()) {
            tracing::warn!(
                %peer,
                "X-Forwarded-For comes from a peer that is not among server.trusted_proxies and does not count"
            );
        }
        caller::address(peer, headers, trusted)
    }
}

/// A request that was sent to the core.
struct Submitted {
    reply: Sent,
    context: ResponseContext,
}

/// Where its replies come.
enum Sent {
    Request(PendingReply),
    /// Events.
    Stream(Subscription),
}

/// The facts of a request that its response needs.
struct ResponseContext {
    caching: Caching,
    known: EntityTags,
    cookies_used: Option<CookieAuth>,
    session: Session,
}

/// The cookies that authenticated a request, and the table in its path, as it was written.
pub(super) struct CookieAuth {
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

fn is_plain_loopback(base_url: &str) -> bool {
    let Some(uri) = base_url.strip_prefix("http://").and_then(|_| base_url.parse::<http::Uri>().ok()) else {
        return false;
    };
    let host = uri.host().unwrap_or("").trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}
