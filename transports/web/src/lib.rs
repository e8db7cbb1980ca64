//! The web client: what lies in `site`, embedded when the program is built. One shell, `app.html`, is shown at the path of
//! every page; what it loads lies in `site/assets` and is served in one folder that is named by the hash of it all, so
//! that files name each other by relative paths and may be kept for ever.

use rust_embed::Embed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// The paths of the pages, with placeholders in braces.
pub const PAGES: [&str; 17] = [
    "/",
    "/play",
    "/join",
    "/signin",
    "/lobby",
    "/new",
    "/daily",
    "/leaderboard",
    "/games",
    "/account",
    "/history",
    "/ledger",
    "/agents",
    "/players/{handle}",
    "/parties/{id}",
    "/tables/{id}",
    "/tables/{id}/replay",
];

/// The service worker: it has to be served from where its pages are.
pub const WORKER: &str = "sw.js";
/// What browsers read to install the client.
pub const MANIFEST: &str = "manifest.webmanifest";
/// The icon.
pub const ICON: &str = "icon.svg";

const SHELL: &str = "app.html";
const ASSETS: &str = "assets/";

#[derive(Embed)]
#[folder = "site"]
struct EmbeddedSite;

/// A file of the client.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it lies: in the folder of the assets, or beside the shell.
    pub path: String,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it.
    pub body: Cow<'static, [u8]>,
}

/// The files that the shell loads, by their paths in one folder.
#[derive(Debug)]
pub struct Assets {
    /// The path of the folder, without a slash at the end.
    pub folder: String,
    /// The files, by path.
    pub files: Vec<File>,
}

impl Assets {
    /// Those that are embedded.
    pub fn embedded() -> Self {
        let names = EmbeddedSite::iter().filter(|name| name.starts_with(ASSETS));
        Self::new(names.filter_map(|name| file(&name, &name[ASSETS.len()..])).collect())
    }

    fn new(mut files: Vec<File>) -> Self {
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Self { folder: format!("/{ASSETS}{}", hash(&files)), files }
    }
}

/// The first 16 hex digits of a hash over the names and contents of files.
fn hash(files: &[File]) -> String {
    let mut hash = Sha256::new();
    for File { path, body, .. } in files {
        // Each part with its length, so that none runs into the next.
        for part in [path.as_bytes(), body] {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
            hash.update(part);
        }
    }
    hex::encode(&hash.finalize()[..8])
}

/// The file of this name beside the shell.
pub fn file_beside(name: &str) -> Option<File> {
    file(name, name)
}

/// The shell of all pages.
pub fn shell(assets: &Assets, push_key: &str) -> String {
    let shell =
        EmbeddedSite::get(SHELL).map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default();
    shell.replace("{{assets}}", &assets.folder).replace("{{push_key}}", push_key)
}

fn file(name: &str, path: &str) -> Option<File> {
    let file = EmbeddedSite::get(name)?;
    Some(File { path: path.to_owned(), media_type: media_type(path)?, body: file.data })
}

/// What a file is by its name; what is nothing of this is not served.
fn media_type(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml; charset=utf-8"),
        "webmanifest" => Some("application/manifest+json; charset=utf-8"),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
