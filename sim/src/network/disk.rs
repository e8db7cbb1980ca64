//! A disk whose power can fail at any write or sync.

use crate::rng::{Rng, mix};
use madsim::time::advance;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use turnstone_storage::{Disk, MemoryDisk, Pending};

/// A [`MemoryDisk`] with a fuse.
#[derive(Clone, Default)]
pub(super) struct FaultyDisk {
    disk: MemoryDisk,
    fuse: Arc<Mutex<PowerFuse>>,
}

#[derive(Default)]
struct PowerFuse {
    /// Writes and syncs until the power fails.
    left: Option<u32>,
    /// The longest that a sync takes, in milliseconds, and how many have taken their time.
    slowest_sync_ms: u64,
    slow_syncs: u64,
    /// A mutant: a sync that does nothing.
    lies: bool,
}

impl FaultyDisk {
    /// A disk that reports every sync as done and does none.
    pub(super) fn lying() -> Self {
        let disk = Self::default();
        disk.fuse().lies = true;
        disk
    }

    /// Let the power fail after this many writes and syncs.
    pub(super) fn fail_after(&self, operations: u32) {
        self.fuse().left = Some(operations);
    }

    /// From now on a sync takes up to this long.
    pub(super) fn slow_down(&self, slowest_sync_ms: u64) {
        self.fuse().slowest_sync_ms = slowest_sync_ms;
    }

    /// The power is back, or no longer to fail.
    pub(super) fn repair(&self) {
        self.fuse().left = None;
    }

    /// The power fails: each write that was not synced is lost, kept or torn at random.
    pub(super) fn lose_power(&self, luck: u64) {
        let mut rng = Rng::new(luck);
        self.disk.crash(|_, pending| {
            let whole = match pending {
                Pending::Write { bytes, .. } => bytes.len(),
                Pending::Truncate(_) => 1,
            };
            match rng.below(4) {
                0 => 0,
                1 => whole,
                _ => rng.below(whole as u64 + 1) as usize,
            }
        });
    }

    fn fuse(&self) -> MutexGuard<'_, PowerFuse> {
        self.fuse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The clock goes on while a sync takes its time.
    fn take_time(&self) {
        let mut fuse = self.fuse();
        if fuse.slowest_sync_ms > 0 {
            fuse.slow_syncs += 1;
            let ms = mix(&[fuse.slow_syncs, 0x510]) % (fuse.slowest_sync_ms + 1);
            drop(fuse);
            advance(Duration::from_millis(ms));
        }
    }

    fn burn(&self) -> io::Result<()> {
        match &mut self.fuse().left {
            Some(0) => Err(io::Error::other("the power failed")),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl Disk for FaultyDisk {
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        self.disk.read(file)
    }

    fn length(&self, file: &str) -> io::Result<u64> {
        self.disk.length(file)
    }

    fn write(&mut self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()> {
        // The write during which the power fails may still reach the disk.
        let burnt = self.burn();
        if burnt.is_ok() || self.fuse().left == Some(0) {
            self.disk.write(file, at, bytes)?;
        }
        burnt
    }

    fn truncate(&mut self, file: &str, length: u64) -> io::Result<()> {
        self.burn()?;
        self.disk.truncate(file, length)
    }

    fn sync(&mut self, file: &str) -> io::Result<()> {
        self.burn()?;
        self.take_time();
        if self.fuse().lies { Ok(()) } else { self.disk.sync(file) }
    }
}
