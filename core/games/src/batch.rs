//! Many matches of one setup that are stepped together, as learners train.

use super::encoding::{Encoded, indices, observe};
use super::{Audience, Dice, Events, Game, Seat, Seed, Setup};
use serde::{Deserialize, Serialize};

/// Matches that are stepped together. A match that is over is dealt again at once, until it has a decision; the chips
/// of a deal without one are in no reward.
pub trait MatchBatch: Send {
    /// Write the present position of each match: all but `rewards` and `ended`, which become 0 and false.
    fn write(&self, rows: &mut BatchRows);
    /// The first match, if there is one, in which its action is not the index of a legal action.
    fn first_illegal(&self, actions: &[i32]) -> Option<usize>;
    /// Play one action in each match, for the seat that is to act, and write the new positions. An action is an index
    /// of the game's encoding. The caller has checked that all are legal; an illegal one panics.
    fn step(&mut self, actions: &[i32], rows: &mut BatchRows);
    /// Draw a random legal action for each match.
    fn sample(&mut self, actions: &mut [i32]);
    /// The position of each match. Together with the setup, the seed and the number of the first match it leads to an
    /// equal batch.
    fn save(&self) -> Vec<SavedMatch>;
    /// Take the positions that an equal batch saved, one for each match. False if that is impossible; the batch must not
    /// be used then.
    fn restore(&mut self, saved: &[SavedMatch]) -> bool;
}

/// The position of one match of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedMatch {
    /// The words of its stream of seeds that were drawn before the present deal.
    pub deals: u64,
    /// The actions since the deal, by their indices of the game's encoding.
    pub played: Vec<u16>,
    /// The words that `sample` has drawn.
    pub samples: u64,
}

/// Where a batch writes its positions: one row for each match, one after another.
#[derive(Debug)]
pub struct BatchRows<'a> {
    /// The observation of the seat that is to act: `Encoding::observation_len` numbers a match.
    pub observations: &'a mut [f32],
    /// By action index, whether it is legal: `Encoding::actions` values a match.
    pub masks: &'a mut [bool],
    /// The seat that is to act. If several seats choose at the same time, the lowest is first; the others do not see
    /// its choice.
    pub seats: &'a mut [u8],
    /// By seat, the chips that it won or lost with the last step, for each chip of the stake; 0 unless the match
    /// ended.
    pub rewards: &'a mut [f32],
    /// Whether the last step ended a match. The other values are already those of the next match.
    pub ended: &'a mut [bool],
}

/// The first stream for the draws of `sample`; those before it are for the deals.
const SAMPLES: u64 = 1 << 32;

/// Matches of `G`.
pub(crate) struct Many<G: Game> {
    setup: Setup<G::Options>,
    matches: Vec<One<G>>,
}

struct One<G: Game> {
    game: G,
    dealer: Dice,
    /// The seeds of its deals.
    seeds: Dice,
    /// The words of `seeds` that were drawn before the present deal.
    deals: u64,
    /// The indices of the actions since the deal.
    played: Vec<u16>,
    /// The draws of `sample`, which do not change the deals.
    player: Dice,
    seat: Seat,
    legal: Vec<G::Action>,
    /// The indices of the legal actions.
    indices: Vec<u16>,
}

/// The row of one match.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [bool],
    seat: &'a mut u8,
    rewards: &'a mut [f32],
    ended: &'a mut bool,
}

impl BatchRows<'_> {
    fn of<G: Encoded>(&mut self, seats: usize) -> impl Iterator<Item = Row<'_>> {
        let observations = self.observations.chunks_exact_mut(const { G::ENCODING.observation_len() });
        let masks = self.masks.chunks_exact_mut(const { G::ENCODING.actions });
        let rewards = self.rewards.chunks_exact_mut(seats);
        let turns = self.seats.iter_mut().zip(&mut *self.ended);
        observations.zip(masks).zip(rewards).zip(turns).map(|(((observation, mask), rewards), (seat, ended))| Row {
            observation,
            mask,
            seat,
            rewards,
            ended,
        })
    }
}

impl<G: Encoded> Many<G> {
    /// The matches with the numbers `first..first + count` of a seed. A match depends on its number and on the actions
    /// in it, not on the other matches.
    pub(crate) fn new(setup: Setup<G::Options>, seed: &Seed, first: u64, count: usize) -> Self {
        let one = |number| One::new(&setup, Dice::new(seed, number), Dice::new(seed, SAMPLES + number));
        let matches = (first..).take(count).map(one).collect();
        Self { setup, matches }
    }
}

impl<G: Encoded> MatchBatch for Many<G> {
    fn write(&self, rows: &mut BatchRows) {
        for (one, row) in self.matches.iter().zip(rows.of::<G>(self.setup.seats)) {
            row.rewards.fill(0.0);
            *row.ended = false;
            one.write(&one.view(), row);
        }
    }

    fn first_illegal(&self, actions: &[i32]) -> Option<usize> {
        self.matches.iter().zip(actions).position(|(one, &action)| one.choice(action).is_none())
    }

    fn step(&mut self, actions: &[i32], rows: &mut BatchRows) {
        let rows = rows.of::<G>(self.setup.seats);
        for ((one, &action), row) in self.matches.iter_mut().zip(actions).zip(rows) {
            one.play(action);
            row.rewards.fill(0.0);
            *row.ended = one.game.to_act().is_empty();
            if *row.ended {
                one.reward(self.setup.stake, row.rewards);
                one.deal(&self.setup);
            }
            let view = one.look();
            one.write(&view, row);
        }
    }

    fn sample(&mut self, actions: &mut [i32]) {
        for (one, action) in self.matches.iter_mut().zip(actions) {
            *action = one.player.pick(&one.indices).into();
        }
    }

    fn save(&self) -> Vec<SavedMatch> {
        self.matches.iter().map(One::save).collect()
    }

    fn restore(&mut self, saved: &[SavedMatch]) -> bool {
        let Self { setup, matches } = self;
        matches.len() == saved.len() && matches.iter_mut().zip(saved).all(|(one, saved)| one.restore(setup, saved))
    }
}

impl<G: Encoded> One<G> {
    fn new(setup: &Setup<G::Options>, mut seeds: Dice, player: Dice) -> Self {
        let (game, dealer) = deal(setup, &mut seeds);
        let mut one = Self {
            game,
            dealer,
            seeds,
            deals: 0,
            played: Vec::new(),
            player,
            seat: Seat(0),
            legal: Vec::new(),
            indices: Vec::new(),
        };
        one.look();
        one
    }

    fn deal(&mut self, setup: &Setup<G::Options>) {
        self.deals = self.seeds.drawn();
        self.played.clear();
        (self.game, self.dealer) = deal(setup, &mut self.seeds);
    }

    fn save(&self) -> SavedMatch {
        SavedMatch { deals: self.deals, played: self.played.clone(), samples: self.player.drawn() }
    }

    fn restore(&mut self, setup: &Setup<G::Options>, saved: &SavedMatch) -> bool {
        self.seeds.seek(saved.deals);
        self.player.seek(saved.samples);
        self.deal(setup);
        self.look();
        saved.played.iter().all(|&index| {
            let played = self.choice(index.into()).is_some();
            if played {
                self.play(index.into());
            }
            let goes_on = played && !self.game.to_act().is_empty();
            if goes_on {
                self.look();
            }
            goes_on
        })
    }

    /// Find the seat that is to act and its legal actions. Returns its view.
    fn look(&mut self) -> G::View {
        self.seat = self.game.to_act().first().expect("a match with a decision");
        self.legal.clear();
        self.game.legal_actions(self.seat, &mut self.legal);
        let view = self.view();
        self.indices.clear();
        self.indices.extend(indices::<G>(&view, self.seat, &self.legal));
        view
    }

    /// The view of the seat that is to act.
    fn view(&self) -> G::View {
        self.game.view(Audience::of(self.seat))
    }

    fn choice(&self, action: i32) -> Option<usize> {
        self.indices.iter().position(|&index| i32::from(index) == action)
    }

    fn play(&mut self, action: i32) {
        let choice = self.choice(action).expect("the caller has checked the action");
        self.game.play(self.seat, &self.legal[choice], &mut self.dealer, &mut Events::off());
        self.played.push(self.indices[choice]);
    }

    fn reward(&self, stake: i64, rewards: &mut [f32]) {
        let outcome = self.game.outcome().expect("the match is over");
        for (reward, seat) in rewards.iter_mut().zip(&outcome.seats) {
            *reward = seat.score as f32 / stake as f32;
        }
    }

    fn write(&self, view: &G::View, row: Row) {
        observe::<G>(view, self.seat, true, row.observation);
        row.mask.fill(false);
        self.indices.iter().for_each(|&index| row.mask[usize::from(index)] = true);
        *row.seat = self.seat.0;
    }
}

/// A match that is not over at once.
fn deal<G: Game>(setup: &Setup<G::Options>, seeds: &mut Dice) -> (G, Dice) {
    loop {
        let mut dealer = Dice::dealer(&seeds.seed());
        let game = G::deal(setup, &mut dealer, &mut Events::off());
        if !game.to_act().is_empty() {
            return (game, dealer);
        }
    }
}
