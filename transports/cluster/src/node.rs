//! A node: it follows the log until it leads.

use crate::appender::Appender;
use crate::error::NodeError;
use crate::metrics::ClusterMetrics;
use crate::reading::{ClusterReading, to_value};
use crate::standing::{Announced, NodeStanding};
use crate::storage::{LoggedStorage, NodeCore, SharedStorage, sealed};
use crate::surroundings::{NodeDirectory, NodePeers, within};
use crate::window::LogBounds;
use std::sync::Arc;
use std::time::Duration;
use turnstone_engine::AbsorbedCommit;
use turnstone_engine::env::Env;
use turnstone_etcd::{
    Append, Appended, Campaigned, CommitEntry, EtcdConnection, EtcdError, EtcdSettings, EtcdWatch, Keys, LogKey,
    NodeRole, Op, Txn, WatchEvent, entry_commit,
};
use turnstone_standby::{DirectoryRole, StandbyKey, next_group};
use turnstone_storage::{Commit, GroupCommit, Storage};

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
    /// How much of the log is kept.
    pub bounds: LogBounds,
}

/// A node, with its environment, its connection to etcd and the other nodes.
pub struct Node<E, C, P> {
    env: E,
    client: C,
    peers: P,
    settings: NodeSettings,
    directory: Arc<dyn NodeDirectory>,
    storage: SharedStorage,
    /// Applies the entries, if there is one.
    core: Option<Arc<NodeCore>>,
    standing: Arc<NodeStanding>,
    keys: Keys,
    log_key: LogKey,
    cluster: String,
    installed: bool,
    page: u32,
}

/// What a look at the log led to.
enum LookResult {
    /// The node leads, or has everything if that is enough.
    Done,
    /// Look again.
    Again,
}

/// What stops a look at the log.
enum LookStop {
    /// Nothing: look again.
    Again,
    /// etcd did not answer.
    Lost(EtcdError),
    /// The node cannot go on.
    Node(NodeError),
}

impl From<EtcdError> for LookStop {
    fn from(error: EtcdError) -> Self {
        Self::Lost(error)
    }
}

impl From<NodeError> for LookStop {
    fn from(error: NodeError) -> Self {
        Self::Node(error)
    }
}

impl<E: Env, C: EtcdConnection, P: NodePeers> Node<E, C, P> {
    /// Open the data directory of a node; a new one if there is none. A new node waits until the log is reached.
    pub async fn open(
        (env, mut client, peers): (E, C, P),
        directory: Arc<dyn NodeDirectory>,
        settings: NodeSettings,
    ) -> Result<Self, NodeError> {
        let keys = Keys::new(&settings.prefix);
        let (own, installed) = match directory.role()? {
            Some(DirectoryRole::Node { cluster, installed }) => (Some(cluster), installed),
            None if !directory.exists()? => (None, false),
            Some(_) | None => return Err(NodeError::NotNode(directory.path().to_owned())),
        };
        let cluster = match own {
            // Compared with the log at each look at it.
            Some(own) => own,
            None => cluster_of(&env, &mut client, &keys, &settings.prefix).await,
        };
        // Before the store is made: from now on, this is no single server's directory.
        directory.set_role(&DirectoryRole::Node { cluster: cluster.clone(), installed })?;
        let storage = SharedStorage::open(directory.clone())?;
        let own = Announced { node: settings.node.clone(), address: settings.address.clone(), commit: 0, installed };
        let standing = NodeStanding::new(own, ClusterMetrics::default(), env.clone(), settings.bounds);
        standing.set_applied(storage.head(), 0);
        if installed {
            standing.set_installed();
        }
        let log_key = LogKey::derive(settings.key.reveal());
        let page = PAGE.0;
        let core = None;
        Ok(Self {
            env,
            client,
            peers,
            settings,
            directory,
            storage,
            core,
            standing,
            keys,
            log_key,
            cluster,
            installed,
            page,
        })
    }

    /// What it knows.
    pub fn standing(&self) -> Arc<NodeStanding> {
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
    pub fn lease_parts(&self) -> (C, Keys) {
        (self.client.clone(), self.keys.clone())
    }

    /// Follow until everything is applied that the log has. The node does not try to lead.
    pub async fn catch_up(&mut self) -> Result<(), NodeError> {
        self.core = None;
        self.look_until(false).await
    }

    /// From now on, entries are applied by this core, which was opened from the node's storage.
    pub fn serve(&mut self, core: Arc<NodeCore>) {
        self.core = Some(core);
    }

    /// Follow until this node leads and has begun its term. Returns the storage of its core. A node with a core also ends
    /// when it needs a snapshot.
    pub async fn follow(&mut self) -> Result<LoggedStorage, NodeError> {
        self.look_until(true).await?;
        self.leading()
    }

    async fn look_until(&mut self, leads: bool) -> Result<(), NodeError> {
        self.standing.lock().leadership.follow();
        self.standing.metrics.leads.set(0);
        let mut was_reported = false;
        loop {
            match self.look(leads).await {
                Err(LookStop::Node(error)) => return Err(error),
                Err(LookStop::Lost(error)) => {
                    self.standing.set_contact(false);
                    if was_reported {
                        tracing::debug!(%error, "the log cannot be reached");
                    } else {
                        tracing::warn!(%error, "the log cannot be reached: trying again");
                    }
                    was_reported = true;
                    self.client.rotate();
                    self.env.sleep(PAUSE).await;
                }
                Ok(LookResult::Again) | Err(LookStop::Again) => was_reported = false,
                Ok(LookResult::Done) => return Ok(()),
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
        let appender = Appender::start(&self.env, self.standing.clone(), self.client.clone());
        let keys = (self.keys.clone(), self.log_key.clone());
        Ok(LoggedStorage::new(self.storage.clone(), self.standing.clone(), keys, appender, head.term)?)
    }

    /// Read the keys, catch up, and then watch them or try to lead.
    async fn look(&mut self, leads: bool) -> Result<LookResult, LookStop> {
        let reading = ClusterReading::take(&mut self.client, &self.keys).await?;
        self.standing.set_contact(true);
        match &reading.id {
            Some(found) if *found == self.cluster => {}
            Some(found) => {
                let data = self.directory.path().to_owned();
                let (own, found) = (self.cluster.clone(), found.clone());
                return Err(NodeError::OtherCluster { data, own, found }.into());
            }
            None => return Err(NodeError::NotBegun(self.settings.prefix.clone()).into()),
        }
        self.standing.saw_head(reading.head.n);
        self.standing.set_leader(reading.leader.as_ref().map(|(leader, _)| leader.clone()));
        if !self.installed {
            self.install(&reading).await?;
            return Ok(LookResult::Again);
        }
        self.take_all(&reading).await?;
        if reading.head != self.storage.head() {
            return Ok(LookResult::Again);
        }
        if !leads {
            return Ok(LookResult::Done);
        }
        // The key may be this node's own although it could not lead for a moment: it does not end by itself.
        let lease = self.standing.lock().lease;
        let is_own = |(_, of): &(Announced, i64)| lease == Some(*of);
        if reading.leader.is_none() || reading.leader.as_ref().is_some_and(is_own) {
            return self.campaign().await;
        }
        self.watch(reading.revision + 1, reading.leader).await
    }

    fn differs(&self, log: Commit) -> LookStop {
        let own = self.storage.head();
        let (own_hash, log_hash) = (hex::encode(own.hash), hex::encode(log.hash));
        NodeError::Differs { own: own.n, own_hash, log: log.n, log_hash }.into()
    }

    /// Apply the entries up to the head. If the log begins later, take a snapshot.
    async fn take_all(&mut self, reading: &ClusterReading) -> Result<(), LookStop> {
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
    async fn take(&mut self, key: &[u8], value: &[u8]) -> Result<bool, LookStop> {
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
        self.apply(&entry, value.len()).await?;
        Ok(true)
    }

    /// Apply an entry of this many bytes; through the core, if there is one.
    async fn apply(&self, entry: &CommitEntry, bytes: usize) -> Result<(), NodeError> {
        let not_applied = |why| NodeError::NotApplied { n: entry.commit.n, why };
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
    async fn install(&mut self, reading: &ClusterReading) -> Result<(), LookStop> {
        if self.core.is_some() {
            return Err(NodeError::NeedsSnapshot.into());
        }
        let others = reading.nodes.iter().filter(|node| node.node != self.settings.node && node.installed);
        let Some(other) = others.max_by_key(|node| node.commit) else {
            tracing::warn!(
                "this node needs a snapshot, and no other node that has the state is alive: waiting for one"
            );
            self.env.sleep(QUIET).await;
            return Err(LookStop::Again);
        };
        tracing::info!(from = other.node, "receiving a snapshot");
        let file = self.directory.path().join(SNAPSHOT);
        if let Err(error) = self.peers.fetch_snapshot(&other.address, &file).await {
            tracing::warn!(%error, from = other.node, "no snapshot was received: trying again");
            self.env.sleep(QUIET).await;
            return Err(LookStop::Again);
        }
        let commit = self.storage.install(&file).map_err(NodeError::from)?;
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

    /// Try to lead, with everything applied.
    async fn campaign(&mut self) -> Result<LookResult, LookStop> {
        let (head, now) = (self.storage.head(), self.standing.now());
        let own = Announced { commit: 0, ..self.standing.own.clone() };
        let txn = self.standing.campaign(&self.keys, to_value(&own), head, now);
        let Some(txn) = txn else {
            // Its lease is not there yet, or another process has its id, or it leaves.
            self.env.sleep(PAUSE).await;
            return Ok(LookResult::Again);
        };
        let answer = self.client.txn(&txn).await?;
        let now = self.standing.now();
        let outcome = self.standing.lock().leadership.campaigned(&answer, now);
        tracing::debug!(?outcome, commit = head.n, "a campaign");
        match outcome {
            Campaigned::Won => self.begin_term(head).await,
            Campaigned::Lost => Ok(LookResult::Again),
        }
    }

    /// Append the entry that begins a term.
    async fn begin_term(&mut self, head: Commit) -> Result<LookResult, LookStop> {
        let role = self.standing.lock().leadership.role(self.standing.now());
        let NodeRole::Leading { created } = role else { return Ok(self.step_down()) };
        let entry = CommitEntry::after(head, head.term + 1, &GroupCommit::default());
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
                    Appended::Again => self.env.sleep(PAUSE).await,
                    Appended::Fenced => return Ok(self.step_down()),
                },
                Err(error) => {
                    tracing::warn!(%error, "the entry that begins a term is sent again");
                    self.env.sleep(PAUSE).await;
                }
            }
        }
        self.apply(&entry, bytes).await?;
        Ok(LookResult::Done)
    }

    fn step_down(&self) -> LookResult {
        self.standing.fence();
        self.standing.lock().leadership.follow();
        LookResult::Again
    }

    /// Apply changes as they come, until there is a reason to look again.
    async fn watch(&mut self, revision: i64, leader: Option<(Announced, i64)>) -> Result<LookResult, LookStop> {
        let (key, end) = self.keys.all();
        let mut watch = self.client.watch(&key, &end, revision).await?;
        let mut was_reached = false;
        if let Some((leader, lease)) = &leader {
            self.probe(leader, *lease, &mut was_reached).await?;
        }
        loop {
            match within(&self.env, QUIET, watch.next()).await {
                Some(event) => {
                    if !self.changed(event?).await? {
                        return Ok(LookResult::Again);
                    }
                }
                None if self.is_current(&watch).await? => {
                    if let Some((leader, lease)) = &leader {
                        self.probe(leader, *lease, &mut was_reached).await?;
                    }
                }
                None => {
                    self.client.rotate();
                    return Ok(LookResult::Again);
                }
            }
        }
    }

    /// Look whether the process of a silent leader has ended. If so, end its lease now instead of in 3 s: that is safe,
    /// because a leader without its key appends nothing. A leader that this node has never reached may be behind a firewall
    /// that rejects connections.
    async fn probe(&mut self, leader: &Announced, lease: i64, was_reached: &mut bool) -> Result<(), LookStop> {
        match self.peers.is_closed(&leader.address).await {
            Some(false) => *was_reached = true,
            Some(true) if *was_reached => {
                tracing::warn!(leader = leader.node, "the process of the leader has ended: ending its lease");
                self.client.revoke(lease).await?;
            }
            Some(true) | None => {}
        }
        Ok(())
    }

    /// Take a change. False if there is a reason to look again.
    async fn changed(&mut self, event: WatchEvent) -> Result<bool, LookStop> {
        match event {
            WatchEvent::Put(found) if found.key == self.keys.leader() => Ok(false),
            WatchEvent::Put(found) if found.key == self.keys.head() => {
                if let Some(head) = Commit::from_bytes(&found.value) {
                    self.standing.saw_head(head.n);
                }
                Ok(true)
            }
            WatchEvent::Put(found) => self.take(&found.key, &found.value).await,
            WatchEvent::Deleted(key) => Ok(key != self.keys.leader() && key != self.keys.id()),
        }
    }

    /// Whether a watch without changes has missed none.
    async fn is_current(&mut self, watch: &C::Watch) -> Result<bool, LookStop> {
        let reading = ClusterReading::take(&mut self.client, &self.keys).await?;
        self.standing.saw_head(reading.head.n);
        let leader = reading.leader.map(|(leader, _)| leader.node);
        Ok(watch.has_next() || reading.head == self.storage.head() && leader == self.standing.leader_id())
    }
}

/// The id of the cluster. A node that has none yet waits for it.
async fn cluster_of(env: &impl Env, client: &mut impl EtcdConnection, keys: &Keys, prefix: &str) -> String {
    let mut was_reported = false;
    loop {
        let reading = ClusterReading::take(client, keys).await;
        match reading {
            Ok(ClusterReading { id: Some(id), .. }) => return id,
            Ok(_) if was_reported => {}
            Ok(_) => tracing::warn!("{}", NodeError::NotBegun(prefix.to_owned())),
            Err(error) if was_reported => tracing::debug!(%error, "the log cannot be reached"),
            Err(error) => tracing::warn!(%error, "the log cannot be reached: trying again"),
        }
        was_reported = true;
        env.sleep(QUIET).await;
    }
}
