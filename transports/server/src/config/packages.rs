//! The packages that the server hands out: those of a folder, or those that were built in.

use super::{Config, ConfigError};
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use turnstone_documents::packages::Packages;

/// The name and the content of each package that was built in.
static BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/packages.rs"));
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// In bytes. An engine for Python has a few million.
const MAX_PACKAGE_BYTES: u64 = 64 << 20;

impl Config {
    /// The packages of this version.
    pub fn packages(&self) -> Result<Packages, ConfigError> {
        let Some(folder) = &self.server.clients else {
            let files = BUILT_IN.iter().map(|(name, content)| ((*name).to_owned(), (*content).into()));
            return Ok(Packages::new(VERSION, files));
        };
        let files = packages_in(folder);
        let files = files.map_err(|error| ConfigError(format!("server.clients {}: {error}", folder.display())))?;
        Ok(Packages::new(VERSION, files.into_iter().map(|(name, content)| (name, content.into()))))
    }
}

/// The files in a folder that have the name of a package of this version.
fn packages_in(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if Packages::is_one(VERSION, &name) {
            let content = whole(&entry.path()).map_err(|error| io::Error::other(format!("{name}: {error}")))?;
            found.push((name, content));
        }
    }
    Ok(found)
}

fn whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    fs::File::open(path)?.take(MAX_PACKAGE_BYTES + 1).read_to_end(&mut content)?;
    if content.len() as u64 > MAX_PACKAGE_BYTES {
        return Err(io::Error::other("is larger than 64 MiB"));
    }
    Ok(content)
}
