//! The shipped engine syncs what it acknowledges: a process writes commits under `strace`, and its system calls are read. A
//! kernel that ends loses what was written and not synced, which no test without a second machine shows.

use crate::FjallDirectory;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use turnstone_storage::{Durability, Storage};
use turnstone_storage_conformance::samples::*;

/// The variable with the directory of the process that is observed.
const OBSERVED: &str = "FJALL_OBSERVED";
/// The file that gets a byte for each acknowledged commit.
const ACKNOWLEDGED: &str = "acknowledged";
const COMMITS: u8 = 120;
const CALLS: &str = "write,writev,pwrite64,pwritev,pwritev2,ftruncate,fallocate,fsync,fdatasync,sync_file_range,msync,\
                     openat,rename,renameat,renameat2,unlink,unlinkat,mkdir,io_uring_enter";

/// What a process has written and not synced.
#[derive(Default)]
struct Unsynced {
    /// The order of calls.
    now: u64,
    /// Files, with the time of the newest write.
    files: BTreeMap<String, u64>,
    /// Names in directories that are not synced, with the time of their change.
    names: BTreeMap<String, (String, u64)>,
    known: BTreeSet<String>,
    /// Syncs that have begun, by their threads.
    syncing: BTreeMap<String, (String, u64)>,
    acknowledged: u32,
    synced: u32,
    wrong: Vec<String>,
}

impl Unsynced {
    /// Read a line of `strace -f -y`, for the files of this directory.
    fn line(&mut self, line: &str, data: &str) {
        self.now += 1;
        let Some((thread, call)) = line.split_once(' ') else { return };
        let call = call.trim_start();
        if let Some(rest) = call.strip_prefix("<... ") {
            let is_sync = rest.starts_with("fsync") || rest.starts_with("fdatasync");
            if let Some((path, began)) = self.syncing.remove(thread).filter(|_| is_sync && rest.ends_with("= 0")) {
                self.sync(&path, began);
            }
            return;
        }
        let (name, rest) = call.split_once('(').unwrap_or((call, ""));
        let path = rest.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map_or("", |(path, _)| path);
        match name {
            "io_uring_enter" | "msync" => self.wrong.push(format!("this test does not see {line}")),
            "fsync" | "fdatasync" if call.ends_with("= 0") => self.sync(path, self.now),
            "fsync" | "fdatasync" => drop(self.syncing.insert(thread.to_owned(), (path.to_owned(), self.now))),
            "openat" | "rename" | "renameat" | "renameat2" | "mkdir" => self.changes_names(name, rest, data),
            "unlink" | "unlinkat" => {}
            _ if path.ends_with(ACKNOWLEDGED) => self.acknowledge(),
            _ if path.starts_with(data) => drop(self.files.insert(path.to_owned(), self.now)),
            _ => {}
        }
    }

    fn changes_names(&mut self, call: &str, rest: &str, data: &str) {
        let named: Vec<&str> = rest.split('"').skip(1).step_by(2).collect();
        let Some(path) = named.last().filter(|path| path.starts_with(data)) else { return };
        let is_new = self.known.insert((*path).to_owned());
        if call == "openat" && !(rest.contains("O_CREAT") && is_new) {
            return;
        }
        if let (true, Some(from)) = (call.starts_with("rename"), named.first())
            && let Some(written) = self.files.remove(*from)
        {
            self.files.insert((*path).to_owned(), written);
        }
        let folder = Path::new(path).parent().unwrap_or(Path::new("")).display().to_string();
        self.names.insert((*path).to_owned(), (folder, self.now));
    }

    fn sync(&mut self, path: &str, began: u64) {
        self.synced += 1;
        self.files.retain(|file, written| file != path || *written > began);
        self.names.retain(|_, (folder, changed)| folder != path || *changed > began);
    }

    /// What a commit needs is synced. Tables are not: their rows are in the journal until they are. Nor is the mark: an unsynced
    /// one counts for one run of the system alone.
    fn acknowledge(&mut self) {
        self.acknowledged += 1;
        let needed = |path: &&String| !path.contains("/tables/") && !path.ends_with("/data/mark");
        let files: Vec<&String> = self.files.keys().filter(needed).collect();
        let names: Vec<&String> = self.names.keys().filter(needed).collect();
        if !files.is_empty() || !names.is_empty() {
            let at = self.acknowledged;
            self.wrong.push(format!("commit {at} was acknowledged without {files:?} and the names {names:?}"));
        }
    }
}

/// What the observed process does.
fn write_commits(home: &Path) {
    let mut acknowledged = fs::File::create(home.join(ACKNOWLEDGED)).unwrap();
    let mut storage = FjallDirectory::open(&home.join("data"), Durability::Sync).unwrap();
    for n in 1..=COMMITS {
        append_next(&mut storage, &put([member(n, None)])).unwrap();
        acknowledged.write_all(b".").unwrap();
    }
    storage.stop().unwrap();
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that cannot run says so")]
fn acknowledged_commits_are_synced() {
    // This test starts itself again as the observed process.
    if let Ok(home) = std::env::var(OBSERVED) {
        return write_commits(Path::new(&home));
    }
    let home = tempfile::tempdir().unwrap();
    let home_path = home.path().canonicalize().unwrap();
    let trace = home_path.join("trace");
    let observed = Command::new("strace")
        .args(["-f", "-y", "-s", "0", "-e", &format!("trace={CALLS}"), "-o"])
        .arg(&trace)
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "tests::synced::acknowledged_commits_are_synced"])
        .env(OBSERVED, &home_path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let text = fs::read_to_string(&trace).unwrap_or_default();
    if observed.is_err() || text.is_empty() {
        eprintln!("skipped: this machine has no strace, or does not let it observe a process");
        return;
    }
    let mut unsynced = Unsynced::default();
    let data = home_path.join("data").display().to_string();
    text.lines().for_each(|line| unsynced.line(line, &data));
    assert!(observed.unwrap().success(), "the observed process failed");
    assert_eq!(unsynced.acknowledged, u32::from(COMMITS), "each commit is acknowledged");
    assert!(unsynced.synced >= u32::from(COMMITS), "{} syncs", unsynced.synced);
    assert!(unsynced.wrong.is_empty(), "{:#?}", unsynced.wrong);
}

#[test]
fn a_missing_sync_is_noticed() {
    let wrong = |lines: &[&str]| {
        let mut unsynced = Unsynced::default();
        lines.iter().for_each(|line| unsynced.line(line, "/d"));
        unsynced.wrong.len()
    };
    let (create, name) =
        (r#"1 openat(AT_FDCWD</>, "/d/store/0.jnl", O_RDWR|O_CREAT) = 5</d/store/0.jnl>"#, "1 fsync(4</d/store>) = 0");
    let (write, sync) = ("1 pwrite64(5</d/store/0.jnl>, ..., 9, 0) = 9", "1 fdatasync(5</d/store/0.jnl>) = 0");
    let acknowledge = "1 write(3</acknowledged>, ..., 1) = 1";
    assert_eq!(wrong(&[create, name, write, sync, acknowledge]), 0);
    assert_eq!(wrong(&[create, write, sync, acknowledge]), 1, "the name of the file");
    assert_eq!(wrong(&[create, name, write, acknowledge, sync]), 1, "too late");
    assert_eq!(wrong(&[create, name, write, "1 fdatasync(5</d/store/0.jnl>) = -1 EIO", acknowledge]), 1, "it failed");
    let begins = "2 fdatasync(5</d/store/0.jnl> <unfinished ...>";
    let ends = "2 <... fdatasync resumed>) = 0";
    assert_eq!(wrong(&[create, name, write, begins, ends, acknowledge]), 0);
    assert_eq!(wrong(&[create, name, begins, write, ends, acknowledge]), 1, "it began before the write");
    assert_eq!(wrong(&[create, name, "1 write(5</d/store/tables/1>, ..., 9) = 9", acknowledge]), 0, "a table");
}
