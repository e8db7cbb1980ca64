//! Matches without a service: the games, played by chance and by their own policies, against a reference model. More
//! matches end this way than at tables, and from stacks that no table starts with.

use super::model::{entry as entry_of, reported, shown};
use crate::inner::prelude::*;
use crate::inner::world::SimWorld;
use serde_json::value::RawValue;
use turnstone_laws::{Broken, ReferenceModel};

/// Maximum number of plies. A match with more is abandoned.
const MAX_PLIES: usize = 400;

impl SimWorld {
    /// Play this many matches of a kind, drawn from `luck`.
    pub(super) fn play_matches(&mut self, kind: &str, times: u32, luck: u64) -> CheckResult {
        let Some((rules, kind)) =
            SHIPPED.kind(kind).filter(|(rules, _)| ReferenceModel::knows(rules.about().id, rules.about().version))
        else {
            return Ok(());
        };
        let mut dice = Rng::new(luck);
        for _ in 0..times {
            let ended = play(rules, &a_setup(rules, kind, &mut dice), &mut dice)?;
            self.judge.counts.hit(if ended {
                "premise: a match was played without a service"
            } else {
                "a match that was abandoned"
            });
        }
        Ok(())
    }
}

fn a_setup(rules: &dyn Rules, kind: &Kind, dice: &mut Rng) -> Setup {
    let (fewest, most) = rules.about().seats;
    let seats = dice.between(fewest as u64, most as u64) as usize;
    // Three seats produce pots that two winners cannot split evenly.
    let seats = if dice.percent(50) { 3.clamp(fewest, most) } else { seats };
    let stake = dice.one(&[1, 3, 5, 7, 10, 25, 100]);
    let stake = if let BuyIn::Fixed(chips) = kind.buy_in { chips } else { stake };
    let setup = rules.setup(Some(kind), seats, stake);
    let uneven = if dice.percent(60) { uneven(&setup, seats, dice) } else { None };
    uneven.filter(|uneven| rules.allows(uneven)).unwrap_or(setup)
}

/// The setup with different stacks, if it has stacks.
fn uneven(setup: &Setup, seats: usize, dice: &mut Rng) -> Option<Setup> {
    let mut config = serde_json::to_value(setup).ok()?;
    let blind = config.get("bigBlind")?.as_i64()?;
    config["stacks"] = (0..seats).map(|_| json!(blind + blind * dice.below(12) as i64 / 2)).collect();
    serde_json::from_value(config).ok()
}

/// The policies of the seats, one of which is drawn for each ply. Without policies, plies are drawn by shape.
fn policies(rules: &dyn Rules, dice: &mut Rng) -> Vec<Policy> {
    let calls = rules.about().policies.contains(&PolicyName::CallingStation);
    match dice.below(4) {
        0 => Vec::new(),
        // The house's policy is fast where the game is banked.
        1 | 2 if rules.about().banked => vec![Policy::HOUSE],
        1 | 2 if calls => vec![Policy::Random, Policy::CallingStation, Policy::CallingStation],
        _ => vec![Policy::Random],
    }
}

/// A choice by the text of the action without its numbers, so that rare actions are as likely as frequent ones.
pub(super) fn by_shape(legal: &[Box<RawValue>], dice: &mut Rng) -> Option<u16> {
    let shape = |action: &RawValue| action.get().chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let shapes: Vec<String> = legal.iter().map(|action| shape(action)).collect();
    let kinds: BTreeSet<&String> = shapes.iter().collect();
    let kind = kinds.iter().nth(dice.below(kinds.len().max(1) as u64) as usize)?;
    let of_kind: Vec<usize> = (0..shapes.len()).filter(|at| shapes[*at] == **kind).collect();
    dice.pick(&of_kind).map(|at| *at as u16)
}

/// Play a match. Returns whether it ended.
fn play(rules: &dyn Rules, setup: &Setup, dice: &mut Rng) -> Result<bool, Violation> {
    let (about, config) = (rules.about(), serde_json::to_value(setup).expect("setups are plain data"));
    let seed = Seed::from_bytes(dice.bytes());
    let against = |broken: Broken| Violation {
        rule: "a game follows its reference model",
        seen: format!("{} {config} dealt by {}: {broken}", about.id, seed.to_hex()),
    };
    let mut events = Events::on();
    let dealt = rules.deal(setup, &seed, &mut events);
    let Some(mut live) = dealt else {
        return Err(Violation { rule: "an allowed setup can be dealt", seen: format!("{} {config}", about.id) });
    };
    let dealt = reported(&events.take());
    let mut reference =
        ReferenceModel::begin(about.id, about.version, &config, *seed.as_bytes(), &dealt).map_err(against)?;
    let policies = policies(rules, dice);
    let leaves = dice.percent(10);
    for _ in 0..MAX_PLIES {
        let to_act: Vec<Seat> = live.to_act().iter().collect();
        let Some(seat) = dice.pick(&to_act).copied() else {
            end(live.as_ref(), &reference, setup.seats, dice).map_err(against)?;
            return Ok(true);
        };
        let other = Seat::at(dice.below(setup.seats as u64) as usize);
        let (seat, entry) = if leaves && dice.percent(8) && live.may_concede(other) {
            (other, Entry::Leave(if dice.percent(50) { Leave::Forfeited } else { Leave::TimedOut }))
        } else {
            let choice = match dice.pick(&policies) {
                Some(policy) => live.choose(seat, *policy),
                None => by_shape(&live.legal_actions(seat), dice),
            };
            (seat, Entry::Choice(choice.unwrap_or(u16::MAX)))
        };
        let said = entry_of(live.as_ref(), seat, entry);
        let played = entry.play(seat, live.as_mut(), &mut events);
        must!(played, "an offered action can be played", "{} {config}: {entry:?}", about.id)?;
        reference.step(seat.index(), &said, &reported(&events.take())).map_err(against)?;
    }
    Ok(false)
}

/// Compare the outcome, and the view of one viewer.
fn end(live: &dyn Match, reference: &ReferenceModel, seats: usize, dice: &mut Rng) -> Result<(), Broken> {
    let outcome = live.outcome().map(|outcome| outcome.entries());
    reference.end(&serde_json::to_value(outcome).expect("outcomes are plain data"))?;
    let seat = Some(Seat::at(dice.below(seats as u64) as usize)).filter(|_| dice.percent(80));
    reference.look(&shown(live, Audience { seat, sealed: dice.percent(50) }))
}
