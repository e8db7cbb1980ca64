//! The report of a run of many seeds: its counters, and the expected events that did not happen.

use crate::count::Counts;
use crate::page;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const DAY_MS: f64 = 86_400_000.0;

#[derive(Default)]
pub struct LevelRun<'a> {
    /// Which level, as the command line names it.
    pub name: &'a str,
    /// The first seed.
    pub from: u64,
    /// The duration.
    pub seconds: f64,
    /// The unit of the work of a seed: commands or responses.
    pub unit: &'a str,
    /// By seed: the work, and the simulated milliseconds.
    pub sizes: Vec<(u64, u64)>,
    /// The events of all runs.
    pub counts: Counts,
    /// The expected events that did not happen.
    pub never: Vec<&'a str>,
    /// Seeds with violations: the rule, the observation, and the command that repeats it.
    pub failures: Vec<(u64, String, String, String)>,
}

/// The report of these runs, with the names of the kept stories.
pub fn report(runs: &[LevelRun<'_>], kept: &[String]) -> String {
    let levels: Vec<Value> = runs.iter().map(level).collect();
    page::report("Numbers of a run", &json!({ "levels": levels, "kept": kept }))
}

fn level(run: &LevelRun<'_>) -> Value {
    let (done, simulated): (u64, u64) = run.sizes.iter().fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1));
    let days = simulated as f64 / DAY_MS;
    let facts = json!([
        ["seeds", format!("{}, from {}", run.sizes.len(), run.from)],
        ["simulated days", format!("{days:.1}")],
        [run.unit, done.to_string()],
        [format!("{} per second", run.unit), format!("{:.0}", done as f64 / run.seconds.max(0.001))],
        ["seconds", format!("{:.1}", run.seconds)],
        ["violations", run.failures.len().to_string()],
    ]);
    let each = |of: fn(&(u64, u64)) -> u64| run.sizes.iter().map(of).collect::<Vec<_>>();
    let hours = each(|size| size.1 / 3_600_000);
    let spread =
        json!([[format!("{} of a seed", run.unit), each(|size| size.0)], ["Simulated hours of a seed", hours]]);
    json!({
        "name": format!("The {} level", run.name), "facts": facts, "failures": run.failures, "never": run.never, "spread": spread,
        "groups": groups(&run.counts).into_iter().collect::<Vec<_>>(),
    })
}

/// Counters by the beginning of their names.
fn groups(counts: &Counts) -> BTreeMap<&'static str, Vec<(&'static str, u64)>> {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for (name, count) in counts.iter() {
        let (group, rest) = name.split_once(": ").unwrap_or(("others", name));
        groups.entry(group).or_default().push((rest, count));
    }
    groups
}
