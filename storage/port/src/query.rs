//! The core's queries as scans of key ranges.

use crate::encoding::{META, encode_key};
use crate::error::StorageError;
use crate::port::Snapshot;
use turnstone_service::effects::Query;
use turnstone_service::ids::{AccountId, DuelId, PartyId, TableId};
use turnstone_service::record::{DayName, Key, LedgerAccount, PAGE, PartyChatRow, Record, RecordKind};
use turnstone_service::time::Millis;

/// Encoded keys from `start` to `end`, excluding `end`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRange {
    /// The first key.
    pub start: Vec<u8>,
    /// The key behind the last.
    pub end: Vec<u8>,
}

impl KeyRange {
    /// All keys with this prefix.
    pub fn prefix(prefix: Vec<u8>) -> Self {
        let end = after_all(&prefix);
        Self { start: prefix, end }
    }

    /// All keys of a kind.
    pub fn of_kind(kind: RecordKind) -> Self {
        Self::prefix(vec![kind.number()])
    }

    /// The keys from `first` to `last`, including `last`.
    pub fn between(first: &Key, last: &Key) -> Self {
        Self { start: encode_key(first), end: after_all(&encode_key(last)) }
    }

    /// The keys from `first` to `end`, excluding `end`.
    fn before(first: &Key, end: &Key) -> Self {
        Self { start: encode_key(first), end: encode_key(end) }
    }

    /// The keys of all records.
    pub fn records() -> Self {
        Self { start: vec![META + 1], end: vec![u8::MAX] }
    }

    /// The keys of unknown kinds.
    pub fn later_kinds() -> Self {
        Self { start: vec![RecordKind::ALL.len() as u8 + 1], end: vec![u8::MAX] }
    }
}

/// The first key behind all that begin with `prefix`.
fn after_all(prefix: &[u8]) -> Vec<u8> {
    let mut end = prefix.to_vec();
    while let Some(last) = end.pop() {
        if let Some(next) = last.checked_add(1) {
            end.push(next);
            return end;
        }
    }
    vec![u8::MAX]
}

pub(crate) fn run(snapshot: &dyn Snapshot, query: &Query) -> Result<Vec<Record>, StorageError> {
    match query {
        Query::Archive(table) => archive(snapshot, *table),
        Query::Archives { after, limit } => archives(snapshot, *after, *limit),
        Query::ArchivesBefore { before, limit } => archives_before(snapshot, *before, *limit),
        Query::PartyMessages { party, after, limit } => party_messages(snapshot, *party, *after, *limit),
        Query::PracticeEnded { until, limit } => practice_ended(snapshot, *until, *limit),
        Query::Ledger { account, after, limit } => ledger(snapshot, *account, *after, *limit),
        Query::Duels { before, limit } => duels(snapshot, *before, *limit),
        Query::FairEntries { day, after, limit } => fair_entries(snapshot, *day, *after, *limit),
        Query::FairProof { day, page } => fair_proof(snapshot, *day, *page),
        Query::Audit { before, limit } => audit(snapshot, *before, *limit),
        Query::History { account, game_id, before, limit } => {
            let key = |at, table| match game_id {
                None => Key::History(*account, at, table),
                Some(game) => Key::HistoryOfGame(*account, game.clone(), at, table),
            };
            history(snapshot, key, *before, *limit)
        }
    }
}

fn archive(snapshot: &dyn Snapshot, table: TableId) -> Result<Vec<Record>, StorageError> {
    snapshot.scan(KeyRange::prefix(encode_key(&Key::Archive(table)))).collect()
}

fn archives(snapshot: &dyn Snapshot, after: TableId, limit: usize) -> Result<Vec<Record>, StorageError> {
    let Some(first) = after.0.checked_add(1) else { return Ok(Vec::new()) };
    let key = |id| Key::Archive(TableId(id));
    snapshot.scan(KeyRange::between(&key(first), &key(u128::MAX))).take(limit).collect()
}

/// Newest first, which is backwards.
fn archives_before(
    snapshot: &dyn Snapshot,
    before: Option<TableId>,
    limit: usize,
) -> Result<Vec<Record>, StorageError> {
    let first = Key::Archive(TableId(0));
    let range = match before {
        Some(before) => KeyRange::before(&first, &Key::Archive(before)),
        None => KeyRange::of_kind(RecordKind::Archive),
    };
    snapshot.scan(range).rev().take(limit).collect()
}

fn party_messages(
    snapshot: &dyn Snapshot,
    party: PartyId,
    after: u64,
    limit: usize,
) -> Result<Vec<Record>, StorageError> {
    let Some(first) = after.checked_add(1) else { return Ok(Vec::new()) };
    let key = |id| Key::PartyMessage(party, id);
    snapshot.scan(KeyRange::between(&key(first), &key(u64::MAX))).take(limit).collect()
}

fn practice_ended(snapshot: &dyn Snapshot, until: Millis, limit: usize) -> Result<Vec<Record>, StorageError> {
    let last = Key::PracticeEnded(until, TableId(u128::MAX));
    snapshot.scan(KeyRange::between(&Key::PracticeEnded(Millis(0), TableId(0)), &last)).take(limit).collect()
}

fn ledger(snapshot: &dyn Snapshot, account: AccountId, after: u64, limit: usize) -> Result<Vec<Record>, StorageError> {
    let Some(first) = after.checked_add(1) else { return Ok(Vec::new()) };
    let key = |id| Key::Ledger(LedgerAccount::Member(account), id);
    snapshot.scan(KeyRange::between(&key(first), &key(u64::MAX))).take(limit).collect()
}

fn fair_entries(snapshot: &dyn Snapshot, name: DayName, after: u32, limit: usize) -> Result<Vec<Record>, StorageError> {
    let Some(first) = after.checked_add(1) else { return Ok(Vec::new()) };
    let key = |number| Key::fair_entry(name, number);
    snapshot.scan(KeyRange::between(&key(first), &key(u32::MAX))).take(limit).collect()
}

fn fair_proof(snapshot: &dyn Snapshot, name: DayName, page: u32) -> Result<Vec<Record>, StorageError> {
    let first = page.saturating_mul(PAGE).saturating_add(1);
    let entry = |number| Key::fair_entry(name, number);
    let entries = snapshot.scan(KeyRange::before(&entry(first), &entry(first.saturating_add(PAGE))));
    let roots = KeyRange::between(&Key::fair_roots(name, 0), &Key::fair_roots(name, u32::MAX));
    entries.chain(snapshot.scan(roots)).collect()
}

/// Newest first, which is backwards.
fn audit(snapshot: &dyn Snapshot, before: Option<u64>, limit: usize) -> Result<Vec<Record>, StorageError> {
    let range = match before {
        Some(before) => KeyRange::before(&Key::Audit(0), &Key::Audit(before)),
        None => KeyRange::of_kind(RecordKind::Audit),
    };
    snapshot.scan(range).rev().take(limit).collect()
}

/// Newest first, which is backwards: ids sort by creation time. The last millisecond is never split.
fn duels(snapshot: &dyn Snapshot, before: Option<Millis>, limit: usize) -> Result<Vec<Record>, StorageError> {
    let key = |id| Key::DuelEntry(DuelId(id));
    let range = match before {
        Some(before) => KeyRange::before(&key(0), &key(u128::from(before.0.min(LAST_OF_IDS)) << DuelId::MADE_AT)),
        None => KeyRange::of_kind(RecordKind::DuelEntry),
    };
    let mut found: Vec<Record> = Vec::new();
    for record in snapshot.scan(range).rev() {
        let record = record?;
        if found.len() >= limit && found.last().is_none_or(|last| made_at(last) != made_at(&record)) {
            break;
        }
        found.push(record);
    }
    Ok(found)
}

/// The last time that an id can hold.
const LAST_OF_IDS: u64 = (1 << 48) - 1;

fn made_at(record: &Record) -> Option<Millis> {
    if let Record::DuelEntry(id, _) = record { Some(id.made_at()) } else { None }
}

/// Newest first, which is backwards. The last millisecond is never split.
fn history(
    snapshot: &dyn Snapshot,
    key: impl Fn(Millis, TableId) -> Key,
    before: Option<Millis>,
    limit: usize,
) -> Result<Vec<Record>, StorageError> {
    let first = key(Millis(0), TableId(0));
    let range = match before {
        Some(before) => KeyRange::before(&first, &key(before, TableId(0))),
        None => KeyRange::between(&first, &key(Millis(u64::MAX), TableId(u128::MAX))),
    };
    let mut found: Vec<Record> = Vec::new();
    for record in snapshot.scan(range).rev() {
        let record = record?;
        let next = || found.last().is_none_or(|last| settled_at(last) != settled_at(&record));
        if found.len() >= limit && next() {
            break;
        }
        found.push(record);
    }
    Ok(found)
}

fn settled_at(record: &Record) -> Option<Millis> {
    if let Record::History(_, row) | Record::HistoryOfGame(_, row) = record { Some(row.settled_at) } else { None }
}

/// Earlier builds loaded all messages of a party and stored no row of its chat: that row is derived from the oldest and
/// the newest message.
pub(crate) fn unreported_chats<S: Snapshot + ?Sized>(
    snapshot: &S,
) -> impl Iterator<Item = Result<Record, StorageError>> + '_ {
    let parties = snapshot.scan(KeyRange::of_kind(RecordKind::Party));
    parties.filter_map(|record| {
        let party = record.map(|record| if let Record::Party(id, _) = record { Some(id) } else { None });
        party.and_then(|id| id.map_or(Ok(None), |id| unreported_chat(snapshot, id))).transpose()
    })
}

fn unreported_chat<S: Snapshot + ?Sized>(snapshot: &S, party: PartyId) -> Result<Option<Record>, StorageError> {
    let reported = snapshot.scan(KeyRange::prefix(encode_key(&Key::PartyChat(party)))).next();
    if reported.is_some() {
        return Ok(None);
    }
    let key = |id| Key::PartyMessage(party, id);
    let mut messages = snapshot.scan(KeyRange::between(&key(0), &key(u64::MAX)));
    let Some(oldest) = messages.next().transpose()? else { return Ok(None) };
    let newest = messages.next_back().transpose()?.unwrap_or_else(|| oldest.clone());
    let (Record::PartyMessage(_, oldest, _), Record::PartyMessage(_, newest, row)) = (oldest, newest) else {
        return Ok(None);
    };
    Ok(Some(Record::PartyChat(party, PartyChatRow { oldest, newest, active_at: row.at })))
}
