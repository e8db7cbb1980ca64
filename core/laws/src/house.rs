//! The house's policy for games with a short rule: the allowed decisions, given the view of the seat. The house's stream
//! selects one of them.

use serde_json::Value;

/// Whether the house's policy for a game has a short rule.
pub fn has_house_rule(game: &str) -> bool {
    ["memory", "tic-tac-toe", "dominoes", "liars-dice", "battleship"].contains(&game)
}

/// The indexes of the legal actions that the house may choose at its best in this seat, given the seat's view; `None` for
/// a game without a short rule, and where the rule leaves the choice to a search.
pub fn house_may_choose(game: &str, seat: usize, view: &Value, legal: &[Value]) -> Option<Vec<usize>> {
    match game {
        "memory" => Some(memory(view, legal)),
        "tic-tac-toe" => tic_tac_toe(seat, view, legal),
        "dominoes" => Some(dominoes(seat, view, legal)),
        "liars-dice" => Some(liars_dice(seat, view, legal)),
        "battleship" => Some(battleship(seat, view, legal)),
        _ => None,
    }
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or(-1)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The indexes of the matching actions.
fn places(legal: &[Value], holds: impl Fn(&Value) -> bool) -> Vec<usize> {
    legal.iter().enumerate().filter(|(_, action)| holds(action)).map(|(at, _)| at).collect()
}

/// The actions of the highest value.
fn best(legal: &[Value], worth: impl Fn(&Value) -> i64) -> Vec<usize> {
    let highest = legal.iter().map(&worth).max();
    places(legal, |action| Some(worth(action)) == highest)
}

/// The first known pair, otherwise an unknown card.
fn memory(view: &Value, legal: &[Value]) -> Vec<usize> {
    let is_taken = |cell: i64| !view["takenBy"][cell as usize].is_null();
    let flips = list(&view["flips"]).iter().map(|flip| (number(&flip["cell"]), number(&flip["symbol"])));
    let known: Vec<(i64, i64)> = flips.filter(|(cell, _)| !is_taken(*cell)).collect();
    let symbol = |cell: i64| known.iter().find(|(of, _)| *of == cell).map(|(_, symbol)| *symbol);
    let pairs = places(legal, |action| {
        let cell = number(&action["cell"]);
        let first = view["firstCell"].as_i64();
        let twin = |(other, of): &(i64, i64)| {
            *other != cell && Some(*of) == symbol(cell) && first.is_none_or(|first| first == *other)
        };
        known.iter().any(twin)
    });
    let unknown = places(legal, |action| symbol(number(&action["cell"])).is_none());
    match (pairs.first(), unknown.is_empty()) {
        (Some(first), _) => vec![*first],
        (None, false) => unknown,
        (None, true) => (0..legal.len()).collect(),
    }
}

/// A move that completes an own line, otherwise one that blocks a line. The rest is a search.
fn tic_tac_toe(seat: usize, view: &Value, legal: &[Value]) -> Option<Vec<usize>> {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let completes = |of: usize| {
        places(legal, |action| {
            let cell = number(&action["cell"]) as usize;
            let own = |at: &usize| *at == cell || view["board"][*at] == of;
            LINES.iter().any(|line| line.contains(&cell) && line.iter().all(own))
        })
    };
    [completes(seat), completes(1 - seat)].into_iter().find(|moves| !moves.is_empty())
}

/// Heavy tiles, tiles that keep the seat able to move, and tiles that block the next seat.
fn dominoes(seat: usize, view: &Value, legal: &[Value]) -> Vec<usize> {
    let pips = |tile: &Value| -> [i64; 2] {
        let text = tile.as_str().unwrap_or_default().as_bytes();
        [0, 2].map(|at| text.get(at).map_or(-1, |digit| i64::from(*digit) - 48))
    };
    let seats = list(&view["seats"]);
    let next = (1..seats.len()).map(|step| &seats[(seat + step) % seats.len()]).find(|seat| seat["status"] == "in");
    let worth = |action: &Value| {
        if action["type"] != "play" {
            return 0;
        }
        let tile = pips(&action["tile"]);
        let other_end = |of: &Value| tile[0] + tile[1] - number(of);
        let ends = match action["end"].as_str() {
            Some("left") => [other_end(&view["ends"][0]), number(&view["ends"][1])],
            Some(_) => [number(&view["ends"][0]), other_end(&view["ends"][1])],
            None => tile,
        };
        let others = list(&view["hand"]).iter().filter(|other| **other != action["tile"]);
        let playable = others.filter(|other| pips(other).iter().any(|end| ends.contains(end))).count() as i64;
        let lacks = |end: i64| i64::from(next.is_some_and(|next| list(&next["lacks"]).contains(&end.into())));
        let hindered = lacks(ends[0]) + if ends[0] == ends[1] { 0 } else { lacks(ends[1]) };
        tile[0] + tile[1] + if tile[0] == tile[1] { 5 } else { 0 } + 2 * playable + 6 * hindered
    };
    best(legal, worth)
}

/// Likely bids, and challenges of unlikely ones.
fn liars_dice(seat: usize, view: &Value, legal: &[Value]) -> Vec<usize> {
    const REACH: usize = 12;
    let hidden = number(&view["seats"][1 - seat]["dice"]) as u32;
    let all = 6_i64.pow(hidden);
    let last = list(&view["bids"]).last();
    let worth = |bid: &Value| {
        let (quantity, face) = (number(&bid["quantity"]), number(&bid["face"]));
        let credit = u32::from(last.is_some_and(|last| number(&last["face"]) == face));
        let own = list(&view["hand"]).iter().filter(|die| [1, face].contains(&number(die))).count() as i64;
        let need = (quantity - own - i64::from(credit)).max(0) as u32;
        let (unknown, good) = (hidden - credit, if face == 1 { 1_i64 } else { 2 });
        let over = |k: u32| (0..k).fold(1_i64, |ways, i| ways * i64::from(unknown - i) / i64::from(i + 1));
        let ways = |j: u32| over(j) * good.pow(j) * (6 - good).pow(unknown - j);
        6_i64.pow(credit) * (need..=unknown).map(ways).sum::<i64>()
    };
    let challenge = legal.len() - 1;
    let bids: Vec<usize> = places(legal, |action| action["type"] == "bid").into_iter().take(REACH).collect();
    let of_last = last.map(worth);
    let holds =
        |least: i64, of: i64| bids.iter().copied().filter(|at| of * worth(&legal[*at]) >= least * all).collect();
    let (good, bold): (Vec<usize>, Vec<usize>) = (holds(1, 2), holds(1, 4));
    if of_last.is_some_and(|of_last| bids.is_empty() || 5 * of_last < 2 * all) {
        return vec![challenge];
    }
    if !good.is_empty() {
        return bold;
    }
    let top = bids.iter().copied().rev().max_by_key(|at| worth(&legal[*at])).unwrap_or(challenge);
    if of_last.is_some_and(|of_last| worth(&legal[top]) + of_last <= all) { vec![challenge] } else { vec![top] }
}

/// A random placement, then shots next to hits, otherwise where most ships fit.
fn battleship(seat: usize, view: &Value, legal: &[Value]) -> Vec<usize> {
    if legal.last().is_some_and(|action| action["type"] == "auto") {
        return vec![legal.len() - 1];
    }
    let other = &view["seats"][1 - seat];
    let grid: Vec<&str> = list(&other["grid"]).iter().map(|cell| cell.as_str().unwrap_or_default()).collect();
    let sunk: Vec<&Value> = list(&other["ships"]).iter().map(|ship| &ship["ship"]).collect();
    let hunting = !grid.contains(&"hit");
    let mut scores = vec![0_i64; grid.len()];
    for ship in list(&view["fleet"]).iter().filter(|ship| !sunk.contains(&&ship["ship"])) {
        let length = number(&ship["length"]) as usize;
        for at in 0..grid.len() {
            let across = (at % 10 + length <= 10).then_some(1);
            let down = (at / 10 + length <= 10).then_some(10);
            for step in across.into_iter().chain(down) {
                let cells: Vec<usize> = (0..length).map(|place| at + place * step).collect();
                let hits = cells.iter().filter(|cell| grid[**cell] == "hit").count();
                let free = cells.iter().all(|cell| !["miss", "sunk"].contains(&grid[*cell]));
                if !free || hits == length || hits == 0 && !hunting {
                    continue;
                }
                for cell in cells.into_iter().filter(|cell| grid[*cell].is_empty()) {
                    scores[cell] += if hunting { 1 } else { 10_i64.pow(hits as u32 - 1) };
                }
            }
        }
    }
    let score = |action: &Value| scores[number(&action["cell"]) as usize];
    let top = legal.iter().map(score).max().unwrap_or_default();
    places(legal, |action| if hunting { 4 * score(action) >= 3 * top } else { score(action) == top })
}
