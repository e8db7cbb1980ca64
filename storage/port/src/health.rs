//! How what lies at rest is, as far as its engine looks after it.

use std::path::PathBuf;

/// How what lies at rest is, since the start.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Health {
    /// Bytes that the scrub has read.
    pub scrubbed_bytes: u64,
    /// How often it has read all.
    pub scrubs: u64,
    /// When it had last read all, in seconds since 1970; 0 if not yet.
    pub scrubbed_at: u64,
    /// Files that were found damaged.
    pub damaged_files: u64,
    /// Merges that failed.
    pub failed_merges: u64,
    /// Bytes that the rows take on the disk, with their journals.
    pub stored_bytes: u64,
}

/// A file that is not as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedFile {
    /// Which.
    pub file: PathBuf,
    /// What is in it, and what was found.
    pub what: String,
}

impl std::fmt::Display for DamagedFile {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} ({})", self.file.display(), self.what)
    }
}
