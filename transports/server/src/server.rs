//! The server on tokio: listening, draining, the order of a start and of an end.

use crate::cluster::NodeSide;
use crate::config::{Config, ConfigError};
use crate::descriptors::{self, DescriptorLimitError};
use crate::dev::Dev;
use crate::host::{Accepted, Connect, Host, OpenError, worded};
use crate::http;
use crate::operator::{self, Operator};
use crate::runtime::{Threads, Tokio, spare_cores};
use crate::standby::{StandbySettingsError, StandbySide, give_last_commits};
use crate::transports::{Listening, TransportParts, bind};
use crate::watch::{FileSystem, Space, watch as look_after};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::UnixListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use turnstone_cluster::{NodeCore, NodeError};
use turnstone_directory::Opened;
use turnstone_engine::{Closing, Handle, LoopError, Phase, Port, Stopped};
use turnstone_link::RoleError;
use turnstone_outgoing::{Counts, Outgoing};
use turnstone_service::answer::Invited;
use turnstone_service::config::Limits;
use turnstone_service::effects::Order;
use turnstone_standby::Feed;
use turnstone_storage::AppendError;

/// Connections at a time, where the limit of open files allows them.
pub(crate) const MAX_CONNECTIONS: u32 = 120_000;
/// Uses of the first invitation.
pub(crate) const FIRST_USES: u32 = 10;
/// The same of a server for tests.
const DEV_USES: u32 = 1_000_000;

/// A server that listens.
pub struct Server {
    host: Host,
    space: Space<FileSystem>,
    listening: Vec<Listening>,
    /// The operator's.
    socket: UnixListener,
    config: Config,
    most_connections: u32,
    /// Serves the standby.
    standby: Option<StandbySide>,
    calls: CallThreads,
    /// Set in a server for tests.
    dev: Option<Arc<Dev>>,
    /// The current limits.
    limits: watch::Sender<Limits>,
    /// Set in a node of a cluster.
    node: Option<NodeSide>,
}

/// The outbound calls of a server.
struct CallThreads {
    /// Makes them.
    outside: Threads,
    counts: Arc<Counts>,
}

impl CallThreads {
    fn new(config: &Config) -> Result<Self, OpenError> {
        if config.messenger.bot_token.is_some() && config.messenger.bot_api_url.is_none() {
            tracing::warn!("messenger.bot_api_url is not set: the bot sends no answers");
        }
        let outside = Threads::start("outgoing", 1).map_err(OpenError::Thread)?;
        Ok(Self { outside, counts: Arc::default() })
    }

    fn connecting<'a>(&'a self, config: &'a Config) -> Connect<'a> {
        let (runtime, counts) = (self.outside.runtimes[0].handle(), self.counts.clone());
        Box::new(|key| Ok(Box::new(Outgoing::new(config.outgoing(key), runtime, counts)?)))
    }
}

/// Where a server has its records.
enum RecordPlace {
    /// In a data directory, with a standby if there is one.
    Directory { accepted: Accepted, standby: Option<StandbySide> },
    /// In memory, for tests.
    Memory(Arc<Dev>),
}

/// Why a server could not start or had to end.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The limit of open files is too low.
    #[error(transparent)]
    TooFewDescriptors(#[from] DescriptorLimitError),
    /// It cannot listen at an address.
    #[error("{key}: cannot listen on {address}: {error}")]
    Listen {
        /// The key of the address.
        key: &'static str,
        address: SocketAddr,
        error: io::Error,
    },
    /// Its data directory cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The settings of its standby.
    #[error(transparent)]
    Standby(#[from] StandbySettingsError),
    /// A standby was promoted in its place.
    #[error("{}", RoleError::Superseded(*.0))]
    Superseded(u64),
    /// The settings of a node.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A node of a cluster cannot follow.
    #[error(transparent)]
    Node(#[from] NodeError),
    /// A node of a cluster drops its core and follows again.
    #[error("this node drops its core and follows")]
    FollowsAgain,
    /// The operator's socket.
    #[error("the operator's socket: {0}")]
    Operator(io::Error),
    /// The loop ended.
    #[error(transparent)]
    Engine(#[from] Stopped),
}

impl Server {
    /// Listen, then open the data directory and load it. Connections queue until startup finishes.
    pub async fn start(config: Config, accepted: Accepted) -> Result<Self, ServerError> {
        Self::over(config, accepted, None).await
    }

    /// Start a server for tests, in memory. The operator's socket is in the configured data directory.
    pub async fn start_dev(config: Config, dev: Dev) -> Result<Self, ServerError> {
        Self::over(config, Accepted::default(), Some(Arc::new(dev))).await
    }

    async fn over(mut config: Config, accepted: Accepted, dev: Option<Arc<Dev>>) -> Result<Self, ServerError> {
        let listening = Listening::all(&mut config)?;
        let standby_listener = match &mut config.server.standby_listen {
            Some(address) => Some(bind("server.standby_listen", address).await?),
            None => None,
        };
        let records = match dev {
            Some(dev) => RecordPlace::Memory(dev),
            None => RecordPlace::Directory { accepted, standby: StandbySide::new(&config, standby_listener)? },
        };
        let limits = watch::Sender::new(config.core().limits);
        let most_connections = descriptors::connections(MAX_CONNECTIONS)?;
        let calls = CallThreads::new(&config)?;
        let connect = calls.connecting(&config);
        let (mut standby, mut dev) = (None, None);
        let host = match records {
            RecordPlace::Directory { accepted, standby: side } => {
                standby = side;
                Host::start_beside(&config, accepted, &mut standby, connect)
            }
            RecordPlace::Memory(own) => Host::in_memory(&config, dev.insert(own), connect),
        };
        Ok(Self { standby, dev, ..Self::load(config, listening, (host?, calls), (limits, most_connections)).await? })
    }

    /// Start the server of a node, with a core that follows. It listens nowhere yet.
    pub(crate) async fn start_following(
        config: Config,
        (accepted, opened): (Accepted, Opened),
        node: NodeSide,
        limits: watch::Sender<Limits>,
    ) -> Result<(Self, NodeCore), ServerError> {
        let most_connections = descriptors::connections(MAX_CONNECTIONS)?;
        let calls = CallThreads::new(&config)?;
        let (host, core) = Host::start_following(&config, accepted, opened, calls.connecting(&config))?;
        let server = Self::load(config, Vec::new(), (host, calls), (limits, most_connections)).await?;
        Ok((Self { node: Some(node), ..server }, core))
    }

    /// Listen there.
    pub(crate) fn listen(&mut self, listening: Vec<Listening>) {
        self.listening = listening;
    }

    async fn load(
        config: Config,
        listening: Vec<Listening>,
        (host, calls): (Host, CallThreads),
        (limits, most_connections): (watch::Sender<Limits>, u32),
    ) -> Result<Self, ServerError> {
        let host = host.ready().await?;
        let space = Space::new(FileSystem(config.server.data.clone()), config.storage.free_space_mark_mib);
        // Before the first readiness check.
        space.look(&host.running.handle()).await;
        let socket = operator::listen(&config.server.data).map_err(ServerError::Operator)?;
        Ok(Self {
            host,
            space,
            listening,
            socket,
            config,
            most_connections,
            standby: None,
            calls,
            dev: None,
            limits,
            node: None,
        })
    }

    /// The handle of its loop, for the watchdog.
    pub fn handle(&self) -> Handle {
        self.host.running.handle()
    }

    /// Changes the limits while the server runs.
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

    pub fn invitation_link(&self, code: &str) -> String {
        self.config.invitation_link(code)
    }

    /// On the first start over an empty data directory, the invitation for the first members.
    pub async fn first_invitation(&self) -> Result<Option<Invited>, ServerError> {
        if !self.host.is_new {
            return Ok(None);
        }
        let uses = if self.dev.is_some() { DEV_USES } else { FIRST_USES };
        let invited = self.handle().invite(uses).await;
        Ok(Some(invited.map_err(|rejection| Stopped::Opening(worded(rejection)))?))
    }

    /// Serve until `stop` is ready, then drain; or until the loop ends by itself.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), ServerError> {
        let handle = self.host.running.handle();
        let port = Port::new(handle.clone(), self.host.keys.clone());
        let Self { host, space, listening, socket, config, most_connections, standby, calls, dev, limits, node } = self;
        let feed = host.feed.clone();
        let threads = Threads::start("http", http_threads(&config) - 1).map_err(OpenError::Thread)?;
        let http = http::transport(&host, &config, &port, node.as_ref().map(NodeSide::forward))?;
        let parts = TransportParts {
            host: &host,
            config: &config,
            port: &port,
            http: &http,
            threads: &threads,
            most_connections,
            calls: &calls.counts,
            cluster: node.as_ref().map(NodeSide::metrics),
        };
        let operator = Operator {
            handle: handle.clone(),
            state: host.state.clone(),
            keys: host.keys.clone(),
            config: Arc::new(config.clone()),
            dev,
            feed: feed.clone(),
            node: node.clone(),
        };
        let mut transports = vec![operator::open(socket, http.clone(), operator)];
        for listening in listening {
            let (key, address) = (listening.key(), config.server.listen);
            let opened = listening.open(&parts);
            transports.push(opened.map_err(|error| ServerError::Listen { key, address, error })?);
        }
        let (close, closing) = Closing::new();
        let mut limits = limits.subscribe();
        if let Some(node) = &node {
            node.answer_forwarded(http.clone(), closing.clone());
            // They may have changed since this process started.
            limits.mark_changed();
        }
        let mut open: JoinSet<()> = transports.into_iter().map(|transport| transport.serve(closing.clone())).collect();
        let world = Tokio::current();
        let lag = Duration::from_secs(config.server.drain_lag_s);
        tokio::select! {
            biased;
            () = host.running.ended() => {}
            () = leave(stop, lag, &handle) => {}
            () = follow(limits, &handle) => {}
            // The loop rejects what waits.
            term = superseded(feed.as_deref()) => {
                handle.enter(Phase::Stopped);
                return Err(ServerError::Superseded(term));
            }
            () = core_is_over(node.as_ref()) => {}
            // Waiting requests are not answered: their changes could not be stored.
            failure = look_after(&world, &handle, host.state.as_ref(), &space) => {
                handle.enter(Phase::Stopped);
                return Err(ServerError::Open(failure.into()));
            }
        }
        if node.as_ref().is_some_and(NodeSide::is_over) {
            drop(close);
            return step_down(host).await;
        }
        parts.port.drain().await;
        let has_resigned = node.is_some();
        if let Some(node) = node {
            // Nothing is appended any more: another node can lead at once.
            node.resign().await;
        }
        close.tell();
        while let Some(closed) = open.join_next().await {
            closed.unwrap_or_else(|panic| tracing::error!(%panic, "a transport did not close in order"));
        }
        operator::leave(&config.server.data);
        let stopped = tokio::task::spawn_blocking(move || host.running.stop()).await;
        match stopped.unwrap_or(Err(Stopped::Panicked)) {
            // Everything had been answered before it resigned.
            Err(Stopped::Storage(LoopError::Write(AppendError::Fenced))) if has_resigned => {}
            other => other?,
        }
        if let Some(feed) = feed {
            // An error is a panic, which is on stderr.
            let _ = tokio::task::spawn_blocking(move || give_last_commits(&feed)).await;
        }
        drop(standby);
        // The next start repeats the outbound calls that end here, since none has failed.
        drop(calls);
        Ok(())
    }
}

/// Wait until a node needs another core.
async fn core_is_over(node: Option<&NodeSide>) {
    match node {
        Some(node) => node.over().await,
        None => std::future::pending().await,
    }
}

/// End the loop of a node that needs another core, and return why it ended. Waiting requests are rejected; nothing of them is in
/// the data directory. Connections close by themselves.
async fn step_down(host: Host) -> Result<(), ServerError> {
    host.running.handle().enter(Phase::Stopped);
    let stopped = tokio::task::spawn_blocking(move || host.running.stop()).await;
    match stopped.unwrap_or(Err(Stopped::Panicked)) {
        Ok(()) | Err(Stopped::Storage(LoopError::Write(AppendError::Fenced | AppendError::Unknown(_)))) => {
            Err(ServerError::FollowsAgain)
        }
        Err(other) => Err(other.into()),
    }
}

/// Wait until a standby was promoted in place of this server; returns its term.
async fn superseded(feed: Option<&Feed>) -> u64 {
    match feed {
        Some(feed) => feed.superseded().await,
        None => std::future::pending().await,
    }
}

/// Wait for the stop, and then `lag` longer, so that load balancers see the failing readiness check.
async fn leave(stop: impl Future<Output = ()>, lag: Duration, handle: &Handle) {
    stop.await;
    if !lag.is_zero() {
        handle.set_leaving();
        tracing::info!(lag_s = lag.as_secs(), "not ready any more: draining soon");
        tokio::time::sleep(lag).await;
    }
    tracing::info!("draining");
}

/// Send changed limits to the loop, for ever.
async fn follow(mut limits: watch::Receiver<Limits>, handle: &Handle) {
    while limits.changed().await.is_ok() {
        let limits = limits.borrow_and_update().clone();
        // An error means that the loop has ended.
        let _ = handle.operate(Order::Limits(limits)).await;
    }
    std::future::pending().await
}

/// Threads that carry connections, including the one that accepts them.
pub(crate) fn http_threads(config: &Config) -> usize {
    match config.server.http_threads {
        0 => spare_cores(),
        threads => threads,
    }
}
