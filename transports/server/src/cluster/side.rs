//! What the server of a node and its transports need of the node.

use crate::runtime::Tokio;
use std::sync::Arc;
use tokio::sync::watch;
use turnstone_cluster::{ClusterMetrics, ForwardedHttp, Forwarder, NodeStanding, resign};
use turnstone_engine::Closing;
use turnstone_etcd::EtcdClient;
use turnstone_http::HttpTransport;
use turnstone_http::forward::Forward;

/// What the server of a node needs of the node.
#[derive(Clone)]
pub(crate) struct NodeSide {
    pub(super) standing: Arc<NodeStanding>,
    pub(super) client: EtcdClient,
    pub(super) metrics: ClusterMetrics,
    pub(super) forwarder: Forwarder<Tokio>,
    pub(super) forwarded_http: ForwardedHttp<Tokio>,
    pub(super) phase: watch::Sender<NodePhase>,
}

/// What the core of a node does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NodePhase {
    Follows,
    Leads,
    /// It is dropped, and another one is opened.
    Over,
}

impl NodeSide {
    pub(crate) fn metrics(&self) -> ClusterMetrics {
        self.metrics.clone()
    }

    pub(crate) fn forward(&self) -> Arc<dyn Forward> {
        Arc::new(self.forwarder.clone())
    }

    /// Answer forwarded requests from now on, while this node leads.
    pub(crate) fn answer_forwarded(&self, http: Arc<HttpTransport<Tokio>>, closing: Closing) {
        self.forwarded_http.answer(http, closing);
    }

    /// Wait until the node needs another core: its lead is lost, or it needs a snapshot.
    pub(crate) async fn over(&self) {
        // The sender lives as long as this borrow.
        let phase = self.phase.subscribe().wait_for(|phase| *phase != NodePhase::Follows).await.map(|phase| *phase);
        if let Ok(NodePhase::Leads) = phase {
            self.standing.lost_lead(&Tokio::current()).await;
        }
    }

    /// Whether the node needs another core.
    pub(crate) fn is_over(&self) -> bool {
        match *self.phase.borrow() {
            NodePhase::Follows => false,
            NodePhase::Leads => !self.standing.is_leading(),
            NodePhase::Over => true,
        }
    }

    /// The answer of a node that follows to its operator's requests.
    pub(crate) fn rejection(&self) -> String {
        let leader = self.standing.leader_id().unwrap_or_else(|| "no node".to_owned());
        format!("this node follows, and {leader} leads the cluster: run the command on the node that leads")
    }

    /// Let another node lead.
    pub(crate) async fn resign(&self) {
        self.forwarded_http.reject();
        resign(&self.standing, &Tokio::current(), &mut self.client.clone()).await;
    }
}
