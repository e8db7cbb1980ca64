use super::*;
use crate::{MatchResult, Policy, SHIPPED, Seed};
use serde_json::json;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn dice() -> Dice {
    let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
    Dice::dealer(&seed)
}

fn example(dice: &mut Dice, events: &mut Events) -> LiarsDice {
    LiarsDice::deal(&Setup::new(None, 2, 10), dice, events)
}

fn bid(quantity: u8, face: u8) -> Action {
    Action::Bid(Bid { quantity, face })
}

fn legal(table: &LiarsDice, seat: Seat) -> Vec<Action> {
    let mut legal = Vec::new();
    table.legal_actions(seat, &mut legal);
    legal
}

fn json(view: &View) -> serde_json::Value {
    serde_json::to_value(view).unwrap()
}

#[test]
fn the_ladder_goes_by_quantity_then_by_face_with_ones_on_top() {
    let table = example(&mut dice(), &mut Events::off());
    let bids = legal(&table, B);
    assert_eq!(bids.len(), 60);
    assert_eq!(bids[..7], [bid(1, 2), bid(1, 3), bid(1, 4), bid(1, 5), bid(1, 6), bid(1, 1), bid(2, 2)]);
    assert!((0..60).all(|place| Bid::at(place).place() == place && LADDER[place] == Action::Bid(Bid::at(place))));
    assert_eq!(table.to_act(), Seats::one(B));
}

#[test]
fn after_ten_ones_only_the_challenge_is_left() {
    let (mut dice, mut events) = (dice(), Events::off());
    let mut table = example(&mut dice, &mut events);
    table.play(B, &bid(10, 1), &mut dice, &mut events);
    assert_eq!(legal(&table, A), [Action::Challenge]);
}

#[test]
fn the_first_round_of_the_example_has_the_expected_events() {
    let (mut dice, mut events) = (dice(), Events::on());
    let mut table = example(&mut dice, &mut events);
    for (seat, action) in [(B, bid(2, 3)), (A, bid(9, 1)), (B, Action::Challenge)] {
        table.play(seat, &action, &mut dice, &mut events);
    }
    let reported: Vec<String> = events.take().into_iter().map(|event| event.label.unwrap()).collect();
    let expected = [
        "Round 1: 5 dice against 5",
        "Seat 1 to bid or challenge",
        "Seat 1 bids two threes",
        "Seat 0 to bid or challenge",
        "Seat 0 bids nine ones",
        "Seat 1 to bid or challenge",
        "Seat 1 challenges nine ones",
        "There is 1: seat 0 loses a die",
        "Round 2: 4 dice against 5",
        "Seat 0 to bid or challenge",
    ];
    assert_eq!(reported, expected);
    let last = &json(&table.view(Audience::SPECTATOR))["lastRound"];
    assert_eq!(last["hands"], json!([[1, 3, 3, 6, 6], [2, 3, 3, 4, 5]]));
    assert_eq!(last["bid"], json!({ "seat": 0, "quantity": 9, "face": 1 }));
}

#[test]
fn an_exactly_met_bid_beats_the_challenge() {
    let (mut dice, mut events) = (dice(), Events::off());
    let mut table = example(&mut dice, &mut events);
    // Hands 1 3 3 6 6 and 2 3 3 4 5: five threes, the wild one among them.
    table.play(B, &bid(5, 3), &mut dice, &mut events);
    table.play(A, &Action::Challenge, &mut dice, &mut events);
    assert_eq!((table.dice, table.opener, table.round), ([4, 5], A, 2));
}

#[test]
fn an_overbid_costs_the_bidder_a_die() {
    let (mut dice, mut events) = (dice(), Events::off());
    let mut table = example(&mut dice, &mut events);
    table.play(B, &bid(6, 3), &mut dice, &mut events);
    table.play(A, &Action::Challenge, &mut dice, &mut events);
    assert_eq!((table.dice, table.opener), ([5, 4], B));
}

#[test]
fn the_last_die_lost_ends_the_match_and_shows_the_hands_as_rolled() {
    let (mut dice, mut events) = (dice(), Events::off());
    let mut table = example(&mut dice, &mut events);
    while let Some(seat) = table.to_act().first() {
        // Seat 0 always bids as high as it can, seat 1 as low as it can, and both challenge every bid.
        let actions = legal(&table, seat);
        let bids = actions.contains(&Action::Challenge);
        let action = if bids { Action::Challenge } else { actions[if seat == A { actions.len() - 1 } else { 0 }] };
        table.play(seat, &action, &mut dice, &mut events);
    }
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.seats.iter().filter(|seat| seat.result == MatchResult::Win).count(), 1);
    assert!(table.round <= 9);
    let view = json(&table.view(Audience::of(A)));
    assert_eq!(view["seats"][0]["hand"], view["hand"]);
    assert_eq!(view["lastRound"]["hands"][1], view["seats"][1]["hand"]);
    assert_eq!(view["bids"].as_array().unwrap().len(), 1);
}

#[test]
fn the_hands_stay_hidden_during_play_and_at_a_sealed_end() {
    let mut table = example(&mut dice(), &mut Events::off());
    let seen = |table: &LiarsDice, audience| json(&table.view(audience));
    let view = seen(&table, Audience::SPECTATOR);
    assert!(view.get("hand").is_none() && view["seats"][0]["hand"].is_null());
    assert_eq!(seen(&table, Audience::of(A))["hand"], json!([1, 3, 3, 6, 6]));
    table.concede(B, Leave::Forfeited, &mut Events::off());
    let sealed = seen(&table, Audience { seat: Some(A), sealed: true });
    assert!(sealed["seats"][1]["hand"].is_null() && sealed["lastRound"].is_null());
    assert_eq!(seen(&table, Audience::SPECTATOR)["seats"][1]["hand"], json!([2, 3, 3, 4, 5]));
    assert_eq!(table.outcome().unwrap().scores(), [10, -10]);
}

#[test]
fn the_house_beats_random_play() {
    let rules = SHIPPED.newest("liars-dice").unwrap();
    let mut won = 0;
    for number in 0..200 {
        let mut live =
            rules.deal(&Setup::new(None, 2, 1), &Seed::from_bytes([number; 32]), &mut Events::off()).unwrap();
        while let Some(seat) = live.to_act().first() {
            let policy = if seat == B { Policy::HOUSE } else { Policy::Random };
            let choice = live.choose(seat, policy).unwrap();
            assert!(live.play(seat, choice, &mut Events::off()));
        }
        won += live.outcome().unwrap().scores()[1];
    }
    assert!(won > 150, "the house won {won} of 200 stakes");
}
