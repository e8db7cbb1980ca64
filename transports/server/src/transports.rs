//! The transports of the server: a line each, and what they are made of.

use crate::config::Config;
use crate::host::Host;
use crate::http;
use crate::listeners::Tcp;
use crate::metrics;
use crate::runtime::{Threads, Tokio};
use crate::server::ServerError;
use std::io;
use std::net::SocketAddr;
use tokio::net::{TcpListener, TcpSocket};
use turnstone_cluster::ClusterMetrics;
use turnstone_engine::{Port, Transport};
use turnstone_http::HttpTransport;
use turnstone_outgoing::Counts;

/// All transports with a configured address. The operator's socket has none: it is in the data directory.
pub(crate) const TRANSPORTS: &[TransportEntry] = &[
    TransportEntry { key: "server.listen", address: |config| Some(&mut config.server.listen), open: http::open },
    TransportEntry {
        key: "server.metrics_listen",
        address: |config| config.server.metrics_listen.as_mut(),
        open: metrics::open,
    },
];

pub(crate) struct TransportEntry {
    /// The key of its address.
    key: &'static str,
    /// Its address in the configuration; `None` if it is off.
    address: fn(&mut Config) -> Option<&mut SocketAddr>,
    /// Makes it of its listener.
    open: fn(Tcp, &TransportParts<'_>) -> Box<dyn Transport>,
}

/// What a transport is made of.
pub(crate) struct TransportParts<'a> {
    pub(crate) host: &'a Host,
    pub(crate) config: &'a Config,
    pub(crate) port: &'a Port,
    /// The first thread's part of the HTTP transport.
    pub(crate) http: &'a HttpTransport<Tokio>,
    /// The other threads that carry connections.
    pub(crate) threads: &'a Threads,
    /// Connections of clients at a time.
    pub(crate) most_connections: u32,
    /// Counts of outbound calls.
    pub(crate) calls: &'a Counts,
    /// The metrics of a node of a cluster.
    pub(crate) cluster: Option<ClusterMetrics>,
}

/// Listen at an address. It becomes the one that is bound, if its port was 0.
pub(crate) async fn bind(key: &'static str, address: &mut SocketAddr) -> Result<TcpListener, ServerError> {
    let bind = async {
        let listener = TcpListener::bind(*address).await?;
        Ok((listener.local_addr()?, listener))
    };
    let (bound, listener) = bind.await.map_err(|error| ServerError::Listen { key, address: *address, error })?;
    tracing::info!(key, address = %bound, "listening");
    *address = bound;
    Ok(listener)
}

/// An address that is taken: connections are rejected until something listens there.
pub(crate) struct Bound {
    transport: &'static TransportEntry,
    socket: TcpSocket,
    address: SocketAddr,
}

impl Bound {
    /// Take all configured addresses. Each becomes the one that is bound, if its port was 0.
    pub(crate) fn all(config: &mut Config) -> Result<Vec<Self>, ServerError> {
        let mut all = Vec::new();
        for transport in TRANSPORTS {
            let (key, Some(address)) = (transport.key, (transport.address)(config)) else { continue };
            let bind = || {
                let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
                socket.set_reuseaddr(true)?;
                socket.bind(*address)?;
                Ok((socket.local_addr()?, socket))
            };
            let (bound, socket) = bind().map_err(|error| ServerError::Listen { key, address: *address, error })?;
            *address = bound;
            all.push(Self { transport, socket, address: bound });
        }
        Ok(all)
    }

    /// Listen at the address.
    pub(crate) fn listen(self) -> Result<Listening, ServerError> {
        let Self { transport, socket, address } = self;
        let key = transport.key;
        let listener = socket.listen(BACKLOG).and_then(TcpListener::into_std);
        let listener = listener.map_err(|error| ServerError::Listen { key, address, error })?;
        tracing::info!(key, %address, "listening");
        Ok(Listening { transport, listener })
    }
}

/// Connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// A transport that listens.
pub(crate) struct Listening {
    transport: &'static TransportEntry,
    /// Not registered with a runtime: a node opens it again in each role.
    listener: std::net::TcpListener,
}

impl Listening {
    /// Listen at all configured addresses.
    pub(crate) fn all(config: &mut Config) -> Result<Vec<Self>, ServerError> {
        Bound::all(config)?.into_iter().map(Bound::listen).collect()
    }

    /// A second handle of the same listener. Both share the connections that were not accepted yet.
    pub(crate) fn again(&self) -> io::Result<Self> {
        Ok(Self { transport: self.transport, listener: self.listener.try_clone()? })
    }

    /// The key of its address.
    pub(crate) const fn key(&self) -> &'static str {
        self.transport.key
    }

    /// The listener on this runtime.
    pub(crate) fn tcp(self) -> io::Result<Tcp> {
        TcpListener::from_std(self.listener).map(Tcp)
    }

    /// Make the transport.
    pub(crate) fn open(self, parts: &TransportParts<'_>) -> io::Result<Box<dyn Transport>> {
        let open = self.transport.open;
        Ok(open(self.tcp()?, parts))
    }
}
