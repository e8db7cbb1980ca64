//! Time in which the server does not run is no thinking time: with real processes, clocks and files.

use crate::turnstone::{Home, Member, Serving};
use serde_json::{Value, json};
use std::thread::sleep;
use std::time::{Duration, Instant};

const TURN_S: u64 = 3;
const BANK_S: u64 = 2;
const SETTINGS: [(&str, &str); 2] = [("TURNSTONE_PACE__LIVE_TURN_S", "3"), ("TURNSTONE_PACE__LIVE_BANK_S", "2")];

/// A table of two members without a move.
struct Match {
    home: Home,
    members: [Member; 2],
    table: String,
}

impl Match {
    fn begin() -> (Self, Serving) {
        let home = Home::new();
        let server = home.serve_with("data", &SETTINGS);
        let invite = home.invited("data", &["invite", "--uses", "2"]);
        let members = ["ada", "bob"].map(|handle| server.join(invite.trim(), handle));
        let create = json!({ "kind": "tic-tac-toe-vs-house", "open": true });
        let table = members[0].table(&server, &create);
        members[1].post(&server, &format!("{table}/join"), &json!({}));
        (Self { home, members, table }, server)
    }

    fn state(&self, server: &Serving) -> Value {
        self.members[0].get(server, &self.table).json()
    }

    fn serve(&self) -> Serving {
        self.home.serve_with("data", &SETTINGS)
    }
}

fn deadline(view: &Value) -> u64 {
    view["state"]["turnDeadlineAt"].as_u64().unwrap_or_else(|| panic!("no turn runs: {view}"))
}

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    u64::try_from(since.as_millis()).unwrap()
}

#[test]
fn a_turn_begins_anew_when_the_server_is_back() {
    for killed in [false, true] {
        let (game, server) = Match::begin();
        if killed {
            drop(server);
        } else {
            server.stop();
        }
        sleep(Duration::from_secs(TURN_S + BANK_S + 1));
        let back = now();
        let server = game.serve();
        let view = game.state(&server);
        assert_eq!(view["status"], "playing", "killed: {killed}, {view}");
        let left = deadline(&view) - back;
        assert!(((TURN_S + BANK_S) * 1000..(TURN_S + BANK_S + 5) * 1000).contains(&left), "{left} ms: {view}");
        assert_eq!(view["state"]["bankMs"], json!({ "0": BANK_S * 1000, "1": BANK_S * 1000 }));
        sleep(Duration::from_secs(TURN_S + BANK_S + 1));
        assert_eq!(game.state(&server)["status"], "settled", "this time the server ran");
        server.stop();
    }
}

#[test]
fn a_short_restart_leaves_the_turn_as_it_is() {
    let (game, server) = Match::begin();
    let ends = deadline(&game.state(&server));
    // The seat thinks for longer than a short restart may last.
    sleep(Duration::from_millis(2500));
    let begun = Instant::now();
    server.stop();
    let server = game.serve();
    let view = game.state(&server);
    // A machine under load may need longer.
    if begun.elapsed() < Duration::from_secs(2) {
        assert_eq!(deadline(&view), ends);
    }
    server.stop();
}
