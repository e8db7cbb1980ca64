//! The program as its operator runs it, and a plain HTTP/1.1 client.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A setting for a listener of the metrics.
pub(crate) const METRICS: (&str, &str) = ("TURNSTONE_SERVER__METRICS_LISTEN", "127.0.0.1:0");

/// Serve on a free port.
pub(crate) const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];

/// The timeout of any step here on a busy machine.
pub(crate) const LONG: Duration = Duration::from_secs(30);

/// A file of the project.
pub(crate) fn top(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A temporary directory for data directories and files.
pub(crate) struct Home(tempfile::TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A command in this directory, on a data directory of this name.
    pub(crate) fn command(&self, data: &str, arguments: &[&str]) -> Command {
        let mut command = self.bare(arguments);
        command.arg("--data").arg(self.path(data));
        command
    }

    /// A command in this directory without further arguments.
    pub(crate) fn bare(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(crate::binary());
        command.args(arguments);
        self.place(&mut command);
        command
    }

    /// A shell that runs some lines in this directory.
    pub(crate) fn shell(&self, lines: &str) -> Command {
        let mut command = Command::new("bash");
        command.args(["-c", lines]);
        self.place(&mut command);
        command
    }

    fn place(&self, command: &mut Command) {
        command.current_dir(self.0.path()).env_remove("RUST_LOG").stdin(Stdio::null());
        let ours = std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("TURNSTONE_"));
        for (name, _) in ours {
            command.env_remove(name);
        }
    }

    /// The same, with a limit for `ulimit` to set.
    pub(crate) fn within(&self, limit: &str, data: &str, arguments: &[&str]) -> Command {
        self.after(&format!("ulimit {limit}"), data, arguments)
    }

    /// The same, after a shell has run a command first.
    fn after(&self, first: &str, data: &str, arguments: &[&str]) -> Command {
        let plain = self.command(data, arguments);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{first} && exec \"$0\" \"$@\"")]);
        command.arg(plain.get_program()).args(plain.get_args()).current_dir(self.0.path());
        command.env_remove("RUST_LOG").stdin(Stdio::null());
        command
    }

    /// Run a command to its end.
    pub(crate) fn run(&self, data: &str, arguments: &[&str]) -> Output {
        self.command(data, arguments).output().unwrap()
    }

    /// Run a command that succeeds; returns its output.
    pub(crate) fn reported(&self, data: &str, arguments: &[&str]) -> String {
        let output = self.run(data, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Run a command that creates an invitation; returns its code.
    pub(crate) fn invited(&self, data: &str, arguments: &[&str]) -> String {
        self.reported(data, arguments).lines().next().unwrap_or_default().to_owned()
    }

    /// Run a command that fails; returns its last line on stderr.
    pub(crate) fn rejected(&self, data: &str, arguments: &[&str]) -> String {
        let output = self.run(data, arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
        stderr(&output).lines().last().unwrap_or_default().to_owned()
    }

    pub(crate) fn serve(&self, data: &str) -> Serving {
        self.serve_with(data, &[])
    }

    /// Serve with these settings in the environment, on a free port.
    pub(crate) fn serve_with(&self, data: &str, settings: &[(&str, &str)]) -> Serving {
        Self::start(self.command(data, &SERVE), settings)
    }

    /// Serve with a limit for `ulimit` to set.
    pub(crate) fn serve_within(&self, limit: &str, data: &str) -> Serving {
        self.serve_within_with(limit, data, &[])
    }

    /// The same with these settings in the environment.
    pub(crate) fn serve_within_with(&self, limit: &str, data: &str, settings: &[(&str, &str)]) -> Serving {
        Self::start(self.within(limit, data, &SERVE), settings)
    }

    /// Serve after a shell has run a command first.
    pub(crate) fn serve_after(&self, first: &str, data: &str) -> Serving {
        Self::start(self.after(first, data, &SERVE), &[])
    }

    /// Serve with more flags.
    pub(crate) fn serve_as(&self, data: &str, flags: &[&str]) -> Serving {
        Self::start(self.command(data, &[&SERVE, flags].concat()), &[])
    }

    /// Serve with these flags, and with a server's default limits.
    pub(crate) fn serve_plain(&self, data: &str, flags: &[&str]) -> Serving {
        Self::started(self.command(data, &[&SERVE, flags].concat()))
    }

    /// Serve for tests, with the operator's socket in a directory of this name.
    pub(crate) fn serve_dev(&self, socket: &str, seed: &str) -> Serving {
        let mut command = self.bare(&[&SERVE[..], &["--dev", "--seed", seed, "--socket"]].concat());
        command.arg(self.path(socket));
        Self::start(command, &[])
    }

    fn start(mut command: Command, settings: &[(&str, &str)]) -> Serving {
        for limit in ["REQUESTS", "MOVES", "CREDENTIAL", "ANONYMOUS"] {
            command.env(format!("TURNSTONE_LIMITS__{limit}_PER_MINUTE"), "0");
        }
        command.envs(settings.iter().copied());
        Self::started(command)
    }

    fn started(mut command: Command) -> Serving {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let reported = lines.find(|line| line.contains("serves at")).unwrap_or_else(|| {
            let mut why = String::new();
            child.stderr.take().unwrap().read_to_string(&mut why).unwrap();
            panic!("it does not serve: {why}")
        });
        std::thread::spawn(move || lines.for_each(drop));
        let errors = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let log = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::clone(&log);
        let reader = std::thread::spawn(move || errors.for_each(|line| written.lock().unwrap().push(line)));
        let (_, listens) = reported.split_once("http://").unwrap();
        Serving { child, address: listens.parse().unwrap(), log, reader: Some(reader) }
    }
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A running server.
pub(crate) struct Serving {
    child: Child,
    pub(crate) address: SocketAddr,
    log: Arc<Mutex<Vec<String>>>,
    reader: Option<JoinHandle<()>>,
}

impl Serving {
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether a line of its log has this text.
    pub(crate) fn has_logged(&self, text: &str) -> bool {
        self.log.lock().unwrap().iter().any(|line| line.contains(text))
    }

    /// Send SIGTERM.
    pub(crate) fn terminate(&self) {
        let killed = Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status().unwrap();
        assert!(killed.success());
    }

    /// The address of the metrics, from its log.
    pub(crate) fn metrics(&self) -> SocketAddr {
        let mut address = None;
        eventually(|| {
            let log = self.log.lock().unwrap();
            let mut lines = log.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            let reported = lines.find(|line| line["key"] == "server.metrics_listen");
            address = reported.map(|line| line["address"].as_str().unwrap().parse().unwrap());
            address.is_some()
        });
        address.unwrap()
    }

    /// Its log lines so far.
    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    /// Wait for its end: the exit code and its log lines.
    pub(crate) fn ended(mut self) -> (Option<i32>, Vec<String>) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < LONG, "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        };
        self.reader.take().unwrap().join().unwrap();
        let log = std::mem::take(&mut *self.log.lock().unwrap());
        (status.code(), log)
    }

    pub(crate) fn stop(self) {
        self.terminate();
        assert_eq!(self.ended().0, Some(0));
    }

    /// A new member with a token.
    pub(crate) fn join(&self, invite: &str, handle: &str) -> Member {
        let mut digits = 0_u64;
        handle.bytes().for_each(|byte| digits = digits * 31 % 1_000_000_007 + u64::from(byte));
        let client_ref = format!("00000000-0000-4000-8000-{digits:012}");
        let join = json!({ "inviteCode": invite, "handle": handle, "clientRef": client_ref });
        let joined = self.ask("POST", "/api/join", &[], &join.to_string());
        assert_eq!(joined.status, 200, "{}", joined.body);
        let recovery_code = joined.json()["recoveryCode"].as_str().unwrap().to_owned();
        let mut member = Member { handle: handle.to_owned(), recovery_code, token: String::new() };
        member.signs_in(self);
        member
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        ask(self.address, method, path, headers, body)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) struct Member {
    pub(crate) handle: String,
    pub(crate) recovery_code: String,
    pub(crate) token: String,
}

impl Member {
    pub(crate) fn signs_in(&mut self, server: &Serving) {
        let credentials = json!({ "handle": self.handle, "recoveryCode": self.recovery_code });
        let token = server.ask("POST", "/api/token", &[], &credentials.to_string());
        assert_eq!(token.status, 200, "{}", token.body);
        self.token = token.json()["token"].as_str().unwrap().to_owned();
    }

    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    pub(crate) fn ask(&self, server: &Serving, method: &str, path: &str, body: &Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        server.ask(method, path, &[("Authorization", &self.bearer())], &body)
    }

    pub(crate) fn get(&self, server: &Serving, path: &str) -> Answer {
        self.ask(server, "GET", path, &Value::Null)
    }

    pub(crate) fn post(&self, server: &Serving, path: &str, body: &Value) -> Value {
        let answer = self.ask(server, "POST", path, body);
        assert_eq!(answer.status, 200, "POST {path}: {}", answer.body);
        answer.json()
    }

    /// Create a table; returns its path.
    pub(crate) fn table(&self, server: &Serving, create: &Value) -> String {
        format!("/api/tables/{}", self.post(server, "/api/tables", create)["tableId"].as_str().unwrap())
    }
}

/// A whole response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    /// A header that occurs once.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(own, _)| own == name).map(|(_, value)| value.as_str());
        let value = values.next();
        assert_eq!(values.next(), None, "{name} comes twice");
        value
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{} is no JSON", self.body))
    }

    pub(crate) fn code(&self) -> Option<String> {
        self.json()["code"].as_str().map(str::to_owned)
    }
}

/// One request on a connection of its own.
pub(crate) fn ask(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
    if !body.is_empty() {
        head += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    let mut stream = connect(address);
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
    read(&mut stream)
}

/// Whether curl is installed; without it the tests that need it are skipped with a message.
pub(crate) fn has_curl() -> bool {
    let found =
        Command::new("curl").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    if !found {
        // Not by a macro: the test harness captures what macros print.
        let _ = writeln!(std::io::stderr(), "SKIPPED: there is no curl here");
    }
    found
}

/// Wait until a condition is true.
pub(crate) fn eventually(mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < LONG, "the condition never became true");
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

/// All bytes of a connection until it is closed.
pub(crate) fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap().parse().unwrap();
    let header = |line: &str| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.to_ascii_lowercase(), value.to_owned())
    };
    Answer { status, headers: lines.map(header).collect(), body: body.to_owned() }
}

/// Whether a file of the directory was written.
pub(crate) fn exists(path: &Path) -> bool {
    path.try_exists().unwrap()
}
