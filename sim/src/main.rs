//! `turnstone-sim`: run seeds, replay one, grade mutants.

use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};
use turnstone_sim::count::Counts;
use turnstone_sim::fleet::{
    FleetPlan, OuterSum, SAME_LIFE, fresh_from, outer_trace_line, run_fleet, run_outer_fleet, trace_line,
};
use turnstone_sim::inner::{
    Bug, LifeSource, RunFailure, RunReport, SimStory, Violation, expected, picture, play, run, shrink, told, until,
};
use turnstone_sim::mutants::grade::{Reach, is_enough, table};
use turnstone_sim::mutants::{Fault, switch, workspace};
use turnstone_sim::outer;
use turnstone_sim::progress::{Hang, watched};
use turnstone_sim::report::{RingRun, report};

/// Lives make many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut args = Args::parse();
    if args.needs_copy() {
        return run_in_copy();
    }
    let _active = Fault::activate(args.id);
    if args.fresh {
        match fresh() {
            Ok(from) => args.from = from,
            Err(error) => {
                say(&error);
                return ExitCode::FAILURE;
            }
        }
        say(&format!("fresh seeds from {}: TURNSTONE_SIM_FROM={} runs them again", args.from, args.from));
    }
    if args.mutants {
        return grade_mutants(&args);
    }
    if let Some(path) = &args.story {
        return watched(patience(&args), &|hang| give_up(hang, &args), || replay_story(path, &args));
    }
    if (args.until.is_some() || args.picture.is_some()) && args.seed.is_none() {
        say("--until and --picture look at one life: give --seed or --story with them");
        return ExitCode::FAILURE;
    }
    if args.report.is_some() && args.seed.is_some() {
        say("--report is about many seeds: give --seeds and --from with it");
        return ExitCode::FAILURE;
    }
    if args.until.is_some() && args.ring != Ring::Inner {
        say("--until counts the steps of the inner ring");
        return ExitCode::FAILURE;
    }
    let mut ended = Vec::new();
    let mut runs = Vec::new();
    if args.ring != Ring::Outer {
        let alone = |seed| watched(patience(&args), &|hang| give_up(hang, &args), || replay_seed(seed, &args));
        ended.push(args.seed.map_or_else(|| run_seeds(&args, &mut runs), alone));
    }
    if args.ring != Ring::Inner {
        ended.push(run_outer(&args, &mut runs));
    }
    if let Some(path) = &args.report
        && !write_page(path, &report(&runs, &kept(&args.keep)))
    {
        ended.push(ExitCode::FAILURE);
    }
    ended.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}

/// Which part of the service is simulated.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ring {
    /// The core on its storage.
    Inner,
    /// The HTTP door on a network.
    Outer,
    /// One after the other.
    Both,
}

/// Whole lives of the service from seeds, under faults, watched by oracles. `TURNSTONE_SIM_FROM` is the first of fresh
/// seeds.
#[derive(Parser)]
#[command(name = "turnstone-sim")]
struct Args {
    /// How many seeds to run.
    #[arg(long, default_value_t = 100)]
    seeds: u64,
    /// The first of them.
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// Begin at a seed that nobody has run: another for each commit and day, unless `TURNSTONE_SIM_FROM` says which.
    #[arg(long, conflicts_with_all = ["from", "seed", "story"])]
    fresh: bool,
    /// Begin no other seed once one has broken a rule.
    #[arg(long)]
    fail_fast: bool,
    /// Live each so-many-th seed three times, once in another process, and compare; 0 for none.
    #[arg(long, default_value_t = 20)]
    again: u64,
    /// Seconds that a step may take before the process gives up and names it.
    #[arg(long, default_value_t = 120, value_name = "SECONDS")]
    patience: u64,
    /// Run this seed alone and print its story.
    #[arg(long)]
    seed: Option<u64>,
    /// Of a seed: print nothing but what its life is compared by.
    #[arg(long, requires = "seed")]
    trace: bool,
    /// Play a story file again.
    #[arg(long)]
    story: Option<PathBuf>,
    /// Of a seed or a story: stop after the step of this number and print how everything stands.
    #[arg(long, value_name = "STEP")]
    until: Option<u32>,
    /// Of a seed or a story: draw its life as a page.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Of many seeds: write a page of numbers.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Which part of the service is simulated.
    #[arg(long, value_enum, default_value_t = Ring::Inner)]
    ring: Ring,
    /// Seconds of the world in a run of the outer ring.
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// Steps in a run of the inner ring.
    #[arg(long, default_value_t = 1500)]
    steps: u32,
    /// Run with this mutant.
    #[arg(long, value_name = "NAME")]
    id: Option<Fault>,
    /// Grade every mutant, or the one of --id, in both rings: print in which seed it is found first.
    #[arg(long)]
    mutants: bool,
    /// Of --mutants: write the table of what was found; with --id, its row of it.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Where the stories of failing seeds are kept.
    #[arg(long, default_value = "golden/regressions")]
    keep: PathBuf,
}

impl Args {
    /// The fault at the edges of the loop.
    fn edge(&self) -> Option<Bug> {
        self.id.and_then(Fault::edge)
    }

    /// Whether this needs mutants in the code of the product, which only the copy of the workspace has.
    fn needs_copy(&self) -> bool {
        let in_code = self.id.map_or(self.mutants, |fault| fault.code().is_some());
        in_code && !switch::IS_COPY
    }
}

fn plan(args: &Args) -> FleetPlan {
    FleetPlan {
        from: args.from,
        seeds: args.seeds,
        steps: args.steps,
        seconds: args.seconds,
        fault: args.id,
        threads: args.threads,
        again: args.again,
        program: std::env::current_exe().ok(),
        fail_fast: args.fail_fast,
        patience: patience(args),
    }
}

fn run_seeds(args: &Args, runs: &mut Vec<RingRun<'_>>) -> ExitCode {
    let began = Instant::now();
    let bar = ProgressBar::new(args.seeds).with_style(style("seeds"));
    let plan = plan(args);
    let on_failure = |seed: u64, failure: &RunFailure| {
        bar.suspend(|| say(&format!("seed {seed}: {}", failure.violation.rule)));
    };
    let sum = run_fleet(&plan, &|| bar.inc(1), &on_failure, &|hang| give_up(hang, args));
    bar.finish_and_clear();
    print_counts(&sum.counts);
    let seconds = began.elapsed().as_secs_f64();
    let rate = sum.commands as f64 / seconds;
    say(&format!("{} seeds, {} commands, {seconds:.1} s, {rate:.0} commands/s", sum.lives.len(), sum.commands));
    let failed = !sum.failures.is_empty();
    let told = |(seed, failure): &(u64, RunFailure)| {
        let Violation { rule, seen } = failure.violation.clone();
        (*seed, rule.to_owned(), seen, rerun(*seed, args))
    };
    runs.push(RingRun {
        name: "The inner ring",
        from: args.from,
        seconds,
        unit: "commands",
        lives: sum.lives.into_values().collect(),
        counts: sum.counts.clone(),
        never: never(&sum.counts, expected()),
        failures: sum.failures.iter().map(told).collect(),
    });
    for (seed, failure) in first_of_each(sum.failures) {
        say(&format!("\nFAILED {}: {}", failure.violation.rule, failure.violation.seen));
        say(&rerun(seed, args));
        keep(seed, &failure, args);
    }
    never_happened(&sum.counts, expected());
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The first of some fresh seeds.
fn fresh() -> Result<u64, String> {
    let given = std::env::var("TURNSTONE_SIM_FROM").ok();
    let head = Command::new("git").args(["rev-parse", "HEAD"]).output();
    let commit = head.map(|head| String::from_utf8_lossy(&head.stdout).trim().to_owned()).unwrap_or_default();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    fresh_from(given.as_deref(), &commit, now.as_secs() / 86_400)
}

const fn patience(args: &Args) -> Duration {
    Duration::from_secs(args.patience)
}

/// A step does not end. Nothing can be done about its thread: the process says which it is, and ends.
fn give_up(hang: Hang, args: &Args) {
    let Hang { seed, step } = hang;
    say(&format!("\nHANGS seed {seed} in step {step}, for {} s", args.patience));
    say(&rerun(seed, args));
    say(&format!("before it: {} --until {}", rerun(seed, args), step.saturating_sub(1)));
    std::process::exit(3);
}

/// The same at the door: the step is the newest request of the life.
fn give_up_outer(hang: Hang, args: &Args) {
    let Hang { seed, step } = hang;
    say(&format!("\nHANGS seed {seed} of the outer ring at request {step}, for {} s", args.patience));
    say(&rerun_outer(seed, args.seconds, args));
    std::process::exit(3);
}

fn rerun_outer(seed: u64, seconds: u64, args: &Args) -> String {
    let id = id_of(args);
    format!("rerun: cargo run -p turnstone-sim -- --ring outer --seed {seed} --seconds {seconds}{id}")
}

fn first_of_each(failures: Vec<(u64, RunFailure)>) -> Vec<(u64, RunFailure)> {
    let mut first: Vec<(u64, RunFailure)> = Vec::new();
    for (seed, failure) in failures {
        if !first.iter().any(|(_, other)| other.violation.rule == failure.violation.rule) {
            first.push((seed, failure));
        }
    }
    first
}

fn rerun(seed: u64, args: &Args) -> String {
    format!("rerun: cargo run -p turnstone-sim -- --seed {seed} --steps {}{}", args.steps, id_of(args))
}

/// The words of the command line that name the mutant.
fn id_of(args: &Args) -> String {
    args.id.map(|fault| format!(" --id {}", fault.id())).unwrap_or_default()
}

fn keep(seed: u64, failure: &RunFailure, args: &Args) {
    // A life that is another one each time cannot be shortened by living it again.
    let short = if failure.violation.rule == SAME_LIFE {
        failure.clone()
    } else {
        watched(patience(args), &|hang| give_up(hang, args), || shrink(failure, args.edge(), 600))
    };
    let name = short.violation.rule.replace(' ', "-").replace('\'', "");
    let path = args.keep.join(format!("{name}.story"));
    let again = format!("cargo run --release -p turnstone-sim -- --story {}", path.display());
    let comment = format!(
        "Seed {seed} broke a rule: {}.\nPlay it again: {again}\n{}",
        short.violation.rule, short.violation.seen
    );
    let written = std::fs::create_dir_all(&args.keep)
        .and_then(|()| std::fs::write(&path, told(&short.story, &comment, args.edge())));
    match written {
        Ok(()) => say(&format!(
            "shrunk from {} to {} steps: {}",
            failure.story.steps.len(),
            short.story.steps.len(),
            path.display()
        )),
        Err(error) => say(&format!("{}: {error}", path.display())),
    }
}

fn replay_seed(seed: u64, args: &Args) -> ExitCode {
    if let Some(code) = look_at(LifeSource::Seed(seed, args.steps), args) {
        return code;
    }
    let report = run(seed, args.steps, args.edge());
    if args.trace {
        say(&trace_line(&report));
        return ExitCode::SUCCESS;
    }
    say(&report.story.to_text(&format!("seed {seed}")));
    if let Some(failure) = &report.failure {
        let short = shrink(failure, args.edge(), 600);
        say("shrunk:\n");
        say(&told(&short.story, &short.violation.seen, args.edge()));
    }
    finish(&report)
}

fn replay_story(path: &Path, args: &Args) -> ExitCode {
    let story = std::fs::read_to_string(path).map_err(|error| error.to_string());
    match story.and_then(|text| SimStory::from_text(&text)) {
        Ok(story) => look_at(LifeSource::Story(&story), args).unwrap_or_else(|| finish(&play(&story, args.edge()))),
        Err(error) => {
            say(&format!("{}: {error}", path.display()));
            ExitCode::FAILURE
        }
    }
}

/// Show a life as it was asked for; nothing if that was not asked for.
fn look_at(source: LifeSource<'_>, args: &Args) -> Option<ExitCode> {
    if let Some(step) = args.until {
        let (report, text) = until(source, step, args.edge());
        say(&text);
        return Some(if report.failure.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    let path = args.picture.as_ref()?;
    let (report, page) = picture(source, args.edge());
    let written = write_page(path, &page);
    Some(if written && report.failure.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write_page(path: &Path, page: &str) -> bool {
    let written = std::fs::write(path, page);
    match &written {
        Ok(()) => say(&format!("{} bytes, to be opened in a browser: {}", page.len(), path.display())),
        Err(error) => say(&format!("{}: {error}", path.display())),
    }
    written.is_ok()
}

fn finish(report: &RunReport) -> ExitCode {
    print_counts(&report.counts);
    say(&trace_line(report));
    match &report.failure {
        Some(failure) => {
            say(&format!("FAILED {}: {}", failure.violation.rule, failure.violation.seen));
            ExitCode::FAILURE
        }
        None => ExitCode::SUCCESS,
    }
}

fn run_outer(args: &Args, runs: &mut Vec<RingRun<'_>>) -> ExitCode {
    let mut plan = plan(args);
    if let Some(seed) = args.seed {
        (plan.from, plan.seeds, plan.again) = (seed, 1, 0);
    }
    let began = Instant::now();
    let bar = ProgressBar::new(plan.seeds).with_style(style("seeds"));
    let on_life = |seed, report: outer::OuterReport| {
        if let Some(path) = &args.picture {
            write_page(path, &outer::picture(seed, &report));
        } else if args.trace {
            say(&outer_trace_line(&report));
        } else if args.seed.is_some() {
            say(&report.story);
        }
        if report.failure.is_some() && !args.trace {
            bar.suspend(|| keep_outer(seed, report, args));
        }
        bar.inc(1);
    };
    let OuterSum { counts, lives, failures } = run_outer_fleet(&plan, &on_life, &|hang| give_up_outer(hang, args));
    bar.finish_and_clear();
    if args.trace {
        return ExitCode::SUCCESS;
    }
    print_counts(&counts);
    let seconds = began.elapsed().as_secs_f64();
    let answered: u64 = lives.values().map(|(answered, _)| answered).sum();
    let trace = lives.last_key_value().map_or(0, |(_, (_, trace))| *trace);
    let (lived, failed) = (lives.len(), failures.len());
    say(&format!("{lived} seeds, {answered} answers, {seconds:.1} s, {failed} failed, last trace {trace:016x}"));
    let told = |(seed, what)| (seed, "a rule was broken".to_owned(), what, rerun_outer(seed, args.seconds, args));
    runs.push(RingRun {
        name: "The outer ring",
        from: plan.from,
        seconds,
        unit: "answers",
        lives: lives.into_values().map(|(answered, _)| (answered, args.seconds * 1_000)).collect(),
        counts: counts.clone(),
        never: never(&counts, outer::expected()),
        failures: failures.into_iter().map(told).collect(),
    });
    if plan.seeds >= 100 {
        never_happened(&counts, outer::expected());
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Say what went wrong and how to see it again, in the shortest life in which it does, and write that life down.
fn keep_outer(seed: u64, report: outer::OuterReport, args: &Args) {
    let (seconds, report) = outer::shorten(seed, args.seconds, args.id.is_some_and(Fault::lies), report);
    say(&format!("seed {seed}: {}", report.failure.unwrap_or_default()));
    say(&rerun_outer(seed, seconds, args));
    let path = args.keep.join(format!("outer-seed-{seed}.txt"));
    let written = std::fs::create_dir_all(&args.keep).and_then(|()| std::fs::write(&path, report.story));
    match written {
        Ok(()) => say(&format!("what happened: {}", path.display())),
        Err(error) => say(&format!("{}: {error}", path.display())),
    }
}

/// Build the copy of the workspace with the mutants in it, and let its simulator do what was asked of this one.
fn run_in_copy() -> ExitCode {
    let run =
        |program| Command::new(program).args(std::env::args_os().skip(1)).status().map_err(|error| error.to_string());
    match workspace::build().and_then(run) {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            say(&error);
            ExitCode::FAILURE
        }
    }
}

/// In which seed each mutant is found first.
fn grade_mutants(args: &Args) -> ExitCode {
    let Args { from, seeds, steps, seconds, .. } = *args;
    let reach = Reach { from, seeds, steps, seconds };
    let faults: Vec<Fault> = args.id.map_or_else(|| Fault::all().collect(), |fault| vec![fault]);
    let bar = ProgressBar::new(faults.len() as u64).with_style(style("mutants"));
    let (next, coarse, graded) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
            let find = fault.find(reach);
            let told = find.as_ref().map_or_else(
                || format!("{}: MISSED in {seeds} seeds", fault.id()),
                |find| format!("{}: {} seed {}, {} ({})", fault.id(), find.ring, find.seed, find.story, find.rule),
            );
            bar.suspend(|| say(&told));
            if find.as_ref().is_some_and(|find| fault.is_coarse(find, reach)) {
                coarse.fetch_add(1, Ordering::Relaxed);
                bar.suspend(|| say(&format!("{}: TOO COARSE, both rings find it in their first life", fault.id())));
            }
            graded.lock().expect("no thread panics with the table").insert(fault.id(), find);
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let mut graded = graded.into_inner().expect("no thread panics with the table");
    let graded: Vec<_> = faults.iter().map(|fault| (*fault, graded.remove(&fault.id()).flatten())).collect();
    let found = graded.iter().filter(|(_, find)| find.is_some()).count();
    say(&format!("{found} of {} found", graded.len()));
    let written = args.table.as_ref().is_none_or(|path| {
        // Where one mutant is named, the rows of the others stay.
        let before = args.id.and_then(|_| std::fs::read_to_string(path).ok()).unwrap_or_default();
        write_page(path, &table(&graded, reach, &before))
    });
    let is_fine = written && coarse.into_inner() == 0 && is_enough(found, graded.len());
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_counts(counts: &Counts) {
    for (what, times) in counts.iter() {
        say(&format!("{times:>10}  {what}"));
    }
}

/// A run in which something never happened proves nothing about it.
fn never_happened<'a>(counts: &Counts, expected: impl Iterator<Item = &'a str>) {
    for what in never(counts, expected) {
        say(&format!("never happened: {what}"));
    }
}

fn never<'a>(counts: &Counts, expected: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    expected.filter(|what| counts.get(what) == 0).collect()
}

/// The names of the stories that are kept.
fn kept(stories: &Path) -> Vec<String> {
    let files = std::fs::read_dir(stories).into_iter().flatten().flatten();
    let mut names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn style(of: &str) -> ProgressStyle {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {of}, {{eta}} left");
    ProgressStyle::with_template(&template).expect("a template that parses")
}

#[expect(clippy::print_stdout, reason = "a command line tool")]
fn say(line: &str) {
    println!("{line}");
}
