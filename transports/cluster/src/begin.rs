//! The beginning of a cluster.

use crate::error::NodeError;
use crate::node::NodeSettings;
use crate::reading::ClusterReading;
use crate::storage::SharedStorage;
use std::path::Path;
use turnstone_directory::StorageEngine;
use turnstone_etcd::{Compare, EtcdClient, Keys, Op, Txn};
use turnstone_standby::DirectoryRole;
use turnstone_storage::{Commit, Durability, Failure};

/// Begin the log of a new cluster with the data directory of this machine; without one, with a new one. Returns the commit
/// that the log begins after.
pub async fn begin(
    engine: &'static dyn StorageEngine,
    data: &Path,
    durability: Durability,
    settings: &NodeSettings,
) -> Result<Commit, NodeError> {
    let (mut client, keys) = (EtcdClient::new(&settings.etcd)?, Keys::new(&settings.prefix));
    let prefix = settings.prefix.clone();
    if let Some(cluster) = ClusterReading::take(&mut client, &keys).await?.id {
        return Err(NodeError::Begun { prefix, cluster });
    }
    match DirectoryRole::read(data)? {
        Some(DirectoryRole::Node { installed: true, .. }) => {}
        Some(DirectoryRole::Node { installed: false, .. }) => return Err(NodeError::Empty(data.to_owned())),
        Some(_) | None => drop(DirectoryRole::serves(data)?),
    }
    let storage = SharedStorage::open(engine, data, durability)?;
    let head = storage.head();
    let mut id = [0; 16];
    getrandom::fill(&mut id).map_err(|error| Failure::io("draw an id")(error.into()))?;
    let cluster = hex::encode(id);
    DirectoryRole::Node { cluster: cluster.clone(), installed: true }.write(data)?;
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
