//! Requests of members to a node, by HTTP/1.1 on connections of their own.

use super::shared::PORT;
use super::world::Cluster;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use madsim::time::sleep;
use serde_json::Value;
use std::time::Duration;

/// How long a client waits for a response.
const PATIENCE: Duration = Duration::from_secs(3);

#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) body: Value,
}

pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Value,
    /// The newest commit that it can show.
    pub(super) commit: u64,
}

impl Cluster {
    /// Send a request to a node, of a client that has seen this commit. `None` if no response comes in time.
    pub(super) async fn exchange(&self, node: usize, ask: &Ask, token: Option<&str>, seen: u64) -> Option<Answer> {
        let mut request =
            http::Request::builder().method(ask.method).uri(&ask.path).header("host", "turnstone.example");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if seen > 0 {
            request = request.header("min-commit", seen);
        }
        let body = if ask.body.is_null() { String::new() } else { ask.body.to_string() };
        let request = request.header("content-type", "application/json").body(Full::new(Bytes::from(body))).ok()?;
        let exchange = async {
            let stream = self.net.connect(self.members, &Self::name(node), PORT).await.ok()?;
            let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
            drop(madsim::task::spawn(connection));
            let (head, body) = sender.send_request(request).await.ok()?.into_parts();
            let body = body.collect().await.ok()?.to_bytes();
            let commit = head.headers.get("commit").and_then(|commit| commit.to_str().ok()?.parse().ok());
            let body = serde_json::from_slice(&body).unwrap_or_default();
            Some(Answer { status: head.status.as_u16(), body, commit: commit.unwrap_or_default() })
        };
        tokio::select! {
            biased;
            answer = exchange => answer,
            () = sleep(PATIENCE) => None,
        }
    }
}
