//! Matches without a service: the games that ship, played by chance and by their own policies, beside a referee. Many
//! more come to an end so than at tables, from stacks that no table begins with.

use super::model::{entry as entry_of, reported, shown};
use super::world::SimWorld;
use crate::prelude::*;
use serde_json::value::RawValue;
use turnstone_laws::{Broken, ReferenceModel};

/// No match that these players play has more entries; one that has is left.
const MOST_PLIES: usize = 400;

impl SimWorld {
    /// Play this many matches of a kind, drawn from luck.
    pub(super) fn play_matches(&mut self, kind: &str, times: u32, luck: u64) -> CheckResult {
        let Some((rules, kind)) =
            SHIPPED.kind(kind).filter(|(rules, _)| ReferenceModel::knows(rules.about().id, rules.about().version))
        else {
            return Ok(());
        };
        let mut dice = Rng::new(luck);
        for _ in 0..times {
            let setup = a_setup(rules, kind, &mut dice);
            let ended = play(rules, &setup, &mut dice)?;
            self.judge.counts.hit(if ended { "premise: a match without a service" } else { "a match that was left" });
        }
        Ok(())
    }
}

fn a_setup(rules: &dyn Rules, kind: &Kind, dice: &mut Rng) -> Setup {
    let (fewest, most) = rules.about().seats;
    let seats = dice.between(fewest as u64, most as u64) as usize;
    // What three put in is not shared evenly by two.
    let seats = if dice.percent(50) { 3.clamp(fewest, most) } else { seats };
    let stake = dice.one(&[1, 3, 5, 7, 10, 25, 100]);
    let stake = if let BuyIn::Fixed(chips) = kind.buy_in { chips } else { stake };
    let setup = rules.setup(Some(kind), seats, stake);
    let uneven = if dice.percent(60) { uneven(&setup, seats, dice) } else { None };
    uneven.filter(|uneven| rules.allows(uneven)).unwrap_or(setup)
}

/// The same with stacks that differ, where there are stacks.
fn uneven(setup: &Setup, seats: usize, dice: &mut Rng) -> Option<Setup> {
    let mut config = serde_json::to_value(setup).ok()?;
    let blind = config.get("bigBlind")?.as_i64()?;
    config["stacks"] = (0..seats).map(|_| json!(blind + blind * dice.below(12) as i64 / 2)).collect();
    serde_json::from_value(config).ok()
}

/// How the seats choose, each time one of these; by shape if there is none.
fn policies(rules: &dyn Rules, dice: &mut Rng) -> Vec<Policy> {
    let calls = rules.about().policies.contains(&PolicyName::CallingStation);
    match dice.below(4) {
        0 => Vec::new(),
        // Where no one has to think, the house's way is quickly found.
        1 | 2 if rules.about().banked => vec![Policy::House],
        1 | 2 if calls => vec![Policy::Random, Policy::CallingStation, Policy::CallingStation],
        _ => vec![Policy::Random],
    }
}

/// A choice by its words, and of those that differ in numbers alone any: what there is one of is chosen as often as
/// what there are forty of.
pub(super) fn by_shape(legal: &[Box<RawValue>], dice: &mut Rng) -> Option<u16> {
    let shape = |action: &RawValue| action.get().chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let shapes: Vec<String> = legal.iter().map(|action| shape(action)).collect();
    let kinds: BTreeSet<&String> = shapes.iter().collect();
    let kind = kinds.iter().nth(dice.below(kinds.len().max(1) as u64) as usize)?;
    let of_kind: Vec<usize> = (0..shapes.len()).filter(|at| shapes[*at] == **kind).collect();
    dice.pick(&of_kind).map(|at| *at as u16)
}

/// Play one; whether it came to its end.
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
        return Err(Violation { rule: "a setup that is allowed is dealt", seen: format!("{} {config}", about.id) });
    };
    let dealt = reported(&events.take());
    let mut reference =
        ReferenceModel::begin(about.id, about.version, &config, *seed.as_bytes(), &dealt).map_err(against)?;
    let policies = policies(rules, dice);
    let leaves = dice.percent(10);
    for _ in 0..MOST_PLIES {
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
        must(played, "an action that is offered can be played", || format!("{} {config}: {entry:?}", about.id))?;
        reference.step(seat.index(), &said, &reported(&events.take())).map_err(against)?;
    }
    Ok(false)
}

/// What came of it, and what someone is shown then.
fn end(live: &dyn Match, reference: &ReferenceModel, seats: usize, dice: &mut Rng) -> Result<(), Broken> {
    let outcome = live.outcome().map(|outcome| outcome.entries());
    reference.end(&serde_json::to_value(outcome).expect("outcomes are plain data"))?;
    let seat = Some(Seat::at(dice.below(seats as u64) as usize)).filter(|_| dice.percent(80));
    reference.look(&shown(live, Audience { seat, sealed: dice.percent(50) }))
}
