//! A few files whose bytes are certain to survive only once they are synced. The log, the key file and the watermark
//! are kept in them. The simulator loses, tears and reorders their writes.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Files by name.
pub trait Disk: Send + 'static {
    /// The whole file, including writes that are not synced yet; `None` if it does not exist.
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>>;

    /// Take the bytes of the file in order, in parts of any length. There are none if it does not exist.
    fn read_parts(&self, file: &str, take: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        if let Some(bytes) = self.read(file)? {
            take(&bytes);
        }
        Ok(())
    }

    /// The length of the file, 0 if nothing was ever written.
    fn length(&self, file: &str) -> io::Result<u64> {
        Ok(self.read(file)?.map_or(0, |bytes| bytes.len() as u64))
    }

    /// Write at an offset. The file is created if it does not exist; a gap before the offset reads as zeros.
    fn write(&mut self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Truncate the file to a length.
    fn truncate(&mut self, file: &str, length: u64) -> io::Result<()>;

    /// Make all earlier writes to the file durable.
    fn sync(&mut self, file: &str) -> io::Result<()>;
}

/// A disk in memory that tracks what is synced. Clones are the same disk.
#[derive(Clone, Default, Debug)]
pub struct MemoryDisk(Arc<Mutex<BTreeMap<String, MemoryFile>>>);

#[derive(Clone, Default, Debug)]
struct MemoryFile {
    synced: Vec<u8>,
    /// `synced` with `pending` over it.
    current: Vec<u8>,
    pending: Vec<Pending>,
}

/// A change that is not synced yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pending {
    /// Bytes at an offset.
    Write {
        /// Where.
        at: u64,
        /// What.
        bytes: Vec<u8>,
    },
    /// The file, truncated to a length.
    Truncate(u64),
}

impl MemoryDisk {
    /// A power failure. For each change that was not synced, in the order in which they were made, `survive` returns
    /// how many of its bytes reached the disk: 0 loses it, fewer than all tear it, and a later one may survive where an
    /// earlier one does not. (A truncation is kept by any number but 0.)
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

    /// Changes that are not synced, by file, in the order in which they were written.
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
