//! Grading: the first seed that finds each mutant.

use super::code;
use super::output::{fail, say, style, write_page};
use crate::Args;
use indicatif::ProgressBar;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use turnstone_sim::fleet::FleetPlan;
use turnstone_sim::grade::{Find, is_enough, table};
use turnstone_sim::mutants::{Fault, workspace};

/// The first run of a test also builds it.
const TO_BUILD: Duration = Duration::from_secs(3_600);

/// Build the copy of the workspace that contains the mutants, and run its simulator with the same arguments.
pub(crate) fn run_in_copy() -> ExitCode {
    let run =
        |program| Command::new(program).args(std::env::args_os().skip(1)).status().map_err(|error| error.to_string());
    match workspace::build().and_then(run) {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => fail(&error),
    }
}

/// Grade the mutants of the command line.
pub(crate) fn grade_mutants(args: &Args) -> ExitCode {
    let plan = &args.plan;
    let faults: Vec<Fault> = match (args.only.as_slice(), plan.id) {
        ([], None) => Fault::all().collect(),
        ([], Some(fault)) => vec![fault],
        (only, _) => only.to_vec(),
    };
    let is_part = !args.only.is_empty() || plan.id.is_some();
    let mut graded = grade(&faults, plan);
    let mut graded: Vec<_> = faults.iter().map(|fault| (*fault, graded.remove(&fault.id()).flatten())).collect();
    let found = graded.iter().filter(|(_, find)| find.is_some()).count();
    say(&format!("{found} of {} found", graded.len()));
    if let Err(error) = run_tests(&mut graded, args) {
        return fail(&error);
    }
    let written = args.table.as_ref().is_none_or(|path| {
        // The rows of mutants that were not graded are kept.
        let before = is_part.then(|| std::fs::read_to_string(path).ok()).flatten().unwrap_or_default();
        write_page(path, &table(&graded, plan, &before))
    });
    code(written && is_enough(found, graded.len()))
}

/// Run the tests of each mutant that no level has found, one after another. Each must pass without a mutant.
fn run_tests(graded: &mut [(Fault, Option<Find>)], args: &Args) -> Result<(), String> {
    let mut passing = BTreeSet::new();
    for (fault, find) in graded.iter_mut().filter(|(_, find)| find.is_none()) {
        let Some(mutant) = fault.code() else { continue };
        for arguments in mutant.tests.iter().chain(&args.tests) {
            if passing.insert(arguments) {
                let failed = workspace::test(arguments, None, TO_BUILD)?;
                if !failed.is_empty() {
                    return Err(format!("`cargo test {arguments}` fails without a mutant: {}", failed.join(", ")));
                }
            }
            let failed = workspace::test(arguments, Some(mutant), args.plan.patience())?;
            if let Some(first) = failed.first() {
                *find = Some(Find::by_test(first, arguments));
                break;
            }
        }
        if mutant.tests.is_empty() && args.tests.is_empty() {
            continue;
        }
        let reported = find.as_ref().map_or("MISSED by its tests", |find| &find.rule);
        say(&format!("{}: {reported}", mutant.id));
    }
    Ok(())
}

/// The results by mutant id.
fn grade(faults: &[Fault], plan: &FleetPlan) -> BTreeMap<String, Option<Find>> {
    let bar = ProgressBar::new(faults.len() as u64).with_style(style("mutants"));
    let (next, graded) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (id, find) = (fault.id(), fault.find(plan));
            let reported = find.as_ref().map_or_else(
                || format!("{id}: MISSED in {} seeds", plan.seeds),
                |Find { level, seed, rule }| {
                    let (seed, story) = seed.unwrap_or_default();
                    format!("{id}: {level} seed {seed}, {story} ({rule})")
                },
            );
            bar.suspend(|| say(&reported));
            graded.lock().expect("no thread panics with the table").insert(id, find);
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    graded.into_inner().expect("no thread panics with the table")
}
