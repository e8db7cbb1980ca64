//! Drawing the next step: by the habits of the seed, from what the world has become.

mod accounts;
mod agents;
mod doors;
mod errands;
mod hands;
mod hostile;
mod kin;
mod look;
mod moments;
mod requests;
mod social;
mod tables;
mod whole_matches;

pub(super) use hands::{ACTS, name_of_act};
pub(super) use requests::{GENERATORS, name_of};

use super::habits::{Habit, Swarm};
use super::step::{Answering, CrashPoint, DiskTrial, Op, StoryStep};
use super::world::SimWorld;
use crate::rng::Rng;
use errands::Part;
use std::collections::VecDeque;
use turnstone_service::calls::Call;

const NAMES: [&str; 8] = ["ada", "bob", "cyd", "dan", "eve", "fay", "gus", "hal"];
/// Tables that are looked at when one is picked: the newest.
const RECENT: usize = 16;

/// The dice of a run, and what they have drawn.
pub(crate) struct Generator {
    rng: Rng,
    swarm: Swarm,
    total: u64,
    next: u32,
    /// After how long the step comes that is drawn, if it comes at a certain moment.
    after_ms: Option<u64>,
    /// What follows it at once.
    errand: VecDeque<Part>,
    /// Steps at which something is tried with the disk in any life, early, while little lies on it.
    trials: [u32; 2],
}

impl Generator {
    pub(crate) fn new(rng: Rng, swarm: Swarm) -> Self {
        let total = swarm.habits.iter().map(|(_, weight)| weight).sum();
        let mut later = rng.clone();
        let trials = [later.between(30, 150), later.between(150, 400)].map(|step| step as u32);
        Self { rng, swarm, total, next: 1, after_ms: None, errand: VecDeque::new(), trials }
    }

    /// The next step.
    pub(crate) fn step(&mut self, world: &SimWorld) -> StoryStep {
        if let Some((after_ms, who, op)) = self.go_on(world) {
            let n = self.next;
            self.next += 1;
            return StoryStep { n, after_ms, who, op };
        }
        let after_ms = if self.rng.percent(70) { self.rng.below(self.swarm.pause_ms + 1) } else { 0 };
        loop {
            let habit = if self.trials.contains(&self.next) { Habit::Disk } else { self.habit() };
            let who = self.who(world, habit);
            let lonely = if habit == Habit::Disk { None } else { self.sign_in(world, &who) };
            if let Some((who, what)) = lonely.or_else(|| self.what(world, habit, who)) {
                let n = self.next;
                self.next += 1;
                let after_ms = self.after_ms.take().unwrap_or(after_ms);
                return StoryStep { n, after_ms, who, op: what };
            }
        }
    }

    fn habit(&mut self) -> Habit {
        let mut at = self.rng.below(self.total);
        for (habit, weight) in &self.swarm.habits {
            if at < *weight {
                return *habit;
            }
            at -= weight;
        }
        Habit::Round
    }

    /// Somebody who would do such a thing.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most habits are those of whoever it is")]
    fn who(&mut self, world: &SimWorld, habit: Habit) -> String {
        let mut name = NAMES[self.rng.below(self.swarm.people as u64) as usize].to_owned();
        let signed_in = |name: &String| world.known.people.get(name).is_some_and(|person| person.token.is_some());
        let needs_token = !matches!(habit, Habit::Join | Habit::Credential | Habit::OldToken);
        if needs_token && !signed_in(&name) && self.rng.percent(90) {
            let names: Vec<&String> = world.known.people.keys().filter(|name| signed_in(name)).collect();
            name = self.rng.pick(&names).map_or(name, |other| (*other).clone());
        }
        match habit {
            Habit::OldToken => format!("{name}/old"),
            Habit::Read | Habit::Poll | Habit::Act | Habit::WrongAct if self.rng.percent(20) => {
                let seats: Vec<&String> = world.known.seats.keys().rev().take(6).collect();
                self.rng.pick(&seats).map_or(name, |seat| (*seat).clone())
            }
            Habit::List | Habit::Replay | Habit::Daily | Habit::Poll if self.rng.percent(15) => "stranger".to_owned(),
            _ => name,
        }
    }

    fn what(&mut self, world: &SimWorld, habit: Habit, who: String) -> Option<(String, Op)> {
        let rng = &mut self.rng;
        let what = match habit {
            Habit::Round => return (!world.is_idle() || world.is_due()).then(|| ("world".into(), Op::Round)),
            Habit::Sleep => return Some(("world".into(), Op::Sleep)),
            Habit::Clock => return Some(("world".into(), Op::Clock { ms: jump(rng) })),
            Habit::Crash => return Some(("world".into(), self.crash(false))),
            Habit::Kill => return Some(("world".into(), self.crash(true))),
            Habit::Restart => return rng.percent(30).then(|| ("world".into(), Op::Restart)),
            Habit::Reconfigure => {
                let turns = rng.percent(40);
                if rng.percent(50) {
                    let change = world.settings.draw_limits(rng);
                    return (!change.is_empty()).then(|| ("operator".into(), Op::Limits(change)));
                }
                let change = world.settings.draw_change(rng);
                return (!change.is_empty() && turns).then(|| ("world".into(), Op::Reconfigure(change)));
            }
            Habit::Disk => return Some(("world".into(), self.disk())),
            Habit::Join => return self.join(world, who),
            // Whom nobody knows.
            Habit::Credential if rng.percent(10) => return Some(("nobody".into(), Op::Token { wrong: true })),
            Habit::Credential => self.credential(world, &who)?,
            Habit::Logout => Op::Logout,
            Habit::Erase => Op::Erase { right: rng.percent(80) },
            Habit::Profile => self.profile(world),
            Habit::List | Habit::OldToken => self.list(world, &who),
            Habit::Hurry => self.hurry(world, &who),
            Habit::Finish => return self.finish(world, who),
            Habit::Referral => Op::Referral,
            Habit::Pause => {
                if rng.percent(50) {
                    Op::Pause { days: rng.one(&[1, 7, 30]) }
                } else {
                    Op::PauseState
                }
            }
            Habit::Guest => {
                return Some(("stranger".into(), Op::Practice { kind: self.kind(false).kind.to_owned() }));
            }
            Habit::Create => self.create(world),
            Habit::Daily => {
                if rng.percent(50) {
                    Op::CreateDaily { keyed: rng.percent(50), daily_pace: rng.percent(15) }
                } else {
                    Op::Daily
                }
            }
            Habit::Sit => self.sit(world, &who)?,
            Habit::Read => self.read(world, &who, 0)?,
            Habit::Poll => {
                let wait = rng.one(&[1, 500, 5_000, 20_000, 50_000]);
                if rng.percent(80) { self.read(world, &who, wait)? } else { self.party_read(world, wait)? }
            }
            Habit::Hangup => return self.hang_up(world),
            Habit::Act => self.act(world, &who, false)?,
            Habit::WrongAct => self.act(world, &who, true)?,
            Habit::Chat => self.chat(world, &who)?,
            Habit::Replay => {
                let table = self.table(world, &who)?;
                if self.rng.percent(70) { replay(world, table) } else { Op::Card { table } }
            }
            Habit::Grant => return self.grant(world, who),
            Habit::Party => self.party(world, &who)?,
            Habit::Agent => return self.agent(world, who),
            Habit::Again => return self.again(world),
            Habit::Full => {
                // Seldom, and not for long: where nothing is made, little happens.
                let turns = world.full || rng.percent(40);
                return turns.then(|| ("operator".into(), Op::Full { is: !world.full }));
            }
            Habit::Hands => return self.hand(world),
            Habit::Crowd => return self.crowd(world, who),
            Habit::Burst => self.burst(world, &who)?,
            Habit::Any => return self.any(world, who),
            Habit::Hostile => return self.hostile(world, &who),
            Habit::Look => return self.look(world, who),
            Habit::Errand => return self.errand(world, who),
            Habit::Match => return Some(("world".into(), self.matches())),
            Habit::InTime => return self.in_time(world, &who),
            Habit::Doors => return self.doors(world, who),
            Habit::Answer => return self.answer(world, false),
            Habit::BadAnswer => return self.answer(world, true),
            Habit::BadReads => return Some(("world".into(), Op::BadReads { next: rng.between(1, 3) as u32 })),
        };
        Some((who, what))
    }

    /// Something is tried with the disk.
    fn disk(&mut self) -> Op {
        let luck = self.rng.bits() >> 12;
        if self.rng.percent(12) {
            return Op::Move { luck };
        }
        let what = self.rng.one(&[
            DiskTrial::SecondProcess,
            DiskTrial::Damage,
            DiskTrial::Damage,
            DiskTrial::Damage,
            DiskTrial::Backup,
            DiskTrial::Restore,
            DiskTrial::Salvage,
            DiskTrial::SalvageDamaged,
            DiskTrial::Keys,
        ]);
        Op::Try { what, luck }
    }

    /// The outside answers one of the oldest calls, if it was asked at all.
    fn answer(&mut self, world: &SimWorld, badly: bool) -> Option<(String, Op)> {
        let bad = [
            Answering::Undecided,
            Answering::Gone,
            Answering::Refused,
            Answering::Slow,
            Answering::Failed,
            Answering::Failed,
            Answering::Strange,
            Answering::Twice,
            Answering::Unasked,
        ];
        let how = if badly { self.rng.one(&bad) } else { Answering::Right };
        // A push service that failed is likely to fail again.
        let push = world.outside.waiting().position(|(_, call)| matches!(call, Call::Push(_)));
        if let Some(place) = push.filter(|_| world.model.tries_again() && self.rng.percent(60)) {
            let (place, luck) = (place as u32, self.rng.bits() >> 12);
            return Some(("world".into(), Op::Answer { place, how: Answering::Failed, luck }));
        }
        let (place, luck) = (self.rng.below(3) as u32, self.rng.bits() >> 12);
        world.outside.is_asked().then(|| ("world".into(), Op::Answer { place, how, luck }))
    }

    fn crash(&mut self, kill: bool) -> Op {
        let at = self.rng.one(&[
            CrashPoint::Applied,
            CrashPoint::Writing,
            CrashPoint::Writing,
            CrashPoint::Synced,
            CrashPoint::Replied,
            CrashPoint::WriteFails,
            CrashPoint::NoRoom,
        ]);
        // Luck stays within what JSON holds exactly.
        Op::Crash { at, luck: self.rng.bits() >> 12, kill }
    }
}

/// Ask for a replay, mostly with its steps: from the side of a spectator, of a seat, or of one that few tables have. It is
/// not drawn: what is drawn after it stays what it was.
fn replay(world: &SimWorld, table: u32) -> Op {
    let seats = [None, Some(-1), Some(0), Some(1), Some(5)];
    let seat = seats[((world.now().0 + u64::from(table)) % 5) as usize];
    Op::Replay { table, seat }
}

/// How the clock is set: mostly by a little, sometimes over a day, back as often as forward.
fn jump(rng: &mut Rng) -> i64 {
    let size = rng.one(&[500, 10_000, 600_000, 7_200_000, 86_400_000, 3 * 86_400_000]);
    let ms = rng.below(size) as i64 + 1;
    if rng.percent(50) { -ms } else { ms }
}
