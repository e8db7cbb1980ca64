//! A node of a cluster: it follows and forwards requests, and while it leads it serves. The sockets stay open in each role.

use crate::config::Config;
use crate::descriptors;
use crate::host::{Accepted, NotOpened};
use crate::http::{self, FORWARDED};
use crate::listeners::{Tcp, each};
use crate::metrics;
use crate::operator::{self, OperatorReply};
use crate::runtime::{Threads, Tokio};
use crate::server::{Ended, MOST_CONNECTIONS, Server, http_threads};
use crate::storage::engine;
use crate::transports::{Listening, bind};
use hyper_util::rt::TokioIo;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use turnstone_cluster::{
    ClusterMetrics, EngineDirectory, Forwarder, LinkedPeers, Node, NodeError, NodeStanding, SharedStorage, keep_lease,
    resign,
};
use turnstone_directory::Opened;
use turnstone_engine::env::Env;
use turnstone_engine::{Close, Closing, Handle, Port, Transport, Waker};
use turnstone_etcd::EtcdClient;
use turnstone_http::HttpTransport;
use turnstone_service::config::Limits;
use turnstone_service::credentials::ServerKeys;
use turnstone_standby::{NodeRequest, StandbyKey, serve_node};
use turnstone_storage::Storage;

/// Connections of other nodes at a time. Further ones wait to be accepted.
const LINKS: u32 = 4096;

/// A node, in each of its roles.
pub struct NodeServer {
    config: Config,
    accepted: Accepted,
    /// `None` while it follows on its thread.
    node: Option<Node<Tokio, EtcdClient, LinkedPeers>>,
    side: NodeSide,
    storage: SharedStorage,
    /// Those at the start, for the transport that forwards: it reads no token.
    keys: ServerKeys,
    forwarder: Forwarder,
    listening: Vec<Listening>,
    limits: watch::Sender<Limits>,
    most_connections: u32,
    /// Of the node: one follows, and sends what is appended while it leads; one keeps the lease.
    threads: Threads,
    /// Ends the internal listener when it is dropped.
    _internal: Close,
}

/// What the server of a node that leads needs of the node.
#[derive(Clone)]
pub(crate) struct NodeSide {
    standing: Arc<NodeStanding>,
    client: EtcdClient,
    metrics: ClusterMetrics,
    door: Door,
}

/// The transport for forwarded requests, while the node leads.
type Door = Arc<Mutex<Option<(Arc<HttpTransport<Tokio>>, Closing)>>>;

impl NodeSide {
    pub(crate) fn metrics(&self) -> ClusterMetrics {
        self.metrics.clone()
    }

    /// Answer forwarded requests from now on.
    pub(crate) fn open_door(&self, http: Arc<HttpTransport<Tokio>>, closing: Closing) {
        *self.door.lock().unwrap_or_else(PoisonError::into_inner) = Some((http, closing));
    }

    fn close_door(&self) {
        *self.door.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Wait until the node leads no longer.
    pub(crate) async fn lost(&self) {
        self.standing.lost_lead(&Tokio::current()).await;
    }

    /// Whether it leads no longer.
    pub(crate) fn has_lost(&self) -> bool {
        !self.standing.is_leading()
    }

    /// Let another node lead.
    pub(crate) async fn resign(&self) {
        self.close_door();
        resign(&self.standing, &Tokio::current(), &mut self.client.clone()).await;
    }
}

impl NodeServer {
    /// Listen, and open the data directory. A new node waits until the log is reached.
    pub async fn start(mut config: Config, accepted: Accepted) -> Result<Self, Ended> {
        let settings = config.node()?;
        let most_connections = descriptors::connections(MOST_CONNECTIONS)?;
        let listening = Listening::all(&mut config).await?;
        let mut internal = config.cluster.listen.expect("a node has it");
        let internal = bind("cluster.listen", &mut internal).await?;
        let key = settings.key.clone();
        let threads = Threads::start("cluster", 2).map_err(NotOpened::Thread)?;
        let [follows, leases] = [&threads.runtimes[0], &threads.runtimes[1]];
        let client = EtcdClient::new(&settings.etcd).map_err(NodeError::from)?;
        let directory = EngineDirectory::new(engine(&config), &config.server.data, config.durability());
        let parts = (follows.clone(), client, LinkedPeers(key.clone()));
        let node = Node::open(parts, Arc::new(directory), settings).await?;
        let (standing, storage, (client, keys)) = (node.standing(), node.storage(), node.lease_parts());
        let server_keys = storage.server_keys().expect("it has just been opened");
        leases.spawn(keep_lease(standing.clone(), leases.clone(), client.clone(), keys));
        let metrics = node.metrics();
        let side = NodeSide { standing: standing.clone(), client, metrics, door: Door::default() };
        let (close, closing) = Closing::new();
        let links = Arc::new(NodeLinks {
            key: key.clone(),
            storage: storage.clone(),
            standing: standing.clone(),
            door: side.door.clone(),
            config: config.clone(),
        });
        let internal = each(Tcp(internal), LINKS, move |stream| links.clone().serve(stream));
        drop(tokio::spawn(internal.serve(closing)));
        let forwarder = Forwarder::new(standing, key);
        let limits = watch::Sender::new(config.core().limits);
        let node = Some(node);
        Ok(Self {
            config,
            accepted,
            node,
            side,
            storage,
            keys: server_keys,
            forwarder,
            listening,
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

    /// Follow and lead in turn, until `stop` is ready or the node cannot go on. `greet` is called with each server that
    /// leads, before it serves.
    pub async fn run(
        mut self,
        stop: impl Future<Output = ()>,
        greet: impl AsyncFn(&Server) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        let (close, stopping) = Closing::new();
        let mut close = Some(close);
        let ended = {
            let mut running = pin!(self.run_roles(stopping, greet));
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
        closed.map_err(|failure| NotOpened::from(failure).into())
    }

    async fn run_roles(
        &mut self,
        stopping: Closing,
        greet: impl AsyncFn(&Server) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        loop {
            let Some(opened) = self.follow(stopping.clone()).await? else { return Ok(()) };
            let listening = self.listening_again()?;
            let (config, side) = (self.config.clone(), self.side.clone());
            let started =
                Server::start_leading(config, listening, (self.accepted, opened), side, self.limits.clone()).await;
            let server = match started {
                Ok(server) => server,
                Err(error) if self.side.has_lost() => {
                    tracing::warn!(%error, "this node leads no longer: it follows");
                    continue;
                }
                Err(error) => return Err(error),
            };
            if let Err(error) = greet(&server).await {
                tracing::warn!(%error, "the first invitation was not made");
            }
            let ended = server.run(stopping.clone().signalled()).await;
            self.side.close_door();
            match ended {
                Err(Ended::LostLead) => tracing::warn!("this node leads no longer: it follows"),
                ended => return ended,
            }
        }
    }

    /// Follow and forward requests, until the node leads: then the result is the storage of its core. `None` at a stop.
    async fn follow(&mut self, stopping: Closing) -> Result<Option<Opened>, Ended> {
        let mut node = self.node.take().expect("it is back after each role");
        let mut following: JoinHandle<_> = self.threads.runtimes[0].handle().spawn(async move {
            let result = node.follow().await;
            (node, result)
        });
        let (close, closing) = Closing::new();
        let mut forwarding: JoinSet<()> = JoinSet::new();
        for transport in self.forwarding()? {
            drop(forwarding.spawn(transport.serve(closing.clone())));
        }
        let followed = tokio::select! {
            followed = &mut following => Some(followed),
            () = stopping.signalled() => None,
        };
        close.tell();
        let Some(followed) = followed else {
            following.abort();
            // It has ended when this is ready; nothing is applied any more.
            drop(following.await);
            self.side.resign().await;
            while forwarding.join_next().await.is_some() {}
            return Ok(None);
        };
        let (node, storage) = followed.map_err(|panic| NotOpened::from(io::Error::other(panic)))?;
        self.node = Some(node);
        let storage = storage?;
        let keys = self.storage.server_keys().expect("a node that leads has a data directory");
        let is_new = storage.head().n == 1;
        let storage = Box::new(storage);
        Ok(Some(Opened { storage, keys, is_new, has_drawn_keys: false, torn_tail: None }))
    }

    fn listening_again(&self) -> Result<Vec<Listening>, Ended> {
        let again = self.listening.iter().map(Listening::again).collect::<io::Result<_>>();
        again.map_err(|error| NotOpened::from(error).into())
    }

    /// The transports of a node that follows.
    fn forwarding(&self) -> Result<Vec<Box<dyn Transport>>, Ended> {
        let http_threads = Threads::start("http", http_threads(&self.config) - 1).map_err(NotOpened::Thread)?;
        // No loop is behind it.
        let port = Port::new(Handle::new(NoLoop), self.keys.clone());
        let (forwarder, settings) = (Arc::new(self.forwarder.clone()), http::settings(&self.config, String::new()));
        let http = HttpTransport::forwarding(Tokio::current(), port, settings, forwarder);
        let mut transports: Vec<Box<dyn Transport>> = Vec::new();
        for listening in self.listening_again()? {
            let key = listening.key();
            let listener = listening.tcp().map_err(NotOpened::from)?;
            transports.push(if key == "server.metrics_listen" {
                metrics::open_following(listener, |registry| {
                    http.metrics().register(registry);
                    self.side.metrics.register(registry);
                })
            } else {
                http::listen(listener, &self.config, &http_threads, self.most_connections, &http)
            });
        }
        let socket = operator::listen(&self.config.server.data).map_err(Ended::Operator)?;
        let standing = self.side.standing.clone();
        let reporting = operator::open_reporting(socket, move |_| {
            let leader = standing.leader_id().unwrap_or_else(|| "no node".to_owned());
            let error =
                format!("this node follows, and {leader} leads the cluster: run the command on the node that leads");
            OperatorReply::Failed { error }
        });
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

struct NoLoop;

impl Waker for NoLoop {
    fn wake(&self) {}
}

/// What connections of other nodes need.
struct NodeLinks {
    key: StandbyKey,
    storage: SharedStorage,
    standing: Arc<NodeStanding>,
    door: Door,
    config: Config,
}

impl NodeLinks {
    async fn serve(self: Arc<Self>, stream: TokioIo<TcpStream>) {
        if let Err(error) = self.talk(stream).await {
            tracing::debug!(%error, "a connection to cluster.listen");
        }
    }

    async fn talk(&self, stream: TokioIo<TcpStream>) -> io::Result<()> {
        match serve_node(stream, &self.key).await? {
            NodeRequest::Snapshot(session) => match self.storage.state().filter(|_| self.standing.is_installed()) {
                Some(state) => session.send(&state, &self.config.server.data).await,
                None => session.reject().await,
            },
            NodeRequest::Requests(session) => {
                let door = self.door.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let Some((http, closing)) = door else { return session.reject().await };
                let stream = TokioIo::new(session.requests().await?);
                http.serve(stream, FORWARDED, closing.signalled()).await;
                Ok(())
            }
        }
    }
}
