//! Dominoes: the draw game with a double-six set, one round, two to four seats without partnerships. The first seat
//! without tiles wins the pot; if no seat can move, the seat with the fewest pips wins.

mod encoding;
mod house;
#[cfg(test)]
mod tests;
mod text;
mod tiles;

use super::seat::Presence;
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, MatchResult, NoOptions, Opening, Outcome,
    PolicyName, Seat, Seats, Setup,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tiles::{Numbers, SET, Tile, Tiles};

/// The state of a round, with the data for its settlement.
#[derive(Clone)]
pub(super) struct Dominoes {
    stake: i64,
    /// The start seat, and the tile that it must lead.
    start: Seat,
    lead: Tile,
    /// One for each seat; the hand of a seat that left stays unchanged.
    hands: Vec<Tiles>,
    /// The numbers on which each seat has passed.
    lacks: Vec<Numbers>,
    /// The seats that have not left.
    present: Seats,
    mover: Seat,
    /// In drawing order.
    boneyard: Vec<Tile>,
    /// From left to right.
    line: Vec<[u8; 2]>,
    last: Option<Last>,
    end: Option<End>,
}

/// The last tile played.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
struct Last {
    /// The seat.
    seat: Seat,
    /// The tile.
    tile: Tile,
    /// The end of the line; null for the lead.
    end: Option<Side>,
}

#[derive(Clone, Copy)]
enum End {
    Out(Seat),
    Blocked,
    /// All other seats left.
    Alone(Seat),
}

/// An action on a seat's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Play a tile.
    Play {
        /// The tile.
        tile: Tile,
        /// The end of the line; none for the lead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Side>,
    },
    /// Draw the front tile of the boneyard, if no tile fits.
    Draw {},
    /// Pass, if no tile fits and the boneyard is empty.
    Pass {},
}

/// An end of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Side {
    Left,
    Right,
}

/// The round as a viewer sees it.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// All seats.
    seats: Vec<SeatView>,
    /// The seat that leads.
    start: Seat,
    /// Tiles from left to right, each by its left number and its right.
    line: Vec<[u8; 2]>,
    /// The open numbers, left and right; null before the lead.
    ends: Option<[u8; 2]>,
    /// The number of tiles in the boneyard.
    boneyard: usize,
    /// The boneyard's tiles in drawing order; null until over.
    boneyard_tiles: Option<Vec<Tile>>,
    /// Whether it ended because no seat could move.
    blocked: bool,
    /// The last tile played; null before.
    last: Option<Last>,
    /// The viewer's own tiles; absent for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<Tiles>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// The number of its tiles.
    tiles: usize,
    /// Its tiles; null until over.
    hand: Option<Tiles>,
    /// Their sum of pips; null until over.
    pips: Option<u32>,
    /// The numbers on which it passed: it has none of them.
    lacks: Numbers,
}

/// The phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    Lead,
    Play,
    Over,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// The number of tiles in the boneyard.
        boneyard: usize,
        /// The seat that leads.
        start: Seat,
        /// The number of tiles of each seat.
        tiles: usize,
    },
    Played {
        /// The end of the line; none for the lead.
        end: Option<Side>,
        /// The open numbers now, left and right.
        ends: Option<[u8; 2]>,
        /// The tile.
        tile: Tile,
        /// The number of tiles that the seat has left.
        tiles_left: usize,
    },
    Drew {
        /// The number of tiles left in the boneyard.
        boneyard: usize,
    },
    Passed {
        /// The open numbers, left and right.
        ends: Option<[u8; 2]>,
    },
    /// No seat can move.
    Blocked {
        /// Pips by seat; null for one that left.
        pips: Vec<Option<u32>>,
    },
    Settled {
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
        /// The winners, ascending.
        winners: Seats,
    },
}

impl Game for Dominoes {
    const ABOUT: About = About {
        id: "dominoes",
        version: "1",
        seats: (2, 4),
        default_seats: 4,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Random],
        rules: "One round with the 28 tiles of a double-six set, each seat for itself. Two seats get 7 tiles each, \
                three or four seats 5 each; the rest is the boneyard, face down. The highest double in any hand leads, \
                and its holder must open with it; with no double in any hand the tile with most pips leads, of equal \
                ones that with the higher end. Then seats play in ascending order. Lay a tile at the left or right end \
                of the line so that equal numbers meet; doubles do not branch. If you can play you must, and may not \
                draw. If nothing fits you draw from the boneyard, one tile at a time, until something fits; you pass \
                only when nothing fits and the boneyard is empty. The first seat without tiles wins the pot of all \
                stakes at once. When the boneyard is empty and no seat can move, the round is blocked: the fewest pips \
                left in hand win, and seats with equally few share the pot, odd chips going one each in turn order \
                from the seat that led. There is one round and no running score. You may leave at any time, on turn or \
                not: you lose your stake, your tiles are out of play and the others play on; the last seat left wins \
                the pot.",
        kinds: &[Kind {
            kind: "dominoes",
            label: "Dominoes",
            description: "The draw game with double-six tiles, two to four seats, one round.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;
    type Phase = Phase;
    type Event = Facts;
    type Options = NoOptions;

    fn deal(setup: &Setup<NoOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let seats = setup.seats;
        let each = if seats == 2 { 7 } else { 5 };
        let mut order: [Tile; SET] = std::array::from_fn(|id| Tile(id as u8));
        dice.shuffle(&mut order);
        let (dealt, boneyard) = order.split_at(seats * each);
        let hands: Vec<Tiles> = dealt.chunks(each).map(|hand| hand.iter().copied().collect()).collect();
        let (start, lead) = lead_of(&hands);
        let round = Self {
            stake: setup.stake,
            start,
            lead,
            hands,
            lacks: vec![Numbers::default(); seats],
            present: Seats::all(seats),
            mover: start,
            boneyard: boneyard.to_vec(),
            line: Vec::with_capacity(SET),
            last: None,
            end: None,
        };
        events.push(|| {
            Event::of(&Facts::Dealt { boneyard: round.boneyard.len(), start, tiles: each })
                .label(format!("{each} tiles each, seat {start} leads"))
        });
        round.tell_turn(events);
        round
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.mover) }
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        let hand = self.hands[seat.index()];
        let Some([left, right]) = self.ends() else {
            let forced = seat == self.start;
            let tiles = hand.iter().filter(|&tile| !forced || tile == self.lead);
            legal.extend(tiles.map(|tile| Action::Play { tile, end: None }));
            return;
        };
        let before = legal.len();
        for tile in hand.iter() {
            let fitting =
                [(Side::Left, left), (Side::Right, right)].into_iter().filter(|(_, number)| tile.has(*number));
            legal.extend(fitting.map(|(end, _)| Action::Play { tile, end: Some(end) }));
        }
        if legal.len() == before {
            legal.push(if self.boneyard.is_empty() { Action::Pass {} } else { Action::Draw {} });
        }
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        match *action {
            Action::Play { tile, end } => self.lay(seat, tile, end, events),
            Action::Draw {} => self.draw(seat, events),
            Action::Pass {} => self.pass(seat, events),
        }
        self.go_on(seat, events);
    }

    fn may_concede(&self, seat: Seat) -> bool {
        self.end.is_none() && self.present.contains(seat)
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        let mover = self.mover;
        self.present = self.present.without(seat);
        events.push(|| how.event(seat, &format!("Seat {seat} leaves"), &format!("Seat {seat} runs out of time")));
        if mover == seat {
            self.mover = self.next_present(seat);
        }
        if self.present.len() == 1 {
            self.end = self.present.first().map(End::Alone);
        }
        self.go_on(mover, events);
    }

    fn phase(&self) -> Phase {
        match (self.end.is_some(), self.line.is_empty()) {
            (true, _) => Phase::Over,
            (false, true) => Phase::Lead,
            (false, false) => Phase::Play,
        }
    }

    fn view(&self, audience: Audience) -> View {
        let over = self.end.is_some();
        let blocked = matches!(self.end, Some(End::Blocked));
        let seats = (0..self.hands.len()).map(Seat::at).map(|seat| {
            let (hand, present) = (self.hands[seat.index()], self.present.contains(seat));
            let counted = if audience.sealed { blocked && present } else { over };
            SeatView {
                seat,
                status: Presence::unless(!present),
                tiles: hand.len(),
                hand: (over && !audience.sealed).then_some(hand),
                pips: counted.then(|| hand.pips()),
                lacks: self.lacks[seat.index()],
            }
        });
        View {
            seats: seats.collect(),
            start: self.start,
            line: self.line.clone(),
            ends: self.ends(),
            boneyard: self.boneyard.len(),
            boneyard_tiles: (over && !audience.sealed).then(|| self.boneyard.clone()),
            blocked,
            last: self.last,
            hand: audience.seat.map(|seat| self.hands[seat.index()]),
        }
    }

    /// Swap tiles of the other hands and the boneyard in pairs, if the result agrees with what all seats know.
    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        const SWAPS: usize = 100;
        let others: Vec<usize> = (0..self.hands.len()).filter(|&at| viewer != Some(Seat::at(at))).collect();
        let mut hidden: Vec<Tile> = others.iter().flat_map(|&at| self.hands[at].iter()).collect();
        hidden.extend(&self.boneyard);
        for _ in 0..SWAPS {
            let (one, other) = (dice.index(hidden.len()), dice.index(hidden.len()));
            hidden.swap(one, other);
            let mut exchanged = self.clone();
            let mut rest = hidden.iter().copied();
            for &at in &others {
                exchanged.hands[at] = rest.by_ref().take(self.hands[at].len()).collect();
            }
            exchanged.boneyard = rest.collect();
            if exchanged.goes_with_what_was_shown() {
                *self = exchanged;
            } else {
                hidden.swap(one, other);
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winners = self.winners(self.end?);
        let mut outcome = Outcome::by_scores(self.scores(winners));
        // A sharer of the pot wins even if its share is no more than its stake, unless all share.
        if winners.len() < self.hands.len() {
            for (at, seat) in outcome.seats.iter_mut().enumerate() {
                seat.result = if winners.contains(Seat::at(at)) { MatchResult::Win } else { MatchResult::Loss };
            }
        }
        Some(outcome)
    }

    /// The play that sheds most pips, keeps the seat able to move and hinders the next seat.
    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        house::choose(seat, view, legal, dice)
    }
}

/// The start seat and its lead tile: the highest double in any hand, otherwise the tile with most pips, and of equal
/// ones that with the higher end.
fn lead_of(hands: &[Tiles]) -> (Seat, Tile) {
    let held = hands.iter().enumerate().flat_map(|(at, hand)| hand.iter().map(move |tile| (Seat::at(at), tile)));
    held.max_by_key(|(_, tile)| (tile.is_double(), tile.pips(), tile.numbers()[1])).expect("tiles are dealt")
}

impl Dominoes {
    /// Whether the hands agree with what is public: the leading seat and the passes, and that a seat can still move.
    /// Before the lead its tile is part of the hands.
    fn goes_with_what_was_shown(&mut self) -> bool {
        if self.line.is_empty() {
            let (start, lead) = lead_of(&self.hands);
            self.lead = lead;
            return start == self.start;
        }
        let lacks = |(hand, lacks): (&Tiles, &Numbers)| !hand.iter().any(|tile| lacks.iter().any(|n| tile.has(n)));
        self.hands.iter().zip(&self.lacks).all(lacks) && !self.is_blocked()
    }

    fn ends(&self) -> Option<[u8; 2]> {
        Some([self.line.first()?[0], self.line.last()?[1]])
    }

    fn lay(&mut self, seat: Seat, tile: Tile, end: Option<Side>, events: &mut Events) {
        let hand = &mut self.hands[seat.index()];
        *hand = hand.without(tile);
        let (left, tiles_left) = (hand.is_empty(), hand.len());
        self.put(tile, end);
        self.last = Some(Last { seat, tile, end });
        events.push(|| {
            let place = match end {
                None => "",
                Some(Side::Left) => " on the left",
                Some(Side::Right) => " on the right",
            };
            Event::of(&Facts::Played { end, ends: self.ends(), tile, tiles_left })
                .seat(seat)
                .label(format!("Seat {seat} plays {tile}{place}"))
        });
        if left {
            self.end = Some(End::Out(seat));
        }
        self.mover = self.next_present(seat);
    }

    /// Put a tile at an end of the line, turned so that equal numbers meet.
    fn put(&mut self, tile: Tile, end: Option<Side>) {
        let [low, high] = tile.numbers();
        match (end, self.ends()) {
            (Some(Side::Left), Some([left, _])) => {
                self.line.insert(0, if high == left { [low, high] } else { [high, low] });
            }
            (Some(Side::Right), Some([_, right])) => {
                self.line.push(if low == right { [low, high] } else { [high, low] });
            }
            (None, _) | (Some(_), None) => self.line.push([low, high]),
        }
    }

    /// Draw the front tile; the same seat acts again.
    fn draw(&mut self, seat: Seat, events: &mut Events) {
        let tile = self.boneyard.remove(0);
        let hand = &mut self.hands[seat.index()];
        *hand = hand.with(tile);
        let left = self.boneyard.len();
        events.push(|| Event::of(&Facts::Drew { boneyard: left }).seat(seat).label(format!("Seat {seat} draws")));
    }

    fn pass(&mut self, seat: Seat, events: &mut Events) {
        for number in self.ends().into_iter().flatten() {
            self.lacks[seat.index()].insert(number);
        }
        events.push(|| Event::of(&Facts::Passed { ends: self.ends() }).seat(seat).label(format!("Seat {seat} passes")));
        self.mover = self.next_present(seat);
    }

    /// After every action and every leave: check whether the game is blocked, and report the seat to move if it has
    /// changed.
    fn go_on(&mut self, before: Seat, events: &mut Events) {
        if self.end.is_none() && self.is_blocked() {
            self.end = Some(End::Blocked);
            events.push(|| {
                let pips = (0..self.hands.len())
                    .map(|at| self.present.contains(Seat::at(at)).then(|| self.hands[at].pips()))
                    .collect();
                Event::of(&Facts::Blocked { pips }).label("Nobody can move")
            });
        }
        if let Some(end) = self.end {
            self.tell_settled(end, events);
        } else if self.mover != before {
            self.tell_turn(events);
        }
    }

    fn is_blocked(&self) -> bool {
        let Some([left, right]) = self.ends() else { return false };
        let stuck = |seat: Seat| !self.hands[seat.index()].iter().any(|tile| tile.has(left) || tile.has(right));
        self.boneyard.is_empty() && self.present.iter().all(stuck)
    }

    /// The next seat in turn order that has not left.
    fn next_present(&self, seat: Seat) -> Seat {
        self.round_from(seat.next(self.hands.len())).find(|&next| self.present.contains(next)).unwrap_or(seat)
    }

    /// All seats in turn order beginning with `first`.
    fn round_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.hands.len();
        std::iter::successors(Some(first), move |seat| Some(seat.next(seats))).take(seats)
    }

    fn winners(&self, end: End) -> Seats {
        match end {
            End::Out(winner) | End::Alone(winner) => Seats::one(winner),
            End::Blocked => {
                let pips = |seat: &Seat| self.hands[seat.index()].pips();
                let fewest = self.present.iter().map(|seat| pips(&seat)).min();
                self.present.iter().filter(|seat| Some(pips(seat)) == fewest).collect()
            }
        }
    }

    /// The winners' shares of the pot, minus each seat's stake; the odd chips go one each to the sharers in turn order
    /// from the start seat.
    fn scores(&self, winners: Seats) -> Vec<i64> {
        let (pot, sharers) = (self.stake * self.hands.len() as i64, winners.len() as i64);
        let mut scores = vec![-self.stake; self.hands.len()];
        let in_turn_order = self.round_from(self.start).filter(|&seat| winners.contains(seat));
        for (place, seat) in in_turn_order.enumerate() {
            let odd_chip = i64::from((place as i64) < pot % sharers);
            scores[seat.index()] += pot / sharers + odd_chip;
        }
        scores
    }

    fn tell_turn(&self, events: &mut Events) {
        let (seat, leads) = (self.mover, self.line.is_empty());
        events.turn(seat, || format!("Seat {seat} to {}", if leads { "lead" } else { "move" }));
    }

    fn tell_settled(&self, end: End, events: &mut Events) {
        events.push(|| {
            let winners = self.winners(end);
            let single = winners.first().filter(|_| winners.len() == 1);
            let label = match (end, single) {
                (End::Out(winner), _) => format!("Seat {winner} is out"),
                (End::Alone(winner), _) => format!("Seat {winner} wins"),
                (End::Blocked, Some(winner)) => format!("Seat {winner} has the fewest pips"),
                (End::Blocked, None) => {
                    let names: Vec<String> = winners.iter().map(|seat| seat.to_string()).collect();
                    format!("Seats {} share the pot", names.join(" and "))
                }
            };
            let scores = self.scores(winners);
            Event::of(&Facts::Settled { scores, winners }).seat(single).label(label)
        });
    }
}
