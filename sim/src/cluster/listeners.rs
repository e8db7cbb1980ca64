//! The listeners of a node: one for members, with the shipped transport, and one for the links of other nodes.

use super::shared::{BASE_URL, INTERNAL_PORT, PORT, SECRET};
use super::world::Cluster;
use crate::parts::http_settings;
use crate::world::{MachineClock, NetListener};
use hyper::body::Incoming;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use turnstone_cluster::{FORWARDED, Forwarder, NodeLinks};
use turnstone_engine::env::Env;
use turnstone_engine::peers::{PeerBounds, serve_peers};
use turnstone_engine::{Closing, Handle, Port, Transport};
use turnstone_http::connections::{ConnectionBounds, HttpListener};
use turnstone_http::forward::{Forward, ForwardedResponse};
use turnstone_http::{HttpSettings, HttpTransport};
use turnstone_link::SharedKey;
use turnstone_service::subnet::Subnet;

const BOUNDS: ConnectionBounds = ConnectionBounds { most: 256, per_address: 0, trusted_proxies: Vec::new() };
/// As in the shipped server.
const LINKS: PeerBounds = PeerBounds { unproven: 128, unproven_per_address: 32, proven: 4096 };

/// What a node listens on. Both end with its process.
pub(super) struct Listeners {
    members: NetListener,
    pub(super) links: Arc<NodeLinks<MachineClock>>,
    forward: Arc<dyn Forward>,
}

impl Listeners {
    pub(super) async fn open(cluster: &Arc<Cluster>, node: usize, links: NodeLinks<MachineClock>) -> io::Result<Self> {
        let (env, net) = (cluster.clock(node), &cluster.net);
        let (members, internal) = (net.listen(env.host, PORT).await?, net.listen(env.host, INTERNAL_PORT).await?);
        let (links, own) = (Arc::new(links), env.clone());
        let forwarder = Forwarder::new(env.clone(), links.standing.clone(), SharedKey::new(SECRET));
        env.spawn(forwarder.clone().look_for_leader());
        let served = links.clone();
        env.spawn(async move {
            // They end with the process.
            let (_close, closing) = Closing::new();
            serve_peers(&own, internal, LINKS, closing, move |stream, place| served.clone().serve(stream, place)).await;
        });
        let forward = ObservedForward { forwarder, cluster: Arc::downgrade(cluster), node };
        Ok(Self { members, links, forward: Arc::new(forward) })
    }

    /// Answer requests by the loop behind this handle from now on, and with a core also those that other nodes forward.
    pub(super) fn serve(&self, cluster: &Cluster, node: usize, handle: &Handle, has_core: bool) {
        let env = cluster.clock(node);
        let Some(keys) = self.links.storage.server_keys() else { return };
        let port = Port::new(handle.clone(), keys);
        let settings = HttpSettings { trusted_proxies: vec![FORWARDED.into()], ..http_settings(BASE_URL) };
        let forward = self.forward.clone();
        let http = HttpTransport::of_node(env.clone(), port, settings, Vec::new(), cluster.pages.clone(), forward);
        let (close, closing) = Closing::new();
        if has_core {
            self.links.forwarded_http.answer(http.clone(), closing.clone());
        }
        let listener = HttpListener::new(env.clone(), self.members.clone(), vec![http], BOUNDS);
        env.spawn(Box::new(listener).serve(closing));
        // The former one closes.
        cluster.slot(node).front = Some((handle.clone(), close));
    }
}

/// The shipped forwarder. What it forwards is counted.
struct ObservedForward {
    forwarder: Forwarder<MachineClock>,
    cluster: Weak<Cluster>,
    node: usize,
}

impl Forward for ObservedForward {
    fn send(&self, request: http::Request<Incoming>, client: Subnet) -> ForwardedResponse {
        let (sent, cluster, node) = (self.forwarder.send(request, client), self.cluster.upgrade(), self.node);
        Box::pin(async move {
            let sent = sent.await;
            if let Some(cluster) = cluster.filter(|_| sent.is_ok()) {
                cluster.hit("premise: a request was forwarded");
                cluster.notes().report.timeline.forwarded(cluster.net.now(), node);
            }
            sent
        })
    }

    fn leader_changes(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.forwarder.leader_changes()
    }

    fn readiness(&self) -> Result<(), &'static str> {
        self.forwarder.readiness()
    }

    fn is_current(&self) -> bool {
        self.forwarder.is_current()
    }

    fn newest_commit(&self) -> u64 {
        self.forwarder.newest_commit()
    }
}
