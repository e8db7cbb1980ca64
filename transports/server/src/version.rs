//! The version of this build.

/// The commit that it was built from, 40 lowercase hex characters, if known.
pub fn commit() -> Option<&'static str> {
    let is_commit = |sha: &&str| sha.len() == 40 && sha.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    option_env!("TURNSTONE_COMMIT_SHA").filter(is_commit)
}

/// The version of the program, with its commit and whether the sources differed from it.
pub fn version() -> String {
    let changed = if option_env!("TURNSTONE_DIRTY").is_some() { ", with changes" } else { "" };
    let commit = commit().map(|sha| format!(" ({sha}{changed})")).unwrap_or_default();
    format!("{}{commit}", env!("CARGO_PKG_VERSION"))
}
