//! The commands for seeds of a level.

pub(crate) mod grading;
pub(crate) mod levels;
pub(crate) mod output;

use crate::Args;
use indicatif::ProgressBar;
use levels::{keep_story, look_at, show};
use output::{print_counts, say};
use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Instant;
use turnstone_sim::coverage;
use turnstone_sim::fleet::{FleetPlan, SeedRun, repeated, run_fleet};
use turnstone_sim::mutants::Level;
use turnstone_sim::progress::{Hang, watched};
use turnstone_sim::report::LevelRun;

/// Run the seeds, print the counters and add them to the runs of a report.
pub(crate) fn run_seeds(level: Level, args: &Args, runs: &mut Vec<LevelRun<'_>>) -> ExitCode {
    let began = Instant::now();
    let bar = ProgressBar::new(args.plan.seeds).with_style(output::style("seeds"));
    let on_run = |seed: u64, report: &SeedRun| {
        if let Some(what) = &report.broken {
            bar.suspend(|| say(&format!("seed {seed}: {}", what.lines().next().unwrap_or_default())));
        }
        bar.inc(1);
    };
    let plan = &args.plan;
    let sum = run_fleet(plan, &|seed| level.run(plan, seed), &on_run, &|hang| give_up(level, hang, args));
    bar.finish_and_clear();
    print_counts(&sum.counts);
    let seconds = began.elapsed().as_secs_f64();
    let work: u64 = sum.runs.values().map(|(work, _)| work).sum();
    let (seeds, failed, unit, rate) = (sum.runs.len(), sum.failures.len(), level.unit(), work as f64 / seconds);
    say(&format!("{seeds} seeds, {work} {unit}, {seconds:.1} s, {rate:.0} {unit}/s, {failed} failed"));
    // A run proves nothing about expected events that did not happen.
    let (mut never, enough) = level.expected();
    never.retain(|what| sum.counts.get(what) == 0);
    let (mut rules, mut failures) = (BTreeSet::new(), Vec::new());
    for (seed, report) in sum.failures_in_order() {
        let broken = report.broken.as_deref().unwrap_or_default();
        let (rule, seen) = broken.split_once(": ").unwrap_or((broken, ""));
        if rules.insert(rule.to_owned()) {
            say(&format!("\nFAILED {broken}\n{}", rerun(level, seed, args)));
            keep_story(report, seed, args);
        }
        failures.push((seed, rule.to_owned(), seen.to_owned(), rerun(level, seed, args)));
    }
    if args.checks {
        say(&coverage::table(level, &sum.counts));
    }
    if plan.seeds >= enough {
        never.iter().for_each(|what| say(&format!("never happened: {what}")));
    }
    let sizes = sum.runs.values().copied().collect();
    let (name, from, counts) = (level.name(), plan.from, sum.counts);
    runs.push(LevelRun { name, from, seconds, unit, sizes, counts, never, failures });
    code(failed == 0)
}

pub(crate) fn replay_seed(level: Level, seed: u64, args: &Args) -> ExitCode {
    let work = || {
        if let Some(code) = look_at(level, seed, args) {
            return code;
        }
        let once = || level.run(&args.plan, seed);
        if args.trace {
            say(&once().trace_line());
            return ExitCode::SUCCESS;
        }
        let report = repeated(once(), once);
        show(&report, seed);
        finish(&report)
    };
    watched(args.plan.patience(), &|hang| give_up(level, hang, args), work)
}

fn finish(report: &SeedRun) -> ExitCode {
    print_counts(&report.totals.counts);
    say(&report.trace_line());
    if let Some(what) = &report.broken {
        say(&format!("FAILED {what}"));
    }
    code(report.broken.is_none())
}

/// A step does not end. Its thread cannot be stopped, so the process reports the step and exits.
fn give_up(level: Level, hang: Hang, args: &Args) {
    let (Hang { seed, step }, again) = (hang, rerun(level, hang.seed, args));
    say(&format!("\nHANGS seed {seed} in step {step}, for {} s\n{again}", args.plan.patience));
    if level == Level::Core {
        say(&format!("before it: {again} --until {}", step.saturating_sub(1)));
    }
    std::process::exit(3);
}

fn rerun(level: Level, seed: u64, args: &Args) -> String {
    let FleetPlan { id, steps, seconds, .. } = &args.plan;
    let mutant = id.map(|fault| format!(" --id {}", fault.id())).unwrap_or_default();
    let length = match level {
        Level::Core => format!(" --steps {steps}"),
        Level::Network | Level::Cluster | Level::Standby => format!(" --seconds {seconds}"),
        Level::Fairness => String::new(),
    };
    format!("rerun: cargo run -p turnstone-sim -- --level {} --seed {seed}{length}{mutant}", level.name())
}

const fn code(is_fine: bool) -> ExitCode {
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
