//! The shared state of a run: the machines with their processes, the histories that servers have made, and what was seen.

use super::StandbyReport;
use crate::count::Totals;
use crate::inner::{Machine, SimEngine};
use crate::parts::lock;
use crate::rng::{Rng, mix};
use crate::world::{HostId, MachineClock, SimNet, ms};
use std::collections::BTreeMap;
use std::future::Future;
use std::path::Path;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;
use turnstone_directory::{DirectoryOptions, OnSystem, StorageEngine};
use turnstone_documents::packages::Packages;
use turnstone_engine::Handle;
use turnstone_http::Pages;
use turnstone_link::ReplicaDirectory;
use turnstone_service::record::Record;
use turnstone_standby::{Feed, Promotion, StandbyProgress, WindowBounds, promote};
use turnstone_storage::{Commit, Durability, State};

pub(super) const MACHINES: usize = 2;
pub(super) const BASE_URL: &str = "https://turnstone.example";
pub(super) const DATA: &str = "/data";
/// The port for members, and the one for the standby.
pub(super) const PORT: u16 = 80;
pub(super) const STANDBY_PORT: u16 = 9500;

const ENGINE: SimEngine = SimEngine { journal_bytes: 64 << 10 };

/// What the operator starts on a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Begins {
    Server,
    /// The standby of another machine.
    StandbyOf(usize),
}

/// What runs on a machine.
#[derive(Clone)]
pub(super) enum Running {
    Server { handle: Handle, feed: Arc<Feed>, state: Arc<dyn State> },
    Standby { progress: Arc<Mutex<StandbyProgress>>, state: Option<Arc<dyn State>> },
}

/// A machine with its process.
pub(super) struct Slot {
    pub(super) machine: Machine,
    pub(super) clock: MachineClock,
    pub(super) begins: Begins,
    /// Whether it has a process.
    pub(super) runs: bool,
    pub(super) running: Option<Running>,
    /// The last commit that a primary knew to be on this machine's disk as a standby.
    pub(super) confirmed: u64,
}

#[derive(Default)]
pub(super) struct Notes {
    pub(super) report: StandbyReport,
    /// The promotions, each with the time before which the former primary acknowledged everything that counts.
    pub(super) promotions: Vec<(Duration, Promotion)>,
    /// All commits that servers have made.
    pub(super) commits: BTreeMap<(u64, u64), Commit>,
}

pub(super) struct StandbyWorld {
    pub(super) seed: u64,
    pub(super) net: SimNet,
    pub(super) members: HostId,
    pub(super) pages: Arc<Pages>,
    /// How long responses wait for the standby; `None` if they do not.
    pub(super) waits: Option<Duration>,
    pub(super) bounds: WindowBounds,
    slots: [Mutex<Slot>; MACHINES],
    notes: Mutex<Notes>,
}

impl StandbyWorld {
    /// Two machines without a process. `process` is what each of them runs.
    pub(super) fn new<F: Future<Output = ()> + Send + 'static>(
        seed: u64,
        net: SimNet,
        process: fn(Arc<Self>, usize) -> F,
    ) -> Arc<Self> {
        let mut rng = Rng::new(mix(&[seed, 0x5b]));
        let waits = rng.percent(60).then(|| ms(rng.between(1_000, 4_000)));
        let bounds = if rng.percent(60) {
            WindowBounds { kept: 2 << 10, during_snapshot: 256 << 10, snapshot: Duration::from_secs(20) }
        } else {
            WindowBounds::default()
        };
        Arc::new_cyclic(|own: &Weak<Self>| {
            let slots = std::array::from_fn(|number| {
                let own = own.clone();
                let host = net.add(&Self::name(number), move || {
                    let own = own.upgrade().filter(|own| own.slot(number).runs);
                    async move {
                        if let Some(own) = own {
                            process(own, number).await;
                        }
                    }
                });
                let skew_ms = Arc::new(AtomicI64::new(rng.below(2_000) as i64 - 1_000));
                let clock = MachineClock { net: net.clone(), host, skew_ms, drift: rng.below(10_000) as i64 - 5_000 };
                let (machine, begins) = (Machine::new(), Begins::Server);
                Mutex::new(Slot { machine, clock, begins, runs: false, running: None, confirmed: 0 })
            });
            let members = net.add("members", std::future::pending::<()>);
            let pages = Arc::new(Pages::new(BASE_URL, "", &Packages::default()));
            Self { seed, net, members, pages, waits, bounds, slots, notes: Mutex::default() }
        })
    }

    pub(super) fn slot(&self, machine: usize) -> MutexGuard<'_, Slot> {
        lock(&self.slots[machine])
    }

    pub(super) fn notes(&self) -> MutexGuard<'_, Notes> {
        lock(&self.notes)
    }

    pub(super) fn name(machine: usize) -> String {
        format!("machine-{machine}")
    }

    pub(super) fn address(machine: usize) -> String {
        format!("http://{}:{STANDBY_PORT}", Self::name(machine))
    }

    pub(super) fn hit(&self, what: &'static str) {
        self.notes().report.totals.counts.hit(what);
    }

    /// A rule is violated. The first violation counts.
    pub(super) fn fail(&self, rule: &'static str, seen: String) {
        self.notes().report.failure.get_or_insert_with(|| format!("{rule}: {seen}"));
    }

    pub(super) fn has_failed(&self) -> bool {
        self.notes().report.failure.is_some()
    }

    pub(super) fn engine(&self, machine: usize) -> Arc<dyn StorageEngine> {
        Arc::new(OnSystem { system: self.slot(machine).machine.clone(), engine: ENGINE })
    }

    pub(super) fn clock(&self, machine: usize) -> MachineClock {
        self.slot(machine).clock.clone()
    }

    /// The data directory of a machine. The server keys of a primary replace those of its standby.
    pub(super) fn directory(&self, machine: usize) -> Arc<ReplicaDirectory> {
        let options = DirectoryOptions { accept_new_keys: true, ..Durability::Sync.into() };
        Arc::new(ReplicaDirectory::new(self.engine(machine), Path::new(DATA), options))
    }

    /// Start a process on a machine that has none.
    pub(super) fn start(&self, machine: usize, begins: Begins) {
        let mut slot = self.slot(machine);
        if !std::mem::replace(&mut slot.runs, true) {
            slot.begins = begins;
            let host = slot.clock.host;
            drop(slot);
            self.net.start(host);
        }
    }

    /// End the process of a machine at once, or cut its power: what was not synced is lost by this chance.
    pub(super) fn end_process(&self, machine: usize, power: Option<u64>) {
        self.net.kill(self.clock(machine).host, power.is_some());
        let mut slot = self.slot(machine);
        (slot.runs, slot.running) = (false, None);
        slot.machine.calm();
        match power {
            Some(luck) => slot.machine.lose_power(luck),
            None => slot.machine.next_process(),
        }
    }

    /// Replace a machine by an empty one.
    pub(super) fn wipe(&self, machine: usize) {
        let mut slot = self.slot(machine);
        (slot.machine, slot.confirmed) = (Machine::new(), 0);
    }

    /// Promote the standby of a machine, whose process has ended.
    pub(super) fn promote(&self, machine: usize) -> bool {
        match promote(&self.directory(machine)) {
            Ok(promotion) => {
                self.hit("premise: a standby was promoted");
                let confirmed = self.slot(machine).confirmed;
                if promotion.commit < confirmed {
                    let seen = format!("it has {}, and had confirmed {confirmed}", promotion.commit);
                    self.fail("a promoted standby has what it has confirmed", seen);
                }
                self.notes().promotions.push((self.net.now(), promotion));
                true
            }
            // It has had no snapshot.
            Err(_) => false,
        }
    }

    /// The machine that serves, and has not heard of a later promotion.
    pub(super) fn serving(&self) -> Option<(usize, Handle, Arc<Feed>)> {
        let newest = self.notes().promotions.last().map(|(_, promotion)| promotion.term);
        (0..MACHINES).find_map(|machine| match self.slot(machine).running.clone() {
            Some(Running::Server { handle, feed, .. }) if newest.is_none_or(|term| feed.term() > term) => {
                Some((machine, handle, feed))
            }
            _ => None,
        })
    }

    /// Whether the standby has all that the server has.
    pub(super) fn is_settled(&self) -> bool {
        let Some((_, _, feed)) = self.serving() else { return false };
        let figures = feed.figures();
        figures.is_connected && figures.written == Some(figures.head)
    }

    pub(super) fn described(&self) -> String {
        let describe = |machine: usize| {
            let slot = self.slot(machine);
            match &slot.running {
                None => format!("machine {machine} does not run ({}, {:?})", slot.runs, slot.begins),
                Some(Running::Server { feed, handle, .. }) => {
                    format!("machine {machine} serves {:?}: {:?}", handle.phase(), feed.figures())
                }
                Some(Running::Standby { progress, .. }) => format!("machine {machine} follows: {:?}", *lock(progress)),
            }
        };
        (0..MACHINES).map(describe).collect::<Vec<_>>().join("; ")
    }

    /// A machine has a commit, which is one that a server has made.
    pub(super) fn look(&self, machine: usize, head: Commit) {
        if head.n > 0 && self.notes().commits.get(&(head.n, head.term)) != Some(&head) {
            self.fail("a standby has what its primary has", format!("machine {machine} has {head:?}"));
        }
    }

    /// Both machines have the same rows and personal keys.
    pub(super) fn compare(&self) {
        let states = (0..MACHINES).filter_map(|machine| match self.slot(machine).running.clone()? {
            Running::Server { state, .. } => Some(state),
            Running::Standby { state, .. } => state,
        });
        let states: Vec<Arc<dyn State>> = states.collect();
        let [one, other] = states.as_slice() else { return };
        let content = |state: &Arc<dyn State>| {
            let snapshot = state.snapshot().ok()?;
            let records: Vec<Record> = snapshot.records().collect::<Result<_, _>>().ok()?;
            Some((snapshot.head(), records, state.personal_keys().ok()?.into_keys().collect::<Vec<_>>()))
        };
        let (one, other) = (content(one), content(other));
        if one.is_none() || one != other {
            self.fail("a standby is equal to its primary", self.described());
        }
        self.hit("premise: both machines were compared");
    }

    /// Whether a server that has this term was replaced by a promotion that it has heard of, or cannot know of.
    pub(super) fn is_replaced(&self, term: u64) -> bool {
        self.notes().promotions.iter().any(|(_, promotion)| promotion.term >= term)
    }

    /// Whether a write may be missing that a server acknowledged: with an optional standby, if one was promoted later that did
    /// not have it, or if the server had been replaced. `commit` is at least that of the write.
    pub(super) fn may_be_lost(&self, (at, commit, term): (Duration, u64, u64)) -> bool {
        let is_behind = |(promoted, promotion): &(Duration, Promotion)| {
            *promoted >= at && promotion.commit < commit || *promoted <= at && promotion.term >= term
        };
        self.waits.is_none() && self.notes().promotions.iter().any(is_behind)
    }

    /// Something left a server.
    pub(super) fn record(&self, what: u64) {
        let now = self.net.now().as_micros() as u64;
        let Totals { trace, traces, work, .. } = &mut self.notes().report.totals;
        *trace = mix(&[*trace, what, now]);
        *work += 1;
        traces.push((*work as u32, *trace));
        crate::progress::beat(self.seed, *work as u32);
    }
}
