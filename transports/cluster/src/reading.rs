//! One look at the keys of a cluster.

use crate::standing::Announced;
use turnstone_etcd::{EtcdConnection, EtcdError, KeyValue, Keys, Op, Txn};
use turnstone_storage::Commit;

/// What the keys of a cluster were at one revision.
#[derive(Clone, Debug)]
pub(crate) struct ClusterReading {
    pub(crate) revision: i64,
    /// The id of the cluster; `None` if its log has not begun.
    pub(crate) id: Option<String>,
    /// The last commit of the log.
    pub(crate) head: Commit,
    /// The leader and the lease of its key.
    pub(crate) leader: Option<(Announced, i64)>,
    /// The nodes that are alive.
    pub(crate) nodes: Vec<Announced>,
}

impl ClusterReading {
    /// Read them.
    pub(crate) async fn take(client: &mut impl EtcdConnection, keys: &Keys) -> Result<Self, EtcdError> {
        let (nodes, nodes_end) = keys.nodes();
        let nodes = Op::Range { key: nodes, end: Some(nodes_end), limit: 0 };
        let txn = Txn::of(vec![Op::get(keys.id()), Op::get(keys.head()), Op::get(keys.leader()), nodes]);
        let answer = client.txn(&txn).await?;
        let unreadable = |what: &str| EtcdError::Unreadable(format!("the key of {what} has an unknown form"));
        let id = answer.get(0).map(|found| String::from_utf8_lossy(&found.value).into_owned());
        let head = match answer.get(1) {
            Some(found) => Commit::from_bytes(&found.value).ok_or_else(|| unreadable("the head"))?,
            None => Commit::default(),
        };
        let leader = match answer.get(2) {
            Some(found) => Some((announced(found).ok_or_else(|| unreadable("the leader"))?, found.lease)),
            None => None,
        };
        let nodes = answer.range(3).iter().filter_map(announced).collect();
        Ok(Self { revision: answer.revision, id, head, leader, nodes })
    }
}

/// What a node says about itself.
fn announced(found: &KeyValue) -> Option<Announced> {
    serde_json::from_slice(&found.value).ok()
}

/// What a node writes about itself.
pub(crate) fn to_value(announced: &Announced) -> Vec<u8> {
    serde_json::to_vec(announced).expect("texts and a number are plain data")
}
