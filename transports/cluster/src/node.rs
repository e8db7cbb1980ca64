//! A node: it follows the log until it leads.

use crate::lease::resign;
use crate::metrics::ClusterMetrics;
use crate::reading::{Reading, announced, to_value};
use crate::standing::{Announced, Standing};
use crate::storage::{LoggedStorage, SharedStorage, sealed};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use turnstone_directory::StorageEngine;
use turnstone_etcd::{
    Append, Appended, CallError, Campaigned, Client, Compare, Entry, EtcdSettings, Keys, LogKey, Op, Role,
    SettingsError, Txn, Unopened, Watch, WatchEvent, entry_commit,
};
use turnstone_standby::{DirectoryRole, NotApplied, NotServed, PrimaryAddress, StandbyKey, fetch_snapshot};
use turnstone_storage::{AppendError, Commit, Durability, Failure, GroupCommit};

/// The pause after an error of etcd.
const PAUSE: Duration = Duration::from_millis(100);
/// A watch without a change for this long is compared with the keys: its endpoint may be cut off.
const QUIET: Duration = Duration::from_millis(500);
/// Entries of a page of the log: the first page, and the bounds.
const PAGE: (u32, u32, u32) = (16, 1, 512);
/// A page of fewer bytes than this makes the next one larger.
const SMALL_PAGE: usize = 1 << 20;
/// The snapshot while it is received.
const SNAPSHOT: &str = "incoming.backup";

/// The settings of a node.
#[derive(Clone, Debug)]
pub struct NodeSettings {
    /// Its id.
    pub node: String,
    /// The address of its internal listener, for the other nodes.
    pub address: String,
    /// Where etcd is.
    pub etcd: EtcdSettings,
    /// The prefix of the cluster's keys in etcd.
    pub prefix: String,
    /// The secret of the cluster.
    pub key: StandbyKey,
}

/// Why a node ends.
#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    /// The settings of etcd.
    #[error("cluster.etcd: {0}")]
    Settings(#[from] SettingsError),
    /// etcd cannot be reached, and nothing can be done without it.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The log has not begun.
    #[error(
        "there is no log under {0:?} in etcd. If this is a new cluster, run `turnstone cluster begin` on the machine whose data \
         directory the cluster begins with. If etcd has lost the log, see \"Restore a cluster\" in OPERATING.md"
    )]
    NotBegun(String),
    /// The log has begun.
    #[error("the log under {prefix:?} in etcd has begun: it is that of cluster {cluster}")]
    Begun {
        /// The prefix.
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
        /// Its hash.
        own_hash: String,
        /// The number of the commit in the log.
        log: u64,
        /// Its hash.
        log_hash: String,
    },
    /// An entry cannot be opened.
    #[error(
        "commit {n} of the log: {why}. The last commit of this node is {own} with hash {own_hash}; compare cluster.key_file"
    )]
    Unopened {
        /// The number of the entry.
        n: u64,
        /// Why.
        why: Unopened,
        /// The number of the last commit here.
        own: u64,
        /// Its hash.
        own_hash: String,
    },
    /// An entry cannot be applied.
    #[error("commit {n} of the log is not applied: {why}")]
    NotApplied {
        /// The number of the entry.
        n: u64,
        /// Why.
        why: NotApplied,
    },
    /// The entry that begins a term.
    #[error("the entry that begins a term: {0}")]
    Term(AppendError),
    /// The data directory.
    #[error(transparent)]
    Storage(#[from] Failure),
    /// The role of the data directory.
    #[error(transparent)]
    Role(#[from] NotServed),
}

/// Begin the log of a new cluster with the data directory of this machine; without one, with a new one. Returns the commit
/// that the log begins after.
pub async fn begin(
    engine: &'static dyn StorageEngine,
    data: &Path,
    durability: Durability,
    settings: &NodeSettings,
) -> Result<Commit, NodeError> {
    let (mut client, keys) = (Client::new(&settings.etcd)?, Keys::new(&settings.prefix));
    let prefix = settings.prefix.clone();
    if let Some(cluster) = Reading::take(&mut client, &keys).await?.id {
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

/// A node.
pub struct Node {
    settings: NodeSettings,
    data: PathBuf,
    storage: SharedStorage,
    standing: Arc<Standing>,
    client: Client,
    keys: Keys,
    log_key: LogKey,
    cluster: String,
    installed: bool,
    page: u32,
}

/// How a look at the log ends without an error of this node.
enum Ended {
    /// It leads.
    Leads,
    /// Look again.
    Again,
    /// etcd did not answer.
    Lost(CallError),
}

impl From<CallError> for Stop {
    fn from(error: CallError) -> Self {
        Self::Look(Ended::Lost(error))
    }
}

impl From<NodeError> for Stop {
    fn from(error: NodeError) -> Self {
        Self::Node(error)
    }
}

/// What stops a look at the log.
enum Stop {
    Look(Ended),
    Node(NodeError),
}

impl Node {
    /// Open the data directory of a node; a new one if there is none. This waits until the log is reached.
    pub async fn open(
        engine: &'static dyn StorageEngine,
        data: &Path,
        durability: Durability,
        settings: NodeSettings,
    ) -> Result<Self, NodeError> {
        let (mut client, keys) = (Client::new(&settings.etcd)?, Keys::new(&settings.prefix));
        let (own, installed) = match DirectoryRole::read(data)? {
            Some(DirectoryRole::Node { cluster, installed }) => (Some(cluster), installed),
            None if !engine.exists(data)? => (None, false),
            Some(_) | None => return Err(NodeError::NotNode(data.to_owned())),
        };
        let cluster = cluster_of(&mut client, &keys, own.is_some(), &settings.prefix).await?;
        if let Some(own) = own.filter(|own| *own != cluster) {
            return Err(NodeError::OtherCluster { data: data.to_owned(), own, found: cluster });
        }
        std::fs::create_dir_all(data).map_err(Failure::io(format!("make {}", data.display())))?;
        // Before the store is made: from now on, this is no single server's directory.
        DirectoryRole::Node { cluster: cluster.clone(), installed }.write(data)?;
        let storage = SharedStorage::open(engine, data, durability)?;
        let own = Announced { node: settings.node.clone(), address: settings.address.clone(), commit: 0, installed };
        let standing = Standing::new(own, ClusterMetrics::default());
        standing.set_applied(storage.head(), 0);
        if installed {
            standing.set_installed();
        }
        let log_key = LogKey::derive(settings.key.reveal());
        let data = data.to_owned();
        Ok(Self { settings, data, storage, standing, client, keys, log_key, cluster, installed, page: PAGE.0 })
    }

    /// What it knows.
    pub fn standing(&self) -> Arc<Standing> {
        self.standing.clone()
    }

    /// Its data directory.
    pub fn storage(&self) -> SharedStorage {
        self.storage.clone()
    }

    /// Its metrics.
    pub fn metrics(&self) -> ClusterMetrics {
        self.standing.metrics.clone()
    }

    /// A client and the keys, for [`crate::keep_lease`].
    pub fn lease_parts(&self) -> (Client, Keys) {
        (self.client.clone(), self.keys.clone())
    }

    /// Follow until this node leads and has begun its term. Returns the storage of its core.
    pub async fn follow(&mut self) -> Result<LoggedStorage, NodeError> {
        self.standing.lock().leadership.follow();
        self.standing.metrics.leads.set(0);
        let mut was_reported = false;
        loop {
            match self.look().await {
                Err(Stop::Node(error)) => return Err(error),
                Err(Stop::Look(Ended::Lost(error))) => {
                    self.standing.set_contact(false);
                    if was_reported {
                        tracing::debug!(%error, "the log cannot be reached");
                    } else {
                        tracing::warn!(%error, "the log cannot be reached: trying again");
                    }
                    was_reported = true;
                    self.client.rotate();
                    sleep(PAUSE).await;
                }
                Ok(Ended::Again) | Err(Stop::Look(Ended::Again)) => was_reported = false,
                Ok(Ended::Lost(_)) => {}
                Ok(Ended::Leads) | Err(Stop::Look(Ended::Leads)) => return self.leading(),
            }
        }
    }

    fn leading(&self) -> Result<LoggedStorage, NodeError> {
        let head = self.storage.head();
        let own = Announced { commit: 0, ..self.standing.own.clone() };
        self.standing.set_leader(Some(own));
        self.standing.metrics.leads.set(1);
        self.standing.metrics.terms.inc();
        tracing::info!(term = head.term, commit = head.n, "this node leads");
        let parts = (self.keys.clone(), self.log_key.clone(), self.client.clone());
        Ok(LoggedStorage::new(self.storage.clone(), self.standing.clone(), parts, head.term)?)
    }

    /// Give the lease back, so that another node can lead at once.
    pub async fn resign(standing: &Standing, mut client: Client) {
        resign(standing, &mut client).await;
    }

    /// Read the keys, catch up, and then watch them or try to lead.
    async fn look(&mut self) -> Result<Ended, Stop> {
        let reading = Reading::take(&mut self.client, &self.keys).await?;
        self.standing.set_contact(true);
        match &reading.id {
            Some(found) if *found == self.cluster => {}
            Some(found) => {
                let (data, own, found) = (self.data.clone(), self.cluster.clone(), found.clone());
                return Err(NodeError::OtherCluster { data, own, found }.into());
            }
            None => return Err(NodeError::NotBegun(self.settings.prefix.clone()).into()),
        }
        self.standing.saw_head(reading.head.n);
        self.standing.set_leader(reading.leader.as_ref().map(|(leader, _)| leader.clone()));
        if !self.installed {
            self.install(&reading).await?;
            return Ok(Ended::Again);
        }
        self.catch_up(&reading).await?;
        if reading.head != self.storage.head() {
            return Ok(Ended::Again);
        }
        // The key may be this node's own although it could not lead for a moment: it does not end by itself.
        let lease = self.standing.lock().lease;
        let is_own = |(_, of): &(Announced, i64)| lease == Some(*of);
        if reading.leader.is_none() || reading.leader.as_ref().is_some_and(is_own) {
            return self.campaign().await;
        }
        self.watch(reading.revision + 1).await
    }

    fn differs(&self, log: Commit) -> Stop {
        let own = self.storage.head();
        let (own_hash, log_hash) = (hex::encode(own.hash), hex::encode(log.hash));
        NodeError::Differs { own: own.n, own_hash, log: log.n, log_hash }.into()
    }

    /// Apply the entries up to the head. If the log begins later, take a snapshot.
    async fn catch_up(&mut self, reading: &Reading) -> Result<(), Stop> {
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
                if !self.take(&found.key, &found.value)? {
                    return Err(Stop::Look(Ended::Again));
                }
            }
            if found.iter().map(|found| found.value.len()).sum::<usize>() < SMALL_PAGE {
                self.page = (self.page * 2).min(PAGE.2);
            }
        }
    }

    /// Take an entry of the log. False if one before it is missing.
    fn take(&mut self, key: &[u8], value: &[u8]) -> Result<bool, Stop> {
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
        let entry = entry.map_err(|why| NodeError::Unopened { n, why, own: own.n, own_hash: own_hash() })?;
        self.storage.apply(&entry).map_err(|why| NodeError::NotApplied { n, why })?;
        self.standing.set_applied(entry.commit, value.len());
        Ok(true)
    }

    /// Install a snapshot of the node that has the most.
    async fn install(&mut self, reading: &Reading) -> Result<(), Stop> {
        let others = reading.nodes.iter().filter(|node| node.node != self.settings.node && node.installed);
        let Some(other) = others.max_by_key(|node| node.commit) else {
            tracing::warn!(
                "this node needs a snapshot, and no other node that has the state is alive: waiting for one"
            );
            sleep(QUIET).await;
            return Err(Stop::Look(Ended::Again));
        };
        tracing::info!(from = other.node, "receiving a snapshot");
        let file = self.data.join(SNAPSHOT);
        let address = PrimaryAddress::parse(&other.address).map_err(CallError::Unreadable)?;
        if let Err(error) = fetch_snapshot(&address, &self.settings.key, &file).await {
            tracing::warn!(%error, from = other.node, "no snapshot was received: trying again");
            sleep(QUIET).await;
            return Err(Stop::Look(Ended::Again));
        }
        let storage = self.storage.clone();
        let installed = tokio::task::spawn_blocking(move || storage.install(&file)).await;
        let installed = installed.map_err(|panic| Failure::Damaged(format!("a snapshot: {panic}")));
        let commit = installed.and_then(|installed| installed).map_err(NodeError::from)?;
        if !self.installed {
            let role = DirectoryRole::Node { cluster: self.cluster.clone(), installed: true };
            role.write(&self.data).map_err(NodeError::from)?;
            self.installed = true;
            self.standing.set_installed();
        }
        self.standing.metrics.snapshots.inc();
        self.standing.set_applied(commit, 0);
        tracing::info!(commit = commit.n, "the snapshot is installed");
        Err(Stop::Look(Ended::Again))
    }

    /// Try to lead, with everything applied.
    async fn campaign(&mut self) -> Result<Ended, Stop> {
        let (head, now) = (self.storage.head(), self.standing.now());
        let own = Announced { commit: 0, ..self.standing.own.clone() };
        let txn = self.standing.lock().leadership.campaign(&self.keys, to_value(&own), head, now);
        let Some(txn) = txn else {
            // Its lease is not there yet, or it leaves.
            sleep(PAUSE).await;
            return Ok(Ended::Again);
        };
        let answer = self.client.txn(&txn).await?;
        let now = self.standing.now();
        let outcome = self.standing.lock().leadership.campaigned(&answer, now);
        tracing::debug!(?outcome, commit = head.n, "a campaign");
        match outcome {
            Campaigned::Won => self.begin_term(head).await,
            Campaigned::Lost => Ok(Ended::Again),
        }
    }

    /// Append the entry that begins a term.
    async fn begin_term(&mut self, head: Commit) -> Result<Ended, Stop> {
        let role = self.standing.lock().leadership.role(self.standing.now());
        let Role::Leading { created } = role else { return Ok(self.step_down()) };
        let entry = Entry::after(head, head.term + 1, &GroupCommit::default());
        let sealed = sealed(&self.log_key, head, &entry).map_err(NodeError::Term)?;
        let bytes = sealed.len();
        let append = Append::new(&self.keys, created, head, entry.commit, sealed);
        loop {
            if self.standing.leads().is_none() {
                return Ok(self.step_down());
            }
            match self.client.txn(append.request()).await {
                Ok(answer) => match append.answered(&answer) {
                    Appended::Written => break,
                    Appended::Again => sleep(PAUSE).await,
                    Appended::Fenced => return Ok(self.step_down()),
                },
                Err(error) => {
                    tracing::warn!(%error, "the entry that begins a term is sent again");
                    sleep(PAUSE).await;
                }
            }
        }
        self.storage.apply(&entry).map_err(|why| NodeError::NotApplied { n: entry.commit.n, why })?;
        self.standing.set_applied(entry.commit, bytes);
        Ok(Ended::Leads)
    }

    fn step_down(&self) -> Ended {
        self.standing.fence();
        self.standing.lock().leadership.follow();
        Ended::Again
    }

    /// Apply changes as they come, until there is a reason to look again.
    async fn watch(&mut self, revision: i64) -> Result<Ended, Stop> {
        let (key, end) = self.keys.all();
        let mut watch = self.client.watch(&key, &end, revision).await?;
        loop {
            match timeout(QUIET, watch.next()).await {
                Ok(event) => {
                    if !self.changed(event?)? {
                        return Ok(Ended::Again);
                    }
                }
                Err(_) if self.is_current(&watch).await? => {}
                Err(_) => {
                    self.client.rotate();
                    return Ok(Ended::Again);
                }
            }
        }
    }

    /// Take a change. False if there is a reason to look again.
    fn changed(&mut self, event: WatchEvent) -> Result<bool, Stop> {
        match event {
            WatchEvent::Put(found) if found.key == self.keys.leader() => {
                self.standing.set_leader(announced(&found));
                Ok(true)
            }
            WatchEvent::Put(found) if found.key == self.keys.head() => {
                if let Some(head) = Commit::from_bytes(&found.value) {
                    self.standing.saw_head(head.n);
                }
                Ok(true)
            }
            WatchEvent::Put(found) => self.take(&found.key, &found.value),
            WatchEvent::Deleted(key) => Ok(key != self.keys.leader() && key != self.keys.id()),
        }
    }

    /// Whether a watch without changes has missed none.
    async fn is_current(&mut self, watch: &Watch) -> Result<bool, Stop> {
        let reading = Reading::take(&mut self.client, &self.keys).await?;
        self.standing.saw_head(reading.head.n);
        let leader = reading.leader.map(|(leader, _)| leader.node);
        Ok(watch.has_next() || reading.head == self.storage.head() && leader == self.standing.leader_id())
    }
}

/// The id of the cluster. A node that has none yet waits for it.
async fn cluster_of(client: &mut Client, keys: &Keys, is_node: bool, prefix: &str) -> Result<String, NodeError> {
    let mut was_reported = false;
    loop {
        let reading = Reading::take(client, keys).await;
        match reading {
            Ok(Reading { id: Some(id), .. }) => return Ok(id),
            Ok(_) if is_node => return Err(NodeError::NotBegun(prefix.to_owned())),
            Ok(_) if was_reported => {}
            Ok(_) => tracing::warn!("{}", NodeError::NotBegun(prefix.to_owned())),
            Err(error) if was_reported => tracing::debug!(%error, "the log cannot be reached"),
            Err(error) => tracing::warn!(%error, "the log cannot be reached: trying again"),
        }
        was_reported = true;
        sleep(QUIET).await;
    }
}
