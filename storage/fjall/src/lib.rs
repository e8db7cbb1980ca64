//! The engine under a server's data directory, on fjall. Nothing else in the workspace knows fjall; what the files of a
//! data directory are, `turnstone_directory` knows, and all that stands there is tried here on a real disk.
//!
//! The engine opens a damaged store without a word and drops what is behind the damage, and one damaged table would poison
//! it whole: so it merges nothing by itself, and what lies at rest is read again and again.

mod failure;
mod rest;
mod rows;
mod tables;
#[cfg(test)]
mod tests;

pub use rest::Keeper;
pub use rows::{Fjall, FjallRows, FjallSnapshot};
pub use turnstone_directory::{DirectoryOptions, SERVER_KEYS, Salvaged, TornTail};

use std::io::{Read, Write};
use std::path::Path;
use turnstone_directory::Os;
use turnstone_storage::{Commit, Failure, State};

/// Storage in a data directory on this machine's disk.
pub type FjallDirectory = turnstone_directory::Directory<Os, Fjall>;

/// The id of the server key that would be added next to a data directory.
pub fn next_server_key(directory: &Path) -> Result<u32, Failure> {
    turnstone_directory::next_server_key(&Os, directory)
}

/// Add a server key: it signs from the next start on, and what older ones signed still counts.
pub fn add_server_key(directory: &Path, id: u32) -> Result<(), Failure> {
    turnstone_directory::add_server_key(&Os, directory, id)
}

/// Write a backup of the state into a new file and verify it by reading it back. `server_keys` is the data directory
/// whose root secrets go along; without them a restored server makes a new key and every token is void.
pub fn backup(state: &dyn State, server_keys: Option<&Path>, file: &Path) -> Result<Commit, Failure> {
    turnstone_directory::backup(&Os, state, server_keys, file)
}

/// Write a backup of the state as a stream that [`receive_backup`] reads.
pub fn send_backup(state: &dyn State, server_keys: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    turnstone_directory::send(&Os, state, server_keys, out)
}

/// Save a backup that a server sends into a new file and verify it by reading it back.
pub fn receive_backup(from: &mut impl Read, file: &Path) -> Result<Commit, Failure> {
    turnstone_directory::receive(&Os, from, file)
}

/// Make a data directory of a backup, in a directory that is empty or not there.
pub fn restore(file: &Path, directory: &Path) -> Result<Commit, Failure> {
    turnstone_directory::restore(&Os, &Fjall, file, directory)
}

/// Bring over what reads of `from` into the new directory `to`.
pub fn salvage(from: &Path, to: &Path) -> Result<Salvaged, Failure> {
    turnstone_directory::salvage(&Os, &Fjall, from, to)
}
