//! Grading: the first seed that finds each mutant.

use super::code;
use super::output::{fail, say, style, write_page};
use crate::Args;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use turnstone_sim::fleet::FleetPlan;
use turnstone_sim::grade::{Find, is_enough, table};
use turnstone_sim::mutants::{Fault, workspace};

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
    let faults: Vec<Fault> = plan.id.map_or_else(|| Fault::all().collect(), |fault| vec![fault]);
    let mut graded = grade(&faults, plan);
    let graded: Vec<_> = faults.iter().map(|fault| (*fault, graded.remove(&fault.id()).flatten())).collect();
    let found = graded.iter().filter(|(_, find)| find.is_some()).count();
    say(&format!("{found} of {} found", graded.len()));
    let written = args.table.as_ref().is_none_or(|path| {
        // With a single mutant the rows of the others are kept.
        let before = plan.id.and_then(|_| std::fs::read_to_string(path).ok()).unwrap_or_default();
        write_page(path, &table(&graded, plan, &before))
    });
    code(written && is_enough(found, graded.len()))
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
                |find| format!("{id}: {} seed {}, {} ({})", find.level, find.seed, find.story, find.rule),
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
