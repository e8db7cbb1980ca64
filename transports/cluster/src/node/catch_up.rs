//! A node takes what the log has, or a snapshot of another node.

use super::{LookStop, Node, QUIET};
use crate::error::NodeError;
use crate::reading::ClusterReading;
use turnstone_engine::AbsorbedCommit;
use turnstone_etcd::{CommitEntry, EtcdConnection, Op, Txn, entry_commit};
use turnstone_link::{DirectoryRole, LinkMachine, next_group};
use turnstone_storage::{Commit, Storage, StorageError};

/// Entries of a page of the log: the first page, and the bounds.
pub(super) const PAGE: (u32, u32, u32) = (16, 1, 512);
/// A page of fewer bytes than this makes the next one larger.
const SMALL_PAGE: usize = 1 << 20;

impl<E: LinkMachine, C: EtcdConnection> Node<E, C> {
    fn differs(&self, log: Commit) -> LookStop {
        let own = self.storage.head();
        let (own_hash, log_hash) = (hex::encode(own.hash), hex::encode(log.hash));
        NodeError::Differs { own: own.n, own_hash, log: log.n, log_hash }.into()
    }

    /// Apply the entries up to the head. If the log begins later, take a snapshot.
    pub(super) async fn take_all(&mut self, reading: &ClusterReading) -> Result<(), LookStop> {
        loop {
            let own = self.storage.head();
            if reading.head.n < own.n || reading.head.n == own.n && reading.head != own {
                return Err(self.differs(reading.head));
            }
            if reading.head == own {
                return Ok(());
            }
            let (key, end) = self.keys.entries(own.n + 1, reading.head.n + 1);
            let txn = Txn::of(vec![Op::Range { key, end: Some(end), limit: self.page }]);
            let answer = match self.client.txn(&txn).await {
                Ok(answer) => answer,
                Err(error) => {
                    // The page may be too large for one answer.
                    self.page = (self.page / 2).max(PAGE.1);
                    return Err(error.into());
                }
            };
            let found = answer.range(0);
            let first = found.first().and_then(|found| self.keys.log_number(&found.key));
            if first != Some(own.n + 1) {
                tracing::warn!(commit = own.n, log = ?first, "the log begins after this node's last commit");
                return self.install(reading).await;
            }
            for found in found {
                if !self.take(&found.key, &found.value).await? {
                    return Err(LookStop::Again);
                }
            }
            if found.iter().map(|found| found.value.len()).sum::<usize>() < SMALL_PAGE {
                self.page = (self.page * 2).min(PAGE.2);
            }
        }
    }

    /// Take an entry of the log. False if one before it is missing.
    pub(super) async fn take(&mut self, key: &[u8], value: &[u8]) -> Result<bool, LookStop> {
        let Some(n) = self.keys.log_number(key) else { return Ok(true) };
        let own = self.storage.head();
        if n > own.n + 1 {
            return Ok(false);
        }
        if n <= own.n {
            return match entry_commit(value) {
                Some(commit) if n == own.n && commit != own => Err(self.differs(commit)),
                Some(_) | None => Ok(true),
            };
        }
        let own_hash = || hex::encode(own.hash);
        let entry = self.log_key.open(own, value);
        let entry = entry.map_err(|why| NodeError::Entry { n, why, own: own.n, own_hash: own_hash() })?;
        self.apply(&entry, value.len()).await?;
        Ok(true)
    }

    /// Apply an entry of this many bytes; through the core, if there is one.
    pub(super) async fn apply(&self, entry: &CommitEntry, bytes: usize) -> Result<(), NodeError> {
        let not_applied = |why| NodeError::Apply { n: entry.commit.n, why };
        let (expected, commit) = (self.storage.head(), entry.commit);
        let group = next_group(expected, commit, &entry.encoding, entry.slots.clone()).map_err(not_applied)?;
        match &self.core {
            Some(core) => core.absorb(AbsorbedCommit { expected, commit, group }).await?,
            None => {
                let applied = self.storage.clone().apply(expected, commit, &group);
                applied.map_err(|error| not_applied(error.into()))?;
            }
        }
        self.standing.set_applied(entry.commit, bytes);
        Ok(())
    }

    /// Install a snapshot of the node that has the most.
    pub(super) async fn install(&mut self, reading: &ClusterReading) -> Result<(), LookStop> {
        if self.core.is_some() {
            return Err(NodeError::NeedsSnapshot.into());
        }
        let others = reading.nodes.iter().filter(|node| node.node != self.settings.node && node.installed);
        let Some(other) = others.max_by_key(|node| node.commit) else {
            let reason = "this node needs a snapshot, and no other node that has the state is alive: waiting for one";
            if self.reported.is_due(reason, self.env.instant()) {
                tracing::warn!("{reason}");
            }
            self.env.sleep(QUIET).await;
            return Err(LookStop::Again);
        };
        tracing::info!(from = other.node, "receiving a snapshot");
        if let Err(error) = self.link.fetch_snapshot(other, &self.directory).await {
            if self.reported.is_due(&format!("{} {error}", other.node), self.env.instant()) {
                tracing::warn!(%error, from = other.node, "no snapshot was received: trying again");
            }
            self.env.sleep(QUIET).await;
            return Err(LookStop::Again);
        }
        let storage = self.storage.clone();
        let installed = self.env.blocking(move || storage.install()).await;
        let installed = installed.map_err(StorageError::io("install the snapshot")).flatten();
        let commit = installed.map_err(NodeError::from)?;
        if !self.installed {
            let role = DirectoryRole::Node { cluster: self.cluster.clone(), installed: true };
            self.directory.set_role(&role).map_err(NodeError::from)?;
            self.installed = true;
            self.standing.set_installed();
        }
        self.standing.metrics.snapshots.inc();
        self.standing.set_applied(commit, 0);
        tracing::info!(commit = commit.n, "the snapshot is installed");
        Err(LookStop::Again)
    }
}
