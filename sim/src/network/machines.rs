//! The machines of a run: a server alone, or a server and its standby. One of them serves, and the operator may let the other one
//! take over.

use super::host::HostState;
use crate::inner::{Machine, SimEngine, Violation};
use crate::parts::lock;
use crate::world::{HostId, MachineClock, NetStream};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use turnstone_directory::{DirectoryOptions, OnSystem, StorageEngine};
use turnstone_link::{ReplicaDirectory, ReplicaStorage};
use turnstone_service::record::Record;
use turnstone_service::secret::SecretKey;
use turnstone_service::time::Millis;
use turnstone_standby::{Feed, Promotion, StandbyActivity, StandbyProgress, promote};
use turnstone_storage::{Commit, Durability, State};

pub(super) const DATA: &str = "/data";
/// The ports of a server: for clients, and for its standby.
pub(super) const PORT: u16 = 80;
pub(super) const STANDBY_PORT: u16 = 9500;
/// The machines of a pair. Those of the clients follow.
pub(super) const MACHINES: HostId = 2;

const ENGINE: SimEngine = SimEngine { journal_bytes: 256 << 10 };

/// What the operator starts on a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Begins {
    Server,
    /// The standby of the other machine.
    Standby,
}

/// What runs on a machine.
#[derive(Clone)]
pub(super) enum Running {
    Server { feed: Option<Arc<Feed>>, state: Arc<dyn State> },
    Standby { progress: Arc<Mutex<StandbyProgress>>, storage: ReplicaStorage },
}

/// A machine with its process.
pub(super) struct Slot {
    pub(super) disk: Machine,
    pub(super) clock: MachineClock,
    pub(super) begins: Begins,
    /// Whether it has a process.
    pub(super) runs: bool,
    pub(super) running: Option<Running>,
    /// The last commit that a primary knew to be on this machine's disk as a standby.
    confirmed: u64,
}

/// What the pair has done so far.
#[derive(Default)]
pub(super) struct PairNotes {
    /// The newest promotion.
    pub(super) promotion: Option<Promotion>,
    /// Whether the server that starts next may lack what was acknowledged.
    may_lack: bool,
    /// All commits that servers have made.
    commits: BTreeMap<(u64, u64), Commit>,
}

impl Slot {
    pub(super) fn new(clock: MachineClock, begins: Begins) -> Self {
        Self { disk: Machine::new(), clock, begins, runs: true, running: None, confirmed: 0 }
    }
}

impl HostState {
    pub(super) fn slot(&self, machine: HostId) -> MutexGuard<'_, Slot> {
        lock(&self.slots[machine])
    }

    pub(super) fn disk(&self, machine: HostId) -> Machine {
        self.slot(machine).disk.clone()
    }

    pub(super) fn clock(&self, machine: HostId) -> MachineClock {
        self.slot(machine).clock.clone()
    }

    pub(super) fn machine_name(machine: HostId) -> String {
        format!("machine-{machine}")
    }

    /// Whether a process is the server that was started last, and was not replaced since.
    pub(super) fn is_current(&self, begun: u64) -> bool {
        self.starts.load(Ordering::Relaxed) == begun
    }

    pub(super) fn waits_for_standby(&self) -> bool {
        self.setup.pair.is_some_and(|pair| pair.waits.is_some())
    }

    /// The server has started from these records. After a promotion that may lose what was acknowledged, clients begin anew.
    pub(super) fn started(
        &self,
        now: Millis,
        records: Vec<Record>,
        keys: BTreeMap<u32, SecretKey>,
    ) -> Result<(), Violation> {
        let may_lack = std::mem::take(&mut self.pair().may_lack);
        let (mut judge, mut notes) = (self.judge(), self.notes());
        if may_lack {
            judge.forget(keys);
            notes.forgotten = notes.sent as u32;
        }
        judge.started(now, records)
    }

    /// Where a standby finds its primary.
    pub(super) fn standby_address(machine: HostId) -> String {
        format!("http://{}:{STANDBY_PORT}", Self::machine_name(machine))
    }

    /// The machine that clients connect to.
    pub(super) fn serving(&self) -> HostId {
        self.serving.load(Ordering::Relaxed)
    }

    /// The other machine of a pair.
    pub(super) fn standby(&self) -> HostId {
        1 - self.serving()
    }

    /// A connection of a client to the server, which may write this many bytes ahead of what the client reads.
    pub(super) async fn connect(&self, client: u64, room: usize) -> Option<NetStream> {
        let name = Self::machine_name(self.serving());
        self.net.connect_with_room(Self::client(client), &name, PORT, room).await.ok()
    }

    pub(super) fn engine(&self, machine: HostId) -> Arc<dyn StorageEngine> {
        Arc::new(OnSystem { system: self.disk(machine), engine: ENGINE })
    }

    /// The data directory of a machine. The server keys of a primary replace those of its standby.
    pub(super) fn directory(&self, machine: HostId) -> Arc<ReplicaDirectory> {
        let options = DirectoryOptions { accept_new_keys: true, ..Durability::Sync.into() };
        Arc::new(ReplicaDirectory::new(self.engine(machine), Path::new(DATA), options))
    }

    /// Start a process on a machine, whose former one has ended.
    pub(super) fn start(&self, machine: HostId, begins: Begins) {
        self.end_process(machine, None);
        if begins == Begins::Server && machine == self.serving() {
            let mut notes = self.notes();
            (notes.is_up, notes.has_stopped) = (false, false);
        }
        let mut slot = self.slot(machine);
        (slot.begins, slot.runs) = (begins, true);
        drop(slot);
        self.net.start(machine);
    }

    /// End the process of a machine at once, or cut its power: what was not synced is lost by this chance. Half of the time the
    /// peers learn of it only when the machine is back.
    pub(super) fn end_process(&self, machine: HostId, power: Option<u64>) {
        self.net.kill(machine, power.is_some_and(|luck| luck % 2 == 0));
        let mut slot = self.slot(machine);
        (slot.runs, slot.running) = (false, None);
        slot.disk.end_process(power);
    }

    /// Replace a machine by an empty one.
    pub(super) fn wipe(&self, machine: HostId) {
        let mut slot = self.slot(machine);
        (slot.disk, slot.confirmed) = (Machine::new(), 0);
    }

    /// Let the standby serve, whose process has ended. Returns whether it could: it needs a snapshot first.
    pub(super) fn promote(&self) -> bool {
        let machine = self.standby();
        let Ok(promotion) = promote(&self.directory(machine)) else { return false };
        self.hit("premise: a standby was promoted");
        let confirmed = self.slot(machine).confirmed;
        if promotion.commit < confirmed {
            self.fail(format!("a promoted standby has {} and had confirmed {confirmed}", promotion.commit));
        }
        let mut pair = self.pair();
        pair.promotion = Some(promotion);
        pair.may_lack |= !self.waits_for_standby();
        drop(pair);
        // The former server is not judged from now on.
        self.starts.fetch_add(1, Ordering::Relaxed);
        self.serving.store(machine, Ordering::Relaxed);
        true
    }

    pub(super) fn pair(&self) -> MutexGuard<'_, PairNotes> {
        lock(&self.pair)
    }

    /// The feed of the server.
    pub(super) fn feed(&self) -> Option<Arc<Feed>> {
        match &self.slot(self.serving()).running {
            Some(Running::Server { feed, .. }) => feed.clone(),
            _ => None,
        }
    }

    /// Whether the standby has all that the server has.
    pub(super) fn is_settled(&self) -> bool {
        let standby = self.slot(self.standby()).running.clone();
        let (Some(feed), Some(Running::Standby { progress, storage })) = (self.feed(), standby) else { return false };
        let (figures, follows) = (feed.figures(), lock(&progress).doing == StandbyActivity::Following);
        follows && storage.head().n == figures.head && figures.is_connected && figures.written == Some(figures.head)
    }

    /// A server has made a commit. What it counts as written must be on the other machine's disk, also after a power failure.
    pub(super) fn note_commit(&self, machine: HostId, head: Commit, feed: Option<&Feed>) {
        self.pair().commits.insert((head.n, head.term), head);
        let Some(figures) = feed.map(Feed::figures).filter(|figures| figures.is_connected) else { return };
        let mut slot = self.slot(1 - machine);
        let Some(Running::Standby { storage, .. }) = &slot.running else { return };
        let has = storage.state().map(|_| storage.head().n);
        let written = figures.written.unwrap_or_default();
        slot.confirmed = slot.confirmed.max(written);
        drop(slot);
        if has.is_some_and(|has| has < written) {
            self.fail(format!("a server counts commit {written} as written on its standby, which has {has:?}"));
        }
    }

    /// A standby has a commit, which is one that a server has made.
    pub(super) fn look_at_standby(&self, machine: HostId, head: Commit) {
        let (is_made, confirmed) =
            (self.pair().commits.get(&(head.n, head.term)) == Some(&head), self.slot(machine).confirmed);
        if head.n > 0 && !is_made {
            self.fail(format!("a standby has what its primary has: machine {machine} has {head:?}"));
        }
        if head.n < confirmed {
            self.fail(format!("machine {machine} has commit {} and had confirmed {confirmed}", head.n));
        }
    }

    /// What runs on both machines.
    pub(super) fn described(&self) -> String {
        let describe = |machine: HostId| match &self.slot(machine).running {
            None => format!("machine {machine} does not run"),
            Some(Running::Server { feed, .. }) => {
                format!("machine {machine} serves: {:?}", feed.as_ref().map(|feed| feed.figures()))
            }
            Some(Running::Standby { progress, .. }) => format!("machine {machine} follows: {:?}", *lock(progress)),
        };
        (0..MACHINES).map(describe).collect::<Vec<_>>().join("; ")
    }

    /// Both machines have the same rows and personal keys.
    pub(super) fn compare_machines(&self) {
        let content = |machine: HostId| {
            let state = match self.slot(machine).running.clone()? {
                Running::Server { state, .. } => state,
                Running::Standby { storage, .. } => storage.state()?,
            };
            let snapshot = state.snapshot().ok()?;
            let records: Vec<Record> = snapshot.records().collect::<Result<_, _>>().ok()?;
            Some((snapshot.head(), records, state.personal_keys().ok()?.into_keys().collect::<Vec<_>>()))
        };
        let (one, other) = (content(0), content(1));
        if one.is_none() || one != other {
            self.fail("a standby is equal to its primary".to_owned());
        }
        self.hit("premise: both machines were compared");
    }
}
