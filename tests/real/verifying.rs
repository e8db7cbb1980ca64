//! `turnstone verify`: with a bundle of a running server, offline, and with invalid bundles.

use crate::turnstone::{Home, stderr};
use serde_json::{Value, json};
use std::io::{Read, Write};

#[test]
fn a_replay_is_verified_from_its_url_and_offline() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let table = ada.table(&server, &json!({ "kind": "connect-four-vs-house" }));
    let url = format!("http://{}{table}/replay", server.address);
    let verify = |what: &str| {
        let output = home.command("data", &["verify", what]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output))
    };
    let (code, reported) = verify(&url);
    assert!(code == Some(1) && reported.contains("409"), "still running: {reported}");
    let view = ada.get(&server, &table).json();
    ada.post(&server, &format!("{table}/action"), &json!({ "action": view["state"]["legalActions"][0] }));
    ada.post(&server, &format!("{table}/forfeit"), &json!({}));
    let (code, reported) = verify(&url);
    assert!(code == Some(0) && reported.contains("holds"), "{reported}");

    let whole = server.ask("GET", &format!("{table}/replay"), &[], "").json();
    server.stop();
    let offline = |name: &str, bundle: &str| {
        std::fs::write(home.path(name), bundle).unwrap();
        verify(name)
    };
    let (code, reported) = offline("whole.json", &whole.to_string());
    assert!(code == Some(0) && reported.contains("holds"), "{reported}");
    let changed = |change: fn(&mut Value)| {
        let mut bundle = whole.clone();
        change(&mut bundle);
        offline("changed.json", &bundle.to_string())
    };
    let wrong: [fn(&mut Value); 6] = [
        |bundle| bundle["outcome"][0]["score"] = json!(10),
        |bundle| bundle["seed"] = json!("00".repeat(32)),
        |bundle| bundle["seedCommit"] = json!("00".repeat(32)),
        |bundle| bundle["digest"] = json!("00".repeat(32)),
        |bundle| bundle["log"][0]["action"] = json!({ "type": "drop", "column": 99 }),
        |bundle| drop(bundle["log"].as_array_mut().unwrap().pop()),
    ];
    for change in wrong {
        let (code, reported) = changed(change);
        assert!(code == Some(1) && reported.contains("does NOT hold"), "{reported}");
    }
    let (code, reported) = changed(|bundle| bundle["version"] = json!("999"));
    assert!(code == Some(3) && reported.contains("cannot be checked"), "{reported}");
    let (code, reported) = changed(|bundle| bundle["gameId"] = json!("chess"));
    assert!(code == Some(3), "{reported}");
    let (code, reported) = offline("refusal.json", r#"{"error":"the table is still running"}"#);
    assert!(code == Some(1) && reported.contains(r#"the server's error, "the table is still running""#), "{reported}");
    let (code, reported) = offline("none.json", "{}");
    assert!(code == Some(1) && reported.contains("not a replay bundle"), "{reported}");
    for (nothing, named) in
        [("nowhere.json", "nowhere.json"), ("https://127.0.0.1:1/x", "refused"), (url.as_str(), "refused")]
    {
        let (code, reported) = verify(nothing);
        assert!(code == Some(1) && reported.contains(named), "{nothing}: {reported}");
    }
}

/// A finished match of two, as its game page has it, with some members changed.
fn bundle(change: impl FnOnce(&mut Value)) -> String {
    let mut bundle = serde_json::from_str(include_str!("../../golden/games/bundles/tic-tac-toe.json")).unwrap();
    change(&mut bundle);
    bundle.to_string()
}

#[test]
fn a_hostile_bundle_gets_a_verdict_in_one_safe_line() {
    let home = Home::new();
    let verify = |text: &str| {
        std::fs::write(home.path("hostile.json"), text).unwrap();
        let output = home.bare(&["verify", "hostile.json"]).output().unwrap();
        let reported = String::from_utf8(output.stdout.clone()).unwrap() + &stderr(&output);
        assert!(
            reported.trim_end().chars().all(|letter| letter == '…' || (' '..='~').contains(&letter)),
            "{reported:?}"
        );
        assert!(reported.lines().count() == 1 && reported.len() < 700, "{reported:?}");
        (output.status.code().unwrap(), reported)
    };
    let escapes = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}\u{2028}\u{0}\r\n";
    // There is no seat 250.
    let leaves = json!([{ "seat": 250, "action": null, "leave": true, "at": 0 }]);
    let (code, reported) = verify(&bundle(|bundle| bundle["log"] = leaves));
    assert!(code == 1 && reported.contains("does NOT hold: log entry 0 of seat 250"), "{reported}");
    for member in ["sessionId", "gameId", "version", "digest", "seed", "seedCommit", "sealedReason"] {
        for text in [escapes.to_owned(), escapes.repeat(100_000)] {
            let (code, reported) = verify(&bundle(|bundle| bundle[member] = text.into()));
            assert!(matches!(code, 1 | 3), "{member}: {reported}");
        }
    }
    let (code, reported) = verify(&bundle(|bundle| bundle["config"]["kind"] = json!([escapes])));
    assert!(code == 3 && reported.contains("config: invalid type"), "{reported}");
    let (code, reported) = verify(&bundle(|bundle| bundle["outcome"][0]["result"] = escapes.into()));
    assert!(code == 1 && reported.contains("outcome[0].result: unknown variant"), "{reported}");
    // A wrong type is named by its place.
    for (place, named) in [
        ("/sessionId", "sessionId: invalid type"),
        ("/seats", "seats: invalid type"),
        ("/log", "log: invalid type"),
        ("/log/2/seat", "log[2].seat: invalid type"),
        ("/log/0/at", "log[0].at: invalid type"),
        ("/outcome/1/score", "outcome[1].score: invalid type"),
    ] {
        let (code, reported) = verify(&bundle(|bundle| *bundle.pointer_mut(place).unwrap() = json!({ "is": escapes })));
        assert!(code == 1 && reported.contains("not a replay bundle: ") && reported.contains(named), "{reported}");
    }
    let (code, reported) = verify(&"[".repeat(100_000));
    assert!(code == 1 && reported.contains("not a replay bundle"), "{reported}");
    let (code, reported) = verify(&bundle(|bundle| bundle["log"][0]["seat"] = json!(256)));
    assert!(code == 1 && reported.contains("log[0].seat"), "{reported}");
    // An endless log, and an endless file.
    let entry = json!({ "seat": 0, "action": null, "leave": true, "at": 0 });
    let (code, reported) = verify(&bundle(|bundle| bundle["log"] = vec![entry; 200_000].into()));
    assert!(code == 1 && reported.contains("log entry 1 of seat 0"), "{reported}");
    let output = home.bare(&["verify", "/dev/zero"]).output().unwrap();
    assert!(output.status.code() == Some(1) && stderr(&output).contains("more than 16777216 bytes"));
    // A bundle that says that it is sealed must have the form of one.
    let sealed = |bundle: &mut Value| {
        bundle["seed"] = Value::Null;
        bundle["log"] = json!([]);
        bundle["digest"] = json!("00".repeat(32));
        bundle["sealedReason"] = json!("duel");
    };
    assert_eq!(verify(&bundle(sealed)).0, 2);
    // A later version may seal a bundle for a reason that this one does not know.
    let (code, reported) = verify(&bundle(|bundle| {
        sealed(bundle);
        bundle["sealedReason"] = json!("whim");
    }));
    assert!(code == 3 && reported.contains("cannot be checked"), "{reported}");
    let claims: [fn(&mut Value); 2] = [
        |bundle| bundle["log"] = json!([{ "seat": 0, "action": null, "leave": true, "at": 0 }]),
        |bundle| bundle["digest"] = json!("later"),
    ];
    for claim in claims {
        let (code, reported) = verify(&bundle(|bundle| {
            sealed(bundle);
            claim(bundle);
        }));
        assert!(code == 1 && reported.contains("does NOT hold"), "{reported}");
    }
}

/// Answer one request with these bytes.
fn answers(bytes: Vec<u8>) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/replay", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 1000]);
        // The peer may have closed the connection already.
        let _ = stream.write_all(&bytes);
    });
    url
}

#[test]
fn rejects_hostile_servers_like_hostile_files() {
    let home = Home::new();
    let verify = |answer: Vec<u8>| {
        let output = home.bare(&["verify", &answers(answer)]).output().unwrap();
        let reported = String::from_utf8(output.stdout.clone()).unwrap() + &stderr(&output);
        assert!(reported.trim_end().chars().all(|letter| (' '..='~').contains(&letter)), "{reported:?}");
        (output.status.code().unwrap(), reported)
    };
    let endless = [b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), vec![b' '; 17 << 20]].concat();
    let (code, reported) = verify(endless);
    assert!(code == 1 && reported.contains("length limit exceeded"), "{reported}");
    let hostile = bundle(|bundle| bundle["sessionId"] = "\u{1b}[2J".into());
    let (code, reported) = verify(format!("HTTP/1.1 200 OK\r\n\r\n{hostile}").into_bytes());
    assert!(code == 1 && reported.contains("\\u{1b}[2J (tic-tac-toe 1): does NOT hold"), "{reported}");
    for nonsense in
        ["\x1b[2J\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", "HTTP/1.1 302 \x1b[2J\r\n\r\n", ""]
    {
        assert_eq!(verify(nonsense.as_bytes().to_vec()).0, 1, "{nonsense:?}");
    }
}

#[test]
fn a_sealed_replay_can_be_verified_later() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let table = ada.table(&server, &json!({ "kind": "blackjack", "daily": true }));
    // A deal may be over as soon as it is dealt.
    ada.ask(&server, "POST", &format!("{table}/forfeit"), &json!({}));
    let url = format!("http://{}{table}/replay", server.address);
    let output = home.command("data", &["verify", &url]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("still sealed"));
}

/// An example of `golden/fairness` as files of a folder; returns the options that name them, and the bundle's last.
fn example(home: &Home, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(format!("../../golden/fairness/{name}.json")).unwrap();
    let example: Value = serde_json::from_str(&text).unwrap();
    let mut options = vec!["verify".to_owned(), "--fair".to_owned()];
    let file = |name: String, content: &str| {
        std::fs::write(home.path(&name), content).unwrap();
        name
    };
    for (member, option) in [("statements", "--statements"), ("lists", "--list")] {
        for (at, page) in example[member].as_array().into_iter().flatten().enumerate() {
            options.extend([option.to_owned(), file(format!("{name}-{member}-{at}"), &page.to_string())]);
        }
    }
    if let Some(lines) = example["receipts"].as_array() {
        let lines: Vec<&str> = lines.iter().map(|line| line.as_str().unwrap()).collect();
        options.extend(["--receipts".to_owned(), file(format!("{name}-receipts"), &lines.join("\n"))]);
    }
    for sent in example["brought"].as_array().into_iter().flatten() {
        let text = |member: &str| sent[member].as_str().unwrap().to_owned();
        options.push(format!("--brought={}:{}:{}", sent["seat"], text("clientRef"), text("clientSeed")));
    }
    for noted in example["noted"].as_array().into_iter().flatten() {
        options.push(format!("--noted={}", noted.as_str().unwrap()));
    }
    options.push(file(format!("{name}-bundle"), &example["bundles"][0].to_string()));
    options
}

fn fair(home: &Home, options: &[String]) -> (i32, String) {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let output = home.bare(&options).output().unwrap();
    let reported = String::from_utf8(output.stdout.clone()).unwrap() + &stderr(&output);
    (output.status.code().unwrap(), reported)
}

#[test]
fn a_deal_is_verified_from_files() {
    let home = Home::new();
    for (name, code, expected) in [
        ("holds", 0, "holds: t_"),
        ("holds-three-pages", 0, "holds: t_"),
        ("open", 2, "open: t_"),
        ("sealed", 2, "sealed: t_"),
        ("commit-and-reveal", 4, "commit-and-reveal: t_example: "),
        ("rewritten", 1, "rewritten: t_"),
        ("brought-ignored", 1, "brought: t_"),
        ("list-left-out", 1, "list: t_"),
        ("receipt-dropped", 1, "receipt: t_"),
        ("day-other", 1, "day: t_"),
        ("late-silence", 1, "late: t_"),
        ("unknown-statement", 3, "unknown: t_"),
        ("holds-noted", 0, "holds: t_"),
    ] {
        let (status, reported) = fair(&home, &example(&home, name));
        assert!(status == code && reported.starts_with(expected), "{name}: {status}: {reported}");
        assert_eq!(reported.lines().count(), 1, "{reported}");
    }
    // A table without a bundle has a line of its own.
    let (status, reported) = fair(&home, &example(&home, "holds-receipt-alone"));
    assert!(status == 1 && reported.starts_with("holds: t_") && reported.contains("\nreceipt: t_"), "{reported}");
    // One line for each bundle, and one broken bundle is enough for the status.
    std::fs::write(home.path("nonsense"), "\u{1b}[2J").unwrap();
    let two = [example(&home, "holds"), vec!["nonsense".to_owned()]].concat();
    let (status, reported) = fair(&home, &two);
    assert!(status == 1 && reported.contains("\nbundle: nonsense: Not a replay bundle"), "{reported}");
    for (wrong, named) in [
        ("--noted=00", "needs --statements"),
        ("--noted=00@noon", "TIME is not in epoch milliseconds"),
        ("--brought=0", "SEAT:REF:SEED"),
    ] {
        let options = ["verify", "--fair", wrong, "nonsense"].map(str::to_owned);
        let (status, reported) = fair(&home, &options);
        assert!(status != 0 && reported.contains(named), "{reported}");
    }
}

/// Answers requests by their path, each on its own connection.
fn serves(pages: Vec<(String, String)>) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = [0; 1000];
            let read = stream.read(&mut request).unwrap();
            let request = String::from_utf8_lossy(&request[..read]).into_owned();
            let path = request.split(' ').nth(1).unwrap_or_default();
            let page = pages.iter().find(|(of, _)| of == path);
            let (status, body) = page.map_or(("404 Not Found", "{}"), |(_, body)| ("200 OK", body.as_str()));
            let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    url
}

#[test]
fn a_deal_is_verified_from_the_address_of_a_server() {
    let home = Home::new();
    let text = std::fs::read_to_string("../../golden/fairness/holds-three-pages.json").unwrap();
    let example: Value = serde_json::from_str(&text).unwrap();
    let mut pages = vec![
        ("/replay".to_owned(), example["bundles"][0].to_string()),
        ("/api/fairness?from=1".to_owned(), example["statements"][0].to_string()),
    ];
    for page in example["lists"].as_array().unwrap() {
        let from = &page["entries"][0]["number"];
        pages.push((format!("/api/fairness/days/2026-11-25?from={from}"), page.to_string()));
    }
    let verify = |pages: &[(String, String)]| {
        let server = serves(pages.to_vec());
        let options = ["verify", "--fair", "--from", &format!("{server}/"), &format!("{server}/replay")];
        fair(&home, &options.map(str::to_owned))
    };
    let (status, reported) = verify(&pages);
    assert!(status == 0 && reported.starts_with("holds: "), "{reported}");
    let (status, reported) = verify(&pages[..4]);
    assert!(status == 1 && reported.contains("the server answered 404"), "{reported}");
}
