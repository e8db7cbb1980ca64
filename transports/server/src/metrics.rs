//! The transport for monitoring, off unless an address is configured: `/metrics` for a collector, and `/`, a page for
//! people. Both have the same few readers.

use crate::listeners::{Tcp, each};
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
use turnstone_standby::StandbyMetrics;

/// Readers at a time. Further ones wait to be accepted.
const READERS: u32 = 16;
/// How long a connection may take: each reads one page.
const DEADLINE: Duration = Duration::from_secs(10);
/// The text form of OpenMetrics, which Prometheus reads.
const OPEN_METRICS: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
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
    each(listener, READERS, move |stream| serve(stream, shown.clone()))
}

/// The transport for monitoring of a node that follows: `/metrics` alone.
pub(crate) fn open_following(listener: Tcp, register: impl FnOnce(&mut Registry)) -> Box<dyn Transport> {
    let mut registry = Registry::with_prefix("turnstone");
    register(&mut registry);
    let registry = Arc::new(registry);
    each(listener, READERS, move |stream| {
        let registry = registry.clone();
        serve_with(stream, move |request: Request<Incoming>| {
            let mut text = String::new();
            let is_asked = request.method() == Method::GET && request.uri().path() == "/metrics";
            // Writing to a text does not fail.
            let is_written = encode(&mut text, &registry).is_ok();
            std::future::ready(match is_asked && is_written {
                true => page(text, OPEN_METRICS),
                false => status(StatusCode::NOT_FOUND),
            })
        })
    })
}

async fn serve(stream: TokioIo<TcpStream>, shown: Arc<Exposition>) {
    serve_with(stream, move |request| {
        let shown = shown.clone();
        async move { shown.answer(&request).await }
    })
    .await;
}

async fn serve_with<F: Future<Output = Response<Full<Bytes>>>>(
    stream: TokioIo<TcpStream>,
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
