//! Handles: their form, and which of them are reserved.

use crate::credentials::ServerKeys;
use crate::handled::invalid;
use crate::rejection::Rejection;
use crate::state::Transaction;

/// Reserved handles. Those that start with `gone-` belong to erased accounts.
const RESERVED: [&str; 6] = ["house", "admin", "system", "guest", "anonymous", "me"];
const SHELL: &str = "gone-";

/// A typed handle, normalised for a lookup.
pub(crate) fn plain_handle(typed: &str) -> String {
    typed.trim().to_lowercase()
}

/// The canonical form of a handle: lowercase, a letter first, then letters, digits, `_` and `-`, 3 to 20 in all.
pub(crate) fn canonical_handle(typed: &str) -> Result<String, Rejection> {
    let handle = plain_handle(typed);
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    let well_formed = (3..=20).contains(&handle.len())
        && handle.starts_with(|c: char| c.is_ascii_lowercase())
        && handle.chars().all(plain);
    if !well_formed {
        let problem = "must be 3 to 20 letters, digits, _ or -, and begin with a letter";
        return Err(invalid("handle", problem));
    }
    Ok(handle)
}

/// Reject a reserved handle.
pub(crate) fn reject_reserved(handle: &str) -> Result<(), Rejection> {
    if RESERVED.contains(&handle) || handle.starts_with(SHELL) {
        return Err(invalid("handle", "is reserved"));
    }
    Ok(())
}

/// Whether a handle was freed by an erasure and cannot be taken yet.
pub(crate) fn is_kept_free(tx: &Transaction<'_>, keys: &ServerKeys, handle: &str) -> bool {
    let hash = keys.keyed_hash("freed", handle);
    tx.freed.get(&hash).is_some_and(|row| row.free_at > tx.now)
}
