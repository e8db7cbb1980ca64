//! Requests to a node that follows go to the node that leads, over HTTP/2 on sealed links.
//!
//! A forwarded request comes to the internal listener, and only the transport of a node that leads answers there. It cannot
//! be forwarded a second time.

use crate::node_link::LinkedNode;
use crate::standing::{Announced, NodeStanding};
use http::header::DATE;
use http_body_util::{Either, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::TokioIo;
use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};
use turnstone_engine::env::within;
use turnstone_engine::hyper_env::Hyper;
use turnstone_http::forward::{Forward, ForwardPlace, ForwardedResponse, Unforwarded};
use turnstone_link::{LinkMachine, SharedKey};
use turnstone_service::subnet::Subnet;

/// Requests on a link at a time; a transport takes no more than 64 on a connection.
const REQUESTS: usize = 60;
/// Requests of one client on a link at a time: the others always have room.
const SHARE: usize = 15;
/// ForwardLinks at a time.
const LINKS: usize = 1024;
/// How often a link with requests is checked, and how long its answer may take.
const PING: Duration = Duration::from_secs(1);
const SILENCE: Duration = Duration::from_secs(2);
/// How long a leader that was replaced may take for responses that are under way.
const GRACE: Duration = Duration::from_millis(250);
/// The pause after an address was not reached: many requests may wait for it.
const PAUSE: Duration = Duration::from_millis(50);
/// How often a node looks whether the leader is reached, and how long that may take.
const LOOK: Duration = Duration::from_secs(2);
/// The client of a look.
const NO_CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
/// Bytes of a response that its link carries before they are read.
const WINDOW: u32 = 64 << 10;
/// The same of all responses of a link: unread responses never use up what the others need.
const LINK_WINDOW: u32 = (REQUESTS as u32 + 4) * WINDOW;

/// Forwards requests to the node that leads.
#[derive(Clone)]
pub struct Forwarder<L>(Arc<ForwarderState<L>>);

/// The body of a request: that of a client, or none.
type RequestBody = Either<Incoming, Empty<Bytes>>;

struct ForwarderState<L> {
    standing: Arc<NodeStanding>,
    link: LinkedNode<L>,
    links: Mutex<ForwardLinks>,
    /// Held while a link is opened.
    opening: tokio::sync::Mutex<()>,
}

/// The links to one address.
struct ForwardLinks {
    address: String,
    links: Vec<ForwardLink>,
    /// The address that was not reached last, and when.
    failed: Option<(String, Instant)>,
}

struct ForwardLink {
    sender: SendRequest<RequestBody>,
    open: Arc<OpenRequests>,
}

/// The requests of a link that are open, by client.
#[derive(Default)]
struct OpenRequests(Mutex<BTreeMap<Subnet, usize>>);

/// A request of a client that is open until this is dropped.
struct ForwardedRequest {
    among: Arc<OpenRequests>,
    client: Subnet,
}

impl OpenRequests {
    fn counts(&self) -> MutexGuard<'_, BTreeMap<Subnet, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more request of a client, if there is room for it.
    fn enter(own: &Arc<Self>, client: Subnet) -> Option<ForwardedRequest> {
        let mut counts = own.counts();
        let of_client = counts.get(&client).copied().unwrap_or_default();
        if of_client >= SHARE || counts.values().sum::<usize>() >= REQUESTS {
            return None;
        }
        counts.insert(client, of_client + 1);
        Some(ForwardedRequest { among: own.clone(), client })
    }
}

impl Drop for ForwardedRequest {
    fn drop(&mut self) {
        let mut counts = self.among.counts();
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}

impl ForwardLinks {
    /// A link with room for a request of a client.
    fn free(&mut self, address: &str, client: Subnet) -> Option<(SendRequest<RequestBody>, ForwardedRequest)> {
        if self.address != address {
            (self.address, self.links) = (address.to_owned(), Vec::new());
        }
        self.links.retain(|link| !link.sender.is_closed());
        self.links.iter().find_map(|link| Some((link.sender.clone(), OpenRequests::enter(&link.open, client)?)))
    }
}

impl<L: LinkMachine> Forwarder<L> {
    /// Forward to the node that leads by what `standing` knows, over links with this key.
    pub fn new(machine: L, standing: Arc<NodeStanding>, key: SharedKey) -> Self {
        let link = LinkedNode { machine, node: standing.node().to_owned(), key };
        let links = Mutex::new(ForwardLinks { address: String::new(), links: Vec::new(), failed: None });
        Self(Arc::new(ForwarderState { standing, link, links, opening: tokio::sync::Mutex::new(()) }))
    }

    fn machine(&self) -> &L {
        &self.0.link.machine
    }

    /// A place on a link for a request of a client; on a new link, if the others have none.
    async fn place(
        &self,
        leader: &Announced,
        client: Subnet,
    ) -> io::Result<(SendRequest<RequestBody>, ForwardedRequest)> {
        let (address, lock) = (&leader.address, || self.0.links.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(free) = lock().free(address, client) {
            return Ok(free);
        }
        let _opening = self.0.opening.lock().await;
        if let Some(free) = lock().free(address, client) {
            return Ok(free);
        }
        if lock()
            .failed
            .as_ref()
            .is_some_and(|(failed, at)| failed == address && self.machine().instant() < *at + PAUSE)
        {
            return Err(io::Error::other("the leader was not reached a moment ago"));
        }
        let opened = self.open(leader, client).await;
        lock().failed = opened.is_err().then(|| (address.clone(), self.machine().instant()));
        opened
    }

    /// Open a link.
    async fn open(
        &self,
        leader: &Announced,
        client: Subnet,
    ) -> io::Result<(SendRequest<RequestBody>, ForwardedRequest)> {
        let lock = || self.0.links.lock().unwrap_or_else(PoisonError::into_inner);
        if lock().links.len() >= LINKS {
            return Err(io::Error::other("there are too many requests at a time"));
        }
        let stream = self.0.link.connect_requests(leader).await?;
        let runtime = Hyper(self.machine().clone());
        let mut builder = Builder::new(runtime.clone());
        builder
            .timer(runtime)
            .keep_alive_interval(PING)
            .keep_alive_timeout(SILENCE)
            .initial_stream_window_size(WINDOW)
            .initial_connection_window_size(LINK_WINDOW);
        let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        self.machine().spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a link to the leader");
            }
        });
        let open = Arc::new(OpenRequests::default());
        let place = OpenRequests::enter(&open, client).expect("a new link has room");
        let mut links = lock();
        if links.address == leader.address {
            links.links.push(ForwardLink { sender: sender.clone(), open });
        }
        Ok((sender, place))
    }

    /// Send a request to the node that leads.
    async fn forward(
        &self,
        request: http::Request<RequestBody>,
        client: Subnet,
    ) -> Result<(http::Response<Incoming>, ForwardedRequest), (io::Error, Option<Box<http::Request<RequestBody>>>)>
    {
        let unsent = |error, request| Err((error, Some(Box::new(request))));
        let Some(leader) = self.0.standing.other_leader() else {
            return unsent(io::Error::other("no other node leads"), request);
        };
        let (mut sender, place) = match self.reach(&leader, client).await {
            Ok(reached) => reached,
            Err(error) => return unsent(error, request),
        };
        tokio::select! {
            biased;
            response = sender.send_request(request) => match response {
                Ok(response) => Ok((response, place)),
                Err(error) => Err((io::Error::other(error), None)),
            },
            () = self.replaced(&leader) => Err((io::Error::other("another node leads now"), None)),
        }
    }

    /// A place on a link to the node that leads.
    async fn reach(
        &self,
        leader: &Announced,
        client: Subnet,
    ) -> io::Result<(SendRequest<RequestBody>, ForwardedRequest)> {
        let reached = tokio::select! {
            biased;
            reached = self.place(leader, client) => reached,
            () = self.replaced(leader) => Err(io::Error::other("another node leads now")),
        };
        if reached.is_ok() {
            self.0.standing.reached_leader();
        }
        reached
    }

    /// Look from time to time whether the node that leads is reached, for ever.
    pub async fn look_for_leader(self) {
        loop {
            match self.0.standing.other_leader() {
                Some(leader) => match within(self.machine(), LOOK, self.ask_time()).await.flatten() {
                    Some(off_s) => self.0.standing.clock_differs(&leader, off_s),
                    None => tracing::debug!(leader = leader.node, "the leader was not reached"),
                },
                None => {
                    self.0.standing.metrics.clock_difference.set(0);
                }
            }
            self.machine().sleep(LOOK).await;
        }
    }

    /// How far this machine's clock is ahead of the leader's, in whole seconds.
    async fn ask_time(&self) -> Option<i64> {
        let request = http::Request::get("http://leader.invalid/healthz").body(Either::Right(Empty::new())).ok()?;
        let (response, _place) = self.forward(request, NO_CLIENT.into()).await.ok()?;
        let date = response.headers().get(DATE)?.to_str().ok()?;
        let leader = httpdate::parse_http_date(date).ok()?;
        let leader = leader.duration_since(UNIX_EPOCH).ok()?.as_secs();
        Some((self.machine().now().0 / 1000).cast_signed() - leader.cast_signed())
    }

    /// Wait until another node leads, or none, and then until the former leader has sent what it had.
    async fn replaced(&self, leader: &Announced) {
        self.0.standing.leader_is_replaced(leader).await;
        self.machine().sleep(GRACE).await;
    }
}

impl<L: LinkMachine> Forward for Forwarder<L> {
    fn send(&self, request: http::Request<Incoming>, client: Subnet) -> ForwardedResponse {
        let own = self.clone();
        Box::pin(async move {
            let sent = own.forward(request.map(Either::Left), client).await;
            sent.map(|(response, place)| (response, Box::new(place) as ForwardPlace)).map_err(|(error, unsent)| {
                own.0.standing.metrics.unforwarded.inc();
                tracing::debug!(%error, "a request was not forwarded");
                let Some((head, Either::Left(body))) = unsent.map(|unsent| unsent.into_parts()) else {
                    return Unforwarded::Lost;
                };
                Unforwarded::Unsent(Box::new(http::Request::from_parts(head, body)))
            })
        })
    }

    fn leader_changes(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.0.standing.leader_changes())
    }

    fn readiness(&self) -> Result<(), &'static str> {
        self.0.standing.readiness()
    }

    fn is_current(&self) -> bool {
        self.0.standing.is_current()
    }

    fn newest_commit(&self) -> u64 {
        self.0.standing.newest_commit()
    }
}

#[cfg(test)]
mod tests;
