//! Every metric is moved by its cause; a metric that no test moves is an error.

use crate::outside::{Outside, Said};
use crate::turnstone::{Home, METRICS, Member, Serving, ask, connect};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::time::Duration;
use turnstone_cluster::ClusterMetrics;
use turnstone_etcd::CertificateEnds;
use turnstone_standby::FollowerMetrics;

/// The cause that moves a metric.
enum By {
    /// It grows after this cause.
    Grown(&'static str),
    /// It has a value during or after this cause.
    Says(&'static str),
    /// Another test moves it.
    Test(&'static str),
}
use By::{Grown, Says, Test};

impl By {
    const fn what(&self) -> &'static str {
        match self {
            Grown(what) | Says(what) | Test(what) => what,
        }
    }
}

const TOLD: By = Test("measures::tests::each_thing_that_is_found_is_shown");
const CLOCKS: By = Test("monotonic::tests::a_wall_clock_that_is_set_has_jumped_and_one_that_is_adjusted_has_not");
const STANDBY: By = Test("standby::metrics_show_how_far_a_standby_is");

/// All metrics, by their families.
const MOVED: &[(&str, By)] = &[
    ("process_cpu_seconds", Says("all of it")),
    ("process_start_time_seconds", Says("the start")),
    ("process_resident_memory_bytes", Says("all of it")),
    ("process_virtual_memory_bytes", Says("all of it")),
    ("process_open_fds", Grown("connections that stay open")),
    ("process_max_fds", Says("the limit of the system")),
    ("process_threads", Says("all of it")),
    ("turnstone_http_requests", Grown("any request")),
    ("turnstone_http_request_seconds", Grown("any request")),
    ("turnstone_http_poll_seconds", Grown("a long-poll that ends")),
    ("turnstone_http_open_requests", Grown("a long-poll that waits")),
    ("turnstone_http_limited", Grown("a party too many")),
    ("turnstone_engine_round_seconds", Grown("any request")),
    ("turnstone_engine_round_commands", Grown("any request")),
    ("turnstone_engine_wake_delay_seconds", Grown("a long-poll that ends")),
    ("turnstone_engine_commit_seconds", Grown("any change")),
    ("turnstone_engine_commit_bytes", Grown("any change")),
    ("turnstone_engine_unreadable_queries", Test("damage::one_flipped_bit_fails_one_request_and_can_be_salvaged")),
    ("turnstone_engine_still_seconds", Says("a loop that turns each second")),
    ("turnstone_clock_ahead_seconds", CLOCKS),
    ("turnstone_clock_jumps", CLOCKS),
    ("turnstone_security_events", Grown("a join")),
    ("turnstone_outgoing_calls", Grown("a model that does not answer")),
    ("turnstone_outgoing_calls_under_way", Grown("a model that does not answer")),
    ("turnstone_outgoing_call_seconds", Grown("a model that does not answer")),
    ("turnstone_outgoing_model_questions", Grown("a model that does not answer")),
    ("turnstone_outgoing_model_tokens", Test("prompts::tokens_that_the_model_reports_are_counted")),
    ("turnstone_accounts", Grown("a join")),
    ("turnstone_agents", Grown("an agent that is saved")),
    ("turnstone_parties", Grown("a party")),
    ("turnstone_seat_grants", Grown("a grant")),
    ("turnstone_running_duels", TOLD),
    ("turnstone_tables", Grown("a table")),
    ("turnstone_parked_polls", Grown("a long-poll that waits")),
    ("turnstone_overdue_deadlines", TOLD),
    ("turnstone_pending_queries", TOLD),
    ("turnstone_pending_calls", Grown("a model that does not answer")),
    ("turnstone_granted_chips", Grown("a join")),
    ("turnstone_chips", Grown("a join")),
    ("turnstone_books_surplus_chips", TOLD),
    ("turnstone_books_unclaimed_chips", TOLD),
    ("turnstone_ready", Says("a service that serves")),
    ("turnstone_storage_bytes", Says("what was written")),
    ("turnstone_storage_free_bytes", Says("what the disk has left")),
    ("turnstone_storage_free_mark_bytes", Says("the mark")),
    ("turnstone_storage_scrub_bytes", TOLD),
    ("turnstone_storage_scrubs", TOLD),
    ("turnstone_storage_scrub_completed_timestamp_seconds", TOLD),
    ("turnstone_backup_verified_timestamp_seconds", Grown("a backup that was verified")),
    ("turnstone_storage_damaged_files", Test("damage::one_flipped_bit_fails_one_request_and_can_be_salvaged")),
    ("turnstone_storage_failed_merges", TOLD),
    ("turnstone_log_lines_dropped", Test("metrics::a_slow_log_reader_does_not_block_the_server")),
    ("turnstone_standby_connected", STANDBY),
    ("turnstone_standby_written_commit", STANDBY),
    ("turnstone_standby_behind_commits", STANDBY),
    ("turnstone_standby_behind_bytes", STANDBY),
    ("turnstone_standby_behind_seconds", STANDBY),
    ("turnstone_standby_snapshots", STANDBY),
    ("turnstone_standby_rejected", STANDBY),
    ("turnstone_standby_write_seconds", STANDBY),
    ("turnstone_build", Says("the version")),
];

/// A reading: the families, and the sum of each one's values.
pub(crate) fn read(metrics: SocketAddr) -> BTreeMap<String, f64> {
    let page = ask(metrics, "GET", "/metrics", &[], "");
    assert_eq!(page.status, 200);
    assert!(page.body.ends_with("# EOF\n"), "it is complete");
    let kind = |line: &str| {
        let (name, kind) = line.strip_prefix("# TYPE ")?.split_once(' ')?;
        Some((name.to_owned(), kind.to_owned()))
    };
    let kinds: BTreeMap<String, String> = page.body.lines().filter_map(kind).collect();
    let mut sums: BTreeMap<String, f64> = kinds.keys().map(|name| (name.clone(), 0.0)).collect();
    for line in page.body.lines().filter(|line| !line.starts_with('#')) {
        let (series, value) = line.rsplit_once(' ').unwrap();
        let name = series.split('{').next().unwrap();
        let counts = ["_total", "_count", "_info"].iter().find_map(|end| name.strip_suffix(end));
        let family = counts.filter(|family| kinds.contains_key(*family)).unwrap_or(name);
        if let Some(sum) = sums.get_mut(family) {
            *sum += value.parse::<f64>().unwrap();
        }
    }
    sums
}

/// Do everything that moves a metric; returns the polls and connections that stay open.
fn moves(server: &Serving, home: &Home) -> Vec<std::net::TcpStream> {
    let invite = home.invited("data", &["invite", "--uses", "5"]);
    let ada = server.join(invite.trim(), "ada");
    let table = ada.table(server, &json!({ "kind": "tic-tac-toe-vs-house", "stake": 10 }));
    let events = ada.get(server, &table).json()["state"]["eventsAt"].as_u64().unwrap();
    assert_eq!(ada.get(server, &format!("{table}?wait=1&events_since={events}")).status, 200);
    let grant = json!({ "clientRef": "00000000-0000-4000-8000-000000000001" });
    ada.post(server, &format!("{table}/seat-grants"), &grant);
    std::fs::write(home.path("data/backup.verified"), "").unwrap();
    ada.post(server, "/api/parties", &Value::Null);
    assert_eq!(ada.ask(server, "POST", "/api/parties", &Value::Null).code().as_deref(), Some("party_quota"));
    let agent = json!({ "name": "muse", "kind": "prompt", "prompt": "take the middle" });
    let agent = ada.post(server, "/api/agents", &agent)["agentId"].clone();
    let mut open = vec![waits(server, &ada, &format!("{table}?wait=50&events_since={events}"))];
    let duel = json!({
        "agentId": agent, "opponentAgentId": "agent:house", "gameId": "tic-tac-toe", "format": "bo3", "stake": 10,
        "clientRef": "duel-0001",
    });
    let (address, bearer, body) = (server.address, ada.bearer(), duel.to_string());
    let mut asks = connect(address);
    let head =
        format!("POST /api/duels HTTP/1.1\r\nHost: a\r\nAuthorization: {bearer}\r\nContent-Type: application/json\r\n");
    asks.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    open.push(asks);
    open
}

fn waits(server: &Serving, member: &Member, path: &str) -> std::net::TcpStream {
    let mut stream = connect(server.address);
    let head = format!("GET {path} HTTP/1.1\r\nHost: a\r\nAuthorization: {}\r\n\r\n", member.bearer());
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

#[test]
fn every_metric_is_moved_by_its_cause() {
    let home = Home::new();
    // A model that never answers: some questions have timed out while another waits.
    let model = Outside::start(|_| Said::Silence);
    let url = model.url("/v1/chat/completions");
    let server = home.serve_with(
        "data",
        &[
            METRICS,
            ("TURNSTONE_LIMITS__PARTIES", "1"),
            ("TURNSTONE_MODEL__URL", url.as_str()),
            ("TURNSTONE_MODEL__TIMEOUT_S", "1"),
        ],
    );
    let metrics = server.metrics();
    let before = read(metrics);
    let open = moves(&server, &home);
    // A counter without a count is not shown.
    let said = |reading: &BTreeMap<String, f64>, name: &str| reading.get(name).copied().unwrap_or_default();
    let mut unmoved: Vec<(&str, &By)> = MOVED.iter().map(|(name, by)| (*name, by)).collect();
    for _ in 0..300 {
        let after = read(metrics);
        unmoved.retain(|(name, by)| match by {
            Grown(_) => said(&after, name) <= said(&before, name),
            Says(_) => said(&after, name) <= 0.0,
            Test(_) => false,
        });
        if unmoved.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let still: Vec<String> = unmoved.iter().map(|(name, by)| format!("{name} by {}", by.what())).collect();
    assert!(still.is_empty(), "unmoved: {still:?}");
    let after = read(metrics);
    let families: BTreeSet<&str> = after.keys().map(String::as_str).collect();
    let rows: BTreeSet<&str> = MOVED.iter().map(|(name, _)| *name).collect();
    assert_eq!(families, rows, "each metric has a row here");
    assert_eq!(rows.len(), MOVED.len(), "and no more than one");
    drop(open);
}

/// The metric names in a text.
fn named(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    words.filter(|word| word.starts_with("turnstone_") || word.starts_with("process_")).collect()
}

/// The families that only a node of a cluster has, or a standby.
fn metrics_of_nodes() -> Vec<String> {
    let mut registry = Registry::with_prefix("turnstone");
    let nodes = ClusterMetrics::default();
    // A certificate that was not read yet has no end.
    nodes.certificates(CertificateEnds { authority: Some(1), client: Some(1), server: Some(1) });
    nodes.register(&mut registry);
    FollowerMetrics::default().register(&mut registry);
    let mut text = String::new();
    encode(&mut text, &registry).unwrap();
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    types.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn alerts_dashboard_and_guide_use_existing_metrics() {
    let (alerts, dashboard, page) = (
        include_str!("../../transports/server/operating/alerts.yaml"),
        include_str!("../../transports/server/operating/dashboard.json"),
        include_str!("../../transports/OPERATING.md"),
    );
    let of_nodes = metrics_of_nodes();
    let names: Vec<&str> = MOVED.iter().map(|(name, _)| *name).chain(of_nodes.iter().map(String::as_str)).collect();
    let is_there = |series: &str| {
        let ends = ["", "_total", "_bucket", "_sum", "_count", "_info"];
        ends.iter().filter_map(|end| series.strip_suffix(end)).any(|name| names.contains(&name))
    };
    for text in [alerts, dashboard] {
        let unknown: Vec<&str> = named(text).into_iter().filter(|name| !is_there(name)).collect();
        assert!(unknown.is_empty(), "there are no {unknown:?}");
    }
    let shown = named(dashboard);
    for name in names {
        assert!(page.contains(&format!("`{name}")), "{name} is not in OPERATING.md");
        assert!(shown.iter().any(|series| series.starts_with(name)), "{name} is not in the dashboard");
    }
    let dashboard: Value = serde_json::from_str(dashboard).unwrap();
    assert!(dashboard["panels"].as_array().unwrap().len() > 20);
    let alerts: Vec<&str> = alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(alerts.len() > 10);
    for alert in alerts {
        assert!(page.contains(&format!("`{alert}`")), "what to do about {alert} is not in OPERATING.md");
    }
}

#[test]
fn prometheus_accepts_the_alert_rules() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/operating/alerts.yaml");
    match Command::new("promtool").args(["check", "rules", rules]).output() {
        Ok(checked) => assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr)),
        // Not by a macro: the test harness captures what macros print.
        Err(_) => writeln!(std::io::stderr(), "SKIPPED: there is no promtool here").unwrap(),
    }
}

#[test]
fn a_slow_log_reader_does_not_block_the_server() {
    let home = Home::new();
    // The dropped lines would be reported in the log, which is not read here.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = home.command("data", &["serve", "--listen", "127.0.0.1:0"]);
    command.env("TURNSTONE_SERVER__METRICS_LISTEN", free.to_string());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let reported = lines.find(|line| line.contains("serves at")).unwrap();
    let address: SocketAddr = reported.split_once("http://").unwrap().1.parse().unwrap();
    // More lines than a pipe and the queue before it hold.
    let ask_once = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    let last = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    let mut stream = connect(address);
    let mut sends = stream.try_clone().unwrap();
    let requests = std::thread::spawn(move || {
        for _ in 0..180 {
            sends.write_all(ask_once.repeat(100).as_bytes()).unwrap();
        }
        sends.write_all(last.as_bytes()).unwrap();
    });
    let mut answers = String::new();
    stream.read_to_string(&mut answers).unwrap();
    requests.join().unwrap();
    assert_eq!(answers.matches("HTTP/1.1 200").count(), 18_001, "each is answered");
    assert!(read(free)["turnstone_log_lines_dropped"] > 0.0, "suppressed lines are counted");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_operators_page_shows_the_state_and_is_read_only() {
    let home = Home::new();
    let server = home.serve_with("data", &[METRICS]);
    let metrics = server.metrics();
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "canary-ada");
    let table = ada.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "stake": 10 }));
    let forged = [("Authorization", "Bearer canary")];
    server.ask("GET", "/api/me", &forged, "");
    let page = ask(metrics, "GET", "/", &[], "");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
    for shown in [
        "<tr><th>engine</th><td>ok</td></tr>",
        "<tr><th>accounts</th><td>1</td></tr>",
        "<tr><th>tables playing</th><td>1</td></tr>",
        "<tr><th>chips held by tables and duels</th><td>20</td></tr>",
        "<tr><th>chips beyond those granted</th><td>0</td></tr>",
        "event=join result=done",
        "event=credential result=refused",
        "event=operator act=invite result=done",
    ] {
        assert!(page.body.contains(shown), "{shown} is not in {}", page.body);
    }
    let table = table.rsplit('/').next().unwrap();
    for word in ["canary", "<script", "src=", "href=", "<form", table, invite.trim(), &ada.token, &ada.recovery_code] {
        assert!(!page.body.contains(word), "{word} is in {}", page.body);
    }
    assert_eq!(ask(metrics, "POST", "/", &[], "{}").status, 405, "nothing can be done there");
    for (method, path) in [("GET", "/"), ("GET", "/metrics"), ("HEAD", "/metrics"), ("GET", "/nothing"), ("POST", "/")]
    {
        let answer = ask(metrics, method, path, &[], "");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{method} {path}");
    }
}
