//! Planted bugs, at the loop's edges and in the shipped code, and how soon each is found.

use crate::{inner, outer};
use clap::ValueEnum;
use std::str::FromStr;
use turnstone_planted::plant;

/// A bug, wherever it is planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyBug {
    /// The simulator spoils what passes at the edges of the loop.
    Edge(inner::Bug),
    /// The shipped code has it.
    Code(turnstone_planted::Bug),
}

/// How far to look for a bug.
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

/// How a bug was found.
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

/// What the row of a bug ends with that no seed found.
const NOT_FOUND: &str = " | - | - | - | - |";

/// Replays for shrinking one story: the table tells roughly how short it gets.
const REPLAYS: u32 = 150;

impl AnyBug {
    /// All that break a rule.
    pub fn all() -> impl Iterator<Item = Self> {
        let edges = Self::edges().filter(|bug| bug.breaks_a_rule()).map(Self::Edge);
        turnstone_planted::Bug::ALL.iter().map(|bug| Self::Code(*bug)).chain(edges)
    }

    fn edges() -> impl Iterator<Item = inner::Bug> {
        inner::Bug::value_variants().iter().copied()
    }

    /// Its name on the command line.
    pub fn name(self) -> String {
        let name = match self {
            Self::Edge(bug) => format!("{bug:?}"),
            Self::Code(bug) => format!("{bug:?}"),
        };
        let mut words = String::new();
        for letter in name.chars() {
            if letter.is_ascii_uppercase() && !words.is_empty() {
                words.push('-');
            }
            words.push(letter.to_ascii_lowercase());
        }
        words
    }

    /// What is wrong.
    pub fn about(self) -> String {
        match self {
            Self::Edge(_) => format!("At the edges of the loop: {}.", self.name().replace('-', " ")),
            Self::Code(bug) => bug.about().to_owned(),
        }
    }

    /// The bug, if the simulator plants it at the loop's edges.
    pub const fn edge(self) -> Option<inner::Bug> {
        match self {
            Self::Edge(bug) => Some(bug),
            Self::Code(_) => None,
        }
    }

    /// The bug, if it is in the shipped code.
    pub const fn code(self) -> Option<turnstone_planted::Bug> {
        match self {
            Self::Edge(_) => None,
            Self::Code(bug) => Some(bug),
        }
    }

    /// The first seed that finds it: of the ring that it is in the way of, and if none does of the other one.
    pub fn find(self, reach: Reach) -> Option<Find> {
        let _planted = plant(self.code());
        let inner = |seed| self.find_within(seed, reach);
        let outer = |seed| self.find_at_the_door(seed, reach);
        let mut seeds = reach.from..reach.from + reach.seeds;
        match self.code() {
            None => seeds.find_map(|seed| inner(seed).or_else(|| outer(seed))),
            Some(bug) if bug.is_at_the_door() => seeds.find_map(outer),
            Some(_) => seeds.clone().find_map(inner).or_else(|| seeds.find_map(outer)),
        }
    }

    /// Whether the outer ring finds it in this seed.
    pub fn is_found_at_the_door(self, seed: u64, seconds: u64) -> bool {
        let _planted = plant(self.code());
        outer::run(seed, seconds, self.lies()).failure.is_some()
    }

    /// Whether it is that the disk drops every sync: of those at the loop's edges, the one that the outer ring plants.
    pub fn lies(self) -> bool {
        self == Self::Edge(inner::Bug::DroppedFsync)
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

impl FromStr for AnyBug {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut all = Self::all().chain(Self::edges().map(Self::Edge));
        all.find(|bug| bug.name() == name).ok_or_else(|| "is not a bug that can be planted".to_owned())
    }
}

/// Whether enough of the bugs are found: nine of ten.
pub const fn is_enough(found: usize, of: usize) -> bool {
    found * 10 >= of * 9
}

/// The table of the graded bugs. Of those that were not graded now the rows of the table before stay.
pub fn table(graded: &[(AnyBug, Option<Find>)], reach: Reach, before: &str) -> String {
    let row_before = |name: &str| before.lines().find(|line| line.starts_with(&format!("| {name} |")));
    let row = |bug: AnyBug| {
        let (name, about) = (bug.name(), bug.about());
        let now = graded.iter().find(|(other, _)| *other == bug).map(|(_, find)| find);
        match (now, row_before(&name)) {
            (Some(Some(Find { ring, seed, story, rule })), _) => {
                format!("| {name} | {about} | {ring} | {seed} | {story} | {} |", rule.replace('|', "/"))
            }
            (None, Some(line)) => line.to_owned(),
            (Some(None) | None, _) => format!("| {name} | {about}{NOT_FOUND}"),
        }
    };
    let rows: Vec<String> = AnyBug::all().map(row).collect();
    let found = rows.iter().filter(|row| !row.ends_with(NOT_FOUND)).count();
    format!(
        "# Planted bugs\n\n\
         Made by `turnstone-sim --bugs --seeds {} --steps {} --table FILE`. {found} of {} were found.\n\n\
         | Bug | What is wrong | Ring | First seed | Steps of the story | Rule that was broken |\n\
         |---|---|---|---|---|---|\n{}\n",
        reach.seeds,
        reach.steps,
        rows.len(),
        rows.join("\n")
    )
}
