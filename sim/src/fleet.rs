//! Runs many seeds of a level on several threads. A run that differs from an earlier run of its seed is reported as
//! non-determinism, whatever rule it violates. A watchdog reports a run that does not end.

use crate::cluster::{self, ClusterReport};
use crate::count::{Counts, Totals};
use crate::coverage;
use crate::fairness::{self, FairnessReport};
use crate::inner::{self, RunFailure, RunReport, SimStory, Violation};
use crate::mutants::{Fault, Level};
use crate::network::{self, Form, NetworkReport, Story};
use crate::progress::{Hang, Progress, seen, watch};
use crate::rng::mix;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The rule that is violated if the runs of a seed differ.
pub const SAME_RUN: &str = "every run of a seed is the same";

/// The counter of seeds whose runs were compared.
const COMPARED: &str = "runs of a seed were compared";

/// Which seeds are run, and how.
#[derive(Clone, clap::Args)]
pub struct FleetPlan {
    /// Number of seeds.
    #[arg(long, default_value_t = 100)]
    pub seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    pub from: u64,
    /// Start no other seed after a violation.
    #[arg(long)]
    pub fail_fast: bool,
    /// Run every N-th seed three times, once in another process, and compare; 0 for none. Seeds with violations are
    /// always run again.
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub again: u64,
    /// Seconds that a step may take before the process reports it and exits.
    #[arg(long, default_value_t = 120, value_name = "SECONDS")]
    pub patience: u64,
    /// Simulated seconds of a run at the network and the cluster level.
    #[arg(long, default_value_t = 120)]
    pub seconds: u64,
    /// Steps of a run at the core level.
    #[arg(long, default_value_t = 1500)]
    pub steps: u32,
    /// Run with this mutant.
    #[arg(long, value_name = "NAME")]
    pub id: Option<Fault>,
    /// Number of threads.
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    /// The program that runs a seed in another process and prints its trace, if there is one.
    #[arg(skip = std::env::current_exe().ok())]
    pub program: Option<PathBuf>,
}

impl FleetPlan {
    /// The maximum time of a step.
    pub const fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }
}

/// A run of a seed.
pub struct SeedRun {
    pub level: Level,
    /// Its events and sizes.
    pub totals: Totals,
    /// The violated rule and the observation.
    pub broken: Option<String>,
    /// What happened.
    pub story: LevelStory,
}

/// What happened in a run, as far as its level keeps it.
pub enum LevelStory {
    /// The steps, and the violation with what shrinking needs.
    Core(Box<SimStory>, Option<Box<RunFailure>>),
    /// The moments up to a violation.
    Network(Story),
    Nothing,
}

impl Level {
    /// As the command line names it.
    pub const fn name(self) -> &'static str {
        self.about().0
    }

    /// What serves, in the levels on the network.
    pub const fn form(self) -> Option<Form> {
        match self {
            Self::Network => Some(Form::Alone),
            Self::Standby => Some(Form::Pair),
            Self::Core | Self::Cluster | Self::Fairness => None,
        }
    }

    /// The unit of work.
    pub const fn unit(self) -> &'static str {
        self.about().1
    }

    const fn about(self) -> (&'static str, &'static str) {
        match self {
            Self::Core => ("core", "commands"),
            Self::Network => ("network", "responses"),
            Self::Cluster => ("cluster", "replies"),
            Self::Standby => ("standby", "responses"),
            Self::Fairness => ("fairness", "requests"),
        }
    }

    /// The events that should happen, and the number of seeds that should reach all of them.
    pub fn expected(self) -> (Vec<&'static str>, u64) {
        let checks = coverage::expected(self);
        match self {
            Self::Core => (inner::expected().chain(checks).collect(), 0),
            Self::Network => (network::expected().chain(checks).collect(), 100),
            Self::Cluster => (cluster::expected().collect(), 30),
            Self::Standby => (network::expected_of_pairs().collect(), 60),
            Self::Fairness => (fairness::expected().collect(), 150),
        }
    }

    /// Run a seed of a plan.
    pub fn run(self, plan: &FleetPlan, seed: u64) -> SeedRun {
        match self {
            Self::Core => inner::run(seed, plan.steps).into(),
            Self::Network => network::run(seed, plan.seconds, Form::Alone).into(),
            Self::Cluster => cluster::run(seed, plan.seconds).into(),
            Self::Standby => network::run(seed, plan.seconds, Form::Pair).into(),
            Self::Fairness => fairness::run(seed).into(),
        }
    }
}

impl From<RunReport> for SeedRun {
    fn from(RunReport { totals, failure, story }: RunReport) -> Self {
        let broken = failure.as_ref().map(|failure| failure.violation.to_string());
        Self { level: Level::Core, totals, broken, story: LevelStory::Core(Box::new(story), failure.map(Box::new)) }
    }
}

impl From<NetworkReport> for SeedRun {
    fn from(NetworkReport { form, totals, failure, story }: NetworkReport) -> Self {
        let level = if form == Form::Pair { Level::Standby } else { Level::Network };
        Self { level, totals, broken: failure, story: LevelStory::Network(story) }
    }
}

impl From<ClusterReport> for SeedRun {
    fn from(ClusterReport { totals, failure, .. }: ClusterReport) -> Self {
        Self { level: Level::Cluster, totals, broken: failure, story: LevelStory::Nothing }
    }
}

impl From<FairnessReport> for SeedRun {
    fn from(FairnessReport { totals, failure }: FairnessReport) -> Self {
        Self { level: Level::Fairness, totals, broken: failure, story: LevelStory::Nothing }
    }
}

impl SeedRun {
    /// The description of a place.
    fn at(&self, place: u32) -> String {
        match &self.story {
            LevelStory::Core(..) => format!("step {place}"),
            LevelStory::Network(story) => format!("`{}`", story.line(place)),
            LevelStory::Nothing => format!("reply {place}"),
        }
    }

    /// Replace the violation: the runs of the seed differ.
    fn is_another(&mut self, seen: String) {
        self.broken = Some(format!("{SAME_RUN}: {seen}"));
        if let LevelStory::Core(story, failure) = &mut self.story {
            let violation = Violation { rule: SAME_RUN, seen };
            *failure = Some(Box::new(RunFailure { violation, story: (**story).clone(), at_rest: Vec::new() }));
        }
    }

    /// Whether the runs of the seed differ.
    pub fn differs(&self) -> bool {
        self.broken.as_ref().is_some_and(|what| what.starts_with(SAME_RUN))
    }

    /// The text by which runs of different processes are compared.
    pub fn trace_line(&self) -> String {
        format!("{} {}, trace {:016x}", self.totals.work, self.level.unit(), self.totals.trace)
    }
}

/// The first place where two runs differ.
fn first_difference(one: &SeedRun, other: &SeedRun) -> String {
    let (own, others) = (&one.totals.traces, &other.totals.traces);
    let same = own.iter().zip(others).take_while(|(own, other)| own == other).count();
    match own.get(same).or_else(|| others.get(same)) {
        Some((place, _)) if one.at(*place) == other.at(*place) => format!("first in {}", one.at(*place)),
        Some((place, _)) => format!("first in {} and {}", one.at(*place), other.at(*place)),
        None => "first at the end".to_owned(),
    }
}

/// The result of many seeds.
#[derive(Default)]
pub struct FleetSum {
    /// The events of all runs.
    pub counts: Counts,
    /// By seed, its commands or responses and its simulated milliseconds.
    pub runs: BTreeMap<u64, (u64, u64)>,
    /// Violations by seed.
    pub failures: BTreeMap<u64, SeedRun>,
}

impl FleetSum {
    /// The violations in the order of the report: runs that do not repeat come first.
    pub fn failures_in_order(&self) -> Vec<(u64, &SeedRun)> {
        let mut all: Vec<(u64, &SeedRun)> = self.failures.iter().map(|(seed, report)| (*seed, report)).collect();
        all.sort_by_key(|(_, report)| !report.differs());
        all
    }
}

/// Run the seeds. `on_run` gets each finished run. `on_hang` gets a step that does not end and has to end the process,
/// because the thread cannot be stopped.
pub fn run_fleet(
    plan: &FleetPlan,
    run: &(dyn Fn(u64) -> SeedRun + Sync),
    on_run: &(dyn Fn(u64, &SeedRun) + Sync),
    on_hang: &(dyn Fn(Hang) + Sync),
) -> FleetSum {
    let sum = Mutex::<FleetSum>::default();
    let one = |seed: u64| {
        let _active = Fault::activate(plan.id);
        let is_compared = plan.again != 0 && (seed - plan.from).is_multiple_of(plan.again);
        let report = if is_compared {
            let elsewhere = |report: &SeedRun| difference_elsewhere(plan, seed, report);
            compared(run(seed), || run(seed), elsewhere)
        } else {
            repeated(run(seed), || run(seed))
        };
        let may_go_on = report.broken.is_none() || !plan.fail_fast;
        on_run(seed, &report);
        let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
        sum.counts.merge(&report.totals.counts);
        if is_compared {
            sum.counts.hit(COMPARED);
        }
        sum.runs.insert(seed, (report.totals.work, report.totals.simulated_ms));
        if report.broken.is_some() {
            sum.failures.insert(seed, report);
        }
        may_go_on
    };
    each_seed(plan, &one, on_hang);
    sum.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Run a seed with a violation again at once. A run that differs is reported as non-determinism.
pub fn repeated(report: SeedRun, again: impl Fn() -> SeedRun) -> SeedRun {
    if report.broken.is_some() { compared(report, again, |_| None) } else { report }
}

/// A report that equals another run here, and then what `elsewhere` compares it with.
pub(crate) fn compared(
    mut report: SeedRun,
    again: impl Fn() -> SeedRun,
    elsewhere: impl Fn(&SeedRun) -> Option<String>,
) -> SeedRun {
    if let Some(seen) = difference(&report, &again()).or_else(|| elsewhere(&report)) {
        report.is_another(seen);
    }
    report
}

/// The difference between two runs of a seed, with the violation of each.
fn difference(one: &SeedRun, other: &SeedRun) -> Option<String> {
    let (own, others) = (&one.broken, &other.broken);
    if one.trace_line() == other.trace_line() && one.totals.counts == other.totals.counts && own == others {
        return None;
    }
    let broke = |what: &Option<String>| what.clone().unwrap_or_else(|| "no rule was broken".to_owned());
    Some(format!(
        "two runs in one process differ, {}\none: {}; {}\nother: {}; {}",
        first_difference(one, other),
        one.trace_line(),
        broke(own),
        other.trace_line(),
        broke(others)
    ))
}

/// The difference from a run of this seed in another process.
fn difference_elsewhere(plan: &FleetPlan, seed: u64, report: &SeedRun) -> Option<String> {
    let (program, own) = (plan.program.as_ref()?, report.trace_line());
    let mut command = Command::new(program);
    command.args(["--trace", "--seed", &seed.to_string(), "--level", report.level.name()]);
    command.args(["--steps", &plan.steps.to_string(), "--seconds", &plan.seconds.to_string()]);
    if let Some(fault) = plan.id {
        command.args(["--id", &fault.id()]);
    }
    let reported = match command.output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => format!("{}: {error}", program.display()),
    };
    (reported != own).then(|| format!("`{own}` here, `{reported}` in another process"))
}

/// Run the seeds on the threads of the plan, with a watchdog. `run` returns whether another seed may start.
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
        watch(&threads, plan.patience(), on_hang);
    });
}

/// The first fresh seed: the given one, or one that depends on the commit and the day and is far from the fixed seeds.
pub fn fresh_from(given: Option<&str>, commit: &str, day: u64) -> Result<u64, String> {
    let Some(given) = given else {
        let parts: Vec<u64> = commit.bytes().map(u64::from).chain([day]).collect();
        return Ok((mix(&parts) >> 34) + 1_000_000);
    };
    given.trim().parse().map_err(|_| format!("the first seed is a number: `{given}`"))
}
