//! Who may read and write the data directory, and whether it is still where it was.

use crate::files::unless_absent;
use crate::server_keys;
use crate::system::System;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use turnstone_storage::StorageError;
use turnstone_storage::personal_keys;

/// The permissions of the group and of others.
const NOT_OWNER: u32 = 0o077;
const OTHERS_WRITE: u32 = 0o002;
/// In such a directory only its owner can replace a file.
const STICKY: u32 = 0o1000;

/// Remove all permissions except the owner's from a directory that already existed, such as a container's volume.
/// Keys that others could read are rejected, because they may have been copied.
pub(crate) fn take(system: &impl System, directory: &Path, own: &[&str]) -> Result<(), StorageError> {
    for keys in [server_keys::FILE, personal_keys::FILE] {
        let file = directory.join(keys);
        if let Some(mode) = mode(system, &file)?
            && mode & NOT_OWNER != 0
        {
            return Err(StorageError::Readable { file, mode: mode & 0o777 });
        }
    }
    for name in own {
        let path = directory.join(name);
        restrict(system, &path)
            .map_err(StorageError::io(format!("remove the permissions of others from {}", path.display())))?;
    }
    // A mounted directory may belong to another user. Its files are private all the same, unless they can be replaced.
    match (restrict(system, directory), mode(system, directory)?) {
        (Err(_), Some(mode)) if mode & OTHERS_WRITE != 0 && mode & STICKY == 0 => {
            Err(StorageError::Writable { directory: directory.to_owned(), mode: mode & 0o777 })
        }
        (Ok(()) | Err(_), _) => Ok(()),
    }
}

fn mode(system: &impl System, path: &Path) -> Result<Option<u32>, StorageError> {
    let found = unless_absent(system.look(path)).map_err(StorageError::io(format!("look at {}", path.display())))?;
    Ok(found.map(|found| found.mode))
}

/// Leave only the owner's permissions.
fn restrict(system: &impl System, path: &Path) -> io::Result<()> {
    match unless_absent(system.look(path))? {
        Some(found) if found.mode & NOT_OWNER != 0 => system.set_mode(path, found.mode & 0o7777 & !NOT_OWNER),
        Some(_) | None => Ok(()),
    }
}

/// Identities of files, by which a data directory is known to be the one that was opened.
pub(crate) struct Whereabouts {
    directory: PathBuf,
    files: Vec<(PathBuf, FileIdentity)>,
}

type FileIdentity = (u64, u64);

impl Whereabouts {
    /// The current identities of the directory and of these files in it.
    pub(crate) fn of(system: &impl System, directory: &Path, files: &[&str]) -> Result<Self, StorageError> {
        let paths = std::iter::once(directory.to_owned()).chain(files.iter().map(|file| directory.join(file)));
        let look = |path: PathBuf| {
            let identity = identity(system, &path).map_err(StorageError::io(format!("look at {}", path.display())))?;
            Ok((path, identity))
        };
        Ok(Self { directory: directory.to_owned(), files: paths.map(look).collect::<Result<_, StorageError>>()? })
    }

    /// Fail unless all files are still in place. If not, writes go to files that are no longer reachable.
    pub(crate) fn check(&self, system: &impl System) -> Result<(), StorageError> {
        for (path, known) in &self.files {
            match identity(system, path) {
                Ok(identity) if identity == *known => {}
                Ok(_) => return Err(StorageError::Gone(self.directory.clone())),
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    return Err(StorageError::Gone(self.directory.clone()));
                }
                Err(error) => return Err(StorageError::io(format!("look at {}", path.display()))(error)),
            }
        }
        Ok(())
    }
}

fn identity(system: &impl System, path: &Path) -> io::Result<FileIdentity> {
    system.look(path).map(|found| found.identity)
}
