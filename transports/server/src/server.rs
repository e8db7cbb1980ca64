//! The server on tokio: listening, draining, the order of a start and of an end.

use crate::config::Config;
use crate::descriptors::{self, TooFew};
use crate::dev::Dev;
use crate::host::{Accepted, Host, NotOpened};
use crate::measures::{Measures, Sources};
use crate::metrics::MetricsDoor;
use crate::operator::{self, Operator, OperatorDoor};
use crate::runtime::{Threads, Tokio, spare_cores};
use crate::watch::{FileSystem, Space, watch as look_after};
use hyper_util::rt::TokioIo;
use ipnet::IpNet;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream, UnixListener};
use tokio::sync::watch;
use tokio::task::JoinSet;
use turnstone_engine::{Closing, Door, Handle, Phase, Port, Stopped, Typed};
use turnstone_http::connections::{ConnectionBounds, HttpListener, Listen};
use turnstone_http::{HttpDoor, HttpSettings};
use turnstone_outgoing::{Counts, Outgoing, VapidKey};
use turnstone_service::answer::Invited;
use turnstone_service::config::Limits;
use turnstone_service::effects::Order;

/// Connections at a time, where the limit of open files allows them.
const MOST_CONNECTIONS: u32 = 120_000;
/// Uses of the first invitation.
const FIRST_USES: u32 = 10;
/// The same of a server for tests.
const DEV_USES: u32 = 1_000_000;

/// A server that listens.
pub struct Server {
    host: Host,
    space: Space<FileSystem>,
    listener: TcpListener,
    metrics_listener: Option<TcpListener>,
    desk: UnixListener,
    config: Config,
    most_connections: u32,
    /// Makes the calls to the outside.
    outside: Threads,
    calls: Arc<Counts>,
    /// Where it is a server for tests.
    dev: Option<Arc<Dev>>,
    /// The limits that are in force.
    limits: watch::Sender<Limits>,
}

/// Why a server could not start or had to end.
#[derive(Debug, thiserror::Error)]
pub enum Ended {
    /// It could not serve anybody.
    #[error(transparent)]
    TooFewDescriptors(#[from] TooFew),
    /// It cannot listen.
    #[error("{key}: cannot listen on {address}: {error}")]
    Listen {
        /// The key that names the address.
        key: &'static str,
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// Its data directory cannot be used.
    #[error(transparent)]
    NotOpened(#[from] NotOpened),
    /// The operator's socket.
    #[error("the operator's socket: {0}")]
    Operator(io::Error),
    /// The loop ended.
    #[error(transparent)]
    Engine(#[from] Stopped),
}

impl Server {
    /// Listen, then open the data directory and load it: who connects meanwhile waits.
    pub async fn start(config: Config, accepted: Accepted) -> Result<Self, Ended> {
        Self::over(config, accepted, None).await
    }

    /// The same over nothing, in memory: a server for tests. The operator's socket is where the data would be.
    pub async fn start_dev(config: Config, dev: Dev) -> Result<Self, Ended> {
        Self::over(config, Accepted::default(), Some(Arc::new(dev))).await
    }

    async fn over(mut config: Config, accepted: Accepted, dev: Option<Arc<Dev>>) -> Result<Self, Ended> {
        let most_connections = descriptors::connections(MOST_CONNECTIONS)?;
        let (listener, address) = listen("server.listen", config.server.listen).await?;
        config.server.listen = address;
        let metrics_listener = match config.server.metrics_listen {
            Some(address) => Some(listen("server.metrics_listen", address).await?.0),
            None => None,
        };
        let outside = Threads::start("outgoing", 1).map_err(NotOpened::Thread)?;
        let calls = Arc::<Counts>::default();
        if config.messenger.bot_token.is_some() && config.messenger.bot_api_url.is_none() {
            tracing::warn!("messenger.bot_api_url is not set: the bot sends no answers");
        }
        let connect = |key| Outgoing::new(config.outgoing(key), outside.runtimes[0].handle(), calls.clone());
        let host = match &dev {
            None => Host::start(&config, accepted, connect),
            Some(dev) => Host::in_memory(&config, dev, connect),
        };
        let host = host?.ready().await?;
        let space = Space::new(FileSystem(config.server.data.clone()), config.storage.free_space_mark_mib);
        // Before anybody can ask whether it is ready.
        space.look(&host.running.handle()).await;
        let desk = operator::listen(&config.server.data).map_err(Ended::Operator)?;
        let limits = watch::Sender::new(config.core().limits);
        Ok(Self {
            host,
            space,
            listener,
            metrics_listener,
            desk,
            config,
            most_connections,
            outside,
            calls,
            dev,
            limits,
        })
    }

    /// The handle of its loop, for the watchdog.
    pub fn handle(&self) -> Handle {
        self.host.running.handle()
    }

    /// Where other limits than those of the start are put.
    pub const fn limits(&self) -> &watch::Sender<Limits> {
        &self.limits
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.config.server.listen
    }

    /// Where the service is reached.
    pub fn base_url(&self) -> String {
        self.config.base_url()
    }

    /// Where to join with an invitation.
    pub fn invitation_link(&self, code: &str) -> String {
        self.config.invitation_link(code)
    }

    /// On the first start over an empty data directory, the invitation that lets the first members in.
    pub async fn first_invitation(&self) -> Result<Option<Invited>, Ended> {
        if !self.host.is_new {
            return Ok(None);
        }
        let uses = if self.dev.is_some() { DEV_USES } else { FIRST_USES };
        Ok(Some(self.host.ask(Typed::invite(uses)).await?))
    }

    /// Serve until `stop` is ready, then drain; or until the loop ends by itself.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), Ended> {
        let handle = self.host.running.handle();
        let port = Port::new(handle.clone(), self.host.keys.clone());
        let Self {
            host,
            space,
            listener,
            metrics_listener,
            desk,
            config,
            most_connections,
            outside,
            calls,
            dev,
            limits,
        } = self;
        let threads = Threads::start("http", http_threads(&config) - 1).map_err(NotOpened::Thread)?;
        let made = Making { host: &host, config: &config, port: &port };
        let http = made.http_door();
        let mut doors = vec![made.operator(desk, dev), made.http(listener, &http, &threads, most_connections)];
        doors.extend(metrics_listener.map(|listener| made.metrics(listener, &http, &calls)));
        let (close, closing) = Closing::new();
        let mut open: JoinSet<()> = doors.into_iter().map(|door| door.serve(closing.clone())).collect();
        let world = Tokio::current();
        let lag = Duration::from_secs(config.server.drain_lag_s);
        tokio::select! {
            biased;
            () = host.running.ended() => {}
            () = leave(stop, lag, &handle) => {}
            () = follow(limits.subscribe(), &handle) => {}
            // What waits is not answered: it cannot be kept any more.
            failure = look_after(&world, &handle, host.state.as_ref(), &space) => {
                handle.enter(Phase::Stopped);
                return Err(Ended::NotOpened(failure.into()));
            }
        }
        port.drain().await;
        close.tell();
        while let Some(closed) = open.join_next().await {
            closed.unwrap_or_else(|panic| tracing::error!(%panic, "a door did not close in order"));
        }
        operator::leave(&config.server.data);
        let stopped = tokio::task::spawn_blocking(move || host.running.stop()).await;
        stopped.unwrap_or(Err(Stopped::Panicked))?;
        // Calls that end with this are made again by the next loop, which has seen no failure of them.
        drop(outside);
        Ok(())
    }
}

/// Listen at an address that a key names; with where that is, if any port would do.
async fn listen(key: &'static str, address: SocketAddr) -> Result<(TcpListener, SocketAddr), Ended> {
    let bound = async {
        let listener = TcpListener::bind(address).await?;
        let bound = listener.local_addr()?;
        tracing::info!(key, address = %bound, "listening");
        Ok((listener, bound))
    };
    bound.await.map_err(|error| Ended::Listen { key, address, error })
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

/// Bring other limits to the loop, for ever.
async fn follow(mut limits: watch::Receiver<Limits>, handle: &Handle) {
    while limits.changed().await.is_ok() {
        let limits = limits.borrow_and_update().clone();
        // A refusal means that the loop is over.
        let _ = handle.operate(Order::Limits(limits)).await;
    }
    std::future::pending().await
}

/// Threads that carry connections, the one that accepts them among them.
fn http_threads(config: &Config) -> usize {
    match config.server.http_threads {
        0 => spare_cores(),
        threads => threads,
    }
}

/// What doors are made of.
struct Making<'a> {
    host: &'a Host,
    config: &'a Config,
    port: &'a Port,
}

impl Making<'_> {
    fn http_door(&self) -> Arc<HttpDoor<Tokio>> {
        let settings = HttpSettings {
            base_url: self.config.base_url(),
            trusted_proxies: self.trusted_proxies(),
            cors_origins: self.config.server.cors_origins.clone(),
            webhook_header: self.config.messenger.webhook_header.parse().expect("looked at when it was read"),
            push_key: VapidKey::of(&self.host.keys).public(),
            access_log: self.config.server.access_log,
            stream_bounds: self.config.limits.stream_bounds(),
        };
        HttpDoor::new(Tokio::current(), self.port.clone(), settings)
    }

    fn http(&self, listener: TcpListener, door: &HttpDoor<Tokio>, threads: &Threads, most: u32) -> Box<dyn Door> {
        let runtimes = [Tokio::current()].into_iter().chain(threads.runtimes.iter().cloned());
        let doors = runtimes.map(|runtime| door.on_thread(runtime)).collect();
        let per_address = self.config.limits.connections_per_address;
        let bounds = ConnectionBounds { most, per_address, trusted_proxies: self.trusted_proxies() };
        Box::new(HttpListener::new(Tokio::current(), Tcp(listener), doors, bounds))
    }

    fn operator(&self, listener: UnixListener, dev: Option<Arc<Dev>>) -> Box<dyn Door> {
        let operator = Operator {
            handle: self.host.running.handle(),
            state: self.host.state.clone(),
            keys: self.host.keys.clone(),
            config: self.config.clone(),
            dev,
        };
        Box::new(OperatorDoor::new(listener, operator))
    }

    fn metrics(&self, listener: TcpListener, http: &HttpDoor<Tokio>, calls: &Counts) -> Box<dyn Door> {
        let handle = self.host.running.handle();
        let measures = Measures::new(|registry| {
            http.metrics().register(registry);
            handle.metrics().register(registry);
            calls.register(registry);
        });
        let sources = Sources {
            handle: handle.clone(),
            state: self.host.state.clone(),
            data: self.config.server.data.clone(),
            mark: self.config.storage.free_space_mark_mib.saturating_mul(1 << 20),
        };
        Box::new(MetricsDoor::new(listener, measures, sources))
    }

    fn trusted_proxies(&self) -> Vec<IpNet> {
        self.config.server.trusted_proxies.iter().map(|proxy| proxy.0).collect()
    }
}

/// A TCP listener as the door takes connections from it.
struct Tcp(TcpListener);

impl Listen for Tcp {
    type Arrived = std::net::TcpStream;
    type Stream = TokioIo<TcpStream>;

    async fn accept(&self) -> io::Result<(Self::Arrived, IpAddr)> {
        let (stream, peer) = self.0.accept().await?;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY");
        }
        Ok((stream.into_std()?, peer.ip()))
    }

    fn open(arrived: Self::Arrived) -> io::Result<Self::Stream> {
        TcpStream::from_std(arrived).map(TokioIo::new)
    }
}
