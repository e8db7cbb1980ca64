//! A node: it follows the log until it leads.

mod catch_up;
mod lead;
mod watch;

use crate::error::NodeError;
use crate::metrics::ClusterMetrics;
use crate::node_link::LinkedNode;
use crate::reading::ClusterReading;
use crate::standing::{Announced, NodeStanding};
use crate::storage::{LoggedStorage, NodeCore};
use crate::window::LogBounds;
use catch_up::PAGE;
use std::sync::Arc;
use std::time::{Duration, Instant};
use turnstone_engine::SeldomReasons;
use turnstone_engine::env::Env;
use turnstone_etcd::{EtcdConnection, EtcdError, EtcdSettings, Keys, LogKey};
use turnstone_link::{DirectoryRole, LinkMachine, ReplicaDirectory, ReplicaStorage, SharedKey};

/// The pause after an error of etcd.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a node lets another one begin to lead that comes before it.
const STANDS_BY: Duration = Duration::from_secs(10);
/// A watch without a change for this long is compared with the keys: its endpoint may be cut off.
const QUIET: Duration = Duration::from_millis(500);

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
    pub key: SharedKey,
    /// How much of the log is kept.
    pub bounds: LogBounds,
}

/// A node, with its machine and its connection to etcd.
pub struct Node<E, C> {
    env: E,
    client: C,
    link: LinkedNode<E>,
    settings: NodeSettings,
    directory: Arc<ReplicaDirectory>,
    storage: ReplicaStorage,
    /// Applies the entries, if there is one.
    core: Option<Arc<NodeCore>>,
    standing: Arc<NodeStanding>,
    keys: Keys,
    log_key: LogKey,
    cluster: String,
    installed: bool,
    page: u32,
    /// Since when no node leads, as far as this one has looked.
    leaderless: Option<Instant>,
    /// Reasons why the node cannot go on for now.
    reported: SeldomReasons,
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

impl<E: LinkMachine, C: EtcdConnection> Node<E, C> {
    /// Open the data directory of a node; a new one if there is none. A new node waits until the log is reached.
    pub async fn open(
        env: E,
        mut client: C,
        directory: Arc<ReplicaDirectory>,
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
        let storage = ReplicaStorage::open(directory.clone())?;
        let own = Announced::new(settings.node.clone(), settings.address.clone(), installed);
        let standing = NodeStanding::new(own, ClusterMetrics::default(), env.clone(), settings.bounds);
        standing.set_applied(storage.head(), 0);
        if installed {
            standing.set_installed();
        }
        let log_key = LogKey::derive(settings.key.reveal());
        let link = LinkedNode { machine: env.clone(), node: settings.node.clone(), key: settings.key.clone() };
        let page = PAGE.0;
        let core = None;
        Ok(Self {
            env,
            client,
            link,
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
            leaderless: None,
            reported: SeldomReasons::default(),
        })
    }

    /// What it knows.
    pub fn standing(&self) -> Arc<NodeStanding> {
        self.standing.clone()
    }

    /// Its data directory.
    pub fn storage(&self) -> ReplicaStorage {
        self.storage.clone()
    }

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
        loop {
            match self.look(leads).await {
                Err(LookStop::Node(error)) => return Err(error),
                Err(LookStop::Lost(error)) => {
                    self.standing.set_contact(false);
                    if self.reported.is_due(&error.to_string(), self.env.instant()) {
                        tracing::warn!(%error, "the log cannot be reached: trying again");
                    }
                    self.client.rotate();
                    self.env.sleep(PAUSE).await;
                }
                Ok(LookResult::Again) | Err(LookStop::Again) => {}
                Ok(LookResult::Done) => return Ok(()),
            }
        }
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
        self.leaderless = if reading.leader.is_some() { None } else { self.leaderless.or(Some(self.env.instant())) };
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
            if self.stands_by(&reading) {
                self.env.sleep(PAUSE).await;
                return Ok(LookResult::Again);
            }
            return self.campaign().await;
        }
        self.watch(reading.revision + 1, reading.leader).await
    }
}

impl<E: Env, C> Node<E, C> {
    /// Whether another node is alive that should lead rather than this one. It has some seconds for that: a node that is alive
    /// can be unable to lead.
    fn stands_by(&self, reading: &ClusterReading) -> bool {
        let own = self.standing.announcement();
        let other = reading.nodes.iter().find(|node| node.node != own.node && node.comes_before(&own));
        let (Some(other), Some(since)) = (other, self.leaderless) else { return false };
        let waits = self.env.instant() < since + STANDS_BY;
        let why = if other.form < own.form { "its program is older" } else { "the clock of this machine is off" };
        let what = if waits { "another node comes first" } else { "another node came first, and did not lead" };
        let reason = format!("{what}: {}, because {why}", other.node);
        if self.reported.is_due(&reason, self.env.instant()) {
            tracing::warn!("{reason}");
        }
        waits
    }
}

/// The id of the cluster. A node that has none yet waits for it.
async fn cluster_of(env: &impl Env, client: &mut impl EtcdConnection, keys: &Keys, prefix: &str) -> String {
    let reported = SeldomReasons::default();
    loop {
        let reason = match ClusterReading::take(client, keys).await {
            Ok(ClusterReading { id: Some(id), .. }) => return id,
            Ok(_) => NodeError::NotBegun(prefix.to_owned()).to_string(),
            Err(error) => format!("the log cannot be reached: trying again: {error}"),
        };
        if reported.is_due(&reason, env.instant()) {
            tracing::warn!("{reason}");
        }
        env.sleep(QUIET).await;
    }
}
