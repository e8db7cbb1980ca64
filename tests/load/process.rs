//! A server process for the measurement, and its resource use as the system reports it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    data: Option<PathBuf>,
    binary: PathBuf,
}

/// Clock ticks a second in `/proc/<pid>/stat`, on every relevant Linux.
const TICKS: f64 = 100.0;

impl Server {
    /// A turnstone server on a data directory, with its rate limits off.
    pub(crate) fn turnstone(binary: &Path, data: &Path, durability: &str) -> Self {
        Self::with(Command::new(binary), binary, data, durability)
    }

    /// The same, started by a command with settings of its own.
    pub(crate) fn with(mut command: Command, binary: &Path, data: &Path, durability: &str) -> Self {
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data);
        for limit in
            ["REQUESTS_PER_MINUTE", "MOVES_PER_MINUTE", "CREDENTIAL_PER_MINUTE", "TABLES_PER_DAY", "ACTIVE_TABLES"]
        {
            command.env(format!("TURNSTONE_LIMITS__{limit}"), "0");
        }
        for limit in ["ANONYMOUS_PER_MINUTE", "CONNECTIONS_PER_ADDRESS"] {
            command.env(format!("TURNSTONE_LIMITS__{limit}"), "0");
        }
        command.env("TURNSTONE_STORAGE__DURABILITY", durability);
        Self::start(command, binary, Some(data.to_owned()))
    }

    /// This program as the bare echo.
    pub(crate) fn echo() -> Self {
        let binary = std::env::current_exe().unwrap();
        let mut command = Command::new(&binary);
        command.arg("--echo");
        Self::start(command, &binary, None)
    }

    fn start(mut command: Command, binary: &Path, data: Option<PathBuf>) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, after) = line.split_once("http://")?;
            after.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ':')).next()?.parse().ok()
        });
        // The rest of its output is read, so that it never blocks.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address: address.expect("a server prints its address"), data, binary: binary.to_owned() }
    }

    /// An invitation that many can use.
    pub(crate) fn invite(&self, uses: usize) -> String {
        let data = self.data.as_ref().expect("only turnstone invites");
        let output = Command::new(&self.binary)
            .args(["invite", "--json", "--uses", &uses.to_string(), "--data"])
            .arg(data)
            .output()
            .unwrap();
        assert!(output.status.success(), "no invitation: {}", String::from_utf8_lossy(&output.stderr));
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["inviteCode"].as_str().unwrap().to_owned()
    }

    /// CPU time of the process so far, user and system.
    pub(crate) fn cpu(&self) -> Duration {
        cpu_of(&self.child.id().to_string())
    }

    /// Resident memory.
    pub(crate) fn rss_bytes(&self) -> u64 {
        rss_bytes_of(self.child.id())
    }
}

/// Resident memory of a process.
pub(crate) fn rss_bytes_of(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}

/// CPU time of a process so far, by its id or `self`.
pub(crate) fn cpu_of(process: &str) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let ticks = |at: usize| fields[at].parse::<f64>().unwrap();
    // Fields 14 and 15 of proc(5), counted after the name.
    Duration::from_secs_f64((ticks(11) + ticks(12)) / TICKS)
}

/// Stop it as a power failure would: kill -9.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The value at this percentile of sorted ones; zero if there are none.
pub(crate) fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}
