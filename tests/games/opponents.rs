//! Batches in which the learner plays one seat and opponents play the others.

use crate::batches::{Memory, batch_with, next, seed};
use crate::table::{Case, Table};
use turnstone_games::{Dice, Entry, Leave, Level, MatchBatch, Opponents, Policy, Seat};

/// The steps of each batch, and the number of its match.
const STEPS: usize = 200;
const NUMBER: u64 = 3;
/// One in this many actions of the learner is not legal.
const ILLEGAL: usize = 40;

/// The cases with seats for opponents, and the places of the learner.
fn cases() -> impl Iterator<Item = (Case, Option<Seat>)> {
    let with_opponents = Case::all().filter(|case| case.seats > 1);
    with_opponents.flat_map(|case| [None, Some(Seat(0)), Some(Seat::at(case.seats - 1))].map(|learner| (case, learner)))
}

/// How the model's opponents choose: the place among the indices of their legal actions.
type Choose = fn(&mut Dice, &[u16]) -> usize;

fn at_random(dice: &mut Dice, indices: &[u16]) -> usize {
    dice.index(indices.len())
}

fn lowest(_: &mut Dice, indices: &[u16]) -> usize {
    (0..indices.len()).min_by_key(|&at| indices[at]).unwrap()
}

/// One match of a batch, played by the rules of single matches.
struct Model {
    case: Case,
    learner: Option<Seat>,
    seat: Seat,
    seeds: Dice,
    opponents: Dice,
    table: Table,
    has_decided: bool,
}

impl Model {
    fn new(case: Case, learner: Option<Seat>, choose: Choose) -> Self {
        let mut seeds = Dice::new(&seed(), NUMBER);
        let table = next(case, &mut seeds);
        let opponents = Dice::new(&seed(), (2 << 32) + NUMBER);
        let seat = learner.unwrap_or_else(|| Seat::at(seeds.index(case.seats)));
        let mut model = Self { case, learner, seat, seeds, opponents, table, has_decided: false };
        assert!(model.go_on(choose).is_none());
        model
    }

    /// Play up to the learner's next decision. Returns the rewards and the last observation of a match that has ended.
    fn go_on(&mut self, choose: Choose) -> Option<(Vec<f32>, Vec<f32>)> {
        let mut end = None;
        loop {
            if self.table.is_over() {
                let stake = self.table.setup.stake as f32;
                let scores = self.table.outcome().scores().into_iter().map(|score| score as f32 / stake).collect();
                end = self.has_decided.then(|| (scores, self.observation())).or(end);
                self.table = next(self.case, &mut self.seeds);
                self.seat = self.learner.unwrap_or_else(|| Seat::at(self.seeds.index(self.case.seats)));
                self.has_decided = false;
            }
            let to_act = self.table.live.to_act();
            if to_act.contains(self.seat) {
                return end;
            }
            let other = to_act.first().unwrap();
            let choice = choose(&mut self.opponents, &self.table.live.encoded_actions(other));
            assert!(self.table.play(other, Entry::Choice(choice as u16)));
        }
    }

    /// Play an action of the learner. If it is not legal, the learner leaves.
    fn play(&mut self, action: i32) {
        let choice = u16::try_from(action).ok().and_then(|index| self.table.live.choice_at(self.seat, index));
        let entry = choice.map_or(Entry::Leave(Leave::Forfeited), Entry::Choice);
        assert!(self.table.play(self.seat, entry), "{}", self.table);
        self.has_decided = true;
    }

    fn observation(&self) -> Vec<f32> {
        let mut numbers = vec![0.0; self.case.rules.encoding().observation_len()];
        self.table.live.observe(self.seat, &mut numbers);
        numbers
    }
}

#[test]
fn random_opponents_play_until_the_learner_may_act() {
    for (case, learner) in cases() {
        let opponents = Opponents { learner, policy: Some(Policy::Random) };
        let (mut batch, mut rows) = batch_with(case, NUMBER, 1, Some(opponents));
        let (mut model, mut action, mut ended) = (Model::new(case, learner, at_random), [0], 0);
        for step in 0..STEPS {
            let at = format!("{}, step {step}", model.table);
            assert_eq!((rows.seats[0], &rows.observations), (model.seat.0, &model.observation()), "{at}");
            batch.sample(&mut action);
            if step % ILLEGAL == ILLEGAL - 1 {
                action[0] = -1;
            }
            batch.step(&action, &mut rows.rows());
            assert!(batch.waiting().is_empty(), "{at}");
            model.play(action[0]);
            let end = model.go_on(at_random);
            assert_eq!(rows.ended[0], end.is_some(), "{at}");
            ended += usize::from(end.is_some());
            let (rewards, last) = end.unwrap_or_else(|| (vec![0.0; case.seats], vec![0.0; rows.finals.len()]));
            assert_eq!((&rows.rewards, &rows.finals), (&rewards, &last), "{at}");
        }
        assert!(ended > 0, "{case}: no match ended");
    }
}

#[test]
fn the_caller_replies_for_opponents_without_a_policy() {
    for (case, learner) in cases() {
        let (mut batch, mut rows) = batch_with(case, NUMBER, 1, Some(Opponents { learner, policy: None }));
        let reply = |batch: &mut dyn MatchBatch, rows: &mut Memory| {
            while batch.waiting() == [0] {
                let index = rows.masks.iter().position(|legal| *legal).unwrap();
                batch.reply(&[index as i32], &mut rows.rows());
            }
        };
        let mut model = Model::new(case, learner, lowest);
        reply(batch.as_mut(), &mut rows);
        let mut action = [0];
        for step in 0..STEPS {
            let at = format!("{}, step {step}", model.table);
            assert_eq!((rows.seats[0], &rows.observations), (model.seat.0, &model.observation()), "{at}");
            batch.sample(&mut action);
            batch.step(&action, &mut rows.rows());
            reply(batch.as_mut(), &mut rows);
            model.play(action[0]);
            let end = model.go_on(lowest);
            assert_eq!(rows.ended[0], end.is_some(), "{at}");
            let rewards = end.map_or(vec![0.0; case.seats], |(rewards, _)| rewards);
            assert_eq!(rows.rewards, rewards, "{at}");
        }
    }
}

#[test]
fn a_batch_with_opponents_is_restored_and_continues_alike() {
    for (case, learner) in cases() {
        for policy in [Policy::Random, Policy::House(Level::new(1).unwrap())] {
            let opponents = Some(Opponents { learner, policy: Some(policy) });
            let (mut one, mut rows) = batch_with(case, NUMBER, 2, opponents);
            let (mut actions, mut sampled) = ([0; 2], [0; 2]);
            for step in 0..STEPS / 10 {
                let (mut again, mut memory) = batch_with(case, NUMBER, 2, opponents);
                assert!(again.restore(&one.save()), "{case}, step {step}");
                again.write(&mut memory.rows());
                assert_eq!(memory.observations, rows.observations, "{case}, step {step}");
                one.sample(&mut actions);
                again.sample(&mut sampled);
                assert_eq!(sampled, actions, "{case}, step {step}");
                one.step(&actions, &mut rows.rows());
                again.step(&actions, &mut memory.rows());
                assert_eq!(memory, rows, "{case}, step {step}");
                one = again;
            }
        }
    }
}

#[test]
fn a_position_in_which_an_opponent_is_to_act_is_not_restored() {
    let case = Case::all().find(|case| case.kind.kind == "tic-tac-toe-vs-house").unwrap();
    let opponents = Some(Opponents { learner: Some(Seat(0)), policy: Some(Policy::Random) });
    let (one, _) = batch_with(case, NUMBER, 1, opponents);
    let mut saved = one.save();
    let free = (0..9).find(|cell| !saved[0].played.contains(cell)).unwrap();
    saved[0].played.push(free);
    assert!(!batch_with(case, NUMBER, 1, opponents).0.restore(&saved));
}
