//! Batches of matches for learners.

use crate::table::{Case, Table};
use turnstone_games::{BatchRows, Dice, Entry, Events, MatchBatch, Opponents, SavedMatch, Seed};

/// The size of a batch, and the number of its steps.
const MATCHES: usize = 5;
const STEPS: usize = 400;

/// The memory of a batch's rows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Memory {
    pub(crate) observations: Vec<f32>,
    pub(crate) masks: Vec<bool>,
    pub(crate) seats: Vec<u8>,
    pub(crate) rewards: Vec<f32>,
    pub(crate) ended: Vec<bool>,
    pub(crate) finals: Vec<f32>,
}

impl Memory {
    fn of(case: Case, matches: usize) -> Self {
        let encoding = case.rules.encoding();
        // Every value is written, whatever was there before.
        Self {
            observations: vec![f32::NAN; matches * encoding.observation_len()],
            masks: vec![true; matches * encoding.actions],
            seats: vec![u8::MAX; matches],
            rewards: vec![f32::NAN; matches * case.seats],
            ended: vec![true; matches],
            finals: vec![f32::NAN; matches * encoding.observation_len()],
        }
    }

    pub(crate) fn rows(&mut self) -> BatchRows<'_> {
        BatchRows {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            rewards: &mut self.rewards,
            ended: &mut self.ended,
            finals: &mut self.finals,
        }
    }

    /// The part of one match.
    pub(crate) fn of_match(&self, at: usize) -> Self {
        let count = self.seats.len();
        let row = |length: usize| at * length / count..(at + 1) * length / count;
        Self {
            observations: self.observations[row(self.observations.len())].to_vec(),
            masks: self.masks[row(self.masks.len())].to_vec(),
            seats: self.seats[row(count)].to_vec(),
            rewards: self.rewards[row(self.rewards.len())].to_vec(),
            ended: self.ended[row(count)].to_vec(),
            finals: self.finals[row(self.finals.len())].to_vec(),
        }
    }
}

fn batch(case: Case, first: u64, count: usize) -> (Box<dyn MatchBatch>, Memory) {
    batch_with(case, first, count, None)
}

pub(crate) fn batch_with(
    case: Case,
    first: u64,
    count: usize,
    opponents: Option<Opponents>,
) -> (Box<dyn MatchBatch>, Memory) {
    let setup = case.deal(0).setup;
    let batch = case.rules.batch(&setup, &seed(), first, count, opponents).unwrap();
    let mut memory = Memory::of(case, count);
    batch.write(&mut memory.rows());
    (batch, memory)
}

pub(crate) fn seed() -> Seed {
    Seed::from_bytes([7; 32])
}

#[test]
fn a_match_depends_on_its_number_and_its_actions_alone() {
    for case in Case::all() {
        let (mut all, mut rows) = batch(case, 0, MATCHES);
        let (mut one, mut row) = batch(case, 2, 1);
        let mut actions = [0; MATCHES];
        for step in 0..STEPS {
            assert_eq!(rows.of_match(2), row, "{case}, step {step}");
            all.sample(&mut actions);
            assert_eq!(all.first_illegal(&actions), None, "{case}, step {step}");
            all.step(&actions, &mut rows.rows());
            one.step(&actions[2..3], &mut row.rows());
        }
    }
}

#[test]
fn a_restored_batch_continues_as_the_saved_one_does() {
    for case in Case::all() {
        let (mut one, mut rows) = batch(case, 3, MATCHES);
        let (mut actions, mut sampled) = ([0; MATCHES], [0; MATCHES]);
        for step in 0..STEPS {
            if step % 7 == 0 {
                let (mut again, mut memory) = batch(case, 3, MATCHES);
                assert!(again.restore(&one.save()), "{case}, step {step}");
                again.write(&mut memory.rows());
                // These belong to the last step.
                (memory.rewards, memory.ended) = (rows.rewards.clone(), rows.ended.clone());
                memory.finals = rows.finals.clone();
                assert_eq!(memory, rows, "{case}, step {step}");
                again.sample(&mut sampled);
                one.sample(&mut actions);
                assert_eq!(sampled, actions, "{case}, step {step}");
                (one, rows) = (again, memory);
            } else {
                one.sample(&mut actions);
            }
            one.step(&actions, &mut rows.rows());
        }
    }
}

#[test]
fn a_batch_rejects_positions_that_cannot_be_reached() {
    for case in Case::all() {
        let (mut one, mut rows) = batch(case, 0, 1);
        let mut action = [0];
        one.sample(&mut action);
        one.step(&action, &mut rows.rows());
        let saved = one.save();
        let never_legal = case.rules.encoding().actions as u16;
        let impossible = SavedMatch { played: vec![never_legal], ..saved[0].clone() };
        assert!(!batch(case, 0, 1).0.restore(&[impossible]), "{case}");
        assert!(!batch(case, 0, 2).0.restore(&saved), "{case}");
    }
}

/// A match of a batch has its seed from a stream with its number.
#[test]
fn a_batch_plays_as_single_matches_do() {
    for case in Case::all() {
        let (mut batch, mut rows) = batch(case, 0, 1);
        let mut stream = Dice::new(&seed(), 0);
        let mut table = next(case, &mut stream);
        let (mut action, mut ended) = ([0], 0);
        for step in 0..STEPS {
            let seat = table.live.to_act().first().unwrap();
            assert_eq!(usize::from(rows.seats[0]), seat.index(), "{table}, step {step}");
            let mut numbers = vec![0.0; rows.observations.len()];
            table.live.observe(seat, &mut numbers);
            assert_eq!(numbers, rows.observations, "{table}, step {step}");
            let mut mask = vec![false; rows.masks.len()];
            table.live.encoded_actions(seat).into_iter().for_each(|index| mask[usize::from(index)] = true);
            assert_eq!(mask, rows.masks, "{table}, step {step}");
            batch.sample(&mut action);
            batch.step(&action, &mut rows.rows());
            let choice = table.live.choice_at(seat, action[0] as u16).unwrap();
            assert!(table.play(seat, Entry::Choice(choice)), "{table}");
            assert_eq!(rows.ended, [table.is_over()], "{table}, step {step}");
            if table.is_over() {
                let stake = table.setup.stake as f32;
                let rewards: Vec<f32> =
                    table.outcome().scores().into_iter().map(|score| score as f32 / stake).collect();
                assert_eq!(rows.rewards, rewards, "{table}, step {step}");
                table.live.observe(seat, &mut numbers);
                assert_eq!(rows.finals, numbers, "{table}, step {step}");
                ended += 1;
                table = next(case, &mut stream);
                continue;
            }
            assert!(rows.rewards.iter().chain(&rows.finals).all(|number| *number == 0.0), "{table}, step {step}");
        }
        assert!(ended > 0, "{case}: no match ended");
    }
}

/// The next match with a decision.
pub(crate) fn next(case: Case, stream: &mut Dice) -> Table {
    let setup = case.deal(0).setup;
    loop {
        let table = Table::deal(case, setup.clone(), stream.seed());
        if !table.is_over() {
            return table;
        }
    }
}

#[test]
fn an_illegal_action_is_found_before_anything_is_played() {
    for case in Case::all() {
        let (mut batch, rows) = batch(case, 0, MATCHES);
        let (mut actions, size) = ([0; MATCHES], case.rules.encoding().actions);
        batch.sample(&mut actions);
        let masks = rows.masks.chunks(size);
        let illegal = masks.enumerate().find_map(|(at, mask)| Some((at, mask.iter().position(|legal| !legal)?)));
        for (at, action) in
            [(3, -1), (4, size as i32), (1, i32::MAX)].into_iter().chain(illegal.map(|(at, a)| (at, a as i32)))
        {
            let mut wrong = actions;
            wrong[at] = action;
            assert_eq!(batch.first_illegal(&wrong), Some(at), "{case}: {action}");
        }
        let mut again = rows.clone();
        batch.write(&mut again.rows());
        assert_eq!(again, rows, "{case}");
    }
}

#[test]
fn a_batch_needs_valid_options() {
    let case = Case::all().find(|case| case.kind.kind == "blackjack").unwrap();
    let mut config = serde_json::to_value(case.deal(0).setup).unwrap();
    config["hands"] = "many".into();
    let setup = serde_json::from_value(config).unwrap();
    assert!(case.rules.batch(&setup, &seed(), 0, 1, None).is_none());
    assert!(case.rules.deal(&setup, &seed(), &mut Events::off()).is_none());
}
