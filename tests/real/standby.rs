//! A primary and its standby, as an operator runs them: kills of both under load, promotion, the end of the old primary.

use crate::client::Client;
use crate::kills::{Ledger, is_all_there, play_until_it_ends};
use crate::turnstone::{Home, Serving, eventually, stderr};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::task::{JoinHandle, LocalSet, spawn_local};

const MEMBERS: u64 = 4;

/// Two data directories, `primary` and `standby`, with one key.
struct Pair {
    home: Home,
    /// The primary's listener for the standby.
    listen: SocketAddr,
}

/// A running standby.
struct Following(Child);

impl Drop for Following {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Pair {
    fn new() -> Self {
        let home = Home::new();
        assert!(home.bare(&["standby-key", "key"]).output().unwrap().status.success());
        let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        Self { home, listen }
    }

    fn primary(&self, mode: &str) -> Serving {
        let listen = self.listen.to_string();
        let settings = [
            ("TURNSTONE_SERVER__STANDBY_LISTEN", listen.as_str()),
            ("TURNSTONE_SERVER__STANDBY_KEY_FILE", "key"),
            ("TURNSTONE_SERVER__STANDBY", mode),
            ("TURNSTONE_SERVER__STANDBY_TIMEOUT_S", "20"),
            ("TURNSTONE_LIMITS__TABLES_PER_DAY", "0"),
        ];
        self.home.serve_with("primary", &settings)
    }

    fn standby(&self) -> Following {
        let from = format!("http://{}", self.listen);
        let mut command = self.home.command("standby", &["standby", "--from", &from]);
        command.env("TURNSTONE_SERVER__STANDBY_KEY_FILE", "key").stdout(Stdio::null()).stderr(Stdio::null());
        Following(command.spawn().unwrap())
    }

    /// The former standby, after its promotion.
    fn promoted(&self) -> Serving {
        self.home.serve_with("standby", &[("TURNSTONE_SERVER__STANDBY_KEY_FILE", "key")])
    }

    fn status(&self, data: &str) -> String {
        String::from_utf8(self.home.run(data, &["standby", "--status"]).stdout).unwrap()
    }

    fn catches_up(&self) {
        eventually(|| self.status("primary").contains("(0 behind)"));
    }
}

/// Run a scenario with members who play in the background.
fn run(scenario: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    LocalSet::new().block_on(&runtime, scenario);
}

type Players = Vec<JoinHandle<std::io::Result<()>>>;

fn play(pair: &Pair, server: &Serving, first: u64, ledger: &Ledger) -> Players {
    let invite = pair.home.invited("primary", &["invite", "--uses", "10000"]);
    let player = |number| {
        let (ledger, invite, address) = (Rc::clone(ledger), invite.clone(), server.address);
        spawn_local(async move {
            let client = Client::connect(address).await;
            play_until_it_ends(client, invite.trim(), number, &ledger).await
        })
    };
    (first..first + MEMBERS).map(player).collect()
}

async fn all_there(server: &Serving, ledger: &Ledger) {
    let mut client = Client::connect(server.address).await;
    for member in &ledger.take() {
        is_all_there(&mut client, member).await;
    }
}

/// Kill it under load.
async fn kill(server: Serving, players: Players) {
    drop(server);
    for player in players {
        assert!(player.await.unwrap().is_err(), "the server was killed");
    }
}

#[test]
fn nothing_acknowledged_is_lost_with_a_required_standby() {
    run(async {
        let (pair, ledger) = (Pair::new(), Ledger::default());
        let standby = pair.standby();
        let primary = pair.primary("required");
        let players = play(&pair, &primary, 0, &ledger);
        tokio::time::sleep(Duration::from_secs(1)).await;
        kill(primary, players).await;
        assert!(ledger.borrow().len() as u64 >= MEMBERS, "the kill came under load");
        let locked = pair.home.rejected("standby", &["promote"]);
        assert!(locked.contains("in use by another process"), "{locked}");
        drop(standby);
        let unpromoted = pair.home.rejected("standby", &["serve"]);
        assert!(unpromoted.contains("turnstone promote"), "{unpromoted}");
        let promoted = pair.home.reported("standby", &["promote"]);
        assert!(promoted.contains("last commit here: ") && promoted.contains("serves as generation 1\n"), "{promoted}");
        let server = pair.promoted();
        all_there(&server, &ledger).await;
        // The former primary learns of it, ends, and does not start again.
        let (code, log) = pair.primary("optional").ended();
        assert_eq!(code, Some(1));
        let last = log.last().unwrap();
        assert!(last.contains("was promoted, and serves as generation 1:"), "{last}");
        let again = pair.home.rejected("primary", &["serve", "--listen", "127.0.0.1:0"]);
        assert!(again.contains("was promoted, and serves as generation 1:"), "{again}");
        eventually(|| server.has_logged("has confirmed the promotion"));
        server.stop();
        assert!(pair.home.reported("standby", &["check"]).contains("all is whole"));
    });
}

#[test]
fn an_optional_standby_has_what_it_has_confirmed() {
    run(async {
        let (pair, ledger) = (Pair::new(), Ledger::default());
        let primary = pair.primary("optional");
        let players = play(&pair, &primary, 0, &ledger);
        let standby = pair.standby();
        eventually(|| pair.status("standby").contains("following the primary"));
        tokio::time::sleep(Duration::from_millis(300)).await;
        drop(standby);
        tokio::time::sleep(Duration::from_millis(300)).await;
        let standby = pair.standby();
        eventually(|| pair.status("standby").contains("following the primary"));
        players.iter().for_each(JoinHandle::abort);
        pair.catches_up();
        let confirmed = Ledger::default();
        ledger.swap(&confirmed);
        let players = play(&pair, &primary, MEMBERS, &ledger);
        tokio::time::sleep(Duration::from_millis(300)).await;
        kill(primary, players).await;
        drop(standby);
        let promoted = pair.home.reported("standby", &["promote"]);
        for part in ["last commit here: ", "last commit seen of the primary: ", "known to be missing"] {
            assert!(promoted.contains(part), "{promoted}");
        }
        let server = pair.promoted();
        all_there(&server, &confirmed).await;
        server.stop();
        assert!(pair.home.reported("standby", &["check"]).contains("all is whole"));
    });
}

#[test]
fn a_clean_stop_of_the_primary_leaves_nothing_behind() {
    run(async {
        let (pair, ledger) = (Pair::new(), Ledger::default());
        let primary = pair.primary("optional");
        let standby = pair.standby();
        eventually(|| pair.status("standby").contains("following the primary"));
        let players = play(&pair, &primary, 0, &ledger);
        tokio::time::sleep(Duration::from_millis(300)).await;
        primary.terminate();
        let (code, log) = primary.ended();
        assert_eq!(code, Some(0));
        assert!(log.iter().any(|line| line.contains("the standby has every commit")), "{log:?}");
        players.iter().for_each(JoinHandle::abort);
        drop(standby);
        pair.home.reported("standby", &["promote"]);
        let server = pair.promoted();
        all_there(&server, &ledger).await;
    });
}

#[test]
fn the_server_ends_without_its_required_standby() {
    let pair = Pair::new();
    let standby = pair.standby();
    let listen = pair.listen.to_string();
    let settings = [
        ("TURNSTONE_SERVER__STANDBY_LISTEN", listen.as_str()),
        ("TURNSTONE_SERVER__STANDBY_KEY_FILE", "key"),
        ("TURNSTONE_SERVER__STANDBY", "required"),
        ("TURNSTONE_SERVER__STANDBY_TIMEOUT_S", "1"),
    ];
    let primary = pair.home.serve_with("primary", &settings);
    drop(standby);
    let failed = pair.home.run("primary", &["invite"]);
    assert!(!failed.status.success());
    let (code, log) = primary.ended();
    assert_eq!(code, Some(1), "{}", stderr(&failed));
    assert!(log.iter().any(|line| line.contains("wait for the standby")), "{log:?}");
    let mut offline = pair.home.command("primary", &["invite"]);
    offline.envs(settings);
    let offline = stderr(&offline.output().unwrap());
    assert!(offline.contains("start the server"), "{offline}");
}

#[test]
fn peers_without_the_key_keep_no_standby_out() {
    let pair = Pair::new();
    let primary = pair.primary("optional");
    let (listen, over) = (pair.listen, Arc::new(AtomicBool::new(false)));
    // A request for the link of this version or the one before, and nothing after it, again as soon as the connection is closed.
    let flood: Vec<_> = (0..300)
        .map(|number| {
            let protocol = ["turnstone-link/2", "turnstone-standby"][number % 2];
            let over = over.clone();
            std::thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    let Ok(mut stream) = TcpStream::connect(listen) else { continue };
                    let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
                    let _ = write!(
                        stream,
                        "POST / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: {protocol}\r\n\r\n"
                    );
                    while !over.load(Ordering::Relaxed) {
                        match stream.read(&mut [0; 256]) {
                            Ok(0) => break,
                            Err(error) if error.kind() != ErrorKind::WouldBlock => break,
                            Ok(_) | Err(_) => {}
                        }
                    }
                    std::thread::sleep(Duration::from_millis(100));
                }
            })
        })
        .collect();
    std::thread::sleep(Duration::from_secs(1));
    // It connects, and again after it was restarted.
    for _ in 0..2 {
        let standby = pair.standby();
        pair.catches_up();
        drop(standby);
        eventually(|| pair.status("primary").contains("no standby is connected"));
    }
    over.store(true, Ordering::Relaxed);
    flood.into_iter().for_each(|peer| peer.join().unwrap());
    primary.stop();
}

#[test]
fn the_settings_and_files_of_a_standby_are_checked() {
    let pair = Pair::new();
    let (home, listen) = (&pair.home, pair.listen.to_string());
    let rejected = |arguments: &[&str], settings: &[(&str, &str)]| {
        let mut command = home.command("primary", arguments);
        let output = command.envs(settings.iter().copied()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        stderr(&output)
    };
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    let (address, file) = (("TURNSTONE_SERVER__STANDBY_LISTEN", listen.as_str()), "TURNSTONE_SERVER__STANDBY_KEY_FILE");
    assert!(rejected(&serve, &[address]).contains("server.standby_key_file"));
    assert!(rejected(&serve, &[(file, "key"), ("TURNSTONE_SERVER__STANDBY", "required")]).contains("standby_listen"));
    assert!(rejected(&serve, &[address, (file, "absent")]).contains("absent"));
    std::fs::write(home.path("short"), "12").unwrap();
    let chmod = |mode| assert!(home.shell(&format!("chmod {mode} short")).status().unwrap().success());
    chmod("600");
    assert!(rejected(&serve, &[address, (file, "short")]).contains("64 hexadecimal characters"));
    chmod("644");
    assert!(rejected(&serve, &[address, (file, "short")]).contains("mode 644"));
    assert!(home.rejected("primary", &["standby-key", "key"]).contains("exists"));
    assert!(home.rejected("primary", &["promote"]).contains("there is no data directory"));
    home.serve("primary").stop();
    assert!(home.rejected("primary", &["promote"]).contains("is not the data directory of a standby"));
    let follow = ["standby", "--from", "http://127.0.0.1:9"];
    assert!(rejected(&follow, &[(file, "key")]).contains("is the data directory of a server"));
}
