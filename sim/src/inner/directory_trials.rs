//! Trials of the data directory as a whole: who may read its keys, whether it is where it was opened, and what a power
//! failure leaves of it with buffered durability.

use super::starts::reported;
use crate::inner::driver::Driver;
use crate::inner::machine::{Machine, SimDirectory};
use crate::inner::prelude::*;
use turnstone_directory::System;

const OPENS: &str = "an intact directory opens";

impl Driver {
    /// One of these, on a copy of the disk.
    pub(super) fn try_directory(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        machine.end_all();
        match rng.below(4) {
            0 => self.readable_keys(machine),
            1 => self.moved_directory(machine),
            _ => self.buffered_commits(machine, rng),
        }
    }

    /// Other users can read a file of keys.
    fn readable_keys(&mut self, machine: &Machine) -> CheckResult {
        machine.set_mode(&self.path.join(SERVER_KEYS), 0o640).map_err(reported(OPENS))?;
        let opened = self.open_at(machine, &self.path.clone()).map(drop);
        self.counts.hit("fault: other users could read the keys");
        must!(
            matches!(opened, Err(StorageError::Readable { .. })),
            "keys that others could read are rejected",
            "{opened:?}"
        )
    }

    /// Another directory takes the place of one that is open.
    fn moved_directory(&mut self, machine: &Machine) -> CheckResult {
        let path = self.path.clone();
        let directory = self.open_at(machine, &path).map_err(reported(OPENS))?;
        let in_place = directory.state().still_in_place();
        must!(in_place.is_ok(), "a directory that was not moved is in its place", "{in_place:?}")?;
        machine.rename(&path, Path::new("/elsewhere")).map_err(reported(OPENS))?;
        let _other = self.open_at(machine, &path).map_err(reported(OPENS))?;
        let in_place = directory.state().still_in_place();
        self.counts.hit("fault: the directory was exchanged for another");
        must!(
            matches!(in_place, Err(StorageError::Gone(_))),
            "a directory that was exchanged is noticed",
            "{in_place:?}"
        )
    }

    /// Commits are written and not synced, and the power fails. Some may be lost, but none after which a key was
    /// destroyed.
    fn buffered_commits(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let (path, engine) = (self.path.clone(), self.engine);
        let open = || SimDirectory::open_on(machine, &engine, &path, Durability::Buffered);
        let mut directory = open().map_err(reported(OPENS))?;
        let before = directory.head();
        let destroyed = self.truth().keys.keys().next().copied().filter(|_| rng.percent(50));
        for n in 1..=rng.between(1, 4) {
            let slots = destroyed.filter(|_| n == 1).map(SlotChange::Destroy).into_iter().collect();
            let mut group = GroupCommit::default();
            let batch = Batch { id: BatchId(n), changes: vec![Change::Put(Record::Clock(Millis(n)))], slots };
            group.add(&batch).map_err(reported(OPENS))?;
            let head = directory.head();
            directory.append(head, &group).map_err(reported(OPENS))?;
        }
        drop(directory);
        machine.lose_power(rng.bits());
        self.counts.hit("fault: the power failed after commits that were not synced");
        let directory = open().map_err(reported("a power failure leaves a directory that opens"))?;
        let least = before.n + u64::from(destroyed.is_some());
        let said = || format!("{:?}, not {least}", directory.head());
        must(directory.head().n >= least, "a commit is durable before a key is destroyed for it", said)
    }
}
