//! Commands for seeds of the core level and for stories.

use super::output::{fail, keep, say, write_page};
use super::{Level, code, finish, give_up};
use crate::Args;
use std::path::Path;
use std::process::ExitCode;
use turnstone_sim::fleet::repeated;
use turnstone_sim::inner::{RunReport, RunSource, SimStory, expected, picture, play, reported, shrink, until};
use turnstone_sim::progress::watched;

impl Level for RunReport {
    const NAME: &'static str = "The core level";
    const ENOUGH: u64 = 0;

    fn expected() -> Vec<&'static str> {
        expected().collect()
    }

    fn length(args: &Args) -> String {
        format!("--steps {}", args.steps)
    }

    fn keep_story(&self, seed: u64, repeats: bool, args: &Args) {
        let Some(failure) = &self.failure else { return };
        let shrunk = || if repeats { shrink(failure, args.edge(), 600) } else { failure.clone() };
        let short = watched(args.patience(), &|hang| give_up::<Self>(hang, args), shrunk);
        let rule = short.violation.rule;
        let name = format!("{}.story", rule.replace(' ', "-").replace('\'', ""));
        let again = format!("cargo run --release -p turnstone-sim -- --story {}", args.keep.join(&name).display());
        let comment = format!("Seed {seed} violates a rule: {rule}.\nReplay: {again}\n{}", short.violation.seen);
        say(&format!("shrunk from {} to {} steps", failure.story.steps.len(), short.story.steps.len()));
        keep(&args.keep, &name, &reported(&short.story, &comment, args.edge()));
    }

    fn look_at(seed: u64, args: &Args) -> Option<ExitCode> {
        look_at(RunSource::Seed(seed, args.steps), args)
    }

    fn show(&self, seed: u64, args: &Args) {
        say(&self.story.to_text(&format!("seed {seed}")));
        if let Some(failure) = &self.failure {
            let short = shrink(failure, args.edge(), 600);
            say(&format!("shrunk:\n\n{}", reported(&short.story, &short.violation.seen, args.edge())));
        }
    }
}

pub(crate) fn replay_story(path: &Path, args: &Args) -> ExitCode {
    let story = std::fs::read_to_string(path).map_err(|error| error.to_string());
    let story = match story.and_then(|text| SimStory::from_text(&text)) {
        Ok(story) => story,
        Err(error) => return fail(&format!("{}: {error}", path.display())),
    };
    let once = || play(&story, args.edge());
    let work = || look_at(RunSource::Story(&story), args).unwrap_or_else(|| finish(&repeated(once(), once)));
    watched(args.patience(), &|hang| give_up::<RunReport>(hang, args), work)
}

/// Write the state (`--until`) or the page (`--picture`) of a run, if the command line asks for one.
fn look_at(source: RunSource<'_>, args: &Args) -> Option<ExitCode> {
    if let Some(step) = args.until {
        let (report, text) = until(source, step, args.edge());
        say(&text);
        return Some(code(report.failure.is_none()));
    }
    let path = args.picture.as_ref()?;
    let (report, page) = picture(source, args.edge());
    Some(code(write_page(path, &page) && report.failure.is_none()))
}
