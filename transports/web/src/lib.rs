//! The web client: the files of `bundled`, embedded at build time; `bundle` makes it from the sources in `site`. A
//! shell, `app.html`, is served at the path of every page. Its files are in `bundled/assets` and are served in one
//! folder that is named by their common hash, so that files refer to each other by relative paths and may be cached for
//! ever.

use rust_embed::Embed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// The paths of the pages, with placeholders in braces; the shell of each, and its title before the scripts know more.
pub const PAGES: [(&str, Shell, &str); 19] = [
    ("/", Shell::Front, ""),
    ("/play", Shell::Plain, "Play now"),
    ("/friend", Shell::Plain, "Play a friend"),
    ("/join", Shell::Plain, "Join"),
    ("/signin", Shell::Plain, "Sign in"),
    ("/lobby", Shell::Plain, "Lobby"),
    ("/new", Shell::Plain, "New table"),
    ("/match", Shell::Plain, "Play a person"),
    ("/daily", Shell::Plain, "Daily deal"),
    ("/leaderboard", Shell::Plain, "Leaders"),
    ("/games", Shell::Plain, "Games and rules"),
    ("/account", Shell::Plain, "Account"),
    ("/history", Shell::Plain, "History"),
    ("/ledger", Shell::Plain, "Ledger"),
    ("/agents", Shell::Plain, "Agents and duels"),
    ("/players/{handle}", Shell::Plain, "Player"),
    ("/parties/{id}", Shell::Plain, "Party"),
    ("/tables/{id}", Shell::Table, "Table"),
    ("/tables/{id}/replay", Shell::Table, "Replay"),
];

/// What a link to a page shows where it is shared: a title, and a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Preview<'a> {
    /// The page's title, without the name of the site; empty for the front page.
    pub title: &'a str,
    /// What there is.
    pub description: &'a str,
}

impl Preview<'_> {
    /// The sentence of every page that has none of its own.
    pub const DESCRIPTION: &'static str =
        "Turn-based games for people and programs, with play-money chips and deals that anyone can check.";
}

/// The content of a page's shell: the frame of all pages, and resources that are needed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shell {
    /// The front page itself, so that it is visible before any script runs.
    Front,
    /// The scripts of a table, which would otherwise be discovered one after the other.
    Table,
    /// Nothing.
    Plain,
}

impl Shell {
    pub const ALL: [Self; 3] = [Self::Front, Self::Table, Self::Plain];
}

/// The service worker: it must be served at the root of its pages.
pub const WORKER: &str = "sw.js";
/// The manifest for installing the client.
pub const MANIFEST: &str = "manifest.webmanifest";
pub const ICON: &str = "icon.svg";
/// Pictures of the icon, for systems that take no SVG.
pub const PICTURES: [&str; 4] = ["apple-touch-icon.png", "icon-192.png", "icon-512.png", "icon-maskable.png"];

const SHELL: &str = "app.html";
const FRONT: &str = "front.html";
const DOCS: &str = "docs.html";
const TABLE: &str = "js/table.js";
const ASSETS: &str = "assets/";

#[derive(Embed)]
#[folder = "bundled"]
struct EmbeddedSite;

/// A file of the client.
#[derive(Clone, Debug)]
pub struct File {
    /// Its place: in the folder of the assets, or beside the shell.
    pub path: String,
    pub media_type: &'static str,
    /// Its content.
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
    /// The embedded files.
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
        // Each part with its length, so that the parts are separated unambiguously.
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

/// The document of a page. On other pages than the front page, its content is in a template, for links to it.
pub fn shell(assets: &Assets, push_key: &str, shell: Shell, preview: Preview<'_>) -> String {
    let front = html(FRONT);
    let (main, template) = match shell {
        Shell::Front => (front, String::new()),
        Shell::Table | Shell::Plain => (String::new(), format!("<template id=\"front-template\">{front}</template>")),
    };
    let preload = match shell {
        Shell::Table => format!("<link rel=\"modulepreload\" href=\"{}/{TABLE}\" />", assets.folder),
        Shell::Front | Shell::Plain => String::new(),
    };
    html(SHELL)
        .replace("<!-- {{preload}} -->", &preload)
        .replace("<!-- {{main}} -->", &main)
        .replace("<!-- {{template}} -->", &template)
        .replace("{{assets}}", &assets.folder)
        .replace("{{push_key}}", push_key)
        .replace("{{title}}", &escaped(&site_title(preview.title)))
        .replace("{{description}}", &escaped(preview.description))
}

/// A text as it is written in an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

fn site_title(title: &str) -> String {
    if title.is_empty() { "Turnstone".to_owned() } else { format!("{title} · Turnstone") }
}

/// The document of a page of the documentation: its title, the list of links to all pages, and its text, both as HTML.
pub fn docs(assets: &Assets, title: &str, links: &str, main: &str) -> String {
    html(DOCS)
        .replace("{{assets}}", &assets.folder)
        .replace("{{title}}", title)
        .replace("<!-- {{links}} -->", links)
        .replace("<!-- {{main}} -->", main)
}

fn html(name: &str) -> String {
    EmbeddedSite::get(name).map(|file| String::from_utf8_lossy(&file.data).trim().to_owned()).unwrap_or_default()
}

fn file(name: &str, path: &str) -> Option<File> {
    let file = EmbeddedSite::get(name)?;
    Some(File { path: path.to_owned(), media_type: media_type(path)?, body: file.data })
}

/// The media type by the file's name; files of other types are not served.
fn media_type(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "png" => Some("image/png"),
        "svg" => Some("image/svg+xml; charset=utf-8"),
        "webmanifest" => Some("application/manifest+json; charset=utf-8"),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
