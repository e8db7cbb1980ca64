//! A disk with files and directories, each as the operating system shows it and as it would be after a power failure. A
//! sync of a file keeps its content, a sync of a directory keeps its names.

use crate::inner::prelude::*;
use std::io::{self, ErrorKind};
use std::path::Component;

/// Written atomically, except for a sector that is being written when the power fails.
pub(super) const SECTOR: u64 = 512;
/// The root directory.
const ROOT: u64 = 0;
/// Number of earlier sectors that the disk remembers.
const FORMER: usize = 24;

/// The disk. Copies share their bytes until one of them writes.
#[derive(Clone)]
pub(super) struct SimDisk {
    nodes: BTreeMap<u64, Node>,
    next: u64,
    /// The latest synced sectors before their last write.
    pub(super) former: Vec<FormerSector>,
    /// Fault: syncs do nothing.
    pub(super) lies: bool,
}

#[derive(Clone)]
pub(super) struct Node {
    pub(super) mode: u32,
    /// The process that holds the lock.
    pub(super) locked_by: Option<u64>,
    pub(super) what: What,
}

#[derive(Clone)]
pub(super) enum What {
    File(Kept<Bytes, Written>),
    Directory(Kept<Names, Renamed>),
}

type Bytes = Arc<Vec<u8>>;
pub(super) type Names = BTreeMap<String, u64>;

/// A state as the operating system shows it, the durable state, and the changes between them.
#[derive(Clone)]
pub(super) struct Kept<T, C> {
    pub(super) current: T,
    durable: T,
    pending: Vec<C>,
}

pub(super) trait Change<T> {
    fn make(&self, of: &mut T);
}

/// A write, or a new length.
#[derive(Clone)]
pub(super) enum Written {
    At(u64, Vec<u8>),
    Length(u64),
}

/// Names with their new nodes. All of them change, or none.
#[derive(Clone)]
pub(super) struct Renamed(pub(super) Vec<(String, Option<u64>)>);

/// A sector before its last write.
#[derive(Clone)]
pub(super) struct FormerSector {
    pub(super) file: u64,
    pub(super) at: u64,
    pub(super) bytes: Vec<u8>,
}

impl<T: Default, C> Default for Kept<T, C> {
    fn default() -> Self {
        Self { current: T::default(), durable: T::default(), pending: Vec::new() }
    }
}

impl<T: Clone, C: Change<T>> Kept<T, C> {
    fn change(&mut self, change: C) {
        change.make(&mut self.current);
        self.pending.push(change);
    }

    fn reach(&mut self, change: &C) {
        change.make(&mut self.durable);
    }

    fn sync(&mut self) {
        std::mem::take(&mut self.pending).iter().for_each(|change| self.reach(change));
    }

    /// The power fails. `kept` returns the parts of each unsynced change that become durable.
    fn lose_power(&mut self, mut kept: impl FnMut(C) -> Vec<C>) {
        for change in std::mem::take(&mut self.pending) {
            kept(change).iter().for_each(|part| self.reach(part));
        }
        self.current = self.durable.clone();
    }
}

impl Change<Bytes> for Written {
    fn make(&self, file: &mut Bytes) {
        let file = Arc::make_mut(file);
        match self {
            Self::Length(length) => file.resize(*length as usize, 0),
            Self::At(at, bytes) => {
                let (start, end) = (*at as usize, *at as usize + bytes.len());
                file.resize(file.len().max(end), 0);
                file[start..end].copy_from_slice(bytes);
            }
        }
    }
}

impl Written {
    /// Each sector is written completely, in part, or not at all.
    fn torn(self, kept: u64, rng: &mut Rng) -> Vec<Self> {
        let Self::At(at, bytes) = self else { return if rng.percent(kept) { vec![self] } else { Vec::new() } };
        let (mut parts, mut from) = (Vec::new(), 0);
        while from < bytes.len() {
            let start = at + from as u64;
            let piece = &bytes[from..bytes.len().min(from + (SECTOR - start % SECTOR) as usize)];
            if rng.percent(kept) {
                parts.push(Self::At(start, piece.to_vec()));
            } else if rng.percent(10) {
                parts.push(Self::At(start, piece[..rng.below(piece.len() as u64 + 1) as usize].to_vec()));
            }
            from += piece.len();
        }
        parts
    }
}

impl Change<Names> for Renamed {
    fn make(&self, names: &mut Names) {
        for (name, to) in &self.0 {
            match to {
                Some(id) => names.insert(name.clone(), *id),
                None => names.remove(name),
            };
        }
    }
}

impl Default for SimDisk {
    fn default() -> Self {
        let root = Node { mode: 0o700, locked_by: None, what: What::Directory(Kept::default()) };
        Self { nodes: BTreeMap::from([(ROOT, root)]), next: ROOT + 1, former: Vec::new(), lies: false }
    }
}

impl SimDisk {
    /// The node of a path.
    pub(super) fn find(&self, path: &Path) -> io::Result<u64> {
        let mut at = ROOT;
        for part in path.components() {
            let Component::Normal(name) = part else { continue };
            at = *name.to_str().and_then(|name| self.names(at).ok()?.get(name)).ok_or(ErrorKind::NotFound)?;
        }
        Ok(at)
    }

    /// The parent directory of a path, and the name in it.
    pub(super) fn place(&self, path: &Path) -> io::Result<(u64, String)> {
        let name = path.file_name().and_then(|name| name.to_str()).ok_or(ErrorKind::NotFound)?;
        let parent = self.find(path.parent().ok_or(ErrorKind::NotFound)?)?;
        self.names(parent)?;
        Ok((parent, name.to_owned()))
    }

    pub(super) fn node(&self, id: u64) -> io::Result<&Node> {
        Ok(self.nodes.get(&id).ok_or(ErrorKind::NotFound)?)
    }

    pub(super) fn node_mut(&mut self, id: u64) -> io::Result<&mut Node> {
        Ok(self.nodes.get_mut(&id).ok_or(ErrorKind::NotFound)?)
    }

    pub(super) fn names(&self, id: u64) -> io::Result<&Names> {
        let What::Directory(names) = &self.node(id)?.what else { return Err(ErrorKind::NotADirectory.into()) };
        Ok(&names.current)
    }

    /// The bytes of a file as a read returns them.
    pub(super) fn bytes(&self, id: u64) -> io::Result<&Bytes> {
        let What::File(contents) = &self.node(id)?.what else { return Err(ErrorKind::IsADirectory.into()) };
        Ok(&contents.current)
    }

    fn contents(&mut self, id: u64) -> io::Result<&mut Kept<Bytes, Written>> {
        let What::File(contents) = &mut self.node_mut(id)?.what else { return Err(ErrorKind::IsADirectory.into()) };
        Ok(contents)
    }

    fn directory(&mut self, id: u64) -> io::Result<&mut Kept<Names, Renamed>> {
        let What::Directory(names) = &mut self.node_mut(id)?.what else { return Err(ErrorKind::NotADirectory.into()) };
        Ok(names)
    }

    /// Change names of a directory, all or none.
    pub(super) fn rename(&mut self, directory: u64, changes: Vec<(String, Option<u64>)>) -> io::Result<()> {
        self.directory(directory)?.change(Renamed(changes));
        Ok(())
    }

    /// Create a file or a directory.
    pub(super) fn make(&mut self, directory: u64, name: String, what: What, mode: u32) -> io::Result<u64> {
        let id = self.next;
        self.next += 1;
        self.nodes.insert(id, Node { mode, locked_by: None, what });
        self.rename(directory, vec![(name, Some(id))])?;
        Ok(id)
    }

    pub(super) fn write(&mut self, file: u64, change: Written) -> io::Result<()> {
        self.contents(file)?.change(change);
        Ok(())
    }

    pub(super) fn sync_file(&mut self, file: u64) -> io::Result<()> {
        if self.lies {
            return Ok(());
        }
        let mut former = std::mem::take(&mut self.former);
        let contents = self.contents(file)?;
        for change in std::mem::take(&mut contents.pending) {
            if let Written::At(at, bytes) = &change {
                let last = (at + bytes.len() as u64).div_ceil(SECTOR);
                // The newest few sectors are enough for the faults.
                for sector in (at / SECTOR).max(last.saturating_sub(4))..last {
                    let was = contents.durable.get((sector * SECTOR) as usize..).unwrap_or_default();
                    let bytes = was[..was.len().min(SECTOR as usize)].to_vec();
                    former.push(FormerSector { file, at: sector * SECTOR, bytes });
                }
            }
            contents.reach(&change);
        }
        former.drain(..former.len().saturating_sub(FORMER));
        self.former = former;
        Ok(())
    }

    pub(super) fn sync_directory(&mut self, directory: u64) -> io::Result<()> {
        if !self.lies {
            self.directory(directory)?.sync();
        }
        Ok(())
    }

    /// A sync that fails: some changes become durable. The others are lost or stay pending.
    pub(super) fn fail_to_sync(&mut self, file: u64, rng: &mut Rng) -> io::Result<()> {
        let reverts = rng.percent(50);
        let contents = self.contents(file)?;
        for change in std::mem::take(&mut contents.pending) {
            if rng.percent(50) {
                contents.reach(&change);
            } else if !reverts {
                contents.pending.push(change);
            }
        }
        if reverts {
            contents.current = contents.durable.clone();
        }
        Ok(())
    }

    /// The power fails: unsynced sectors are lost or kept, in any order.
    pub(super) fn lose_power(&mut self, rng: &mut Rng) {
        // The share that is kept.
        let kept = rng.one(&[0, 20, 50, 50, 80, 100]);
        for node in self.nodes.values_mut() {
            node.locked_by = None;
            match &mut node.what {
                What::File(contents) => contents.lose_power(|change| change.torn(kept, rng)),
                What::Directory(names) => {
                    names.lose_power(|change| if rng.percent(kept) { vec![change] } else { Vec::new() });
                }
            }
        }
        self.former.clear();
        // Nodes without a name are removed.
        let (mut named, mut at) = (vec![ROOT], 0);
        while let Some(id) = named.get(at) {
            let names = self.names(*id).into_iter().flat_map(BTreeMap::values);
            let more: Vec<u64> = names.copied().filter(|id| !named.contains(id)).collect();
            named.extend(more);
            at += 1;
        }
        self.nodes.retain(|id, _| named.contains(id));
    }

    /// All files below a directory with their paths.
    pub(super) fn files(&self, path: &Path) -> Vec<(String, u64)> {
        let Ok(id) = self.find(path) else { return Vec::new() };
        let Ok(names) = self.names(id) else { return vec![(path.to_string_lossy().into_owned(), id)] };
        names.keys().flat_map(|name| self.files(&path.join(name))).collect()
    }

    /// Change durable bytes without a write.
    pub(super) fn spoil(&mut self, file: u64, change: impl FnOnce(&mut Vec<u8>)) {
        if let Ok(contents) = self.contents(file) {
            change(Arc::make_mut(&mut contents.current));
            contents.pending.clear();
            contents.durable = contents.current.clone();
        }
    }

    /// The process ends and releases its locks.
    pub(super) fn unlock(&mut self, process: u64) {
        for node in self.nodes.values_mut() {
            node.locked_by.take_if(|owner| *owner == process);
        }
    }
}
