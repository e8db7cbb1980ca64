//! The operating system of a machine: what the data directory asks of it, with calls that fail when their time comes.

use super::disk::{Contents, Names, SimDisk, What};
use crate::rng::{Rng, mix};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use turnstone_directory::{Look, Open, System, SystemFile};
use turnstone_storage::Disk;

/// What goes wrong with a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The process dies at it, or the power fails.
    Death,
    /// The disk cannot write or sync.
    BadWrite,
    /// The disk has no more room, until some is made.
    NoSpace,
    /// The disk cannot read.
    BadRead,
}

/// A machine. Clones are the same one; [`Machine::copied`] is another.
#[derive(Clone, Default)]
pub(crate) struct Machine(Arc<Mutex<Inside>>);

#[derive(Clone, Default)]
struct Inside {
    disk: SimDisk,
    /// Which process calls: those that have died hold no locks.
    process: u64,
    boots: u64,
    planned: Option<Planned>,
    /// No call succeeds any more: the process is dead.
    is_dead: bool,
    is_full: bool,
    /// The fault that came true.
    fired: Option<Fault>,
    luck: u64,
}

#[derive(Clone, Copy)]
struct Planned {
    fault: Fault,
    /// So many calls before it.
    left: u32,
}

/// What a call does to the disk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Read,
    Write,
    Sync,
    /// Names are made, changed or removed.
    Name,
}

impl Machine {
    /// A machine whose disk says of every sync that it was done, and does none.
    pub(crate) fn lying() -> Self {
        let machine = Self::default();
        machine.inside().disk.lies = true;
        machine
    }

    /// Another machine with the same disk, on which everything can be tried. Whoever has a lock here has it there.
    pub(crate) fn copied(&self, luck: u64) -> Self {
        let mut inside = self.inside().clone();
        inside.process += 1 << 32;
        inside.luck = luck;
        Self(Arc::new(Mutex::new(inside)))
    }

    /// Let a call go wrong: the one after so many of its kind.
    pub(crate) fn plan(&self, fault: Fault, after: u32, luck: u64) {
        let mut inside = self.inside();
        inside.planned = Some(Planned { fault, left: after });
        inside.fired = None;
        inside.luck = luck;
    }

    /// Nothing is to go wrong any more. Returns what has.
    pub(crate) fn calm(&self) -> Option<Fault> {
        let mut inside = self.inside();
        inside.planned = None;
        inside.is_full = false;
        inside.fired.take()
    }

    /// Whether the planned fault came true.
    pub(crate) fn has_fired(&self) -> bool {
        self.fired().is_some()
    }

    /// The planned fault, if it came true.
    pub(crate) fn fired(&self) -> Option<Fault> {
        self.inside().fired
    }

    /// Another process goes on: what the one before held is let go.
    pub(crate) fn next_process(&self) {
        let mut inside = self.inside();
        let dead = inside.process;
        inside.disk.unlock(dead);
        inside.process += 1;
        inside.is_dead = false;
    }

    /// Every process that holds a lock is gone.
    pub(crate) fn end_all(&self) {
        let mut inside = self.inside();
        let last = inside.process & ((1 << 32) - 1);
        (0..=last).for_each(|process| inside.disk.unlock(process));
        drop(inside);
        self.next_process();
    }

    /// The power fails and comes back.
    pub(crate) fn lose_power(&self, luck: u64) {
        let mut inside = self.inside();
        inside.disk.lose_power(&mut Rng::new(luck));
        inside.boots += 1;
        drop(inside);
        self.next_process();
    }

    pub(super) fn with_disk<T>(&self, look: impl FnOnce(&mut SimDisk) -> T) -> T {
        look(&mut self.inside().disk)
    }

    /// The files of a data directory, to look at.
    pub(crate) fn files(&self, directory: &Path) -> impl Disk {
        MachineFiles(self.clone(), directory.to_owned())
    }

    /// All files below a directory with their bytes.
    pub(crate) fn image(&self, path: &Path) -> Vec<(String, Arc<Vec<u8>>)> {
        let inside = self.inside();
        let files = inside.disk.files(path).into_iter();
        files.filter_map(|(name, id)| Some((name, inside.disk.contents(id).ok()?.current.clone()))).collect()
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    /// A call begins. `torn` says that it is to be done in part before it fails.
    fn begin(&mut self, call: Call, grows: bool) -> Result<(), (io::Error, bool)> {
        if self.is_dead {
            return Err((io::Error::other("the process is dead"), false));
        }
        if self.is_full && grows {
            return Err((ErrorKind::StorageFull.into(), true));
        }
        let Some(planned) = &mut self.planned else { return Ok(()) };
        let fits = match planned.fault {
            Fault::Death => call != Call::Read,
            Fault::BadWrite => matches!(call, Call::Write | Call::Sync),
            Fault::NoSpace => grows,
            Fault::BadRead => call == Call::Read,
        };
        if !fits {
            return Ok(());
        }
        if planned.left > 0 {
            planned.left -= 1;
            return Ok(());
        }
        let fault = planned.fault;
        self.planned = None;
        self.fired = Some(fault);
        Err(match fault {
            Fault::Death => {
                self.is_dead = true;
                (io::Error::other("the process died"), true)
            }
            Fault::BadWrite | Fault::BadRead => (io::Error::from_raw_os_error(5), true),
            Fault::NoSpace => {
                self.is_full = true;
                (ErrorKind::StorageFull.into(), true)
            }
        })
    }

    fn dice(&mut self) -> Rng {
        self.luck = mix(&[self.luck, 0xd1ce]);
        Rng::new(self.luck)
    }

    fn write(&mut self, file: u64, at: u64, bytes: &[u8]) -> io::Result<()> {
        let grows = at + bytes.len() as u64 > self.disk.contents(file)?.current.len() as u64;
        match self.begin(Call::Write, grows) {
            Ok(()) => self.disk.write(file, at, bytes),
            Err((error, torn)) => {
                if torn {
                    let some = self.dice().below(bytes.len() as u64 + 1) as usize;
                    self.disk.write(file, at, &bytes[..some])?;
                }
                Err(error)
            }
        }
    }

    fn sync(&mut self, file: u64) -> io::Result<()> {
        match self.begin(Call::Sync, false) {
            Ok(()) => self.disk.sync_file(file),
            Err((error, torn)) => {
                if torn && !self.is_dead {
                    let mut rng = self.dice();
                    self.disk.fail_to_sync(file, &mut rng)?;
                }
                Err(error)
            }
        }
    }

    fn name(&mut self, grows: bool) -> io::Result<()> {
        self.begin(Call::Name, grows).map_err(|(error, _)| error)
    }

    fn look(&mut self) -> io::Result<()> {
        self.begin(Call::Read, false).map_err(|(error, _)| error)
    }

    fn move_name(&mut self, from: &Path, to: &Path, over: bool) -> io::Result<()> {
        self.name(false)?;
        let ((directory, from), (target, to)) = (self.disk.place(from)?, self.disk.place(to)?);
        if directory != target {
            return Err(ErrorKind::CrossesDevices.into());
        }
        let names = self.disk.names(directory)?;
        if !over && names.current.contains_key(&to) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let id = *names.current.get(&from).ok_or(ErrorKind::NotFound)?;
        self.disk.rename(directory, vec![(from, None), (to, Some(id))])
    }
}

impl System for Machine {
    type File = SimFile;

    const HAS_THREADS: bool = false;

    fn open(&self, path: &Path, how: Open) -> io::Result<SimFile> {
        let mut inside = self.inside();
        inside.look()?;
        let found = inside.disk.find(path);
        let id = match (how, found) {
            (Open::New, Ok(_)) => return Err(ErrorKind::AlreadyExists.into()),
            (Open::Read | Open::Change | Open::Make, Ok(id)) => id,
            (Open::Empty, Ok(id)) => {
                inside.name(false)?;
                inside.disk.set_length(id, 0)?;
                id
            }
            (Open::Make | Open::Empty | Open::New, Err(_)) => {
                let (directory, name) = inside.disk.place(path)?;
                inside.name(true)?;
                inside.disk.make(directory, name, What::File(Contents::default()), 0o100_600)?
            }
            (Open::Read | Open::Change, Err(error)) => return Err(error),
        };
        inside.disk.contents(id)?;
        let process = inside.process;
        drop(inside);
        Ok(SimFile { machine: self.clone(), id, at: 0, process, has_lock: false.into() })
    }

    fn make_directory(&self, path: &Path) -> io::Result<()> {
        if let Some(parent) = path.parent() {
            self.make_directory(parent)?;
        }
        let mut inside = self.inside();
        inside.look()?;
        if inside.disk.find(path).is_ok() {
            return Ok(());
        }
        inside.name(true)?;
        let (directory, name) = inside.disk.place(path)?;
        inside.disk.make(directory, name, What::Directory(Names::default()), 0o040_700).map(drop)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let mut inside = self.inside();
        inside.look()?;
        let id = inside.disk.find(path)?;
        Ok(inside.disk.names(id)?.current.keys().map(|name| path.join(name)).collect())
    }

    fn has_name(&self, path: &Path) -> io::Result<bool> {
        let mut inside = self.inside();
        inside.look()?;
        Ok(inside.disk.find(path).is_ok())
    }

    fn look(&self, path: &Path) -> io::Result<Look> {
        let mut inside = self.inside();
        inside.look()?;
        let id = inside.disk.find(path)?;
        let node = inside.disk.node(id)?;
        let length = if let What::File(contents) = &node.what { contents.current.len() as u64 } else { 0 };
        Ok(Look { mode: node.mode, length, identity: (1, id) })
    }

    fn set_mode(&self, path: &Path, mode: u32) -> io::Result<()> {
        let mut inside = self.inside();
        inside.name(false)?;
        let id = inside.disk.find(path)?;
        inside.disk.node_mut(id)?.mode = mode;
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.inside().move_name(from, to, true)
    }

    fn rename_to_new(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.inside().move_name(from, to, false)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        let mut inside = self.inside();
        inside.name(false)?;
        let id = inside.disk.find(path)?;
        inside.disk.contents(id)?;
        let (directory, name) = inside.disk.place(path)?;
        inside.disk.rename(directory, vec![(name, None)])
    }

    /// File by file: it can end between any two.
    fn remove_tree(&self, path: &Path) -> io::Result<()> {
        for entry in self.list(path)? {
            let is_file = {
                let inside = self.inside();
                inside.disk.find(&entry).and_then(|id| inside.disk.contents(id).map(drop)).is_ok()
            };
            if is_file {
                self.remove_file(&entry)?;
            } else {
                self.remove_tree(&entry)?;
            }
        }
        let mut inside = self.inside();
        inside.name(false)?;
        let (directory, name) = inside.disk.place(path)?;
        inside.disk.rename(directory, vec![(name, None)])
    }

    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        let mut inside = self.inside();
        inside.begin(Call::Sync, false).map_err(|(error, _)| error)?;
        let id = inside.disk.find(path)?;
        inside.disk.sync_directory(id)
    }

    fn boot_id(&self) -> Option<String> {
        Some(format!("boot {}", self.inside().boots))
    }

    /// Always the same, as a life is to be the same twice, and no key that an operator brings: one that was lost is missed.
    fn random(&self) -> io::Result<[u8; 32]> {
        Ok([0x7e; 32])
    }
}

/// An open file of a machine.
pub(crate) struct SimFile {
    machine: Machine,
    id: u64,
    at: u64,
    process: u64,
    has_lock: std::sync::atomic::AtomicBool,
}

impl Read for SimFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut inside = self.machine.inside();
        inside.look()?;
        let bytes = &inside.disk.contents(self.id)?.current;
        let rest = bytes.get(self.at as usize..).unwrap_or_default();
        let read = rest.len().min(buffer.len());
        buffer[..read].copy_from_slice(&rest[..read]);
        self.at += read as u64;
        Ok(read)
    }
}

impl Write for SimFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.machine.inside().write(self.id, self.at, bytes)?;
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl SystemFile for SimFile {
    fn write_all_at(&self, bytes: &[u8], at: u64) -> io::Result<()> {
        self.machine.inside().write(self.id, at, bytes)
    }

    fn set_length(&self, length: u64) -> io::Result<()> {
        let mut inside = self.machine.inside();
        let grows = length > inside.disk.contents(self.id)?.current.len() as u64;
        inside.begin(Call::Write, grows).map_err(|(error, _)| error)?;
        inside.disk.set_length(self.id, length)
    }

    fn sync(&self) -> io::Result<()> {
        self.machine.inside().sync(self.id)
    }

    fn try_lock(&self) -> io::Result<bool> {
        let mut inside = self.machine.inside();
        inside.look()?;
        let node = inside.disk.node_mut(self.id)?;
        if node.locked_by.is_some() {
            return Ok(false);
        }
        node.locked_by = Some(self.process);
        self.has_lock.store(true, std::sync::atomic::Ordering::Relaxed);
        Ok(true)
    }
}

impl Drop for SimFile {
    fn drop(&mut self) {
        if self.has_lock.load(std::sync::atomic::Ordering::Relaxed)
            && let Ok(node) = self.machine.inside().disk.node_mut(self.id)
        {
            node.locked_by.take_if(|owner| *owner == self.process);
        }
    }
}

/// Files to look at.
struct MachineFiles(Machine, PathBuf);

impl Disk for MachineFiles {
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        match System::read(&self.0, &self.1.join(file)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&mut self, _: &str, _: u64, _: &[u8]) -> io::Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn truncate(&mut self, _: &str, _: u64) -> io::Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn sync(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}
