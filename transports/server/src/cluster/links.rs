//! The connections of other nodes: they want a snapshot, or forward requests.

use super::side::ForwardedHttp;
use crate::config::Config;
use crate::http::FORWARDED;
use hyper_util::rt::TokioIo;
use std::io;
use std::sync::{Arc, PoisonError};
use tokio::net::TcpStream;
use turnstone_cluster::{NodeRequest, NodeStanding, SharedStorage, serve_node};
use turnstone_engine::peers::PeerPlace;
use turnstone_link::SharedKey;

/// What connections of other nodes need.
pub(super) struct NodeLinks {
    pub(super) key: SharedKey,
    pub(super) storage: SharedStorage,
    pub(super) standing: Arc<NodeStanding>,
    pub(super) forwarded_http: ForwardedHttp,
    pub(super) config: Config,
}

impl NodeLinks {
    pub(super) async fn serve(self: Arc<Self>, stream: TokioIo<TcpStream>, mut place: PeerPlace) {
        if let Err(error) = self.talk(stream, &mut place).await {
            tracing::debug!(%error, "a connection to cluster.listen");
        }
    }

    async fn talk(&self, stream: TokioIo<TcpStream>, place: &mut PeerPlace) -> io::Result<()> {
        match serve_node(stream, &self.key, self.standing.node(), || place.prove()).await? {
            NodeRequest::Snapshot(session) => match self.storage.state().filter(|_| self.standing.is_installed()) {
                Some(state) => session.send(&state, &self.config.server.data).await,
                None => session.reject().await,
            },
            NodeRequest::Requests(session) => {
                let forwarded_http = self.forwarded_http.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let Some((http, closing)) = forwarded_http.filter(|(http, _)| http.leads()) else {
                    return session.reject().await;
                };
                let stream = TokioIo::new(session.requests().await?);
                http.serve(stream, FORWARDED, closing.signalled()).await;
                Ok(())
            }
        }
    }
}
