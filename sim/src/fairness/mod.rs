//! The fairness level: an operator, two players, and the shipped verifier between them. The players keep notes, receipts
//! and bundles. An honest operator has bad luck of every kind, and is never accused. A cheating one has the store, the keys
//! and the program, and is named by the code that the cheat is due.

mod cheats;
mod luck;
mod players;
mod pocket;
mod published;
mod server;

pub(crate) use pocket::Pocket;
pub(crate) use published::Published;

use crate::count::Totals;
use crate::inner::prelude::*;
use crate::parts::text_of_panic;
use crate::progress;
use cheats::CHEATS;
use players::World;
use server::Copied;
use std::panic::{AssertUnwindSafe, catch_unwind};
use turnstone_fairness::check::FairCode;

/// The rules for an operator who does not cheat, whatever happens to them.
pub(crate) const NEVER_ACCUSED: &str = "an honest server is never accused";
const EXPLAINED: &str = "an era explains what an honest server has lost";

const HOUR_MS: u64 = 3_600_000;
/// Backups that an operator keeps.
const BACKUPS: usize = 4;

/// The result of a run.
#[derive(Clone, Default, Debug)]
pub struct FairnessReport {
    /// Its events and sizes.
    pub totals: Totals,
    /// The violation, if there is one.
    pub failure: Option<String>,
}

/// The events that should happen in a hundred seeds.
pub fn expected() -> impl Iterator<Item = &'static str> {
    include_str!("expected.txt").lines().chain(CHEATS.iter().map(|cheat| cheat.name))
}

/// Run a seed: some days with bad luck, and in most runs a cheat after them.
pub fn run(seed: u64) -> FairnessReport {
    let mut rng = Rng::new(mix(&[seed, 0xfa1]));
    let cheat = rng.percent(65).then(|| rng.pick(&CHEATS)).flatten();
    let days_ahead = if cheat.is_some() { 3 } else { rng.one(&[2, 3, 10, 100]) };
    let mut report = FairnessReport::default();
    let mut world = match World::new(seed, days_ahead) {
        Ok(world) => world,
        Err(violation) => return FairnessReport { failure: Some(violation.to_string()), ..report },
    };
    let begun = world.server.clock;
    let mut ran = || {
        let steps = rng.between(10, if cheat.is_some() { 30 } else { 80 });
        live(&mut world, &mut rng, (seed, steps))?;
        let Some(cheat) = cheat else { return Ok(()) };
        world.calm_down()?;
        cheat.run(&mut world)
    };
    let ran = catch_unwind(AssertUnwindSafe(&mut ran));
    report.failure = match ran {
        Ok(ran) => ran.err().map(|violation: Violation| violation.to_string()),
        Err(panic) => Some(format!("nothing panics: {}", text_of_panic(&*panic))),
    };
    report.totals.counts = world.counts;
    report.totals.trace = world.server.trace;
    report.totals.simulated_ms = world.server.clock.saturating_sub(begun);
    report.totals.work = world.server.asked;
    report
}

/// Some days of an honest operator.
fn live(world: &mut World, rng: &mut Rng, (seed, steps): (u64, u64)) -> CheckResult {
    let mut backups: Vec<Copied> = Vec::new();
    for step in 0..steps {
        progress::beat(seed, step as u32);
        match rng.below(20) {
            0..=9 => world.play_something()?,
            10 | 11 => world.note()?,
            12..=15 => {
                let most = rng.one(&[1, 6, 30]) * HOUR_MS;
                let ms = rng.below(most);
                world.server.pass(ms)?;
            }
            16 => {
                backups.push(world.server.copied()?);
                if backups.len() > BACKUPS {
                    backups.remove(rng.below(BACKUPS as u64) as usize);
                }
            }
            17 if rng.percent(30) => world.judge_honest()?,
            _ => world.suffer(&backups)?,
        }
    }
    for _ in 0..4 {
        world.server.pass(24 * HOUR_MS)?;
    }
    world.judge_honest()
}

impl World {
    /// Three days in which nothing happens to the operator.
    fn calm_down(&mut self) -> CheckResult {
        self.put_clock_right();
        let behind = self.server.now().0.saturating_sub(self.server.clock);
        self.server.pass(behind)?;
        for _ in 0..3 {
            self.play_something()?;
            self.server.pass(24 * HOUR_MS)?;
        }
        (self.pocket, self.lost) = (Pocket::default(), Pocket::default());
        self.bundles.clear();
        self.lost_bundles.clear();
        self.tables.clear();
        self.note()
    }
}

/// The premise of a verdict on an honest server.
pub(crate) const fn premise(code: FairCode) -> &'static str {
    match code {
        FairCode::Holds => "premise: a deal was verified",
        FairCode::Open => "premise: a deal was verified before its day was closed",
        FairCode::Sealed => "premise: a sealed deal was verified",
        FairCode::CommitAndReveal => "premise: a deal was verified that has commit and reveal only",
        _ => "premise: a deal was late after keys were replaced",
    }
}
