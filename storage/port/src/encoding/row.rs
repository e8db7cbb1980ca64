//! Values: the version of the encoding and the row in postcard. The fields of the key are not repeated, unless the row
//! itself contains them.

use super::former::of_former;
use super::key::{decode_key, encode_key};
use crate::failure::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use turnstone_service::record::{DayName, Key, Record};

/// The version that is written. A change of a row raises it for its kind; former versions stay readable.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other row has not changed")]
const fn version_of(key: &Key) -> u8 {
    match key {
        Key::Duel(_) => 4,
        Key::Table(_) | Key::Archive(_) | Key::Account(_) => 3,
        Key::Agent(_)
        | Key::DuelEntry(_)
        | Key::PushSubscription(_)
        | Key::Sanction(_)
        | Key::Ledger(..)
        | Key::FairDay(_)
        | Key::Daily(_) => 2,
        _ => 1,
    }
}

/// The key and the value of a record.
pub fn encode(record: &Record) -> (Vec<u8>, Vec<u8>) {
    let key = record.key();
    let version = version_of(&key);
    let value = match record {
        Record::Account(_, row) => value(version, row),
        Record::Balance(_, row) => value(version, row),
        Record::Ledger(_, _, row) => value(version, row),
        Record::Invitation(_, row) => value(version, row),
        Record::Ref(_, row) => value(version, row),
        Record::Table(_, row) => value(version, row),
        Record::Ply(_, _, row) => value(version, row),
        Record::TableMessage(_, _, row) | Record::PartyMessage(_, _, row) => value(version, row),
        Record::Archive(_, row) => value(version, row),
        Record::History(_, row) | Record::HistoryOfGame(_, row) => value(version, row),
        Record::Roster(_, row) => value(version, row),
        Record::Grant(_, row) => value(version, row),
        Record::Party(_, row) => value(version, row),
        Record::Daily(_, row) => value(version, row),
        Record::DailyTry(_, _, row) => value(version, row),
        Record::Freed(_, row) => value(version, row),
        Record::Clock(at) => value(version, at),
        Record::PartyChat(_, row) => value(version, row),
        Record::TablesMade(_, _, tables) => value(version, tables),
        Record::PracticeEnded(..) => value(version, &()),
        Record::HouseLoss(_, _, row) => value(version, row),
        Record::Identity(_, row) => value(version, row),
        Record::LinkState(_, row) => value(version, row),
        Record::PushSubscription(_, row) => value(version, row),
        Record::Notice(_, row) => value(version, row),
        Record::Agent(_, row) => value(version, row),
        Record::Duel(_, row) => value(version, row),
        Record::DuelEntry(_, row) => value(version, row),
        Record::Audit(_, row) => value(version, row),
        Record::Sanction(_, row) => value(version, row),
        Record::AuditHead(id) => value(version, id),
        Record::ChatsDropped(table) => value(version, table),
        Record::UncountedTable(_, seats) => value(version, seats),
        Record::UncountedDuel(_) => value(version, &()),
        Record::KinTables(_, tables) => value(version, tables),
        Record::ModelUse(_, _, row) => value(version, row),
        Record::AgentLoss(_, _, chips) => value(version, chips),
        Record::Beaten(..) | Record::Restored => value(version, &()),
        Record::FairDay(_, row) => value(version, row),
        Record::FairEntry(_, _, row) => value(version, row),
        Record::FairRoots(_, _, roots) => value(version, roots),
        Record::Statement(_, row) => value(version, row),
        Record::Outage(_, from) => value(version, from),
    };
    (encode_key(&key), as_before(&key, value))
}

/// A value as the version before wrote it, if its new fields are zeros: a program of that version reads it.
fn as_before(key: &Key, mut value: Vec<u8>) -> Vec<u8> {
    let added = added_bytes(key);
    if added > 0 && value[value.len() - added..].iter().all(|byte| *byte == 0) {
        value.truncate(value.len() - added);
        value[0] -= 1;
    }
    value
}

/// How many of the last bytes of a row the version before did not have.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other row is written in two versions")]
const fn added_bytes(key: &Key) -> usize {
    match key {
        Key::Duel(_) | Key::Daily(_) => 2,
        Key::FairDay(_) => 1,
        _ => 0,
    }
}

fn value(version: u8, row: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(row, vec![version]).expect("a row is plain data and memory is the only limit")
}

/// Why a row may be unreadable, and what to do. `salvage` would leave it out.
const NEWER: &str = "it is damaged, or a newer program wrote it. If the program was replaced by an earlier one, go back to the newer \
                     one, and do not use `turnstone salvage`";

/// The record of a key and a value.
pub fn decode(key: &[u8], value: &[u8]) -> Result<Record, Failure> {
    let parsed = decode_key(key).ok_or_else(|| Failure::Damaged(format!("no key has the form {key:02x?}: {NEWER}")))?;
    let damaged = |why: String| Failure::Damaged(format!("the row of {parsed:?} {why}"));
    let unread = |error: postcard::Error| damaged(format!("does not read ({error}): {NEWER}"));
    let row = match value.split_first() {
        Some((&version, row)) if version == version_of(&parsed) => Cow::Borrowed(row),
        Some((&former @ 1..=3, row)) if former < version_of(&parsed) => {
            Cow::Owned(of_former(&parsed, former, row).map_err(unread)?)
        }
        Some((version, _)) => {
            return Err(damaged(format!("has version {version}: {NEWER}")));
        }
        None => return Err(damaged("is empty".to_owned())),
    };
    let record = record(parsed.clone(), &row).map_err(unread)?;
    if record.key() == parsed { Ok(record) } else { Err(damaged("belongs to another key".to_owned())) }
}

fn record(key: Key, row: &[u8]) -> Result<Record, postcard::Error> {
    Ok(match key {
        Key::Account(id) => Record::Account(id, read(row)?),
        Key::Balance(book) => Record::Balance(book, read(row)?),
        Key::Ledger(book, id) => Record::Ledger(book, id, read(row)?),
        Key::Invitation(hash) => Record::Invitation(hash, read(row)?),
        Key::Ref(hash) => Record::Ref(hash, read(row)?),
        Key::Table(id) => Record::Table(id, read(row)?),
        Key::Ply(table, ply) => Record::Ply(table, ply, read(row)?),
        Key::TableMessage(table, id) => Record::TableMessage(table, id, read(row)?),
        Key::Archive(id) => Record::Archive(id, read(row)?),
        Key::History(account, ..) => Record::History(account, read(row)?),
        Key::HistoryOfGame(account, ..) => Record::HistoryOfGame(account, read(row)?),
        Key::Roster(hash) => Record::Roster(hash, read(row)?),
        Key::Grant(id) => Record::Grant(id, read(row)?),
        Key::Party(id) => Record::Party(id, read(row)?),
        Key::PartyMessage(party, id) => Record::PartyMessage(party, id, read(row)?),
        Key::Daily(day) => Record::Daily(day, read(row)?),
        Key::DailyTry(day, account) => Record::DailyTry(day, account, read(row)?),
        Key::Freed(hash) => Record::Freed(hash, read(row)?),
        Key::Clock => Record::Clock(read(row)?),
        Key::PartyChat(id) => Record::PartyChat(id, read(row)?),
        Key::TablesMade(day, account) => Record::TablesMade(day, account, read(row)?),
        Key::PracticeEnded(at, table) => {
            read::<()>(row)?;
            Record::PracticeEnded(at, table)
        }
        Key::HouseLoss(day, account) => Record::HouseLoss(day, account, read(row)?),
        Key::Identity(hash) => Record::Identity(hash, read(row)?),
        Key::LinkState(account) => Record::LinkState(account, read(row)?),
        Key::PushSubscription(hash) => Record::PushSubscription(hash, read(row)?),
        Key::Notice(id) => Record::Notice(id, read(row)?),
        Key::Agent(id) => Record::Agent(id, read(row)?),
        Key::Duel(id) => Record::Duel(id, read(row)?),
        Key::DuelEntry(id) => Record::DuelEntry(id, read(row)?),
        Key::Audit(id) => Record::Audit(id, read(row)?),
        Key::Sanction(account) => Record::Sanction(account, read(row)?),
        Key::AuditHead => Record::AuditHead(read(row)?),
        Key::ChatsDropped => Record::ChatsDropped(read(row)?),
        Key::UncountedTable(id) => Record::UncountedTable(id, read(row)?),
        Key::UncountedDuel(id) => {
            read::<()>(row)?;
            Record::UncountedDuel(id)
        }
        Key::KinTables(account) => Record::KinTables(account, read(row)?),
        Key::ModelUse(day, account) => Record::ModelUse(day, account, read(row)?),
        Key::AgentLoss(day, account) => Record::AgentLoss(day, account, read(row)?),
        Key::Beaten(agent, account) => {
            read::<()>(row)?;
            Record::Beaten(agent, account)
        }
        Key::Restored => {
            read::<()>(row)?;
            Record::Restored
        }
        Key::FairDay(day) => Record::FairDay(DayName::of(day), read(row)?),
        Key::FairEntry(day, number) => Record::FairEntry(DayName::of(day), number, read(row)?),
        Key::FairRoots(day, at) => Record::FairRoots(DayName::of(day), at, read(row)?),
        Key::EraDay(name) => Record::FairDay(name, read(row)?),
        Key::EraEntry(name, number) => Record::FairEntry(name, number, read(row)?),
        Key::EraRoots(name, at) => Record::FairRoots(name, at, read(row)?),
        Key::Statement(number) => Record::Statement(number, read(row)?),
        Key::Outage(until) => Record::Outage(until, read(row)?),
    })
}

/// The row; bytes after it are an error.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, postcard::Error> {
    let (row, rest) = postcard::take_from_bytes(bytes)?;
    if rest.is_empty() { Ok(row) } else { Err(postcard::Error::DeserializeBadEncoding) }
}
