//! `turnstone-sim`: run seeds, replay one, grade mutants.

mod command;

use clap::Parser;
use command::{grading, levels, output, replay_seed, run_seeds};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::SystemTime;
use turnstone_sim::fleet::{FleetPlan, fresh_from};
use turnstone_sim::mutants::{Fault, Level};
use turnstone_sim::report::report;
use turnstone_sim::switch;

/// Runs make many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Run the whole service from random seeds, with faults, and check every rule. `TURNSTONE_SIM_FROM` sets the first of
/// fresh seeds.
#[derive(Parser)]
#[command(name = "turnstone-sim")]
struct Args {
    #[command(flatten)]
    plan: FleetPlan,
    /// Start at a fresh seed: a different one for each commit and day, unless `TURNSTONE_SIM_FROM` sets it.
    #[arg(long, conflicts_with_all = ["from", "seed", "story"])]
    fresh: bool,
    /// Run this seed alone and print its story.
    #[arg(long, group = "one")]
    seed: Option<u64>,
    /// With --seed: print only the trace by which runs are compared.
    #[arg(long, requires = "seed")]
    trace: bool,
    /// Replay a story file.
    #[arg(long, group = "one")]
    story: Option<PathBuf>,
    /// With --seed or --story: stop after the step of this number and print the state.
    #[arg(long, value_name = "STEP", requires = "one")]
    until: Option<u32>,
    /// With --seed or --story: draw the run as an HTML page, or with --level cluster as an SVG picture.
    #[arg(long, value_name = "FILE", requires = "one")]
    picture: Option<PathBuf>,
    /// With many seeds: write an HTML page of the counters.
    #[arg(long, value_name = "FILE", conflicts_with = "one")]
    report: Option<PathBuf>,
    /// With many seeds: print the table of what was checked.
    #[arg(long, conflicts_with = "one")]
    checks: bool,
    /// Which levels are simulated, with commas between them.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "core")]
    level: Vec<Level>,
    /// Grade every mutant, or those of --only, at the level that can find each: print the first seed that finds it.
    #[arg(long)]
    mutants: bool,
    /// With --mutants: the mutants that are graded, with commas between them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "mutants")]
    only: Vec<Fault>,
    /// With --mutants: arguments of `cargo test`, which is run under each mutant that no level finds, beside the tests
    /// that its entry names.
    #[arg(long, value_name = "ARGUMENTS", requires = "mutants", allow_hyphen_values = true)]
    tests: Vec<String>,
    /// With --mutants: write the table of what was found; with --only, only the rows of those mutants change.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// The folder for stories of failing seeds.
    #[arg(long, default_value = "golden/regressions")]
    keep: PathBuf,
}

impl Args {
    /// Whether this needs mutants in the code of the product, which only the copy of the workspace contains.
    fn needs_copy(&self) -> bool {
        let in_code = self.plan.id.map_or(self.mutants, |fault| fault.code().is_some());
        in_code && !switch::IS_COPY
    }
}

fn main() -> ExitCode {
    let mut args = Args::parse();
    if args.needs_copy() {
        return grading::run_in_copy();
    }
    let _active = Fault::activate(args.plan.id);
    if args.fresh {
        match fresh() {
            Ok(from) => args.plan.from = from,
            Err(error) => return output::fail(&error),
        }
        output::say(&format!("fresh seeds from {0}: TURNSTONE_SIM_FROM={0} runs them again", args.plan.from));
    }
    if args.mutants {
        return grading::grade_mutants(&args);
    }
    if let Some(path) = &args.story {
        return levels::replay_story(path, &args);
    }
    if args.until.is_some() && args.level != [Level::Core] {
        return output::fail("--until counts steps of the core level");
    }
    let (mut ended, mut runs) = (Vec::new(), Vec::new());
    for level in &args.level {
        let seeds = || run_seeds(*level, &args, &mut runs);
        ended.push(args.seed.map_or_else(seeds, |seed| replay_seed(*level, seed, &args)));
    }
    if let Some(path) = &args.report
        && !output::write_page(path, &report(&runs, &output::kept(&args.keep)))
    {
        ended.push(ExitCode::FAILURE);
    }
    ended.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}

/// The first of some fresh seeds.
fn fresh() -> Result<u64, String> {
    let given = std::env::var("TURNSTONE_SIM_FROM").ok();
    let head = Command::new("git").args(["rev-parse", "HEAD"]).output();
    let commit = head.map(|head| String::from_utf8_lossy(&head.stdout).trim().to_owned()).unwrap_or_default();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    fresh_from(given.as_deref(), &commit, now.as_secs() / 86_400)
}
