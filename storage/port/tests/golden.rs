//! The encoding of rows is the one that was written down: `golden/storage/<version>/` holds each sample's row in hex.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use turnstone_service::record::{AccountRow, ArchiveRow, PartyRow, Record, SanctionRow};
use turnstone_storage::encoding::{META, decode, encode};
use turnstone_storage_conformance::samples::*;

/// The version that is written.
const NEWEST: u8 = 5;

fn folder(version: u8) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/storage").join(version.to_string())
}

/// One line a record: its key and value as they are stored.
fn rows(records: &[Record]) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let row = |record| {
        let (key, value) = encode(record);
        assert_ne!(key[0], META);
        format!("{} {}\n", hex(&key), hex(&value))
    };
    records.iter().map(row).collect()
}

/// The record of such a line.
fn row_of(line: &str) -> Record {
    let bytes = |text: &str| -> Vec<u8> {
        (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
    };
    let (key, value) = line.split_once(' ').unwrap();
    decode(&bytes(key), &bytes(value)).unwrap()
}

/// A change of the encoding needs a new version of it, and a new folder beside the old ones; `INSTA_UPDATE=always`
/// writes the rows of a version that has none yet, and the tests of the engine write the rest of its folder.
#[test]
fn the_encoding_is_that_of_the_newest_version() {
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        write_the_rows();
    }
    let wanted = fs::read_to_string(folder(NEWEST).join("rows.txt")).unwrap();
    assert_eq!(rows(&fifth_records()), wanted, "the encoding of rows has changed");
}

/// Kinds that came after the folder of version 1, and before that of version 2.
#[test]
fn the_encoding_of_later_kinds_is_unchanged() {
    let wanted = fs::read_to_string(folder(1).join("later-kinds.txt")).unwrap();
    assert_eq!(rows(&later_records()), wanted, "the encoding of rows has changed");
}

/// Agents and duels came after the folder of version 2, and their rows changed with version 3.
#[test]
fn reads_former_rows_of_agents_and_duels() {
    let written = fs::read_to_string(folder(2).join("later-kinds.txt")).unwrap();
    let mut records = newest_records();
    for record in &mut records {
        if let Record::Agent(_, row) = record {
            row.stake_limit = None;
        } else if let Record::Duel(_, row) = record {
            (row.reasons, row.unserved, row.voided) = Default::default();
        } else if let Record::DuelEntry(_, row) = record {
            row.terms = None;
        }
    }
    assert_eq!(written.lines().map(row_of).collect::<Vec<_>>(), records);
}

/// What operators do, which came after those. The row of a table changed with version 4.
#[test]
fn reads_former_rows_of_operator_kinds() {
    let written = fs::read_to_string(folder(2).join("operator-kinds.txt")).unwrap();
    assert_eq!(written.lines().map(row_of).collect::<Vec<_>>(), admin_records());
}

/// The rows of these records are those of a file, which is written once.
fn is_unchanged(file: PathBuf, records: &[Record]) {
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") && !file.exists() {
        fs::write(&file, rows(records)).unwrap();
    }
    assert_eq!(rows(records), fs::read_to_string(file).unwrap(), "the encoding of rows has changed");
}

/// What the upkeep of chips and chats needs, which came after those.
#[test]
fn the_encoding_of_economy_kinds_is_unchanged() {
    is_unchanged(folder(2).join("economy-kinds.txt"), &economy_records());
}

/// What brings members together, which came after the folder of version 5.
#[test]
fn the_encoding_of_meeting_kinds_is_unchanged() {
    is_unchanged(folder(5).join("meeting-kinds.txt"), &meeting_records());
}

/// Ratings, which came after those.
#[test]
fn the_encoding_of_rating_kinds_is_unchanged() {
    is_unchanged(folder(5).join("rating-kinds.txt"), &rating_rows());
}

/// Friendly tables, which came after those.
#[test]
fn the_encoding_of_friendly_kinds_is_unchanged() {
    is_unchanged(folder(5).join("friendly-kinds.txt"), &friendly_records());
}

/// Tickets of the queue, and histories of free tables.
#[test]
fn the_encoding_of_tickets_is_unchanged() {
    let records: Vec<Record> = ticket_records().into_iter().chain([free_history()]).collect();
    is_unchanged(folder(5).join("ticket-kinds.txt"), &records);
}

/// Rematches, which came after those.
#[test]
fn the_encoding_of_rematches_is_unchanged() {
    is_unchanged(folder(5).join("rematch-kinds.txt"), &rematch_records());
}

/// The records of ratings, an archive with its ratings, and a member who is in no list.
fn rating_rows() -> Vec<Record> {
    let mut records = rating_records();
    for record in fifth_records() {
        if let Record::Archive(id, row) = record {
            records.push(Record::Archive(id, Box::new(ArchiveRow { rating: Some(table_rating()), ..*row })));
        } else if let Record::Account(id, row) = record
            && row.slot.is_some()
        {
            records.push(Record::Account(id, Box::new(AccountRow { unranked: true, ..*row })));
        }
    }
    records
}

/// An archive with ratings, and a member who is in no list, are written with versions of their own. Other rows are as the
/// version before wrote them.
#[test]
fn rows_with_ratings_have_their_own_version() {
    let versions = |records: Vec<Record>| -> Vec<u8> {
        let cold = records.iter().filter(|record| matches!(record, Record::Archive(..) | Record::Account(..)));
        let version = |record| {
            let (key, value) = encode(record);
            assert_eq!(decode(&key, &value).unwrap(), *record);
            value[0]
        };
        cold.map(version).collect()
    };
    assert_eq!(versions(rating_rows()), [4, 4]);
    assert!(versions(fifth_records()).iter().all(|version| *version == 3));
}

/// The same before a recovery code could be replaced and a message removed.
#[test]
fn reads_former_rows_of_admin_kinds() {
    let now: BTreeMap<_, _> = admin_records().into_iter().map(|record| (record.key(), record)).collect();
    let text = fs::read_to_string(folder(2).join("admin-kinds.txt")).unwrap();
    for line in text.lines() {
        let record = row_of(line);
        match (&record, &now[&record.key()]) {
            (Record::Sanction(_, then), Record::Sanction(_, now)) => {
                assert_eq!(*then, SanctionRow { recovered_at: None, ..*now });
            }
            // The number of the newest act: there are more samples now.
            (Record::AuditHead(_), Record::AuditHead(_)) => {}
            (then, now) => assert!(then == now, "{then:?}"),
        }
    }
}

/// A party that remembers former members is written with a version of its own. Without them, the version before reads it.
#[test]
fn a_party_with_former_members_has_its_own_version() {
    let party = every_record().into_iter().find(|record| matches!(record, Record::Party(..))).unwrap();
    let Record::Party(id, row) = &party else { unreachable!() };
    let named = Record::Party(*id, PartyRow { left: vec![(row.members[1], 7)], ..row.clone() });
    assert_eq!((encode(&party).1[0], encode(&named).1[0]), (1, 2));
    for record in [party, named] {
        let (key, value) = encode(&record);
        assert_eq!(decode(&key, &value).unwrap(), record);
    }
}

fn write_the_rows() {
    let file = folder(NEWEST).join("rows.txt");
    if !file.exists() {
        fs::create_dir_all(folder(NEWEST)).unwrap();
        fs::write(file, rows(&fifth_records())).unwrap();
    }
}
