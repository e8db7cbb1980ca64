//! The operator's socket, the configuration, and failing starts.

use crate::turnstone::{Home, has_curl, stderr};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Stdio;
use turnstone_documents::{OPERATOR_ROUTES, ROUTES};

#[test]
fn invitations_are_created_with_and_without_a_server() {
    let home = Home::new();
    home.serve("data").stop();
    let early = home.run("data", &["invite", "--json", "--uses", "2"]);
    assert_eq!(stderr(&early), "");
    let early: Value = serde_json::from_slice(&early.stdout).unwrap();
    assert_eq!(early["uses"], 2);
    assert_eq!(early.as_object().unwrap().len(), 2, "inviteCode and uses");
    let server = home.serve("data");
    let late = home.run("data", &["invite"]);
    assert_eq!(stderr(&late), "");
    let late = String::from_utf8(late.stdout).unwrap();
    let (late, link) = late.trim_end().split_once('\n').expect("a code and a link");
    assert_eq!(link, format!("http://{}/join#{late}", server.address));
    server.join(early["inviteCode"].as_str().unwrap(), "ada");
    server.join(late, "bob");
    let join = json!({ "inviteCode": late, "handle": "cyn", "clientRef": "00000000-0000-4000-8000-000000000001" });
    let rejected = server.ask("POST", "/api/join", &[], &join.to_string());
    assert_eq!((rejected.status, rejected.code().as_deref()), (400, Some("invalid_invite")), "one use by default");
    // Test accounts are on no list.
    let test = home.invited("data", &["invite", "--test", "--expires-in", "12h"]);
    let dan = server.join(test.trim(), "dan");
    dan.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "open": true }));
    assert_eq!(server.ask("GET", "/api/tables/open", &[], "").json()["tables"], json!([]));
    for wrong in [&["--uses", "0"][..], &["--uses", "many"], &["--expires-in", "soon"], &["--expires-in", "0s"]] {
        let output = home.run("data", &[&["invite"], wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(stderr(&output).contains(wrong[0]), "{wrong:?}: {}", stderr(&output));
    }
}

#[test]
fn only_the_first_start_prints_an_invitation() {
    let home = Home::new();
    let mut command = home.command("data", &["serve", "--listen", "127.0.0.1:0"]);
    let mut reported = |stop: &str| {
        use std::io::{BufRead, BufReader};
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut reported = String::new();
        while !reported.contains(stop) {
            reported += &lines.next().unwrap_or_else(|| panic!("it ended with {reported:?}"));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        reported + &lines.collect::<String>()
    };
    assert!(reported("More invitations").contains("Invitation code (10 uses): "));
    assert!(!reported("serves at").contains("Invitation code"));
}

#[test]
fn a_deeply_nested_data_directory_works() {
    let home = Home::new();
    let data = format!("{0}/{0}/data", "d".repeat(90));
    let server = home.serve(&data);
    let invite = home.invited(&data, &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    assert_eq!(ada.get(&server, "/api/me").status, 200);
    assert!(home.reported(&data, &["check"]).contains("all is whole"));
    server.stop();
    assert!(home.reported(&data, &["check"]).contains("all is whole"));
}

#[test]
fn an_invalid_configuration_names_the_key() {
    let home = Home::new();
    let rejected = |key: &str, value: &str, named: &str| {
        let mut command = home.command("data", &["serve", "--listen", "127.0.0.1:0"]);
        let output = command.env(key, value).output().unwrap();
        let reported = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{key}={value}: {reported}");
        let names = reported.to_lowercase().contains(named);
        assert!(reported.lines().count() == 1 && names, "{key}={value}: {reported}");
    };
    rejected("TURNSTONE_LIMITS__PARTIES", "many", "limits.parties");
    rejected("TURNSTONE_LIMITS__PARTY", "3", "party");
    rejected("TURNSTONE_LIMIT__PARTIES", "3", "limit");
    rejected("TURNSTONE_PACE__LIVE_TURN_S", "0", "pace.live_turn_s");
    rejected("TURNSTONE_SERVER__BASE_URL", "ftp://example.org", "server.base_url");
    rejected("TURNSTONE_SERVER__CORS_ORIGINS", "[\"https://example.org/\"]", "server.cors_origins");
    rejected("TURNSTONE_SERVER__METRICS_LISTEN", "somewhere", "server.metrics_listen");
    rejected("TURNSTONE_STORAGE__DURABILITY", "perhaps", "storage.durability");
    rejected("TURNSTONE_SERVER__TRUSTED_PROXIES", "nonsense", "turnstone_server__trusted_proxies");
    rejected("TURNSTONE_LIMITS_PARTIES", "3", "turnstone_limits__parties is the one of limits.parties");
    rejected("TURNSTONE_X", "3", "the environment variable turnstone_x names no key");
    assert!(home.rejected("data", &["serve", "--config", "nowhere.toml"]).contains("nowhere.toml"));
    std::fs::write(home.path("turnstone.toml"), "[limits]\nparties = -1\n").unwrap();
    assert!(home.rejected("data", &["serve"]).contains("limits.parties"), "the file in the working directory");
    let whole = home.path("turnstone.toml");
    let named = home.rejected("data", &["serve", "--config", whole.to_str().unwrap()]);
    assert!(named.trim_end().ends_with(&format!("in {}", whole.display())), "the whole path of the file: {named}");
}

#[test]
fn an_invitation_without_a_configured_address_has_no_link_to_this_machine() {
    let home = Home::new();
    home.serve("data").stop();
    let invited = home.reported("data", &["invite"]);
    assert!(invited.contains("BASE_URL/join#") && !invited.contains("127.0.0.1"), "{invited}");
    let mut command = home.command("data", &["invite"]);
    let output = command.env("TURNSTONE_SERVER__BASE_URL", "https://play.example").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("\nhttps://play.example/join#"));
}

#[test]
fn a_restored_copy_is_checked_without_advice_about_its_keys() {
    let home = Home::new();
    home.serve("data").stop();
    home.reported("data", &["backup", "backup"]);
    home.reported("copy", &["restore", "backup"]);
    assert!(home.reported("copy", &["check"]).contains("Put your copy of server.keys"));
    let checked = home.reported("copy", &["check", "--copy"]);
    assert!(checked.contains("all is whole") && checked.lines().count() == 1, "{checked}");
}

#[test]
fn flags_override_the_environment_which_overrides_the_file() {
    let home = Home::new();
    std::fs::write(home.path("turnstone.toml"), "[limits]\nparties = 3\nactive_tables = 4\n[model]\nkey = \"sk-1\"\n")
        .unwrap();
    let mut command = home.command("data", &["serve", "--print-config", "--listen", "127.0.0.1:1"]);
    command
        .env("TURNSTONE_LIMITS__PARTIES", "5")
        .env("TURNSTONE_SERVER__LISTEN", "127.0.0.1:2")
        // Of other programs.
        .env("TURNSTONE_TOKEN", "tsn1.x")
        .env("TURNSTONE_SERVICE_HOST", "10.0.0.1")
        .env("TURNSTONE_PORT_8080_TCP_ADDR", "10.0.0.1");
    // A text stays a text whatever it looks like, and a list can have commas.
    command
        .env("TURNSTONE_MESSENGER__BOT_USERNAME", "77")
        .env("TURNSTONE_SERVER__CORS_ORIGINS", "https://a.example, https://b.example");
    let output = command.output().unwrap();
    assert_eq!(stderr(&output), "");
    let reported = String::from_utf8(output.stdout).unwrap();
    for line in [
        "parties = 5  # TURNSTONE_LIMITS__PARTIES",
        "active_tables = 4  # turnstone.toml",
        "listen = \"127.0.0.1:1\"  # --listen",
        "base_url = \"http://127.0.0.1:1\"  # from listen",
        "# metrics_listen is not set",
        "live_turn_s = 60  # default",
        "key = \"***\"  # turnstone.toml",
        "bot_username = \"77\"  # TURNSTONE_MESSENGER__BOT_USERNAME",
        "cors_origins = [\"https://a.example\", \"https://b.example\"]  # TURNSTONE_SERVER__CORS_ORIGINS",
    ] {
        assert!(reported.lines().any(|own| own == line), "{line} is not in {reported}");
    }
}

/// All keys with their defaults, as `turnstone --print-config` shows them without any settings.
#[test]
fn the_keys_and_their_defaults_are_those_of_the_golden_file() {
    let home = Home::new();
    let output = home.bare(&["--print-config"]).output().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/turnstone.toml");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&file, &output.stdout).unwrap();
    }
    let golden = std::fs::read_to_string(&file).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), golden, "look at the change");
}

#[test]
fn variables_named_like_flags_work_like_them() {
    let home = Home::new();
    std::fs::write(home.path("other.toml"), "[server]\ndata = \"one\"\n[limits]\nparties = 3\n").unwrap();
    let reported = |settings: &[(&str, &str)], flags: &[&str]| {
        let mut command = home.bare(&[&["--print-config"], flags].concat());
        let output = command.envs(settings.iter().copied()).output().unwrap();
        (String::from_utf8(output.stdout.clone()).unwrap(), stderr(&output))
    };
    let named = [
        ("TURNSTONE_CONFIG", "other.toml"),
        ("TURNSTONE_DATA", "three"),
        ("TURNSTONE_LISTEN", "127.0.0.1:3"),
        ("TURNSTONE_SERVER__DATA", "two"),
        ("TURNSTONE_SERVER__LISTEN", "127.0.0.1:2"),
    ];
    let (shown, errors) = reported(&named, &[]);
    assert_eq!(errors, "");
    for line in [
        "data = \"three\"  # TURNSTONE_DATA",
        "listen = \"127.0.0.1:3\"  # TURNSTONE_LISTEN",
        "parties = 3  # other.toml",
    ] {
        assert!(shown.lines().any(|own| own == line), "{line} is not in {shown}");
    }
    let (shown, _) = reported(&named, &["--data", "four", "--listen", "127.0.0.1:4"]);
    for line in ["data = \"four\"  # --data", "listen = \"127.0.0.1:4\"  # --listen"] {
        assert!(shown.lines().any(|own| own == line), "{line} is not in {shown}");
    }
    for (name, wrong) in
        [("TURNSTONE_LISTEN", "somewhere"), ("TURNSTONE_CONFIG", "nowhere.toml"), ("TURNSTONE_DATA", "")]
    {
        let (shown, errors) = reported(&[(name, wrong)], &[]);
        let names = errors.contains(name) || errors.contains("nowhere.toml") || errors.contains("server.data");
        assert!(shown.is_empty() && names && errors.lines().count() == 1, "{name}={wrong}: {errors}");
    }
    // The data directory of the variable is used.
    let output = home.bare(&["check"]).env("TURNSTONE_DATA", home.path("three")).output().unwrap();
    assert!(stderr(&output).contains(home.path("three").to_str().unwrap()), "{}", stderr(&output));
}

#[test]
fn rejects_a_path_that_is_not_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    let path = OsStr::from_bytes(b"d\xff");
    for command in [&["--print-config"][..], &["serve"], &["invite"], &["check"]] {
        let flag = home.bare(command).arg("--data").arg(path).output().unwrap();
        let variable = home.bare(command).env("TURNSTONE_DATA", path).output().unwrap();
        for (output, name) in [(flag, "--data"), (variable, "TURNSTONE_DATA")] {
            let reported = stderr(&output);
            let rejected = output.status.code() == Some(1) && reported.contains(name) && reported.contains("UTF-8");
            assert!(rejected && reported.lines().count() == 1, "{command:?}: {reported}");
        }
    }
    assert!(!home.path("").join(path).exists());
}

#[test]
fn the_banner_prints_commands_that_work_from_anywhere() {
    use std::io::{BufRead, BufReader};
    let home = Home::new();
    // A relative path, with characters that a shell would interpret.
    let mut command = home.bare(&["--listen", "127.0.0.1:0", "--data", "it's $HOME"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut reported: Vec<String> = lines.by_ref().take_while(|line| !line.contains("More invitations")).collect();
    reported.extend(lines.next());
    let data = home.path("it's $HOME");
    assert!(reported.contains(&format!("Data directory: {}", data.display())), "{reported:?}");
    let elsewhere = Home::new();
    let shell = |line: &str| {
        let output = elsewhere.shell(line).output().unwrap();
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let invite = reported.last().unwrap();
    let first = reported.iter().find_map(|line| line.strip_prefix("Invitation code (10 uses): ")).unwrap();
    let link = reported.iter().find_map(|line| line.strip_prefix("Invitation link: ")).unwrap();
    assert!(link.ends_with(&format!("/join#{first}")), "{link}");
    assert_eq!(shell(invite).lines().next().unwrap().len(), first.len(), "a code like the first one");
    assert_eq!(std::fs::read_dir(elsewhere.path("")).unwrap().count(), 0, "and nothing is created elsewhere");
    if has_curl() {
        let start = reported.iter().position(|line| line.contains("curl")).unwrap();
        assert!(shell(&reported[start..start + 2].join("\n")).contains("recoveryCode"));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_version_names_the_commit_that_was_built() {
    let reported = String::from_utf8(Home::new().bare(&["--version"]).output().unwrap().stdout).unwrap();
    let head = std::process::Command::new("git").args(["rev-parse", "HEAD"]).output();
    // A source archive has no git, and then no commit is reported.
    let head = head.ok().filter(|head| head.status.success()).map(|head| String::from_utf8(head.stdout).unwrap());
    let version = reported.strip_prefix("turnstone ").unwrap().trim();
    match head {
        Some(head) => assert!(version.contains(head.trim()), "{reported} is not of {head}"),
        None => assert!(!version.contains('('), "{reported}"),
    }
}

#[test]
fn a_used_port_is_named() {
    let home = Home::new();
    let first = home.serve("data");
    let listen = first.address.to_string();
    let reported = home.rejected("other", &["serve", "--listen", &listen]);
    assert!(reported.contains(&format!("server.listen: cannot listen on {listen}")), "{reported}");
    assert!(!home.path("other").exists(), "and nothing is created");
    let mut command = home.command("other", &["serve", "--listen", "127.0.0.1:0"]);
    let output = command.env("TURNSTONE_SERVER__METRICS_LISTEN", &listen).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let reported = stderr(&output);
    assert!(reported.contains(&format!("server.metrics_listen: cannot listen on {listen}")), "{reported}");
    assert!(!home.path("other").exists(), "errors are detected before anything is created");
}

#[test]
fn a_reader_that_leaves_early_stops_nothing() {
    let home = Home::new();
    home.serve("data").stop();
    for command in [&["--print-config"][..], &["invite"], &["check"]] {
        // The reading end is closed before the command can write.
        let mut child = home.command("data", command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command:?}: {}", stderr(&output));
    }
}

#[test]
fn admin_commands_work_with_and_without_a_server() {
    let home = Home::new();
    let server = home.serve("data");
    let code = home.invited("data", &["invite", "--uses", "3"]);
    let (ada, bob) = (server.join(&code, "ada"), server.join(&code, "bob"));
    let admin = |arguments: &[&str]| home.reported("data", &[&["admin"], arguments].concat());
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_str(&home.reported("data", &[&["admin", "--json"], arguments].concat())).unwrap()
    };
    let listed = json(&["invitations"]);
    assert_eq!(listed["invitations"].as_array().unwrap().len(), 2, "the first start's, and this: {listed}");
    let minted = &json(&["audit"])["audit"][0];
    assert_eq!((&minted["act"], &minted["uses"]), (&json!("invite"), &json!(3)));
    let sheet = json(&["account", "ada"]);
    assert_eq!((&sheet["handle"], &sheet["balance"]), (&json!("ada"), &json!(1000)));
    assert!(admin(&["account", "@ada"]).lines().any(|line| line == "balance: 1000"));
    // Frozen and unfrozen; the operator is the user at the other end of the socket, or the given name.
    let frozen = json(&["freeze", "ada", "--reason", "three reports"]);
    assert_eq!((&frozen["act"], &frozen["reason"]), (&json!("freeze"), &json!("three reports")));
    assert!(frozen["by"].as_str().unwrap().starts_with("uid "), "{frozen}");
    let rejected = ada.get(&server, "/api/me");
    assert_eq!((rejected.status, rejected.code().as_deref()), (401, Some("not_signed_in")));
    assert!(rejected.json()["error"].as_str().unwrap().contains("frozen"));
    assert!(home.rejected("data", &["admin", "freeze", "ada"]).ends_with("member: is frozen already"));
    assert!(admin(&["unfreeze", "ada", "--by", "mia"]).contains("by: mia"));
    assert_eq!(ada.get(&server, "/api/me").status, 200);
    admin(&["adjust", "bob", "-100", "--reason", "paid twice"]);
    assert_eq!(bob.get(&server, "/api/me").json()["balance"], 900);
    assert!(home.rejected("data", &["admin", "adjust", "bob", "5"]).ends_with("reason: is needed"));
    admin(&["mute", "bob", "--for", "1h"]);
    let table = bob.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "open": true }));
    let post = format!("{table}/messages");
    assert_eq!(bob.ask(&server, "POST", &post, &json!({ "body": "hello" })).status, 403);
    admin(&["void", table.trim_start_matches("/api/tables/"), "--reason", "it hung"]);
    assert_eq!(bob.get(&server, &table).json()["status"], "cancelled");
    assert_eq!(bob.get(&server, "/api/me").json()["balance"], 900);
    admin(&["revoke-invitation", &code]);
    assert!(home.rejected("data", &["admin", "revoke-invitation", &code]).ends_with("has no uses left"));
    let export = json(&["export", "bob"]);
    assert_eq!((&export["account"]["handle"], &export["balance"][0]["chips"]), (&json!("bob"), &json!(900)));
    assert!(export["ledger"].as_array().unwrap().len() >= 3 && export["audit"].as_array().unwrap().len() >= 3);
    // Signatures of an older key stay valid when another one signs.
    let keys = || std::fs::read_to_string(home.path("data/server.keys")).unwrap().lines().count();
    let before = keys();
    assert!(admin(&["rotate-key"]).contains("restarted"));
    assert_eq!(keys(), before + 1);
    server.stop();
    // The same without a server, on the data directory itself.
    admin(&["end-sessions", "bob"]);
    assert!(home.rejected("data", &["admin", "erase", "bob"]).contains("--yes"));
    admin(&["erase", "bob", "--yes"]);
    assert!(home.rejected("data", &["admin", "freeze", "bob"]).contains("no member has this handle"));
    let acts = json(&["audit", "--limit", "4"]);
    let words: Vec<&str> = acts["audit"].as_array().unwrap().iter().map(|act| act["act"].as_str().unwrap()).collect();
    assert_eq!(words, ["erase", "end-sessions", "rotate-key", "export"]);
    assert!(home.rejected("nowhere", &["admin", "audit"]).contains("there is no data directory"));
    let server = home.serve("data");
    assert_eq!(ada.get(&server, "/api/me").status, 200, "signed by the older key");
    assert_eq!(bob.get(&server, "/api/me").status, 401);
}

#[test]
fn members_tables_and_chats_are_searched_with_and_without_a_server() {
    let home = Home::new();
    let server = home.serve("data");
    let code = home.invited("data", &["invite", "--uses", "3"]);
    let (ada, mut bob) = (server.join(&code, "ada"), server.join(&code, "bob"));
    let table = ada.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "open": true, "stake": 20 }));
    ada.post(&server, &format!("{table}/messages"), &json!({ "body": "a rude word" }));
    bob.post(&server, &format!("{table}/join"), &json!({}));
    let party = bob.post(&server, "/api/parties", &Value::Null)["partyId"].as_str().unwrap().to_owned();
    bob.post(&server, &format!("/api/parties/{party}/messages"), &json!({ "body": "another one" }));
    let table = table.trim_start_matches("/api/tables/");
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_str(&home.reported("data", &[&["admin", "--json"], arguments].concat())).unwrap()
    };
    let search = || {
        let found = json(&["members", "b", "--status", "active", "--balance-min", "1", "--joined-since", "2020-01-01"]);
        assert_eq!((&found["members"][0]["handle"], &found["before"]), (&json!("bob"), &Value::Null), "{found}");
        let first = json(&["members", "--limit", "1"]);
        let before = first["before"].as_str().unwrap();
        assert_eq!(json(&["members", "--limit", "1", "--before", before])["members"][0]["handle"], "ada");
        assert_eq!(json(&["members", "--seen-until", "2020-01-01"])["members"], json!([]));
        let found = json(&["tables", "--member", "bob", "--status", "playing", "--kind", "tic-tac-toe"]);
        assert_eq!((&found["tables"][0]["id"], found["tables"].as_array().unwrap().len()), (&json!(table), 1));
        assert_eq!(json(&["tables", "--created-until", "2020-01-01"])["tables"], json!([]));
    };
    search();
    assert_eq!(home.run("data", &["admin", "members", "--seen-until", "soon"]).status.code(), Some(2));
    assert_eq!(home.run("data", &["admin", "messages", "ada"]).status.code(), Some(2));
    assert_eq!(json(&["messages", table])["messages"][0]["body"], "a rude word");
    assert!(home.rejected("data", &["admin", "remove-message", table, "1"]).ends_with("reason: is needed"));
    let removed = json(&["remove-message", table, "1", "--reason", "it is rude", "--by", "mia"]);
    assert_eq!(
        (&removed["act"], &removed["by"], &removed["message"]),
        (&json!("remove-message"), &json!("mia"), &json!(1))
    );
    let chat = ada.get(&server, &format!("/api/tables/{table}/messages")).json();
    assert_eq!(chat["messages"][0]["body"], "removed by the operator");

    let lost = json(&["recover", "bob", "--reason", "the card is lost"]);
    assert_eq!(bob.get(&server, "/api/me").status, 401);
    bob.recovery_code = lost["recoveryCode"].as_str().unwrap().to_owned();
    bob.signs_in(&server);
    assert!(bob.get(&server, "/api/me").json()["recoveredAt"].is_u64());
    server.stop();

    // The same without a server.
    search();
    assert_eq!(json(&["messages", &party])["messages"][0]["body"], "another one");
    json(&["remove-message", &party, "1", "--reason", "it is rude"]);
    assert_eq!(json(&["messages", &party])["messages"][0]["removed"], true);
    assert_eq!(json(&["audit", "--limit", "3"])["audit"][1]["act"], "recover");
    assert!(home.reported("data", &["check"]).contains("all is whole"));
}

/// The status and the body of the response to a request over the operator's socket.
fn over_socket(home: &Home, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = UnixStream::connect(home.path("data/operator.sock")).unwrap();
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: operator\r\nConnection: close\r\nContent-Length: {length}");
    write!(stream, "{head}\r\n\r\n{body}").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), body.to_owned())
}

#[test]
fn each_listener_serves_its_own_routes_only() {
    let home = Home::new();
    let server = home.serve("data");
    let public = ROUTES.iter().map(|route| (route.method(), route.path().replace(['{', '}'], "")));
    let pages = ["/", "/openapi.json", "/skill.md", "/healthz", "/mcp"].map(|path| ("GET", path.to_owned()));
    for (method, path) in public.chain(pages) {
        let (status, body) = over_socket(&home, method, &path, "");
        assert_eq!(status, 404, "{method} {path}: {body}");
    }
    for route in OPERATOR_ROUTES.iter() {
        assert_eq!(server.ask("POST", route.path(), &[], "{}").status, 404, "{}", route.path());
        assert_eq!(over_socket(&home, "GET", route.path(), "").0, 405, "{}", route.path());
    }
    let documents = ["/openapi.json", "/skill.md", "/llms.txt", "/llms-full.txt"];
    assert!(documents.iter().all(|path| !server.ask("GET", path, &[], "").body.contains("/operator/")));
}

#[test]
fn the_operators_socket_speaks_http() {
    let home = Home::new();
    let _server = home.serve("data");
    let mode = std::fs::metadata(home.path("data/operator.sock")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let (status, body) = over_socket(&home, "POST", "/operator/list-invitations", "");
    let listed: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &listed["invitations"][0]["usesLeft"]), (200, &json!(10)));
    let (status, body) = over_socket(&home, "POST", "/operator/freeze", r#"{"member":"ada"}"#);
    assert!(status == 404 && body.contains("no member has this handle"), "{status} {body}");
    for (fields, field) in
        [("{}", "/member"), (r#"{"member":7}"#, "/member"), (r#"{"member":"ada","reason":""}"#, "/reason")]
    {
        let (status, body) = over_socket(&home, "POST", "/operator/freeze", fields);
        let error: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((status, &error["field"]), (400, &json!(field)), "{fields}: {body}");
    }
    let (status, body) = over_socket(&home, "POST", "/operator/dev-advance", r#"{"ms":1}"#);
    assert!(status == 409 && body.contains("--dev"), "{status} {body}");
}
