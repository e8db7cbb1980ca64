//! A machine: processes that die, power failures, and planned failures of system calls.

mod calls;

use super::disk::{SimDisk, Written};
use crate::inner::bugs::Bug;
use crate::inner::prelude::*;
use std::io::{self, ErrorKind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use turnstone_directory::{Open, System, SystemFile};

/// The failure of a system call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The process dies, or the power fails.
    Death,
    /// The disk cannot write or sync.
    BadWrite,
    /// The disk is full, until space is freed.
    NoSpace,
    /// The disk cannot read.
    BadRead,
}

/// A machine. Clones refer to the same one; [`Machine::copied`] is another.
#[derive(Clone, Default)]
pub(crate) struct Machine(Arc<Mutex<Inside>>);

#[derive(Clone, Default)]
struct Inside {
    disk: SimDisk,
    /// The current process. Dead processes hold no locks.
    process: u64,
    boots: u64,
    /// The planned failure, and the number of calls before it.
    planned: Option<(Fault, u32)>,
    /// The process is dead: every call fails.
    is_dead: bool,
    is_full: bool,
    /// The planned failure that occurred.
    fired: Option<Fault>,
    luck: u64,
    /// The maximum duration of a sync, the number of syncs, and their duration since the last query.
    slowest_sync_ms: u64,
    syncs: u64,
    waited_ms: u64,
}

/// The effect of a call on the disk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Read,
    Write,
    Sync,
    /// Names are created, changed or removed.
    Name,
}

impl Machine {
    /// A machine with an empty disk, which confirms every sync and performs none if that fault is active.
    pub(crate) fn new() -> Self {
        let machine = Self::default();
        machine.inside().disk.lies = Bug::DroppedFsync.is_active();
        machine
    }

    /// Set the maximum duration of a sync.
    pub(crate) fn slow_down(&self, slowest_sync_ms: u64) {
        self.inside().slowest_sync_ms = slowest_sync_ms;
    }

    /// The duration of syncs since the last call.
    pub(crate) fn waited_ms(&self) -> u64 {
        std::mem::take(&mut self.inside().waited_ms)
    }

    /// Another machine with a copy of the disk. Locks are copied too.
    pub(crate) fn copied(&self, luck: u64) -> Self {
        let mut inside = self.inside().clone();
        inside.process += 1 << 32;
        inside.luck = luck;
        Self(Arc::new(Mutex::new(inside)))
    }

    /// Plan a failure after this many calls of its kind.
    pub(crate) fn plan(&self, fault: Fault, after: u32, luck: u64) {
        let mut inside = self.inside();
        inside.planned = Some((fault, after));
        inside.fired = None;
        inside.luck = luck;
    }

    /// Cancel planned failures. Returns the one that occurred.
    pub(crate) fn calm(&self) -> Option<Fault> {
        let mut inside = self.inside();
        inside.planned = None;
        inside.is_full = false;
        inside.fired.take()
    }

    /// The planned failure, if it occurred.
    pub(crate) fn fired(&self) -> Option<Fault> {
        self.inside().fired
    }

    /// The next process starts: the locks of the earlier one are released.
    pub(crate) fn next_process(&self) {
        let mut inside = self.inside();
        let dead = inside.process;
        inside.disk.unlock(dead);
        inside.process += 1;
        inside.is_dead = false;
    }

    /// The process ends: at once, or with the power, which loses what was not synced by this chance.
    pub(crate) fn end_process(&self, power: Option<u64>) {
        self.calm();
        match power {
            Some(luck) => self.lose_power(luck),
            None => self.next_process(),
        }
    }

    /// End every process that holds a lock.
    pub(crate) fn end_all(&self) {
        let mut inside = self.inside();
        (0..=inside.process & ((1 << 32) - 1)).for_each(|process| inside.disk.unlock(process));
        drop(inside);
        self.next_process();
    }

    /// The power fails and returns.
    pub(crate) fn lose_power(&self, luck: u64) {
        let mut inside = self.inside();
        inside.disk.lose_power(&mut Rng::new(luck));
        inside.boots += 1;
        drop(inside);
        self.next_process();
    }

    /// Take over the disk of another machine, whose processes have ended.
    pub(crate) fn take_disk(&self, other: &Self) {
        other.end_all();
        let disk = std::mem::take(&mut other.inside().disk);
        self.inside().disk = disk;
    }

    pub(super) fn with_disk<T>(&self, look: impl FnOnce(&mut SimDisk) -> T) -> T {
        look(&mut self.inside().disk)
    }

    /// Write and sync a file. Its name is not synced.
    pub(crate) fn write_whole(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let out = self.open(file, Open::Empty)?;
        out.write_all_at(bytes, 0)?;
        out.sync()
    }

    /// All files below a directory with their bytes.
    pub(crate) fn image(&self, path: &Path) -> Vec<(String, Arc<Vec<u8>>)> {
        let inside = self.inside();
        let files = inside.disk.files(path).into_iter();
        files.filter_map(|(name, id)| Some((name, inside.disk.bytes(id).ok()?.clone()))).collect()
    }

    /// A system call begins.
    fn begin(&self, call: Call, grows: bool) -> io::Result<MutexGuard<'_, Inside>> {
        let mut inside = self.inside();
        inside.begin(call, grows).map(|()| inside)
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn begin(&mut self, call: Call, grows: bool) -> io::Result<()> {
        if self.is_dead {
            return Err(io::Error::other("the process is dead"));
        }
        if self.is_full && grows {
            return Err(ErrorKind::StorageFull.into());
        }
        if call == Call::Sync && self.slowest_sync_ms > 0 {
            self.syncs += 1;
            self.waited_ms += mix(&[self.syncs, 0x510]) % (self.slowest_sync_ms + 1);
        }
        let Some((fault, left)) = self.planned else { return Ok(()) };
        let fits = match fault {
            Fault::Death => call != Call::Read,
            Fault::BadWrite => matches!(call, Call::Write | Call::Sync),
            Fault::NoSpace => grows,
            Fault::BadRead => call == Call::Read,
        };
        if !fits || left > 0 {
            self.planned = Some((fault, left - u32::from(fits)));
            return Ok(());
        }
        self.planned = None;
        self.fired = Some(fault);
        self.is_dead = fault == Fault::Death;
        self.is_full = fault == Fault::NoSpace;
        Err(match fault {
            Fault::Death => io::Error::other("the process died"),
            Fault::BadWrite | Fault::BadRead => io::Error::from_raw_os_error(5),
            Fault::NoSpace => ErrorKind::StorageFull.into(),
        })
    }

    fn dice(&mut self) -> Rng {
        self.luck = mix(&[self.luck, 0xd1ce]);
        Rng::new(self.luck)
    }

    /// A failed write may be done in part, unless the process was already dead.
    fn write(&mut self, file: u64, at: u64, bytes: &[u8]) -> io::Result<()> {
        let (grows, was_dead) = (at + bytes.len() as u64 > self.disk.bytes(file)?.len() as u64, self.is_dead);
        let begun = self.begin(Call::Write, grows);
        let done = match begun {
            Ok(()) => bytes.len(),
            Err(_) if was_dead => 0,
            Err(_) => self.dice().below(bytes.len() as u64 + 1) as usize,
        };
        self.disk.write(file, Written::At(at, bytes[..done].to_vec()))?;
        begun
    }

    fn sync(&mut self, file: u64) -> io::Result<()> {
        let begun = self.begin(Call::Sync, false);
        if begun.is_ok() {
            self.disk.sync_file(file)?;
        } else if !self.is_dead {
            let mut rng = self.dice();
            self.disk.fail_to_sync(file, &mut rng)?;
        }
        begun
    }

    fn move_name(&mut self, from: &Path, to: &Path, over: bool) -> io::Result<()> {
        self.begin(Call::Name, false)?;
        let ((directory, from), (target, to)) = (self.disk.place(from)?, self.disk.place(to)?);
        if !over && self.disk.names(target)?.contains_key(&to) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let id = *self.disk.names(directory)?.get(&from).ok_or(ErrorKind::NotFound)?;
        if directory == target {
            return self.disk.rename(directory, vec![(from, None), (to, Some(id))]);
        }
        // A crash leaves one of the two names, as on a file system with a journal.
        self.disk.rename(target, vec![(to, Some(id))])?;
        self.disk.rename(directory, vec![(from, None)])?;
        self.disk.sync_directory(target)?;
        self.disk.sync_directory(directory)
    }
}
