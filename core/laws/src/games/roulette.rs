//! One bet, one spin, one zero.

use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, status};
use serde_json::{Value, json};

const RED: [usize; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

pub(crate) struct Roulette {
    stake: i64,
    number: usize,
    bet: Option<Value>,
    left: bool,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> Roulette {
    emitted.push("dealt", None, json!({}));
    emitted.turn(0);
    Roulette { stake: deal.stake, number: deal.stream.below(37), bet: None, left: false }
}

fn colour(number: usize) -> &'static str {
    match number {
        0 => "green",
        red if RED.contains(&red) => "red",
        _ => "black",
    }
}

/// The inside bets on the given count of numbers, in the order of the layout.
fn inside(count: usize) -> Vec<Vec<usize>> {
    let all: std::ops::RangeInclusive<usize> = 1..=36;
    let left_of_another = |number: &usize| !number.is_multiple_of(3);
    let begins_row = |number: &usize| number % 3 == 1;
    let mut bets: Vec<Vec<usize>> = match count {
        1 => (0..=36).map(|number| vec![number]).collect(),
        2 => {
            let across = all.clone().filter(left_of_another).map(|number| vec![number, number + 1]);
            let down = (1..=33).map(|number| vec![number, number + 3]);
            across.chain(down).chain((1..=3).map(|number| vec![0, number])).collect()
        }
        3 => all
            .filter(begins_row)
            .map(|number| (number..number + 3).collect())
            .chain([vec![0, 1, 2], vec![0, 2, 3]])
            .collect(),
        4 => {
            let square = |number: usize| vec![number, number + 1, number + 3, number + 4];
            (1..=32).filter(left_of_another).map(square).chain([vec![0, 1, 2, 3]]).collect()
        }
        _ => (1..=31).filter(begins_row).map(|number| (number..number + 6).collect()).collect(),
    };
    bets.sort_unstable();
    bets
}

/// The gain of one chip on a bet that wins; and whether the bet wins.
fn pays(bet: &Value, number: usize) -> (i64, bool) {
    let index = bet["index"].as_u64().map_or(0, |index| index as usize);
    let on_it = bet["numbers"].as_array().is_some_and(|numbers| numbers.contains(&json!(number)));
    let zero = number == 0;
    match bet["bet"].as_str().unwrap_or_default() {
        "straight" => (35, on_it),
        "split" => (17, on_it),
        "street" => (11, on_it),
        "corner" => (8, on_it),
        "line" => (5, on_it),
        "column" => (2, !zero && number % 3 == index % 3),
        "dozen" => (2, (12 * index - 11..=12 * index).contains(&number)),
        "red" => (1, colour(number) == "red"),
        "black" => (1, colour(number) == "black"),
        "odd" => (1, number % 2 == 1),
        "even" => (1, !zero && number.is_multiple_of(2)),
        "low" => (1, (1..=18).contains(&number)),
        _ => (1, (19..=36).contains(&number)),
    }
}

impl Roulette {
    fn over(&self) -> bool {
        self.left || self.bet.is_some()
    }

    fn won(&self) -> bool {
        self.bet.as_ref().is_some_and(|bet| pays(bet, self.number).1)
    }

    fn score(&self) -> i64 {
        match &self.bet {
            Some(bet) if self.won() => self.stake * pays(bet, self.number).0,
            _ => -self.stake,
        }
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        emitted.push("spin", None, json!({"number": self.number, "colour": colour(self.number)}));
        emitted.settled_by_the_house(self.score(), json!({}));
    }
}

impl Law for Roulette {
    fn phase(&self) -> &'static str {
        if self.over() { "over" } else { "bet" }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over() { Vec::new() } else { vec![0] }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        let mut legal = Vec::new();
        for (bet, count) in [("straight", 1), ("split", 2), ("street", 3), ("corner", 4), ("line", 6)] {
            legal.extend(
                inside(count).into_iter().map(|numbers| json!({"type": "bet", "bet": bet, "numbers": numbers})),
            );
        }
        for bet in ["column", "dozen"] {
            legal.extend((1..=3).map(|index| json!({"type": "bet", "bet": bet, "index": index})));
        }
        legal.extend(["red", "black", "odd", "even", "low", "high"].map(|bet| json!({"type": "bet", "bet": bet})));
        legal
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        self.bet = Some(action.clone());
        let data = json!({"bet": action["bet"], "numbers": action["numbers"], "index": action["index"]});
        emitted.push("bet", seat, data);
        self.tell_end(emitted);
    }

    fn may_leave(&self, _seat: usize) -> bool {
        true
    }

    fn leave(&mut self, seat: usize, emitted: &mut StepEvents) {
        self.left = true;
        emitted.left(seat);
        self.tell_end(emitted);
    }

    fn view(&self, _audience: Audience) -> Value {
        let over = self.over();
        let score = over.then(|| self.score());
        json!({
            "stake": self.stake, "seats": [{"seat": 0, "status": status(self.left), "bet": self.bet, "score": score}],
            "number": over.then_some(self.number), "colour": over.then(|| colour(self.number)),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        vec![Share { pieces: self.won().then(|| vec![self.number]), ..Share::by_sign(self.score()) }]
    }
}
