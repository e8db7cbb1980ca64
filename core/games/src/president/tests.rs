//! Stories of president.

use super::*;
use crate::{MatchResult, Policy, Rules, Seed, live::Played};
use serde_json::json;

fn dice() -> Dice {
    let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
    Dice::dealer(&seed)
}

fn hand(cards: &str) -> Hand {
    let mut hand = Hand::default();
    for text in cards.split_whitespace() {
        hand.insert(deck().into_iter().find(|card| card.to_string() == text).unwrap());
    }
    hand
}

/// A round at a lead of seat 0 with these hands.
fn round(hands: &[&str], stake: i64) -> President {
    let setup = Setup::new(None, hands.len(), stake);
    let mut round = President::deal(&setup, &mut dice(), &mut Events::off());
    round.hands = hands.iter().map(|cards| hand(cards)).collect();
    (round.start, round.mover) = (Seat(0), Seat(0));
    round
}

/// The legal actions in short: cards without spaces, or `pass`.
fn legal(round: &President) -> Vec<(String, Action)> {
    let mut legal = Vec::new();
    round.legal_actions(round.mover, &mut legal);
    let text = |action: &Action| match action {
        Action::Pass {} => "pass".to_owned(),
        Action::Play { cards } => cards.cards().map(|card| card.to_string()).collect(),
    };
    legal.into_iter().map(|action| (text(&action), action)).collect()
}

fn choices(round: &President) -> String {
    legal(round).into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(" ")
}

/// The mover plays the action called `text`; returns the events.
fn act(round: &mut President, text: &str) -> Vec<String> {
    let (_, action) = legal(round).into_iter().find(|(name, _)| name == text).unwrap_or_else(|| panic!("{text}?"));
    let mut events = Events::on();
    round.play(round.mover, &action, &mut dice(), &mut events);
    reported(&events.take())
}

fn leave(round: &mut President, seat: u8) -> Vec<String> {
    assert!(round.may_concede(Seat(seat)));
    let mut events = Events::on();
    round.concede(Seat(seat), Leave::Forfeited, &mut events);
    reported(&events.take())
}

fn reported(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| {
        let data = event.data.as_ref().map_or("", |data| data.get());
        format!("{} {} {data}", event.kind, event.label.as_deref().unwrap_or_default()).trim_end().to_owned()
    };
    events.iter().map(line).collect()
}

/// The house's choice for the mover; its stream is the deal's.
fn house(round: &President) -> String {
    let legal = legal(round);
    let actions: Vec<Action> = legal.iter().map(|(_, action)| *action).collect();
    let choice = President::house(round.mover, &round.view(Audience::of(round.mover)), &actions, &mut dice());
    legal[choice].0.clone()
}

#[test]
fn the_example_of_the_rules_is_dealt_and_four_houses_play_it_in_66_entries() {
    let (setup, mut events) = (Setup::new(None, 4, 10), Events::on());
    let round = President::deal(&setup, &mut dice(), &mut events);
    assert!(round.hands[0] == hand("3d 4d 6d 8s 9c Jc Qc Qs Kh Ks Ac Ad 2d"));
    assert!(round.hands[3] == hand("3h 4c 5c 5d 6h 7c 7s 9s Jd Js Ah As 2h"));
    assert_eq!(
        reported(&events.take()),
        [r#"dealt Seat 1 leads {"counts":[13,13,13,13],"start":1}"#, "turn Seat 1 to lead"]
    );
    let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
    let mut live = Played::<President>::NEW.deal(&setup.erased(), &seed, &mut Events::off()).unwrap();
    let mut entries = 0;
    while let Some(seat) = live.to_act().first() {
        let choice = live.choose(seat, Policy::HOUSE).unwrap();
        live.play(seat, choice, &mut events);
        entries += 1;
    }
    assert_eq!(entries, 66);
    let reported = reported(&events.take());
    assert_eq!(reported.iter().filter(|line| line.starts_with("trick")).count(), 11, "the twelfth is shortened");
    let last = [
        r#"play Seat 2 plays three tens {"cards":["Tc","Td","Ts"],"left":0}"#,
        r#"out Seat 2 is vice-scum {"rank":3,"title":"vice-scum"}"#,
        r#"out Seat 3 is scum {"rank":4,"title":"scum"}"#,
        r#"settled Seat 0 is president {"ranks":[1,2,3,4],"scores":[10,5,-5,-10]}"#,
    ];
    assert_eq!(reported[reported.len() - 4..], last);
}

#[test]
fn the_first_seats_from_the_start_get_the_odd_cards() {
    for (seats, most, more) in [(3, 18, 1), (5, 11, 2), (6, 9, 4)] {
        let round = President::deal(&Setup::new(None, seats, 1), &mut dice(), &mut Events::off());
        for step in 0..seats {
            let seat = (round.start.index() + step) % seats;
            assert_eq!(round.hands[seat].len(), if step < more { most } else { most - 1 }, "{seats} seats, {step}");
        }
    }
}

#[test]
fn a_lead_offers_each_rank_and_count_with_the_lowest_suits_and_a_follow_what_beats() {
    let mut round = round(&["3d 3s Ah 2c", "3c 4h 4s 5d 5h 5s 2d 2s", "Kc"], 10);
    assert_eq!(choices(&round), "3d 3d3s Ah 2c");
    act(&mut round, "3d3s");
    assert_eq!(choices(&round), "pass 4h4s 5d5h 2d2s", "an equal rank does not beat");
    act(&mut round, "5d5h");
    assert_eq!(choices(&round), "pass", "a seat that cannot follow has to pass");
}

#[test]
fn a_play_clears_passes_and_the_top_takes_the_trick_after_all_pass() {
    let mut round = round(&["3d Ks Kd", "4h As Ad", "5c Qc Qd"], 10);
    act(&mut round, "3d");
    assert_eq!(act(&mut round, "pass"), ["pass Seat 1 passes", "turn Seat 2 to act"]);
    act(&mut round, "5c");
    act(&mut round, "Kd");
    assert_eq!(choices(&round), "pass Ad", "a seat that passed may play again");
    act(&mut round, "pass");
    let expected =
        ["pass Seat 2 passes", r#"trick Seat 0 takes the trick {"taker":0,"trick":1}"#, "turn Seat 0 to lead"];
    assert_eq!(act(&mut round, "pass"), expected);
    assert!(round.passed.is_empty() && round.trick == 2);
}

#[test]
fn a_set_of_twos_ends_the_trick_even_as_last_cards() {
    let mut round = round(&["3d 4d", "2h", "5c 6c", "7c 8c"], 10);
    act(&mut round, "3d");
    let expected = [
        r#"play Seat 1 plays one two {"cards":["2h"],"left":0}"#,
        r#"out Seat 1 is president {"rank":1,"title":"president"}"#,
        r#"trick Seat 2 leads {"taker":1,"trick":1}"#,
        "turn Seat 2 to lead",
    ];
    assert_eq!(act(&mut round, "2h"), expected);
    assert!(!round.may_concede(Seat(1)), "a placed seat cannot leave");
}

#[test]
fn after_an_unbeaten_last_set_the_next_seat_leads() {
    let mut round = round(&["Kd", "Ad 3c", "5c 6c", "7c 8c"], 10);
    act(&mut round, "Kd");
    assert_eq!(choices(&round), "pass Ad");
    act(&mut round, "pass");
    act(&mut round, "pass");
    assert_eq!(
        act(&mut round, "pass")[1..],
        [r#"trick Seat 1 leads {"taker":0,"trick":1}"#.to_owned(), "turn Seat 1 to lead".to_owned()]
    );
}

#[test]
fn with_one_seat_left_the_table_is_over_within_the_trick() {
    let mut round = round(&["3d", "4d", "5c 6c"], 1);
    act(&mut round, "3d");
    let expected = [
        r#"play Seat 1 plays one four {"cards":["4d"],"left":0}"#,
        r#"out Seat 1 is citizen {"rank":2,"title":"citizen"}"#,
        r#"out Seat 2 is scum {"rank":3,"title":"scum"}"#,
        r#"settled Seat 0 is president {"ranks":[1,2,3],"scores":[1,0,-1]}"#,
    ];
    assert_eq!(act(&mut round, "4d"), expected);
    let view = serde_json::to_value(round.view(Audience { seat: Some(Seat(0)), sealed: true })).unwrap();
    assert_eq!((round.phase(), &view["trick"], &view["top"]), (Phase::Over, &json!(1), &json!(null)));
    assert_eq!((&view["seats"][0]["cards"], &view["seats"][2]["cards"]), (&json!([]), &json!(null)));
    assert!(view["seats"][2]["dealt"].is_null() && view["seats"][0]["dealt"].is_array());
    assert_eq!(view["seats"][2]["score"], -1);
    let open = serde_json::to_value(round.view(Audience::SPECTATOR)).unwrap();
    assert_eq!(open["seats"][2]["cards"], json!(["5c", "6c"]));
    assert!(open.get("hand").is_none());
}

#[test]
fn leavers_fill_the_ranks_from_the_bottom_and_their_sets_stay_on_top() {
    let mut round = round(&["4d 5d", "3c 4s", "6c 6d", "7c 8c"], 10);
    round.mover = Seat(1);
    act(&mut round, "3c");
    assert_eq!(
        leave(&mut round, 3),
        [r#"forfeited Seat 3 leaves and is scum {"rank":4,"title":"scum"}"#, "turn Seat 2 to act"]
    );
    act(&mut round, "pass");
    let expected = [
        r#"forfeited Seat 0 leaves and is vice-scum {"rank":3,"title":"vice-scum"}"#,
        r#"trick Seat 1 takes the trick {"taker":1,"trick":1}"#,
        "turn Seat 1 to lead",
    ];
    assert_eq!(leave(&mut round, 0), expected);
    act(&mut round, "4s");
    assert_eq!(round.outcome().unwrap().scores(), [-5, 10, 5, -10], "seat 1 went out, seat 2 is left over");
}

#[test]
fn a_leaver_may_get_a_rank_that_pays_and_the_lead_goes_on_from_it() {
    let mut round = round(&["4d 5d", "3c 4s", "6c 6d", "7c 8c"], 10);
    assert_eq!(leave(&mut round, 0)[1], "turn Seat 1 to lead");
    act(&mut round, "3c");
    // The seat that played the top set leaves: its set still has to be beaten.
    assert_eq!(leave(&mut round, 1)[1], "turn Seat 2 to act");
    assert_eq!(choices(&round), "pass 6c");
    act(&mut round, "pass");
    assert_eq!(act(&mut round, "pass")[1], r#"trick Seat 2 leads {"taker":1,"trick":1}"#);
    let expected = [
        r#"forfeited Seat 3 leaves and is vice-president {"rank":2,"title":"vice-president"}"#,
        r#"out Seat 2 is president {"rank":1,"title":"president"}"#,
        r#"settled Seat 2 is president {"ranks":[4,3,1,2],"scores":[-10,-5,10,5]}"#,
    ];
    assert_eq!(leave(&mut round, 3), expected);
    let last = round.outcome().unwrap();
    assert_eq!((last.seats[3].rank, last.seats[3].result), (Some(2), MatchResult::Win));
    assert_eq!(last.seats[2].title, Some("president"));
}

#[test]
fn an_odd_chip_is_returned_and_with_stake_1_the_vices_draw() {
    let scores = |seats: usize, stake: i64| -> Vec<i64> {
        let round = President::deal(&Setup::new(None, seats, stake), &mut dice(), &mut Events::off());
        (1..=seats).map(|rank| round.score(rank as u8)).collect()
    };
    assert_eq!(scores(3, 7), [7, 0, -7]);
    assert_eq!(scores(4, 7), [7, 3, -3, -7]);
    assert_eq!(scores(5, 10), [10, 5, 0, -5, -10]);
    assert_eq!(scores(6, 1), [1, 0, 0, 0, 0, -1]);
}

#[test]
fn the_house_leads_bosses_at_the_end_and_what_a_short_hand_cannot_answer() {
    let rest = "4c 4d 5c 5d 6c";
    // All but one of both plays are unbeatable: no card above the ace is unseen once the twos are its own.
    assert_eq!(house(&round(&["3d 2c 2d 2h 2s", rest, "Kc Kd Kh Ks Qc"], 10)), "2c2d2h2s");
    assert_eq!(house(&round(&["3d 5h 5s 7c", rest, "Kc"], 10)), "5h5s", "more cards than the shortest rival has");
    assert_eq!(house(&round(&["3d 5h 7c", rest, "Kc"], 10)), "7c", "otherwise the last whole play");
    assert_eq!(house(&round(&["3d 5h 7c", rest, "Kc Ks"], 10)), "3d", "against two cards the first");
    assert_eq!(house(&round(&["3d 3h 5h 7c", rest, rest], 10)), "3d3h", "otherwise the first whole play");
}

#[test]
fn the_house_follows_with_whole_sets_and_breaks_one_only_when_it_is_pressed() {
    let long = "3c 4c 5c 6c 7c 8c";
    let answer = |own: &str, third: &str| {
        let mut round = round(&["3d 4d 5d 6d 7d 8d", own, third], 10);
        act(&mut round, "8d");
        house(&round)
    };
    assert_eq!(answer("3h 4h 5h Qc Kd Ks", long), "Qc", "whole and no higher than the queen");
    assert_eq!(answer("3h 4h 5h 6h Kc Ks", long), "pass", "no whole set fits, without pressure");
    assert_eq!(answer("3h 4h 5h 6h 2c", long), "pass", "a two is kept");
    assert_eq!(answer("3h 4h 5h 2c", long), "2c", "but not with four ranks left");
    assert_eq!(answer("3h 4h 5h 6h 2c", "3c 4c 5c 6c"), "2c", "nor against four cards");
    assert_eq!(answer("3h 4h 5h 9c 9d Ac As", "3c 4c 5c"), "9c", "under pressure: the lowest, as the twos are out");
    assert_eq!(answer("3h 9c 9d 2c 2d", long), "2c", "with three ranks left: an unbeatable set");
}

#[test]
fn only_cards_in_the_order_of_the_list_are_that_play() {
    let parse = |text: &str| serde_json::from_str::<Action>(text).ok();
    assert!(parse(r#"{"type":"play","cards":["3c","4c"]}"#).is_none(), "not of one rank");
    assert!(parse(r#"{"type":"play","cards":[]}"#).is_none());
    assert!(parse(r#"{"type":"play","cards":["1c"]}"#).is_none());
    let seed = Seed::from_bytes([0; 32]);
    let live = Played::<President>::NEW.deal(&Setup::new(None, 3, 10), &seed, &mut Events::off()).unwrap();
    let seat = live.to_act().first().unwrap();
    let actions = live.legal_actions(seat).into_iter().map(|action| serde_json::from_str(action.get()).unwrap());
    let mut pair: serde_json::Value =
        actions.into_iter().find(|action: &serde_json::Value| action["cards"].as_array().unwrap().len() == 2).unwrap();
    assert!(live.find(seat, &pair).is_some());
    pair["cards"].as_array_mut().unwrap().reverse();
    assert!(live.find(seat, &pair).is_none());
}

#[test]
fn a_redraw_keeps_the_own_hand_and_the_others_cards() {
    let mut round = President::deal(&Setup::new(None, 4, 10), &mut dice(), &mut Events::off());
    let before = round.clone();
    round.exchange_hidden(Some(Seat(2)), &mut dice());
    let ids = |hands: &[Hand]| hands.iter().flat_map(|hand| hand.cards()).map(|card| card.0).collect::<Vec<_>>();
    let (mut dealt, mut known) = (ids(&round.hands), ids(&before.hands));
    assert!(dealt != known && round.hands == round.dealt && round.hands[2] == before.hands[2]);
    dealt.sort_unstable();
    known.sort_unstable();
    assert_eq!(dealt, known);
    assert!(round.hands.iter().all(|hand| hand.len() == 13));
}
