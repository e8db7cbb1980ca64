//! The file of the server's root secrets: one line a key, its id and 64 hex characters, oldest first. A line added at
//! the end rotates the key. The oldest must stay as long as codes derived from it must stay valid. The word `compromised`
//! after a key says that others may know it and those before it.

use crate::files::{sync_directory, unless_absent};
use crate::system::{Open, System, SystemFile};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::secret::SecretKey;
use turnstone_storage::StorageError;

/// Its name in the data directory.
pub const FILE: &str = "server.keys";
const NEW: &str = "server.keys.new";
const COMPROMISED: &str = "compromised";

/// Create the file with a new key. Returns its text.
pub(crate) fn make(system: &impl System, directory: &Path) -> Result<String, StorageError> {
    let text = draw(system)?;
    write(system, directory, &text)?;
    Ok(text)
}

/// The text of a file with a new key. Nothing is written.
pub(crate) fn draw(system: &impl System) -> Result<String, StorageError> {
    let key = system.random().map_err(StorageError::io("generate the server key"))?;
    Ok(written(1, key))
}

/// The id of the key that would be added next.
pub(crate) fn next(system: &impl System, directory: &Path) -> Result<u32, StorageError> {
    let unreadable = || StorageError::KeysUnreadable(directory.join(FILE));
    let text = read(system, directory)?.ok_or_else(|| StorageError::KeysMissing(directory.join(FILE)))?;
    let keys = parse(&text).ok_or_else(unreadable)?.fingerprints();
    keys.iter().map(|(id, _)| *id).max().and_then(|id| id.checked_add(1)).ok_or_else(unreadable)
}

/// Add a key at the end: it signs from the next start on, and what the others signed stays valid. If these are
/// compromised, the last of them is marked.
pub(crate) fn add(system: &impl System, directory: &Path, id: u32, compromised: bool) -> Result<(), StorageError> {
    let text = read(system, directory)?.ok_or_else(|| StorageError::KeysMissing(directory.join(FILE)))?;
    let mut text = text.trim_end().to_owned();
    if compromised && !text.ends_with(COMPROMISED) {
        write!(text, " {COMPROMISED}").expect("writing to a string cannot fail");
    }
    text.push('\n');
    let key = system.random().map_err(StorageError::io("generate the server key"))?;
    write(system, directory, &(text + &written(id, key)))
}

/// A key's line.
fn written(id: u32, key: [u8; 32]) -> String {
    let mut line = format!("{id} ");
    for byte in key {
        write!(line, "{byte:02x}").expect("writing to a string cannot fail");
    }
    line.push('\n');
    line
}

/// The file's text, if there is one. An empty file is one that was never written.
pub(crate) fn read(system: &impl System, directory: &Path) -> Result<Option<String>, StorageError> {
    let file = directory.join(FILE);
    let text = unless_absent(system.read(&file)).and_then(|bytes| bytes.map(text).transpose());
    let text = text.map_err(StorageError::io(format!("read {}", file.display())))?;
    Ok(text.filter(|text| !text.is_empty()))
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8");
    String::from_utf8(bytes).map_err(no_text)
}

/// Write the file, completely or not at all.
pub(crate) fn write(system: &impl System, directory: &Path, text: &str) -> Result<(), StorageError> {
    let (file, new) = (directory.join(FILE), directory.join(NEW));
    let write = || {
        unless_absent(system.remove_file(&new))?;
        let mut out = system.open(&new, Open::New)?;
        out.write_all(text.as_bytes())?;
        out.sync()?;
        system.rename(&new, &file)
    };
    write().map_err(StorageError::io(format!("write {}", file.display())))?;
    sync_directory(system, directory)
}

/// The keys in the text; `None` if it is not in the documented form.
pub(crate) fn parse(text: &str) -> Option<ServerKeys> {
    let (mut keys, mut compromised) = (Vec::new(), None);
    for text in text.lines().map(str::trim).filter(|text| !text.is_empty()) {
        let (id, key, is_compromised) = line(text)?;
        compromised = if is_compromised { Some(id) } else { compromised };
        keys.push((id, key));
    }
    if keys.is_empty() || !keys.is_sorted_by(|a, b| a.0 < b.0) {
        return None;
    }
    let keys = ServerKeys::new(keys);
    Some(match compromised {
        Some(id) => keys.with_compromised(id),
        None => keys,
    })
}

/// The id and the key of a line, and whether others may know it.
fn line(line: &str) -> Option<(u32, SecretKey, bool)> {
    let (id, rest) = line.split_once(' ')?;
    let hex = rest.strip_suffix(COMPROMISED).map_or(rest, str::trim_end);
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    let mut key = [0; 32];
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some((id.parse().ok()?, SecretKey(key), hex.len() < rest.len()))
}
