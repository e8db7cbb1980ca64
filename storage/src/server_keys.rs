//! The file of the server's root secrets: one line a key, its id and 64 hex characters, oldest first. A line added at
//! the end rotates the key; the oldest must stay as long as codes derived from it are to be repeated.

use crate::failure::Failure;
use crate::files::{private, sync_directory};
use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use turnstone_core::credentials::ServerKeys;
use turnstone_core::secret::Key;

pub(crate) const FILE: &str = "server.keys";

/// The keys of the data directory; on a first start, a new one.
pub(crate) fn open(directory: &Path) -> Result<ServerKeys, Failure> {
    if let Some(text) = read(directory)? {
        return parse(&text);
    }
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| Failure::io("draw the server key")(error.into()))?;
    let mut text = String::from("1 ");
    for byte in key {
        write!(text, "{byte:02x}").expect("a string takes all");
    }
    text.push('\n');
    write(directory, &text)?;
    parse(&text)
}

/// The file's text, if there is one.
pub(crate) fn read(directory: &Path) -> Result<Option<String>, Failure> {
    match std::fs::read_to_string(directory.join(FILE)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::io("read the server keys")(error)),
    }
}

/// Make the file, which is not there yet.
pub(crate) fn write(directory: &Path, text: &str) -> Result<(), Failure> {
    let write = || {
        let mut file = private().write(true).create_new(true).open(directory.join(FILE))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(Failure::io("write the server keys"))?;
    sync_directory(directory)
}

pub(crate) fn parse(text: &str) -> Result<ServerKeys, Failure> {
    let keys: Option<Vec<(u32, Key)>> = text.lines().filter(|line| !line.trim().is_empty()).map(line).collect();
    match keys {
        Some(keys) if !keys.is_empty() && keys.is_sorted_by(|a, b| a.0 < b.0) => Ok(ServerKeys::new(keys)),
        Some(_) | None => Err(Failure::Damaged(format!(
            "{FILE} must have one line for each key, `ID HEX`, with ascending ids and 64 hex characters"
        ))),
    }
}

fn line(line: &str) -> Option<(u32, Key)> {
    let (id, hex) = line.trim().split_once(' ')?;
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    let mut key = [0; 32];
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some((id.parse().ok()?, Key(key)))
}
