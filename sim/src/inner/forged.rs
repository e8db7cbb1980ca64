//! Two damages at once. A checksum usually detects damage before any other check runs. Here the checksum is computed
//! again after the damage, so that the next check has to detect it. Each case names that check.

use super::starts::{open, reported};
use crate::inner::driver::Driver;
use crate::inner::machine::{Machine, SimDirectory};
use crate::inner::prelude::*;
use turnstone_directory::{Durable, Rows, RowsEngine, RowsSnapshot, System};
use turnstone_storage::KeyRange;

const FILE: &str = "/backup";
const POSSIBLE: &str = "an operation without a fault succeeds";
/// The keys are opened before rows are compared with each other.
const NO_KEY: &str = "personal.keys has no key that opens the data";
/// The parts of a backup after its first line: kind, length, bytes.
const HEAD_LINE: &[u8] = b"turnstone backup 1\n";
const COMMIT: u8 = 1;
const ROWS: u8 = 2;
const PERSONAL_KEYS: u8 = 3;
const SERVER_KEYS: u8 = 4;
const END: u8 = 5;
/// The rows of the newest commit, and of the commits that are kept. A commit ends with its hash.
const HEAD: [u8; 2] = [META, 0];
const CHAIN: [u8; 2] = [META, 2];
type Parts = Vec<(u8, Vec<u8>)>;

impl Driver {
    /// Damage a copy of the disk so that only a second check can detect it.
    pub(super) fn forge(&mut self, luck: u64) -> CheckResult {
        let (machine, mut rng) = (self.machine.copied(luck), Rng::new(mix(&[luck, 0xf06e])));
        match rng.below(10) {
            0..6 => self.forge_backup(&machine, &mut rng),
            6 => self.exchange_history(&machine),
            _ => self.contradict(&machine, &mut rng),
        }
    }

    /// A modified backup with a recomputed hash.
    fn forge_backup(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let file = Path::new(FILE);
        self.back_up(machine, true).map_err(reported(POSSIBLE))?;
        let Some(mut parts) = parts_of(&machine.read(file).map_err(reported(POSSIBLE))?) else {
            return Err(Violation { rule: "a backup has the documented format", seen: String::new() });
        };
        let (why, rest) = forge_parts(&mut parts, rng);
        let mut forged = signed(&parts);
        forged.extend(rest);
        if why == "an impossible length" {
            forged.truncate(HEAD_LINE.len());
            forged.extend([ROWS, 0xff, 0xff, 0xff, 0xff]);
        }
        machine.write_whole(file, &forged).map_err(reported(POSSIBLE))?;
        self.counts.hit("fault: a backup was changed with a valid hash");
        self.expect_rejected(machine, file, &|said| said.contains(why), || format!("{why} is due"))
    }

    /// A chain without a gap whose commits are others than those that were acknowledged.
    fn exchange_history(&mut self, machine: &Machine) -> CheckResult {
        machine.end_all();
        let store = self.engine.open(machine, &self.path.join("store")).map_err(reported(POSSIBLE))?;
        let commits = |row: Result<(&[u8], &[u8]), _>| {
            let (key, value) = row.ok()?;
            let (last, rest) = value.split_last()?;
            Some((key.to_vec(), [rest, &[!last]].concat()))
        };
        let snapshot = store.snapshot();
        let chain =
            snapshot.range(KeyRange::prefix(CHAIN.to_vec())).chain(snapshot.range(KeyRange::prefix(HEAD.to_vec())));
        let others: Vec<_> = chain.filter_map(commits).collect();
        if others.is_empty() {
            return Ok(());
        }
        let mut changes = others.iter().map(|(key, value)| (key.as_slice(), Some(value.as_slice())));
        store.write(&mut changes, Durable::All).map_err(reported(POSSIBLE))?;
        drop(store);
        self.counts.hit("fault: the commits are those of another history");
        let opened = SimDirectory::open_on(machine, &self.engine, &self.path, Durability::Sync).map(drop);
        let named = opened.as_ref().is_err_and(|error| error.to_string().contains("the histories differ"));
        must!(named, "a store with another history is rejected", "{opened:?}")
    }

    /// Readable rows with valid checksums that contradict each other.
    fn contradict(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        machine.end_all();
        let rows = self.truth().rows.iter().filter_map(|(key, value)| decode(key, value).ok());
        let rows: Vec<Record> = rows.filter(|row| matches!(row, Record::Account(..) | Record::Balance(..))).collect();
        let Some((why, forged)) = contradiction(&rows, rng) else { return Ok(()) };
        let store = self.engine.open(machine, &self.path.join("store")).map_err(reported(POSSIBLE))?;
        let forged: Vec<_> = forged.iter().map(encode).collect();
        let mut changes = forged.iter().map(|(key, value)| (key.as_slice(), Some(value.as_slice())));
        store.write(&mut changes, Durable::All).map_err(reported(POSSIBLE))?;
        drop(store);
        self.counts.hit("fault: two rows contradict each other");
        let mut directory =
            SimDirectory::open_on(machine, &self.engine, &self.path, Durability::Sync).map_err(reported(POSSIBLE))?;
        let opened = open(&mut directory, &self.config.clone(), &self.keys.clone()).map(drop);
        let named = opened.as_ref().is_err_and(|violation| violation.seen.contains(why));
        must!(named, "contradictory rows are rejected", "{why} is due: {opened:?}")
    }
}

/// Change the parts of a backup. Returns the expected error and the bytes after the end.
fn forge_parts(parts: &mut Parts, rng: &mut Rng) -> (&'static str, &'static [u8]) {
    let (kind, bytes, why): (u8, &[u8], _) = match rng.below(8) {
        0 => (COMMIT, b"no commit", "has no commit"),
        1 => (SERVER_KEYS, b"1 no key\n", "unreadable server keys"),
        2 => (PERSONAL_KEYS, &[7; 35], "unreadable personal keys"),
        3 => (9, b"of another program", "a part of an unknown kind"),
        4 => return ("continues after its end", &[0]),
        5 => return ("an impossible length", &[]),
        6 => {
            match parts.iter_mut().find(|(kind, bytes)| *kind == ROWS && bytes.len() > 16) {
                Some((_, bytes)) => drop(bytes.pop()),
                // A store without records.
                None => parts.push((ROWS, vec![7])),
            }
            return ("unreadable rows", &[]);
        }
        _ => {
            parts.pop();
            (END, &[0; 32], "its hash differs")
        }
    };
    parts.retain(|(own, _)| *own != kind);
    parts.push((kind, bytes.to_vec()));
    (why, &[])
}

/// The parts of a backup without its end, which holds the hash of everything before it.
fn parts_of(bytes: &[u8]) -> Option<Parts> {
    let (mut rest, mut parts) = (bytes.strip_prefix(HEAD_LINE)?, Vec::new());
    while let Some((head, after)) = rest.split_first_chunk::<5>() {
        let [kind, length @ ..] = *head;
        let (bytes, after) = after.split_at_checked(u32::from_be_bytes(length) as usize)?;
        if kind == END {
            return after.is_empty().then_some(parts);
        }
        parts.push((kind, bytes.to_vec()));
        rest = after;
    }
    None
}

/// A backup of these parts with its hash, unless the parts contain one.
fn signed(parts: &Parts) -> Vec<u8> {
    let mut bytes = HEAD_LINE.to_vec();
    for (kind, part) in parts {
        bytes.push(*kind);
        bytes.extend((part.len() as u32).to_be_bytes());
        bytes.extend(part);
    }
    if parts.last().is_none_or(|(kind, _)| *kind != END) {
        let hash = sha256(&bytes);
        bytes.push(END);
        bytes.extend(32_u32.to_be_bytes());
        bytes.extend(hash);
    }
    bytes
}

/// Rows that contradict the others, and the expected error of a start.
fn contradiction(rows: &[Record], rng: &mut Rng) -> Option<(&'static str, Vec<Record>)> {
    let member = |row: &Record| match row {
        Record::Account(id, row) if row.slot.is_some() => Some((*id, row.clone())),
        _ => None,
    };
    let balance_of = |row: &Record| match row {
        Record::Balance(ledger_account @ LedgerAccount::Member(_), row) => Some((*ledger_account, *row)),
        _ => None,
    };
    let members: Vec<_> = rows.iter().filter_map(member).collect();
    let balances: Vec<_> = rows.iter().filter_map(balance_of).collect();
    let of_member = |why, change: &dyn Fn(&mut AccountRow)| {
        let (id, mut row) = members.last()?.clone();
        change(&mut row);
        Some((why, vec![Record::Account(id, row)]))
    };
    match rng.below(6) {
        0 => {
            let slot = members.first().filter(|_| members.len() > 1)?.1.slot;
            of_member(NO_KEY, &|row| row.slot = slot)
        }
        1 => of_member(NO_KEY, &|row| row.slot = Some(4_000_000)),
        2 => of_member("has a time beyond the year 9999", &|row| row.joined_at = Millis(u64::MAX)),
        3 => of_member("counts too many", &|row| row.epoch = u32::MAX),
        4 => {
            let (ledger_account, mut row) = *balances.first()?;
            row.balance += 1;
            Some(("the books do not balance", vec![Record::Balance(ledger_account, row)]))
        }
        // Chips move from one account to another, so the books still balance.
        _ => {
            let ((one, mut poor), (other, mut rich)) = (*balances.first()?, *balances.get(1)?);
            rich.balance += poor.balance + 1;
            poor.balance = -1;
            Some(("has -1 chips", vec![Record::Balance(one, poor), Record::Balance(other, rich)]))
        }
    }
}
