//! Damage in two places at once. A checksum usually detects damage before any other check runs. Here the checksum is
//! computed again after the damage, so that the next check has to detect it. Each case names the check that is due.

use super::driver::Driver;
use super::machine::Machine;
use super::machine::SimDirectory;
use super::starts::open;
use crate::prelude::*;
use std::io::Write;
use std::path::Path;
use turnstone_directory::{Durable, Open, Rows, RowsEngine, System, SystemFile, backup, restore};
use turnstone_storage::encoding::{decode, encode};
use turnstone_storage::{Commit, Durability, Failure, Storage};

const FILE: &str = "/forged";
const RESTORED: &str = "/restored-forged";
/// The keys are opened before rows are compared with each other.
const NO_KEY: &str = "personal.keys has no key that opens the data";
/// The parts of a backup behind its first line: kind, length, bytes.
const HEAD_LINE: &[u8] = b"turnstone backup 1\n";
const COMMIT: u8 = 1;
const ROWS: u8 = 2;
const PERSONAL_KEYS: u8 = 3;
const SERVER_KEYS: u8 = 4;
const END: u8 = 5;
/// Where the mark is in its file: twice synced, twice not.
const MARK_PLACES: [u64; 4] = [0, 4096, 8192, 12288];

type Parts = Vec<(u8, Vec<u8>)>;

impl Driver {
    /// Damage a copy of the disk so that only a second check can notice.
    pub(super) fn forge(&mut self, luck: u64) -> CheckResult {
        let (machine, mut rng) = (self.machine.copied(luck), Rng::new(mix(&[luck, 0xf06e])));
        match rng.below(3) {
            0 => self.forge_backup(&machine, &mut rng),
            1 => self.forge_mark(&machine, &mut rng),
            _ => self.contradict(&machine, &mut rng),
        }
    }

    /// A backup that someone changed, with its hash made anew.
    fn forge_backup(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let (file, to) = (Path::new(FILE), Path::new(RESTORED));
        let path = self.path.clone();
        let state = self.storage().directory().state();
        backup(machine, &*state, Some(&path), file).map_err(|error| impossible(&error))?;
        let bytes = machine.read(file).map_err(|error| unwritten(&error))?;
        let Some(mut parts) = parts_of(&bytes) else {
            return Err(Violation { rule: "a backup has the form that its document says", seen: String::new() });
        };
        let (why, rest) = forge_parts(&mut parts, rng);
        let mut forged = signed(&parts);
        forged.extend(rest);
        if why == "an impossible length" {
            forged.truncate(HEAD_LINE.len());
            forged.extend([ROWS, 0xff, 0xff, 0xff, 0xff]);
        }
        write_file(machine, file, &forged)?;
        self.counts.hit("fault: a backup was changed and signed again");
        let rejected = restore(machine, &self.engine, file, to);
        let named = matches!(&rejected, Err(Failure::Backup(said)) if said.contains(why));
        must(named, "a backup is rejected by the check that it fails", || format!("{why} is due: {rejected:?}"))?;
        must(!machine.has_name(to).unwrap_or_default(), "a backup that is refused makes nothing", String::new)
    }

    /// A mark with a right checksum that names a commit which the store does not have.
    fn forge_mark(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let head = self.storage().directory().head();
        machine.end_all();
        let mut bytes = head.to_bytes();
        let is_later = rng.percent(50) || head.n == 0;
        if is_later {
            // Whatever else a commit has, its number comes first.
            bytes[..8].copy_from_slice(&(head.n + rng.between(1, 9)).to_be_bytes());
        } else {
            let last = bytes.len() - 1;
            bytes[last] ^= 1 << rng.below(8);
        }
        let forged = Commit::from_bytes(&bytes);
        let fits = forged.is_some_and(|forged| if is_later { forged.n > head.n } else { forged.n == head.n });
        must(fits, "a commit has the form that its document says", || format!("{forged:?}"))?;
        let place = |content: &[u8]| [content, &sha256(content)[..8]].concat();
        let mut mark = vec![0; MARK_PLACES[3] as usize + 128];
        for at in MARK_PLACES {
            let content = if at < MARK_PLACES[2] { bytes.to_vec() } else { [bytes.as_slice(), &[0; 16]].concat() };
            let content = place(&content);
            mark[at as usize..][..content.len()].copy_from_slice(&content);
        }
        write_file(machine, &self.path.join("mark"), &mark)?;
        self.counts.hit("fault: the mark was changed and signed again");
        let rejected = SimDirectory::open_on(machine, &self.engine, &self.path, Durability::Sync).map(drop);
        let named = match &rejected {
            Err(Failure::Shortened { .. }) => is_later,
            Err(Failure::OtherHistory { .. }) => !is_later,
            Ok(()) | Err(_) => false,
        };
        must(named, "a store that is not the one of its mark is refused", || format!("{is_later}: {rejected:?}"))
    }

    /// Rows that read, each with its checksum, and that cannot be true together.
    fn contradict(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        machine.end_all();
        let rows = self.truth().rows.iter().filter_map(|(key, value)| decode(key, value).ok());
        let rows: Vec<Record> = rows.filter(|row| matches!(row, Record::Account(..) | Record::Balance(..))).collect();
        let Some((why, forged)) = contradiction(&rows, rng) else { return Ok(()) };
        let store = self.engine.open(machine, &self.path.join("store")).map_err(|error| impossible(&error))?;
        let forged: Vec<_> = forged.iter().map(encode).collect();
        let mut changes = forged.iter().map(|(key, value)| (key.as_slice(), Some(value.as_slice())));
        store.write(&mut changes, Durable::All).map_err(|error| impossible(&error))?;
        drop(store);
        self.counts.hit("fault: two rows contradict each other");
        let mut directory = SimDirectory::open_on(machine, &self.engine, &self.path, Durability::Sync)
            .map_err(|error| impossible(&error))?;
        let opened = open(&mut directory, &self.config.clone(), &self.keys().clone()).map(drop);
        let named = opened.as_ref().is_err_and(|violation| violation.seen.contains(why));
        must(named, "rows that contradict each other are refused", || format!("{why} is due: {opened:?}"))
    }
}

/// Change the parts of a backup: what is said of it, and what follows its end.
fn forge_parts(parts: &mut Parts, rng: &mut Rng) -> (&'static str, Vec<u8>) {
    let mut spoil = |kind: u8, bytes: &[u8]| {
        parts.retain(|(own, _)| *own != kind);
        parts.push((kind, bytes.to_vec()));
    };
    match rng.below(8) {
        0 => spoil(COMMIT, b"no commit"),
        1 => {
            spoil(SERVER_KEYS, b"1 no key\n");
            return ("unreadable server keys", Vec::new());
        }
        2 => {
            spoil(PERSONAL_KEYS, &[7; 35]);
            return ("unreadable personal keys", Vec::new());
        }
        3 => {
            spoil(9, b"of another program");
            return ("a part of an unknown kind", Vec::new());
        }
        4 => return ("continues after its end", vec![0]),
        5 => return ("an impossible length", Vec::new()),
        6 => {
            let rows = parts.iter_mut().find(|(kind, bytes)| *kind == ROWS && bytes.len() > 16);
            if let Some((_, bytes)) = rows {
                bytes.pop();
            }
            return ("unreadable rows", Vec::new());
        }
        _ => {
            parts.pop();
            parts.push((END, vec![0; 32]));
            return ("its hash differs", Vec::new());
        }
    }
    ("has no commit", Vec::new())
}

/// The parts of a backup but its end, which has the hash of all before it.
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

/// A backup of these parts, with the hash that belongs to them, unless it brings its own.
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

/// Rows that contradict the others, and what a start has to say of it.
fn contradiction(rows: &[Record], rng: &mut Rng) -> Option<(&'static str, Vec<Record>)> {
    let members: Vec<_> = rows
        .iter()
        .filter_map(|row| match row {
            Record::Account(id, row) if row.slot.is_some() => Some((*id, row.clone())),
            _ => None,
        })
        .collect();
    let purses: Vec<_> = rows
        .iter()
        .filter_map(|row| match row {
            Record::Balance(book @ LedgerAccount::Member(_), row) => Some((*book, *row)),
            _ => None,
        })
        .collect();
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
            let (book, mut row) = *purses.first()?;
            row.balance += 1;
            Some(("the books do not balance", vec![Record::Balance(book, row)]))
        }
        // Chips that one has less the other has more: the books balance.
        _ => {
            let ((one, mut poor), (other, mut rich)) = (*purses.first()?, *purses.get(1)?);
            rich.balance += poor.balance + 1;
            poor.balance = -1;
            Some(("has -1 chips", vec![Record::Balance(one, poor), Record::Balance(other, rich)]))
        }
    }
}

fn write_file(machine: &Machine, file: &Path, bytes: &[u8]) -> CheckResult {
    let write = || {
        let mut out = machine.open(file, Open::Empty)?;
        out.write_all(bytes)?;
        out.sync()
    };
    write().map_err(|error: std::io::Error| unwritten(&error))
}

fn impossible(error: &Failure) -> Violation {
    Violation { rule: "an operation without a fault succeeds", seen: error.to_string() }
}

fn unwritten(error: &std::io::Error) -> Violation {
    Violation { rule: "an operation without a fault succeeds", seen: error.to_string() }
}
