//! Storage errors, in words that the operator can act on.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// What the operator can do about a store that lost commits.
pub const RESTORE: &str = "Nothing is served from it. Move the data directory away and bring back a backup with \
                                  `turnstone restore FILE`, or its readable records with `turnstone salvage DIR NEW`";

/// What the operator can do about a store that is partly unreadable.
pub const SALVAGE: &str = "Bring back a backup with `turnstone restore FILE`, or the readable records with \
                                  `turnstone salvage DIR NEW`";

/// The consequences of new server keys, in one clause.
macro_rules! new_keys_cost {
    () => {
        "all tokens and seat credentials are void (members sign in again with their recovery codes), browsers must \
         subscribe again to notifications, referral codes change, a join that is sent again is rejected, and the handles \
         of erased members are free at once"
    };
}

/// The consequences of new server keys. The restore, the check and the first start print the same.
pub const NEW_KEYS_COST: &str = new_keys_cost!();

/// How to continue with other server keys, and the consequences.
const NEW_KEYS: &str =
    concat!("To continue with new keys, start once with `turnstone serve --accept-new-keys`. Then ", new_keys_cost!());

/// Storage cannot be read, opened or written.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The disk or the operating system reported an error.
    #[error("{what}: {source}{}", advice(.source))]
    Io {
        /// The operation.
        what: String,
        source: io::Error,
    },
    /// The store's engine reported an error.
    #[error("the store failed to {what}: {why}")]
    Engine {
        /// The operation.
        what: &'static str,
        /// The error.
        why: String,
    },
    /// Bytes that differ from what this program wrote.
    #[error("the stored data is damaged: {0}")]
    Damaged(String),
    /// A file that is not a backup, or differs from what was written.
    #[error("the backup cannot be used: {0}. Nothing was changed; take another backup, or copy this one again")]
    Backup(String),
    /// The store ends before a commit that is known to have been acknowledged.
    #[error(
        "the store ends at commit {found}, but commit {known} is known to have been written: commits were lost. \
         {RESTORE}"
    )]
    Shortened {
        /// The last commit of the store.
        found: u64,
        /// The commit of the high-water mark.
        known: u64,
    },
    /// The store's history is not the one that was acknowledged.
    #[error(
        "commit {n} of the store is not the commit {n} that was acknowledged (the last one is {found}): the histories \
         differ. {RESTORE}"
    )]
    OtherHistory {
        /// The commit of the high-water mark.
        n: u64,
        /// The last commit of the store.
        found: u64,
    },
    /// The server keys that the records were written with are missing.
    #[error(
        "{} is missing, and the data was written with it. Restore the file from your copy. \
         {NEW_KEYS}", .0.display()
    )]
    KeysMissing(PathBuf),
    /// The server keys are not those that the records were written with.
    #[error(
        "{} is not the file that the data was written with: a key is missing or changed (new ones are added at the \
         end). Restore the former file from your copy. {NEW_KEYS}",
        .0.display()
    )]
    KeysChanged(PathBuf),
    /// The file of server keys is unreadable.
    #[error(
        "{} must have one line for each key, `ID HEX`, with ascending ids and 64 hex characters. Restore the file \
         from your copy; to continue without it, move it away first. {NEW_KEYS}", .0.display()
    )]
    KeysUnreadable(PathBuf),
    /// The file of personal keys lacks the key of an account, or has a different one.
    #[error(
        "personal.keys has no key that opens the data of {0}: it belongs to another store, or it is damaged. Restore the \
         right one, or move the data directory away and bring back a backup with \
         `turnstone restore FILE`"
    )]
    PersonalKeyMissing(String),
    /// A file of keys that other users may read.
    #[error(
        "other users may read {} (mode {mode:03o}). With it they can act as the server or read personal data. If no other \
         user has read it, `chmod 600` it and start again; otherwise treat it as compromised and start with new keys", 
        .file.display()
    )]
    Readable { file: PathBuf, mode: u32 },
    /// A data directory in which other users can replace the files.
    #[error(
        "any user may replace the files of {} (mode {mode:03o}), and another user owns it: change its owner to the user \
         that the server runs as (chown), or remove the write permission of others (chmod o-w)", .directory.display()
    )]
    Writable { directory: PathBuf, mode: u32 },
    /// The data directory was moved or replaced.
    #[error(
        "the data directory {} was removed or replaced while the server ran: further writes would be lost. Move \
         the directory back if it was moved, and start again", .0.display()
    )]
    Gone(PathBuf),
    /// Another process uses the data directory.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// A path that must be empty or absent is not.
    #[error("{} exists already and is not empty", .0.display())]
    NotEmpty(PathBuf),
}

/// What the operator can do about an error of the operating system. A backup helps with none of these.
fn advice(error: &io::Error) -> &'static str {
    let kind = error.kind();
    if kind == ErrorKind::PermissionDenied {
        ". The data directory and its contents must belong to the user that runs this"
    } else if matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
        ". Make room on the disk and start again: everything acknowledged is stored"
    } else if kind == ErrorKind::ReadOnlyFilesystem {
        ". The file system is read-only: mount it for writing"
    } else {
        ""
    }
}

impl StorageError {
    /// An error of the disk or the operating system, for `map_err`.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}

/// Why a group commit was not written. After any of these but [`AppendError::Full`] the handle accepts no more.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The head is not the one that the writer expected, so there is another writer. Nothing was written.
    #[error("another writer has taken over")]
    Fenced,
    /// The group commit may have been written or not; opening again decides it.
    #[error("it is unknown whether the group commit was written: {0}")]
    Unknown(StorageError),
    /// The group commit is larger than a commit may be. Nothing was written.
    #[error(transparent)]
    Full(#[from] crate::group::GroupFullError),
    /// Nothing was written: the handle failed, now or earlier.
    #[error("storage is broken: {0}")]
    Broken(String),
}
