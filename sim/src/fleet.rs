//! Many seeds of a ring on several threads: some of them are lived again, here and in another process, and have to be the
//! same life; a watchdog names the one that does not end.

use crate::count::Counts;
use crate::inner::{RunFailure, RunReport, Violation, run};
use crate::mutants::Fault;
use crate::outer::{self, OuterReport};
use crate::progress::{Hang, Progress, seen, watch};
use crate::rng::mix;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The rule that a seed breaks whose life depends on more than its number.
pub const SAME_LIFE: &str = "a seed lives the same life each time";

/// What is counted for such a seed.
const THREE_TIMES: &str = "a seed was lived three times";

/// Which seeds are run, and how.
pub struct FleetPlan {
    /// The first seed.
    pub from: u64,
    /// How many there are.
    pub seeds: u64,
    /// Steps of each in the inner ring.
    pub steps: u32,
    /// Seconds of each in the outer ring.
    pub seconds: u64,
    /// A fault that every life has.
    pub fault: Option<Fault>,
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
    let edge = plan.fault.and_then(Fault::edge);
    let live = |seed| {
        let _active = Fault::activate(plan.fault);
        let mut report = run(seed, plan.steps, edge);
        if report.failure.is_none() && is_lived_again(plan, seed) {
            report.failure = lived_again(plan, seed, &report);
            report.counts.hit(THREE_TIMES);
        }
        let may_go_on = report.failure.is_none() || !plan.fail_fast;
        let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
        sum.counts.merge(&report.counts);
        sum.commands += report.commands;
        sum.lives.insert(seed, (report.commands, report.lived_ms));
        if let Some(failure) = report.failure {
            on_failure(seed, &failure);
            sum.failures.push((seed, failure));
        }
        on_seed();
        may_go_on
    };
    each_seed(plan, &live, on_hang);
    let mut sum = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    sum.failures.sort_by_key(|(seed, _)| *seed);
    sum
}

/// Run the seeds in the outer ring. `on_life` is told of each life as it ends, `on_hang` of a request as it is in
/// `run_fleet`.
pub fn run_outer_fleet(
    plan: &FleetPlan,
    on_life: &(dyn Fn(u64, OuterReport) + Sync),
    on_hang: &(dyn Fn(Hang) + Sync),
) -> OuterSum {
    let sum = Mutex::new(OuterSum::default());
    let live = |seed| {
        let _active = Fault::activate(plan.fault);
        let mut report = live_outer(plan, seed);
        if report.failure.is_none() && is_lived_again(plan, seed) {
            report.failure = outer_lived_again(plan, seed, &report).map(|seen| format!("{SAME_LIFE}: {seen}"));
            report.counts.hit(THREE_TIMES);
        }
        let may_go_on = report.failure.is_none() || !plan.fail_fast;
        sum.lock().unwrap_or_else(PoisonError::into_inner).add(seed, &report);
        on_life(seed, report);
        may_go_on
    };
    each_seed(plan, &live, on_hang);
    sum.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// What many seeds of the outer ring came to.
#[derive(Default)]
pub struct OuterSum {
    /// What happened.
    pub counts: Counts,
    /// By seed, its answers and their trace.
    pub lives: BTreeMap<u64, (u64, u64)>,
    /// By seed, the rule that was broken.
    pub failures: BTreeMap<u64, String>,
}

impl OuterSum {
    fn add(&mut self, seed: u64, report: &OuterReport) {
        self.counts.merge(&report.counts);
        self.lives.insert(seed, (report.answered, report.trace));
        self.failures.extend(report.failure.clone().map(|what| (seed, what)));
    }
}

fn live_outer(plan: &FleetPlan, seed: u64) -> OuterReport {
    outer::run(seed, plan.seconds, plan.fault.is_some_and(Fault::lies))
}

/// Let threads take the seeds one after the other, and watch them. `live` says whether another may begin after its own.
fn each_seed(plan: &FleetPlan, live: &(dyn Fn(u64) -> bool + Sync), on_hang: &(dyn Fn(Hang) + Sync)) {
    let (next, end) = (AtomicU64::new(plan.from), plan.from + plan.seeds);
    let work = || {
        while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < end) {
            if !live(seed) {
                next.store(end, Ordering::Relaxed);
            }
        }
    };
    let threads: Vec<Arc<Progress>> = (0..plan.threads.max(1)).map(|_| Arc::default()).collect();
    std::thread::scope(|scope| {
        for progress in &threads {
            scope.spawn(|| seen(progress, work));
        }
        watch(&threads, plan.patience, on_hang);
    });
}

const fn is_lived_again(plan: &FleetPlan, seed: u64) -> bool {
    plan.again != 0 && (seed - plan.from).is_multiple_of(plan.again)
}

/// Live a seed again, here and in another process: what left the service has to be the same.
fn lived_again(plan: &FleetPlan, seed: u64, report: &RunReport) -> Option<RunFailure> {
    let again = run(seed, plan.steps, plan.fault.and_then(Fault::edge));
    let seen = difference(report, &again).or_else(|| {
        difference_elsewhere(plan, seed, &["--ring", "inner", "--steps", &plan.steps.to_string()], &trace_line(report))
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

/// The same at the door.
fn outer_lived_again(plan: &FleetPlan, seed: u64, report: &OuterReport) -> Option<String> {
    let again = live_outer(plan, seed);
    if (report.trace, report.answered, &report.counts) == (again.trace, again.answered, &again.counts) {
        let args = ["--ring", "outer", "--seconds", &plan.seconds.to_string()];
        return difference_elsewhere(plan, seed, &args, &outer_trace_line(report));
    }
    let parted = report.story.lines().zip(again.story.lines()).find(|(one, other)| one != other);
    let place = parted.map_or_else(String::new, |(one, other)| format!(", first `{one}` and `{other}`"));
    Some(format!(
        "two lives in one process differ: {} and {}{place}",
        outer_trace_line(report),
        outer_trace_line(&again)
    ))
}

/// What a life in the outer ring is compared by with one of another process.
pub fn outer_trace_line(report: &OuterReport) -> String {
    format!("{} answers, trace {:016x}", report.answered, report.trace)
}

/// How a life that is to be this one went in another process, if it went otherwise.
fn difference_elsewhere(plan: &FleetPlan, seed: u64, args: &[&str], own: &str) -> Option<String> {
    let program = plan.program.as_ref()?;
    let mut command = Command::new(program);
    command.args(["--trace", "--seed", &seed.to_string()]).args(args);
    if let Some(fault) = plan.fault {
        command.args(["--id", &fault.id()]);
    }
    let told = match command.output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => format!("{}: {error}", program.display()),
    };
    (told != own).then(|| format!("`{own}` here, `{told}` in another process"))
}

/// The first of some fresh seeds: as it is given, or one for each commit and day, far from those that are always run.
pub fn fresh_from(given: Option<&str>, commit: &str, day: u64) -> Result<u64, String> {
    let Some(given) = given else {
        let parts: Vec<u64> = commit.bytes().map(u64::from).chain([day]).collect();
        return Ok((mix(&parts) >> 34) + 1_000_000);
    };
    given.trim().parse().map_err(|_| format!("the first seed is a number: `{given}`"))
}
