//! A required standby on a second machine that fails: it takes every group commit before the append returns, by the
//! shipped rules, and is sometimes promoted in place of a restart.

use super::starts::reported;
use crate::inner::machine::{Fault, Machine, SimDirectory, SimEngine};
use crate::inner::prelude::*;
use std::io::ErrorKind;
use turnstone_directory::{System, finish_install, install, receive, send};
use turnstone_link::{apply_next, destroy_unused_keys};

const SNAPSHOT: &str = "/incoming.backup";

pub(super) struct SimStandby {
    machine: Machine,
    engine: SimEngine,
    path: PathBuf,
    /// `None` after a promotion, until it has a snapshot of the new primary.
    directory: Option<SimDirectory>,
    rng: Rng,
    /// Counters, until the driver takes them.
    pub(super) counts: Counts,
}

impl SimStandby {
    pub(super) fn of(
        seed: u64,
        engine: SimEngine,
        primary: &Machine,
        directory: &SimDirectory,
        path: &Path,
    ) -> Result<Self, Violation> {
        let (rng, machine) = (Rng::new(mix(&[seed, 0x57b])), Machine::default());
        let counts = Counts::default();
        let mut standby = Self { machine, engine, path: path.to_owned(), directory: None, rng, counts };
        standby.connect(primary, directory, path)?;
        Ok(standby)
    }

    /// The primary was started: continue after its last commit, or take a snapshot.
    pub(super) fn connect(&mut self, primary: &Machine, directory: &SimDirectory, path: &Path) -> CheckResult {
        let own = self.directory.as_ref().map(|own| (own.head(), own.server_keys().fingerprints()));
        let is_equal = own == Some((directory.head(), directory.server_keys().fingerprints()));
        if is_equal && self.path == path {
            return self.equals(directory);
        }
        self.take_snapshot(primary, directory, path).map_err(reported("a standby takes a snapshot"))
    }

    fn take_snapshot(&mut self, primary: &Machine, directory: &SimDirectory, path: &Path) -> Result<(), StorageError> {
        let former = self.directory.take().map(|own| own.head()).unwrap_or_default();
        if self.path != path {
            (self.machine, self.path) = (Machine::default(), path.to_owned());
        }
        let mut bytes = Vec::new();
        send(primary, directory.state().as_ref(), Some(path), &mut bytes)?;
        if self.rng.percent(40) {
            self.machine.plan(Fault::Death, self.rng.below(120) as u32, self.rng.bits());
            let installed = self.install(&bytes);
            if self.machine.calm().is_none() {
                return installed.and_then(|()| self.open());
            }
            self.counts.hit("premise: a standby was killed in a snapshot");
            self.machine.lose_power(self.rng.bits());
            self.open()?;
            let found = self.directory.take().map(|own| own.head()).unwrap_or_default();
            if ![Commit::default(), former, directory.head()].contains(&found) {
                return Err(StorageError::Damaged(format!("a killed snapshot left {found:?}")));
            }
        }
        self.install(&bytes)?;
        self.open()
    }

    fn install(&mut self, snapshot: &[u8]) -> Result<(), StorageError> {
        let (machine, mut snapshot, file) = (&self.machine, snapshot, Path::new(SNAPSHOT));
        let removed = || match machine.remove_file(file) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        };
        removed().map_err(StorageError::io("remove an earlier snapshot"))?;
        receive(machine, &mut snapshot, file)?;
        install(machine, &self.engine, file, &self.path)?;
        removed().map_err(StorageError::io("remove the snapshot"))?;
        self.counts.hit("premise: a standby took a snapshot");
        Ok(())
    }

    fn open(&mut self) -> Result<(), StorageError> {
        finish_install(&self.machine, &self.path)?;
        let mut directory = SimDirectory::open_on(&self.machine, &self.engine, &self.path, Durability::Sync)?;
        destroy_unused_keys(&mut directory)?;
        self.directory = Some(directory);
        Ok(())
    }

    /// Take a group commit. The machine may fail in it; then the standby starts again and gets what it lacks.
    pub(super) fn take(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), String> {
        if self.rng.percent(3) {
            let fault = self.rng.one(&[Fault::Death, Fault::Death, Fault::BadWrite]);
            self.machine.plan(fault, self.rng.below(8) as u32, self.rng.bits());
        }
        let applied = self.apply(expected, commit, group);
        if self.machine.calm().is_none() {
            return applied;
        }
        self.counts.hit("premise: a standby was killed in a commit");
        self.directory = None;
        self.machine.lose_power(self.rng.bits());
        self.open().map_err(|error| error.to_string())?;
        let head = self.directory().head();
        if head == expected && commit != expected {
            return self.apply(expected, commit, group);
        }
        if head == commit { Ok(()) } else { Err(format!("the standby ends at {head:?} instead of {commit:?}")) }
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), String> {
        let encoding = if commit == expected { Vec::new() } else { group.encode() };
        let directory = self.directory.as_mut().expect("it is open between commits");
        let applied = apply_next(directory, commit, &encoding, group.slots().to_vec());
        if self.rng.percent(25) {
            directory.catch_up();
        }
        applied.map_err(|error| error.to_string())
    }

    fn directory(&self) -> &SimDirectory {
        self.directory.as_ref().expect("it is open between commits")
    }

    /// Whether it is promoted at this start of the server with this data directory.
    pub(super) fn is_promoted(&mut self, path: &Path) -> bool {
        self.rng.percent(30) && self.path == path && self.directory.is_some()
    }

    /// Stop, and leave the machine's disk to the server.
    pub(super) fn leave(&mut self) -> &Machine {
        self.directory = None;
        &self.machine
    }

    /// Whether it has the same records as its primary.
    pub(super) fn equals(&self, primary: &SimDirectory) -> CheckResult {
        let records = |directory: &SimDirectory| {
            directory.state().snapshot()?.records().collect::<Result<Vec<Record>, StorageError>>()
        };
        let (own, theirs) = (records(self.directory()), records(primary));
        let is_equal = matches!((own, theirs), (Ok(own), Ok(theirs)) if own == theirs);
        must!(is_equal, "a standby has the records of its primary", "{:?}", primary.head())
    }
}
