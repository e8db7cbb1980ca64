//! Trials with a copy of the disk, while the run continues with the disk itself: another process, damage at rest,
//! backups, restores, salvages, keys. Each may fail or be interrupted.

use super::machine::{DAMAGES, Damage};
use super::starts::{judge_fault, open, reported, write_keys};
use crate::inner::driver::Driver;
use crate::inner::machine::{Fault, Machine, SimDirectory};
use crate::inner::prelude::*;
use crate::inner::step::DiskTrial;
use crate::inner::truth::Truth;
use turnstone_directory::{Salvaged, System, backup, restore, salvage};
use turnstone_service::effects::Batch;
use turnstone_storage::check;

const FILE: &str = "/backup";
const RESTORED: &str = "/restored";
const SALVAGED: &str = "/salvaged";
const BACKED_UP: &str = "a backup can be made";
const GONE: &str = "an unneeded file can be removed";
const UNCHANGED: &str = "a rejected or read-only operation changes nothing";
const WHOLE: &str = "an undamaged store is salvaged completely";

impl Driver {
    /// Try something with a copy of the disk.
    pub(super) fn try_disk(&mut self, what: DiskTrial, luck: u64) -> CheckResult {
        let machine = self.machine.copied(luck);
        let mut rng = Rng::new(mix(&[luck, 0x7e57]));
        let copy = &machine;
        match what {
            DiskTrial::SecondProcess => {
                self.second_process(copy)?;
                self.try_directory(copy, &mut rng)
            }
            DiskTrial::Damage => {
                self.forge(luck)?;
                self.damage(copy, &mut rng)
            }
            DiskTrial::Backup => self.backup(copy, &mut rng),
            DiskTrial::Beside => self.begin_reading(luck),
            DiskTrial::Restore => self.restore(copy, &mut rng),
            DiskTrial::Salvage => self.salvage(copy, &mut rng),
            DiskTrial::SalvageDamaged => self.salvage_damaged(copy, &mut rng),
            DiskTrial::Keys => self.new_keys(copy, &mut rng),
        }
    }

    /// Continue with a restored backup or a salvaged store. The loop has stopped.
    pub(super) fn move_away(&mut self, luck: u64) -> CheckResult {
        let to = PathBuf::from(format!("/data-{luck}"));
        // A standby does not follow into another history.
        self.storage().standby = None;
        let (machine, engine, from) = (self.machine.clone(), self.engine, self.path.clone());
        if luck.is_multiple_of(3) {
            return self.make_former();
        }
        if luck.is_multiple_of(2) {
            self.back_up(&machine, true).map_err(reported(BACKED_UP))?;
            self.storage().close();
            restore(&machine, &engine, Path::new(FILE), &to).map_err(reported("a backup can be restored"))?;
            machine.remove_file(Path::new(FILE)).map_err(reported(GONE))?;
            self.counts.hit("premise: the run continued from a backup");
        } else {
            self.storage().close();
            let salvaged = salvage(&machine, &engine, &from, &to).map_err(reported("a sound store can be salvaged"))?;
            must!(salvaged.missing.is_empty(), WHOLE, "{:?}", salvaged.missing)?;
            self.counts.hit("premise: the run continued from a salvage");
        }
        // The next start begins an era, whichever core leads.
        let (key, value) = encode(&Record::Restored(()));
        self.storage().truth.rows.insert(key, value);
        // The follower may lack batches, which come first.
        self.catch_up()?;
        let restored = Batch { changes: vec![Change::Put(Record::Restored(()))], ..Batch::default() };
        drop(self.follower.absorb(Millis(0), &restored).map_err(reported("a follower takes a row"))?);
        // The old directory must not be needed.
        machine.remove_tree(&from).and_then(|()| machine.sync_directory(Path::new("/"))).map_err(reported(GONE))?;
        machine.lose_power(luck);
        self.path = to;
        Ok(())
    }

    pub(super) fn open_at(&self, machine: &Machine, path: &Path) -> Result<SimDirectory, StorageError> {
        SimDirectory::open_on(machine, &self.engine, path, Durability::Sync)
    }

    pub(super) fn back_up(&mut self, machine: &Machine, with_keys: bool) -> Result<(), StorageError> {
        let (state, path) = (self.storage().directory().state(), self.path.clone());
        backup(machine, &*state, with_keys.then_some(&path), Path::new(FILE)).map(drop)
    }

    fn second_process(&mut self, machine: &Machine) -> CheckResult {
        let before = machine.image(Path::new("/"));
        let path = self.path.clone();
        let opened = self.open_at(machine, &path).map(drop);
        must!(matches!(opened, Err(StorageError::InUse(_))), "a second process is rejected", "{opened:?}")?;
        let salvaged = salvage(machine, &self.engine, &path, Path::new(SALVAGED)).map(drop);
        must!(matches!(salvaged, Err(StorageError::InUse(_))), "a store in use is not salvaged", "{salvaged:?}")?;
        must(machine.image(Path::new("/")) == before, UNCHANGED, String::new)?;
        self.counts.hit("premise: a second process was rejected");
        Ok(())
    }

    /// A directory contains exactly what was written.
    fn expect_whole(&mut self, machine: &Machine, path: &Path, with_server_keys: bool) -> CheckResult {
        let mut directory = self.open_at(machine, path).map_err(reported("a restored store opens"))?;
        let same = directory.head() == self.truth().head;
        must!(same, "a restored store ends at the same commit", "{:?} at {}", directory.head(), path.display())?;
        self.truth().expect_in(&directory)?;
        let keys = directory.server_keys().fingerprints() == self.keys.fingerprints();
        must(keys || !with_server_keys, "the server keys are unchanged", String::new)?;
        open(&mut directory, &self.config.clone(), &self.keys.clone())?;
        self.truth().expect_keys(machine, path)
    }

    /// Plan a failure of the next operation, or none.
    fn trouble(machine: &Machine, rng: &mut Rng, calls: u64) {
        let calls = rng.one(&[1, 4, calls, calls]);
        let fault =
            rng.one(&[None, Some(Fault::Death), Some(Fault::BadWrite), Some(Fault::NoSpace), Some(Fault::BadRead)]);
        if let Some(fault) = fault {
            machine.plan(fault, rng.below(calls) as u32, rng.bits());
        }
    }

    /// Count the failure that occurred. After a death, and sometimes otherwise, the power fails.
    fn settle<T>(
        &mut self,
        stage: &'static str,
        machine: &Machine,
        rng: &mut Rng,
        done: &Result<T, StorageError>,
    ) -> Result<Option<Fault>, Violation> {
        let fired = judge_fault(stage, machine, &mut self.counts, done)?;
        let swallowed = done.is_ok() && matches!(fired, Some(Fault::Death | Fault::BadWrite | Fault::NoSpace));
        must!(!swallowed, "a failed write is not reported as done", "{stage} {fired:?}")?;
        machine.next_process();
        if fired == Some(Fault::Death) || rng.percent(50) {
            machine.lose_power(rng.bits());
        }
        Ok(fired)
    }

    fn backup(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let (file, with_keys) = (Path::new(FILE), rng.percent(50));
        Self::trouble(machine, rng, 10);
        let made = self.back_up(machine, with_keys);
        // A power failure may restore the file.
        let left = machine.has_name(Path::new("/backup.partial")).unwrap_or_default();
        must(!left, "a failed backup leaves no partial file", String::new)?;
        self.settle("a backup", machine, rng, &made)?;
        let there = machine.has_name(file).unwrap_or_default();
        must(there || made.is_err(), "a completed backup exists", String::new)?;
        self.counts.hit("premise: a backup was complete or missing");
        if !there {
            return Ok(());
        }
        let brought = restore(machine, &self.engine, file, Path::new(RESTORED));
        brought.map_err(reported("an existing backup is complete"))?;
        self.expect_whole(machine, Path::new(RESTORED), with_keys)
    }

    fn restore(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let (file, to, path) = (Path::new(FILE), Path::new(RESTORED), self.path.clone());
        self.back_up(machine, true).map_err(reported(BACKED_UP))?;
        let before = machine.image(&path);
        let over = restore(machine, &self.engine, file, &path);
        must!(matches!(over, Err(StorageError::NotEmpty(_))), "a restore overwrites no data", "{over:?}")?;
        must(machine.image(&path) == before, UNCHANGED, String::new)?;
        if rng.percent(25) {
            // A missing backup is another case.
            let (damage, _) = rng.one(&DAMAGES[..DAMAGES.len() - 1]);
            if machine.damage(file, damage, rng, |_| true).is_none() {
                return Ok(());
            }
            self.counts.hit("fault: a backup was damaged");
            return self.expect_rejected(machine, file, &|_| true, || format!("{damage:?}"));
        }
        Self::trouble(machine, rng, 20);
        let brought = restore(machine, &self.engine, file, to);
        self.settle("a restore", machine, rng, &brought)?;
        if brought.is_ok() {
            self.counts.hit("premise: a restored store was compared");
            return self.expect_whole(machine, to, true);
        }
        self.expect_whole_or_nothing(machine, to)
    }

    /// A backup is rejected with this text, and nothing is created from it.
    pub(super) fn expect_rejected(
        &self,
        machine: &Machine,
        file: &Path,
        says: &dyn Fn(&str) -> bool,
        what: impl Fn() -> String,
    ) -> CheckResult {
        let brought = restore(machine, &self.engine, file, Path::new(RESTORED));
        let named = matches!(&brought, Err(StorageError::Backup(said)) if says(said));
        must!(named, "a backup is rejected by the check that it fails", "{}: {brought:?}", what())?;
        let made = machine.has_name(Path::new(RESTORED)).unwrap_or_default();
        must(!made, "a rejected backup creates nothing", String::new)
    }

    /// An incomplete directory is rejected, or it is empty, or it is complete.
    fn expect_whole_or_nothing(&mut self, machine: &Machine, path: &Path) -> CheckResult {
        let Ok(directory) = self.open_at(machine, path) else {
            self.counts.hit("premise: an incomplete directory was rejected");
            return Ok(());
        };
        if !directory.is_new() {
            drop(directory);
            return self.expect_whole(machine, path, true);
        }
        let records = directory.store().rows().all().keys().filter(|key| decode_key(key).is_some()).count();
        let keys = directory.state().personal_keys().is_ok_and(|keys| keys.is_empty());
        must!(records == 0 && keys, "an incomplete store is not served", "{records} records, no keys: {keys}")
    }

    fn salvage(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let (from, to) = (self.path.clone(), Path::new(SALVAGED));
        machine.end_all();
        if rng.percent(30) {
            machine.lose_power(rng.bits());
        }
        let before = machine.image(&from);
        Self::trouble(machine, rng, 20);
        let salvaged = salvage(machine, &self.engine, &from, to);
        let after = machine.image(&from);
        let fired = self.settle("a salvage", machine, rng, &salvaged)?;
        must(after == before, UNCHANGED, String::new)?;
        let Ok(Salvaged { missing, .. }) = salvaged else { return self.expect_whole_or_nothing(machine, to) };
        // Rows that could not be read are reported.
        if !missing.is_empty() {
            return must!(fired.is_some(), WHOLE, "{missing:?}");
        }
        self.counts.hit("premise: a salvaged store was compared");
        self.expect_whole(machine, to, true)
    }

    fn salvage_damaged(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let (from, to) = (self.path.clone(), Path::new(SALVAGED));
        let Some(what) = self.spoil(machine, rng, |name| name.contains("/store/")) else { return Ok(()) };
        let what = || what.clone();
        let before = machine.image(&from);
        let salvaged = salvage(machine, &self.engine, &from, to).map_err(reported("readable rows are salvaged"))?;
        must(machine.image(&from) == before, UNCHANGED, what)?;
        let mut directory = self.open_at(machine, to).map_err(reported("a salvaged store opens"))?;
        let was_once = |truth: &Truth, record: &Record| {
            let (key, value) = encode(record);
            truth.ever_was(&key, &value) || may_be_repaired(record)
        };
        let Compared { unread, lost, records } = self.compare_records(&directory, was_once, &what)?;
        must(!unread, "a salvaged store is readable", what)?;
        let reported_of = lost.is_none() || !salvaged.missing.is_empty();
        must!(reported_of, "a salvage reports missing rows", "{}: {lost:?}", what())?;
        let chips: i64 = records.iter().map(balance).sum();
        must!(chips == 0, "the ledger of a salvaged store balances", "{}: {chips}", what())?;
        must(check(&*directory.state(), |_| {}).is_ok(), "a salvaged store passes the check", what)?;
        let audit = open(&mut directory, &self.config.clone(), &self.keys.clone())?.audit();
        must!(audit.is_ok(), "a salvaged store can be served", "{}: {audit:?}", what())?;
        if lost.is_some() {
            self.counts.hit("premise: rows were salvaged from a damaged store");
        }
        Ok(())
    }

    /// Damage one of these files, after all processes have ended. Returns a description.
    fn spoil(&mut self, machine: &Machine, rng: &mut Rng, among: impl Fn(&str) -> bool) -> Option<String> {
        machine.end_all();
        let (damage, name): (Damage, _) = rng.one(&DAMAGES);
        let file = machine.damage(&self.path, damage, rng, among)?;
        self.counts.hit(name);
        Some(format!("{damage:?} of {file}"))
    }

    fn damage(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let path = self.path.clone();
        let Some(what) = self.spoil(machine, rng, |name| !name.ends_with("/lock")) else { return Ok(()) };
        let what = || what.clone();
        let before = journals(machine);
        let mut directory = match self.open_at(machine, &path) {
            Ok(directory) => directory,
            Err(rejected) => {
                must(!rejected.to_string().is_empty(), "an error has a message", what)?;
                must(journals(machine) == before, "a start that is rejected leaves the journal as it was", what)?;
                self.counts.hit("premise: a damage at rest was rejected");
                return Ok(());
            }
        };
        let checked = check(&*directory.state(), |_| {});
        let Compared { unread, lost, .. } = self.compare_records(&directory, |_, _| false, &what)?;
        must!(unread || lost.is_none(), "a partial store is not served as complete", "{}: {lost:?} is lost", what())?;
        if unread {
            self.counts.hit("premise: a damage at rest was detected by the check");
            must(checked.is_err(), "a check detects unreadable rows", what)?;
        }
        let (head, truth) = (directory.head(), self.truth());
        must!(head == truth.head, "a store with missing commits is rejected", "{}: {head:?}", what())?;
        let keys = directory.state().personal_keys().unwrap_or_default();
        // An orphaned key may return. The next start removes it.
        let lost = truth.keys.iter().any(|(slot, key)| keys.get(slot) != Some(key));
        let (config, own) = (self.config.clone(), self.keys.clone());
        match open(&mut directory, &config, &own) {
            Ok(_) => {
                must(!lost, "a missing or changed personal key is detected", what)?;
                self.counts.hit("premise: a store with a harmless damage was served");
            }
            // Hot rows are unreadable, or a key is missing. The error says which.
            Err(rejected) => {
                must!(unread || lost, "an undamaged store opens", "{}: {}", what(), rejected.seen)?;
                self.counts.hit("premise: a damage at rest was rejected");
            }
        }
        Ok(())
    }

    /// The server keys are lost, and the operator accepts new ones. The start may fail.
    fn new_keys(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let (path, file) = (self.path.clone(), self.path.join(SERVER_KEYS));
        machine.end_all();
        write_keys(machine, &file, None)?;
        let opening = DirectoryOptions { accept_new_keys: true, ..Durability::Sync.into() };
        Self::trouble(machine, rng, 16);
        let made = SimDirectory::open_on(machine, &self.engine, &path, opening).map(drop);
        self.settle("the generation of keys", machine, rng, &made)?;
        let text = machine.read(&file).unwrap_or_default();
        let whole = text.len() == "1 ".len() + 64 + 1 && text.ends_with(b"\n");
        let said = || format!("{} bytes, {made:?}", text.len());
        must(whole || (text.is_empty() && made.is_err()), "key files are never half written", said)?;
        let directory = SimDirectory::open_on(machine, &self.engine, &path, opening);
        let directory = directory.map_err(reported("new keys are accepted"))?;
        self.truth().expect_in(&directory)?;
        drop(directory);
        self.open_at(machine, &path).map(drop).map_err(reported("accepted keys match the records"))
    }

    /// The records of a directory equal those that were written, unless `may_differ` accepts the difference.
    fn compare_records(
        &mut self,
        directory: &SimDirectory,
        may_differ: impl Fn(&Truth, &Record) -> bool,
        what: &impl Fn() -> String,
    ) -> Result<Compared, Violation> {
        let (mut compared, truth) = (Compared::default(), self.truth());
        let Ok(snapshot) = directory.state().snapshot() else { return Ok(Compared { unread: true, ..compared }) };
        compared.unread = snapshot.chain().is_err();
        let mut same = BTreeSet::new();
        for record in snapshot.records() {
            let Ok(record) = record else {
                compared.unread = true;
                continue;
            };
            match truth.has(&record) {
                Some(key) => drop(same.insert(key)),
                // A second era after a restored backup does no harm.
                None if matches!(record, Record::Restored(())) => {}
                None => must!(may_differ(truth, &record), "damaged rows are not served", "{}: {record:?}", what())?,
            }
            compared.records.push(record);
        }
        compared.lost = truth.rows.keys().filter(|key| !same.contains(*key)).find_map(|key| decode_key(key));
        Ok(compared)
    }
}

#[derive(Default)]
struct Compared {
    unread: bool,
    /// A row that is missing or differs.
    lost: Option<Key>,
    records: Vec<Record>,
}

/// The journals of a machine that are not empty, without the zeros that were allocated ahead.
fn journals(machine: &Machine) -> Vec<(String, Vec<u8>)> {
    let files = machine.image(Path::new("/")).into_iter().filter(|(name, _)| name.ends_with(".jnl"));
    let written = |bytes: &[u8]| bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let all = files.map(|(name, bytes)| (name, bytes[..written(&bytes)].to_vec()));
    all.filter(|(_, bytes)| !bytes.is_empty()).collect()
}

fn balance(record: &Record) -> i64 {
    if let Record::Balance(_, row) = record { row.balance } else { 0 }
}

/// Whether a salvage may rewrite a record: balances with their ledger rows, accounts without data, and rows that
/// referred to missing ones.
const fn may_be_repaired(record: &Record) -> bool {
    match record {
        // An adjustment has a ledger row after the existing ones.
        Record::Balance(..) | Record::Ledger(..) | Record::Party(..) => true,
        Record::Account(_, row) => row.slot.is_none(),
        // The statement that closed the day is missing.
        Record::FairDay(_, row) => row.closed_by.is_none(),
        _ => false,
    }
}
