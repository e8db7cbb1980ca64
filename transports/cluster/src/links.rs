//! The connections of other nodes to this one: they want a snapshot, or forward requests.

use crate::node_link::{LinkedNode, NodeRequest};
use crate::standing::NodeStanding;
use hyper_util::rt::TokioIo;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::{AsyncRead, AsyncWrite};
use turnstone_engine::Closing;
use turnstone_engine::env::Env;
use turnstone_engine::peers::PeerPlace;
use turnstone_http::HttpTransport;
use turnstone_link::{LinkMachine, ReplicaStorage};

/// The address that a forwarded request seems to come from. No peer of a socket has it. It counts as that of a trusted proxy,
/// so that the client's address is the one that the other node reports.
pub const FORWARDED: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The transport for forwarded requests, while there is a core. Clones are the same.
pub struct ForwardedHttp<E: Env>(Arc<Mutex<Option<HttpUntil<E>>>>);

/// A transport, and when its connections end.
type HttpUntil<E> = (Arc<HttpTransport<E>>, Closing);

impl<E: Env> Clone for ForwardedHttp<E> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<E: Env> Default for ForwardedHttp<E> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<E: Env> ForwardedHttp<E> {
    fn lock(&self) -> MutexGuard<'_, Option<HttpUntil<E>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answer forwarded requests by this transport from now on, while the node leads. Their connections end when it closes.
    pub fn answer(&self, http: Arc<HttpTransport<E>>, closing: Closing) {
        *self.lock() = Some((http, closing));
    }

    pub fn reject(&self) {
        *self.lock() = None;
    }
}

/// What connections of other nodes need.
pub struct NodeLinks<L: LinkMachine> {
    pub link: LinkedNode<L>,
    pub storage: ReplicaStorage,
    pub standing: Arc<NodeStanding>,
    pub forwarded_http: ForwardedHttp<L>,
}

impl<L: LinkMachine> NodeLinks<L> {
    /// Serve a connection until it ends.
    pub async fn serve<S>(self: Arc<Self>, stream: TokioIo<S>, mut place: PeerPlace)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        if let Err(error) = self.talk(stream, &mut place).await {
            tracing::debug!(%error, "a connection to cluster.listen");
        }
    }

    async fn talk<S>(&self, stream: TokioIo<S>, place: &mut PeerPlace) -> io::Result<()>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        match self.link.accept(stream, || place.prove()).await? {
            NodeRequest::Snapshot(session) => match self.storage.state().filter(|_| self.standing.is_installed()) {
                Some(state) => self.link.send(session, (self.storage.directory(), &state)).await,
                None => self.link.reject(session).await,
            },
            NodeRequest::Requests(session) => {
                let forwarded_http = self.forwarded_http.lock().clone();
                let Some((http, closing)) = forwarded_http.filter(|(http, _)| http.leads()) else {
                    return self.link.reject(session).await;
                };
                let stream = TokioIo::new(self.link.requests(session).await?);
                http.serve(stream, FORWARDED, closing.signalled()).await;
                Ok(())
            }
        }
    }
}
