//! How soon each fault is found, and the table of it.

use crate::fleet::{FleetPlan, SAME_RUN, SeedRun, compared};
use crate::mutants::{Fault, Level};
use crate::{cluster, inner, network};

/// A run of this seed. Every twentieth seed runs twice, and two runs that differ break a rule.
fn run<R: SeedRun>(seed: u64, reach: &FleetPlan, run: impl Fn() -> R) -> R {
    if (seed - reach.from).is_multiple_of(20) { compared(run(), run, |_| None) } else { run() }
}

/// How a fault was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Find {
    /// The level.
    pub level: &'static str,
    /// The first seed in which it was.
    pub seed: u64,
    /// Steps of the shrunk story; lines of it in the network level, replies in the cluster level.
    pub story: usize,
    /// The rule that was broken.
    pub rule: String,
}

/// The last columns of a fault that no seed found.
const NOT_FOUND: &str = " | - | - | - | - |";

/// Replays for shrinking one story: the table shows roughly how short it gets.
const REPLAYS: u32 = 150;

impl Fault {
    /// The first seed that finds it: of the level that meets it, and if none does of the other one.
    pub fn find(self, reach: &FleetPlan) -> Option<Find> {
        let _active = Self::activate(Some(self));
        let core = |seed| Self::find_in_core(seed, reach);
        let network = |seed| self.find_over_the_network(seed, reach);
        let mut seeds = reach.from..reach.from + reach.seeds;
        match self.code().map(|code| code.level) {
            None => seeds.find_map(|seed| core(seed).or_else(|| network(seed))),
            Some(Level::Network) => seeds.find_map(network),
            Some(Level::Cluster) => seeds.find_map(|seed| Self::find_in_cluster(seed, reach)),
            Some(Level::Core) => seeds.clone().find_map(core).or_else(|| seeds.find_map(network)),
        }
    }

    fn find_in_core(seed: u64, reach: &FleetPlan) -> Option<Find> {
        let failure = run(seed, reach, || inner::run(seed, reach.steps)).failure?;
        let failure = if failure.violation.rule == SAME_RUN { failure } else { inner::shrink(&failure, REPLAYS) };
        Some(Find { level: "core", seed, story: failure.story.steps.len(), rule: failure.violation.rule.to_owned() })
    }

    fn find_in_cluster(seed: u64, reach: &FleetPlan) -> Option<Find> {
        let report = run(seed, reach, || cluster::run(seed, reach.seconds));
        Some(Find { level: "cluster", seed, story: report.totals.work as usize, rule: rule_of(&report.failure?) })
    }

    fn find_over_the_network(self, seed: u64, reach: &FleetPlan) -> Option<Find> {
        if self.code().is_none() && self != Self::Edge(inner::Bug::DroppedFsync) {
            return None;
        }
        let mut report = run(seed, reach, || network::run(seed, reach.seconds));
        if !report.failure.as_ref()?.starts_with(SAME_RUN) {
            (_, report) = network::shorten(seed, reach.seconds, report);
        }
        let rule = rule_of(&report.failure.unwrap_or_default());
        Some(Find { level: "network", seed, story: report.story.lines(), rule })
    }
}

/// The rule at the beginning of a violation; what was seen follows it.
fn rule_of(failure: &str) -> String {
    failure.split([':', '{', '(']).next().unwrap_or_default().trim().to_owned()
}

/// Whether enough of the faults are found: nine of ten.
pub const fn is_enough(found: usize, of: usize) -> bool {
    found * 10 >= of * 9
}

/// The table of the graded faults. For those that were not graded now, the rows of the previous table stay.
pub fn table(graded: &[(Fault, Option<Find>)], reach: &FleetPlan, before: &str) -> String {
    let row_before = |id: &str| before.lines().find(|line| line.starts_with(&format!("| {id} |")));
    let row = |fault: Fault| {
        let (id, about) = (fault.id(), fault.about());
        let now = graded.iter().find(|(other, _)| *other == fault).map(|(_, find)| find);
        match (now, row_before(&id)) {
            (Some(Some(Find { level, seed, story, rule })), _) => {
                format!("| {id} | {about} | {level} | {seed} | {story} | {} |", rule.replace('|', "/"))
            }
            (None, Some(line)) => line.to_owned(),
            (Some(None) | None, _) => format!("| {id} | {about}{NOT_FOUND}"),
        }
    };
    let rows: Vec<String> = Fault::all().map(row).collect();
    let found = rows.iter().filter(|row| !row.ends_with(NOT_FOUND)).count();
    format!(
        "# Mutants\n\n\
         Made by `turnstone-sim --mutants --seeds {} --steps {} --table FILE`. {found} of {} were found.\n\n\
         | Mutant | What is wrong | Level | First seed | Steps of the story | Rule that was broken |\n\
         |---|---|---|---|---|---|\n{}\n",
        reach.seeds,
        reach.steps,
        rows.len(),
        rows.join("\n")
    )
}
