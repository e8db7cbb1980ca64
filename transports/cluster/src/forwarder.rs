//! Requests to a node that follows go to the node that leads, over HTTP/2 on sealed links.
//!
//! A forwarded request comes to the internal listener, and only the transport of a node that leads answers there. It cannot
//! be forwarded a second time.

use crate::standing::{Announced, NodeStanding};
use hyper::body::Incoming;
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::sleep;
use turnstone_http::forward::{Forward, ForwardPlace, ForwardedResponse};
use turnstone_standby::{PrimaryAddress, StandbyKey, connect_requests};

/// Requests on a link at a time; a transport takes no more than 64 on a connection.
const REQUESTS: usize = 60;
/// ForwardLinks at a time.
const LINKS: usize = 1024;
/// How often a link with requests is checked, and how long its answer may take.
const PING: Duration = Duration::from_secs(1);
const SILENCE: Duration = Duration::from_secs(2);
/// How long a leader that was replaced may take for responses that are under way.
const GRACE: Duration = Duration::from_millis(250);
/// Bytes that a link takes ahead of its readers.
const WINDOW: u32 = 1 << 20;

/// Forwards requests to the node that leads.
#[derive(Clone)]
pub struct Forwarder(Arc<ForwarderState>);

struct ForwarderState {
    standing: Arc<NodeStanding>,
    key: StandbyKey,
    links: Mutex<ForwardLinks>,
    /// Held while a link is opened.
    opening: tokio::sync::Mutex<()>,
}

/// The links to one address.
#[derive(Default)]
struct ForwardLinks {
    address: String,
    links: Vec<ForwardLink>,
}

struct ForwardLink {
    sender: SendRequest<Incoming>,
    /// Has a clone for each request that is open.
    open: Arc<()>,
}

impl ForwardLinks {
    /// A link with room.
    fn free(&mut self, address: &str) -> Option<(SendRequest<Incoming>, Arc<()>)> {
        if self.address != address {
            (self.address, self.links) = (address.to_owned(), Vec::new());
        }
        self.links.retain(|link| !link.sender.is_closed());
        let free = self.links.iter().find(|link| Arc::strong_count(&link.open) <= REQUESTS)?;
        Some((free.sender.clone(), free.open.clone()))
    }
}

impl Forwarder {
    /// Forward to the node that leads by what `standing` knows, over links with this key.
    pub fn new(standing: Arc<NodeStanding>, key: StandbyKey) -> Self {
        Self(Arc::new(ForwarderState { standing, key, links: Mutex::default(), opening: tokio::sync::Mutex::new(()) }))
    }

    async fn place(&self, address: &str) -> io::Result<(SendRequest<Incoming>, Arc<()>)> {
        let lock = || self.0.links.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(free) = lock().free(address) {
            return Ok(free);
        }
        let _opening = self.0.opening.lock().await;
        if let Some(free) = lock().free(address) {
            return Ok(free);
        }
        if lock().links.len() >= LINKS {
            return Err(io::Error::other("there are too many requests at a time"));
        }
        let target = PrimaryAddress::parse(address).map_err(io::Error::other)?;
        let stream = connect_requests(&target, &self.0.key).await?;
        let mut builder = Builder::new(TokioExecutor::new());
        builder
            .timer(TokioTimer::new())
            .keep_alive_interval(PING)
            .keep_alive_timeout(SILENCE)
            .initial_connection_window_size(WINDOW);
        let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        drop(tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a link to the leader");
            }
        }));
        let open = Arc::new(());
        let mut links = lock();
        if links.address == address {
            links.links.push(ForwardLink { sender: sender.clone(), open: open.clone() });
        }
        Ok((sender, open))
    }

    async fn forward(&self, request: http::Request<Incoming>) -> io::Result<(http::Response<Incoming>, ForwardPlace)> {
        let leader = self.0.standing.other_leader().ok_or_else(|| io::Error::other("no other node leads"))?;
        let exchange = async {
            let (mut sender, place) = self.place(&leader.address).await?;
            let response = sender.send_request(request).await.map_err(io::Error::other)?;
            Ok((response, Box::new(place) as ForwardPlace))
        };
        tokio::select! {
            biased;
            exchanged = exchange => exchanged,
            () = self.replaced(&leader) => Err(io::Error::other("another node leads now")),
        }
    }

    /// Wait until another node leads, or none, and then until the former leader has sent what it had.
    async fn replaced(&self, leader: &Announced) {
        self.0.standing.leader_is_replaced(leader).await;
        sleep(GRACE).await;
    }
}

impl Forward for Forwarder {
    fn send(&self, request: http::Request<Incoming>) -> ForwardedResponse {
        let own = self.clone();
        Box::pin(async move {
            let sent = own.forward(request).await;
            sent.inspect_err(|error| {
                own.0.standing.metrics.unforwarded.inc();
                tracing::debug!(%error, "a request was not forwarded");
            })
            .ok()
        })
    }

    fn readiness(&self) -> Result<(), &'static str> {
        self.0.standing.readiness()
    }

    fn is_current(&self) -> bool {
        self.0.standing.is_current()
    }
}
