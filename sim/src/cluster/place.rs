//! What a simulated node runs on: a clock that drifts and jumps, a disk that loses what was not synced, and the other nodes.

use super::shared::ms;
use super::world::Cluster;
use crate::inner::{Machine, SimDirectory, SimEngine};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use turnstone_cluster::{Announced, NodeDirectory, NodePeers};
use turnstone_directory::{Opened, System, finish_install, install, receive, send};
use turnstone_link::DirectoryRole;
use turnstone_storage::{Commit, Durability, Storage, StorageError};

const ENGINE: SimEngine = SimEngine { journal_bytes: 64 << 10 };
const DATA: &str = "/data";
const ROLE: &str = "/data/role.json";
const NEW_ROLE: &str = "/data/role.json.new";

/// The data directory of a node on its machine.
#[derive(Clone)]
pub(super) struct SimNodeDirectory(pub(super) Machine);

impl SimNodeDirectory {
    fn remove(&self, file: &Path) -> io::Result<()> {
        match self.0.remove_file(file) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

impl NodeDirectory for SimNodeDirectory {
    fn path(&self) -> &Path {
        Path::new(DATA)
    }

    fn exists(&self) -> Result<bool, StorageError> {
        self.0.has_name(&PathBuf::from(DATA).join("store")).map_err(StorageError::io("look for a store"))
    }

    fn role(&self) -> Result<Option<DirectoryRole>, StorageError> {
        match self.0.read(Path::new(ROLE)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => Ok(serde_json::from_slice(&read.map_err(StorageError::io("read the role"))?).ok()),
        }
    }

    fn set_role(&self, role: &DirectoryRole) -> Result<(), StorageError> {
        let text = serde_json::to_vec(role).expect("a role is plain data");
        let write = || {
            self.0.make_directory(self.path())?;
            self.0.sync_directory(Path::new("/"))?;
            self.0.write_whole(Path::new(NEW_ROLE), &text)?;
            self.0.rename(Path::new(NEW_ROLE), Path::new(ROLE))?;
            self.0.sync_directory(self.path())
        };
        write().map_err(StorageError::io("write the role"))
    }

    fn open(&self) -> Result<Opened, StorageError> {
        finish_install(&self.0, self.path())?;
        let directory = SimDirectory::open_on(&self.0, &ENGINE, self.path(), Durability::Sync)?;
        let (keys, is_new) = (directory.server_keys(), directory.head().n == 0);
        Ok(Opened {
            storage: Box::new(directory),
            keys,
            is_new,
            has_drawn_keys: false,
            torn_tail: None,
            is_unclean: false,
        })
    }

    fn install(&self, file: &Path) -> Result<Commit, StorageError> {
        let commit = install(&self.0, &ENGINE, file, self.path())?;
        self.remove(file).map_err(StorageError::io("remove the snapshot"))?;
        Ok(commit)
    }
}

#[derive(Clone)]
pub(super) struct SimPeers {
    pub(super) cluster: Arc<Cluster>,
    pub(super) own: usize,
}

impl SimPeers {
    /// The node at this address, if it is reached.
    fn reach(&self, address: &str) -> Option<usize> {
        let other = (0..3).find(|node| Cluster::address(*node) == address)?;
        (!self.cluster.is_cut(self.own, other)).then_some(other)
    }
}

impl NodePeers for SimPeers {
    async fn fetch_snapshot(&self, other: &Announced, file: &Path) -> io::Result<()> {
        self.cluster.executor.sleep(ms(20)).await;
        let other = self.reach(&other.address).filter(|other| !self.cluster.executor.is_paused(*other));
        let live = other.and_then(|other| self.cluster.live(other)).filter(|live| live.standing.is_installed());
        let Some((other, state)) = other.zip(live.and_then(|live| live.storage.state())) else {
            self.cluster.executor.sleep(ms(500)).await;
            return Err(ErrorKind::TimedOut.into());
        };
        let (from, own) = (self.cluster.machine(other), self.cluster.machine(self.own));
        let mut bytes = Vec::new();
        send(&from, state.as_ref(), Some(Path::new(DATA)), &mut bytes).map_err(io::Error::other)?;
        SimNodeDirectory(own.clone()).remove(file)?;
        receive(&own, &mut bytes.as_slice(), file).map_err(io::Error::other)?;
        self.cluster.hit("premise: a snapshot was sent");
        self.cluster.executor.sleep(ms(30)).await;
        Ok(())
    }

    async fn is_closed(&self, address: &str) -> Option<bool> {
        self.cluster.executor.sleep(ms(2)).await;
        let other = self.reach(address)?;
        // A paused process still accepts connections. A machine without power says nothing.
        match self.cluster.live(other) {
            Some(_) => Some(false),
            None => self.cluster.slot(other).has_power.then_some(true),
        }
    }
}
