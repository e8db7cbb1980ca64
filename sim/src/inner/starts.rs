//! Starts of a core from storage, and starts of the process with failures.

use super::fault_stages::count_fault;
use crate::inner::difference::difference;
use crate::inner::machine::{Fault, Machine, SimDirectory, SimEngine};
use crate::inner::prelude::*;
use std::fmt::Display;
use turnstone_directory::{Open, System, SystemFile, restore};
use turnstone_storage::load;

pub(super) const OPENS: &str = "a store that was written opens";
pub(super) const READS_FORMER: &str = "the data of an earlier version can be read";
const PROVIDES: &str = "the operator can provide files";

pub(super) fn reported<E: Display>(rule: &'static str) -> impl Fn(E) -> Violation {
    move |error| Violation { rule, seen: error.to_string() }
}

pub(super) fn open(storage: &mut dyn Storage, config: &Config, keys: &ServerKeys) -> Result<Service, Violation> {
    let fold = |vault: Vault, records: &mut dyn Iterator<Item = Record>| {
        Service::open(config.clone(), keys.clone(), vault, records)
    };
    load(storage, fold).map_err(reported(OPENS))?.map_err(reported(OPENS))
}

/// Open a core that follows.
pub(super) fn follow(storage: &mut dyn Storage, config: &Config, keys: &ServerKeys) -> Result<Service, Violation> {
    let fold = |vault: Vault, records: &mut dyn Iterator<Item = Record>| {
        Service::follow(config.clone(), keys.clone(), vault, records)
    };
    load(storage, fold).map_err(reported(OPENS))?.map_err(reported(OPENS))
}

/// Whether two cores are equal. If not, the first difference is reported.
pub(super) fn same(reported: &Service, expected: &Service, rule: &'static str) -> CheckResult {
    match reported.first_difference(expected) {
        None => Ok(()),
        Some([reported, expected]) => {
            Err(Violation { rule, seen: format!("they differ, first in\n{}", difference(&expected, &reported)) })
        }
    }
}

/// Whether an error says how to fix a full disk.
pub(super) fn names_the_fix(said: &str) -> bool {
    said.contains("Make room on the disk")
}

/// Write or remove a file of server keys, with syncs.
pub(super) fn write_keys(machine: &Machine, file: &Path, text: Option<&str>) -> CheckResult {
    let write = || {
        if machine.has_name(file)? {
            machine.remove_file(file)?;
        }
        if let Some(text) = text {
            let out = machine.open(file, Open::New)?;
            out.write_all_at(text.as_bytes(), 0)?;
            out.sync()?;
        }
        machine.sync_directory(file.parent().unwrap_or(file))
    };
    write().map_err(reported::<std::io::Error>(PROVIDES))
}

/// Write the server keys, with syncs.
pub(crate) fn provide_keys(machine: &Machine, path: &Path, text: &str) -> CheckResult {
    machine.make_directory(path).and_then(|()| machine.sync_directory(Path::new("/"))).map_err(reported(PROVIDES))?;
    write_keys(machine, &path.join(SERVER_KEYS), Some(text))
}

/// A start with a failure, then the end of the process.
pub(super) fn start_that_fails(
    machine: &Machine,
    engine: &SimEngine,
    path: &Path,
    stage: &'static str,
    rng: &mut Rng,
    counts: &mut Counts,
) -> CheckResult {
    let fault = rng.one(&[Fault::Death, Fault::Death, Fault::BadWrite, Fault::NoSpace, Fault::BadRead]);
    let most = if fault == Fault::NoSpace { rng.one(&[2, 24]) } else { 20 };
    machine.plan(fault, rng.below(most) as u32, rng.bits());
    judge_fault(stage, machine, counts, &SimDirectory::open_on(machine, engine, path, Durability::Sync).map(drop))?;
    if rng.percent(70) {
        machine.lose_power(rng.bits())
    } else {
        machine.next_process()
    }
    Ok(())
}

/// Count the planned failure that occurred. The operation may fail only because of it.
pub(super) fn judge_fault<T>(
    stage: &'static str,
    machine: &Machine,
    counts: &mut Counts,
    done: &Result<T, StorageError>,
) -> Result<Option<Fault>, Violation> {
    let fired = machine.calm();
    if let Some(fault) = fired {
        count_fault(counts, stage, fault);
    }
    if let Err(error) = done {
        let said = error.to_string();
        must!(fired.is_some(), "an operation without a fault succeeds", "{stage}: {said}")?;
        let holds = fired != Some(Fault::NoSpace) || names_the_fix(&said);
        must(holds, "the error of a full disk says what to do", || said)?;
    }
    Ok(fired)
}

/// The backup of a server that wrote rows of version 2, before agents and operators existed: two members, a finished
/// match, and one in play. It includes the server key.
const BACKUP: &[u8] = include_bytes!("../../../golden/storage/served/backup");
const FORMER: &str = "/former";

/// Restore the golden backup.
pub(super) fn restore_former_store(machine: &Machine, engine: &SimEngine, path: &Path) -> CheckResult {
    let file = Path::new(FORMER);
    let written = machine.write_whole(file, BACKUP).and_then(|()| machine.sync_directory(Path::new("/")));
    written.map_err(reported(PROVIDES))?;
    restore(machine, engine, file, path).map_err(reported(READS_FORMER))?;
    machine.remove_file(file).map_err(reported("an unneeded file can be removed"))
}
