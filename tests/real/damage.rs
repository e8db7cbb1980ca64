//! Disk faults in a real data directory, and the program's reaction.

use crate::turnstone::{Home, METRICS, Member, SERVE, Serving, ask, eventually, stderr};
use crate::upgrading::set_row;
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use turnstone_fjall::FjallDirectory;
use turnstone_service::effects::Query;
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::{Key, LedgerAccount, Record};
use turnstone_service::time::Millis;
use turnstone_storage::encoding::{decode, encode, encode_key};
use turnstone_storage::{Durability, Storage, load};

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else if path.is_file() {
            fs::copy(path, target).map(drop).unwrap();
        }
    }
}

fn flip(file: &Path, at: u64) {
    let file = OpenOptions::new().read(true).write(true).open(file).unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, at).unwrap();
    file.write_all_at(&[byte[0] ^ 4], at).unwrap();
}

/// The journal in use, cut to its content.
fn journal(data: &Path) -> PathBuf {
    let files = fs::read_dir(data.join("store")).unwrap().map(|entry| entry.unwrap().path());
    let path = files.filter(|path| path.extension().is_some_and(|name| name == "jnl")).max().unwrap();
    let bytes = fs::read(&path).unwrap();
    let written = bytes.iter().rposition(|byte| *byte != 0).unwrap() + 1;
    OpenOptions::new().write(true).open(&path).unwrap().set_len(written as u64).unwrap();
    path
}

/// Play some tables to their end.
fn play(server: &Serving, member: &Member, tables: u32) {
    for _ in 0..tables {
        let table = member.table(server, &json!({ "kind": "tic-tac-toe-vs-house", "stake": 1 }));
        member.post(server, &format!("{table}/forfeit"), &json!({}));
    }
}

#[test]
fn damage_in_a_journals_tail_is_detected() {
    let home = Home::new();
    for durability in ["sync", "buffered"] {
        let server = home.serve_with(durability, &[("TURNSTONE_STORAGE__DURABILITY", durability)]);
        let invite = home.invited(durability, &["invite", "--uses", "9"]);
        let ada = server.join(invite.trim(), "ada");
        play(&server, &ada, 20);
        drop(server);
        let data = home.path(durability);
        let journal = journal(&data);
        let end = fs::metadata(&journal).unwrap().len();
        let name = format!("{durability}-whole");
        copy(&data, &home.path(&name));
        let whole = home.reported(&name, &["check"]);
        let mut noticed = 0;
        for at in (end - 2400..end).step_by(61) {
            let name = format!("{durability}-{at}");
            copy(&data, &home.path(&name));
            flip(&home.path(&name).join(journal.strip_prefix(&data).unwrap()), at);
            let checked = home.run(&name, &["check"]);
            if checked.status.success() {
                assert_eq!(String::from_utf8(checked.stdout).unwrap(), whole, "a flip at {at} took commits in silence");
            } else {
                noticed += 1;
            }
            fs::remove_dir_all(home.path(&name)).unwrap();
        }
        assert!(noticed > 20, "{noticed}");
    }
}

#[test]
fn a_torn_last_commit_does_not_prevent_the_start() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite", "--uses", "9"]);
    let ada = server.join(invite.trim(), "ada");
    play(&server, &ada, 3);
    let before = ada.get(&server, "/api/me/ledger").body;
    drop(server);
    // The next batch was being written when the power failed: a part in its middle never reached the disk.
    let journal = journal(&home.path("data"));
    let mut bytes = fs::read(&journal).unwrap();
    let ends: Vec<usize> =
        bytes.windows(4).enumerate().filter(|(_, four)| four == b"FJL\x03").map(|(at, _)| at + 4).collect();
    let mut torn = bytes[ends[ends.len() - 2]..].to_vec();
    let middle = torn.len() / 2;
    torn[middle..middle + 40].fill(0);
    // The engine numbers its batches.
    let number = u64::from_le_bytes(torn[5..13].try_into().unwrap()) + 1;
    torn[5..13].copy_from_slice(&number.to_le_bytes());
    bytes.extend_from_slice(&torn);
    fs::write(&journal, bytes).unwrap();

    let server = home.serve("data");
    assert_eq!(ada.get(&server, "/api/me/ledger").body, before);
    play(&server, &ada, 1);
    let aside = fs::read_dir(home.path("data")).unwrap().map(|entry| entry.unwrap().path());
    let aside = aside.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("torn-after-"));
    assert_eq!(aside.map(|path| fs::read(path).unwrap()).collect::<Vec<_>>(), [torn]);
    server.terminate();
    let (code, log) = server.ended();
    assert_eq!(code, Some(0));
    assert!(log.iter().any(|line| line.contains("never acknowledged")), "{log:#?}");
    assert!(home.reported("data", &["check"]).contains("all is whole"));
}

/// Move all rows from the journal into a table, as the engine does after enough writes.
fn settle(data: &Path) {
    let db = fjall::Database::builder(data.join("store")).open().unwrap();
    db.keyspace("records", fjall::KeyspaceCreateOptions::default).unwrap().rotate_memtable_and_wait().unwrap();
}

fn tables(data: &Path) -> Vec<PathBuf> {
    let folder = data.join("store").join("keyspaces").join("1").join("tables");
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// Which of the members' histories cannot be read; `None` if the server does not start.
fn unread(data: &Path, members: &[AccountId]) -> Option<Vec<usize>> {
    let mut storage = FjallDirectory::open(data, Durability::Sync).ok()?;
    load(&mut storage, |_, records| records.count()).ok()?;
    let history = |account| Query::History { account, game_id: None, before: None, limit: 50 };
    let reads = |member: &AccountId| storage.state().query(&history(*member)).is_ok();
    Some((0..members.len()).filter(|at| !reads(&members[*at])).collect())
}

/// The audit, newest first.
fn acts(home: &Home, data: &str) -> Value {
    let reported = home.reported(data, &["admin", "--json", "audit"]);
    serde_json::from_str::<Value>(&reported).unwrap()["audit"].take()
}

#[test]
fn one_flipped_bit_fails_one_request_and_can_be_salvaged() {
    let home = Home::new();
    let server = home.serve("first");
    let invite = home.invited("first", &["invite", "--uses", "20"]);
    let members: Vec<Member> = (0..8).map(|n| server.join(invite.trim(), &format!("member{n}"))).collect();
    for member in &members {
        play(&server, member, 30);
    }
    let id = |member: &Member| member.get(&server, "/api/me").json()["account"]["id"].as_str().unwrap().to_owned();
    let ids: Vec<AccountId> = members.iter().map(|member| AccountId::parse(&id(member)).unwrap()).collect();
    // The audit is stored in rows, too.
    home.reported("first", &["admin", "mute", "member0", "--for", "7days", "--by", "mia", "--reason", "three reports"]);
    home.reported("first", &["admin", "adjust", "member1", "5", "--by", "mia", "--reason", "it was promised"]);
    let audit = acts(&home, "first");
    let before: Vec<String> =
        members.iter().map(|member| member.get(&server, "/api/me/history?limit=50").body).collect();
    server.stop();
    settle(&home.path("first"));

    // A position where the bit is part of few members' histories.
    let file = tables(&home.path("first")).into_iter().max_by_key(|path| fs::metadata(path).unwrap().len()).unwrap();
    let length = fs::metadata(&file).unwrap().len();
    let place = (1..60).map(|part| part * length / 60).find_map(|at| {
        copy(&home.path("first"), &home.path("tried"));
        flip(&home.path("tried").join(file.strip_prefix(home.path("first")).unwrap()), at);
        let found = unread(&home.path("tried"), &ids);
        fs::remove_dir_all(home.path("tried")).unwrap();
        found.filter(|unread| (1..=2).contains(&unread.len())).map(|unread| (at, unread))
    });
    let (at, unread) = place.unwrap();
    flip(&file, at);

    // It serves repeatedly; moves are accepted, and one member's history is an error.
    for start in 0..2 {
        let server = home.serve_with("first", &[METRICS]);
        for (at, member) in members.iter().enumerate() {
            let answer = member.get(&server, "/api/me/history?limit=50");
            if unread.contains(&at) {
                assert_eq!(answer.status, 503, "{}", answer.body);
                assert!(answer.header("retry-after").is_some());
            } else {
                assert_eq!(answer.status, 200, "{}", answer.body);
                assert!(start > 0 || answer.body == before[at]);
            }
            let table = member.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "stake": 1 }));
            let action = member.get(&server, &table).json()["state"]["legalActions"][0].clone();
            member.post(&server, &format!("{table}/action"), &json!({ "action": action }));
            member.post(&server, &format!("{table}/forfeit"), &json!({}));
        }
        let metrics = server.metrics();
        let shows = |line: &str| ask(metrics, "GET", "/metrics", &[], "").body.contains(line);
        eventually(|| shows("turnstone_storage_damaged_files 1\n"));
        let unreadable = format!("turnstone_engine_unreadable_queries_total {}\n", unread.len());
        assert!(shows(&unreadable), "{unreadable}");
        // With the running server, and by the file's name.
        let reported = home.rejected("first", &["check"]);
        assert!(
            reported.contains(&format!("{}", file.file_name().unwrap().display())) && reported.contains("salvage"),
            "{reported}"
        );
        server.terminate();
        let (code, log) = server.ended();
        assert_eq!(code, Some(0));
        assert!(log.iter().any(|line| line.contains("the store is damaged")), "{log:#?}");
        assert!(log.iter().any(|line| line.contains("stored rows cannot be read")), "{log:#?}");
    }

    // Readable records are copied, and the missing ones are listed.
    let (old, new) = (home.path("first"), home.path("second"));
    let arguments = ["salvage", old.to_str().unwrap(), new.to_str().unwrap()];
    let salvaged = home.run("none", &arguments);
    let reported = String::from_utf8(salvaged.stdout.clone()).unwrap();
    assert_eq!(salvaged.status.code(), Some(1), "{reported} {}", stderr(&salvaged));
    assert!(reported.contains("missing: ") && reported.contains("unreadable"), "{reported}");
    assert!(home.reported("second", &["check"]).contains("all is whole"));
    let server = home.serve("second");
    for member in &members {
        assert_eq!(member.get(&server, "/api/me/history?limit=50").status, 200);
        play(&server, member, 1);
    }
    // The audit is kept; a muted member stays muted, and the next action gets the next number.
    assert_eq!(acts(&home, "second"), audit);
    let table = members[0].table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "open": true }));
    let said = members[0].ask(&server, "POST", &format!("{table}/messages"), &json!({ "body": "hello" }));
    assert_eq!(said.status, 403, "{}", said.body);
    home.reported("second", &["admin", "unmute", "member0"]);
    let newest = |acts: &Value| acts[0]["id"].as_u64().unwrap();
    assert_eq!(newest(&acts(&home, "second")), newest(&audit) + 1);
    server.stop();
    assert!(home.reported("second", &["check"]).contains("all is whole"));
}

/// Change a record of a store without the program; returns its former content.
fn set_record(data: &Path, key: &Key, change: impl FnOnce(&mut Record)) -> Vec<u8> {
    let key = encode_key(key);
    let before = set_row(data, &key, Some(b"for a moment")).expect("it has a row");
    let mut record = decode(&key, &before).unwrap();
    change(&mut record);
    set_row(data, &key, Some(&encode(&record).1));
    before
}

#[test]
fn contradicting_rows_fail_a_start_and_a_check() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite", "--uses", "9"]);
    let (ada, bob) = (server.join(invite.trim(), "ada"), server.join(invite.trim(), "bob"));
    let table = ada.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "stake": 10 }));
    let table = Key::Table(TableId::parse(table.rsplit('/').next().unwrap()).unwrap());
    let [ada, bob] = [&ada, &bob].map(|member| {
        let id = member.get(&server, "/api/me").json()["account"]["id"].as_str().unwrap().to_owned();
        Key::Balance(LedgerAccount::Member(AccountId::parse(&id).unwrap()))
    });
    server.stop();
    let data = home.path("data");
    let rejected = |words: &str| {
        for command in [&SERVE[..], &["check"], &["invite"]] {
            let said = home.rejected("data", command);
            assert!(said.contains(words) && !said.contains("panicked"), "{command:?}: {said}");
        }
    };
    let with_chips = |chips: i64| {
        move |record: &mut Record| {
            let Record::Balance(_, row) = record else { panic!("a balance") };
            row.balance = chips;
        }
    };
    // Rows that are valid separately: their sum overflows, their sum is not 0, a seat has no player.
    for chips in [1 << 53, (1 << 53) + 1, i64::MAX] {
        let before = [&ada, &bob].map(|key| (key, set_record(&data, key, with_chips(chips))));
        rejected(if chips == 1 << 53 { "do not balance" } else { "an impossible number of chips" });
        for (key, row) in before {
            set_row(&data, &encode_key(key), Some(&row));
        }
    }
    let before = set_record(&data, &table, |record| {
        let Record::Table(_, row) = record else { panic!("a table") };
        row.players.pop();
    });
    rejected("has not as many players as seats");
    set_row(&data, &encode_key(&table), Some(&before));
    assert!(home.reported("data", &["check"]).contains("all is whole"));
}

#[test]
fn a_backup_that_a_check_rejects_is_not_restored() {
    let home = Home::new();
    let server = home.serve("data");
    let ada = server.join(home.invited("data", &["invite"]).trim(), "ada");
    play(&server, &ada, 3);
    let id = ada.get(&server, "/api/me").json()["account"]["id"].as_str().unwrap().to_owned();
    let rows = ada.get(&server, "/api/me/ledger").json();
    let row = rows["entries"].as_array().and_then(|rows| rows.last()).and_then(|row| row["id"].as_u64()).unwrap();
    server.stop();
    let account = LedgerAccount::Member(AccountId::parse(&id).unwrap());
    // A row that no start reads.
    set_record(&home.path("data"), &Key::Ledger(account, row), |record| {
        let Record::Ledger(_, _, row) = record else { panic!("a row of the ledger") };
        row.at = Millis(u64::MAX);
    });
    let checked = home.rejected("data", &["check"]);
    home.reported("data", &["backup", "backup"]);
    let rejected = home.rejected("copy", &["restore", "backup"]);
    assert!(rejected.contains("is not restored") && rejected.contains("--unchecked"), "{rejected}");
    assert!(!home.path("copy").exists(), "nothing is left of it");
    home.reported("copy", &["restore", "--unchecked", "backup"]);
    assert_eq!(home.rejected("copy", &["check"]), checked);
}
