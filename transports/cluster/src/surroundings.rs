//! What a node needs of its machine and of the other nodes. A server has a disk and links; the simulator has models.

use crate::node_link::{Own, fetch_snapshot};
use crate::standing::Announced;
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use turnstone_directory::{Opened, StorageEngine};
use turnstone_engine::env::Env;
use turnstone_link::{DirectoryRole, PeerAddress, SharedKey};
use turnstone_storage::{Commit, Durability, StorageError};

/// The data directory of a node, open or not.
pub trait NodeDirectory: Send + Sync + 'static {
    fn path(&self) -> &Path;

    /// Whether there is one, complete or not.
    fn exists(&self) -> Result<bool, StorageError>;

    /// Its role; `None` for that of a single server, or if there is no directory.
    fn role(&self) -> Result<Option<DirectoryRole>, StorageError>;

    /// Make this its role, durably. Without a directory, one is created.
    fn set_role(&self, role: &DirectoryRole) -> Result<(), StorageError>;

    /// Open it, after an installation that was interrupted has been completed.
    fn open(&self) -> Result<Opened, StorageError>;

    /// Replace its content by a snapshot in a file, which is removed. It must not be open.
    fn install(&self, file: &Path) -> Result<Commit, StorageError>;
}

/// The other nodes.
pub trait NodePeers: Clone + Send + Sync + 'static {
    /// Save a snapshot of a node in a file.
    fn fetch_snapshot(&self, other: &Announced, file: &Path) -> impl Future<Output = io::Result<()>> + Send;

    /// Whether the machine of a node says that nothing listens there: its process has ended. `None` if it does not say
    /// anything in time.
    fn is_closed(&self, address: &str) -> impl Future<Output = Option<bool>> + Send;
}

/// A data directory of a storage engine.
pub struct EngineDirectory {
    engine: &'static dyn StorageEngine,
    path: PathBuf,
    durability: Durability,
}

impl EngineDirectory {
    /// The one at this path.
    pub fn new(engine: &'static dyn StorageEngine, path: &Path, durability: Durability) -> Self {
        Self { engine, path: path.to_owned(), durability }
    }
}

impl NodeDirectory for EngineDirectory {
    fn path(&self) -> &Path {
        &self.path
    }

    fn exists(&self) -> Result<bool, StorageError> {
        self.engine.exists(&self.path)
    }

    fn role(&self) -> Result<Option<DirectoryRole>, StorageError> {
        DirectoryRole::read(&self.path)
    }

    fn set_role(&self, role: &DirectoryRole) -> Result<(), StorageError> {
        std::fs::create_dir_all(&self.path).map_err(StorageError::io(format!("make {}", self.path.display())))?;
        role.write(&self.path)
    }

    fn open(&self) -> Result<Opened, StorageError> {
        self.engine.finish_install(&self.path)?;
        self.engine.open(&self.path, self.durability.into())
    }

    fn install(&self, file: &Path) -> Result<Commit, StorageError> {
        let commit = self.engine.install(file, &self.path)?;
        std::fs::remove_file(file).map_err(StorageError::io(format!("remove {}", file.display())))?;
        Ok(commit)
    }
}

/// The other nodes over sealed links.
#[derive(Clone, Debug)]
pub struct LinkedPeers {
    /// The id of this node.
    pub node: String,
    /// The secret of the cluster.
    pub key: SharedKey,
}

impl NodePeers for LinkedPeers {
    async fn fetch_snapshot(&self, other: &Announced, file: &Path) -> io::Result<()> {
        fetch_snapshot(other, Own { node: &self.node, key: &self.key }, file).await.map(drop)
    }

    async fn is_closed(&self, address: &str) -> Option<bool> {
        PeerAddress::parse(address).ok()?.is_closed().await
    }
}

/// The result of a future; `None` if it takes longer.
pub(crate) async fn within<T>(env: &impl Env, longest: Duration, future: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        result = future => Some(result),
        () = env.sleep(longest) => None,
    }
}
