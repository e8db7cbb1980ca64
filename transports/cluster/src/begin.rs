//! The beginning of a cluster.

use crate::error::NodeError;
use crate::reading::ClusterReading;
use std::sync::Arc;
use turnstone_etcd::{Compare, EtcdConnection, Keys, Op, Txn};
use turnstone_link::{DirectoryRole, ReplicaDirectory, ReplicaStorage};
use turnstone_storage::{Commit, StorageError};

/// Begin the log of a new cluster with the data directory of this machine; without one, with a new one. Returns the commit
/// that the log begins after.
pub async fn begin(
    directory: Arc<ReplicaDirectory>,
    mut client: impl EtcdConnection,
    prefix: &str,
) -> Result<Commit, NodeError> {
    let (keys, prefix) = (Keys::new(prefix), prefix.to_owned());
    if let Some(cluster) = ClusterReading::take(&mut client, &keys).await?.id {
        return Err(NodeError::Begun { prefix, cluster });
    }
    match directory.role()? {
        Some(DirectoryRole::Node { installed: true, .. }) => {}
        Some(DirectoryRole::Node { installed: false, .. }) => {
            return Err(NodeError::Empty(directory.path().to_owned()));
        }
        other => drop(DirectoryRole::may_serve(other.as_ref())?),
    }
    let storage = ReplicaStorage::open(directory.clone())?;
    let head = storage.head();
    let mut id = [0; 16];
    getrandom::fill(&mut id).map_err(|error| StorageError::io("draw an id")(error.into()))?;
    let cluster = hex::encode(id);
    directory.set_role(&DirectoryRole::Node { cluster: cluster.clone(), installed: true })?;
    storage.close()?;
    let (id, value) = (keys.id(), cluster.clone().into_bytes());
    let txn = Txn {
        compare: vec![Compare::Created { key: id.clone(), revision: 0 }],
        success: vec![
            Op::Put { key: id.clone(), value, lease: 0 },
            Op::Put { key: keys.head(), value: head.to_bytes().to_vec(), lease: 0 },
        ],
        failure: vec![Op::get(id)],
    };
    let answer = match client.txn(&txn).await {
        // It may have been carried out: the second answer shows it.
        Err(_) => client.txn(&txn).await?,
        Ok(answer) => answer,
    };
    match answer.get(0) {
        Some(found) if !answer.succeeded && found.value != cluster.as_bytes() => {
            let cluster = String::from_utf8_lossy(&found.value).into_owned();
            Err(NodeError::Begun { prefix, cluster })
        }
        Some(_) | None => Ok(head),
    }
}
