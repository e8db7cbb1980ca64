//! How soon each fault is found, and the table of it.

use super::{Fault, Level};
use crate::{inner, outer};

/// How far to look for a fault.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The first seed.
    pub from: u64,
    /// How many.
    pub seeds: u64,
    /// Steps of a life of the inner ring.
    pub steps: u32,
    /// Seconds of a life of the outer ring.
    pub seconds: u64,
}

/// How a fault was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Find {
    /// By the inner ring, or by the outer one.
    pub ring: &'static str,
    /// The first seed in which it was.
    pub seed: u64,
    /// Steps of the shrunk story; lines of it in the outer ring.
    pub story: usize,
    /// The rule that was broken.
    pub rule: String,
}

/// The last columns of a fault that no seed found.
const NOT_FOUND: &str = " | - | - | - | - |";

/// Replays for shrinking one story: the table shows roughly how short it gets.
const REPLAYS: u32 = 150;

/// Seconds of a short life of the outer ring.
const SHORT_S: u64 = 60;

impl Fault {
    /// The first seed that finds it: of the ring that meets it, and if none does of the other one.
    pub fn find(self, reach: Reach) -> Option<Find> {
        let _active = Self::activate(Some(self));
        let inner = |seed| self.find_within(seed, reach);
        let outer = |seed| self.find_at_the_door(seed, reach);
        let mut seeds = reach.from..reach.from + reach.seeds;
        match self.code().map(|code| code.level) {
            None => seeds.find_map(|seed| inner(seed).or_else(|| outer(seed))),
            Some(Level::Network) => seeds.find_map(outer),
            Some(Level::Core) => seeds.clone().find_map(inner).or_else(|| seeds.find_map(outer)),
        }
    }

    /// Whether a mutant that the inner ring finds in its first life is so coarse that a short first life of the outer ring
    /// finds it, too. In a long one a match of the mutant's game may happen to be there.
    pub fn is_coarse(self, find: &Find, reach: Reach) -> bool {
        let _active = Self::activate(Some(self));
        let is_soon = (find.ring, find.seed) == ("inner", reach.from);
        self.code().is_some() && is_soon && outer::run(reach.from, SHORT_S, self.lies()).failure.is_some()
    }

    fn find_within(self, seed: u64, reach: Reach) -> Option<Find> {
        let failure = inner::run(seed, reach.steps, self.edge()).failure?;
        let short = inner::shrink(&failure, self.edge(), REPLAYS);
        Some(Find { ring: "inner", seed, story: short.story.steps.len(), rule: short.violation.rule.to_owned() })
    }

    fn find_at_the_door(self, seed: u64, reach: Reach) -> Option<Find> {
        if self.edge().is_some() && !self.lies() {
            return None;
        }
        let report = outer::run(seed, reach.seconds, self.lies());
        report.failure.as_ref()?;
        let (_, report) = outer::shorten(seed, reach.seconds, self.lies(), report);
        let seen = report.failure.unwrap_or_default();
        // What was seen follows the rule.
        let rule = seen.split([':', '{', '(']).next().unwrap_or_default().trim().to_owned();
        Some(Find { ring: "outer", seed, story: report.story.lines().count(), rule })
    }
}

/// Whether enough of the faults are found: nine of ten.
pub const fn is_enough(found: usize, of: usize) -> bool {
    found * 10 >= of * 9
}

/// The table of the graded faults. For those that were not graded now, the rows of the previous table stay.
pub fn table(graded: &[(Fault, Option<Find>)], reach: Reach, before: &str) -> String {
    let row_before = |id: &str| before.lines().find(|line| line.starts_with(&format!("| {id} |")));
    let row = |fault: Fault| {
        let (id, about) = (fault.id(), fault.about());
        let now = graded.iter().find(|(other, _)| *other == fault).map(|(_, find)| find);
        match (now, row_before(&id)) {
            (Some(Some(Find { ring, seed, story, rule })), _) => {
                format!("| {id} | {about} | {ring} | {seed} | {story} | {} |", rule.replace('|', "/"))
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
         | Mutant | What is wrong | Ring | First seed | Steps of the story | Rule that was broken |\n\
         |---|---|---|---|---|---|\n{}\n",
        reach.seeds,
        reach.steps,
        rows.len(),
        rows.join("\n")
    )
}
