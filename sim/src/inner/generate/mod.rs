//! Draws the next step from the habits of the seed and the state of the world.

mod admin;
mod hostile;
mod moments;
mod people;
mod scenarios;
mod tables;
mod template;
mod things;

pub(super) use admin::{ACTS, name_of_act};
pub(crate) use template::DrawnRequest;

use super::habits::{Habit, Swarm};
use crate::inner::prelude::*;
use crate::inner::step::{Action, StoryStep, What};
use crate::inner::world::SimWorld;
use scenarios::Part;
use template::{ANY, lines};

const NAMES: [&str; 8] = ["ada", "bob", "cyd", "dan", "eve", "fay", "gus", "hal"];
/// Number of newest tables from which one is picked.
const RECENT: usize = 16;

/// The random steps of a run.
pub(crate) struct Generator {
    rng: Rng,
    swarm: Swarm,
    next: u32,
    /// The pause before the drawn step, if it has to happen at a certain moment.
    after_ms: Option<u64>,
    scenario: VecDeque<Part>,
    /// Steps that try something with the disk in every run, early, while the disk holds little.
    trials: [u32; 2],
}

/// The caller and the step.
pub(super) type Drawn = Option<(String, What)>;

/// An element, drawn in proportion to its weight.
fn weighted<'a, T>(rng: &mut Rng, of: &'a [T], weight: impl Fn(&T) -> u64) -> &'a T {
    let mut at = rng.below(of.iter().map(&weight).sum());
    let hit = |one: &&T| {
        let hit = at < weight(one);
        at = at.saturating_sub(weight(one));
        hit
    };
    of.iter().find(hit).expect("a weight is at least 1")
}

impl Generator {
    pub(crate) fn new(rng: Rng, swarm: Swarm) -> Self {
        let mut later = rng.clone();
        let trials = [later.between(30, 150), later.between(150, 400)].map(|step| step as u32);
        Self { rng, swarm, next: 1, after_ms: None, scenario: VecDeque::new(), trials }
    }

    pub(crate) fn step(&mut self, world: &SimWorld) -> StoryStep {
        let (after_ms, (who, what)) = match self.go_on(world) {
            Some((after_ms, who, what)) => (after_ms, (who, what)),
            None => {
                let after_ms = if self.rng.percent(70) { self.rng.below(self.swarm.pause_ms + 1) } else { 0 };
                let drawn = self.draw_a_step(world);
                (self.after_ms.take().unwrap_or(after_ms), drawn)
            }
        };
        let n = self.next;
        self.next += 1;
        StoryStep { n, after_ms, who, what }
    }

    fn draw_a_step(&mut self, world: &SimWorld) -> (String, What) {
        loop {
            let habit = if self.trials.contains(&self.next) {
                "Disk"
            } else {
                weighted(&mut self.rng, &self.swarm.habits, |(_, weight)| *weight).0
            };
            let who = self.who(world, habit);
            let sign_in = if habit == "Disk" { None } else { self.sign_in(world, &who) };
            if let Some(drawn) = sign_in.or_else(|| self.what(world, habit, who)) {
                return drawn;
            }
        }
    }

    fn who(&mut self, world: &SimWorld, habit: Habit) -> String {
        let mut name = self.a_name();
        let signed_in = |name: &String| world.known.people.get(name).is_some_and(|person| person.token.is_some());
        let needs_token = !matches!(habit, "Join" | "Credential" | "OldToken");
        if needs_token && !signed_in(&name) && self.rng.percent(90) {
            name = self.one_of(world.known.people.keys().filter(|name| signed_in(name))).cloned().unwrap_or(name);
        }
        match habit {
            "OldToken" => format!("{name}/old"),
            "Read" | "Poll" | "Act" | "WrongAct" if self.rng.percent(20) => {
                self.one_of(world.known.seats.keys().rev().take(6)).cloned().unwrap_or(name)
            }
            "List" | "Replay" | "Daily" | "Poll" if self.rng.percent(15) => "stranger".to_owned(),
            _ => name,
        }
    }

    fn a_name(&mut self) -> String {
        NAMES[self.rng.below(self.swarm.people as u64) as usize].to_owned()
    }

    fn what(&mut self, world: &SimWorld, habit: Habit, who: String) -> Drawn {
        match habit {
            "Commit" => (!world.driver.commits.is_idle() || world.driver.is_due(Millis(world.clock))).then(commit_step),
            "Restart" => self.rng.percent(30).then(|| (world_name(), What::Do(Action::Restart))),
            "Reconfigure" => self.reconfigure(world),
            "Join" => self.join(world, &who),
            "Credential" => self.credential(world, &who),
            "Hurry" => self.hurry(world, &who),
            "Finish" => self.finish(world, who),
            "Create" => self.create(world, &who),
            "Sit" => self.sit(world, &who),
            "Hangup" => self.hang_up(world),
            "Act" => self.act(world, &who, false),
            "WrongAct" => self.act(world, &who, true),
            "Grant" => self.grant(world, &who),
            "Party" => self.party(world, &who),
            "Agent" => self.agent(world, &who),
            "Again" => self.again(world),
            "Full" => {
                // Rarely and briefly: while nothing can be created, little happens.
                let turns = world.full || self.rng.percent(40);
                turns.then(|| ("operator".into(), What::Do(Action::Full { is: !world.full })))
            }
            "Admin" => self.administer(world, &who),
            "Crowd" => self.crowd(world, who),
            "Burst" => self.burst(world, &who),
            "Any" => {
                let (_, line) = weighted(&mut self.rng, &ANY, |(weight, _)| *weight);
                self.draw(world, &who, line)
            }
            "Edge" => {
                let (who, operation, fields) = self.edge_request(world, (self.next, &who))?;
                Some((who, What::Ask(operation, fields)))
            }
            "Hostile" => self.hostile(world, &who),
            "Look" => self.look(world, who),
            "Scenario" => self.start_scenario(world, &who),
            "Match" => Some((world_name(), What::Do(self.matches()))),
            "InTime" => self.in_time(world, &who),
            "Answer" => self.answer(world, false),
            "BadAnswer" => self.answer(world, true),
            // A link state is requested first if there is none.
            "Messenger" => self
                .draw_one(world, &who, lines(&format!("habit {habit}")))
                .or_else(|| self.draw(world, &who, "challenge_messenger")),
            _ => self.draw_one(world, &who, lines(&format!("habit {habit}"))),
        }
    }

    fn reconfigure(&mut self, world: &SimWorld) -> Drawn {
        let turns = self.rng.percent(40);
        if self.rng.percent(50) {
            let change = world.settings.draw_limits(&mut self.rng);
            return (!change.is_empty()).then(|| ("operator".into(), What::Do(Action::Limits(change))));
        }
        let change = world.settings.draw_change(&mut self.rng);
        (!change.is_empty() && turns).then(|| (world_name(), What::Do(Action::Reconfigure(change))))
    }

    /// One of the oldest outbound calls returns.
    fn answer(&mut self, world: &SimWorld, badly: bool) -> Drawn {
        use crate::inner::step::Answering::*;
        let bad = [Undecided, Gone, Rejected, Slow, Failed, Failed, Strange, Twice, Unasked];
        let how = if badly { self.rng.one(&bad) } else { Right };
        // A push service that failed is likely to fail again.
        let push = world.outbound.pending.iter().position(|(_, call)| matches!(call, Call::Push(_)));
        let fails = push.filter(|_| world.model.notices.values().any(|row| row.tries > 0) && self.rng.percent(60));
        let (place, how) = fails.map_or((self.rng.below(3), how), |place| (place as u64, Failed));
        let action = Action::Answer { place: place as u32, how, luck: self.luck() };
        (!world.outbound.pending.is_empty()).then(|| (world_name(), What::Do(action)))
    }
}

fn world_name() -> String {
    "world".to_owned()
}

fn commit_step() -> (String, What) {
    (world_name(), What::Do(Action::Commit))
}
