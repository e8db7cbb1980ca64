//! The baseline: a bare hyper server that answers every request with its own body, or with as many bytes as a view has.

use crate::client::Client;
use crate::process::Server;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::json;
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// The cost of the echo.
pub(crate) struct Baseline {
    pub(crate) cpu_per_thousand_pairs: f64,
}

/// Bytes of a typical view.
const VIEW: usize = 900;

pub(crate) async fn serve() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("http://{}", listener.local_addr().unwrap());
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        stream.set_nodelay(true).unwrap();
        let connection =
            hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer));
        tokio::spawn(connection);
    }
}

async fn answer(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let body = request.into_body().collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let body = if body.is_empty() { Bytes::from(vec![b' '; VIEW]) } else { body };
    Ok(Response::builder().header("content-type", "application/json").body(Full::new(body)).unwrap())
}

/// Two requests a pair, as many connections as the tables have members.
pub(crate) async fn load(server: &Server, tables: usize, length: Duration) -> Baseline {
    let (cpu, end) = (server.cpu(), Instant::now() + length);
    let loops = (0..tables * 2).map(|_| async {
        let mut client = Client::connect(server.address).await;
        let mut pairs = 0_u64;
        while Instant::now() < end {
            client.post("/", &json!({ "action": { "type": "mark", "cell": 4 }, "expectedPlies": 3 })).await;
            client.ask(hyper::Method::GET, "/", &serde_json::Value::Null).await;
            pairs += 1;
        }
        pairs
    });
    let pairs: u64 = futures_util::future::join_all(loops).await.into_iter().sum();
    Baseline { cpu_per_thousand_pairs: (server.cpu() - cpu).as_secs_f64() * 1000.0 / pairs as f64 }
}
