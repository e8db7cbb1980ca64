//! The state of a cluster for its operator, read from etcd.

use crate::error::NodeError;
use crate::reading::ClusterReading;
use crate::standing::Announced;
use std::fmt;
use turnstone_etcd::{EtcdClient, EtcdSettings, Keys};

/// The state of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterOverview {
    /// The last commit of the log and its term.
    pub head: (u64, u64),
    /// The id of the node that leads.
    pub leader: Option<String>,
    /// The nodes that are alive.
    pub nodes: Vec<NodeOverview>,
}

/// The state of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeOverview {
    /// Its id.
    pub node: String,
    /// The address of its internal listener.
    pub address: String,
    /// Its last commit, as of the last second.
    pub commit: u64,
    /// Whether it has the state of the cluster, or waits for its first snapshot.
    pub installed: bool,
    /// Whether its program is older than that of another node.
    pub is_older: bool,
    /// Whether its clock differs from the leader's.
    pub clock_off: bool,
}

impl ClusterOverview {
    pub async fn read(etcd: &EtcdSettings, prefix: &str) -> Result<Self, NodeError> {
        let (mut client, keys) = (EtcdClient::new(etcd)?, Keys::new(prefix));
        let mut tried = 1;
        let reading = loop {
            match ClusterReading::take(&mut client, &keys).await {
                Ok(reading) => break reading,
                // Each error leads to another endpoint.
                Err(_) if tried < 2 * etcd.endpoints.len() => tried += 1,
                Err(error) => return Err(error.into()),
            }
        };
        if reading.id.is_none() {
            return Err(NodeError::NotBegun(prefix.to_owned()));
        }
        let newest = reading.nodes.iter().map(|node| node.form).max().unwrap_or_default();
        let nodes = reading.nodes.into_iter().map(|announced| {
            let Announced { node, address, commit, installed, form, clock_off } = announced;
            NodeOverview { node, address, commit, installed, is_older: form < newest, clock_off }
        });
        Ok(Self {
            head: (reading.head.n, reading.head.term),
            leader: reading.leader.map(|(leader, _)| leader.node),
            nodes: nodes.collect(),
        })
    }
}

impl fmt::Display for ClusterOverview {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, term) = self.head;
        writeln!(out, "log: commit {n}, term {term}; leader: {}", self.leader.as_deref().unwrap_or("none"))?;
        for NodeOverview { node, address, commit, installed, is_older, clock_off } in &self.nodes {
            let behind = n.saturating_sub(*commit);
            let role = match self.leader.as_ref() == Some(node) {
                true => "leads",
                false if *installed => "follows",
                false => "installs",
            };
            let older = if *is_older { ", an older program" } else { "" };
            let off = if *clock_off { ", its clock is off" } else { "" };
            writeln!(out, "{node}: {role}, commit {commit} ({behind} behind), {address}{older}{off}")?;
        }
        Ok(())
    }
}
