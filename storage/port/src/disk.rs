//! A few files of which only what was synced surely survives: the ground under the log and the key file, and the place
//! where the simulator loses, tears and reorders writes.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Files by name.
pub trait Disk: Send + 'static {
    /// The whole file, with what was written and not yet synced; `None` if nothing ever was.
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>>;

    /// The length of the file, 0 if nothing was ever written.
    fn length(&self, file: &str) -> io::Result<u64> {
        Ok(self.read(file)?.map_or(0, |bytes| bytes.len() as u64))
    }

    /// Write at an offset. The file is made if it is not there; a gap before the offset reads as zeros.
    fn write(&mut self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cut the file off at a length.
    fn truncate(&mut self, file: &str, length: u64) -> io::Result<()>;

    /// Make all of the file durable that was written before.
    fn sync(&mut self, file: &str) -> io::Result<()>;
}

/// A disk in memory that knows what is synced. Clones are the same disk.
#[derive(Clone, Default, Debug)]
pub struct MemoryDisk(Arc<Mutex<BTreeMap<String, MemoryFile>>>);

#[derive(Clone, Default, Debug)]
struct MemoryFile {
    synced: Vec<u8>,
    /// `synced` with `pending` over it.
    current: Vec<u8>,
    pending: Vec<Pending>,
}

/// A change that was not synced yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pending {
    /// Bytes at an offset.
    Write {
        /// Where.
        at: u64,
        /// What.
        bytes: Vec<u8>,
    },
    /// The file cut off at a length.
    Truncate(u64),
}

impl MemoryDisk {
    /// The power fails. For each change that was not synced, in the order in which they were made, `survive` says how
    /// many of its bytes had reached the platter all the same: 0 loses it, fewer than all tear it, and a later one may
    /// survive where an earlier one does not. (Of a truncation, any number but 0 keeps it.)
    pub fn crash(&self, mut survive: impl FnMut(&str, &Pending) -> usize) {
        for (name, file) in self.files().iter_mut() {
            for change in std::mem::take(&mut file.pending) {
                match (survive(name, &change), change) {
                    (0, _) => {}
                    (some, Pending::Write { at, bytes }) => put(&mut file.synced, at, &bytes[..some.min(bytes.len())]),
                    (_, Pending::Truncate(length)) => file.synced.truncate(offset(length)),
                }
            }
            file.current.clone_from(&file.synced);
        }
    }

    /// What is not synced, by file, in the order in which it was written.
    pub fn pending(&self) -> Vec<(String, Vec<Pending>)> {
        self.files().iter().map(|(name, file)| (name.clone(), file.pending.clone())).collect()
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<String, MemoryFile>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, file: &str, change: Pending) {
        let mut files = self.files();
        let file = files.entry(file.to_owned()).or_default();
        match &change {
            Pending::Write { at, bytes } => put(&mut file.current, *at, bytes),
            Pending::Truncate(length) => file.current.truncate(offset(*length)),
        }
        file.pending.push(change);
    }
}

impl Disk for MemoryDisk {
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.files().get(file).map(|file| file.current.clone()))
    }

    fn length(&self, file: &str) -> io::Result<u64> {
        Ok(self.files().get(file).map_or(0, |file| file.current.len() as u64))
    }

    fn write(&mut self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.change(file, Pending::Write { at, bytes: bytes.to_vec() });
        Ok(())
    }

    fn truncate(&mut self, file: &str, length: u64) -> io::Result<()> {
        self.change(file, Pending::Truncate(length));
        Ok(())
    }

    fn sync(&mut self, file: &str) -> io::Result<()> {
        let mut files = self.files();
        let file = files.entry(file.to_owned()).or_default();
        for change in std::mem::take(&mut file.pending) {
            match change {
                Pending::Write { at, bytes } => put(&mut file.synced, at, &bytes),
                Pending::Truncate(length) => file.synced.truncate(offset(length)),
            }
        }
        Ok(())
    }
}

fn put(file: &mut Vec<u8>, at: u64, bytes: &[u8]) {
    let (start, end) = (offset(at), offset(at) + bytes.len());
    if file.len() < end {
        file.resize(end, 0);
    }
    file[start..end].copy_from_slice(bytes);
}

fn offset(at: u64) -> usize {
    usize::try_from(at).expect("a file in memory is no larger than memory")
}
