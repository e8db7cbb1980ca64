//! The commit that a build reports is that of its own sources, in any place.

use crate::turnstone::{Home, stderr};
use build::{commit_of, packages_in};
use std::io::Write;
use std::path::{Path, PathBuf};

#[path = "../../transports/server/build.rs"]
#[allow(dead_code, reason = "its main function is for cargo")]
mod build;

/// Files as a repository of the project has them.
fn sources(at: &Path) -> PathBuf {
    for folder in ["core", "storage", "transports/server"] {
        std::fs::create_dir_all(at.join(folder)).unwrap();
        std::fs::write(at.join(folder).join("Cargo.toml"), "[package]\n").unwrap();
    }
    std::fs::write(at.join("README.md"), "read me\n").unwrap();
    at.join("transports/server")
}

#[test]
fn a_build_contains_the_packages_of_a_folder_of_this_version_only() {
    let home = Home::new();
    let folder = home.path("packages");
    std::fs::create_dir_all(&folder).unwrap();
    let rejected = || std::panic::catch_unwind(|| packages_in(&folder)).is_err();
    assert!(rejected(), "it is empty");
    let version = env!("CARGO_PKG_VERSION");
    for name in [&format!("turnstone-games-client-{version}.tgz"), "SHA256SUMS"] {
        std::fs::write(folder.join(name), name).unwrap();
    }
    let path = folder.join(format!("turnstone-games-client-{version}.tgz"));
    let expected = format!("&[(\"turnstone-games-client-{version}.tgz\", include_bytes!({path:?})),]");
    assert_eq!(packages_in(&folder), expected);
    std::fs::write(folder.join("turnstone_client-0.0.9-py3-none-any.whl"), "").unwrap();
    assert!(rejected(), "a package has another version");
    assert!(std::panic::catch_unwind(|| packages_in(Path::new("target/clients"))).is_err(), "the path is relative");
}

fn git(home: &Home, directory: &str, command: &str) {
    let who = "-c user.name=ada -c user.email=ada@example.org -c init.defaultBranch=main";
    let output = home.shell(&format!("git -C '{directory}' {who} {command}")).output().unwrap();
    assert!(output.status.success(), "{command}: {}", stderr(&output));
}

fn has_git(home: &Home) -> bool {
    let found = home.shell("git --version").output().unwrap().status.success();
    if !found {
        // Not by a macro: the test harness captures what macros print.
        let _ = writeln!(std::io::stderr(), "SKIPPED: there is no git here");
    }
    found
}

#[test]
fn a_build_names_the_commit_of_its_sources_and_whether_they_differ() {
    let home = Home::new();
    if !has_git(&home) {
        return;
    }
    let package = sources(&home.path("own"));
    assert!(commit_of(&package).is_none(), "an archive");
    git(&home, "own", "init -q");
    assert!(commit_of(&package).is_none(), "nothing is committed");
    git(&home, "own", "add .");
    git(&home, "own", "commit -q -m first");
    let first = commit_of(&package).unwrap();
    assert!(first.sha.len() == 40 && !first.is_dirty, "{}", first.sha);
    assert!(first.watched.iter().all(|path| path.exists()), "{:?}", first.watched);
    std::fs::write(home.path("own/README.md"), "read this\n").unwrap();
    assert!(!commit_of(&package).unwrap().is_dirty, "the program does not link it");
    std::fs::write(home.path("own/core/Cargo.toml"), "[package] # changed\n").unwrap();
    assert!(commit_of(&package).unwrap().is_dirty);

    // Another worktree of the same repository is at its own commit.
    git(&home, "own", "worktree add -q -b other ../other");
    git(&home, "own", "commit -q -a -m second");
    let (second, other) = (commit_of(&package).unwrap(), commit_of(&home.path("other/transports/server")).unwrap());
    assert!(second.sha != first.sha && !second.is_dirty);
    assert_eq!((other.sha.as_str(), other.is_dirty), (first.sha.as_str(), false));
    let watches = |path: &Path| path.to_string_lossy().contains("worktrees/other");
    assert!(other.watched.iter().any(|path| watches(path)), "{:?}", other.watched);
}

#[test]
fn a_build_within_another_repository_names_no_commit() {
    let home = Home::new();
    if !has_git(&home) {
        return;
    }
    std::fs::create_dir_all(home.path("theirs")).unwrap();
    git(&home, "theirs", "init -q");
    git(&home, "theirs", "commit -q --allow-empty -m theirs");
    assert!(commit_of(&sources(&home.path("theirs/vendor/turnstone"))).is_none());
}
