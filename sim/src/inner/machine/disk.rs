//! A disk under an operating system: files and directories, each as the system shows it and as it would be after the
//! power failed. Bytes of a file are kept by a sync of the file; that a name leads to it, by a sync of its directory.

use crate::prelude::*;
use std::io::{self, ErrorKind};
use std::path::{Component, Path};
use std::sync::Arc;

/// What reaches the platter whole or not at all, but for a sector that is being written when the power fails.
pub(super) const SECTOR: u64 = 512;
/// The number of the directory above all.
const ROOT: u64 = 0;

/// The disk. Copies share their bytes until one of them writes.
#[derive(Clone)]
pub(super) struct SimDisk {
    nodes: BTreeMap<u64, Node>,
    next: u64,
    /// Sectors that were synced last, as they were before.
    former: Vec<FormerSector>,
    /// Fault: a sync that does nothing.
    pub(super) lies: bool,
}

#[derive(Clone)]
pub(super) struct Node {
    pub(super) mode: u32,
    /// The process that has its lock.
    pub(super) locked_by: Option<u64>,
    pub(super) what: What,
}

#[derive(Clone)]
pub(super) enum What {
    File(Contents),
    Directory(Names),
}

#[derive(Clone, Default)]
pub(super) struct Contents {
    /// As a read sees it.
    pub(super) current: Arc<Vec<u8>>,
    /// As it is on the platter.
    pub(super) durable: Arc<Vec<u8>>,
    pending: Vec<Pending>,
}

#[derive(Clone)]
enum Pending {
    Write(u64, Vec<u8>),
    Length(u64),
}

#[derive(Clone, Default)]
pub(super) struct Names {
    pub(super) current: BTreeMap<String, u64>,
    durable: BTreeMap<String, u64>,
    /// Each is done whole or not at all.
    pending: Vec<Vec<(String, Option<u64>)>>,
}

/// A sector before it was written the last time.
#[derive(Clone)]
pub(super) struct FormerSector {
    pub(super) file: u64,
    pub(super) at: u64,
    pub(super) bytes: Vec<u8>,
}

/// How many sectors the disk remembers as they were before.
const FORMER: usize = 24;

impl Default for SimDisk {
    fn default() -> Self {
        let root = Node { mode: 0o700, locked_by: None, what: What::Directory(Names::default()) };
        Self { nodes: BTreeMap::from([(ROOT, root)]), next: ROOT + 1, former: Vec::new(), lies: false }
    }
}

fn absent() -> io::Error {
    ErrorKind::NotFound.into()
}

impl SimDisk {
    /// The file or directory of a path.
    pub(super) fn find(&self, path: &Path) -> io::Result<u64> {
        let mut at = ROOT;
        for part in path.components() {
            let Component::Normal(name) = part else { continue };
            let name = name.to_str().ok_or_else(absent)?;
            at = *self.names(at)?.current.get(name).ok_or_else(absent)?;
        }
        Ok(at)
    }

    /// The directory of a path, and the name in it.
    pub(super) fn place(&self, path: &Path) -> io::Result<(u64, String)> {
        let name = path.file_name().and_then(|name| name.to_str()).ok_or_else(absent)?;
        let parent = self.find(path.parent().ok_or_else(absent)?)?;
        self.names(parent)?;
        Ok((parent, name.to_owned()))
    }

    pub(super) fn node(&self, id: u64) -> io::Result<&Node> {
        self.nodes.get(&id).ok_or_else(absent)
    }

    pub(super) fn node_mut(&mut self, id: u64) -> io::Result<&mut Node> {
        self.nodes.get_mut(&id).ok_or_else(absent)
    }

    pub(super) fn names(&self, id: u64) -> io::Result<&Names> {
        match &self.node(id)?.what {
            What::Directory(names) => Ok(names),
            What::File(_) => Err(ErrorKind::NotADirectory.into()),
        }
    }

    pub(super) fn contents(&self, id: u64) -> io::Result<&Contents> {
        match &self.node(id)?.what {
            What::File(contents) => Ok(contents),
            What::Directory(_) => Err(ErrorKind::IsADirectory.into()),
        }
    }

    pub(super) fn contents_mut(&mut self, id: u64) -> io::Result<&mut Contents> {
        match &mut self.node_mut(id)?.what {
            What::File(contents) => Ok(contents),
            What::Directory(_) => Err(ErrorKind::IsADirectory.into()),
        }
    }

    /// Change names of a directory, whole or not at all.
    pub(super) fn rename(&mut self, directory: u64, changes: Vec<(String, Option<u64>)>) -> io::Result<()> {
        let What::Directory(names) = &mut self.node_mut(directory)?.what else {
            return Err(ErrorKind::NotADirectory.into());
        };
        for (name, to) in &changes {
            match to {
                Some(id) => names.current.insert(name.clone(), *id),
                None => names.current.remove(name),
            };
        }
        names.pending.push(changes);
        Ok(())
    }

    /// Make a file or a directory with a name.
    pub(super) fn make(&mut self, directory: u64, name: String, what: What, mode: u32) -> io::Result<u64> {
        let id = self.next;
        self.next += 1;
        self.nodes.insert(id, Node { mode, locked_by: None, what });
        self.rename(directory, vec![(name, Some(id))])?;
        Ok(id)
    }

    pub(super) fn write(&mut self, file: u64, at: u64, bytes: &[u8]) -> io::Result<()> {
        let contents = self.contents_mut(file)?;
        put(Arc::make_mut(&mut contents.current), at, bytes);
        contents.pending.push(Pending::Write(at, bytes.to_vec()));
        Ok(())
    }

    pub(super) fn set_length(&mut self, file: u64, length: u64) -> io::Result<()> {
        let contents = self.contents_mut(file)?;
        Arc::make_mut(&mut contents.current).resize(length as usize, 0);
        contents.pending.push(Pending::Length(length));
        Ok(())
    }

    pub(super) fn sync_file(&mut self, file: u64) -> io::Result<()> {
        if self.lies {
            return Ok(());
        }
        let mut former = std::mem::take(&mut self.former);
        let contents = self.contents_mut(file)?;
        for change in std::mem::take(&mut contents.pending) {
            if let Pending::Write(at, bytes) = &change {
                let first = at / SECTOR;
                let last = (at + bytes.len() as u64).div_ceil(SECTOR);
                // The newest few are enough: no one asks for more.
                for sector in first.max(last.saturating_sub(4))..last {
                    let (start, end) = (sector * SECTOR, (sector + 1) * SECTOR);
                    let was = contents.durable.get(start as usize..).unwrap_or_default();
                    let was = &was[..was.len().min((end - start) as usize)];
                    former.push(FormerSector { file, at: start, bytes: was.to_vec() });
                }
            }
            contents.reach(change);
        }
        let many = former.len().saturating_sub(FORMER);
        former.drain(..many);
        self.former = former;
        Ok(())
    }

    pub(super) fn sync_directory(&mut self, directory: u64) -> io::Result<()> {
        if self.lies {
            return Ok(());
        }
        let What::Directory(names) = &mut self.node_mut(directory)?.what else {
            return Err(ErrorKind::NotADirectory.into());
        };
        for change in std::mem::take(&mut names.pending) {
            names.reach(change);
        }
        Ok(())
    }

    /// A sync that fails: some of what it was to keep is kept, and the system shows again what is on the platter, or
    /// goes on to hold the rest.
    pub(super) fn fail_to_sync(&mut self, file: u64, rng: &mut Rng) -> io::Result<()> {
        let reverts = rng.percent(50);
        let contents = self.contents_mut(file)?;
        let pending = std::mem::take(&mut contents.pending);
        for change in pending {
            if rng.percent(50) {
                contents.reach(change);
            } else if !reverts {
                contents.pending.push(change);
            }
        }
        if reverts {
            contents.current = contents.durable.clone();
        }
        Ok(())
    }

    /// The power fails: of what was not synced some is lost and some is not, sector by sector, in any order.
    pub(super) fn lose_power(&mut self, rng: &mut Rng) {
        // How much is lost: all, next to nothing, or half of it.
        let kept = rng.one(&[0, 20, 50, 50, 80, 100]);
        for node in self.nodes.values_mut() {
            node.locked_by = None;
            match &mut node.what {
                What::File(contents) => contents.lose_power(kept, rng),
                What::Directory(names) => {
                    for change in std::mem::take(&mut names.pending) {
                        if rng.percent(kept) {
                            names.reach(change);
                        }
                    }
                    names.current.clone_from(&names.durable);
                }
            }
        }
        self.former.clear();
        self.forget_unnamed();
    }

    fn forget_unnamed(&mut self) {
        let mut named = vec![ROOT];
        let mut at = 0;
        while let Some(id) = named.get(at) {
            if let Ok(names) = self.names(*id) {
                let more: Vec<u64> = names.current.values().copied().filter(|id| !named.contains(id)).collect();
                named.extend(more);
            }
            at += 1;
        }
        self.nodes.retain(|id, _| named.contains(id));
    }

    /// All files below a directory, by their paths.
    pub(super) fn files(&self, path: &Path) -> Vec<(String, u64)> {
        let mut found = Vec::new();
        if let Ok(id) = self.find(path) {
            self.collect(id, &path.to_string_lossy(), &mut found);
        }
        found
    }

    fn collect(&self, id: u64, path: &str, found: &mut Vec<(String, u64)>) {
        match &self.nodes[&id].what {
            What::File(_) => found.push((path.to_owned(), id)),
            What::Directory(names) => {
                for (name, id) in &names.current {
                    self.collect(*id, &format!("{path}/{name}"), found);
                }
            }
        }
    }

    /// Sectors that were written last, as they were before.
    pub(super) fn former(&self) -> &[FormerSector] {
        &self.former
    }

    /// Change what lies on the platter, as no program did.
    pub(super) fn spoil(&mut self, file: u64, change: impl FnOnce(&mut Vec<u8>)) {
        if let Ok(contents) = self.contents_mut(file) {
            let mut bytes = Vec::clone(&contents.current);
            change(&mut bytes);
            contents.pending.clear();
            contents.current = Arc::new(bytes);
            contents.durable = contents.current.clone();
        }
    }

    /// The process is gone: its locks are.
    pub(super) fn unlock(&mut self, process: u64) {
        for node in self.nodes.values_mut() {
            node.locked_by.take_if(|owner| *owner == process);
        }
    }
}

impl Contents {
    /// A change reaches the platter.
    fn reach(&mut self, change: Pending) {
        let durable = Arc::make_mut(&mut self.durable);
        match change {
            Pending::Write(at, bytes) => put(durable, at, &bytes),
            Pending::Length(length) => durable.resize(length as usize, 0),
        }
    }

    fn lose_power(&mut self, kept: u64, rng: &mut Rng) {
        for change in std::mem::take(&mut self.pending) {
            match change {
                Pending::Write(at, bytes) => {
                    for (at, piece) in sectors(at, &bytes) {
                        if rng.percent(kept) {
                            self.reach(Pending::Write(at, piece.to_vec()));
                        } else if rng.percent(10) {
                            let torn = rng.below(piece.len() as u64 + 1) as usize;
                            self.reach(Pending::Write(at, piece[..torn].to_vec()));
                        }
                    }
                }
                change @ Pending::Length(_) if rng.percent(kept) => self.reach(change),
                Pending::Length(_) => {}
            }
        }
        self.current = self.durable.clone();
    }
}

impl Names {
    fn reach(&mut self, change: Vec<(String, Option<u64>)>) {
        for (name, to) in change {
            match to {
                Some(id) => self.durable.insert(name, id),
                None => self.durable.remove(&name),
            };
        }
    }
}

/// What of a write goes into which sector.
fn sectors(at: u64, bytes: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = at + from as u64;
        let room = (SECTOR - start % SECTOR) as usize;
        let piece = &bytes[from..bytes.len().min(from + room)];
        from += piece.len();
        (!piece.is_empty()).then_some((start, piece))
    })
}

fn put(file: &mut Vec<u8>, at: u64, bytes: &[u8]) {
    let (start, end) = (at as usize, at as usize + bytes.len());
    if file.len() < end {
        file.resize(end, 0);
    }
    file[start..end].copy_from_slice(bytes);
}
