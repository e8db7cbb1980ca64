//! The network level: seeds, and one seed.

use super::output::{keep, never_happened, print_counts, say, write_page};
use super::{LevelCommand, code, id_of};
use crate::Args;
use std::process::ExitCode;
use turnstone_sim::fleet::{SAME_RUN, SeedRun, network_level, repeated};
use turnstone_sim::mutants::Fault;
use turnstone_sim::network::{self, NetworkReport};
use turnstone_sim::progress::{Hang, watched};
use turnstone_sim::report::LevelRun;

/// This many seeds should reach every expected event.
const ENOUGH: u64 = 100;

pub(crate) fn run_seeds(args: &Args, runs: &mut Vec<LevelRun<'_>>) -> ExitCode {
    let level = LevelCommand {
        name: "The network level",
        unit: "responses",
        run: &network_level(&args.plan()),
        rerun: &|seed| rerun(seed, args.seconds, args),
        on_hang: &|hang| give_up(hang, args),
        expected: network::expected().collect(),
    };
    let sum = level.run_seeds(args, runs);
    let is_fine = sum.failures.is_empty();
    for (seed, report) in sum.failures_in_order() {
        keep_story(seed, report.clone(), args);
    }
    if args.seeds >= ENOUGH {
        never_happened(&sum.counts, network::expected());
    }
    code(is_fine)
}

pub(crate) fn replay_seed(seed: u64, args: &Args) -> ExitCode {
    let (plan, on_hang) = (args.plan(), |hang| give_up(hang, args));
    let once = || watched(args.patience(), &on_hang, || network_level(&plan)(seed));
    if args.trace {
        say(&once().trace_line());
        return ExitCode::SUCCESS;
    }
    let report = repeated(once(), once);
    match &args.picture {
        Some(path) => drop(write_page(path, &network::picture(seed, &report))),
        None => say(&report.story),
    }
    print_counts(&report.counts);
    say(&report.trace_line());
    let is_fine = report.failure.is_none();
    if !is_fine {
        keep_story(seed, report, args);
    }
    code(is_fine)
}

/// A request gets no response, or the run makes no progress after it.
fn give_up(hang: Hang, args: &Args) {
    let Hang { seed, step } = hang;
    say(&format!("\nHANGS seed {seed} of the network level at request {step}, for {} s", args.patience));
    say(&rerun(seed, args.seconds, args));
    std::process::exit(3);
}

fn rerun(seed: u64, seconds: u64, args: &Args) -> String {
    format!("rerun: cargo run -p turnstone-sim -- --level network --seed {seed} --seconds {seconds}{}", id_of(args))
}

/// Say what went wrong and how to see it again, in the shortest run in which it does, and keep its story.
fn keep_story(seed: u64, report: NetworkReport, args: &Args) {
    let repeats = !report.failure.as_ref().is_some_and(|what| what.starts_with(SAME_RUN));
    let (seconds, report) = match repeats {
        true => network::shorten(seed, args.seconds, args.id.is_some_and(Fault::lies), report),
        false => (args.seconds, report),
    };
    say(&format!("\nFAILED {}", report.failure.unwrap_or_default()));
    say(&rerun(seed, seconds, args));
    keep(&args.keep, &format!("network-seed-{seed}.txt"), &report.story);
}
