//! The nightly backup: it is verified by a restore, and only the newest ones are kept.

use crate::turnstone::{Home, exists};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Output;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/ship/turnstone-backup");
/// Backups of former nights, and a foreign file.
const BEFORE: [&str; 4] =
    ["turnstone-2029-12-29T033000Z", "turnstone-2029-12-30T033000Z", "turnstone-2029-12-31T033000Z", "turnstone-notes"];

/// A directory with backups of former nights.
fn place() -> Home {
    let home = Home::new();
    for folder in ["backups", "scratch"] {
        std::fs::create_dir(home.path(folder)).unwrap();
    }
    for name in BEFORE {
        std::fs::write(home.path("backups").join(name), "").unwrap();
    }
    home
}

fn files(home: &Home, folder: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(home.path(folder)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// A night, with programs from this directory. `date` reports the year 2030.
fn night(home: &Home, programs: &Path) -> Output {
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let line = format!("'{SCRIPT}' data backups 2");
    home.shell(&line).env("PATH", path).env("TMPDIR", home.path("scratch")).output().unwrap()
}

/// Programs that take precedence: a clock, and `turnstone`, one of whose commands fails.
fn programs(home: &Home, now: &str, fails: &str) -> std::path::PathBuf {
    let folder = home.path("programs");
    std::fs::create_dir_all(&folder).unwrap();
    let turnstone = format!("#!/bin/sh\n[ \"$1\" != '{fails}' ] && exec '{}' \"$@\"\nexit 1\n", crate::binary());
    for (name, text) in [("turnstone", turnstone), ("date", format!("#!/bin/sh\necho {now}\n"))] {
        std::fs::write(folder.join(name), text).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder.join(name), mode).unwrap();
    }
    folder
}

#[test]
fn each_night_leaves_a_verified_backup_and_the_configured_number() {
    let home = place();
    let server = home.serve("data");
    let ada = server.join(home.invited("data", &["invite"]).trim(), "ada");
    let first = night(&home, &programs(&home, "2030-01-01T033000Z", "nothing"));
    assert!(first.status.success(), "{first:?}");
    assert!(exists(&home.path("data/backup.verified")), "the time of the newest verified backup, for the metrics");
    let left = ["turnstone-2029-12-31T033000Z", "turnstone-2030-01-01T033000Z", "turnstone-notes"];
    assert_eq!(files(&home, "backups"), left.map(str::to_owned).into(), "beside a server");
    server.stop();
    let second = night(&home, &programs(&home, "2030-01-02T033000Z", "nothing"));
    assert!(second.status.success(), "{second:?}");
    let left = ["turnstone-2030-01-01T033000Z", "turnstone-2030-01-02T033000Z", "turnstone-notes"];
    assert_eq!(files(&home, "backups"), left.map(str::to_owned).into(), "and without one");
    assert_eq!(files(&home, "scratch"), BTreeSet::new(), "no key is left behind");

    home.reported("again", &["restore", "backups/turnstone-2030-01-01T033000Z"]);
    assert!(!exists(&home.path("again/server.keys")), "nor in the backup");
    std::fs::copy(home.path("data/server.keys"), home.path("again/server.keys")).unwrap();
    let again = home.serve("again");
    assert_eq!(ada.get(&again, "/api/me").json()["balance"], json!(1000));
}

#[test]
fn a_failed_night_removes_no_backup() {
    let home = place();
    home.serve("data").stop();
    let good: BTreeSet<String> = BEFORE.map(str::to_owned).into();
    for fails in ["backup", "restore", "check"] {
        assert!(!exists(&home.path("data/backup.verified")));
        let output = night(&home, &programs(&home, "2030-01-01T033000Z", fails));
        assert!(!output.status.success(), "{fails}: {output:?}");
        let unchecked = ["turnstone-2030-01-01T033000Z.unchecked".to_owned()];
        let left: BTreeSet<String> = files(&home, "backups").difference(&unchecked.into()).cloned().collect();
        assert_eq!(left, good, "{fails}");
        assert_eq!(files(&home, "scratch"), BTreeSet::new(), "{fails}");
    }
    let output = night(&home, &programs(&home, "2030-01-02T033000Z", "nothing"));
    assert!(output.status.success(), "{output:?}");
    let left = ["turnstone-2029-12-31T033000Z", "turnstone-2030-01-02T033000Z", "turnstone-notes"];
    assert_eq!(files(&home, "backups"), left.map(str::to_owned).into(), "the unchecked backup is gone");
}
