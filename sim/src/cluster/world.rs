//! The shared state of a run: the nodes with their machines, etcd, what was seen and what was violated.

use super::ClusterReport;
use super::connection::{SimConnection, SimEtcd};
use super::etcd::Store;
use super::picture::{Doing, Sample};
use super::shared::{BASE_URL, INTERNAL_PORT, NODES};
use super::truth::{KEYS, LogTruth, digest_of};
use crate::count::Totals;
use crate::inner::{Machine, SimEngine};
use crate::parts::lock;
use crate::rng::{Rng, mix};
use crate::world::{HostId, MachineClock, SimNet};
use std::collections::{BTreeMap, BTreeSet};
use std::future::{Future, pending};
use std::path::Path;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;
use tokio::sync::Notify;
use turnstone_cluster::{LogBounds, NodeError, NodeStanding};
use turnstone_directory::OnSystem;
use turnstone_documents::packages::Packages;
use turnstone_engine::{Close, Handle, Phase};
use turnstone_http::Pages;
use turnstone_link::{ReplicaDirectory, ReplicaStorage};
use turnstone_storage::Durability;

const ENGINE: SimEngine = SimEngine { journal_bytes: 64 << 10 };
const DATA: &str = "/data";

/// The part of a node that runs.
#[derive(Clone)]
pub(super) struct Live {
    pub(super) storage: ReplicaStorage,
    pub(super) standing: Arc<NodeStanding>,
    /// Ends the process in order.
    pub(super) stop: Arc<Notify>,
}

/// A machine with its process.
pub(super) struct NodeSlot {
    machine: Machine,
    pub(super) has_power: bool,
    /// Whether it has a process.
    pub(super) runs: bool,
    /// Whether its machine fails within a write.
    pub(super) is_dying: bool,
    pub(super) live: Option<Live>,
    /// The loop behind its transport, and what ends that.
    pub(super) front: Option<(Handle, Close)>,
    pub(super) clock: MachineClock,
    /// The last commit that was seen, and since when its key is in etcd with this revision.
    head: u64,
    announced: Option<(i64, Duration)>,
    /// When its process, since it was paused last, was first seen with a commit.
    reached: BTreeMap<u64, Duration>,
}

impl NodeSlot {
    /// The loop of its core, while it leads.
    pub(super) fn leading(&self) -> Option<Handle> {
        let (handle, _) = self.front.as_ref()?;
        let leads = handle.phase() == Phase::Serving && !handle.is_following();
        leads.then(|| handle.clone())
    }
}

#[derive(Default)]
pub(super) struct Notes {
    pub(super) report: ClusterReport,
    /// How often a leader acted that could not know that it was replaced.
    pub(super) unaware: u64,
    /// The referral code that members join with, and by such codes how many have, and how many of them must be rewarded.
    pub(super) referral: Option<String>,
    pub(super) invited: BTreeMap<String, (u64, u64)>,
    /// Until when a request may take long.
    hindered_until: Duration,
    /// Whether etcd was restored from a backup: nodes that have more must not serve.
    pub(super) restored: Option<u64>,
    /// Nodes that said so.
    pub(super) rejecting: BTreeSet<usize>,
}

pub(super) struct Cluster {
    pub(super) seed: u64,
    pub(super) net: SimNet,
    /// The host of all members.
    pub(super) members: HostId,
    pub(super) pages: Arc<Pages>,
    pub(super) etcd: SimEtcd,
    pub(super) bounds: LogBounds,
    slots: [Mutex<NodeSlot>; NODES],
    notes: Mutex<Notes>,
}

impl Cluster {
    /// A cluster whose nodes do not run. The nodes are the first hosts of the network; `process` is what each of them runs.
    pub(super) fn new<F: Future<Output = ()> + Send + 'static>(
        seed: u64,
        net: SimNet,
        bounds: LogBounds,
        process: fn(Arc<Self>, usize) -> F,
    ) -> Arc<Self> {
        let mut rng = Rng::new(mix(&[seed, 0xc10c]));
        Arc::new_cyclic(|own: &Weak<Self>| {
            let slots = std::array::from_fn(|node| {
                let own = own.clone();
                let host = net.add(&Self::name(node), move || {
                    let own = own.upgrade().filter(|own| own.slot(node).runs);
                    async move {
                        if let Some(own) = own {
                            process(own, node).await;
                        }
                    }
                });
                let skew = rng.below(4_000) as i64 - 2_000;
                let (skew_ms, drift) = (Arc::new(AtomicI64::new(skew)), rng.below(10_000) as i64 - 5_000);
                let clock = MachineClock { net: net.clone(), host, skew_ms, drift };
                let (machine, has_power, runs, is_dying) = (Machine::new(), true, false, false);
                let (live, front, announced, head, reached) = (None, None, None, 0, BTreeMap::new());
                let slot =
                    NodeSlot { machine, has_power, runs, is_dying, live, front, clock, head, announced, reached };
                Mutex::new(slot)
            });
            let members = net.add("members", pending::<()>);
            let etcd = SimEtcd::new(mix(&[seed, 0xe7cd]), net.clone(), Store::new(LogTruth::new(bounds.most_bytes)));
            let pages = Arc::new(Pages::new(BASE_URL, "", &Packages::default()));
            Self { seed, net, members, pages, etcd, bounds, slots, notes: Mutex::default() }
        })
    }

    pub(super) fn slot(&self, node: usize) -> MutexGuard<'_, NodeSlot> {
        lock(&self.slots[node])
    }

    pub(super) fn notes(&self) -> MutexGuard<'_, Notes> {
        lock(&self.notes)
    }

    pub(super) fn hit(&self, what: &'static str) {
        self.etcd.lock().store.counts.hit(what);
        if let Some(fault) = what.strip_prefix("fault: ") {
            self.notes().report.timeline.fault(self.net.now(), fault);
        }
    }

    /// A rule is violated. The first violation counts.
    pub(super) fn fail(&self, rule: &'static str, seen: String) {
        self.notes().report.failure.get_or_insert_with(|| format!("{rule}: {seen}"));
    }

    pub(super) fn has_failed(&self) -> bool {
        self.notes().report.failure.is_some() || self.etcd.lock().store.truth.failure.is_some()
    }

    pub(super) fn name(node: usize) -> String {
        format!("node-{node}")
    }

    pub(super) fn address(node: usize) -> String {
        format!("http://node-{node}:{INTERNAL_PORT}")
    }

    pub(super) fn clock(&self, node: usize) -> MachineClock {
        self.slot(node).clock.clone()
    }

    pub(super) fn connection(&self, node: usize) -> SimConnection {
        SimConnection { etcd: self.etcd.clone(), clock: self.clock(node), node }
    }

    pub(super) fn machine(&self, node: usize) -> Machine {
        self.slot(node).machine.clone()
    }

    /// The data directory of a node.
    pub(super) fn directory(&self, node: usize) -> Arc<ReplicaDirectory> {
        let engine = OnSystem { system: self.machine(node), engine: ENGINE };
        Arc::new(ReplicaDirectory::new(Arc::new(engine), Path::new(DATA), Durability::Sync))
    }

    pub(super) fn live(&self, node: usize) -> Option<Live> {
        self.slot(node).live.clone()
    }

    /// Cut or repair links between nodes.
    pub(super) fn cut(&self, ways: &[(usize, usize)], is_cut: bool) {
        ways.iter().for_each(|(from, to)| self.net.cut(*from, *to, is_cut));
        self.hinder(SimNet::RETRY);
    }

    /// For this time the node that leads may be unable to answer a request, or may not get it.
    pub(super) fn hinder(&self, time: Duration) {
        let until = self.net.now() + time;
        let mut notes = self.notes();
        notes.hindered_until = notes.hindered_until.max(until);
    }

    /// When a node and the one that leads, to which it may forward, had reached a commit. `None` if one of them has not, or
    /// if a node was paused since then, or a request may take long.
    pub(super) fn reached(&self, node: usize, commit: u64) -> Option<Duration> {
        let leader = (0..NODES).find(|node| self.slot(*node).leading().is_some())?;
        let at = |node: usize| self.slot(node).reached.range(commit..).next().map(|(_, at)| *at);
        let hindered_until = self.notes().hindered_until;
        Some(at(node)?.max(at(leader)?)).filter(|reached| *reached >= hindered_until)
    }

    /// Pause the process of a node, or let it continue.
    pub(super) fn pause(&self, node: usize, is_paused: bool) {
        self.net.pause(node, is_paused);
        (0..NODES).for_each(|node| self.slot(node).reached.clear());
    }

    /// End the process of a node at once, or cut its power, which stays off: what was not synced is lost by this chance.
    pub(super) fn end_process(&self, node: usize, power: Option<u64>) {
        self.net.kill(node, power.is_some());
        let mut slot = self.slot(node);
        (slot.runs, slot.live, slot.front) = (false, None, None);
        slot.reached.clear();
        slot.is_dying = false;
        slot.has_power &= power.is_none();
        slot.machine.end_process(power);
    }

    /// Replace the machine of a node by an empty one.
    pub(super) fn wipe(&self, node: usize) {
        let mut slot = self.slot(node);
        (slot.machine, slot.head) = (Machine::new(), 0);
        // What its former key says is not true any more.
        slot.announced = slot.announced.map(|(created, _)| (created, Duration::from_secs(1 << 30)));
    }

    /// A node has a prefix of the log.
    pub(super) fn look(&self, owner: usize) {
        let Some(live) = self.live(owner) else { return };
        // The directory may be closed, for example for a snapshot.
        let Some(head) = live.storage.state().map(|_| live.storage.head()) else { return };
        let (mut slot, now) = (self.slot(owner), self.net.now());
        if slot.head != head.n {
            slot.head = head.n;
            slot.reached.insert(head.n, now);
        }
        let is_dying = slot.is_dying;
        drop(slot);
        let mut network = self.etcd.lock();
        let truth = &mut network.store.truth;
        if let Some(position) = truth.positions.get_mut(owner).filter(|position| **position != u64::MAX) {
            *position = head.n;
        }
        if !truth.is_frozen && !is_dying && truth.commits.get(&head.n) != Some(&head) {
            truth.fail("a node has what the log has, and nothing else", format!("node {owner} has {head:?}"));
        }
    }

    pub(super) fn tick(&self) {
        let now = self.net.now();
        self.etcd.act(|network| {
            if !network.is_down && network.stalled_until <= now {
                network.store.expire(now);
            }
            let positions = (0..NODES).map(|node| {
                let mut slot = self.slot(node);
                let created = network.store.get(&KEYS.node(&Self::name(node))).map(|found| found.created);
                slot.announced = match (created, slot.announced) {
                    (Some(created), Some((since, at))) if created == since => Some((created, at)),
                    (created, _) => created.map(|created| (created, now)),
                };
                let is_old = slot.announced.is_some_and(|(_, at)| at + Duration::from_secs(8) < now);
                if is_old { slot.head } else { u64::MAX }
            });
            network.store.truth.positions = positions.collect();
        });
        self.sample(now);
    }

    /// Note for the picture of the run what each node does.
    fn sample(&self, now: Duration) {
        let network = self.etcd.lock();
        let (is_down, cut_off) = (network.is_down, network.cut_off.clone());
        drop(network);
        let etcd = Sample { doing: if is_down { Doing::Off } else { Doing::Up }, is_cut: false, head: 0 };
        self.notes().report.timeline.sample(NODES, now, etcd);
        for node in 0..NODES {
            let slot = self.slot(node);
            let doing = match &slot.live {
                _ if !slot.runs => Doing::Off,
                _ if self.net.is_paused(node) => Doing::Paused,
                None => Doing::Starts,
                Some(live) if slot.leading().is_some() => Doing::Leads(live.storage.head().term),
                Some(live) if live.standing.is_installed() => Doing::Up,
                Some(_) => Doing::Starts,
            };
            let sample = Sample { doing, is_cut: cut_off.contains(&node), head: slot.head };
            drop(slot);
            self.notes().report.timeline.sample(node, now, sample);
        }
    }

    /// Compare the rows and the personal keys of a node with the log.
    pub(super) fn compare(&self, node: usize) {
        let live = self.live(node).filter(|live| live.standing.is_installed() && !self.slot(node).is_dying);
        let Some(state) = live.and_then(|live| live.storage.state()) else { return };
        let (n, digest) = match digest_of(state.as_ref()) {
            Ok(found) => found,
            Err(failure) => return self.fail("the state of a node is readable", format!("node {node}: {failure}")),
        };
        let expected = self.etcd.lock().store.truth.digests.get(&n).copied().unwrap_or(digest);
        if expected.0 != digest.0 {
            self.fail("a node has the rows that the log makes", format!("node {node} at commit {n}"));
        } else if expected.1 != digest.1 {
            self.fail("a node has the personal keys that the log makes", format!("node {node} at commit {n}"));
        } else {
            self.hit("premise: the state of a node was compared with the log");
        }
    }

    /// A node violates a rule, unless its machine fails.
    pub(super) fn fail_of(&self, node: usize, rule: &'static str, seen: &str) {
        if !self.slot(node).is_dying {
            self.fail(rule, format!("node {node}: {seen}"));
        }
    }

    /// A node has ended with an error.
    pub(super) fn node_ended(&self, node: usize, error: &NodeError) {
        let restored = self.notes().restored;
        if let (NodeError::Differs { own, log, .. }, Some(back)) = (error, restored) {
            let text = error.to_string();
            if *own >= *log && *log >= back && text.contains(&own.to_string()) && text.contains(&log.to_string()) {
                self.notes().rejecting.insert(node);
                return;
            }
        }
        self.fail_of(node, "a node goes on after every fault", &error.to_string());
    }

    /// Each node in a few words.
    pub(super) fn described(&self) -> String {
        let describe = |node: usize| {
            let slot = self.slot(node);
            let Some(live) = &slot.live else { return format!("node {node} is down (starting: {})", slot.runs) };
            let (standing, head) = (&live.standing, live.storage.head());
            let (leads, installed, leader) = (slot.leading().is_some(), standing.is_installed(), standing.leader_id());
            format!("node {node}: leads {leads}, installed {installed}, commit {}, follows {leader:?}", head.n)
        };
        let nodes: Vec<String> = (0..NODES).map(describe).collect();
        format!("{}; the log has {}", nodes.join("; "), self.etcd.lock().store.truth.head().n)
    }

    /// Something left the cluster.
    pub(super) fn record(&self, what: &[u8]) {
        let Totals { trace, traces, work, .. } = &mut self.notes().report.totals;
        *trace = mix(&[*trace, xxhash_rust::xxh3::xxh3_64(what)]);
        *work += 1;
        traces.push((*work as u32, *trace));
        crate::progress::beat(self.seed, *work as u32);
    }
}
