//! The core level: the shipped loop on a simulated machine with a simulated clock, without async.

/// Check a rule. What was seen is given as in `format!`.
macro_rules! must {
    ($holds:expr, $rule:expr, $($seen:tt)+) => {
        crate::violation::must($holds, $rule, || format!($($seen)+))
    };
}

mod alike;
mod answers;
mod beside;
mod bugs;
mod callers;
mod difference;
mod directory_trials;
mod doing;
mod driver;
mod events;
mod fault_stages;
mod forged;
mod former;
mod generate;
mod habits;
mod judge;
mod look;
mod machine;
mod matches;
mod model;
mod observed;
mod observed_storage;
mod oracles;
mod outbound;
mod permissions;
mod play_on;
pub(crate) mod prelude;
mod process;
mod reader;
mod recorded;
mod recording;
mod release;
mod run;
mod settings;
mod shrink;
mod standby;
mod standing;
mod starts;
mod step;
mod storage;
mod trials;
mod truth;
mod verified;
mod world;

use crate::contract::NAMED;
use crate::endings::ENDINGS;
pub use crate::violation::Violation;
use answers::ANSWERS;
pub use bugs::Bug;
pub(crate) use callers::{CallerState, key_of};
pub(crate) use events::{EventLog, Input, LoopEvent};
use fault_stages::FAULTS;
pub(crate) use generate::{DrawnRequest, Generator};
pub(crate) use judge::Judge;
pub(crate) use look::draw;
pub use look::{picture, reported, until};
pub(crate) use machine::{Fault, Machine, SimEngine};
pub(crate) use observed::ObservedService;
pub(crate) use observed_storage::ObservedStorage;
use oracles::QUOTAS;
pub(crate) use oracles::{acknowledges, text_of};
pub(crate) use permissions::row_of;
pub(crate) use recorded::Moment;
pub(crate) use release::learn_rejection;
pub use run::{RunFailure, RunReport, RunSource, SimStory, play, run};
pub use settings::WorldSettings;
pub(crate) use settings::{WEBHOOK_SECRET, unlimited};
pub use shrink::shrink;
pub(crate) use starts::provide_keys;
pub use step::{Action, DiskTrial, Fields, StoryStep, What};
pub(crate) use world::Scene;

/// The events that should happen in some hundred runs: every request and every answer of the contract, and all other
/// counters.
pub fn expected() -> impl Iterator<Item = &'static str> {
    let acts = generate::ACTS.iter().copied();
    let combinations = [&NAMED, &ENDINGS, &FAULTS, &ANSWERS, &QUOTAS].into_iter().flat_map(|grid| grid.expected());
    include_str!("../premises.txt").lines().chain(acts).chain(combinations).chain(permissions::expected())
}
