//! The HTTP transport: its settings, and what its requests and connections share. Each module of this folder adds one step of a
//! request: `answer` takes it and selects the others, `checks` checks it, `operation`, `mounted` and `forwarding` answer it.

mod answer;
mod checks;
mod forwarding;
mod mounted;
mod operation;

use super::answers::{self, Response};
use super::caller::{self, CookieAuth};
use super::cors::Cors;
use super::forward::Forward;
use super::memory::{StreamBounds, StreamMemory};
use super::metrics::HttpMetrics;
use super::mount::Mount;
use super::operator::OperatorHost;
use super::pages::Pages;
use super::request_ids::RequestIds;
use super::router::Router;
use super::seldom::{Seldom, Throttle};
use super::site::Site;
use http::{HeaderMap, HeaderName};
use ipnet::IpNet;
use std::net::IpAddr;
use std::sync::Arc;
use turnstone_documents::packages::Packages;
use turnstone_documents::{OPERATOR_ROUTES, ROUTES};
use turnstone_engine::Port;
use turnstone_engine::env::Env;
use turnstone_service::effects::Rejected;
use turnstone_service::rejection::Rejection;

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
    /// The packages that it hands out.
    pub packages: Packages,
    /// Where to report vulnerabilities, a mailto: or https: URI.
    pub security_contact: Option<String>,
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
    /// Set for an operator, with their name: they are served the operations of operators and nothing else.
    operator: Option<(Arc<dyn OperatorHost>, String)>,
}

/// Shared by the transports of all threads.
struct TransportShared {
    settings: HttpSettings,
    router: Router,
    operator_router: Router,
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
        let pages = Arc::new(Pages::new(&settings.base_url, &settings.push_key, &settings.packages));
        Self::with(env, port, settings, pages, mounts, None)
    }

    /// A transport of a node of a cluster. A node without a core forwards all requests but those of pages and documents, and
    /// nothing is read from its loop. The pages are of its address, push key and packages.
    pub fn of_node(
        env: E,
        port: Port,
        settings: HttpSettings,
        mounts: Vec<Arc<dyn Mount>>,
        pages: Arc<Pages>,
        forward: Arc<dyn Forward>,
    ) -> Arc<Self> {
        Self::with(env, port, settings, pages, mounts, Some(forward))
    }

    /// The same as [`Self::with_mounts`], with the pages of an earlier transport that had the same address, push key and packages.
    pub fn with_pages(
        env: E,
        port: Port,
        settings: HttpSettings,
        mounts: Vec<Arc<dyn Mount>>,
        pages: Arc<Pages>,
    ) -> Arc<Self> {
        Self::with(env, port, settings, pages, mounts, None)
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
            operator_router: Router::new(&OPERATOR_ROUTES),
            pages,
            mounts,
            forward,
            site: Site::new(&settings.base_url, &settings.push_key, &settings.packages),
            cors: Cors::new(settings.cors_origins.clone()),
            secure: settings.base_url.starts_with("https://"),
            request_ids: RequestIds::new(env.now().0),
            metrics: HttpMetrics::new(),
            stream_memory: StreamMemory::new(settings.stream_bounds, settings.trusted_proxies.clone()),
            forwarded: Seldom::default(),
            rejections: Throttle::default(),
            settings,
        };
        Arc::new(Self { env, port, shared: Arc::new(shared), operator: None })
    }

    /// The same transport for the connections of the thread that runs the tasks of `env`.
    pub fn on_thread(&self, env: E) -> Arc<Self> {
        let port = self.port.on_thread(&env);
        Arc::new(Self { env, port, shared: self.shared.clone(), operator: self.operator.clone() })
    }

    /// The same transport for the operator with this name: it serves the operations of operators, and nothing else.
    pub fn for_operator(&self, host: Arc<dyn OperatorHost>, name: String) -> Arc<Self> {
        let (env, port) = (self.env.clone(), self.port.clone());
        Arc::new(Self { env, port, shared: self.shared.clone(), operator: Some((host, name)) })
    }

    fn router(&self) -> &Router {
        if self.operator.is_some() { &self.shared.operator_router } else { &self.shared.router }
    }

    /// The metrics of all responses so far.
    pub fn metrics(&self) -> &HttpMetrics {
        &self.shared.metrics
    }

    /// The memory of the streams of all connections.
    pub(super) fn stream_memory(&self) -> Arc<StreamMemory> {
        self.shared.stream_memory.clone()
    }

    fn forward(&self) -> Option<&dyn Forward> {
        self.shared.forward.as_deref().filter(|_| self.operator.is_none())
    }

    /// The client's address. All clients of a proxy that is not configured count as one.
    fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
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

    /// An error of the core.
    fn rejected(&self, rejected: Rejected, cookies_used: Option<&CookieAuth>) -> Response {
        self.limited(&rejected);
        answers::rejected_by_core(rejected, cookies_used)
    }

    /// Count an error in the metrics if a limit caused it.
    fn limited(&self, rejected: &Rejected) {
        if let Rejection::Quota(quota) = rejected.rejection {
            self.shared.metrics.limited(quota, rejected.rate);
        }
    }
}
