//! The core level: seeds, one seed, a story.

use super::output::{fail, keep, never_happened, print_counts, say, write_page};
use super::{LevelCommand, code, id_of};
use crate::Args;
use std::path::Path;
use std::process::ExitCode;
use turnstone_sim::fleet::{SAME_RUN, SeedRun, core_level, repeated};
use turnstone_sim::inner::{
    LifeSource, RunFailure, RunReport, SimStory, expected, picture, play, reported, run, shrink, until,
};
use turnstone_sim::progress::{Hang, watched};
use turnstone_sim::report::LevelRun;

pub(crate) fn run_seeds(args: &Args, runs: &mut Vec<LevelRun<'_>>) -> ExitCode {
    let level = LevelCommand {
        name: "The core level",
        unit: "commands",
        run: &core_level(&args.plan()),
        rerun: &|seed| rerun(seed, args),
        on_hang: &|hang| give_up(hang, args),
        expected: expected().collect(),
    };
    let sum = level.run_seeds(args, runs);
    let mut rules: Vec<&str> = Vec::new();
    for (seed, report) in sum.failures_in_order() {
        let Some(failure) = &report.failure else { continue };
        let rule = failure.violation.rule;
        if !rules.contains(&rule) {
            rules.push(rule);
            say(&format!("\nFAILED {rule}: {}", failure.violation.seen));
            say(&rerun(seed, args));
            keep_story(seed, failure, args);
        }
    }
    never_happened(&sum.counts, expected());
    code(sum.failures.is_empty())
}

/// A step does not end. Nothing can be done about its thread: the process names it and ends.
fn give_up(hang: Hang, args: &Args) {
    let Hang { seed, step } = hang;
    say(&format!("\nHANGS seed {seed} in step {step}, for {} s", args.patience));
    say(&rerun(seed, args));
    say(&format!("before it: {} --until {}", rerun(seed, args), step.saturating_sub(1)));
    std::process::exit(3);
}

fn rerun(seed: u64, args: &Args) -> String {
    format!("rerun: cargo run -p turnstone-sim -- --seed {seed} --steps {}{}", args.steps, id_of(args))
}

/// Shrink the story of a violation. A run that does not repeat cannot be shrunk by running it again.
fn shrunk(failure: &RunFailure, args: &Args) -> RunFailure {
    if failure.violation.rule == SAME_RUN { failure.clone() } else { shrink(failure, args.edge(), 600) }
}

fn keep_story(seed: u64, failure: &RunFailure, args: &Args) {
    let short = watched(args.patience(), &|hang| give_up(hang, args), || shrunk(failure, args));
    let rule = short.violation.rule;
    let name = format!("{}.story", rule.replace(' ', "-").replace('\'', ""));
    let again = format!("cargo run --release -p turnstone-sim -- --story {}", args.keep.join(&name).display());
    let comment = format!("Seed {seed} broke a rule: {rule}.\nPlay it again: {again}\n{}", short.violation.seen);
    say(&format!("shrunk from {} to {} steps", failure.story.steps.len(), short.story.steps.len()));
    keep(&args.keep, &name, &reported(&short.story, &comment, args.edge()));
}

pub(crate) fn replay_seed(seed: u64, args: &Args) -> ExitCode {
    let work = || {
        if let Some(code) = look_at(LifeSource::Seed(seed, args.steps), args) {
            return code;
        }
        let once = || run(seed, args.steps, args.edge());
        if args.trace {
            say(&once().trace_line());
            return ExitCode::SUCCESS;
        }
        let report = repeated(once(), once);
        say(&report.story.to_text(&format!("seed {seed}")));
        if let Some(failure) = &report.failure {
            let short = shrunk(failure, args);
            say("shrunk:\n");
            say(&reported(&short.story, &short.violation.seen, args.edge()));
        }
        finish(&report)
    };
    watched(args.patience(), &|hang| give_up(hang, args), work)
}

pub(crate) fn replay_story(path: &Path, args: &Args) -> ExitCode {
    let story = std::fs::read_to_string(path).map_err(|error| error.to_string());
    let story = match story.and_then(|text| SimStory::from_text(&text)) {
        Ok(story) => story,
        Err(error) => return fail(&format!("{}: {error}", path.display())),
    };
    let once = || play(&story, args.edge());
    let work = || look_at(LifeSource::Story(&story), args).unwrap_or_else(|| finish(&repeated(once(), once)));
    watched(args.patience(), &|hang| give_up(hang, args), work)
}

/// Show a run as it was asked for; nothing if that was not asked for.
fn look_at(source: LifeSource<'_>, args: &Args) -> Option<ExitCode> {
    if let Some(step) = args.until {
        let (report, text) = until(source, step, args.edge());
        say(&text);
        return Some(code(report.failure.is_none()));
    }
    let path = args.picture.as_ref()?;
    let (report, page) = picture(source, args.edge());
    Some(code(write_page(path, &page) && report.failure.is_none()))
}

fn finish(report: &RunReport) -> ExitCode {
    print_counts(&report.counts);
    say(&report.trace_line());
    if let Some(what) = report.broken() {
        say(&format!("FAILED {what}"));
    }
    code(report.failure.is_none())
}
