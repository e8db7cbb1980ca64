//! The house's play: 200 rollouts of the unseen cards estimate the strength of its hand, and a draw in 0..100 mixes the
//! decisions.

use super::Action;
use super::hand::Status;
use super::view::View;
use crate::cards::{Card, deck};
use crate::hands::CardSet;
use crate::{Dice, Seat};

/// The aggression, in percent, at which every frequency is the house's own.
pub(super) const AGGRESSION: u8 = 50;

const ROLLOUTS: i64 = 200;
/// The value of a rollout that the hand wins alone; a tie of t hands is worth `WIN / t`.
const WIN: i64 = 60;

/// Check if it is free, otherwise call.
pub(super) fn check_or_call(legal: &[Action]) -> usize {
    legal.iter().position(|action| matches!(action, Action::Check | Action::Call)).unwrap_or(0)
}

/// The house's decision, with its frequencies scaled by the aggression (House policy, Built-in policies).
pub(super) fn choose(seat: Seat, view: &View, legal: &[Action], aggression: u8, dice: &mut Dice) -> usize {
    let opponents = opponents(seat, view);
    let strength = wins(view, opponents, dice) * 1000 / (ROLLOUTS * WIN);
    let spot = Spot {
        strength,
        fair: 1000 / (opponents as i64 + 1),
        opponents: opponents as i64,
        aggression: i64::from(aggression),
        draw: i64::from(dice.below(100)),
    };
    let own = &view.seats[seat.index()];
    let owe = (view.current_bet - own.bet).min(own.stack);
    let raises = legal.iter().filter(|action| matches!(action, Action::Raise { .. })).count();
    let choice = if owe == 0 { spot.unbet(raises > 0) } else { spot.facing(owe, view, raises > 0) };
    match choice {
        Choice::Fold => 0,
        Choice::CheckOrCall => check_or_call(legal),
        // The raises are last in the list.
        Choice::Raise(place) => legal.len() - raises + place.min(raises - 1),
    }
}

/// The inputs of a decision; shares are in thousandths.
struct Spot {
    strength: i64,
    /// The share that an average hand would win.
    fair: i64,
    opponents: i64,
    aggression: i64,
    /// The draw in 0..100 that mixes decisions.
    draw: i64,
}

enum Choice {
    Fold,
    CheckOrCall,
    /// The raise at this index of the menu, or its last.
    Raise(usize),
}

impl Spot {
    /// No bet to call: usually bet strong hands, sometimes medium ones, and weak ones as a bluff.
    fn unbet(&self, may_raise: bool) -> Choice {
        let strong = if self.opponents == 1 { 140 } else { 120 };
        let want = if self.strength >= self.fair + strong {
            self.scaled(85)
        } else if self.strength >= self.fair + 30 {
            self.scaled(40)
        } else {
            self.scaled(18 / self.opponents)
        };
        if !may_raise || self.draw >= want {
            Choice::CheckOrCall
        } else {
            Choice::Raise(if self.is_draw_odd() { 2 } else { 1 })
        }
    }

    /// A bet to call: the first that applies of raising, calling, bluffing and folding.
    fn facing(&self, owe: i64, view: &View, may_raise: bool) -> Choice {
        let need = 1000 * owe / (view.pot + owe);
        let is_big = 2 * owe >= view.pot - owe;
        let is_blind_only = view.board.is_empty() && view.current_bet == view.big_blind;
        // A bet indicates strength, so the own hand counts for less.
        let tax = match (is_blind_only, is_big) {
            (true, _) => 0,
            (false, true) => 90,
            (false, false) => 50,
        };
        let strength = self.strength - tax;
        if may_raise && strength >= self.fair + 170 {
            return self.raise_or_trap(strength);
        }
        if may_raise && is_blind_only && strength >= self.fair + 20 && self.draw < self.scaled(45) {
            return Choice::Raise(1);
        }
        if strength >= need + 10 {
            return Choice::CheckOrCall;
        }
        let bluffs = 6 * self.aggression / i64::from(AGGRESSION);
        if may_raise && !is_big && self.draw < bluffs { Choice::Raise(0) } else { Choice::Fold }
    }

    fn raise_or_trap(&self, strength: i64) -> Choice {
        if self.draw >= self.scaled(75) {
            Choice::CheckOrCall
        } else if strength >= self.fair + 260 {
            Choice::Raise(if self.is_draw_odd() { 2 } else { 1 })
        } else {
            Choice::Raise(if self.draw % 3 == 0 { 0 } else { 1 })
        }
    }

    /// A frequency of the house's, out of 100, at this aggression.
    fn scaled(&self, frequency: i64) -> i64 {
        (frequency * self.aggression / i64::from(AGGRESSION)).min(95)
    }

    const fn is_draw_odd(&self) -> bool {
        self.draw % 2 == 1
    }
}

fn opponents(seat: Seat, view: &View) -> usize {
    let others = view.seats.iter().enumerate().filter(|(at, _)| *at != seat.index());
    others.filter(|(_, other)| matches!(other.status, Status::In | Status::AllIn)).count()
}

/// Deal the unseen cards 200 times, and sum the results of the own hand: `WIN` for the best hand alone, its share if
/// hands are equal.
fn wins(view: &View, opponents: usize, dice: &mut Dice) -> i64 {
    let seen = || view.board.iter().chain(view.hand.iter().flatten());
    let unseen: Vec<Card> = deck().into_iter().filter(|card| !seen().any(|known| known == card)).collect();
    let board = CardSet::of(&view.board);
    let own = view.hand.expect("a seat sees its own cards");
    let need = 2 * opponents + 5 - view.board.len();
    let mut cards = unseen.clone();
    let mut rollout = || {
        cards.copy_from_slice(&unseen);
        for k in 0..need {
            let j = k + dice.index(cards.len() - k);
            cards.swap(k, j);
        }
        let (hidden, rest) = cards[..need].split_at(2 * opponents);
        let board = rest.iter().fold(board, |board, &card| board.with(card));
        part(own, hidden, board)
    };
    (0..ROLLOUTS).map(|_| rollout()).sum()
}

/// The result of the own hand against opponents who hold two of the `hidden` cards each.
fn part(own: [Card; 2], hidden: &[Card], board: CardSet) -> i64 {
    let rank = |[first, second]: [Card; 2]| board.with(first).with(second).rank();
    let own = rank(own);
    let mut equal = 1;
    for pair in hidden.chunks_exact(2) {
        let other = rank([pair[0], pair[1]]);
        if other > own {
            return 0;
        }
        equal += i64::from(other == own);
    }
    WIN / equal
}
