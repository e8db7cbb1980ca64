//! Sets the commit of the build as `TURNSTONE_COMMIT_SHA`, and `TURNSTONE_DIRTY` if the sources differ from it. Builds
//! from an archive can set the first one in the environment. Without git, or outside a repository, neither is set. Builds
//! in the packages of a folder, if `TURNSTONE_CLIENTS` names it: only this can fail a build.

#![allow(clippy::print_stdout, reason = "a build script prints its results")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of the program, relative to this package.
const SOURCES: [&str; 6] =
    ["../../Cargo.toml", "../../Cargo.lock", "../../.cargo", "../../core", "../../storage", ".."];

fn main() {
    println!("cargo:rerun-if-env-changed=TURNSTONE_COMMIT_SHA");
    println!("cargo:rerun-if-env-changed=TURNSTONE_CLIENTS");
    println!("cargo:rerun-if-changed=build.rs");
    let packages = std::env::var_os("TURNSTONE_CLIENTS").map(|folder| packages_in(Path::new(&folder)));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let written = std::fs::write(out.join("packages.rs"), packages.unwrap_or_else(|| "&[]".to_owned()));
    written.expect("the folder for generated files can be written");
    let Some(package) = std::env::var_os("CARGO_MANIFEST_DIR") else { return };
    if std::env::var_os("TURNSTONE_COMMIT_SHA").is_some() {
        return;
    }
    let Some(commit) = commit_of(Path::new(&package)) else { return };
    for path in &commit.watched {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    println!("cargo:rustc-env=TURNSTONE_COMMIT_SHA={}", commit.sha);
    if commit.is_dirty {
        println!("cargo:rustc-env=TURNSTONE_DIRTY=1");
    }
}

/// The packages in a folder that `transports/clients/packages` has filled, as an array of names and contents. The program
/// decides by their names what they are.
pub(crate) fn packages_in(folder: &Path) -> String {
    println!("cargo:rerun-if-changed={}", folder.display());
    // A relative path would be one from the folder of this package.
    assert!(folder.is_absolute(), "TURNSTONE_CLIENTS must be an absolute path: {}", folder.display());
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("TURNSTONE_CLIENTS {folder:?}: {error}"));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| ["whl", "gz", "tgz"].iter().any(|own| kind == *own)));
    paths.sort();
    assert!(!paths.is_empty(), "TURNSTONE_CLIENTS {folder:?} has no package: fill it with transports/clients/packages");
    let mut array = "&[".to_owned();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("the names of packages are UTF-8");
        let version = env!("CARGO_PKG_VERSION");
        assert!(name.contains(&format!("-{version}")), "TURNSTONE_CLIENTS: {name} is not of version {version}");
        let path = path.to_str().expect("the path of TURNSTONE_CLIENTS is UTF-8");
        write!(array, "({name:?}, include_bytes!({path:?})),").expect("writing to a String cannot fail");
    }
    array + "]"
}

/// The commit of a package.
pub(crate) struct BuildCommit {
    pub(crate) sha: String,
    /// Whether sources of the program were changed since.
    pub(crate) is_dirty: bool,
    /// Files whose change may change the commit.
    pub(crate) watched: Vec<PathBuf>,
}

/// `None` without git, or if the package is not part of the repository around it.
pub(crate) fn commit_of(package: &Path) -> Option<BuildCommit> {
    git(package, &["ls-files", "--error-unmatch", "Cargo.toml"])?;
    let sha = git(package, &["rev-parse", "HEAD"])?;
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let is_dirty = !git(package, &[&status[..], &SOURCES].concat())?.is_empty();
    // A commit and a checkout write to the log of HEAD, if there is one, and else to the branch.
    let mut watched = ["HEAD", "logs/HEAD", "packed-refs"].map(str::to_owned).to_vec();
    watched.extend(git(package, &["symbolic-ref", "--quiet", "HEAD"]));
    let in_git = |name: String| Some(package.join(git(package, &["rev-parse", "--git-path", &name])?));
    let in_package = SOURCES.map(|source| package.join(source));
    // A missing path would run the script at every build.
    let watched = watched.into_iter().filter_map(in_git).chain(in_package).filter(|path| path.exists()).collect();
    Some(BuildCommit { sha, is_dirty, watched })
}

/// The output of git, if it succeeds.
fn git(directory: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    // Reading must not wait for a lock.
    let output = command.args(arguments).current_dir(directory).env("GIT_OPTIONAL_LOCKS", "0").output().ok()?;
    let reported = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| reported.trim().to_owned())
}
