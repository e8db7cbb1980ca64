//! The server on tokio: listening, draining, the order of a start and of an end.

use crate::config::Config;
use crate::descriptors::{self, TooFew};
use crate::host::{Accepted, Host, NotOpened};
use crate::metrics;
use crate::operator::{self, Operator};
use crate::runtime::Tokio;
use crate::watch::{self, FileSystem, Space};
use hyper_util::rt::TokioIo;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream, UnixListener};
use turnstone_core::answer::Invited;
use turnstone_core::effects::Order;
use turnstone_engine::{Phase, Stopped};
use turnstone_http::connections::{Bounds, Connections, Listen};
use turnstone_http::{Door, Settings};

/// Connections at a time, where the system lets the process have so many.
const MOST_CONNECTIONS: u32 = 120_000;
/// Uses of the first invitation.
const FIRST_USES: u32 = 10;

/// A server that listens.
pub struct Server {
    host: Host,
    space: Space<FileSystem>,
    listener: TcpListener,
    desk: UnixListener,
    config: Config,
    most_connections: u32,
}

/// Why a server could not start or had to end.
#[derive(Debug, thiserror::Error)]
pub enum Ended {
    /// It could not serve anybody.
    #[error(transparent)]
    TooFewDescriptors(#[from] TooFew),
    /// It cannot listen.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
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
    pub async fn start(mut config: Config, accepted: Accepted) -> Result<Self, Ended> {
        let most_connections = descriptors::connections(MOST_CONNECTIONS)?;
        let wanted = config.server.listen;
        let listener = TcpListener::bind(wanted).await.map_err(|error| Ended::Listen(wanted, error))?;
        config.server.listen = listener.local_addr().map_err(|error| Ended::Listen(wanted, error))?;
        let host = Host::start(&config, accepted)?.ready().await?;
        let space = Space::new(FileSystem(config.server.data.clone()), config.storage.free_space_mark_mib);
        // Before anybody can ask whether it is ready.
        space.look(&host.running.handle()).await;
        let desk = operator::listen(&config.server.data).map_err(Ended::Operator)?;
        Ok(Self { host, space, listener, desk, config, most_connections })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.config.server.listen
    }

    /// Where the service is reached.
    pub fn base_url(&self) -> String {
        self.config.base_url()
    }

    /// On the first start over an empty data directory, the invitation that lets the first members in.
    pub async fn first_invitation(&self) -> Result<Option<Invited>, Ended> {
        if !self.host.is_new {
            return Ok(None);
        }
        let order = Order::Invite { uses: FIRST_USES, expires_in_s: None, test: false };
        Ok(Some(self.host.invite(order).await?))
    }

    /// Serve until `stop` is ready, then drain; or until the loop ends by itself.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), Ended> {
        let Self { host, space, listener, desk, config, most_connections } = self;
        let listener = Tcp(listener);
        let handle = host.running.handle();
        let trusted_proxies: Vec<_> = config.server.trusted_proxies.iter().map(|proxy| proxy.0).collect();
        let bounds = Bounds {
            most: most_connections,
            per_address: config.limits.connections_per_address,
            trusted_proxies: trusted_proxies.clone(),
        };
        let settings = Settings {
            base_url: config.base_url(),
            trusted_proxies,
            cors_origins: config.server.cors_origins.clone(),
            limits: config.core().limits,
        };
        let door = Door::new(Tokio, handle.clone(), host.keys.clone(), settings);
        let metrics = match config.server.metrics_listen {
            Some(address) => Some(
                metrics::listen(address, door.clone(), host.state.clone())
                    .await
                    .map_err(|error| Ended::Listen(address, error))?,
            ),
            None => None,
        };
        let data = config.server.data.clone();
        let operator = Operator { handle: handle.clone(), state: host.state.clone(), keys: host.keys.clone(), config };
        let desk = tokio::spawn(operator::serve(desk, Arc::new(operator)));
        let connections = Connections::new(bounds);
        tokio::select! {
            biased;
            () = host.running.ended() => {}
            () = stop => {}
            // What waits is not answered: it cannot be kept any more.
            failure = watch::watch(&Tokio, &handle, host.state.as_ref(), &space) => {
                handle.enter(Phase::Stopped);
                return Err(Ended::NotOpened(failure.into()));
            }
            () = connections.accept(&Tokio, &listener, &door) => {}
        }
        drop(listener);
        connections.drain(&Tokio, &handle).await;
        desk.abort();
        if let Some(metrics) = metrics {
            metrics.abort();
        }
        operator::leave(&data);
        let stopped = tokio::task::spawn_blocking(move || host.running.stop()).await;
        stopped.unwrap_or(Err(Stopped::Panicked))?;
        Ok(())
    }
}

/// A TCP listener as the door takes connections from it.
struct Tcp(TcpListener);

impl Listen for Tcp {
    type Stream = TokioIo<TcpStream>;

    async fn accept(&self) -> io::Result<(Self::Stream, IpAddr)> {
        let (stream, peer) = self.0.accept().await?;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY");
        }
        Ok((TokioIo::new(stream), peer.ip()))
    }
}
