//! A node of a cluster. Once it has caught up, it serves with a core, which follows or leads; before that it forwards all
//! requests. The sockets stay open meanwhile.

mod etcd;
mod side;

use crate::config::Config;
use crate::descriptors;
use crate::host::{Accepted, OpenError};
use crate::http::{self, NoWaker};
use crate::listeners::{Tcp, each_peer};
use crate::metrics::{PlainPages, open_plain};
use crate::operator::{self, Reports};
use crate::runtime::{Threads, Tokio};
use crate::server::{FIRST_USES, MAX_CONNECTIONS, Server, ServerError, http_threads};
use crate::storage::engine;
use crate::transports::{Bound, Listening, bind};
use etcd::look_at_etcd;
use side::NodePhase;
pub(crate) use side::NodeSide;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::sleep;
use turnstone_cluster::{
    ForwardedHttp, Forwarder, LinkedNode, LoggedStorage, Node, NodeCore, NodeError, NodeLinks, keep_lease,
};
use turnstone_directory::Opened;
use turnstone_engine::env::Env;
use turnstone_engine::peers::PeerBounds;
use turnstone_engine::{Close, Closing, Handle, Port, Transport};
use turnstone_etcd::EtcdClient;
use turnstone_link::{ReplicaDirectory, ReplicaStorage};
use turnstone_outgoing::VapidKey;
use turnstone_service::answer::Invited;
use turnstone_service::config::Limits;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::request::Request;
use turnstone_storage::Storage;

/// Connections of other nodes at a time.
const LINKS: PeerBounds = PeerBounds { unproven: 128, unproven_per_address: 32, proven: 4096 };

/// A node that has just started listens after this time, also if it reaches nothing: its health checks say why.
const UNREACHED: Duration = Duration::from_secs(5);

/// A node as its client, its disk and its links are here.
type OwnNode = Node<Tokio, EtcdClient>;

/// A node, in each of its roles.
pub struct NodeServer {
    config: Config,
    accepted: Accepted,
    /// `None` while it follows on its thread.
    node: Option<OwnNode>,
    side: NodeSide,
    storage: ReplicaStorage,
    /// Those at the start, for the transport that forwards: it reads no token.
    keys: ServerKeys,
    /// The addresses, until the node can answer or redirect.
    bound: Vec<Bound>,
    listening: Vec<Listening>,
    limits: watch::Sender<Limits>,
    most_connections: u32,
    /// Of the node: one follows, and sends what is appended while it leads; one keeps the lease.
    threads: Threads,
    /// Ends the internal listener when it is dropped.
    _internal: Close,
}

pub enum NodeEvent {
    /// It serves with a core, which runs in this loop.
    Serves(Handle),
    /// It leads a new cluster, whose first members can join with this invitation and its link.
    Begins(Invited, String),
}

impl NodeServer {
    /// Listen, and open the data directory. A new node waits until the log is reached.
    pub async fn start(mut config: Config, accepted: Accepted) -> Result<Self, ServerError> {
        let settings = config.node()?;
        let most_connections = descriptors::connections(MAX_CONNECTIONS)?;
        let bound = Bound::all(&mut config)?;
        let mut internal = config.cluster.listen.expect("a node has it");
        let internal = bind("cluster.listen", &mut internal).await?;
        let key = settings.key.clone();
        let threads = Threads::start("cluster", 2).map_err(OpenError::Thread)?;
        let [follows, leases] = [&threads.runtimes[0], &threads.runtimes[1]];
        let client = EtcdClient::new(&settings.etcd).map_err(NodeError::from)?;
        let directory = ReplicaDirectory::new(engine(&config), &config.server.data, config.durability());
        let link = LinkedNode { machine: Tokio::current(), node: settings.node.clone(), key: key.clone() };
        let node = Node::open(follows.clone(), client, Arc::new(directory), settings).await?;
        let (standing, storage, (client, keys)) = (node.standing(), node.storage(), node.lease_parts());
        let server_keys = storage.server_keys().expect("it has just been opened");
        leases.spawn(keep_lease(standing.clone(), leases.clone(), client.clone(), keys));
        let metrics = node.metrics();
        leases.spawn(look_at_etcd(client.clone(), metrics.clone()));
        let side = NodeSide {
            standing: standing.clone(),
            client,
            metrics,
            forwarder: Forwarder::new(Tokio::current(), standing.clone(), key),
            forwarded_http: ForwardedHttp::default(),
            phase: watch::Sender::new(NodePhase::Follows),
        };
        // Not on the threads of the node: requests use the same links.
        drop(tokio::spawn(side.forwarder.clone().look_for_leader()));
        let (close, closing) = Closing::new();
        let forwarded_http = side.forwarded_http.clone();
        let links = Arc::new(NodeLinks { link, storage: storage.clone(), standing, forwarded_http });
        let internal = each_peer(Tcp(internal), LINKS, move |stream, place| links.clone().serve(stream, place));
        drop(tokio::spawn(internal.serve(closing)));
        let limits = watch::Sender::new(config.core().limits);
        let node = Some(node);
        Ok(Self {
            config,
            accepted,
            node,
            side,
            storage,
            keys: server_keys,
            bound,
            listening: Vec::new(),
            limits,
            most_connections,
            threads,
            _internal: close,
        })
    }

    /// Changes the limits while the node runs.
    pub const fn limits(&self) -> &watch::Sender<Limits> {
        &self.limits
    }

    /// The address of the HTTP transport.
    pub const fn address(&self) -> SocketAddr {
        self.config.server.listen
    }

    /// The address that members use.
    pub fn base_url(&self) -> String {
        self.config.base_url()
    }

    /// Serve until `stop` is ready or the node cannot go on. `on` is called with each event.
    pub async fn run(mut self, stop: impl Future<Output = ()>, on: impl AsyncFn(NodeEvent)) -> Result<(), ServerError> {
        let (close, stopping) = Closing::new();
        let mut close = Some(close);
        let ended = {
            let mut running = pin!(self.run_cores(stopping, on));
            tokio::select! {
                ended = &mut running => ended,
                () = stop => {
                    drop(close.take());
                    running.await
                }
            }
        };
        self.side.resign().await;
        operator::leave(&self.config.server.data);
        let closed = self.storage.close();
        ended?;
        closed.map_err(|failure| OpenError::from(failure).into())
    }

    async fn run_cores(&mut self, stopping: Closing, on: impl AsyncFn(NodeEvent)) -> Result<(), ServerError> {
        loop {
            let Some((server, core)) = self.open_core(stopping.clone()).await? else { return Ok(()) };
            on(NodeEvent::Serves(server.handle())).await;
            let ended = self.serve(server, core, stopping.clone(), &on).await;
            self.side.forwarded_http.reject();
            match ended {
                Err(again @ ServerError::FollowsAgain) => tracing::warn!("{again}"),
                ended => return ended,
            }
        }
    }

    /// Forward all requests until the node has caught up and has a core. `None` at a stop.
    async fn open_core(&mut self, stopping: Closing) -> Result<Option<(Server, NodeCore)>, ServerError> {
        let (close, closing) = Closing::new();
        let mut forwarding: JoinSet<()> = JoinSet::new();
        let mut following = self.on_its_thread(|mut node| async {
            let result = node.catch_up().await;
            (node, result)
        });
        let mut has_followed = None;
        if self.listening.is_empty() {
            // Connections are rejected meanwhile, so that clients and proxies go to another node at once.
            tokio::select! {
                biased;
                Some(followed) = following.join_next() => has_followed = Some(followed),
                () = self.side.standing.knows_leader() => {}
                () = sleep(UNREACHED) => {}
                () = stopping.clone().signalled() => {}
            }
        }
        if has_followed.is_none() {
            self.listen()?;
            for transport in self.forwarding()? {
                drop(forwarding.spawn(transport.serve(closing.clone())));
            }
        }
        let followed = async {
            match has_followed {
                Some(followed) => Some(followed),
                None => following.join_next().await,
            }
        };
        tokio::select! {
            Some(followed) = followed => self.back(followed)??,
            () = stopping.signalled() => {
                close.tell();
                self.side.resign().await;
                while forwarding.join_next().await.is_some() {}
                return Ok(None);
            }
        }
        let keys = self.storage.server_keys().expect("a node that has caught up has a data directory");
        let storage = Box::new(self.storage.clone());
        let opened = Opened { storage, keys, is_new: false, has_drawn_keys: false, torn_tail: None, is_unclean: false };
        let (config, limits) = (self.config.clone(), self.limits.clone());
        let records = (self.accepted, opened);
        self.side.phase.send_replace(NodePhase::Follows);
        let mut serving = Server::start_following(config, records, self.side.clone(), limits).await?;
        self.listen()?;
        serving.0.listen(self.listening_again()?);
        close.tell();
        forwarding.detach_all();
        Ok(Some(serving))
    }

    /// Serve with a core until it is over. It leads as soon as the node does.
    async fn serve(
        &mut self,
        server: Server,
        core: NodeCore,
        stopping: Closing,
        on: &impl AsyncFn(NodeEvent),
    ) -> Result<(), ServerError> {
        let (core, handle) = (Arc::new(core), server.handle());
        self.node.as_mut().expect("it is back").serve(core.clone());
        let mut following = self.on_its_thread(|mut node| async {
            let result = node.follow().await;
            (node, result)
        });
        let mut running = pin!(server.run(stopping.signalled()));
        let mut failed = None;
        let ended = loop {
            let followed = tokio::select! {
                biased;
                ended = &mut running => break ended,
                Some(followed) = following.join_next() => followed,
            };
            match self.back(followed)? {
                Ok(storage) => self.lead(storage, &core, &handle, on).await,
                // The server ends with the reason.
                Err(NodeError::Core(_)) => {}
                Err(error) => {
                    failed = Some(error).filter(|error| !matches!(error, NodeError::NeedsSnapshot));
                    self.side.phase.send_replace(NodePhase::Over);
                }
            }
        };
        failed.map_or(ended, |error| Err(error.into()))
    }

    /// Let the core lead over this storage.
    async fn lead(&self, storage: LoggedStorage, core: &NodeCore, handle: &Handle, on: &impl AsyncFn(NodeEvent)) {
        let is_new = storage.head().n == 1;
        self.side.phase.send_replace(NodePhase::Leads);
        // Otherwise the loop has ended, and so does the server.
        if core.lead(Box::new(storage)).await.is_err() || !is_new {
            return;
        }
        match handle.invite(FIRST_USES).await {
            Ok(invited) => {
                let link = self.config.invitation_link(&invited.invite_code);
                on(NodeEvent::Begins(invited, link)).await;
            }
            Err(rejection) => tracing::warn!(?rejection, "the first invitation was not made"),
        }
    }

    /// Let the node do something on its thread, until the result is dropped.
    fn on_its_thread<T: Send + 'static, F: Future<Output = (OwnNode, T)> + Send + 'static>(
        &mut self,
        does: impl FnOnce(OwnNode) -> F,
    ) -> JoinSet<(OwnNode, T)> {
        let mut task = JoinSet::new();
        let done = does(self.node.take().expect("it is back"));
        drop(task.spawn_on(done, &self.threads.runtimes[0].handle()));
        task
    }

    /// The node is back from its thread.
    fn back<T>(&mut self, done: Result<(OwnNode, T), JoinError>) -> Result<T, ServerError> {
        let (node, result) = done.map_err(|panic| OpenError::from(io::Error::other(panic)))?;
        self.node = Some(node);
        Ok(result)
    }

    /// Listen, if the node does not yet.
    fn listen(&mut self) -> Result<(), ServerError> {
        for bound in self.bound.drain(..) {
            self.listening.push(bound.listen()?);
        }
        Ok(())
    }

    fn listening_again(&self) -> Result<Vec<Listening>, ServerError> {
        let again = self.listening.iter().map(Listening::again).collect::<io::Result<_>>();
        again.map_err(|error| OpenError::from(error).into())
    }

    /// The transports of a node that follows.
    fn forwarding(&self) -> Result<Vec<Box<dyn Transport>>, ServerError> {
        let http_threads = Threads::start("http", http_threads(&self.config) - 1).map_err(OpenError::Thread)?;
        // No loop is behind it.
        let keys = self.storage.server_keys().unwrap_or_else(|| self.keys.clone());
        let port = Port::new(Handle::new(NoWaker), keys.clone());
        let http = http::of_node(&self.config, &port, &VapidKey::of(&keys), self.side.forward())?;
        let mut transports: Vec<Box<dyn Transport>> = Vec::new();
        for listening in self.listening_again()? {
            let key = listening.key();
            let listener = listening.tcp().map_err(OpenError::from)?;
            transports.push(if key == "server.metrics_listen" {
                let pages = PlainPages::metrics(|registry| {
                    http.metrics().register(registry);
                    self.side.metrics.register(registry);
                });
                open_plain(listener, pages)
            } else {
                http::listen(listener, &self.config, &http_threads, self.most_connections, &http)
            });
        }
        let socket = operator::listen(&self.config.server.data).map_err(ServerError::Operator)?;
        let side = self.side.clone();
        let reporting = operator::open(socket, http.clone(), Reports(move |_: &Request| Err(side.rejection())));
        transports.push(Box::new(WithThreads { transport: reporting, _threads: http_threads }));
        Ok(transports)
    }
}

/// A transport that keeps threads as long as it serves.
struct WithThreads {
    transport: Box<dyn Transport>,
    _threads: Threads,
}

impl Transport for WithThreads {
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let Self { transport, _threads } = *self;
        Box::pin(async move {
            let _threads = _threads;
            transport.serve(closing).await;
        })
    }
}
