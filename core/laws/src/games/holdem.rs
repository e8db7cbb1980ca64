//! No-limit hold'em, one hand, two to six seats.

use crate::cards::{Card, flush, groups, straight, texts};
use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, number};
use serde_json::{Value, json};

const STREETS: [(&str, usize); 5] = [("preflop", 0), ("flop", 3), ("turn", 4), ("river", 5), ("over", 5)];

#[derive(Clone)]
struct Player {
    hand: [Card; 2],
    stack: i64,
    bet: i64,
    put: i64,
    status: &'static str,
    last: Option<&'static str>,
    acted: bool,
    returned: i64,
    won: i64,
}

struct Pot {
    amount: i64,
    seats: Vec<usize>,
    winners: Vec<usize>,
    shares: Vec<i64>,
}

pub(crate) struct Holdem {
    blinds: (i64, i64),
    button: usize,
    board: Vec<Card>,
    street: usize,
    shown: usize,
    players: Vec<Player>,
    current_bet: i64,
    min_raise: i64,
    mover: usize,
    over: bool,
    pots: Vec<Pot>,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> Holdem {
    let seats = deal.seats;
    let button = deal.stream.below(seats);
    let deck = deal.stream.shuffled(0..52);
    let chips = |field: &str| deal.config[field].as_i64().unwrap_or_default();
    let player = |seat: usize| {
        // The seat left of the button gets the first card of each round.
        let place = (seat + seats - button - 1) % seats;
        let stack = deal.config["stacks"][seat].as_i64().unwrap_or(deal.stake);
        let hand = [deck[place], deck[seats + place]];
        Player { hand, stack, bet: 0, put: 0, status: "in", last: None, acted: false, returned: 0, won: 0 }
    };
    // The blinds follow from the stake, unless a test sets the stacks.
    let big = (deal.stake / 20).max(deal.stake.min(2));
    let by_stake = ((big / 2).max(1), big);
    let blinds = if deal.config["stacks"].is_null() { by_stake } else { (chips("smallBlind"), chips("bigBlind")) };
    let mut law = Holdem {
        blinds,
        button,
        board: deck[2 * seats..2 * seats + 5].to_vec(),
        street: 0,
        shown: 0,
        players: (0..seats).map(player).collect(),
        current_bet: blinds.1,
        min_raise: blinds.1,
        mover: 0,
        over: false,
        pots: Vec::new(),
    };
    emitted.push("dealt", None, json!({"button": button}));
    let small = if seats == 2 { button } else { (button + 1) % seats };
    for (seat, blind, name) in [(small, blinds.0, "small"), ((small + 1) % seats, blinds.1, "big")] {
        let amount = law.put(seat, blind);
        emitted.push("blind", seat, json!({"amount": amount, "blind": name}));
    }
    law.move_on((small + 1) % seats, emitted);
    law
}

/// The strength of five cards, and their name.
fn value(five: &[Card]) -> (usize, Vec<usize>, String) {
    let groups = groups(five);
    let ranks: Vec<usize> = groups.iter().map(|&(_, rank)| rank).collect();
    let counts: Vec<usize> = groups.iter().map(|&(count, _)| count).collect();
    let (name, many) = (|place: usize| NAMES[ranks[place]], |place: usize| plural(ranks[place]));
    let (height, words) = match (flush(five), straight(five), &counts[..]) {
        (true, Some(12), _) => (8, "a royal flush".to_owned()),
        (true, Some(high), _) => (8, format!("a straight flush, {} high", NAMES[high])),
        (_, _, [4, ..]) => (7, format!("four {}", many(0))),
        (_, _, [3, 2]) => (6, format!("a full house, {} full of {}", many(0), many(1))),
        (true, None, _) => (5, format!("a flush, {} high", name(0))),
        (false, Some(high), _) => (4, format!("a straight, {} high", NAMES[high])),
        (_, _, [3, ..]) => (3, format!("three {}", many(0))),
        (_, _, [2, 2, ..]) => (2, format!("two pair, {} and {}", many(0), many(1))),
        (_, _, [2, ..]) => (1, format!("a pair of {}", many(0))),
        _ => (0, format!("{} high", name(0))),
    };
    // The high card of two straights decides; it is not necessarily the ace.
    (height, straight(five).filter(|_| [4, 8].contains(&height)).map_or(ranks, |high| vec![high]), words)
}

const NAMES: [&str; 13] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];

fn plural(rank: usize) -> String {
    if NAMES[rank] == "six" { "sixes".to_owned() } else { format!("{}s", NAMES[rank]) }
}

/// The best five of seven; of equally good ones the one whose ascending ids come first.
fn best(mut seven: Vec<Card>) -> Vec<Card> {
    seven.sort_unstable();
    let mut best: Vec<Card> = Vec::new();
    for out in 0..seven.len() {
        for also in out + 1..seven.len() {
            let five: Vec<Card> = (0..seven.len()).filter(|&at| at != out && at != also).map(|at| seven[at]).collect();
            let better = |best: &[Card]| {
                let (one, other) = (value(&five), value(best));
                let (one, other) = ((one.0, one.1), (other.0, other.1));
                one > other || one == other && five.as_slice() < best
            };
            if best.is_empty() || better(&best) {
                best = five;
            }
        }
    }
    best
}

impl Holdem {
    /// Moves chips from a stack to the pot.
    fn put(&mut self, seat: usize, chips: i64) -> i64 {
        let player = &mut self.players[seat];
        let chips = chips.min(player.stack);
        player.stack -= chips;
        player.bet += chips;
        player.put += chips;
        if player.stack == 0 {
            player.status = "all-in";
        }
        chips
    }

    fn seats_with(&self, statuses: &[&str]) -> Vec<usize> {
        (0..self.players.len()).filter(|&seat| statuses.contains(&self.players[seat].status)).collect()
    }

    fn contenders(&self) -> Vec<usize> {
        self.seats_with(&["in", "all-in"])
    }

    /// The seats after one, in turn order, and then itself.
    fn after(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let seats = self.players.len();
        (1..=seats).map(move |step| (seat + step) % seats)
    }

    fn must_act(&self, seat: usize) -> bool {
        let player = &self.players[seat];
        let another = self.seats_with(&["in"]).len() > 1;
        player.status == "in" && (player.bet < self.current_bet || !player.acted && another)
    }

    /// The first seat after this one that must act; without one, the next streets and the end.
    fn move_on(&mut self, mut from: usize, emitted: &mut StepEvents) {
        while self.contenders().len() > 1 {
            if let Some(mover) = self.after(from).find(|&seat| self.must_act(seat)) {
                self.mover = mover;
                return emitted.turn(mover);
            }
            if self.street == 3 {
                break;
            }
            self.street += 1;
            (self.current_bet, self.min_raise) = (0, self.blinds.1);
            self.players.iter_mut().for_each(|player| (player.bet, player.acted) = (0, false));
            let (name, cards) = STREETS[self.street];
            emitted.push("street", None, json!({"street": name, "cards": texts(&self.board[self.shown..cards])}));
            (self.shown, from) = (cards, self.button);
        }
        self.settle(emitted);
    }

    fn best_of(&self, seat: usize) -> Vec<Card> {
        best(self.board.iter().chain(&self.players[seat].hand).copied().collect())
    }

    fn showdown(&self) -> bool {
        self.over && self.contenders().len() > 1
    }

    fn settle(&mut self, emitted: &mut StepEvents) {
        self.over = true;
        let contenders = self.contenders();
        let in_order: Vec<usize> = self.after(self.button).filter(|seat| contenders.contains(seat)).collect();
        if self.showdown() {
            for &seat in &in_order {
                let best = self.best_of(seat);
                let data =
                    json!({"cards": texts(&self.players[seat].hand), "best": texts(&best), "handName": value(&best).2});
                emitted.push("shown", seat, data);
            }
        }
        let mut puts: Vec<i64> = self.players.iter().map(|player| player.put).collect();
        if let Some(&most) = contenders.iter().max_by_key(|&&seat| puts[seat]) {
            let next = (0..puts.len()).filter(|&seat| seat != most).map(|seat| puts[seat]).max().unwrap_or_default();
            if puts[most] > next {
                self.players[most].returned = puts[most] - next;
                puts[most] = next;
                emitted.push("returned", most, json!({"amount": self.players[most].returned}));
            }
        }
        let mut levels: Vec<i64> = contenders.iter().map(|&seat| puts[seat]).collect();
        levels.sort_unstable();
        levels.dedup();
        let mut below = 0;
        for (place, &level) in levels.iter().enumerate() {
            let above = if place + 1 == levels.len() { i64::MAX } else { level };
            let amount = puts.iter().map(|&put| put.min(above) - put.min(below)).sum::<i64>();
            let seats: Vec<usize> = contenders.iter().copied().filter(|&seat| puts[seat] >= level).collect();
            self.share(amount, seats, &in_order, emitted);
            below = level;
        }
        let scores = self.scores();
        emitted.settled(&scores, json!({}));
    }

    fn share(&mut self, amount: i64, seats: Vec<usize>, in_order: &[usize], emitted: &mut StepEvents) {
        let strength = |seat: usize| {
            let (height, ranks, _) = value(&self.best_of(seat));
            (height, ranks)
        };
        let alone = in_order.len() == 1;
        let highest = if alone { None } else { seats.iter().map(|&seat| strength(seat)).max() };
        let wins = |seat: &usize| seats.contains(seat) && (alone || Some(strength(*seat)) == highest);
        let winners: Vec<usize> = in_order.iter().copied().filter(wins).collect();
        let count = winners.len() as i64;
        let shares: Vec<i64> = (0..count).map(|place| amount / count + i64::from(place < amount % count)).collect();
        winners.iter().zip(&shares).for_each(|(&seat, share)| self.players[seat].won += share);
        let only = if count == 1 { Some(winners[0]) } else { None };
        emitted.push("pot", only, json!({"amount": amount, "winners": winners, "shares": shares}));
        self.pots.push(Pot { amount, seats, winners, shares });
    }

    fn scores(&self) -> Vec<i64> {
        self.players.iter().map(|player| player.returned + player.won - player.put).collect()
    }

    fn pot(&self) -> i64 {
        self.players.iter().map(|player| player.put).sum()
    }

    fn raises(&self, seat: usize) -> Vec<i64> {
        let (player, owe) = (&self.players[seat], self.current_bet - self.players[seat].bet);
        let answers =
            |other: &usize| *other != seat && self.players[*other].bet + self.players[*other].stack > self.current_bet;
        let somebody = self.seats_with(&["in"]).iter().any(answers);
        if player.stack <= owe || !somebody || player.acted && owe < self.min_raise {
            return Vec::new();
        }
        let (top, pot) = (player.bet + player.stack, self.pot() + owe);
        let low = self.current_bet + self.min_raise;
        let menu = [low, self.current_bet + pot / 2, self.current_bet + pot];
        let mut raises: Vec<i64> = menu.into_iter().filter(|to| (low..=top).contains(to)).chain([top]).collect();
        raises.sort_unstable();
        raises.dedup();
        raises
    }
}

impl Law for Holdem {
    fn phase(&self) -> &'static str {
        if self.over { "over" } else { STREETS[self.street].0 }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over { Vec::new() } else { vec![self.mover] }
    }

    fn legal(&self, seat: usize) -> Vec<Value> {
        let free = self.players[seat].bet == self.current_bet;
        let calm: &[&str] = if free { &["check"] } else { &["fold", "call"] };
        let raises = self.raises(seat).into_iter().map(|to| json!({"type": "raise", "to": to}));
        calm.iter().map(|action| json!({"type": action})).chain(raises).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        let owe = self.current_bet - self.players[seat].bet;
        let last = match action["type"].as_str() {
            Some("fold") => {
                self.players[seat].status = "folded";
                emitted.push("fold", seat, json!({}));
                "fold"
            }
            Some("check") => {
                emitted.push("check", seat, json!({}));
                "check"
            }
            Some("call") => {
                let amount = self.put(seat, owe);
                emitted.push("call", seat, json!({"amount": amount}));
                "call"
            }
            _ => {
                let to = number(action, "to") as i64;
                let by = to - self.current_bet;
                self.put(seat, to - self.players[seat].bet);
                self.current_bet = to;
                self.min_raise = self.min_raise.max(by);
                let all_in = self.players[seat].stack == 0;
                emitted.push("raise", seat, json!({"to": to, "by": by, "allIn": all_in}));
                "raise"
            }
        };
        (self.players[seat].last, self.players[seat].acted) = (Some(last), true);
        self.move_on(seat, emitted);
    }

    fn may_leave(&self, seat: usize) -> bool {
        self.players[seat].status == "in"
    }

    fn leave(&mut self, seat: usize, emitted: &mut StepEvents) {
        (self.players[seat].status, self.players[seat].last) = ("left", Some("left"));
        emitted.left(seat);
        if self.contenders().len() > 1 && seat != self.mover && self.must_act(self.mover) {
            return emitted.turn(self.mover);
        }
        self.move_on(self.mover, emitted);
    }

    fn view(&self, audience: Audience) -> Value {
        let scores = self.scores();
        let seat = |seat: usize| {
            let player = &self.players[seat];
            let mut shown = json!({
                "seat": seat, "stack": player.stack, "bet": player.bet, "put": player.put, "status": player.status,
                "last": player.last, "acted": player.acted,
            });
            if self.over {
                let showed = self.showdown() && self.contenders().contains(&seat);
                let best = showed.then(|| self.best_of(seat));
                shown["cards"] = json!((showed || !audience.sealed).then(|| texts(&player.hand)));
                shown["returned"] = json!(player.returned);
                shown["won"] = json!(player.won);
                shown["score"] = json!(scores[seat]);
                shown["handName"] = json!(best.as_ref().map(|best| value(best).2));
                shown["best"] = json!(best.map(|best| texts(&best)));
            }
            shown
        };
        let mut view = json!({
            "seats": (0..self.players.len()).map(seat).collect::<Vec<_>>(), "button": self.button,
            "smallBlind": self.blinds.0, "bigBlind": self.blinds.1, "board": texts(&self.board[..self.shown]),
            "pot": self.pot(), "currentBet": self.current_bet, "minRaise": self.min_raise,
            "hand": audience.seat.map(|seat| texts(&self.players[seat].hand)),
        });
        if self.over {
            let pot = |pot: &Pot| json!({"amount": pot.amount, "seats": pot.seats, "winners": pot.winners, "shares": pot.shares});
            view["showdown"] = json!(self.showdown());
            view["pots"] = json!(self.pots.iter().map(pot).collect::<Vec<_>>());
            view["undealtBoard"] = json!((!audience.sealed).then(|| texts(&self.board[self.shown..])));
        }
        view
    }

    fn outcome(&self) -> Vec<Share> {
        let pieces = |seat: usize| (self.showdown() && self.players[seat].won > 0).then(|| self.best_of(seat));
        let behind = |seat: usize| self.players[seat].stack + self.players[seat].returned;
        let share = |(seat, score)| Share { pieces: pieces(seat), behind: behind(seat), ..Share::by_sign(score) };
        self.scores().into_iter().enumerate().map(share).collect()
    }
}
