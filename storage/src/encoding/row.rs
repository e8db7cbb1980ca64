//! Values: the version of the encoding and the row in postcard. What the key says is not said again, except where the
//! row itself says it.

use super::key::{decode_key, encode_key};
use crate::failure::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;
use turnstone_core::record::{Key, Record};

/// The version that is written. A change of a row's form raises it and leaves the former one readable.
const VERSION: u8 = 1;

/// A record as its key and its value.
pub(crate) fn encode(record: &Record) -> (Vec<u8>, Vec<u8>) {
    let value = match record {
        Record::Account(_, row) => value(row),
        Record::Purse(_, row) => value(row),
        Record::Ledger(_, _, row) => value(row),
        Record::Invitation(_, row) => value(row),
        Record::Ref(_, row) => value(row),
        Record::Table(_, row) => value(row),
        Record::Ply(_, _, row) => value(row),
        Record::TableMessage(_, _, row) | Record::PartyMessage(_, _, row) => value(row),
        Record::Archive(_, row) => value(row),
        Record::History(_, row) | Record::HistoryOfGame(_, row) => value(row),
        Record::Roster(_, row) => value(row),
        Record::Grant(_, row) => value(row),
        Record::Party(_, row) => value(row),
        Record::Daily(_, row) => value(row),
        Record::DailyTry(_, _, row) => value(row),
        Record::Freed(_, row) => value(row),
        Record::Clock(at) => value(at),
        Record::PartyChat(_, row) => value(row),
        Record::TablesMade(_, _, tables) => value(tables),
        Record::PracticeEnded(..) => value(&()),
        Record::HouseLoss(_, _, row) => value(row),
    };
    (encode_key(&record.key()), value)
}

fn value(row: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(row, vec![VERSION]).expect("a row is plain data and memory is the only limit")
}

/// The record that a key and a value are.
pub(crate) fn decode(key: &[u8], value: &[u8]) -> Result<Record, Failure> {
    let parsed = decode_key(key).ok_or_else(|| Failure::Damaged(format!("no key has the form {key:02x?}")))?;
    let damaged = |why: String| Failure::Damaged(format!("the row of {parsed:?} {why}"));
    let row = match value.split_first() {
        Some((&VERSION, row)) => row,
        Some((version, _)) => return Err(damaged(format!("has version {version}, which this program does not know"))),
        None => return Err(damaged("is empty".to_owned())),
    };
    let record = record(parsed.clone(), row).map_err(|error| damaged(format!("does not read: {error}")))?;
    if record.key() == parsed { Ok(record) } else { Err(damaged("belongs to another key".to_owned())) }
}

fn record(key: Key, row: &[u8]) -> Result<Record, postcard::Error> {
    Ok(match key {
        Key::Account(id) => Record::Account(id, read(row)?),
        Key::Purse(book) => Record::Purse(book, read(row)?),
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
    })
}

/// The row, and nothing after it.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, postcard::Error> {
    let (row, rest) = postcard::take_from_bytes(bytes)?;
    if rest.is_empty() { Ok(row) } else { Err(postcard::Error::DeserializeBadEncoding) }
}
