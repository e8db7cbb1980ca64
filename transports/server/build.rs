//! Tells the program which commit it is built from, as `TURNSTONE_COMMIT_SHA`, and as `TURNSTONE_DIRTY` whether its
//! sources differ from that. Builds from an archive can set the first one in the environment. Without git, or in a
//! directory that git does not know, neither is set: nothing here stops a build.

#![allow(clippy::print_stdout, reason = "that is how a build script speaks")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program is made of, seen from this package.
const SOURCES: [&str; 6] =
    ["../../Cargo.toml", "../../Cargo.lock", "../../.cargo", "../../core", "../../storage", ".."];

fn main() {
    println!("cargo:rerun-if-env-changed=TURNSTONE_COMMIT_SHA");
    println!("cargo:rerun-if-changed=build.rs");
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

/// The commit that a package stands at.
pub(crate) struct BuildCommit {
    pub(crate) sha: String,
    /// Whether something of which the program is made was changed since.
    pub(crate) is_dirty: bool,
    /// When one of these changes, all of this may.
    pub(crate) watched: Vec<PathBuf>,
}

/// `None` if git does not say, or if the package only lies in somebody else's repository.
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
    // A path that is not there would have the script run at every build.
    let watched = watched.into_iter().filter_map(in_git).chain(in_package).filter(|path| path.exists()).collect();
    Some(BuildCommit { sha, is_dirty, watched })
}

/// What git says, if it does.
fn git(directory: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    // Looking must not wait for somebody who writes.
    let output = command.args(arguments).current_dir(directory).env("GIT_OPTIONAL_LOCKS", "0").output().ok()?;
    let told = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| told.trim().to_owned())
}
