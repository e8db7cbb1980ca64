//! The file of the server's root secrets: one line a key, its id and 64 hex characters, oldest first. A line added at
//! the end rotates the key; the oldest must stay as long as codes derived from it are to be repeated.

use crate::files::{sync_directory, unless_absent};
use crate::system::{Open, System, SystemFile};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::secret::Key;
use turnstone_storage::Failure;

/// Its name in the data directory.
pub const FILE: &str = "server.keys";
const NEW: &str = "server.keys.new";

/// A new key in a new file, as the file's text.
pub(crate) fn make(system: &impl System, directory: &Path) -> Result<String, Failure> {
    let key = system.random().map_err(Failure::io("draw the server key"))?;
    let mut text = String::from("1 ");
    for byte in key {
        write!(text, "{byte:02x}").expect("a string takes all");
    }
    text.push('\n');
    write(system, directory, &text)?;
    Ok(text)
}

/// The file's text, if there is one. An empty file is one that was never written.
pub(crate) fn read(system: &impl System, directory: &Path) -> Result<Option<String>, Failure> {
    let file = directory.join(FILE);
    let text = unless_absent(system.read(&file)).and_then(|bytes| bytes.map(text).transpose());
    let text = text.map_err(Failure::io(format!("read {}", file.display())))?;
    Ok(text.filter(|text| !text.is_empty()))
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8");
    String::from_utf8(bytes).map_err(no_text)
}

/// Make the file, which is not there yet, whole or not at all.
pub(crate) fn write(system: &impl System, directory: &Path, text: &str) -> Result<(), Failure> {
    let (file, new) = (directory.join(FILE), directory.join(NEW));
    let write = || {
        unless_absent(system.remove_file(&new))?;
        let mut out = system.open(&new, Open::New)?;
        out.write_all(text.as_bytes())?;
        out.sync()?;
        system.rename(&new, &file)
    };
    write().map_err(Failure::io(format!("write {}", file.display())))?;
    sync_directory(system, directory)
}

/// The keys that the text holds; `None` if it is none that this program writes or explains.
pub(crate) fn parse(text: &str) -> Option<ServerKeys> {
    let keys: Vec<(u32, Key)> = text.lines().filter(|line| !line.trim().is_empty()).map(line).collect::<Option<_>>()?;
    (!keys.is_empty() && keys.is_sorted_by(|a, b| a.0 < b.0)).then(|| ServerKeys::new(keys))
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
