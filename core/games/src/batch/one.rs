//! One match of a batch.

use super::{Pairing, Row, SavedMatch};
use crate::encoding::{Encoded, indices, observe};
use crate::live::decide;
use crate::{Audience, Dice, Events, Game, Leave, Policy, Seat};

/// In the place of an action: the seat left.
const LEFT: u16 = u16::MAX;

pub(super) struct One<G: Game> {
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
    /// The draws of the opponents' policy.
    opponent: Dice,
    /// The seat of the learner; `None`: the caller plays all seats.
    learner: Option<Seat>,
    /// Whether the caller, for the learner if there is one, has decided since the deal.
    has_decided: bool,
    /// The seat that is to act.
    seat: Seat,
    legal: Vec<G::Action>,
    /// The indices of the legal actions.
    indices: Vec<u16>,
}

impl<G: Encoded> One<G> {
    pub(super) fn new(table: &Pairing<G>, mut seeds: Dice, player: Dice, opponent: Dice) -> Self {
        let (game, dealer) = deal(table, &mut seeds);
        let mut one = Self {
            game,
            dealer,
            learner: learner(table, &mut seeds),
            seeds,
            deals: 0,
            played: Vec::new(),
            player,
            opponent,
            has_decided: false,
            seat: Seat(0),
            legal: Vec::new(),
            indices: Vec::new(),
        };
        one.go_on(table, None);
        one.look();
        one
    }

    fn deal(&mut self, table: &Pairing<G>) {
        self.deals = self.seeds.drawn();
        self.played.clear();
        self.has_decided = false;
        (self.game, self.dealer) = deal(table, &mut self.seeds);
        self.learner = learner(table, &mut self.seeds);
    }

    pub(super) fn save(&self) -> SavedMatch {
        SavedMatch {
            deals: self.deals,
            played: self.played.clone(),
            samples: self.player.drawn(),
            opponents: self.opponent.drawn(),
        }
    }

    pub(super) fn restore(&mut self, table: &Pairing<G>, saved: &SavedMatch) -> bool {
        self.seeds.seek(saved.deals);
        self.player.seek(saved.samples);
        self.opponent.seek(saved.opponents);
        self.deal(table);
        self.look();
        let goes_on = saved.played.iter().all(|&index| {
            let possible = match index {
                LEFT => self.game.may_concede(self.seat),
                index => self.choice(index.into()).is_some(),
            };
            if possible {
                self.play(index.into());
            }
            let goes_on = possible && !self.is_over();
            if goes_on {
                self.look();
            }
            goes_on
        });
        goes_on && self.is_learners_turn()
    }

    fn is_over(&self) -> bool {
        self.game.to_act().is_empty()
    }

    /// Whether the caller acts for the learner, or plays all seats.
    pub(super) fn is_learners_turn(&self) -> bool {
        self.learner.is_none_or(|learner| learner == self.seat)
    }

    /// The seat that is to act: the learner, if it may.
    fn turn(&self) -> Option<Seat> {
        let to_act = self.game.to_act();
        self.learner.filter(|learner| to_act.contains(*learner)).or_else(|| to_act.first())
    }

    /// Find the seat that is to act and its legal actions. Returns its view.
    pub(super) fn look(&mut self) -> G::View {
        self.seat = self.turn().expect("a match with a decision");
        self.legal.clear();
        self.game.legal_actions(self.seat, &mut self.legal);
        let view = self.view();
        self.indices.clear();
        self.indices.extend(indices::<G>(&view, self.seat, &self.legal));
        view
    }

    /// The view of the seat that is to act.
    pub(super) fn view(&self) -> G::View {
        self.game.view(Audience::of(self.seat))
    }

    pub(super) fn choice(&self, action: i32) -> Option<usize> {
        self.indices.iter().position(|&index| i32::from(index) == action)
    }

    pub(super) fn sample(&mut self) -> i32 {
        self.player.pick(&self.indices).into()
    }

    /// Play an action of the seat that is to act, go on to the next decision of the caller, and write it.
    pub(super) fn step(&mut self, table: &Pairing<G>, action: i32, row: &mut Row) {
        self.play(action);
        self.go_on(table, Some(row));
        let view = self.look();
        self.write(&view, row);
    }

    /// Play an action of the seat that is to act. If it is not legal, the seat leaves.
    fn play(&mut self, action: i32) {
        self.has_decided |= self.is_learners_turn();
        if let Some(choice) = self.choice(action) {
            self.game.play(self.seat, &self.legal[choice], &mut self.dealer, &mut Events::off());
            self.played.push(self.indices[choice]);
        } else {
            self.game.concede(self.seat, Leave::Forfeited, &mut Events::off());
            self.played.push(LEFT);
        }
    }

    /// Let the opponents with a policy play and deal again what is over, up to the next decision of the caller. The row
    /// gets the end of a match in which the caller has decided.
    fn go_on(&mut self, table: &Pairing<G>, mut row: Option<&mut Row>) {
        let policy = table.opponents.and_then(|opponents| opponents.policy);
        loop {
            if self.is_over() {
                if let Some(row) = row.as_deref_mut().filter(|_| self.has_decided) {
                    self.write_end(table.setup.stake, row);
                }
                self.deal(table);
            }
            let Some(policy) = policy else { return };
            let Some(seat) = self.turn().filter(|seat| Some(*seat) != self.learner) else { return };
            self.answer(seat, policy);
        }
    }

    /// Let an opponent play.
    fn answer(&mut self, seat: Seat, policy: Policy) {
        self.legal.clear();
        self.game.legal_actions(seat, &mut self.legal);
        let view = self.game.view(Audience::of(seat));
        let choice = decide::<G>(policy, seat, &view, &self.legal, &mut self.opponent);
        let action = &self.legal[choice];
        self.played.push(G::index_of(&view, seat, action) as u16);
        self.game.play(seat, action, &mut self.dealer, &mut Events::off());
    }

    fn write_end(&self, stake: i64, row: &mut Row) {
        let outcome = self.game.outcome().expect("the match is over");
        for (reward, seat) in row.rewards.iter_mut().zip(&outcome.seats) {
            *reward = seat.score as f32 / stake as f32;
        }
        *row.ended = true;
        if let Some(last) = &mut row.last {
            let seat = self.learner.unwrap_or(self.seat);
            observe::<G>(&self.game.view(Audience::of(seat)), seat, false, last);
        }
    }

    pub(super) fn write(&self, view: &G::View, row: &mut Row) {
        observe::<G>(view, self.seat, true, row.observation);
        row.mask.fill(false);
        self.indices.iter().for_each(|&index| row.mask[usize::from(index)] = true);
        *row.seat = self.seat.0;
    }
}

/// A match that is not over at once.
fn deal<G: Game>(table: &Pairing<G>, seeds: &mut Dice) -> (G, Dice) {
    loop {
        let mut dealer = Dice::dealer(&seeds.seed());
        let game = G::deal(&table.setup, &mut dealer, &mut Events::off());
        if !game.to_act().is_empty() {
            return (game, dealer);
        }
    }
}

/// The seat of the learner in a match that was just dealt.
fn learner<G: Game>(table: &Pairing<G>, seeds: &mut Dice) -> Option<Seat> {
    let opponents = table.opponents?;
    Some(opponents.learner.unwrap_or_else(|| Seat::at(seeds.index(table.setup.seats))))
}
