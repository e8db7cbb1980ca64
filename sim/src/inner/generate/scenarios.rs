//! Scenarios: scripts of several steps that are planned as a whole. Some lines are directives: `pushes-fail` and
//! `decisions-fail` make outbound calls fail; `notice-due` waits for a notice; `hand-out #2` delegates a seat of that
//! table; `play-out #0 6` plays a table to its end; `guess` tries codes until the limit of failed logins is reached;
//! `before-rest?1|60000` before a line waits until this many milliseconds before the handle of an erased member is
//! free.

use super::template::{SCRIPTS, line, lines};
use super::{Drawn, Generator, commit_step, weighted, world_name};
use crate::inner::model::Table;
use crate::inner::prelude::*;
use crate::inner::step::{Action, Answering, What};
use crate::inner::world::SimWorld;

/// Maximum number of tables that are played to establish a member.
const MOST_TABLES: u32 = 4;
/// Maximum length of a scenario that exhausts the failed logins.
const MOST_GUESSES: u32 = 12;

/// A part of a scenario that is still to be done.
#[derive(Clone)]
pub(super) enum Part {
    /// A step after a pause.
    Do(u64, String, What),
    /// Pending pushes or model calls fail, one after the other.
    CallsFail { decisions: bool },
    /// Wait until a notice is due, or until about then.
    NoticeDue,
    /// A player of this table who is not to act delegates the seat, and another caller claims it.
    HandOut(u32),
    /// Play a table on until it is over, at most this many times.
    PlayOut(u32, u32),
}

/// The names of the roles of a script.
type Roles<'a> = [(&'a str, &'a str); 4];

impl Generator {
    /// The next step of the current scenario: its pause, its caller and its action.
    pub(super) fn go_on(&mut self, world: &SimWorld) -> Option<(u64, String, What)> {
        while let Some(part) = self.scenario.pop_front() {
            match part {
                Part::Do(after_ms, who, what) => return Some((after_ms, who, what)),
                Part::CallsFail { decisions } => {
                    let is_meant = |call: &Call| match call {
                        Call::Decide(_) => decisions,
                        Call::Push(_) => !decisions,
                        Call::Tell(_) => false,
                    };
                    let Some(place) = world.outbound.pending.iter().position(|(_, call)| is_meant(call)) else {
                        continue;
                    };
                    self.scenario.push_front(Part::CallsFail { decisions });
                    let action = Action::Answer { place: place as u32, how: Answering::Failed, luck: self.luck() };
                    return Some((0, world_name(), What::Do(action)));
                }
                Part::NoticeDue => {
                    let Some(at) = world.model.notices_due().filter(|at| at.0 > world.clock).min() else { continue };
                    let left = at.0 - world.clock;
                    let after_ms = self.rng.one(&[left - 1, left / 2, left, left, left, left]);
                    let (who, commit) = commit_step();
                    return Some((after_ms, who, commit));
                }
                Part::PlayOut(table, times) => {
                    let known = world.model.tables.get(&world.known.table(table));
                    if times == 0 || !known.is_some_and(Table::is_active) {
                        continue;
                    }
                    self.scenario.push_front(Part::PlayOut(table, times - 1));
                    return Some((0, world_name(), What::Do(Action::PlayOn { table, moves: 150, luck: self.luck() })));
                }
                Part::HandOut(table) => {
                    let Some(owner) = waiting_owner(world, table) else { continue };
                    let mut parts = Vec::new();
                    let script = lines(&format!("hand-out {}", 1 + self.rng.below(2)));
                    let roles = [("host", owner.as_str()), ("guest", ""), ("newcomer", ""), ("third", "")];
                    let lines: Vec<String> =
                        script.iter().map(|line| line.replace("$table:#", &format!("$table:{table}"))).collect();
                    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                    self.plan(world, &roles, self.next, &lines, &mut parts)?;
                    parts.into_iter().rev().for_each(|part| self.scenario.push_front(part));
                }
            }
        }
        None
    }

    /// Start a scenario; `None` if none can start now.
    pub(super) fn start_scenario(&mut self, world: &SimWorld, who: &str) -> Drawn {
        world.known.account_of(who)?;
        let others = world.known.people.keys().filter(|name| *name != who && world.known.account_of(name).is_some());
        let other = self.one_of(others)?;
        let newcomer = format!("kin{}", self.next);
        let roles = [("host", who), ("guest", other), ("newcomer", &newcomer), ("third", other)];
        let mut parts = Vec::new();
        if self.rng.percent(14) {
            self.bring_in(world, &roles, &mut parts)?;
        } else {
            let (_, script) = weighted(&mut self.rng, &SCRIPTS, |(weight, _)| *weight);
            self.plan(world, &roles, self.next, script, &mut parts)?;
        }
        self.scenario.extend(parts);
        let (after_ms, who, what) = self.go_on(world)?;
        self.after_ms = Some(after_ms);
        Some((who, what))
    }

    /// The parts of a script. `first` is the number of its first step.
    fn plan(
        &mut self,
        world: &SimWorld,
        roles: &Roles<'_>,
        first: u32,
        lines: &[&str],
        parts: &mut Vec<Part>,
    ) -> Option<()> {
        for line in lines {
            let line = numbered(line, first);
            let mut words = line.split(' ');
            let word = words.next()?;
            let numbers: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
            match word {
                "pushes-fail" => parts.push(Part::CallsFail { decisions: false }),
                "decisions-fail" => parts.push(Part::CallsFail { decisions: true }),
                "notice-due" => parts.push(Part::NoticeDue),
                "hand-out" => parts.push(Part::HandOut(*numbers.first()?)),
                "play-out" => parts.push(Part::PlayOut(*numbers.first()?, *numbers.get(1)?)),
                "guess" => self.guess(world, parts)?,
                _ => {
                    let (after_ms, who, what) = self.line(world, roles, &line)?;
                    parts.push(Part::Do(after_ms, who, what));
                }
            }
        }
        Some(())
    }

    fn line(&mut self, world: &SimWorld, roles: &Roles<'_>, line: &str) -> Option<(u64, String, What)> {
        let early = line.strip_prefix("before-rest?").and_then(|line| line.split_once(' '));
        let (early, line) = early.map_or((None, line), |(early, line)| (Some(early), line));
        let early: Vec<u64> =
            early.into_iter().flat_map(|early| early.split('|')).filter_map(|ms| ms.parse().ok()).collect();
        let mut line = line.to_owned();
        for (role, name) in roles {
            let handle = world.known.people.get(*name).map_or(*name, |person| &person.handle);
            line = line.replace(&format!("{{{role}}}"), handle);
        }
        let role = roles.iter().find_map(|(role, name)| Some((*name, line.strip_prefix(role)?.strip_prefix(' ')?)));
        let (who, line) = role.unwrap_or(("", &line));
        let (who, what) = self.draw(world, who, line)?;
        Some((self.rng.pick(&early).map_or(0, |early| HANDLE_REST_S * 1_000 - early), who, what))
    }

    /// The tables that establish a member, then a newcomer who joins by their code, and a table or a duel of the two.
    fn bring_in(&mut self, world: &SimWorld, roles: &Roles<'_>, parts: &mut Vec<Part>) -> Option<()> {
        let account = world.known.account_of(roles[0].1)?;
        let needed = world.model.tables_needed(account);
        let early_ms = world.model.stayed_at(account).0.saturating_sub(world.clock);
        if needed > MOST_TABLES || early_ms > 3 * DAY_MS {
            return None;
        }
        for _ in 0..needed {
            self.plan(world, roles, self.next + parts.len() as u32, lines("table-more"), parts)?;
        }
        let referred = parts.len();
        self.plan(world, roles, self.next + referred as u32, lines("referred"), parts)?;
        if let Some(Part::Do(after_ms, ..)) = parts.get_mut(referred) {
            *after_ms = early_ms;
        }
        let script = lines(&format!("with-kin {}", 1 + self.rng.below(4)));
        self.plan(world, roles, self.next + parts.len() as u32, script, parts)
    }

    /// Try an unknown handle until the limit of failed logins is reached.
    fn guess(&mut self, world: &SimWorld, parts: &mut Vec<Part>) -> Option<()> {
        let limit = world.settings.failed_logins;
        let tries = (limit > 0 && limit <= MOST_GUESSES).then(|| limit + 1)?;
        let (who, guess) = self.draw(world, "nobody", line("wrong-token"))?;
        parts.extend((0..tries).map(|_| Part::Do(0, who.clone(), guess.clone())));
        let (who, commit) = commit_step();
        parts.push(Part::Do(0, who, commit));
        Some(())
    }
}

/// A line in which `#2` is replaced by the number of the step two after the first.
fn numbered(line: &str, first: u32) -> String {
    let mut parts = line.split('#');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let offset: u32 = part[..digits].parse().unwrap_or_default();
        text.push_str(&format!("{}{}", first + offset, &part[digits..]));
    }
    text
}

/// A member who is not to act, at a table in play.
fn waiting_owner(world: &SimWorld, number: u32) -> Option<String> {
    let table = world.model.tables.get(&world.known.table(number)).filter(|table| table.is_playing())?;
    let waits = (0..table.row.players.len()).map(Seat::at).find(|seat| !table.to_act().contains(*seat))?;
    let Player::Member(account) = table.row.players[waits.index()] else { return None };
    world.known.name_of(account)
}
