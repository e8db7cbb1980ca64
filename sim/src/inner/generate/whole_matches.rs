//! Errands to tables of members: what is begun there is played until it is over.

use super::Generator;
use super::errands::{Part, round};
use crate::inner::step::Op;
use crate::inner::world::SimWorld;
use turnstone_service::games::{Opening, SHIPPED};

/// So often a table is played on at most: by chance it takes some hundred moves to find all pairs of a game.
const TIMES: u32 = 6;

impl Generator {
    /// Members play a table of any kind, one that takes long more often than others.
    pub(super) fn play_out(&mut self, who: &str) -> Vec<Part> {
        let kind = if self.rng.percent(35) { "memory-vs-house" } else { self.kind(true).kind }.to_owned();
        let (table, visibility) = (self.next, "public".to_owned());
        let made = Op::Create {
            kind,
            stake: 1,
            seats: None,
            visibility,
            open: true,
            daily_pace: false,
            invited: None,
            keyed: false,
        };
        vec![Part::Do(0, who.to_owned(), made), round(), Part::PlayOut(table, TIMES)]
    }

    /// Two members play the house, and one of them leaves, or one after the other.
    pub(super) fn give_up(&mut self, world: &SimWorld, who: &str, other: &str) -> Option<Vec<Part>> {
        let several = SHIPPED.kinds().filter(|(rules, _)| rules.about().seats.1 > 2);
        let kinds: Vec<_> = several.filter(|(_, kind)| kind.opening == Opening::OnRequest).collect();
        let (rules, kind) = self.rng.pick(&kinds)?;
        let seats = Some(self.rng.between(3, rules.about().seats.1 as u64) as u8);
        let invited = Some(world.known.people.get(other)?.handle.clone());
        let (table, kind, visibility) = (self.next, kind.kind.to_owned(), "public".to_owned());
        let made =
            Op::Create { kind, stake: 1, seats, visibility, open: false, daily_pace: false, invited, keyed: false };
        let moves = self.rng.below(6) as u32;
        let mut parts = vec![
            Part::Do(0, who.to_owned(), made),
            round(),
            Part::Do(0, other.to_owned(), Op::Sit { table }),
            round(),
            Part::Do(0, "world".into(), Op::PlayOn { table, moves, luck: self.luck() }),
            Part::Do(0, who.to_owned(), Op::Forfeit { table }),
            round(),
        ];
        if self.rng.percent(50) {
            parts.extend([Part::Do(0, other.to_owned(), Op::Forfeit { table }), round()]);
        }
        parts.push(Part::PlayOut(table, TIMES));
        Some(parts)
    }

    /// Tables of several, at which more than one may win.
    pub(super) fn share(&mut self, who: &str) -> Vec<Part> {
        let mut parts = Vec::new();
        let first = self.next;
        for table in [first, first + 3, first + 6] {
            let kind = self.rng.one(&["holdem-ring", "holdem-ring", "holdem-ring", "dominoes"]).to_owned();
            let (seats, visibility) = (Some(self.rng.between(3, 4) as u8), "public".to_owned());
            let (open, stake) = (self.rng.percent(50), self.rng.one(&[1, 3]));
            let made =
                Op::Create { kind, stake, seats, visibility, open, daily_pace: false, invited: None, keyed: false };
            let plays = Op::PlayOn { table, moves: 150, luck: self.luck() };
            parts.extend([Part::Do(0, who.to_owned(), made), round(), Part::Do(0, "world".into(), plays)]);
        }
        parts.push(Part::Do(0, who.to_owned(), Op::Card { table: first }));
        parts
    }
}
