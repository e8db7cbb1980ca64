//! What the command line does at each level.

pub(crate) mod core;
pub(crate) mod grading;
pub(crate) mod network;
pub(crate) mod output;

use crate::Args;
use indicatif::ProgressBar;
use output::{never, print_counts, say};
use std::process::ExitCode;
use std::time::Instant;
use turnstone_sim::fleet::{FleetSum, SeedRun, run_fleet};
use turnstone_sim::progress::Hang;
use turnstone_sim::report::LevelRun;

/// A level as the command line runs it.
struct LevelCommand<'a, R> {
    /// For headings.
    name: &'static str,
    /// What its work is counted in.
    unit: &'static str,
    run: &'a (dyn Fn(u64) -> R + Sync),
    rerun: &'a (dyn Fn(u64) -> String + Sync),
    on_hang: &'a (dyn Fn(Hang) + Sync),
    expected: Vec<&'static str>,
}

impl<R: SeedRun> LevelCommand<'_, R> {
    /// Run the seeds, print the counters and add them to the runs of a report.
    fn run_seeds<'a>(&self, args: &Args, runs: &mut Vec<LevelRun<'a>>) -> FleetSum<R> {
        let began = Instant::now();
        let bar = ProgressBar::new(args.seeds).with_style(output::style("seeds"));
        let on_run = |seed: u64, report: &R| {
            if let Some(what) = report.broken() {
                bar.suspend(|| say(&format!("seed {seed}: {}", what.lines().next().unwrap_or_default())));
            }
            bar.inc(1);
        };
        let sum = run_fleet(&args.plan(), self.run, &on_run, self.on_hang);
        bar.finish_and_clear();
        print_counts(&sum.counts);
        let seconds = began.elapsed().as_secs_f64();
        let work: u64 = sum.runs.values().map(|(work, _)| work).sum();
        let (seeds, unit, rate) = (sum.runs.len(), self.unit, work as f64 / seconds);
        say(&format!(
            "{seeds} seeds, {work} {unit}, {seconds:.1} s, {rate:.0} {unit}/s, {} failed",
            sum.failures.len()
        ));
        let failure = |(seed, report): (u64, &R)| {
            let broken = report.broken().unwrap_or_default();
            let (rule, seen) = broken.split_once(": ").unwrap_or((&broken, ""));
            (seed, rule.to_owned(), seen.to_owned(), (self.rerun)(seed))
        };
        runs.push(LevelRun {
            name: self.name,
            from: args.from,
            seconds,
            unit: self.unit,
            lives: sum.runs.values().copied().collect(),
            counts: sum.counts.clone(),
            never: never(&sum.counts, self.expected.iter().copied()),
            failures: sum.failures_in_order().into_iter().map(failure).collect(),
        });
        sum
    }
}

/// The words of the command line that name the mutant.
fn id_of(args: &Args) -> String {
    args.id.map(|fault| format!(" --id {}", fault.id())).unwrap_or_default()
}

const fn code(is_fine: bool) -> ExitCode {
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
