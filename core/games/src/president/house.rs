//! The house's play in president.

use super::sets::{Hand, Set, TWO};
use super::{Action, Status, View};
use crate::{Dice, Seat};

/// The knowledge of the house in a seat.
pub(super) struct House<'a> {
    legal: &'a [Action],
    hand: Hand,
    leads: bool,
    /// Cards of each power that are neither played nor in the own hand.
    unseen: [u8; 13],
    /// The smallest and the greatest hand of the other seats in play.
    least: usize,
    most: usize,
}

impl<'a> House<'a> {
    pub(super) fn new(seat: Seat, view: &View, legal: &'a [Action]) -> Self {
        let hand = view.hand.unwrap_or_default();
        let mut unseen = std::array::from_fn(|power| 4 - hand.held(power as u8));
        for play in &view.played {
            unseen[usize::from(play.cards.power)] -= play.cards.len();
        }
        let rivals = || view.seats.iter().filter(|rival| rival.seat != seat && rival.status == Status::In);
        let least = rivals().map(|rival| rival.count).min().unwrap_or(0);
        let most = rivals().map(|rival| rival.count).max().unwrap_or(0);
        Self { legal, hand, leads: view.top.is_none(), unseen, least, most }
    }

    pub(super) fn choose(&self, dice: &mut Dice) -> usize {
        if self.legal.len() == 1 {
            return 0;
        }
        let empties = |(_, set): &(usize, Set)| usize::from(set.len()) == self.hand.len();
        if let Some((at, _)) = self.plays().find(empties) {
            return at;
        }
        if self.leads { self.lead() } else { self.follow(dice) }
    }

    /// Steps 3 to 5.
    fn lead(&self) -> usize {
        let whole: Vec<(usize, Set)> = self.plays().filter(|&(_, set)| self.is_whole(set)).collect();
        let bosses: Vec<usize> = whole.iter().filter(|&&(_, set)| self.is_boss(set)).map(|&(at, _)| at).collect();
        if let Some(&lowest) = bosses.first()
            && bosses.len() + 1 >= whole.len()
        {
            return lowest;
        }
        let first = whole.first().map_or(0, |&(at, _)| at);
        if self.least > 2 {
            return first;
        }
        let unanswerable = whole.iter().find(|(_, set)| usize::from(set.len()) > self.least);
        match (unanswerable, self.least) {
            (Some(&(at, _)), _) => at,
            (None, 1) => whole.last().map_or(first, |&(at, _)| at),
            (None, _) => first,
        }
    }

    /// Steps 6 to 8.
    fn follow(&self, dice: &mut Dice) -> usize {
        let pass = 0;
        let (queen, ranks) = (9, self.hand.ranks());
        if let Some((at, set)) = self.plays().find(|&(_, set)| self.is_whole(set)) {
            let urgent = self.least <= 4 || ranks <= 4;
            if set.power <= queen || urgent || set.power != TWO && dice.below(4) != 0 {
                return at;
            }
        }
        if self.least > 3 && ranks > 3 {
            return pass;
        }
        let mut breaking = self.plays().filter(|&(_, set)| !self.is_whole(set));
        let Some((first, lowest)) = breaking.next() else { return pass };
        let (last, highest) = breaking.last().unwrap_or((first, lowest));
        if self.is_boss(highest) { last } else { first }
    }

    /// The legal plays with their places in the list.
    fn plays(&self) -> impl Iterator<Item = (usize, Set)> {
        self.legal.iter().enumerate().filter_map(|(at, action)| match action {
            Action::Play { cards } => Some((at, *cards)),
            Action::Pass {} => None,
        })
    }

    /// Whether the set uses all own cards of its rank.
    fn is_whole(&self, set: Set) -> bool {
        self.hand.held(set.power) == set.len()
    }

    /// Whether no other hand can beat the set.
    fn is_boss(&self, set: Set) -> bool {
        let higher = &self.unseen[usize::from(set.power) + 1..];
        self.most < usize::from(set.len()) || higher.iter().all(|&unseen| unseen < set.len())
    }
}
