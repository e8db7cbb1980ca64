//! President, also called Scum: sets of equal ranks, higher beats lower, the first seat out is president; one round,
//! three to six seats, ranked.

mod encoding;
mod house;
mod sets;
#[cfg(test)]
mod tests;
mod text;

use super::cards::{Card, deck};
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, Seat, Seats, Setup,
};
use house::House;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sets::{Hand, Set, TWO};

/// The state of a round, with the data for its settlement.
#[derive(Clone)]
pub(super) struct President {
    stake: i64,
    start: Seat,
    dealt: Vec<Hand>,
    /// The cards of each seat; a seat that left keeps its hand.
    hands: Vec<Hand>,
    /// None for a seat still in play.
    places: Vec<Option<Place>>,
    /// The seats that have passed since the top set was played.
    passed: Seats,
    played: Vec<Play>,
    /// The number of the trick, from 1.
    trick: u32,
    /// The set to beat; none on a lead.
    top: Option<Top>,
    mover: Seat,
}

#[derive(Clone, Copy)]
struct Place {
    rank: u8,
    left: bool,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
struct Play {
    /// The seat.
    seat: Seat,
    /// The trick, from 1.
    trick: u32,
    /// The set.
    cards: Set,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
struct Top {
    /// The seat.
    seat: Seat,
    /// The set.
    cards: Set,
}

/// An action on a seat's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Pass.
    Pass {},
    /// Lead a set, or beat the top set.
    Play {
        /// The cards: the lowest suits held of the rank.
        cards: Set,
    },
}

/// The round as a viewer sees it.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// The seat that began.
    start: Seat,
    /// The trick, from 1.
    trick: u32,
    /// The set to beat; null for a lead.
    top: Option<Top>,
    /// All sets so far, in order.
    played: Vec<Play>,
    /// All seats.
    seats: Vec<SeatView>,
    /// The viewer's own cards by rank, the 2 last; absent for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<Hand>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    /// The number of its cards.
    count: usize,
    /// Its status.
    status: Status,
    /// Whether it has passed since the top set was played.
    passed: bool,
    /// Its place, from 1; null before.
    rank: Option<u8>,
    /// The title of the place; null before.
    #[serde(deserialize_with = "crate::encoding::not_read")]
    title: Option<crate::encoding::FixedWord>,
    /// Its remaining cards; null until over.
    cards: Option<Hand>,
    /// Its cards at the deal; null until over.
    dealt: Option<Hand>,
    /// Chips won or lost; null until over.
    score: Option<i64>,
}

/// The phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    Lead,
    Follow,
    Over,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// The number of cards of each seat.
        counts: Vec<usize>,
        /// The seat that leads.
        start: Seat,
    },
    Pass,
    Play {
        /// The set.
        cards: Set,
        /// The number of cards that the seat has left.
        left: usize,
    },
    /// The seat has no cards left.
    Out(Placed),
    /// The seat gave up.
    Forfeited(Placed),
    /// The seat ran out of time.
    TimedOut(Placed),
    /// A trick is over; the seat leads the next.
    Trick {
        /// The seat that took it.
        taker: Seat,
        /// Its number, from 1.
        trick: u32,
    },
    Settled {
        /// Places, by seat.
        ranks: Vec<u8>,
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
    },
}

/// A place that a seat has taken.
#[derive(Serialize, JsonSchema)]
pub(super) struct Placed {
    /// The place, from 1.
    rank: u8,
    /// Its title.
    title: &'static str,
}

/// The status of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Status {
    In,
    /// Without cards.
    Out,
    Left,
}

impl Game for President {
    const ABOUT: About = About {
        id: "president",
        version: "1",
        seats: (3, 6),
        default_seats: 4,
        banked: false,
        duellable: false,
        policies: &[],
        rules: "All 52 cards are dealt to three to six seats; who leads first is drawn by lot. Ranks go from low to \
                high 3 4 5 6 7 8 9 10 J Q K A 2: three is lowest, two is highest; suits do not count. The leader of a \
                trick plays one to four cards of one rank. Each seat in turn then passes or beats the top set with the \
                same number of cards of a higher rank; an equal rank does not beat. You may pass though you could \
                beat, and passing does not lock you out: after the next play you may play again when your turn comes. \
                When all others have passed since the top set was made, the trick is over and its maker leads the \
                next; a set of twos ends the trick at once. If the maker has no cards left, the next seat still in \
                play leads. The first seat without cards is president, and so on down to scum, the last one left. \
                There is one round and no exchange of cards. With stake S the president wins S and the scum loses S; \
                with four or more seats the vice-president wins half of S, rounded down, and the vice-scum loses as \
                much; citizens between them neither win nor lose. You may leave as long as you are in play, on turn or \
                not: you take the lowest place still free and the others play on.",
        kinds: &[Kind {
            kind: "president",
            label: "President",
            description: "Get rid of your cards first, three to six seats, one round.",
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
        let start = Seat::at(dice.index(seats));
        let mut cards = deck();
        dice.shuffle(&mut cards);
        let mut dealt = vec![Hand::default(); seats];
        for (k, &card) in cards.iter().enumerate() {
            dealt[(start.index() + k) % seats].insert(card);
        }
        let round = Self {
            stake: setup.stake,
            start,
            hands: dealt.clone(),
            dealt,
            places: vec![None; seats],
            passed: Seats::NONE,
            played: Vec::new(),
            trick: 1,
            top: None,
            mover: start,
        };
        events.push(|| {
            let counts = round.hands.iter().map(|hand| hand.len()).collect();
            Event::of(&Facts::Dealt { counts, start }).label(format!("Seat {start} leads"))
        });
        round.tell_turn(events);
        round
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { Seats::one(self.mover) }
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        let hand = self.hands[seat.index()];
        let play = |power, count| Action::Play { cards: hand.lowest(power, count) };
        if let Some(top) = self.top {
            let count = top.cards.len();
            legal.push(Action::Pass {});
            let beating = (top.cards.power + 1..=TWO).filter(|&power| hand.held(power) >= count);
            legal.extend(beating.map(|power| play(power, count)));
        } else {
            legal.extend((0..=TWO).flat_map(|power| (1..=hand.held(power)).map(move |count| play(power, count))));
        }
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        match *action {
            Action::Play { cards } => self.lay(seat, cards, events),
            Action::Pass {} => {
                self.passed = self.passed.with(seat);
                events.push(|| Event::of(&Facts::Pass).seat(seat).label(format!("Seat {seat} passes")));
            }
        }
        self.go_on(events);
    }

    fn may_concede(&self, seat: Seat) -> bool {
        self.present().contains(seat) && !self.is_over()
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        let left_before = self.places.iter().flatten().filter(|place| place.left).count();
        let rank = (self.places.len() - left_before) as u8;
        self.places[seat.index()] = Some(Place { rank, left: true });
        self.passed = self.passed.without(seat);
        events.push(|| {
            let placed = Placed { rank, title: self.title(rank) };
            let label = |leaves: &str| format!("Seat {seat} {leaves} and is {}", self.title(rank));
            match how {
                Leave::Forfeited => Event::of(&Facts::Forfeited(placed)).seat(seat).label(label("leaves")),
                Leave::TimedOut => Event::of(&Facts::TimedOut(placed)).seat(seat).label(label("runs out of time")),
            }
        });
        self.go_on(events);
    }

    fn phase(&self) -> Phase {
        match (self.is_over(), self.top) {
            (true, _) => Phase::Over,
            (false, None) => Phase::Lead,
            (false, Some(_)) => Phase::Follow,
        }
    }

    fn view(&self, audience: Audience) -> View {
        let over = self.is_over();
        let seats = (0..self.places.len()).map(Seat::at).map(|seat| {
            let (place, hand) = (self.places[seat.index()], self.hands[seat.index()]);
            let shown = over && (!audience.sealed || audience.is(seat));
            SeatView {
                seat,
                count: hand.len(),
                status: match place {
                    None => Status::In,
                    Some(Place { left: false, .. }) => Status::Out,
                    Some(Place { left: true, .. }) => Status::Left,
                },
                passed: self.passed.contains(seat),
                rank: place.map(|place| place.rank),
                title: place.map(|place| self.title(place.rank)),
                cards: shown.then_some(hand),
                dealt: shown.then(|| self.dealt[seat.index()]),
                score: place.filter(|_| over).map(|place| self.score(place.rank)),
            }
        });
        View {
            start: self.start,
            trick: self.trick,
            top: self.top.filter(|_| !over),
            played: self.played.clone(),
            seats: seats.collect(),
            hand: audience.seat.map(|seat| self.hands[seat.index()]),
        }
    }

    /// Redeal the cards held by the other seats, those that left included, the same number to each.
    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        let others: Vec<usize> = (0..self.hands.len()).filter(|&at| viewer != Some(Seat::at(at))).collect();
        let mut cards: Vec<Card> = others.iter().flat_map(|&at| self.hands[at].cards()).collect();
        dice.shuffle(&mut cards);
        for at in others {
            let hand: Hand = cards.drain(..self.hands[at].len()).collect();
            let played = self.played.iter().filter(|play| play.seat.index() == at).flat_map(|play| play.cards.cards());
            self.dealt[at] = hand.cards().chain(played).collect();
            self.hands[at] = hand;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let ranks = self.ranks().filter(|_| self.is_over())?;
        let mut outcome = Outcome::by_scores(ranks.iter().map(|&rank| self.score(rank)));
        for (seat, rank) in outcome.seats.iter_mut().zip(ranks) {
            seat.rank = Some(rank);
            seat.title = Some(self.title(rank));
        }
        Some(outcome)
    }

    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        House::new(seat, view, legal).choose(dice)
    }
}

impl President {
    /// The seats without a place.
    fn present(&self) -> Seats {
        (0..self.places.len()).filter(|&at| self.places[at].is_none()).map(Seat::at).collect()
    }

    fn is_over(&self) -> bool {
        self.present().is_empty()
    }

    /// All seats' ranks, once all have one.
    fn ranks(&self) -> Option<Vec<u8>> {
        self.places.iter().map(|place| place.map(|place| place.rank)).collect()
    }

    fn lay(&mut self, seat: Seat, cards: Set, events: &mut Events) {
        let hand = &mut self.hands[seat.index()];
        hand.remove(cards);
        let left = hand.len();
        self.played.push(Play { seat, trick: self.trick, cards });
        self.top = Some(Top { seat, cards });
        // Every play clears all passes.
        self.passed = Seats::NONE;
        events.push(|| {
            Event::of(&Facts::Play { cards, left }).seat(seat).label(format!("Seat {seat} plays {}", cards.name()))
        });
        if left == 0 {
            self.go_out(seat, events);
        }
    }

    /// The seat takes the best free rank.
    fn go_out(&mut self, seat: Seat, events: &mut Events) {
        let out_before = self.places.iter().flatten().filter(|place| !place.left).count();
        let rank = out_before as u8 + 1;
        self.places[seat.index()] = Some(Place { rank, left: false });
        events.push(|| {
            let title = self.title(rank);
            Event::of(&Facts::Out(Placed { rank, title })).seat(seat).label(format!("Seat {seat} is {title}"))
        });
    }

    /// The consequences of a play, a pass, or a leave of the mover or another seat (Passing, tricks, going out).
    fn go_on(&mut self, events: &mut Events) {
        let present = self.present();
        if let Some(last) = present.first().filter(|_| present.len() == 1) {
            self.passed = Seats::NONE;
            self.go_out(last, events);
            self.tell_settled(events);
            return;
        }
        match self.top {
            None if present.contains(self.mover) => {}
            None => self.mover = self.next_among(self.mover, present),
            Some(top) => self.follow(top, present, events),
        }
        self.tell_turn(events);
    }

    fn follow(&mut self, top: Top, present: Seats, events: &mut Events) {
        let waiting: Seats = present.iter().filter(|&seat| seat != top.seat && !self.passed.contains(seat)).collect();
        if waiting.is_empty() || top.cards.power == TWO {
            self.end_trick(top.seat, present, events);
        } else if !waiting.contains(self.mover) {
            self.mover = self.next_among(self.mover, waiting);
        }
    }

    fn end_trick(&mut self, taker: Seat, present: Seats, events: &mut Events) {
        let takes = present.contains(taker);
        let leader = if takes { taker } else { self.next_among(taker, present) };
        let trick = self.trick;
        events.push(|| {
            let label = if takes { format!("Seat {taker} takes the trick") } else { format!("Seat {leader} leads") };
            Event::of(&Facts::Trick { taker, trick }).seat(leader).label(label)
        });
        self.trick += 1;
        self.top = None;
        self.passed = Seats::NONE;
        self.mover = leader;
    }

    /// The next of some seats round the table after `seat`.
    fn next_among(&self, seat: Seat, seats: Seats) -> Seat {
        let count = self.places.len();
        let round = (1..count).map(|step| Seat::at((seat.index() + step) % count));
        round.into_iter().find(|&next| seats.contains(next)).unwrap_or(seat)
    }

    /// The title of a rank.
    fn title(&self, rank: u8) -> &'static str {
        match self.standing(rank) {
            Standing::President => "president",
            Standing::VicePresident => "vice-president",
            Standing::Citizen => "citizen",
            Standing::ViceScum => "vice-scum",
            Standing::Scum => "scum",
        }
    }

    fn score(&self, rank: u8) -> i64 {
        match self.standing(rank) {
            Standing::President => self.stake,
            Standing::VicePresident => self.stake / 2,
            Standing::Citizen => 0,
            Standing::ViceScum => -(self.stake / 2),
            Standing::Scum => -self.stake,
        }
    }

    fn standing(&self, rank: u8) -> Standing {
        let (rank, seats) = (usize::from(rank), self.places.len());
        let has_vices = seats >= 4;
        if rank == 1 {
            Standing::President
        } else if rank == seats {
            Standing::Scum
        } else if has_vices && rank == 2 {
            Standing::VicePresident
        } else if has_vices && rank == seats - 1 {
            Standing::ViceScum
        } else {
            Standing::Citizen
        }
    }

    fn tell_turn(&self, events: &mut Events) {
        let (seat, leads) = (self.mover, self.top.is_none());
        events.turn(seat, || format!("Seat {seat} to {}", if leads { "lead" } else { "act" }));
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(ranks) = self.ranks() else { return };
        events.push(|| {
            let scores: Vec<i64> = ranks.iter().map(|&rank| self.score(rank)).collect();
            let president = ranks.iter().position(|&rank| rank == 1).map(Seat::at);
            let label = president.map(|seat| format!("Seat {seat} is president")).unwrap_or_default();
            Event::of(&Facts::Settled { ranks, scores }).seat(president).label(label)
        });
    }
}

#[derive(Clone, Copy)]
enum Standing {
    President,
    VicePresident,
    Citizen,
    ViceScum,
    Scum,
}
