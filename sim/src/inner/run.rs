//! A run of a seed or of a story.

use super::generate::Generator;
use super::habits::Swarm;
use crate::count::Totals;
use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use crate::inner::step::StoryStep;
use crate::inner::world::SimWorld;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// A run that can be replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct SimStory {
    /// The seed of the commands' entropy.
    pub seed: u64,
    /// How the server was configured.
    pub settings: WorldSettings,
    pub steps: Vec<StoryStep>,
}

/// A run that violated a rule.
#[derive(Clone, Debug)]
pub struct RunFailure {
    pub violation: Violation,
    /// The steps up to the violation.
    pub story: SimStory,
    /// The steps after the story, while the run came to rest.
    pub at_rest: Vec<StoryStep>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// Its events and sizes.
    pub totals: Totals,
    /// The violation, if there is one.
    pub failure: Option<RunFailure>,
    /// The steps of the run.
    pub story: SimStory,
}

/// The source of the steps of a run.
#[derive(Clone, Copy)]
pub enum RunSource<'a> {
    /// Drawn from a seed: the seed and the number of steps.
    Seed(u64, u32),
    /// Read from a story.
    Story(&'a SimStory),
}

/// Run a seed for this many steps, then until it comes to rest.
pub fn run(seed: u64, steps: u32) -> RunReport {
    execute(RunSource::Seed(seed, steps), None, false).0
}

/// Replay a story.
pub fn play(story: &SimStory) -> RunReport {
    execute(RunSource::Story(story), None, false).0
}

/// Run to the end, or until the step of this number is done; recorded if asked. Returns the final world, unless its
/// first start failed.
pub(super) fn execute(source: RunSource<'_>, until: Option<u32>, recorded: bool) -> (RunReport, Option<SimWorld>) {
    match source {
        RunSource::Seed(seed, steps) => {
            let mut rng = Rng::new(mix(&[seed, 0x005e_eded]));
            let swarm = Swarm::draw(&mut rng);
            let story = SimStory { seed, settings: swarm.settings.clone(), steps: Vec::new() };
            let mut generator = Generator::new(rng, swarm);
            drive(story, until, recorded, |world, at| (at < steps as usize).then(|| generator.step(world)))
        }
        RunSource::Story(story) => {
            let again = SimStory { steps: Vec::new(), ..story.clone() };
            drive(again, until, recorded, |_, at| story.steps.get(at).cloned())
        }
    }
}

fn drive(
    mut story: SimStory,
    until: Option<u32>,
    recorded: bool,
    mut next: impl FnMut(&SimWorld, usize) -> Option<StoryStep>,
) -> (RunReport, Option<SimWorld>) {
    let mut world = match SimWorld::new(story.seed, story.settings.clone()) {
        Ok(world) => world,
        Err(violation) => {
            let failure = Some(RunFailure { violation, story: story.clone(), at_rest: Vec::new() });
            return (RunReport { totals: Totals::default(), failure, story }, None);
        }
    };
    world.recording = recorded.then(Box::default);
    let (mut at_rest, mut traces) = (Vec::new(), Vec::new());
    let verdict = capture_panics(|| {
        while let Some(step) = next(&world, story.steps.len()) {
            if until.is_some_and(|until| step.n > until) {
                return Ok(());
            }
            story.steps.push(step);
            let step = story.steps.last().expect("pushed just now");
            let n = step.n;
            world.act(step)?;
            traces.push((n, world.trace));
        }
        if until.is_some() { Ok(()) } else { world.rest(&mut at_rest) }
    });
    if let Err(violation) = &verdict {
        world.record_violation(violation);
    }
    let failure = verdict.err().map(|violation| RunFailure { violation, story: story.clone(), at_rest });
    let (trace, work, counts) = (world.trace, world.commands, world.counts.clone());
    let simulated_ms = world.clock.saturating_sub(story.settings.start_ms);
    let totals = Totals { counts, trace, traces, work, simulated_ms };
    (RunReport { totals, failure, story }, Some(world))
}

thread_local! {
    /// The last panic message of this thread, while panics are captured.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Run a closure and report a panic as a violation. Other panics are printed as usual.
fn capture_panics(run: impl FnOnce() -> CheckResult) -> CheckResult {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !PANIC.with_borrow_mut(|said| said.as_mut().map(|said| *said = info.to_string()).is_some()) {
                before(info);
            }
        }));
    });
    PANIC.set(Some(String::new()));
    let ran = catch_unwind(AssertUnwindSafe(run));
    let seen = PANIC.take().unwrap_or_default();
    ran.unwrap_or(Err(Violation { rule: "nothing panics", seen }))
}

impl SimStory {
    /// The text of a story: a comment, the settings, and a line for each step.
    pub fn to_text(&self, comment: &str) -> String {
        let mut text: String = comment.lines().map(|line| format!("# {line}\n")).collect();
        text.push_str(&format!("seed {}\nsettings {}\n", self.seed, Value::Object(self.settings.unusual())));
        text.extend(self.steps.iter().map(|step| step.to_line() + "\n"));
        text
    }

    /// Read a story.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let seed = lines.next().and_then(|line| line.strip_prefix("seed ")?.parse().ok());
        let seed = seed.ok_or("a story begins with `seed NUMBER`")?;
        let settings = lines.next().and_then(|line| line.strip_prefix("settings "));
        let settings = serde_json::from_str(settings.ok_or("after the seed comes `settings {...}`")?);
        let settings = settings.map_err(|error| error.to_string())?;
        let steps = lines.map(StoryStep::from_line).collect::<Result<_, _>>()?;
        Ok(Self { seed, settings, steps })
    }
}
