//! `turnstone verify`: from a running server, offline, and what does not hold.

use crate::turnstone::{Home, stderr};
use serde_json::{Value, json};

#[test]
fn a_replay_is_verified_from_its_url_and_offline() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.told("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let table = ada.table(&server, &json!({ "kind": "connect-four-vs-house" }));
    let url = format!("http://{}{table}/replay", server.address);
    let verify = |what: &str| {
        let output = home.command("data", &["verify", what]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output))
    };
    let (code, told) = verify(&url);
    assert!(code == Some(1) && told.contains("409"), "still running: {told}");
    let view = ada.get(&server, &table).json();
    ada.post(&server, &format!("{table}/action"), &json!({ "action": view["state"]["legalActions"][0] }));
    ada.post(&server, &format!("{table}/forfeit"), &json!({}));
    let (code, told) = verify(&url);
    assert!(code == Some(0) && told.contains("holds"), "{told}");

    let whole = server.ask("GET", &format!("{table}/replay"), &[], "").json();
    server.stop();
    let offline = |name: &str, bundle: &str| {
        std::fs::write(home.path(name), bundle).unwrap();
        verify(name)
    };
    let (code, told) = offline("whole.json", &whole.to_string());
    assert!(code == Some(0) && told.contains("holds"), "{told}");
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
        let (code, told) = changed(change);
        assert!(code == Some(1) && told.contains("does NOT hold"), "{told}");
    }
    let (code, told) = changed(|bundle| bundle["version"] = json!("999"));
    assert!(code == Some(3) && told.contains("cannot be checked"), "{told}");
    let (code, told) = changed(|bundle| bundle["gameId"] = json!("chess"));
    assert!(code == Some(3), "{told}");
    let (code, told) = offline("none.json", "{}");
    assert!(code == Some(1) && told.contains("not a replay bundle"), "{told}");
    for (nothing, named) in
        [("nowhere.json", "nowhere.json"), ("https://example.org/x", "only http URLs"), (url.as_str(), "refused")]
    {
        let (code, told) = verify(nothing);
        assert!(code == Some(1) && told.contains(named), "{nothing}: {told}");
    }
}

#[test]
fn a_sealed_replay_is_to_be_verified_later() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.told("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let table = ada.table(&server, &json!({ "kind": "blackjack", "daily": true }));
    // A deal may be over as soon as it is dealt.
    ada.ask(&server, "POST", &format!("{table}/forfeit"), &json!({}));
    let url = format!("http://{}{table}/replay", server.address);
    let output = home.command("data", &["verify", &url]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("still sealed"));
}
