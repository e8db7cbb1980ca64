//! Many seeds of the inner ring on several threads: some of them are lived again, here and in another process, and have
//! to be the same life; a watchdog names the one that does not end.

use crate::count::Counts;
use crate::inner::{RunFailure, RunReport, Violation, run};
use crate::planted::AnyBug;
use crate::progress::{Hang, Progress, seen, watch};
use crate::rng::mix;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use turnstone_planted::plant;

/// The rule that a seed breaks whose life depends on more than its number.
pub const SAME_LIFE: &str = "a seed lives the same life each time";

/// Which seeds are run, and how.
pub struct FleetPlan {
    /// The first seed, and how many there are.
    pub from: u64,
    /// How many.
    pub seeds: u64,
    /// Steps of each.
    pub steps: u32,
    /// A planted bug.
    pub bug: Option<AnyBug>,
    /// Threads.
    pub threads: usize,
    /// Each so-many-th seed is lived three times; 0 for none.
    pub again: u64,
    /// The program that lives a seed in another process and prints its trace, if there is one.
    pub program: Option<PathBuf>,
    /// Whether no other seed begins once a rule is broken.
    pub fail_fast: bool,
    /// How long a step may take.
    pub patience: Duration,
}

/// What many seeds came to.
#[derive(Default)]
pub struct FleetSum {
    /// What happened.
    pub counts: Counts,
    /// Commands that the cores took.
    pub commands: u64,
    /// By seed, its commands and the milliseconds it lived.
    pub lives: BTreeMap<u64, (u64, u64)>,
    /// Seeds that broke a rule, in the order of the seeds.
    pub failures: Vec<(u64, RunFailure)>,
}

/// Run the seeds. `on_failure` is told of each broken rule as it comes, `on_seed` that a seed is over; `on_hang` of a step
/// that does not end: it has to end the process, as there is nothing else that could.
pub fn run_fleet(
    plan: &FleetPlan,
    on_seed: &(dyn Fn() + Sync),
    on_failure: &(dyn Fn(u64, &RunFailure) + Sync),
    on_hang: &(dyn Fn(Hang) + Sync),
) -> FleetSum {
    let sum = Mutex::new(FleetSum::default());
    let next = AtomicU64::new(plan.from);
    let end = plan.from + plan.seeds;
    let edge = plan.bug.and_then(AnyBug::edge);
    let work = || {
        let _planted = plant(plan.bug.and_then(AnyBug::code));
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                break;
            }
            let mut report = run(seed, plan.steps, edge);
            if report.failure.is_none() && plan.again != 0 && (seed - plan.from).is_multiple_of(plan.again) {
                report.failure = lived_again(plan, seed, &report);
                report.counts.hit("a seed was lived three times");
            }
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            sum.counts.merge(&report.counts);
            sum.commands += report.commands;
            sum.lives.insert(seed, (report.commands, report.lived_ms));
            if let Some(failure) = report.failure {
                on_failure(seed, &failure);
                sum.failures.push((seed, failure));
                if plan.fail_fast {
                    next.store(end, Ordering::Relaxed);
                }
            }
            on_seed();
        }
    };
    let threads: Vec<Arc<Progress>> = (0..plan.threads.max(1)).map(|_| Arc::default()).collect();
    std::thread::scope(|scope| {
        for progress in &threads {
            scope.spawn(|| seen(progress, work));
        }
        watch(&threads, plan.patience, on_hang);
    });
    let mut sum = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    sum.failures.sort_by_key(|(seed, _)| *seed);
    sum
}

/// Live a seed again, here and in another process: what left the service has to be the same.
fn lived_again(plan: &FleetPlan, seed: u64, report: &RunReport) -> Option<RunFailure> {
    let again = run(seed, plan.steps, plan.bug.and_then(AnyBug::edge));
    let seen = difference(report, &again).or_else(|| {
        let program = plan.program.as_ref()?;
        let told = trace_elsewhere(program, seed, plan);
        let own = trace_line(report);
        (told != own).then(|| format!("`{own}` here, `{told}` in another process"))
    })?;
    let violation = Violation { rule: SAME_LIFE, seen };
    Some(RunFailure { violation, story: report.story.clone(), at_rest: Vec::new() })
}

/// Where two lives of a seed part.
fn difference(one: &RunReport, other: &RunReport) -> Option<String> {
    if (one.trace, one.commands, &one.counts) == (other.trace, other.commands, &other.counts) {
        return None;
    }
    let parted = one.traces.iter().zip(&other.traces).find(|(one, other)| one != other);
    let place = parted.map_or_else(|| "at rest".to_owned(), |((step, _), _)| format!("first in step {step}"));
    Some(format!("two lives in one process differ, {place}: {} and {}", trace_line(one), trace_line(other)))
}

/// What a life is compared by with one of another process.
pub fn trace_line(report: &RunReport) -> String {
    format!("{} commands, trace {:016x}", report.commands, report.trace)
}

fn trace_elsewhere(program: &PathBuf, seed: u64, plan: &FleetPlan) -> String {
    let mut command = Command::new(program);
    command.args(["--trace", "--seed", &seed.to_string(), "--steps", &plan.steps.to_string()]);
    if let Some(bug) = plan.bug {
        command.args(["--bug", &bug.name()]);
    }
    match command.output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => format!("{}: {error}", program.display()),
    }
}

/// The first of some fresh seeds: as it is given, or one for each commit and day, far from those that are always run.
pub fn fresh_from(given: Option<&str>, commit: &str, day: u64) -> Result<u64, String> {
    let Some(given) = given else {
        let parts: Vec<u64> = commit.bytes().map(u64::from).chain([day]).collect();
        return Ok((mix(&parts) >> 34) + 1_000_000);
    };
    given.trim().parse().map_err(|_| format!("the first seed is a number: `{given}`"))
}
