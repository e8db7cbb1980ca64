//! The state of the files at rest, as far as the engine checks them.

use std::path::PathBuf;

/// The state of the files at rest, since the start.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Health {
    /// Bytes read by the scrubber.
    pub scrubbed_bytes: u64,
    /// Completed scrubs.
    pub scrubs: u64,
    /// When the last scrub completed, in seconds since 1970; 0 if none has.
    pub scrubbed_at: u64,
    /// Files found damaged.
    pub damaged_files: u64,
    /// Failed compactions.
    pub failed_merges: u64,
    /// Bytes of the rows and their journals on the disk.
    pub stored_bytes: u64,
}

/// A file that differs from what was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedFile {
    pub file: PathBuf,
    /// What it holds, and what was found.
    pub what: String,
}

impl std::fmt::Display for DamagedFile {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} ({})", self.file.display(), self.what)
    }
}
