//! The house's play in liar's dice: the probability that a bid is true, in whole numbers, and the decision based on it
//! (House policy).

use super::{Action, Bid, Hand, View};
use crate::{Dice, Seat};

/// The number of lowest legal bids that are considered.
const REACH: usize = 12;

/// The seat's knowledge of the dice.
#[derive(Clone, Copy)]
struct Odds {
    own: Hand,
    /// The number of dice under the other cup.
    hidden: u32,
    /// The other seat's last bid.
    last: Option<Bid>,
}

pub(super) fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
    let odds = Odds {
        own: view.hand.unwrap_or_default(),
        hidden: u32::from(view.seats[seat.other().index()].dice),
        last: view.bids.last().map(|last| last.bid),
    };
    odds.choose(legal, dice)
}

impl Odds {
    fn choose(&self, legal: &[Action], dice: &mut Dice) -> usize {
        // The challenge, if it is legal, is last.
        let challenge = legal.len() - 1;
        let whole = 6_u32.pow(self.hidden);
        let worths: Vec<u32> = legal.iter().take(REACH).filter_map(|action| Some(self.worth(action.bid()?))).collect();
        let last_worth = self.last.map(|bid| self.worth(bid));
        if last_worth.is_some_and(|worth| worths.is_empty() || 5 * worth < 2 * whole) {
            return challenge;
        }
        let at_least = |least: u32, of: u32| -> Vec<usize> {
            (0..worths.len()).filter(|&at| of * worths[at] >= least * whole).collect()
        };
        let good = at_least(1, 2);
        if !good.is_empty() {
            let bold = dice.below(4) == 0;
            return if bold { dice.pick(&at_least(1, 4)) } else { dice.pick(&good) };
        }
        let best = (0..worths.len()).rev().max_by_key(|&at| worths[at]).unwrap_or(challenge);
        match last_worth {
            Some(worth) if worths[best] + worth <= whole => challenge,
            Some(_) | None => best,
        }
    }

    /// Out of 6 to the power of `hidden` equally likely rolls of the other seat, those in which the bid is true. The
    /// seat assumes that the other one has a die of the face that it bid last.
    fn worth(&self, bid: Bid) -> u32 {
        let credit = u32::from(self.last.is_some_and(|last| last.face == bid.face));
        let unknown = self.hidden - credit;
        let known = u32::from(self.own.count_of(bid.face)) + credit;
        let need = u32::from(bid.quantity).saturating_sub(known);
        let helpful: u32 = if bid.face == 1 { 1 } else { 2 };
        let ways = |j: u32| choose(unknown, j) * helpful.pow(j) * (6 - helpful).pow(unknown - j);
        6_u32.pow(credit) * (need..=unknown).map(ways).sum::<u32>()
    }
}

impl Action {
    const fn bid(self) -> Option<Bid> {
        match self {
            Self::Bid(bid) => Some(bid),
            Self::Challenge => None,
        }
    }
}

/// n choose k.
fn choose(n: u32, k: u32) -> u32 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds(faces: [u8; 5], hidden: u32, last: Option<Bid>) -> Odds {
        Odds { own: Hand { faces, count: 5 }, hidden, last }
    }

    const fn bid(quantity: u8, face: u8) -> Bid {
        Bid { quantity, face }
    }

    #[test]
    fn the_worth_of_a_bid_is_the_number_of_rolls_in_which_it_holds() {
        let alone = odds([1, 3, 3, 5, 6], 1, None);
        // Three threes are known; a fourth comes with a three or a one, and only one of two dice is free.
        assert_eq!([3, 4, 5].map(|quantity| alone.worth(bid(quantity, 3))), [6, 2, 0]);
        assert_eq!([1, 2].map(|quantity| alone.worth(bid(quantity, 1))), [6, 1]);
        let five = odds([2, 2, 2, 2, 2], 5, None);
        assert_eq!(five.worth(bid(6, 2)), 7776 - 4_u32.pow(5));
    }

    #[test]
    fn the_house_assumes_one_die_of_the_last_bid() {
        let reported = odds([1, 3, 3, 5, 6], 1, Some(bid(1, 4)));
        assert_eq!([2, 3].map(|quantity| reported.worth(bid(quantity, 4))), [6, 0]);
        assert_eq!(reported.worth(bid(3, 5)), 2);
    }

    #[test]
    fn an_unlikely_bid_is_challenged_without_a_draw() {
        let mut dice = Dice::dealer(&crate::Seed::from_bytes([7; 32]));
        let mut legal: Vec<Action> = super::super::LADDER[bid(9, 1).place() + 1..].to_vec();
        legal.push(Action::Challenge);
        let choice = odds([2, 3, 4, 5, 6], 5, Some(bid(9, 1))).choose(&legal, &mut dice);
        assert_eq!(legal[choice], Action::Challenge);
        let mut fresh = Dice::dealer(&crate::Seed::from_bytes([7; 32]));
        assert_eq!(dice.below(1000), fresh.below(1000));
    }
}
