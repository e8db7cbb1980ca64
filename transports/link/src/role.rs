//! What a data directory is among several machines: a small file in it. Without the file it is an ordinary server's.

use serde::{Deserialize, Serialize};
use std::path::Path;
use turnstone_directory::StorageEngine;
use turnstone_storage::StorageError;

/// The file in the data directory.
const FILE: &str = "standby.json";
/// What the primary last sent about itself. It is not synced: an old or missing one does no harm.
const SEEN: &str = "standby.seen.json";

/// The upper half of a term is its generation: a promotion raises it, and no start of the former primary reaches it.
const GENERATION_BITS: u32 = 32;

/// The generation of a term.
pub const fn generation(term: u64) -> u64 {
    term >> GENERATION_BITS
}

/// The term from which a server promoted after `term` continues: the first of the next generation.
pub const fn next_generation(term: u64) -> u64 {
    (generation(term) + 1) << GENERATION_BITS
}

/// The role of a data directory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "role")]
pub enum DirectoryRole {
    /// It follows a primary.
    Standby {
        /// Identifies it, in hexadecimal.
        id: String,
        /// The primary's address.
        from: String,
        /// The highest term of the primary that it knows.
        term: u64,
        /// Whether it has had its first snapshot.
        installed: bool,
    },
    Promoted {
        /// The address of the former primary.
        from: String,
        /// Its terms are higher than this one.
        term: u64,
        /// Whether the former primary has confirmed that it is not one any more.
        told: bool,
    },
    /// Another server was promoted in its place.
    Superseded {
        /// The term of that server.
        term: u64,
    },
    /// It is a node of a cluster.
    Node {
        /// The id of the cluster.
        cluster: String,
        /// Whether it has the state of the cluster: the first node has it from the beginning, another one since its first
        /// snapshot.
        installed: bool,
    },
}

/// Why a data directory is not served.
#[derive(Debug, thiserror::Error)]
pub enum RoleError {
    /// It follows a primary.
    #[error(
        "this data directory is a standby of {0}. To serve from it in place of that server, stop `turnstone standby` and \
         run `turnstone promote`"
    )]
    Standby(String),
    /// It was superseded.
    #[error(
        "a standby of this server was promoted, and serves as generation {}: serving here would make two histories. To make this machine \
         the new standby, move the data directory away and run `turnstone standby --from URL` on an empty one. The old \
         directory may hold acknowledged changes that the promoted server lacks: `turnstone backup` still reads it", generation(*.0)
    )]
    Superseded(u64),
    /// It is a node of a cluster.
    #[error(
        "this data directory is a node's of a cluster, and changes come from the log of the cluster alone: set `[cluster]` in \
         the configuration and start `turnstone serve`, and run other commands while that node leads"
    )]
    Node,
    /// The role cannot be read.
    #[error(transparent)]
    Unreadable(#[from] StorageError),
}

impl DirectoryRole {
    /// The role of a data directory; `None` for an ordinary server's.
    pub fn read(engine: &dyn StorageEngine, data: &Path) -> Result<Option<Self>, StorageError> {
        let file = data.join(FILE);
        let Some(bytes) = engine.read_file(&file)? else { return Ok(None) };
        let role = serde_json::from_slice(&bytes);
        role.map(Some).map_err(|error| StorageError::Damaged(format!("{}: {error}", file.display())))
    }

    /// Make this the role, durably. Without a directory, one is created.
    pub fn write(&self, engine: &dyn StorageEngine, data: &Path) -> Result<(), StorageError> {
        let text = serde_json::to_vec(self).expect("a role is plain data");
        engine.replace_file(data, FILE, &text, true)
    }

    /// Fail unless the data directory may be served. Returns the least term to serve with.
    pub fn serves(engine: &dyn StorageEngine, data: &Path) -> Result<u64, RoleError> {
        Self::may_serve(Self::read(engine, data)?.as_ref())
    }

    /// Fail unless a data directory of this role may be served. Returns the least term to serve with.
    pub fn may_serve(role: Option<&Self>) -> Result<u64, RoleError> {
        match role {
            None => Ok(0),
            Some(Self::Promoted { term, .. }) => Ok(*term),
            Some(Self::Standby { from, .. }) => Err(RoleError::Standby(from.clone())),
            Some(Self::Superseded { term }) => Err(RoleError::Superseded(*term)),
            Some(Self::Node { .. }) => Err(RoleError::Node),
        }
    }
}

/// What a standby last saw of its primary.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seen {
    /// The number of the primary's last commit.
    pub commit: u64,
    /// When the primary sent it, in Unix milliseconds by the primary's clock.
    pub at_ms: u64,
}

impl Seen {
    /// What was written last; `None` if nothing is readable.
    pub(crate) fn read(engine: &dyn StorageEngine, data: &Path) -> Option<Self> {
        serde_json::from_slice(&engine.read_file(&data.join(SEEN)).ok()??).ok()
    }

    /// Replace what was written last. It is not synced.
    pub(crate) fn write(self, engine: &dyn StorageEngine, data: &Path) -> Result<(), StorageError> {
        let text = serde_json::to_vec(&self).expect("two numbers are plain data");
        engine.replace_file(data, SEEN, &text, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_fjall::FJALL;

    #[test]
    fn no_restart_reaches_the_term_of_a_promotion() {
        let promoted = next_generation(41);
        assert!(promoted > 41 + u64::from(u32::MAX) / 2);
        assert_eq!((generation(41), generation(promoted), generation(promoted + 9)), (0, 1, 1));
        assert_eq!(generation(next_generation(promoted + 9)), 2);
    }

    #[test]
    fn only_an_ordinary_or_promoted_directory_is_served() {
        let home = tempfile::tempdir().unwrap();
        let data = home.path();
        assert_eq!(DirectoryRole::serves(&FJALL, data).unwrap(), 0);
        let from = "http://127.0.0.1:1".to_owned();
        DirectoryRole::Standby { id: "00".into(), from: from.clone(), term: 3, installed: true }
            .write(&FJALL, data)
            .unwrap();
        assert!(DirectoryRole::serves(&FJALL, data).unwrap_err().to_string().contains(&from));
        DirectoryRole::Promoted { from, term: next_generation(3), told: false }.write(&FJALL, data).unwrap();
        assert_eq!(DirectoryRole::serves(&FJALL, data).unwrap(), 1 << 32);
        DirectoryRole::Superseded { term: 2 << 32 }.write(&FJALL, data).unwrap();
        assert!(DirectoryRole::serves(&FJALL, data).unwrap_err().to_string().contains("generation 2"));
        DirectoryRole::Node { cluster: "00".into(), installed: true }.write(&FJALL, data).unwrap();
        assert!(matches!(DirectoryRole::serves(&FJALL, data), Err(RoleError::Node)), "its changes come from the log");
        std::fs::write(data.join(FILE), "{").unwrap();
        assert!(matches!(DirectoryRole::serves(&FJALL, data), Err(RoleError::Unreadable(_))));
    }
}
