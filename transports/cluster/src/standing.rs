//! What a node knows of the cluster and of itself, shared by its threads.

use crate::metrics::ClusterMetrics;
use crate::window::{LogBounds, Window};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use turnstone_engine::Seldom;
use turnstone_engine::env::{Clock, Env};
use turnstone_etcd::{Keys, Leadership, NodeRole, Txn};
use turnstone_storage::Commit;

/// What a node says about itself in etcd.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announced {
    /// Its id.
    pub node: String,
    /// The address of its internal listener.
    pub address: String,
    /// Its last commit; 0 in the leader's key.
    #[serde(default)]
    pub commit: u64,
    /// Whether it has the state of the cluster. A new node has none until its first snapshot.
    #[serde(default)]
    pub installed: bool,
    /// The newest form of rows and statements that its program writes; 0 for programs that did not announce it yet.
    #[serde(default)]
    pub form: u32,
    /// Whether its clock differs from that of the node that leads.
    #[serde(default)]
    pub clock_off: bool,
}

/// The newest form of rows and statements that this program writes: secrets of days that follow from the server's keys, and
/// eras. A program that writes an older form cannot read them.
const FORM: u32 = 1;

impl Announced {
    /// A node of this program that has just started.
    pub fn new(node: String, address: String, installed: bool) -> Self {
        Self { node, address, commit: 0, installed, form: FORM, clock_off: false }
    }

    /// Whether this node should lead rather than another one. A node that writes an older form comes first: the others read what
    /// it writes, and it does not read what they write. Then one whose clock is right.
    pub(crate) fn comes_before(&self, other: &Self) -> bool {
        self.installed && (self.form, self.clock_off) < (other.form, other.clock_off)
    }
}

pub struct NodeStanding {
    /// Its id and its address.
    pub(crate) own: Announced,
    clock: Box<dyn Clock>,
    since: Instant,
    state: Mutex<StandingState>,
    changes: Notify,
    pub(crate) metrics: ClusterMetrics,
    clock_off: Seldom,
}

pub(crate) struct StandingState {
    pub(crate) leadership: Leadership,
    /// The last lease, whether it lasts or not.
    pub(crate) lease: Option<i64>,
    /// Whether the node gives up its lease.
    pub(crate) leaves: bool,
    pub(crate) window: Window,
    applied: Commit,
    /// The newest commit of the log that it knows.
    head: u64,
    /// The leader, another node or this one.
    leader: Option<Announced>,
    /// Whether the node has had contact to the log lately.
    in_contact: bool,
    /// Whether it has the state of the cluster.
    installed: bool,
    /// When the node that leads was last reached, on the clock of the leadership.
    reached: Duration,
    /// Whether the node's key in etcd is on its lease. Otherwise another process may have its id.
    announced: bool,
    /// Whether this machine's clock differs from that of the node that leads, or led last.
    clock_off: bool,
}

impl NodeStanding {
    /// Of a node that has just started.
    pub fn new(own: Announced, metrics: ClusterMetrics, clock: impl Clock, bounds: LogBounds) -> Arc<Self> {
        let state = StandingState {
            leadership: Leadership::default(),
            lease: None,
            leaves: false,
            window: Window::new(bounds),
            applied: Commit::default(),
            head: 0,
            leader: None,
            in_contact: false,
            installed: false,
            reached: Duration::ZERO,
            announced: false,
            clock_off: false,
        };
        let (since, changes) = (clock.instant(), Notify::new());
        Arc::new(Self {
            own,
            clock: Box::new(clock),
            since,
            state: Mutex::new(state),
            changes,
            metrics,
            clock_off: Seldom::default(),
        })
    }

    /// The time on the clock of its [`Leadership`].
    pub(crate) fn now(&self) -> Duration {
        self.clock.instant().saturating_duration_since(self.since)
    }

    pub(crate) fn instant(&self, at: Duration) -> Instant {
        self.since + at
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, StandingState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn changed(&self) {
        self.changes.notify_waiters();
    }

    /// Until when it may append as the leader, and the revision of its key; `None` if it may not.
    pub(crate) fn leads(&self) -> Option<(Instant, i64)> {
        let now = self.now();
        let mut state = self.lock();
        let until = state.leadership.leads_until(now)?;
        let NodeRole::Leading { created } = state.leadership.role(now) else { return None };
        Some((self.instant(until), created))
    }

    /// Whether it may append as the leader now.
    pub fn is_leading(&self) -> bool {
        self.leads().is_some()
    }

    /// The node does not lead any more.
    pub(crate) fn fence(&self) {
        self.lock().leadership.fence();
        self.changed();
    }

    /// Wait until the node can lead no longer.
    pub async fn lost_lead(&self, env: &impl Env) {
        loop {
            let changed = self.changes.notified();
            let Some((until, _)) = self.leads() else { return };
            // By time or by a change: look again.
            tokio::select! {
                biased;
                () = changed => {}
                () = env.sleep_until(until) => {}
            }
        }
    }

    /// The id of this node.
    pub fn node(&self) -> &str {
        &self.own.node
    }

    /// The other node that leads, if one is known.
    pub(crate) fn other_leader(&self) -> Option<Announced> {
        self.lock().leader.clone().filter(|leader| leader.node != self.own.node)
    }

    /// Wait until this other node does not lead any more, as far as is known.
    pub(crate) async fn leader_is_replaced(&self, leader: &Announced) {
        self.until(|own| own.other_leader().as_ref() != Some(leader)).await;
    }

    /// This machine's clock is ahead of the leader's by so many seconds.
    pub(crate) fn clock_differs(&self, leader: &Announced, off_s: i64) {
        self.metrics.clock_difference.set(off_s);
        let is_off = off_s.abs() > MAX_CLOCK_DIFFERENCE_S;
        self.lock().clock_off = is_off;
        if is_off && self.clock_off.is_due(self.clock.instant()) {
            tracing::warn!(
                off_s,
                leader = leader.node,
                "this machine's clock differs from the leader's: this node does not lead while another one can"
            );
        }
    }

    /// What the node says about itself.
    pub(crate) fn announcement(&self) -> Announced {
        let state = self.lock();
        let (commit, installed, clock_off) = (state.applied.n, state.installed, state.clock_off);
        Announced { commit, installed, clock_off, ..self.own.clone() }
    }

    /// The node that leads was reached.
    pub(crate) fn reached_leader(&self) {
        let now = self.now();
        self.lock().reached = now;
    }

    /// Wait until a node leads, as far as is known.
    pub async fn knows_leader(&self) {
        self.until(|own| own.leader_id().is_some()).await;
    }

    /// Wait until something is so whose changes wake those who wait.
    async fn until(&self, is_so: impl Fn(&Self) -> bool) {
        loop {
            // It learns of every change from now on.
            let changed = self.changes.notified();
            if is_so(self) {
                return;
            }
            changed.await;
        }
    }

    /// Wait for a change of who leads.
    pub(crate) async fn leader_changes(&self) {
        self.changes.notified().await;
    }

    pub(crate) fn set_leader(&self, leader: Option<Announced>) {
        let mut state = self.lock();
        if state.leader == leader {
            return;
        }
        let name = leader.as_ref().map(|leader| leader.node.clone());
        tracing::info!(leader = name, "the leader of the cluster");
        // The others compare their clocks with the leader's.
        state.clock_off &= name.as_ref() != Some(&self.own.node);
        state.leader = leader;
        drop(state);
        self.changed();
    }

    /// The id of the node that leads, if one is known.
    pub fn leader_id(&self) -> Option<String> {
        self.lock().leader.as_ref().map(|leader| leader.node.clone())
    }

    /// A commit was applied here, with an entry of this many bytes; 0 at the start.
    pub(crate) fn set_applied(&self, commit: Commit, bytes: usize) {
        let mut state = self.lock();
        state.applied = commit;
        state.head = state.head.max(commit.n);
        if bytes > 0 {
            state.window.saw(commit.n, bytes as u64);
        }
        let head = state.head;
        drop(state);
        self.metrics.position(commit.n, head);
    }

    /// The log has a commit of this number.
    pub(crate) fn saw_head(&self, n: u64) {
        let mut state = self.lock();
        state.head = state.head.max(n);
        let (applied, head) = (state.applied.n, state.head);
        drop(state);
        self.metrics.position(applied, head);
    }

    /// The newest commit that this node knows of, in the log or here; 0 if it knows none.
    pub(crate) fn newest_commit(&self) -> u64 {
        self.lock().head
    }

    /// The node has the state of the cluster from now on.
    pub(crate) fn set_installed(&self) {
        self.lock().installed = true;
    }

    /// Whether the node has the state of the cluster.
    pub fn is_installed(&self) -> bool {
        self.lock().installed
    }

    /// Whether the node reaches the log.
    pub(crate) fn set_contact(&self, in_contact: bool) {
        self.lock().in_contact = in_contact;
    }

    /// Whether the node can forward requests; if not, what fails.
    pub(crate) fn readiness(&self) -> Result<(), &'static str> {
        let now = self.now();
        let state = self.lock();
        let is_reached = state.reached + UNREACHED > now;
        let is_behind = state.applied.n + MAX_LAG < state.head;
        match (&state.leader, state.in_contact) {
            (_, false) => Err("log"),
            _ if !state.installed => Err("snapshot"),
            _ if is_behind => Err("behind"),
            (Some(_), true) if is_reached => Ok(()),
            (Some(_) | None, true) => Err("leader"),
        }
    }

    /// Whether the node has nearly everything that the log has, so that it can answer reads itself.
    pub(crate) fn is_current(&self) -> bool {
        matches!(self.readiness(), Ok(()) | Err("leader"))
    }

    /// etcd granted or renewed a lease. False if the node leaves.
    pub(crate) fn lease_renewed(&self, lease: i64, sent: Duration) -> bool {
        let mut state = self.lock();
        if state.leaves {
            return false;
        }
        let is_new = state.lease.replace(lease) != Some(lease);
        state.leadership.renewed(lease, sent);
        drop(state);
        if is_new {
            self.changed();
        }
        true
    }

    /// Whether the node's key in etcd is on its lease.
    pub(crate) fn set_announced(&self, announced: bool) {
        self.lock().announced = announced;
    }

    /// Try to lead, with everything up to `head` applied; `None` if the node cannot lead now.
    pub(crate) fn campaign(&self, keys: &Keys, value: Vec<u8>, head: Commit, now: Duration) -> Option<Txn> {
        let mut state = self.lock();
        if state.announced { state.leadership.campaign(keys, value, head, now) } else { None }
    }

    /// The lease has ended in etcd.
    pub(crate) fn lease_ended(&self) {
        let mut state = self.lock();
        state.announced = false;
        state.leadership.ended();
        state.lease = None;
        drop(state);
        self.changed();
    }

    /// Give up the lease from now on.
    pub(crate) fn leave(&self) -> Option<i64> {
        let mut state = self.lock();
        state.leaves = true;
        state.leadership.ended();
        let lease = state.lease.take();
        drop(state);
        self.changed();
        lease
    }
}

/// Seconds by which clocks may differ: their times are compared in whole seconds.
const MAX_CLOCK_DIFFERENCE_S: i64 = 2;
/// How long a leader is believed that is not reached. Its key in etcd lasts as long as its process, also if it cannot lead: for
/// example because etcd takes no more writes.
const UNREACHED: Duration = Duration::from_secs(10);

/// A node that lacks more commits than this is behind.
const MAX_LAG: u64 = 1000;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use turnstone_service::time::Millis;

    /// A clock that is set by hand, in seconds.
    struct Hand(Instant, Arc<AtomicU64>);

    impl Clock for Hand {
        fn now(&self) -> Millis {
            Millis(0)
        }

        fn instant(&self) -> Instant {
            self.0 + Duration::from_secs(self.1.load(Ordering::Relaxed))
        }
    }

    fn node(name: &str) -> Announced {
        Announced::new(name.to_owned(), String::new(), true)
    }

    #[test]
    fn a_node_of_an_older_form_leads_first_and_then_one_whose_clock_is_right() {
        let older = Announced { form: 0, ..node("older") };
        let off = Announced { clock_off: true, ..node("off") };
        let empty = Announced { installed: false, ..older.clone() };
        let all = [&older, &off, &empty, &node("own")];
        let before = |other: &Announced| -> Vec<&str> {
            all.iter().filter(|node| node.comes_before(other)).map(|node| node.node.as_str()).collect()
        };
        assert_eq!(before(&node("another")), ["older"]);
        assert_eq!(before(&off), ["older", "own"]);
        assert_eq!(before(&older), [""; 0]);
        let announced = r#"{"node":"a","address":"http://a:1","commit":7,"installed":true}"#;
        let former: Announced = serde_json::from_str(announced).unwrap();
        assert!(former.comes_before(&node("own")), "the version before announces no form");
    }

    #[test]
    fn a_clock_that_differs_from_the_leaders_is_announced() {
        let clock = Hand(Instant::now(), Arc::default());
        let standing = NodeStanding::new(node("b"), ClusterMetrics::default(), clock, LogBounds::default());
        for (off_s, is_off) in [(2, false), (3, true), (-2, false), (-3600, true)] {
            standing.clock_differs(&node("a"), off_s);
            assert_eq!(standing.announcement().clock_off, is_off, "{off_s}");
        }
        standing.set_leader(Some(node("b")));
        assert!(!standing.announcement().clock_off, "the clock of the node that leads is the cluster's");
    }

    #[test]
    fn a_node_that_has_not_reached_the_leader_for_ten_seconds_is_not_ready() {
        let time = Arc::new(AtomicU64::new(0));
        let clock = Hand(Instant::now(), time.clone());
        let standing = NodeStanding::new(node("b"), ClusterMetrics::default(), clock, LogBounds::default());
        standing.set_contact(true);
        standing.set_installed();
        assert_eq!(standing.readiness(), Err("leader"), "none is known");
        standing.set_leader(Some(node("a")));
        assert_eq!(standing.readiness(), Ok(()));
        time.store(9, Ordering::Relaxed);
        assert_eq!(standing.readiness(), Ok(()));
        // Its key is still there, and it does not lead: etcd is full, for example.
        time.store(10, Ordering::Relaxed);
        assert_eq!(standing.readiness(), Err("leader"));
        assert!(standing.is_current(), "it answers reads");
        standing.reached_leader();
        assert_eq!(standing.readiness(), Ok(()));
    }
}
