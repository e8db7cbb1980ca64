//! Commands for seeds of the network level.

use super::output::{keep, say, write_page};
use super::{Level, code};
use crate::Args;
use std::process::ExitCode;
use turnstone_sim::fleet::SeedRun;
use turnstone_sim::mutants::Fault;
use turnstone_sim::network::{NetworkReport, expected, picture, shorten};

impl Level for NetworkReport {
    const NAME: &'static str = "The network level";
    const ENOUGH: u64 = 100;

    fn expected() -> Vec<&'static str> {
        expected().collect()
    }

    fn length(args: &Args) -> String {
        format!("--seconds {}", args.seconds)
    }

    fn keep_story(&self, seed: u64, repeats: bool, args: &Args) {
        let report = match repeats {
            true => {
                let (seconds, report) = shorten(seed, args.seconds, args.id.is_some_and(Fault::lies), self.clone());
                say(&format!("shortened to --seconds {seconds}"));
                report
            }
            false => self.clone(),
        };
        keep(&args.keep, &format!("network-seed-{seed}.txt"), &report.story.to_string());
    }

    fn look_at(seed: u64, args: &Args) -> Option<ExitCode> {
        let path = args.picture.as_ref()?;
        let report = Self::run(&args.plan(), seed);
        Some(code(write_page(path, &picture(seed, &report)) && report.failure.is_none()))
    }

    fn show(&self, _: u64, _: &Args) {
        say(&self.story.to_string());
    }
}
