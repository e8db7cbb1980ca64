//! `/metrics`, on a listener of its own that is off unless the operator names an address.

use crate::env::Tokio;
use crate::http::Door;
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Serve what the door counts, until the task is aborted.
pub(crate) async fn listen(address: SocketAddr, door: Arc<Door<Tokio>>) -> io::Result<JoinHandle<()>> {
    let listener = TcpListener::bind(address).await?;
    tracing::info!(address = %listener.local_addr()?, "metrics");
    Ok(tokio::spawn(async move {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let door = door.clone();
            let service = hyper::service::service_fn(move |request| {
                let response = answer(&request, &door);
                async move { Ok::<_, Infallible>(response) }
            });
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), service);
            drop(tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "a reader of the metrics left");
                }
            }));
        }
    }))
}

fn answer(request: &Request<Incoming>, door: &Door<Tokio>) -> Response<Full<Bytes>> {
    let found = request.uri().path() == "/metrics";
    let body = if found { door.metrics().page() } else { String::new() };
    let mut response = Response::new(Full::new(body.into()));
    if found {
        let kind = http::HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
        response.headers_mut().insert(http::header::CONTENT_TYPE, kind);
    } else {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}
