//! Many matches of one setup that are stepped together, as learners train.

mod one;

use self::one::One;
use super::encoding::Encoded;
use super::{Dice, Game, Policy, Seat, Seed, Setup};
use serde::{Deserialize, Serialize};

/// Matches that are stepped together. A match that is over is dealt again at once, until its caller has a decision; the
/// chips of a match without one are in no reward.
pub trait MatchBatch: Send {
    /// Write the present position of each match: all but `rewards`, `ended` and `finals`, which become 0 and false.
    fn write(&self, rows: &mut BatchRows);
    /// The first match, if there is one, in which its action is not the index of a legal action.
    fn first_illegal(&self, actions: &[i32]) -> Option<usize>;
    /// Play one action in each match, for the seat that is to act, let the opponents with a policy play until the learner
    /// may act, and write the new positions. An action is an index of the game's encoding. If it is not legal, the seat
    /// leaves the match.
    fn step(&mut self, actions: &[i32], rows: &mut BatchRows);
    /// The matches in which an opponent without a policy is to act, ascending.
    fn waiting(&self) -> Vec<usize>;
    /// Play one legal action in each match of [`MatchBatch::waiting`], for the opponent that is to act, and write the new
    /// positions. `rewards`, `ended` and `finals` keep what the step has written, and get what has ended since.
    fn reply(&mut self, actions: &[i32], rows: &mut BatchRows);
    /// Draw a random legal action for each match.
    fn sample(&mut self, actions: &mut [i32]);
    /// The position of each match. Together with the setup, the seed, the opponents and the number of the first match it
    /// leads to an equal batch.
    fn save(&self) -> Vec<SavedMatch>;
    /// Take the positions that an equal batch saved, one for each match. False if that is impossible; the batch must not
    /// be used then.
    fn restore(&mut self, saved: &[SavedMatch]) -> bool;
}

/// The players of the seats that the learner of a batch does not play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponents {
    /// The learner's seat; `None`: drawn for each match.
    pub learner: Option<Seat>,
    /// How they choose; `None`: the caller chooses for them, in [`MatchBatch::reply`].
    pub policy: Option<Policy>,
}

/// The position of one match of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedMatch {
    /// The words of its stream of seeds that were drawn before the present deal.
    pub deals: u64,
    /// The actions since the deal, by their indices of the game's encoding; 65535 is a seat that left.
    pub played: Vec<u16>,
    /// The words that `sample` has drawn.
    pub samples: u64,
    /// The words that the policy of the opponents has drawn.
    #[serde(default)]
    pub opponents: u64,
}

/// Where a batch writes its positions: one row for each match, one after another.
#[derive(Debug)]
pub struct BatchRows<'a> {
    /// The observation of the seat that is to act: `Encoding::observation_len` numbers a match.
    pub observations: &'a mut [f32],
    /// By action index, whether it is legal: `Encoding::actions` values a match.
    pub masks: &'a mut [bool],
    /// The seat that is to act. If several seats choose at the same time, the learner is first, otherwise the lowest; the
    /// others do not see its choice.
    pub seats: &'a mut [u8],
    /// By seat, the chips that it won or lost with the last step, for each chip of the stake; 0 unless the match
    /// ended.
    pub rewards: &'a mut [f32],
    /// Whether the last step ended a match. The other values but `finals` are already those of the next match.
    pub ended: &'a mut [bool],
    /// The last observation of a match that the last step ended, for the learner or, without opponents, for the seat that
    /// acted; otherwise 0. Empty if nothing needs them.
    pub finals: &'a mut [f32],
}

/// The first streams for the draws of `sample` and of the opponents; those before them are for the deals.
const SAMPLES: u64 = 1 << 32;
const OPPONENTS: u64 = 2 << 32;

/// Matches of `G`.
pub(crate) struct Many<G: Game> {
    table: Pairing<G>,
    matches: Vec<One<G>>,
}

/// What all matches of a batch have in common.
struct Pairing<G: Game> {
    setup: Setup<G::Options>,
    opponents: Option<Opponents>,
}

/// The row of one match.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [bool],
    seat: &'a mut u8,
    rewards: &'a mut [f32],
    ended: &'a mut bool,
    last: Option<&'a mut [f32]>,
}

impl BatchRows<'_> {
    fn of<G: Encoded>(&mut self, seats: usize) -> impl Iterator<Item = Row<'_>> {
        let observations = self.observations.chunks_exact_mut(const { G::ENCODING.observation_len() });
        let finals = self.finals.chunks_exact_mut(const { G::ENCODING.observation_len() });
        let finals = finals.map(Some).chain(std::iter::repeat_with(|| None));
        let masks = self.masks.chunks_exact_mut(const { G::ENCODING.actions });
        let rewards = self.rewards.chunks_exact_mut(seats);
        let turns = self.seats.iter_mut().zip(&mut *self.ended);
        observations.zip(finals).zip(masks).zip(rewards).zip(turns).map(
            |((((observation, last), mask), rewards), (seat, ended))| Row {
                observation,
                mask,
                seat,
                rewards,
                ended,
                last,
            },
        )
    }
}

impl Row<'_> {
    /// Nothing ended yet in this step.
    fn clear(&mut self) {
        self.rewards.fill(0.0);
        if *self.ended {
            *self.ended = false;
            if let Some(last) = &mut self.last {
                last.fill(0.0);
            }
        }
    }
}

impl<G: Encoded> Many<G> {
    /// The matches with the numbers `first..first + count` of a seed. A match depends on its number and on the actions
    /// in it, not on the other matches.
    pub(crate) fn new(
        setup: Setup<G::Options>,
        seed: &Seed,
        first: u64,
        count: usize,
        opponents: Option<Opponents>,
    ) -> Self {
        let table = Pairing { setup, opponents };
        let stream = |first: u64, number: u64| Dice::new(seed, first + number);
        let one = |number| One::new(&table, stream(0, number), stream(SAMPLES, number), stream(OPPONENTS, number));
        let matches = (first..).take(count).map(one).collect();
        Self { table, matches }
    }

    fn is_waiting(&self, one: &One<G>) -> bool {
        self.table.opponents.is_some_and(|opponents| opponents.policy.is_none()) && !one.is_learners_turn()
    }
}

impl<G: Encoded> MatchBatch for Many<G> {
    fn write(&self, rows: &mut BatchRows) {
        for (one, mut row) in self.matches.iter().zip(rows.of::<G>(self.table.setup.seats)) {
            *row.ended = true;
            row.clear();
            one.write(&one.view(), &mut row);
        }
    }

    fn first_illegal(&self, actions: &[i32]) -> Option<usize> {
        self.matches.iter().zip(actions).position(|(one, &action)| one.choice(action).is_none())
    }

    fn step(&mut self, actions: &[i32], rows: &mut BatchRows) {
        let rows = rows.of::<G>(self.table.setup.seats);
        for ((one, &action), mut row) in self.matches.iter_mut().zip(actions).zip(rows) {
            row.clear();
            one.step(&self.table, action, &mut row);
        }
    }

    fn waiting(&self) -> Vec<usize> {
        let matches = self.matches.iter().enumerate();
        matches.filter(|(_, one)| self.is_waiting(one)).map(|(at, _)| at).collect()
    }

    fn reply(&mut self, actions: &[i32], rows: &mut BatchRows) {
        let (waiting, mut actions) = (self.waiting(), actions.iter());
        let mut waiting = waiting.into_iter().peekable();
        let rows = rows.of::<G>(self.table.setup.seats);
        for (at, (one, mut row)) in self.matches.iter_mut().zip(rows).enumerate() {
            if waiting.next_if_eq(&at).is_some()
                && let Some(&action) = actions.next()
            {
                one.step(&self.table, action, &mut row);
            }
        }
    }

    fn sample(&mut self, actions: &mut [i32]) {
        for (one, action) in self.matches.iter_mut().zip(actions) {
            *action = one.sample();
        }
    }

    fn save(&self) -> Vec<SavedMatch> {
        self.matches.iter().map(One::save).collect()
    }

    fn restore(&mut self, saved: &[SavedMatch]) -> bool {
        let Self { table, matches } = self;
        matches.len() == saved.len() && matches.iter_mut().zip(saved).all(|(one, saved)| one.restore(table, saved))
    }
}
