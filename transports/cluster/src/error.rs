//! Why a node ends.

use std::path::PathBuf;
use turnstone_engine::LoopEndedError;
use turnstone_etcd::{EntryError, EtcdError, SettingsError};
use turnstone_link::{ApplyError, RoleError};
use turnstone_storage::{AppendError, StorageError};

/// Why a node ends.
#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    /// The settings of etcd.
    #[error("cluster.etcd: {0}")]
    Settings(#[from] SettingsError),
    /// etcd cannot be reached, and nothing can be done without it.
    #[error(transparent)]
    Call(#[from] EtcdError),
    /// The log has not begun.
    #[error(
        "there is no log under {0:?} in etcd. If this is a new cluster, run `turnstone cluster begin` on the machine whose data \
         directory the cluster begins with. If etcd has lost the log, see \"Restore a cluster\" in OPERATING.md"
    )]
    NotBegun(String),
    /// The log has begun.
    #[error("the log under {prefix:?} in etcd has begun: it is that of cluster {cluster}")]
    Begun {
        prefix: String,
        /// The id of the cluster.
        cluster: String,
    },
    /// The data directory is that of another cluster.
    #[error(
        "{} belongs to cluster {own}, and the log in etcd is that of cluster {found}. Name the right prefix, or move the data \
         directory away: the node then gets a snapshot from another one", .data.display()
    )]
    OtherCluster {
        /// The data directory.
        data: PathBuf,
        /// The cluster that it belongs to.
        own: String,
        /// The cluster of the log.
        found: String,
    },
    /// The data directory is that of a single server.
    #[error(
        "{} is not a node's data directory. Move it away: the node then gets a snapshot from another one. To begin a cluster \
         with it, run `turnstone cluster begin`", .0.display()
    )]
    NotNode(PathBuf),
    /// It never had the state of its cluster.
    #[error("{} has no state yet, so that no cluster can begin with it", .0.display())]
    Empty(PathBuf),
    /// Its commit is not that of the log.
    #[error(
        "the histories differ: this node has commit {own} with hash {own_hash}, and the log has commit {log} with hash \
         {log_hash}. Nothing was changed. If etcd was restored from an old backup, see \"Restore a cluster\" in OPERATING.md; \
         otherwise move the data directory away: the node then gets a snapshot from another one"
    )]
    Differs {
        /// The number of the commit here.
        own: u64,
        own_hash: String,
        /// The number of the commit in the log.
        log: u64,
        log_hash: String,
    },
    /// An entry cannot be opened.
    #[error(
        "commit {n} of the log: {why}. The last commit of this node is {own} with hash {own_hash}; compare cluster.key_file"
    )]
    Entry {
        /// The number of the entry.
        n: u64,
        why: EntryError,
        /// The number of the last commit here.
        own: u64,
        own_hash: String,
    },
    /// An entry cannot be applied.
    #[error("commit {n} of the log is not applied: {why}")]
    Apply {
        /// The number of the entry.
        n: u64,
        why: ApplyError,
    },
    /// The log begins after the last commit of a node that has a core.
    #[error("the log begins after this node's last commit: it needs a snapshot")]
    NeedsSnapshot,
    /// The loop of its core has ended.
    #[error(transparent)]
    Core(#[from] LoopEndedError),
    /// The entry that begins a term.
    #[error("the entry that begins a term: {0}")]
    Term(AppendError),
    /// The data directory.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The role of the data directory.
    #[error(transparent)]
    Role(#[from] RoleError),
}
