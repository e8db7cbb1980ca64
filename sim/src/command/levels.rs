//! What the levels show of a run: its story, its state, its page.

use super::output::{fail, keep, say, write_page};
use super::{code, finish, give_up};
use crate::Args;
use std::path::Path;
use std::process::ExitCode;
use turnstone_sim::fleet::{LevelStory, SeedRun, repeated};
use turnstone_sim::inner::{RunSource, SimStory, play, reported, shrink, until};
use turnstone_sim::mutants::Level;
use turnstone_sim::network::shorten;
use turnstone_sim::progress::watched;
use turnstone_sim::{cluster, inner, network};

/// Report the violation and how to repeat it, in the shortest run that shows it, and write its story. A run that does
/// not repeat cannot be shortened.
pub(super) fn keep_story(run: &SeedRun, seed: u64, args: &Args) {
    match &run.story {
        LevelStory::Core(_, Some(failure)) => {
            let shrunk = || if run.differs() { (**failure).clone() } else { shrink(failure, 600) };
            let short = watched(args.plan.patience(), &|hang| give_up(Level::Core, hang, args), shrunk);
            let rule = short.violation.rule;
            let name = format!("{}.story", rule.replace(' ', "-").replace('\'', ""));
            let again = format!("cargo run --release -p turnstone-sim -- --story {}", args.keep.join(&name).display());
            let comment = format!("Seed {seed} violates a rule: {rule}.\nReplay: {again}\n{}", short.violation.seen);
            say(&format!("shrunk from {} to {} steps", failure.story.steps.len(), short.story.steps.len()));
            keep(&args.keep, &name, &reported(&short.story, &comment));
        }
        LevelStory::Network(story) => {
            let shorter = if run.differs() {
                None
            } else {
                run.level.form().and_then(|form| shorten(seed, args.plan.seconds, form))
            };
            if let Some((seconds, _)) = &shorter {
                say(&format!("shortened to --seconds {seconds}"));
            }
            let story = shorter.map_or_else(|| story.to_string(), |(_, shorter)| shorter.story.to_string());
            keep(&args.keep, &format!("network-seed-{seed}.txt"), &story);
        }
        LevelStory::Core(_, None) | LevelStory::Nothing => {}
    }
}

/// Print the story, and after a violation the shortened story.
pub(super) fn show(run: &SeedRun, seed: u64) {
    match &run.story {
        LevelStory::Core(story, failure) => {
            say(&story.to_text(&format!("seed {seed}")));
            if let Some(failure) = failure {
                let short = shrink(failure, 600);
                say(&format!("shrunk:\n\n{}", reported(&short.story, &short.violation.seen)));
            }
        }
        LevelStory::Network(story) => say(&story.to_string()),
        LevelStory::Nothing => {}
    }
}

pub(crate) fn replay_story(path: &Path, args: &Args) -> ExitCode {
    let story = std::fs::read_to_string(path).map_err(|error| error.to_string());
    let story = match story.and_then(|text| SimStory::from_text(&text)) {
        Ok(story) => story,
        Err(error) => return fail(&format!("{}: {error}", path.display())),
    };
    let once = || play(&story).into();
    let work = || look_at_core(RunSource::Story(&story), args).unwrap_or_else(|| finish(&repeated(once(), once)));
    watched(args.plan.patience(), &|hang| give_up(Level::Core, hang, args), work)
}

/// Show a seed in another way, if the command line asks for it.
pub(super) fn look_at(level: Level, seed: u64, args: &Args) -> Option<ExitCode> {
    match level {
        Level::Core => look_at_core(RunSource::Seed(seed, args.plan.steps), args),
        Level::Network | Level::Standby => {
            let path = args.picture.as_ref()?;
            let report = network::run(seed, args.plan.seconds, level.form()?);
            Some(code(write_page(path, &network::picture(seed, &report)) && report.failure.is_none()))
        }
        Level::Cluster => {
            let path = args.picture.as_ref()?;
            let report = cluster::run(seed, args.plan.seconds);
            let title = format!("Three nodes on etcd: seed {seed}");
            Some(code(write_page(path, &report.timeline.to_svg(&title)) && report.failure.is_none()))
        }
        Level::Fairness => None,
    }
}

/// Write the state (`--until`) or the page (`--picture`) of a run, if the command line asks for one.
fn look_at_core(source: RunSource<'_>, args: &Args) -> Option<ExitCode> {
    if let Some(step) = args.until {
        let (report, text) = until(source, step);
        say(&text);
        return Some(code(report.failure.is_none()));
    }
    let path = args.picture.as_ref()?;
    let (report, page) = inner::picture(source);
    Some(code(write_page(path, &page) && report.failure.is_none()))
}
