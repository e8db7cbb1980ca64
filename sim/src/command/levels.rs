//! Commands for seeds of the levels and for stories.

use super::output::{fail, keep, say, write_page};
use super::{Level, code, finish, give_up};
use crate::Args;
use std::path::Path;
use std::process::ExitCode;
use turnstone_sim::cluster::ClusterReport;
use turnstone_sim::fleet::{SeedRun, repeated};
use turnstone_sim::inner::{RunReport, RunSource, SimStory, play, reported, shrink, until};
use turnstone_sim::network::{NetworkReport, shorten};
use turnstone_sim::progress::watched;
use turnstone_sim::{inner, network};

impl Level for RunReport {
    fn keep_story(&self, seed: u64, repeats: bool, args: &Args) {
        let Some(failure) = &self.failure else { return };
        let shrunk = || if repeats { shrink(failure, 600) } else { failure.clone() };
        let short = watched(args.plan.patience(), &|hang| give_up::<Self>(hang, args), shrunk);
        let rule = short.violation.rule;
        let name = format!("{}.story", rule.replace(' ', "-").replace('\'', ""));
        let again = format!("cargo run --release -p turnstone-sim -- --story {}", args.keep.join(&name).display());
        let comment = format!("Seed {seed} violates a rule: {rule}.\nReplay: {again}\n{}", short.violation.seen);
        say(&format!("shrunk from {} to {} steps", failure.story.steps.len(), short.story.steps.len()));
        keep(&args.keep, &name, &reported(&short.story, &comment));
    }

    fn look_at(seed: u64, args: &Args) -> Option<ExitCode> {
        look_at(RunSource::Seed(seed, args.plan.steps), args)
    }

    fn show(&self, seed: u64) {
        say(&self.story.to_text(&format!("seed {seed}")));
        if let Some(failure) = &self.failure {
            let short = shrink(failure, 600);
            say(&format!("shrunk:\n\n{}", reported(&short.story, &short.violation.seen)));
        }
    }
}

pub(crate) fn replay_story(path: &Path, args: &Args) -> ExitCode {
    let story = std::fs::read_to_string(path).map_err(|error| error.to_string());
    let story = match story.and_then(|text| SimStory::from_text(&text)) {
        Ok(story) => story,
        Err(error) => return fail(&format!("{}: {error}", path.display())),
    };
    let once = || play(&story);
    let work = || look_at(RunSource::Story(&story), args).unwrap_or_else(|| finish(&repeated(once(), once)));
    watched(args.plan.patience(), &|hang| give_up::<RunReport>(hang, args), work)
}

/// Write the state (`--until`) or the page (`--picture`) of a run, if the command line asks for one.
fn look_at(source: RunSource<'_>, args: &Args) -> Option<ExitCode> {
    if let Some(step) = args.until {
        let (report, text) = until(source, step);
        say(&text);
        return Some(code(report.failure.is_none()));
    }
    let path = args.picture.as_ref()?;
    let (report, page) = inner::picture(source);
    Some(code(write_page(path, &page) && report.failure.is_none()))
}

impl Level for NetworkReport {
    fn keep_story(&self, seed: u64, repeats: bool, args: &Args) {
        let report = match repeats {
            true => {
                let (seconds, report) = shorten(seed, args.plan.seconds, self.clone());
                say(&format!("shortened to --seconds {seconds}"));
                report
            }
            false => self.clone(),
        };
        keep(&args.keep, &format!("network-seed-{seed}.txt"), &report.story.to_string());
    }

    fn look_at(seed: u64, args: &Args) -> Option<ExitCode> {
        let path = args.picture.as_ref()?;
        let report = Self::run(&args.plan, seed);
        Some(code(write_page(path, &network::picture(seed, &report)) && report.failure.is_none()))
    }

    fn show(&self, _: u64) {
        say(&self.story.to_string());
    }
}

impl Level for ClusterReport {}
