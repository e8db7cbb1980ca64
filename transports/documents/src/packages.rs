//! The packages that a server hands out at `/clients/`: its clients and its engine, of its own version. The documents show
//! how each is installed, with the digest that the line checks.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use serde_json::{Value, json};
use sha2::{Digest, Sha256, Sha512};
use std::fmt::{Debug, Formatter, Write};
use std::sync::Arc;

/// The path of their list.
pub const LIST: &str = "/clients";
const OPERATOR: &str = "This is the copy of this server's operator, and the line checks its digest. The project's own \
                        digests are in the file `SHA256SUMS` of its release.";
/// The sections of documents by the names of their marks.
const SECTIONS: [(&str, &[PackageKind]); 4] = [
    ("python", &[PackageKind::Python]),
    ("typescript", &[PackageKind::TypeScript]),
    ("engine", &[PackageKind::Engine]),
    ("clients", &[PackageKind::Python, PackageKind::TypeScript]),
];

/// What a package is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PackageKind {
    /// The client for Python.
    Python,
    /// The client for npm.
    TypeScript,
    /// The engine for Python, for one kind of machine.
    Engine,
    /// The sources of a package for Python. Only the list has them.
    Sources,
}

/// How a text shows commands.
#[derive(Clone, Copy)]
pub(crate) enum Commands {
    /// As a block with fences.
    Fenced,
    /// As indented lines.
    Indented,
}

/// A file that an installer takes.
pub struct Package {
    kind: PackageKind,
    name: String,
    /// Its content.
    pub bytes: Bytes,
    /// In hex.
    sha256: String,
    /// The digest in the form of npm: `sha512-` and base64.
    integrity: String,
}

/// The packages of a server, by kind and name. A copy shares them.
#[derive(Clone, Default)]
pub struct Packages {
    version: Arc<str>,
    packages: Arc<[Package]>,
}

impl Packages {
    /// Those of these files, by name and content, that are packages of this version. All others are ignored.
    pub fn new(version: &str, files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let packages = files.into_iter().filter_map(|(name, bytes)| Package::new(version, name, bytes));
        let mut packages: Vec<Package> = packages.collect();
        packages.sort_by(|one, other| (one.kind, &one.name).cmp(&(other.kind, &other.name)));
        Self { version: version.into(), packages: packages.into() }
    }

    /// Whether a file of this name is a package of this version.
    pub fn is_one(version: &str, name: &str) -> bool {
        PackageKind::of(version, name).is_some()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.packages.iter().map(|package| &*package.name)
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Package> {
        self.packages.iter()
    }

    /// A document in which each mark such as `<!-- packages: python -->` is replaced by how these packages are installed.
    /// Without them nothing takes its place: the document itself says how to build them.
    pub(crate) fn fill(&self, document: &str, base_url: &str) -> String {
        SECTIONS.iter().fold(document.to_owned(), |text, (name, kinds)| {
            text.replace(&format!("<!-- packages: {name} -->"), &self.section(kinds, base_url))
        })
    }

    /// How packages of these kinds are installed from a server at this address, as Markdown.
    fn section(&self, kinds: &[PackageKind], base_url: &str) -> String {
        let those: Vec<&Package> = self.iter().filter(|package| kinds.contains(&package.kind)).collect();
        if those.is_empty() {
            return String::new();
        }
        let lines: Vec<String> = those.iter().map(|package| package.install(base_url)).collect();
        let notes: String = those.iter().filter_map(|package| package.note(base_url)).collect();
        format!("From this server:\n\n```sh\n{}\n```\n\n{OPERATOR}{notes}", lines.join("\n"))
    }

    /// The paragraph of `/skill.md` and `/llms.txt` about clients.
    pub(crate) fn paragraph(&self, base_url: &str, form: Commands) -> String {
        let pages = format!(
            "{base_url}/docs/python and {base_url}/docs/typescript describe them, {base_url}/docs/engine the rules as a \
             library for Python"
        );
        let those = self.iter().filter(|package| package.kind != PackageKind::Sources);
        let lines: Vec<String> = those.map(|package| package.install(base_url)).collect();
        if lines.is_empty() {
            return format!(
                "Programs in Python and TypeScript can use clients, which are built from a clone of the project. {pages}."
            );
        }
        let block = match form {
            Commands::Fenced => format!("```sh\n{}\n```", lines.join("\n")),
            Commands::Indented => format!("    {}", lines.join("\n    ")),
        };
        format!(
            "Programs in Python and TypeScript can use the clients that fit this server:\n\n{block}\n\nEach line checks the \
             digest of this operator's copy; the project's own digests are in the file `SHA256SUMS` of its release. \
             {pages}. {base_url}{LIST}/ lists all files."
        )
    }

    /// The list for people, as Markdown.
    pub(crate) fn page(&self, base_url: &str) -> String {
        let mut page = "# Packages\n\n".to_owned();
        if self.packages.is_empty() {
            page.push_str(
                "This server hands out no packages. The pages [Python client](/docs/python), [TypeScript \
                 client](/docs/typescript) and [Engine for Python](/docs/engine) say how to build them from a clone of \
                 the project.\n",
            );
            return page;
        }
        let version = &self.version;
        write!(
            page,
            "The clients and the engine of version {version}, which is the version of this server. These are the copies of \
             this server's operator. Each line checks the digest of the file that it installs. The project's own digests \
             are in the file `SHA256SUMS` of its release.\n\nPrograms that do not accept HTML get this list as JSON from \
             {base_url}{LIST}/.\n"
        )
        .expect("writing to a String cannot fail");
        for package in self.iter() {
            let Package { kind, name, bytes, sha256, .. } = package;
            let (what, size, install) = (kind.words(), bytes.len().div_ceil(1000), package.install(base_url));
            let note = package.note(base_url).unwrap_or_default();
            write!(
                page,
                "\n## {name}\n\n{what}. [Download]({LIST}/{name}#sha256={sha256}), {size} kB.\n\n\
                 ```sh\n{install}\n```\n\nsha256: `{sha256}`{note}\n"
            )
            .expect("writing to a String cannot fail");
        }
        page
    }

    /// The list for programs.
    pub fn json(&self, base_url: &str) -> Value {
        let entry = |package: &Package| {
            json!({
                "name": package.name,
                "url": package.url(base_url),
                "size": package.bytes.len(),
                "sha256": package.sha256,
                "integrity": package.integrity,
                "install": package.install(base_url),
            })
        };
        json!({ "version": &*self.version, "packages": self.iter().map(entry).collect::<Vec<_>>() })
    }
}

impl Debug for Packages {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl Package {
    fn new(version: &str, name: String, bytes: Bytes) -> Option<Self> {
        let kind = PackageKind::of(version, &name)?;
        let sha256 = hex::encode(Sha256::digest(&bytes));
        let integrity = format!("sha512-{}", BASE64.encode(Sha512::digest(&bytes)));
        Some(Self { kind, name, bytes, sha256, integrity })
    }

    /// Its path on a server.
    pub fn path(&self) -> String {
        format!("{LIST}/{}", self.name)
    }

    fn url(&self, base_url: &str) -> String {
        format!("{base_url}{}", self.path())
    }

    /// The command that checks its digest and installs it.
    fn install(&self, base_url: &str) -> String {
        let Self { name, sha256, .. } = self;
        let url = self.url(base_url);
        match self.kind {
            // pip compares the digest in the fragment.
            PackageKind::Python | PackageKind::Engine | PackageKind::Sources => {
                format!("pip install {url}#sha256={sha256}")
            }
            // npm takes no digest for an address.
            PackageKind::TypeScript => {
                format!("curl -fsSO {url} && echo \"{sha256}  {name}\" | sha256sum -c && npm install ./{name}")
            }
        }
    }

    /// A further paragraph.
    fn note(&self, base_url: &str) -> Option<String> {
        let (url, integrity) = (self.url(base_url), &self.integrity);
        (self.kind == PackageKind::TypeScript).then(|| {
            format!(
                "\n\nWhere there is no `sha256sum`, run `npm install {url}`, and compare: `package-lock.json` must then have \
                 the integrity `{integrity}`."
            )
        })
    }
}

impl PackageKind {
    /// Of a file of this name, if it is a package of this version.
    fn of(version: &str, name: &str) -> Option<Self> {
        // A name is a part of a path and of a command: nothing in it may need quotes.
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)) {
            return None;
        }
        let rest = |package: &str| name.strip_prefix(package)?.strip_prefix(version);
        if rest("turnstone-games-client-") == Some(".tgz") {
            return Some(Self::TypeScript);
        }
        match (rest("turnstone_client-"), rest("turnstone_engine-")) {
            (Some("-py3-none-any.whl"), _) => Some(Self::Python),
            (Some(".tar.gz"), _) | (_, Some(".tar.gz")) => Some(Self::Sources),
            (_, Some(tags)) if tags.starts_with('-') && tags.ends_with(".whl") => Some(Self::Engine),
            _ => None,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Python => "The client for Python",
            Self::TypeScript => "The client for TypeScript and JavaScript",
            Self::Engine => "The engine for Python, for one kind of machine",
            Self::Sources => "The sources of a package for Python",
        }
    }
}

#[cfg(test)]
mod tests;
