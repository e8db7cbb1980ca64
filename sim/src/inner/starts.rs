//! Starts of a core from storage, and starts of the process in which something goes wrong.

use super::difference::difference;
use super::machine::SimDirectory;
use super::machine::{Fault, Machine, SimEngine, Stage, fault_at};
use crate::prelude::*;
use std::io::Write;
use std::path::Path;
use turnstone_directory::{Open, SERVER_KEYS, System, SystemFile, restore};
use turnstone_storage::{Durability, Failure, Storage, load};

pub(super) fn open(storage: &mut dyn Storage, config: &Config, keys: &ServerKeys) -> Result<Service, Violation> {
    let fold = |vault: Vault, records: &mut dyn Iterator<Item = Record>| {
        Service::open(config.clone(), keys.clone(), vault, records)
    };
    load(storage, fold)
        .map_err(|error| broken(&error))?
        .map_err(|damage| Violation { rule: "a store that was written opens", seen: damage.to_string() })
}

/// Whether two cores say the same; if not, the first thing of which they do not, around the place where they part.
pub(super) fn same(told: &Service, expected: &Service, rule: &'static str) -> CheckResult {
    match told.first_difference(expected) {
        None => Ok(()),
        Some([told, expected]) => {
            Err(Violation { rule, seen: format!("they differ, first in\n{}", difference(&expected, &told)) })
        }
    }
}

/// Whether a full disk is reported as one.
pub(super) fn is_polite(said: &str) -> bool {
    said.contains("Make room on the disk")
}

pub(super) fn broken(error: &turnstone_storage::Failure) -> Violation {
    Violation { rule: "a store that was written opens", seen: error.to_string() }
}

/// The operator brings a file of keys, or takes it away, for good.
pub(super) fn write_keys(machine: &Machine, file: &Path, text: Option<&str>) -> CheckResult {
    let write = || {
        if machine.has_name(file)? {
            machine.remove_file(file)?;
        }
        if let Some(text) = text {
            let mut out = machine.open(file, Open::New)?;
            out.write_all(text.as_bytes())?;
            out.sync()?;
        }
        machine.sync_directory(file.parent().unwrap_or(file))
    };
    write().map_err(|error: std::io::Error| Violation { rule: "the operator brings keys", seen: error.to_string() })
}

/// The operator brings the server keys, for good.
pub(super) fn bring_keys(machine: &Machine, path: &Path, text: &str) -> CheckResult {
    let made = machine.make_directory(path).and_then(|()| machine.sync_directory(Path::new("/")));
    made.map_err(|error| Violation { rule: "the operator brings keys", seen: error.to_string() })?;
    write_keys(machine, &path.join(SERVER_KEYS), Some(text))
}

/// Starts in an empty place that come to no end.
pub(super) fn first_start_that_fails(
    machine: &Machine,
    engine: &SimEngine,
    path: &Path,
    rng: &mut Rng,
    counts: &mut Counts,
) -> CheckResult {
    for _ in 0..rng.between(1, 3) {
        fail_start(machine, engine, path, (rng, 24, Stage::FirstStart), counts)?;
        if rng.percent(70) {
            machine.lose_power(rng.bits());
        } else {
            machine.next_process();
        }
    }
    Ok(())
}

/// A start in one of whose first calls something goes wrong.
fn fail_start(
    machine: &Machine,
    engine: &SimEngine,
    path: &Path,
    (rng, most, stage): (&mut Rng, u64, Stage),
    counts: &mut Counts,
) -> CheckResult {
    let fault = rng.one(&[Fault::Death, Fault::Death, Fault::BadWrite, Fault::NoSpace, Fault::BadRead]);
    let most = if stage == Stage::Start && fault == Fault::NoSpace { 2 } else { most };
    machine.plan(fault, rng.below(most) as u32, rng.bits());
    let opened = SimDirectory::open_on(machine, engine, path, Durability::Sync);
    let fired = machine.fired();
    if let Some(fault) = fired {
        counts.hit(fault_at(stage, fault));
    }
    judge_failed_start(fired, opened.map(drop))?;
    machine.calm();
    Ok(())
}

/// A start is refused for what went wrong in it, and for nothing else.
fn judge_failed_start(fired: Option<Fault>, opened: Result<(), Failure>) -> CheckResult {
    let Err(refused) = opened else { return Ok(()) };
    let said = refused.to_string();
    must(fired.is_some(), "a start that nothing happened to succeeds", || said.clone())?;
    must(fired != Some(Fault::NoSpace) || is_polite(&said), "the error of a full disk says what to do", || said)
}

/// A start after the power failed, in which something goes wrong again.
pub(super) fn start_that_fails(
    machine: &Machine,
    engine: &SimEngine,
    path: &Path,
    luck: u64,
    counts: &mut Counts,
) -> CheckResult {
    let mut rng = Rng::new(mix(&[luck, 2]));
    fail_start(machine, engine, path, (&mut rng, 16, Stage::Start), counts)?;
    machine.lose_power(rng.bits());
    Ok(())
}

/// The backup of a server that wrote rows of version 2, before there were agents and operators: two members, a match
/// that is over, and one in its middle. Its server key goes along.
const BACKUP: &[u8] = include_bytes!("../../../golden/storage/served/backup");
const FORMER: &str = "/former";
/// The operator restores the backup of the former program.
pub(super) fn bring_former_store(machine: &Machine, engine: &SimEngine, path: &Path) -> CheckResult {
    let file = Path::new(FORMER);
    let write = || {
        let mut out = machine.open(file, Open::New)?;
        out.write_all(BACKUP)?;
        out.sync()?;
        machine.sync_directory(Path::new("/"))
    };
    let written: std::io::Result<()> = write();
    written.map_err(|error| Violation { rule: "the operator brings a backup", seen: error.to_string() })?;
    let restored = restore(machine, engine, file, path);
    restored.map(drop).map_err(|error| unread(&error))?;
    let removed = machine.remove_file(file);
    removed.map_err(|error| Violation { rule: "what is not needed goes", seen: error.to_string() })
}

pub(super) fn unread(error: &Failure) -> Violation {
    Violation { rule: "what a former program wrote is read", seen: error.to_string() }
}
