//! How soon each fault is found, and the table of it.

use crate::fleet::{FleetPlan, LevelStory, SeedRun, compared};
use crate::mutants::{Fault, Level};
use crate::{inner, network};

/// A run of this seed. Every twentieth seed runs twice, and two runs that differ break a rule.
fn run(level: Level, seed: u64, reach: &FleetPlan) -> SeedRun {
    let run = || level.run(reach, seed);
    if (seed - reach.from).is_multiple_of(20) { compared(run(), run, |_| None) } else { run() }
}

/// How a fault was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Find {
    pub level: &'static str,
    /// The first seed in which it was, and the steps of the shrunk story: lines of it in the network level, replies in
    /// the cluster level. `None` if an ordinary test found it.
    pub seed: Option<(u64, usize)>,
    /// The rule that was broken, or the test that failed.
    pub rule: String,
}

impl Find {
    /// A test of these arguments of `cargo test` found it.
    pub fn by_test(name: &str, arguments: &str) -> Self {
        Self { level: "test", seed: None, rule: format!("{name} ({arguments})") }
    }
}

/// The last columns of a fault that no seed found.
const NOT_FOUND: &str = " | - | - | - | - |";

/// Replays for shrinking one story: the table shows roughly how short it gets.
const REPLAYS: u32 = 150;

impl Fault {
    /// The first seed that finds it: of the level that meets it, and if none does of the other one.
    pub fn find(self, reach: &FleetPlan) -> Option<Find> {
        let _active = Self::activate(Some(self));
        let at = |level| move |seed| self.find_at(level, seed, reach);
        let mut seeds = reach.from..reach.from + reach.seeds;
        match self.code().map(|code| code.level) {
            None => seeds.find_map(|seed| at(Level::Core)(seed).or_else(|| at(Level::Network)(seed))),
            Some(Level::Core) => seeds.clone().find_map(at(Level::Core)).or_else(|| seeds.find_map(at(Level::Network))),
            Some(level) => seeds.find_map(at(level)),
        }
    }

    fn find_at(self, level: Level, seed: u64, reach: &FleetPlan) -> Option<Find> {
        if level == Level::Network && self.code().is_none() && self != Self::Edge(inner::Bug::DroppedFsync) {
            return None;
        }
        let mut report = run(level, seed, reach);
        let repeats = report.broken.is_some() && !report.differs();
        if repeats
            && let Some(form) = level.form()
            && let Some((_, shorter)) = network::shorten(seed, reach.seconds, form)
        {
            report = shorter.into();
        }
        let rule = rule_of(&report.broken?);
        let (story, rule) = match report.story {
            LevelStory::Core(_, failure) => {
                let failure =
                    failure.map(|failure| if repeats { inner::shrink(&failure, REPLAYS) } else { *failure })?;
                (failure.story.steps.len(), failure.violation.rule.to_owned())
            }
            LevelStory::Network(story) => (story.lines(), rule),
            LevelStory::Nothing => (report.totals.work as usize, rule),
        };
        Some(Find { level: level.name(), seed: Some((seed, story)), rule })
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
            (Some(Some(Find { level, seed, rule })), _) => {
                let (seed, story) =
                    seed.map_or(("-".into(), "-".into()), |(seed, story)| (seed.to_string(), story.to_string()));
                format!("| {id} | {about} | {level} | {seed} | {story} | {} |", rule.replace('|', "/"))
            }
            (None, Some(line)) => line.to_owned(),
            (Some(None) | None, _) => format!("| {id} | {about}{NOT_FOUND}"),
        }
    };
    let rows: Vec<String> = Fault::all().map(row).collect();
    let by_test = rows.iter().filter(|row| row.contains(" | test | - | - | ")).count();
    let found = rows.iter().filter(|row| !row.ends_with(NOT_FOUND)).count() - by_test;
    format!(
        "# Mutants\n\n\
         Made by `turnstone-sim --mutants --seeds {} --steps {} --table FILE`. {found} of {} were found, and {by_test} more by \
         ordinary tests.\n\n\
         | Mutant | What is wrong | Level | First seed | Steps of the story | Rule that was broken, or test that failed |\n\
         |---|---|---|---|---|---|\n{}\n",
        reach.seeds,
        reach.steps,
        rows.len(),
        rows.join("\n")
    )
}
