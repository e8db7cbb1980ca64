//! Many seeds of a level on several threads. A violation is reported only if it repeats: a run that differs from an
//! earlier run of its seed is non-determinism, whatever else it broke. A watchdog names the run that does not end.

use crate::count::Counts;
use crate::inner::{self, RunFailure, RunReport, Violation};
use crate::mutants::Fault;
use crate::network::{self, NetworkReport};
use crate::progress::{Hang, Progress, seen, watch};
use crate::rng::mix;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The rule that a seed breaks whose runs differ.
pub const SAME_RUN: &str = "every run of a seed is the same";

/// The counter of seeds whose runs were compared.
const COMPARED: &str = "runs of a seed were compared";

/// Which seeds are run, and how.
pub struct FleetPlan {
    /// The first seed.
    pub from: u64,
    /// How many there are.
    pub seeds: u64,
    /// Steps of each at the core level.
    pub steps: u32,
    /// Seconds of each at the network level.
    pub seconds: u64,
    /// A fault that every run has.
    pub fault: Option<Fault>,
    /// Threads.
    pub threads: usize,
    /// Every `again`-th seed is run three times, even if no rule was broken; 0 for none.
    pub again: u64,
    /// The program that runs a seed in another process and prints its trace, if there is one.
    pub program: Option<PathBuf>,
    /// Whether no other seed begins once a rule is broken.
    pub fail_fast: bool,
    /// How long a step may take.
    pub patience: Duration,
}

/// The report of a run at one of the levels.
pub trait SeedRun: Send + Sized {
    /// The level, as the command line names it.
    const LEVEL: &'static str;
    /// What the work is counted in.
    const UNIT: &'static str;

    /// Run a seed of a plan.
    fn run(plan: &FleetPlan, seed: u64) -> Self;

    /// What happened.
    fn counts(&self) -> &Counts;

    /// How many commands or responses there were, and the simulated milliseconds.
    fn work(&self) -> (u64, u64);

    /// A hash of all that left the service, and the same after each step or response by its place.
    fn traces(&self) -> (u64, &[(u32, u64)]);

    /// What is at such a place.
    fn at(&self, place: u32) -> String;

    /// The broken rule and what was seen, if a rule was broken.
    fn broken(&self) -> Option<String>;

    /// The runs of the seed differ: that is what is wrong with it.
    fn is_another(&mut self, seen: String);

    /// What a run is compared by with one of another process.
    fn trace_line(&self) -> String {
        format!("{} {}, trace {:016x}", self.work().0, Self::UNIT, self.traces().0)
    }
}

impl SeedRun for RunReport {
    const LEVEL: &'static str = "core";
    const UNIT: &'static str = "commands";

    fn run(plan: &FleetPlan, seed: u64) -> Self {
        let _active = Fault::activate(plan.fault);
        inner::run(seed, plan.steps, plan.fault.and_then(Fault::edge))
    }

    fn counts(&self) -> &Counts {
        &self.counts
    }

    fn work(&self) -> (u64, u64) {
        (self.commands, self.lived_ms)
    }

    fn traces(&self) -> (u64, &[(u32, u64)]) {
        (self.trace, &self.traces)
    }

    fn at(&self, place: u32) -> String {
        format!("step {place}")
    }

    fn broken(&self) -> Option<String> {
        self.failure.as_ref().map(|failure| failure.violation.to_string())
    }

    fn is_another(&mut self, seen: String) {
        let violation = Violation { rule: SAME_RUN, seen };
        self.failure = Some(RunFailure { violation, story: self.story.clone(), at_rest: Vec::new() });
    }
}

impl SeedRun for NetworkReport {
    const LEVEL: &'static str = "network";
    const UNIT: &'static str = "responses";

    fn run(plan: &FleetPlan, seed: u64) -> Self {
        let _active = Fault::activate(plan.fault);
        network::run(seed, plan.seconds, plan.fault.is_some_and(Fault::lies))
    }

    fn counts(&self) -> &Counts {
        &self.counts
    }

    fn work(&self) -> (u64, u64) {
        (self.answered, self.lived_ms)
    }

    fn traces(&self) -> (u64, &[(u32, u64)]) {
        (self.trace, &self.traces)
    }

    fn at(&self, place: u32) -> String {
        format!("`{}`", self.story.line(place))
    }

    fn broken(&self) -> Option<String> {
        self.failure.clone()
    }

    fn is_another(&mut self, seen: String) {
        self.failure = Some(format!("{SAME_RUN}: {seen}"));
    }
}

/// The first place where two runs differ.
fn first_difference<R: SeedRun>(one: &R, other: &R) -> String {
    let ((_, own), (_, others)) = (one.traces(), other.traces());
    let same = own.iter().zip(others).take_while(|(own, other)| own == other).count();
    match own.get(same).or_else(|| others.get(same)) {
        Some((place, _)) if one.at(*place) == other.at(*place) => format!("first in {}", one.at(*place)),
        Some((place, _)) => format!("first in {} and {}", one.at(*place), other.at(*place)),
        None => "first at the end".to_owned(),
    }
}

/// What many seeds came to.
pub struct FleetSum<R> {
    /// What happened.
    pub counts: Counts,
    /// By seed, its commands or responses and its simulated milliseconds.
    pub runs: BTreeMap<u64, (u64, u64)>,
    /// Runs that broke a rule, by seed.
    pub failures: BTreeMap<u64, R>,
}

impl<R: SeedRun> FleetSum<R> {
    /// The runs that broke a rule, as they are reported: those that do not repeat come first, whatever their seed.
    pub fn failures_in_order(&self) -> Vec<(u64, &R)> {
        let mut all: Vec<(u64, &R)> = self.failures.iter().map(|(seed, report)| (*seed, report)).collect();
        all.sort_by_key(|(_, report)| !report.broken().is_some_and(|what| what.starts_with(SAME_RUN)));
        all
    }
}

/// Run the seeds. `on_run` gets each run as it ends, `on_hang` a step that does not end: it has to end the process, as
/// nothing else could.
pub fn run_fleet<R: SeedRun>(
    plan: &FleetPlan,
    run: &(dyn Fn(u64) -> R + Sync),
    on_run: &(dyn Fn(u64, &R) + Sync),
    on_hang: &(dyn Fn(Hang) + Sync),
) -> FleetSum<R> {
    let sum = FleetSum { counts: Counts::default(), runs: BTreeMap::new(), failures: BTreeMap::new() };
    let sum = Mutex::new(sum);
    let one = |seed: u64| {
        let is_compared = plan.again != 0 && (seed - plan.from).is_multiple_of(plan.again);
        let report = if is_compared {
            let elsewhere = |report: &R| difference_elsewhere(plan, seed, report);
            compared(run(seed), || run(seed), elsewhere)
        } else {
            repeated(run(seed), || run(seed))
        };
        let may_go_on = report.broken().is_none() || !plan.fail_fast;
        on_run(seed, &report);
        let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
        sum.counts.merge(report.counts());
        if is_compared {
            sum.counts.hit(COMPARED);
        }
        sum.runs.insert(seed, report.work());
        if report.broken().is_some() {
            sum.failures.insert(seed, report);
        }
        may_go_on
    };
    each_seed(plan, &one, on_hang);
    sum.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// A report of which the violation repeats: a run that broke a rule is run again at once, and one that differs is
/// non-determinism before anything else.
pub fn repeated<R: SeedRun>(report: R, again: impl Fn() -> R) -> R {
    if report.broken().is_some() { compared(report, again, |_| None) } else { report }
}

/// A report that equals another run here, and then what `elsewhere` compares it with.
pub(crate) fn compared<R: SeedRun>(
    mut report: R,
    again: impl Fn() -> R,
    elsewhere: impl Fn(&R) -> Option<String>,
) -> R {
    if let Some(seen) = difference(&report, &again()).or_else(|| elsewhere(&report)) {
        report.is_another(seen);
    }
    report
}

/// Where two runs of a seed differ, and what each of them broke.
fn difference<R: SeedRun>(one: &R, other: &R) -> Option<String> {
    let (own, others) = (one.broken(), other.broken());
    if one.trace_line() == other.trace_line() && one.counts() == other.counts() && own == others {
        return None;
    }
    let broke = |what: Option<String>| what.unwrap_or_else(|| "no rule was broken".to_owned());
    Some(format!(
        "two runs in one process differ, {}\none: {}; {}\nother: {}; {}",
        first_difference(one, other),
        one.trace_line(),
        broke(own),
        other.trace_line(),
        broke(others)
    ))
}

/// How a run of this seed went in another process, if it went otherwise.
fn difference_elsewhere<R: SeedRun>(plan: &FleetPlan, seed: u64, report: &R) -> Option<String> {
    let (program, own) = (plan.program.as_ref()?, report.trace_line());
    let mut command = Command::new(program);
    command.args(["--trace", "--seed", &seed.to_string(), "--level", R::LEVEL]);
    command.args(["--steps", &plan.steps.to_string(), "--seconds", &plan.seconds.to_string()]);
    if let Some(fault) = plan.fault {
        command.args(["--id", &fault.id()]);
    }
    let reported = match command.output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => format!("{}: {error}", program.display()),
    };
    (reported != own).then(|| format!("`{own}` here, `{reported}` in another process"))
}

/// Let threads take the seeds one after the other, and watch them. `run` returns whether another may begin after its
/// own.
fn each_seed(plan: &FleetPlan, run: &(dyn Fn(u64) -> bool + Sync), on_hang: &(dyn Fn(Hang) + Sync)) {
    let (next, end) = (AtomicU64::new(plan.from), plan.from + plan.seeds);
    let work = || {
        while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < end) {
            if !run(seed) {
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

/// The first of some fresh seeds: as it is given, or one for each commit and day, far from those that are always run.
pub fn fresh_from(given: Option<&str>, commit: &str, day: u64) -> Result<u64, String> {
    let Some(given) = given else {
        let parts: Vec<u64> = commit.bytes().map(u64::from).chain([day]).collect();
        return Ok((mix(&parts) >> 34) + 1_000_000);
    };
    given.trim().parse().map_err(|_| format!("the first seed is a number: `{given}`"))
}
