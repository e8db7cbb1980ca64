//! A program with data of another version: data of an earlier version is served, data of a newer one is rejected with a
//! clear error.

use crate::turnstone::{Home, SERVE, stderr, top};
use serde_json::json;
use std::path::Path;
use turnstone_service::ids::AccountId;
use turnstone_service::record::Key;
use turnstone_storage::encoding::encode_key;

/// `golden/storage/served/backup` is of a server that wrote rows of version 2: two members, a finished match, and a
/// running one.
#[test]
fn data_of_an_earlier_version_is_served() {
    let home = Home::new();
    let backup = top("golden/storage/served/backup");
    assert!(home.reported("data", &["restore", backup.to_str().unwrap()]).contains("commit 18 restored"));
    assert!(home.reported("data", &["check"]).contains("all is whole"));
    // Its clock is long behind if this test runs in later years.
    let server = home.serve_as("data", &["--accept-clock"]);
    let code = json!({ "handle": "ada", "recoveryCode": "JFQAV-JN4FR-8BDZS-7QDFD-B7PNJ-FR75P" });
    let token = server.ask("POST", "/api/token", &[], &code.to_string());
    assert_eq!(token.status, 200, "{}", token.body);
    let token = format!("Bearer {}", token.json()["token"].as_str().unwrap());
    let get = |path: &str| server.ask("GET", path, &[("Authorization", &token)], "").json();
    assert_eq!(get("/api/me")["account"]["id"], "acc_01a2057a831d793abbf692e33251c82e");
    let replay = server.ask("GET", "/api/tables/t_01a2057a83ae72e6a02ea44e694da956/replay", &[], "");
    std::fs::write(home.path("replay.json"), replay.body).unwrap();
    let verified = home.bare(&["verify", "replay.json"]).output().unwrap();
    assert!(verified.status.success(), "{}", stderr(&verified));
    let running = get("/api/tables/t_01a2057a862f7fc79d2bed6044f2c049");
    assert_eq!(running["kind"], "connect-four-vs-house", "it continues, or ended by its deadline: {running}");
    server.stop();
    assert!(home.reported("data", &["check"]).contains("all is whole"));
}

/// Change a row of a store without the program; returns its former content.
pub(crate) fn set_row(data: &Path, key: &[u8], value: Option<&[u8]>) -> Option<Vec<u8>> {
    let db = fjall::Database::builder(data.join("store")).open().unwrap();
    let rows = db.keyspace("records", fjall::KeyspaceCreateOptions::default).unwrap();
    let before = rows.get(key).unwrap().map(|row| row.to_vec());
    match value {
        Some(value) => rows.insert(key, value).unwrap(),
        None => rows.remove(key).unwrap(),
    }
    db.persist(fjall::PersistMode::SyncAll).unwrap();
    before
}

#[test]
fn rejects_data_of_a_newer_program_and_changes_nothing() {
    let home = Home::new();
    let server = home.serve("data");
    let ada = server.join(home.invited("data", &["invite"]).trim(), "ada");
    let id = ada.get(&server, "/api/me").json()["account"]["id"].as_str().unwrap().to_owned();
    server.stop();
    let data = home.path("data");
    let account = encode_key(&Key::Account(AccountId::parse(&id).unwrap()));
    // A kind of rows that was added later, a known kind in a later version, and one with an additional field.
    let row = set_row(&data, &account, Some(&[99])).expect("she has a row");
    set_row(&data, &account, Some(&row));
    let more = [row.as_slice(), &[7]].concat();
    for (key, value) in [(&b"\xee from later"[..], &[1][..]), (&account, &[99]), (&account, &more)] {
        let before = set_row(&data, key, Some(value));
        for command in [&SERVE[..], &["check"], &["invite"], &["backup", "file"], &["admin", "audit"]] {
            let reported = home.rejected("data", command);
            assert!(reported.contains("a newer program wrote it"), "{command:?}: {reported}");
        }
        // The newer program still finds everything afterwards.
        assert_eq!(set_row(&data, key, before.as_deref()).as_deref(), Some(value), "{key:02x?}");
    }
    let server = home.serve("data");
    assert_eq!(ada.get(&server, "/api/me").json()["account"]["id"], id);
    server.stop();
    assert!(home.reported("data", &["check"]).contains("all is whole"));
}
