//! The shipped HTTP transport of each node on connections in memory: for members, and for what other nodes forward.

use super::executor::WORLD;
use super::shared::{NODES, SECRET, ms};
use super::world::Cluster;
use crate::parts::{Tasks, http_settings};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::{http1, http2};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::future::{Future, pending};
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::io::{DuplexStream, duplex};
use turnstone_cluster::{Forwarder, NodeStanding};
use turnstone_engine::{Handle, Port};
use turnstone_http::HttpTransport;
use turnstone_http::forward::{Forward, ForwardPlace, ForwardedResponse, Unforwarded};
use turnstone_link::SharedKey;
use turnstone_service::subnet::Subnet;

/// How long a client waits for a response, and a node for a connection that goes nowhere.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a leader that was replaced may take for responses that are under way, as in the shipped forwarder.
const GRACE: Duration = ms(250);

/// Answer requests to a node by the loop behind this handle.
pub(super) fn open_front(cluster: &Arc<Cluster>, node: usize, handle: &Handle, standing: &Arc<NodeStanding>) {
    let Some(keys) = cluster.live(node).and_then(|live| live.storage.server_keys()) else { return };
    let shipped = Forwarder::new(standing.clone(), SharedKey::new(SECRET));
    let forward = SimForward { cluster: Arc::downgrade(cluster), own: node, standing: standing.clone(), shipped };
    let port = Port::new(handle.clone(), keys);
    let front = HttpTransport::of_node(
        cluster.clock(node),
        port,
        http_settings("https://turnstone.example"),
        Vec::new(),
        Arc::new(forward),
    );
    cluster.slot(node).front = Some((front, handle.clone()));
}

/// Forwards requests to the node that leads, by what the node knows, over links in memory in place of sealed ones.
struct SimForward {
    cluster: Weak<Cluster>,
    own: usize,
    standing: Arc<NodeStanding>,
    /// Knows how far the node is behind.
    shipped: Forwarder,
}

impl Forward for SimForward {
    fn send(&self, request: http::Request<Incoming>, _: Subnet) -> ForwardedResponse {
        let (cluster, own, standing) = (self.cluster.upgrade(), self.own, self.standing.clone());
        Box::pin(async move {
            let Some(cluster) = cluster else { return Err(Unforwarded::Lost) };
            let leader = standing.leader_id();
            let to = (0..NODES).find(|node| Some(Cluster::name(*node)) == leader && *node != own);
            let Some(to) = to else { return Err(Unforwarded::Unsent(Box::new(request))) };
            cluster.executor.sleep(ms(1)).await;
            let stream = if cluster.is_cut(own, to) { None } else { cluster.connect(to, true) };
            let Some(stream) = stream else { return Err(Unforwarded::Unsent(Box::new(request))) };
            let exchange = async {
                let (mut sender, connection) = http2::handshake(Tasks(cluster.clock(own)), stream).await.ok()?;
                cluster.executor.spawn(own, async move { drop(connection.await) });
                let response = sender.send_request(request).await.ok()?;
                cluster.hit("premise: a request was forwarded");
                cluster.notes().report.timeline.forwarded(cluster.executor.now(), own);
                Some((response, Box::new(()) as ForwardPlace))
            };
            let replaced = async {
                while standing.leader_id() == leader {
                    cluster.executor.sleep(ms(50)).await;
                }
                cluster.executor.sleep(GRACE).await;
            };
            let response = tokio::select! {
                biased;
                response = exchange => response,
                () = replaced => None,
                () = cluster.executor.sleep(PATIENCE) => None,
            };
            response.ok_or(Unforwarded::Lost)
        })
    }

    fn leader_changes(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.shipped.leader_changes()
    }

    fn readiness(&self) -> Result<(), &'static str> {
        self.shipped.readiness()
    }

    fn is_current(&self) -> bool {
        self.shipped.is_current()
    }

    fn newest_commit(&self) -> u64 {
        self.shipped.newest_commit()
    }
}

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
    /// Open a connection to a node, if its process runs. Another node reaches it only while it leads.
    fn connect(&self, node: usize, is_link: bool) -> Option<TokioIo<DuplexStream>> {
        let slot = self.slot(node);
        let front = slot.front.as_ref().filter(|_| !is_link || slot.leading().is_some())?.0.clone();
        drop(slot);
        let (own, other) = duplex(64 << 10);
        self.executor.spawn(node, front.serve(TokioIo::new(other), IpAddr::V4(Ipv4Addr::LOCALHOST), pending()));
        Some(TokioIo::new(own))
    }

    /// Send a request to a node, of a client that has seen this commit. `None` if no response comes in time.
    pub(super) async fn exchange(&self, node: usize, ask: &Ask, token: Option<&str>, seen: u64) -> Option<Answer> {
        self.executor.sleep(ms(1)).await;
        let stream = self.connect(node, false)?;
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
            let (mut sender, connection) = http1::handshake(stream).await.ok()?;
            self.executor.spawn(WORLD, async move { drop(connection.await) });
            let (head, body) = sender.send_request(request).await.ok()?.into_parts();
            let body = body.collect().await.ok()?.to_bytes();
            let commit = head.headers.get("commit").and_then(|commit| commit.to_str().ok()?.parse().ok());
            let body = serde_json::from_slice(&body).unwrap_or_default();
            Some(Answer { status: head.status.as_u16(), body, commit: commit.unwrap_or_default() })
        };
        tokio::select! {
            biased;
            answer = exchange => answer,
            () = self.executor.sleep(PATIENCE) => None,
        }
    }
}
