//! A server for tests (`serve --dev`), used as an agent's developer would: exact, and without waiting.

use crate::turnstone::{Home, SERVE, Serving, eventually, stderr};
use serde_json::{Value, json};
use std::process::Output;

/// The start time of every such server: noon of a day.
const NOON: u64 = 1_893_499_200_000;
const HOUR: u64 = 3_600_000;

/// A server for tests, and its operator's socket.
struct World {
    home: Home,
    server: Serving,
}

impl World {
    fn of(seed: &str) -> Self {
        let home = Home::new();
        let server = home.serve_dev("desk", seed);
        Self { home, server }
    }

    /// The JSON output of `turnstone dev`.
    fn dev(&self, asked: &[&str]) -> Value {
        let output = dev(&self.home, "desk", asked);
        assert!(output.status.success(), "{asked:?}: {}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Advance the clock; returns the time afterwards.
    fn after(&self, by: &str) -> u64 {
        self.dev(&["clock", "advance", by, "--json"])["now"].as_u64().unwrap()
    }

    fn agent(&self, handle: &str) -> Agent<'_> {
        let account = self.dev(&["account", handle, "--json"]);
        assert_eq!(account["handle"], handle);
        let bearer = format!("Bearer {}", account["token"].as_str().unwrap());
        Agent { server: &self.server, bearer }
    }
}

fn dev(home: &Home, socket: &str, asked: &[&str]) -> Output {
    let mut command = home.bare(&[&["dev"], asked].concat());
    command.arg("--socket").arg(home.path(socket)).output().unwrap()
}

struct Agent<'a> {
    server: &'a Serving,
    bearer: String,
}

impl Agent<'_> {
    /// The body of a response, byte for byte.
    fn reported(&self, method: &str, path: &str, body: &Value) -> String {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.server.ask(method, path, &[("Authorization", &self.bearer)], &body);
        assert_eq!(answer.status, 200, "{method} {path}: {}", answer.body);
        answer.body
    }

    fn get(&self, path: &str) -> Value {
        serde_json::from_str(&self.reported("GET", path, &Value::Null)).unwrap()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        serde_json::from_str(&self.reported("POST", path, body)).unwrap()
    }

    /// Create a table; returns its path.
    fn table(&self, create: &Value) -> String {
        format!("/api/tables/{}", self.post("/api/tables", create)["tableId"].as_str().unwrap())
    }

    /// Play the first legal action, if it is the caller's turn; returns the response.
    fn plays(&self, table: &str) -> Option<String> {
        let action = self.get(table)["state"]["legalActions"].get(0)?.clone();
        Some(self.reported("POST", &format!("{table}/action"), &json!({ "action": action })))
    }
}

#[test]
fn a_daily_table_is_played_without_waiting() {
    let world = World::of("7");
    let (ada, bob) = (world.agent("ada"), world.agent("bob"));
    let table = ada.table(&json!({ "kind": "tic-tac-toe-vs-house", "open": true, "pace": "daily" }));
    bob.post(&format!("{table}/join"), &json!({}));
    let mut now = NOON;
    // Both mark the first empty cell: the seventh move completes a diagonal.
    for hours in (0..=48).step_by(8) {
        assert_eq!(now, NOON + hours * HOUR);
        let played = [&ada, &bob].iter().filter(|agent| agent.plays(&table).is_some()).count();
        // The seat that begins may let the other move in the same hour, except for the last move.
        assert!((1..=2).contains(&played), "no seat is to act after {hours} hours");
        if ada.get(&table)["state"]["terminal"] == true {
            break;
        }
        now = world.after("8h");
    }
    let replay = ada.get(&format!("{table}/replay"));
    assert_eq!(replay["log"].as_array().unwrap().len(), 7, "{replay}");
    assert_eq!(ada.get("/api/me")["account"]["handle"], "ada", "a session outlives the two days");
}

#[test]
fn deadlines_run_at_their_own_times_when_the_clock_is_advanced() {
    let world = World::of("7");
    let (ada, bob) = (world.agent("ada"), world.agent("bob"));
    let table = ada.table(&json!({ "kind": "tic-tac-toe-vs-house", "open": true, "pace": "daily" }));
    bob.post(&format!("{table}/join"), &json!({}));
    let kind = ada.get("/api/daily")["kind"].clone();
    let deal = ada.table(&json!({ "kind": kind, "daily": true }));
    assert_eq!(ada.get(&deal)["state"]["terminal"], false);
    // Nothing has happened: a poll uses only this clock.
    let at = bob.get(&table)["state"]["eventsAt"].as_u64().unwrap();
    std::thread::scope(|scope| {
        let poll = scope.spawn(|| bob.get(&format!("{table}?wait=50&events_since={at}")));
        eventually(|| {
            world.after("10s");
            poll.is_finished()
        });
        assert_eq!(poll.join().unwrap()["state"]["eventsAt"].as_u64(), Some(at));
    });
    world.after("20d");
    let left = ada.get(&format!("{table}/replay"))["log"][0].clone();
    assert_eq!((&left["leave"], left["at"].as_u64()), (&json!(true), Some(NOON + 48 * HOUR)), "{left}");
    // The daily challenge was abandoned and lost after a quarter of an hour; its seed is revealed since midnight.
    let replay = ada.get(&format!("{deal}/replay"));
    assert!(replay["seed"].is_string(), "{replay}");
    let last = replay["log"].as_array().unwrap().last().unwrap()["at"].as_u64();
    assert_eq!(last, Some(NOON + HOUR / 4), "{replay}");
}

/// Some minutes of two agents, with all responses byte for byte.
fn minutes(seed: &str, restless: bool) -> Vec<String> {
    let world = World::of(seed);
    let (ada, bob) = (world.agent("ada"), world.agent("bob"));
    let mut reported = vec![ada.bearer.clone(), bob.bearer.clone()];
    let create = json!({ "kind": "holdem-open", "stake": 200 });
    reported.push(ada.reported("POST", "/api/tables", &create));
    let id = serde_json::from_str::<Value>(&reported[2]).unwrap()["tableId"].as_str().unwrap().to_owned();
    let table = format!("/api/tables/{id}");
    reported.push(bob.reported("POST", &format!("{table}/join"), &json!({})));
    for _ in 0..20 {
        for agent in [&ada, &bob] {
            // Additional reads do not change the cards.
            for _ in 0..if restless { 3 } else { 0 } {
                agent.get("/api/me");
                agent.get(&table);
            }
            reported.push(agent.reported("GET", &table, &Value::Null));
            reported.extend(agent.plays(&table));
        }
        world.after("5s");
    }
    reported.push(ada.reported("GET", &format!("{table}/replay"), &Value::Null));
    reported.push(bob.reported("GET", "/api/me/ledger", &Value::Null));
    reported.push(ada.table(&json!({ "kind": "blackjack", "stake": 10 })));
    reported
}

#[test]
fn the_same_seed_gives_the_same_responses_byte_for_byte() {
    let once = minutes("7", false);
    assert!(once[once.len() - 3].contains("\"log\":[{"), "a hand was played to its end");
    assert_eq!(once, minutes("7", true));
    let other = minutes("8", false);
    let mut with_deals = once.iter().zip(&other).filter(|(one, _)| one.contains("seedCommit"));
    assert!(with_deals.all(|(one, other)| one != other), "another seed, another world");
}

#[test]
fn prints_its_address_as_json_and_has_no_limits() {
    use std::io::{BufRead, BufReader};
    let home = Home::new();
    let mut command = home.bare(&[&SERVE[..], &["--dev", "--json"]].concat());
    let mut child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let reported: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(reported["now"], NOON);
    let socket = std::path::PathBuf::from(reported["socket"].as_str().unwrap());
    let address = reported["baseUrl"].as_str().unwrap().strip_prefix("http://").unwrap().parse().unwrap();
    for number in 0..100 {
        let join = json!({
            "inviteCode": reported["inviteCode"], "handle": format!("agent{number}"),
            "clientRef": format!("00000000-0000-4000-8000-{number:012}"),
        });
        let joined = crate::turnstone::ask(address, "POST", "/api/join", &[], &join.to_string());
        assert_eq!(joined.status, 200, "{}", joined.body);
    }
    // The other operator commands find it by its socket, too.
    let invited = home.bare(&["invite", "--data"]).arg(&socket).output().unwrap();
    assert!(invited.status.success(), "{}", stderr(&invited));
    // A taken handle is an error and yields no token.
    let taken = home.bare(&["dev", "account", "agent5", "--socket"]).arg(&socket).output().unwrap();
    assert_eq!((taken.status.code(), taken.stdout.len()), (Some(1), 0), "{}", stderr(&taken));
    terminate(child.id());
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success());
    assert!(stderr(&ended).contains("DEV MODE"), "it is in the log: {}", stderr(&ended));
    assert!(!socket.exists(), "its directory is gone");
}

#[test]
fn until_eof_stops_when_the_program_that_started_it_is_gone() {
    let home = Home::new();
    let mut command = home.bare(&[&SERVE[..], &["--dev", "--json", "--until-eof"]].concat());
    let piped = std::process::Stdio::piped;
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line).unwrap();
    assert!(line.contains("baseUrl"), "{line}");
    assert_eq!(child.try_wait().unwrap(), None, "it serves");
    // The system closes the pipe when a program ends, however it ends.
    drop(child.stdin.take());
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", stderr(&ended));
}

fn terminate(id: u32) {
    assert!(std::process::Command::new("kill").args(["-TERM", &id.to_string()]).status().unwrap().success());
}

#[test]
fn rejects_dev_with_a_data_directory() {
    let home = Home::new();
    let rejected = |arguments: &[&str], setting: Option<(&str, &str)>, named: &str| {
        let mut command = home.bare(&[&SERVE[..], &["--dev"], arguments].concat());
        let output = command.envs(setting).output().unwrap();
        let (log, code) = (stderr(&output), output.status.code());
        let reported = log.lines().last().unwrap_or_default();
        assert_eq!(code, Some(1), "{arguments:?} {setting:?}: {log}");
        assert!(reported.contains("--dev") && reported.contains(named), "{arguments:?} {setting:?}: {reported}");
    };
    rejected(&["--data", "data"], None, "--data");
    rejected(&[], Some(("TURNSTONE_DATA", "data")), "TURNSTONE_DATA");
    rejected(&[], Some(("TURNSTONE_SERVER__DATA", "data")), "TURNSTONE_SERVER__DATA");
    std::fs::write(home.path("own.toml"), "[server]\ndata = \"data\"\n").unwrap();
    rejected(&["--config", "own.toml"], None, "own.toml");
    assert!(!home.path("data").exists(), "and nothing is created");
    let real = home.serve("data");
    rejected(&["--socket", home.path("data").to_str().unwrap()], None, "is a data directory");
    // A server for members rejects these commands, and the flags of a test server alone start none.
    for asked in [&["account", "ada"][..], &["clock", "show"], &["clock", "advance", "1h"]] {
        let output = dev(&home, "data", asked);
        assert!(stderr(&output).contains("was not started with --dev"), "{asked:?}: {}", stderr(&output));
    }
    real.stop();
    assert!(home.rejected("data", &["serve", "--seed", "7"]).contains("--dev"));
    assert!(home.rejected("data", &["serve", "--until-eof"]).contains("--dev"));
    assert!(stderr(&dev(&home, "nowhere", &["clock", "show"])).contains("nowhere"));
    let second = home.serve_dev("desk", "7");
    assert!(home.bare(&SERVE).args(["--dev", "--socket"]).arg(home.path("desk")).output().is_ok_and(|output| {
        output.status.code() == Some(1) && stderr(&output).contains("another server has its operator's socket")
    }));
    second.stop();
}

#[test]
fn rejects_dev_on_a_public_address_and_in_production() {
    let home = Home::new();
    let rejected = |arguments: &[&str], setting: Option<(&str, &str)>, named: &str| {
        let output = home.bare(&[&["serve", "--dev"], arguments].concat()).envs(setting).output().unwrap();
        let log = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?} {setting:?}: {log}");
        let said = log.lines().last().unwrap_or_default();
        assert!(said.contains("--dev") && said.contains(named), "{arguments:?} {setting:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?} {setting:?}");
    };
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:8080", "[::ffff:192.0.2.1]:8080"] {
        rejected(&["--listen", address], None, "server.listen");
        rejected(&["--listen", "127.0.0.1:0"], Some(("TURNSTONE_SERVER__METRICS_LISTEN", address)), "metrics_listen");
    }
    rejected(&[], Some(("TURNSTONE_LISTEN", "0.0.0.0:0")), "TURNSTONE_LISTEN");
    let production = Some(("TURNSTONE_SERVER__ENVIRONMENT", "production"));
    rejected(&["--listen", "127.0.0.1:0"], production, "server.environment");
    std::fs::write(home.path("own.toml"), "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"production\"\n")
        .unwrap();
    rejected(&["--config", "own.toml"], None, "own.toml");
}

#[test]
fn configured_limits_apply_to_dev() {
    let home = Home::new();
    let output = home.bare(&["--dev", "--print-config"]).env("TURNSTONE_LIMITS__PARTIES", "2").output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    for line in ["parties = 2  # TURNSTONE_LIMITS__PARTIES", "active_tables = 0  # --dev", "house_purse = 0  # --dev"] {
        assert!(shown.lines().any(|own| own == line), "{line} is not in {shown}");
    }
}

/// An agent with a policy; returns its id.
fn policy(agent: &Agent<'_>, policy: &str) -> Value {
    agent.post("/api/agents", &json!({ "name": policy, "kind": "policy", "policy": policy }))["agentId"].clone()
}

#[test]
fn duels_and_self_checks_are_decided_while_the_clock_stands_still() {
    let world = World::of("7");
    let (ada, bob) = (world.agent("ada"), world.agent("bob"));
    let (rook, dice) = (policy(&ada, "minimax"), policy(&bob, "random"));
    for game in ["tic-tac-toe", "connect-four"] {
        let check = ada.post("/api/agents/self-check", &json!({ "agentId": rook, "gameId": game }));
        assert_eq!(check["verdict"], "clean", "{check}");
    }
    let duel = ada.post(
        "/api/duels",
        &json!({
            "agentId": rook, "opponentAgentId": dice, "gameId": "mancala", "format": "bo5", "stake": 5,
            "clientRef": "duel-0001",
        }),
    );
    assert_eq!(duel["outcome"], "challenger", "{duel}");
    assert_eq!(world.dev(&["clock", "show", "--json"])["now"], NOON, "nobody has moved the clock");
}
