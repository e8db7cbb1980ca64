//! What can go wrong with storage, in words that the operator can act on.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// What the operator can do about a store that lost something.
pub const RESTORE: &str = "Nothing is served from it. Move the data directory away and bring back a backup with \
                                  `turnstone restore FILE`, or what reads of it with `turnstone salvage DIR NEW`";

/// What the operator can do about a store of which some does not read.
pub const SALVAGE: &str = "Bring back a backup with `turnstone restore FILE`, or what reads with \
                                  `turnstone salvage DIR NEW`";

/// What new server keys cost, in one clause.
macro_rules! new_keys_cost {
    () => {
        "all tokens and seat credentials are void (members sign in again with their recovery codes), browsers must \
         subscribe again to notifications, referral codes change, a join that is sent again is rejected, and the handles \
         of erased members are free at once"
    };
}

/// What new server keys cost. The restore, the check and the first start say the same.
pub const NEW_KEYS_COST: &str = new_keys_cost!();

/// How to go on with other server keys, and what it costs.
const NEW_KEYS: &str =
    concat!("To go on with new keys, start once with `turnstone serve --accept-new-keys`. Then ", new_keys_cost!());

/// Storage that cannot be read, opened or kept.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The disk or the operating system refused.
    #[error("{what}: {source}{}", advice(.source))]
    Io {
        /// What was tried.
        what: String,
        /// What was answered.
        source: io::Error,
    },
    /// The store's engine refused.
    #[error("the store refused to {what}: {why}")]
    Engine {
        /// What was tried.
        what: &'static str,
        /// What was answered.
        why: String,
    },
    /// Bytes that this program did not write, or no longer as it wrote them.
    #[error("the stored data is damaged: {0}")]
    Damaged(String),
    /// A file that is no backup, or no longer as it was written.
    #[error("the backup cannot be used: {0}. Nothing was changed; take another backup, or copy this one again")]
    Backup(String),
    /// The store ends before what is known to have been acknowledged.
    #[error(
        "the store ends at commit {found}, but commit {known} is known to have been written: something was lost. \
         {RESTORE}"
    )]
    Shortened {
        /// The last commit of the store.
        found: u64,
        /// The commit of the high-water mark.
        known: u64,
    },
    /// The store went another way than the one that was acknowledged.
    #[error(
        "commit {n} of the store is not the commit {n} that was acknowledged (the last one is {found}): this is another \
         history. {RESTORE}"
    )]
    OtherHistory {
        /// The commit of the high-water mark.
        n: u64,
        /// The last commit of the store.
        found: u64,
    },
    /// The server keys with which the records were written are gone.
    #[error(
        "{} is missing, and the data was written with it. Bring the file back from where you keep a copy of it. \
         {NEW_KEYS}", .0.display()
    )]
    KeysMissing(PathBuf),
    /// The server keys are not those with which the records were written.
    #[error(
        "{} is another file than the one that the data was written with: a key that was there is gone or changed (new \
         ones are added at the end). Bring the former file back from where you keep a copy of it. {NEW_KEYS}",
        .0.display()
    )]
    KeysChanged(PathBuf),
    /// The file of server keys does not read.
    #[error(
        "{} must have one line for each key, `ID HEX`, with ascending ids and 64 hex characters. Bring the file back \
         from where you keep a copy of it; to go on without it, move it away first. {NEW_KEYS}", .0.display()
    )]
    KeysUnreadable(PathBuf),
    /// The file of personal keys lacks the key of an account, or has another one.
    #[error(
        "personal.keys has no key that opens the data of {0}: it is not the file that belongs to this store, or it is \
         damaged. Bring the right one back, or move the data directory away and bring back a backup with \
         `turnstone restore FILE`"
    )]
    PersonalKeyMissing(String),
    /// A file of keys that others may read.
    #[error(
        "others than its owner may use {} (mode {mode:03o}), and whoever has read it can act as the server or read what \
         is personal. If nobody has, `chmod 600` it and start again; else take it for stolen and start with new keys", 
        .file.display()
    )]
    Readable {
        /// The file.
        file: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// A data directory in which others can replace the files.
    #[error(
        "anybody may replace the files of {} (mode {mode:03o}), and it belongs to somebody else: let it belong to the \
         user that the server runs as (chown), or take the others' right to write (chmod o-w)", .directory.display()
    )]
    Writable {
        /// The directory.
        directory: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// The data directory is no longer where it was opened.
    #[error(
        "the data directory {} was removed or replaced while the server ran: what it would write now would be lost. Put \
         the directory back if it was moved, and start again", .0.display()
    )]
    Gone(PathBuf),
    /// Another process has the data directory.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// A place that must be empty is not.
    #[error("{} exists already and is not empty", .0.display())]
    NotEmpty(PathBuf),
}

/// What the operator can do where the operating system refused: none of these is cured by a backup.
fn advice(error: &io::Error) -> &'static str {
    let kind = error.kind();
    if kind == ErrorKind::PermissionDenied {
        ". The data directory and all in it must belong to the user that runs this"
    } else if matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
        ". Make room on the disk and start again: what was acknowledged is there"
    } else if kind == ErrorKind::ReadOnlyFilesystem {
        ". The file system can only be read: mount it for writing"
    } else {
        ""
    }
}

impl Failure {
    /// What the disk or the operating system refused, for `map_err`.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}

/// Why a round was not written. After any of these but [`AppendError::Full`] the handle takes no more.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The head is another one than the writer expected, so somebody else writes: nothing was written.
    #[error("another writer has taken over")]
    Fenced,
    /// The round may have been written or not; only opening again can tell.
    #[error("it is unknown whether the round was written: {0}")]
    Unknown(Failure),
    /// The round is larger than a commit may be. Nothing was written.
    #[error(transparent)]
    Full(#[from] crate::round::Full),
    /// Nothing was written: the handle failed, now or before.
    #[error("storage is broken: {0}")]
    Broken(String),
}
