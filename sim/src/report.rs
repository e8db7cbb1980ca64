//! The page of numbers of a run of many seeds: what was exercised, how much of it, and what never happened.

use crate::count::Counts;
use crate::page;
use serde::Serialize;

const DAY_MS: f64 = 86_400_000.0;

/// What a run of many seeds of a level came to.
#[derive(Default)]
pub struct LevelRun<'a> {
    /// Which level.
    pub name: &'a str,
    /// The first seed.
    pub from: u64,
    /// How long it took.
    pub seconds: f64,
    /// What is counted for each seed: commands, or answers.
    pub unit: &'a str,
    /// By seed: how many of them, and the milliseconds that it lived.
    pub lives: Vec<(u64, u64)>,
    /// What happened.
    pub counts: Counts,
    /// What should have happened and did not.
    pub never: Vec<&'a str>,
    /// Seeds that broke a rule: which, what was seen, and how to see it again.
    pub failures: Vec<(u64, String, String, String)>,
}

#[derive(Serialize)]
struct ReportData<'a> {
    levels: Vec<LevelData<'a>>,
    /// Stories of rules that were broken once.
    kept: &'a [String],
}

#[derive(Serialize)]
struct LevelData<'a> {
    name: &'a str,
    facts: Vec<(String, String)>,
    failures: &'a [(u64, String, String, String)],
    never: &'a [&'a str],
    spread: Vec<(String, Vec<u64>)>,
    groups: Vec<(String, Vec<(&'static str, u64)>)>,
}

/// The page of these runs, and of the stories that earlier ones left.
pub fn report(runs: &[LevelRun<'_>], kept: &[String]) -> String {
    page::report("Numbers of a run", &ReportData { levels: runs.iter().map(level).collect(), kept })
}

fn level<'a>(run: &'a LevelRun<'_>) -> LevelData<'a> {
    let (done, lived): (u64, u64) = run.lives.iter().fold((0, 0), |sum, life| (sum.0 + life.0, sum.1 + life.1));
    let days = lived as f64 / DAY_MS;
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let facts = vec![
        fact("seeds", format!("{}, from {}", run.lives.len(), run.from)),
        fact("simulated days", format!("{days:.1}")),
        fact(run.unit, done.to_string()),
        fact(&format!("{} per second", run.unit), format!("{:.0}", done as f64 / run.seconds.max(0.001))),
        fact("seconds", format!("{:.1}", run.seconds)),
        fact("broken rules", run.failures.len().to_string()),
    ];
    let each = |of: fn(&(u64, u64)) -> u64| run.lives.iter().map(of).collect();
    let spread = vec![
        (format!("{} of a seed", run.unit), each(|life| life.0)),
        ("Simulated hours of a seed".to_owned(), each(|life| life.1 / 3_600_000)),
    ];
    let (failures, never) = (&run.failures[..], &run.never[..]);
    LevelData { name: run.name, facts, failures, never, spread, groups: groups(&run.counts) }
}

/// Counters by what their names begin with.
fn groups(counts: &Counts) -> Vec<(String, Vec<(&'static str, u64)>)> {
    let mut groups: Vec<(String, Vec<(&'static str, u64)>)> = Vec::new();
    for (name, count) in counts.iter() {
        let (group, rest) = name.split_once(": ").unwrap_or(("others", name));
        match groups.iter_mut().find(|(name, _)| name == group) {
            Some((_, rows)) => rows.push((rest, count)),
            None => groups.push((group.to_owned(), vec![(rest, count)])),
        }
    }
    groups.sort();
    groups
}
