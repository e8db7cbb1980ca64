//! The system calls of the data directory.

use super::{Call, Machine};
use crate::inner::machine::disk::{Kept, What, Written};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use turnstone_directory::{Look, Open, System, SystemFile};

impl System for Machine {
    type File = SimFile;

    const HAS_THREADS: bool = false;

    fn open(&self, path: &Path, how: Open) -> io::Result<SimFile> {
        let mut inside = self.begin(Call::Read, false)?;
        let id = match (how, inside.disk.find(path)) {
            (Open::New, Ok(_)) => return Err(ErrorKind::AlreadyExists.into()),
            (Open::Read | Open::Change | Open::Make, Ok(id)) => id,
            (Open::Empty, Ok(id)) => {
                inside.begin(Call::Name, false)?;
                inside.disk.write(id, Written::Length(0))?;
                id
            }
            (Open::Make | Open::Empty | Open::New, Err(_)) => {
                let (directory, name) = inside.disk.place(path)?;
                inside.begin(Call::Name, true)?;
                inside.disk.make(directory, name, What::File(Kept::default()), 0o100_600)?
            }
            (Open::Read | Open::Change, Err(error)) => return Err(error),
        };
        inside.disk.bytes(id)?;
        let process = inside.process;
        drop(inside);
        Ok(SimFile { machine: self.clone(), id, at: 0, process, has_lock: false.into() })
    }

    fn make_directory(&self, path: &Path) -> io::Result<()> {
        if let Some(parent) = path.parent() {
            self.make_directory(parent)?;
        }
        let mut inside = self.begin(Call::Read, false)?;
        if inside.disk.find(path).is_ok() {
            return Ok(());
        }
        inside.begin(Call::Name, true)?;
        let (directory, name) = inside.disk.place(path)?;
        inside.disk.make(directory, name, What::Directory(Kept::default()), 0o040_700).map(drop)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let inside = self.begin(Call::Read, false)?;
        Ok(inside.disk.names(inside.disk.find(path)?)?.keys().map(|name| path.join(name)).collect())
    }

    fn has_name(&self, path: &Path) -> io::Result<bool> {
        Ok(self.begin(Call::Read, false)?.disk.find(path).is_ok())
    }

    fn look(&self, path: &Path) -> io::Result<Look> {
        let inside = self.begin(Call::Read, false)?;
        let id = inside.disk.find(path)?;
        let length = inside.disk.bytes(id).map_or(0, |bytes| bytes.len() as u64);
        Ok(Look { mode: inside.disk.node(id)?.mode, length, identity: (1, id) })
    }

    fn set_mode(&self, path: &Path, mode: u32) -> io::Result<()> {
        let mut inside = self.begin(Call::Name, false)?;
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
        let mut inside = self.begin(Call::Name, false)?;
        let (directory, name) = inside.disk.place(path)?;
        inside.disk.rename(directory, vec![(name, None)])
    }

    /// File by file, so that it can fail between any two.
    fn remove_tree(&self, path: &Path) -> io::Result<()> {
        match self.list(path) {
            Ok(entries) => entries.iter().try_for_each(|entry| self.remove_tree(entry))?,
            Err(error) if error.kind() == ErrorKind::NotADirectory => {}
            Err(error) => return Err(error),
        }
        self.remove_file(path)
    }

    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        let mut inside = self.begin(Call::Sync, false)?;
        let id = inside.disk.find(path)?;
        inside.disk.sync_directory(id)
    }

    fn boot_id(&self) -> Option<String> {
        Some(format!("boot {}", self.inside().boots))
    }

    /// A constant, so that a run repeats. It is no key that an operator provides, so a lost key is detected.
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
        let inside = self.machine.begin(Call::Read, false)?;
        let rest = inside.disk.bytes(self.id)?.get(self.at as usize..).unwrap_or_default();
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
        let grows = length > inside.disk.bytes(self.id)?.len() as u64;
        inside.begin(Call::Write, grows)?;
        inside.disk.write(self.id, Written::Length(length))
    }

    fn sync(&self) -> io::Result<()> {
        self.machine.inside().sync(self.id)
    }

    fn try_lock(&self) -> io::Result<bool> {
        let mut inside = self.machine.begin(Call::Read, false)?;
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
