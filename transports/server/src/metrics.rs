//! The listener for the operator, off unless an address is configured: `/metrics` for the collector, and `/`, a page
//! for people. One listener serves both, because both are for the same few readers behind the same wall.

use crate::accept::accept_each;
use crate::measures::{Measures, Sources};
use crate::overview;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use http::{Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Context;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use turnstone_engine::{Closing, Door};

/// Readers at a time. More wait to be accepted until one is done.
const READERS: usize = 16;
/// How long a reader may take, from the connection to the end of the page: each reads one and leaves.
const DEADLINE: Duration = Duration::from_secs(10);
/// The text form of OpenMetrics, which Prometheus reads.
const OPEN_METRICS: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// The door for the operator's readers.
pub(crate) struct MetricsDoor {
    listener: TcpListener,
    shown: Arc<Exposition>,
}

/// What is shown.
struct Exposition {
    measures: Measures,
    sources: Arc<Sources>,
}

impl MetricsDoor {
    /// A door to what is measured.
    pub(crate) fn new(listener: TcpListener, measures: Measures, sources: Sources) -> Self {
        Self { listener, shown: Arc::new(Exposition { measures, sources: Arc::new(sources) }) }
    }
}

async fn serve(stream: TcpStream, shown: Arc<Exposition>) {
    let service = hyper::service::service_fn(move |request| {
        let shown = shown.clone();
        async move { Ok::<_, Infallible>(shown.answer(&request).await) }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    match timeout(DEADLINE, connection).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "a reader of the metrics left"),
        Err(_) => tracing::debug!("a reader of the metrics took too long"),
    }
}

impl Door for MetricsDoor {
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let Self { listener, shown } = *self;
        Box::pin(closing.ends(async move {
            let next = |context: &mut Context<'_>| listener.poll_accept(context).map_ok(|(stream, _)| stream);
            accept_each(READERS, next, |stream| serve(stream, shown.clone())).await;
        }))
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
