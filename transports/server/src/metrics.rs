//! `/metrics`, on a listener of its own that is off unless the operator names an address.

use crate::runtime::Tokio;
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use turnstone_engine::{Closing, Door};
use turnstone_http::HttpDoor;
use turnstone_outgoing::Counts;
use turnstone_storage::{Health, State};

/// Readers at a time. More wait to be accepted until one is done.
const READERS: usize = 16;
/// How long a reader may take, from the connection to the end of the page: each reads one and leaves.
const DEADLINE: Duration = Duration::from_secs(10);

/// The door for whoever collects metrics.
pub(crate) struct MetricsDoor {
    listener: TcpListener,
    http: Arc<HttpDoor<Tokio>>,
    state: Arc<dyn State>,
    calls: Arc<Counts>,
}

impl MetricsDoor {
    /// A door to what the HTTP door and the way out count, and storage knows.
    pub(crate) async fn listen(
        address: SocketAddr,
        http: Arc<HttpDoor<Tokio>>,
        state: Arc<dyn State>,
        calls: Arc<Counts>,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        tracing::info!(address = %listener.local_addr()?, "metrics");
        Ok(Self { listener, http, state, calls })
    }

    /// Serve one reader after another, for ever.
    async fn accept(&self) {
        let places = Arc::new(Semaphore::new(READERS));
        loop {
            let place = places.clone().acquire_owned().await.expect("the semaphore is never closed");
            let Ok((stream, _)) = self.listener.accept().await else {
                sleep(Duration::from_millis(100)).await;
                continue;
            };
            let (http, state, calls) = (self.http.clone(), self.state.clone(), self.calls.clone());
            let service = hyper::service::service_fn(move |request| {
                let response = answer(&request, &http, state.as_ref(), &calls);
                async move { Ok::<_, Infallible>(response) }
            });
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .keep_alive(false)
                .serve_connection(TokioIo::new(stream), service);
            drop(tokio::spawn(async move {
                match timeout(DEADLINE, connection).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => tracing::debug!(%error, "a reader of the metrics left"),
                    Err(_) => tracing::debug!("a reader of the metrics took too long"),
                }
                drop(place);
            }));
        }
    }
}

impl Door for MetricsDoor {
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move { closing.ends(self.accept()).await })
    }
}

fn answer(
    request: &Request<Incoming>,
    door: &HttpDoor<Tokio>,
    state: &dyn State,
    calls: &Counts,
) -> Response<Full<Bytes>> {
    let found = request.uri().path() == "/metrics";
    let body = if found { door.metrics().page() + &at_rest(state.health()) + &calls.page() } else { String::new() };
    let mut response = Response::new(Full::new(body.into()));
    if found {
        let kind = http::HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
        response.headers_mut().insert(http::header::CONTENT_TYPE, kind);
    } else {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

/// What is known of the stored files.
fn at_rest(health: Health) -> String {
    let Health { scrubbed_bytes, scrubs, scrubbed_at, damaged_files, failed_merges } = health;
    [
        (
            "scrub_bytes_total",
            "counter",
            "Bytes of the store that were read to see whether they are whole.",
            scrubbed_bytes,
        ),
        ("scrubs_total", "counter", "Times that all files of the store were read.", scrubs),
        ("scrub_last_complete_seconds", "gauge", "When that was last done, in Unix time; 0 before.", scrubbed_at),
        ("damaged_files", "gauge", "Files of the store that are damaged.", damaged_files),
        ("failed_merges_total", "counter", "Merges of the store's tables that failed.", failed_merges),
    ]
    .map(|(name, kind, help, value)| {
        let name = format!("turnstone_storage_{name}");
        format!("# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n")
    })
    .concat()
}
