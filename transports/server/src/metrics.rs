//! The transport for monitoring, off unless an address is configured: `/metrics` for a collector, and `/`, a page for
//! people. Both have the same few readers.

use crate::listeners::{Tcp, each_peer};
use crate::measures::{Measures, Sources};
use crate::overview;
use crate::transports::TransportParts;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use http::{Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use turnstone_engine::Transport;
use turnstone_engine::peers::{PeerBounds, PeerPlace};
use turnstone_standby::StandbyMetrics;

/// Readers at a time: they prove nothing, and a new one displaces the oldest.
const READERS: PeerBounds = PeerBounds { unproven: 32, unproven_per_address: 8, proven: 0 };
/// How long a connection may take: each reads one page.
const DEADLINE: Duration = Duration::from_secs(5);
/// The text form of OpenMetrics, which Prometheus reads.
const OPEN_METRICS: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// What the pages show.
struct Exposition {
    measures: Measures,
    sources: Arc<Sources>,
}

/// The transport for monitoring.
pub(crate) fn open(listener: Tcp, parts: &TransportParts<'_>) -> Box<dyn Transport> {
    let (handle, config) = (parts.host.running.handle(), parts.config);
    let feed = parts.host.feed.clone();
    let measures = Measures::new(|registry| {
        parts.http.metrics().register(registry);
        handle.metrics().register(registry);
        parts.calls.register(registry);
        if let Some(cluster) = &parts.cluster {
            cluster.register(registry);
        }
        feed.as_ref().map_or_else(StandbyMetrics::default, |feed| feed.metrics().clone()).register(registry);
    });
    let sources = Arc::new(Sources {
        handle,
        state: parts.host.state.clone(),
        data: config.server.data.clone(),
        mark: config.storage.free_space_mark_mib.saturating_mul(1 << 20),
        feed,
    });
    let shown = Arc::new(Exposition { measures, sources });
    each_peer(listener, READERS, move |stream, place| serve(stream, place, shown.clone()))
}

/// Monitoring of a process without a core.
pub(crate) struct PlainPages {
    pub(crate) registry: Registry,
    /// Called before the metrics are shown.
    pub(crate) refresh: Box<dyn Fn() + Send + Sync>,
    /// `/readyz`, if there is one here: whether the process does what it is for; if not, what fails.
    pub(crate) ready: Option<Box<dyn Fn() -> Result<(), &'static str> + Send + Sync>>,
}

impl PlainPages {
    /// The metrics that `register` registers, and nothing else.
    pub(crate) fn metrics(register: impl FnOnce(&mut Registry)) -> Self {
        let mut registry = Registry::with_prefix("turnstone");
        register(&mut registry);
        Self { registry, refresh: Box::new(|| ()), ready: None }
    }

    fn answer(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
        match (request.uri().path(), &self.ready) {
            _ if !matches!(request.method(), &Method::GET | &Method::HEAD) => status(StatusCode::METHOD_NOT_ALLOWED),
            ("/metrics", _) => {
                (self.refresh)();
                let mut text = String::new();
                // Writing to a text does not fail.
                let _ = encode(&mut text, &self.registry);
                page(text, OPEN_METRICS)
            }
            ("/readyz", Some(ready)) => match ready() {
                Ok(()) => page("ready\n".to_owned(), TEXT),
                Err(failing) => {
                    let body = serde_json::json!({ "error": "it is not ready", "failing": [failing] });
                    let mut response = page(format!("{body}\n"), JSON);
                    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
                    response
                }
            },
            _ => status(StatusCode::NOT_FOUND),
        }
    }
}

/// The transport for monitoring of a process without a core.
pub(crate) fn open_plain(listener: Tcp, pages: PlainPages) -> Box<dyn Transport> {
    let pages = Arc::new(pages);
    each_peer(listener, READERS, move |stream, place| {
        let pages = pages.clone();
        serve_with(stream, place, move |request: Request<Incoming>| std::future::ready(pages.answer(&request)))
    })
}

async fn serve(stream: TokioIo<TcpStream>, place: PeerPlace, shown: Arc<Exposition>) {
    serve_with(stream, place, move |request| {
        let shown = shown.clone();
        async move { shown.answer(&request).await }
    })
    .await;
}

async fn serve_with<F: Future<Output = Response<Full<Bytes>>>>(
    stream: TokioIo<TcpStream>,
    _place: PeerPlace,
    answer: impl Fn(Request<Incoming>) -> F,
) {
    let service = hyper::service::service_fn(move |request| {
        let answered = answer(request);
        async move { Ok::<_, Infallible>(answered.await) }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .keep_alive(false)
        .serve_connection(stream, service);
    match timeout(DEADLINE, connection).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "a reader of the metrics disconnected"),
        Err(_) => tracing::debug!("a reader of the metrics took too long"),
    }
}

impl Exposition {
    async fn answer(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
        let mut response = self.find(request).await;
        response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        response
    }

    async fn find(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
        if !matches!(request.method(), &Method::GET | &Method::HEAD) {
            return status(StatusCode::METHOD_NOT_ALLOWED);
        }
        match request.uri().path() {
            "/metrics" => {
                let found = self.sources.ask().await;
                page(self.measures.page(&self.sources, &found), OPEN_METRICS)
            }
            "/" => {
                let found = self.sources.ask().await;
                let mut response = page(overview::page(&self.sources, &found), HTML);
                let headers = response.headers_mut();
                headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(overview::POLICY));
                headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
                response
            }
            _ => status(StatusCode::NOT_FOUND),
        }
    }
}

fn page(body: String, kind: HeaderValue) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body.into()));
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

fn status(status: StatusCode) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    *response.status_mut() = status;
    response
}
