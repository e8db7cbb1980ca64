//! Stories of dominoes.

use super::house::worth;
use super::*;
use crate::Seed;
use serde_json::json;

fn dice() -> Dice {
    let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
    Dice::dealer(&seed)
}

fn tile(text: &str) -> Tile {
    serde_json::from_value(text.into()).unwrap()
}

fn tiles(texts: &str) -> Tiles {
    texts.split_whitespace().map(tile).collect()
}

/// A round at a line with these ends and an empty boneyard; seat 0 is the start seat and to move.
fn round(hands: &[&str], ends: [u8; 2], stake: i64) -> Dominoes {
    Dominoes {
        stake,
        start: Seat(0),
        lead: tile("6-6"),
        hands: hands.iter().map(|hand| tiles(hand)).collect(),
        lacks: vec![Numbers::default(); hands.len()],
        present: Seats::all(hands.len()),
        mover: Seat(0),
        boneyard: Vec::new(),
        line: vec![ends],
        last: None,
        end: None,
    }
}

fn legal(round: &Dominoes) -> String {
    let mut legal = Vec::new();
    round.legal_actions(round.mover, &mut legal);
    let text = |action: &Action| match *action {
        Action::Play { tile, end: None } => tile.to_string(),
        Action::Play { tile, end: Some(Side::Left) } => format!("{tile}l"),
        Action::Play { tile, end: Some(Side::Right) } => format!("{tile}r"),
        Action::Draw {} => "d".to_owned(),
        Action::Pass {} => "p".to_owned(),
    };
    legal.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// The mover plays the action that `legal` calls `text`; returns the events.
fn act(round: &mut Dominoes, text: &str) -> Vec<String> {
    let at = legal(round).split(' ').position(|choice| choice == text).unwrap_or_else(|| panic!("{text}?"));
    let (mut actions, mut events) = (Vec::new(), Events::on());
    round.legal_actions(round.mover, &mut actions);
    round.play(round.mover, &actions[at], &mut dice(), &mut events);
    reported(&events.take())
}

fn leave(round: &mut Dominoes, seat: u8) -> Vec<String> {
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

#[test]
fn the_example_of_the_rules_is_dealt_and_led_with_the_highest_double() {
    let mut events = Events::on();
    let mut round = Dominoes::deal(&Setup::new(None, 2, 10), &mut dice(), &mut events);
    assert!(round.hands[0] == tiles("0-1 1-4 1-6 2-5 3-6 4-6 5-6"));
    assert!(round.hands[1] == tiles("0-0 0-6 1-2 2-3 2-4 3-4 6-6"));
    assert_eq!(
        reported(&events.take()),
        [r#"dealt 7 tiles each, seat 1 leads {"boneyard":14,"start":1,"tiles":7}"#, "turn Seat 1 to lead"]
    );
    assert_eq!(legal(&round), "6-6", "the lead tile alone, without an end");
    assert_eq!(
        act(&mut round, "6-6"),
        [r#"played Seat 1 plays 6-6 {"end":null,"ends":[6,6],"tile":"6-6","tilesLeft":6}"#, "turn Seat 0 to move"]
    );
    assert_eq!(legal(&round), "1-6l 1-6r 3-6l 3-6r 4-6l 4-6r 5-6l 5-6r", "both ends, though they are equal");
    for text in "5-6r 0-6l 0-1l 1-2l 2-5l d d 3-5l".split(' ') {
        act(&mut round, text);
    }
    assert_eq!(round.line, [[3, 5], [5, 2], [2, 1], [1, 0], [0, 6], [6, 6], [6, 5]]);
    for text in "3-6l d d 5-5r 4-6l 4-4l 1-4l 1-3l d d 0-3l 0-0l 0-4l 3-4l d 0-5r 2-3l d d d 0-2r".split(' ') {
        act(&mut round, text);
    }
    let last = act(&mut round, "2-4l");
    assert_eq!(last.last().unwrap(), r#"settled Seat 1 is out {"scores":[-10,10],"winners":[1]}"#);
    assert!(round.hands[0] == tiles("1-6 3-3 4-5"));
}

#[test]
fn without_a_double_the_most_pips_lead_and_of_equal_ones_the_higher_end() {
    assert!(lead_of(&[tiles("5-6 4-6"), tiles("0-0")]) == (Seat(1), tile("0-0")));
    assert!(lead_of(&[tiles("3-5 0-1"), tiles("2-6 1-6")]) == (Seat(1), tile("2-6")));
}

#[test]
fn a_seat_that_cannot_play_draws_and_acts_again() {
    let mut round = round(&["0-1", "2-2 5-5"], [2, 3], 10);
    round.boneyard = vec![tile("0-0"), tile("3-4")];
    assert_eq!(legal(&round), "d");
    assert_eq!(act(&mut round, "d"), [r#"drew Seat 0 draws {"boneyard":1}"#], "no turn event: the mover stays");
    act(&mut round, "d");
    assert_eq!(legal(&round), "3-4r");
    assert_eq!(act(&mut round, "3-4r").last().unwrap(), "turn Seat 1 to move");
}

#[test]
fn a_pass_shows_that_both_numbers_are_missing() {
    let mut round = round(&["0-1", "2-2 5-5", "6-6"], [4, 2], 10);
    assert_eq!(act(&mut round, "p"), [r#"passed Seat 0 passes {"ends":[4,2]}"#, "turn Seat 1 to move"]);
    let view = serde_json::to_value(round.view(Audience::SPECTATOR)).unwrap();
    assert_eq!(view["seats"][0]["lacks"], json!([2, 4]));
    assert!(view.get("hand").is_none() && view["seats"][1]["hand"].is_null());
}

#[test]
fn when_nobody_can_move_the_fewest_pips_win() {
    let mut round = round(&["3-4 1-1", "5-5 0-1", "2-6"], [4, 3], 10);
    let expected = [
        r#"played Seat 0 plays 3-4 on the left {"end":"left","ends":[3,3],"tile":"3-4","tilesLeft":1}"#,
        r#"blocked Nobody can move {"pips":[2,11,8]}"#,
        r#"settled Seat 0 has the fewest pips {"scores":[20,-10,-10],"winners":[0]}"#,
    ];
    assert_eq!(act(&mut round, "3-4l"), expected);
}

#[test]
fn sharers_at_stake_1_get_2_1_1_and_all_of_them_win() {
    let mut round = round(&["5-6 0-4", "1-3", "5-5", "2-2"], [6, 5], 1);
    round.start = Seat(3);
    assert_eq!(
        act(&mut round, "5-6r").last().unwrap(),
        r#"settled Seats 0 and 1 and 3 share the pot {"scores":[0,0,-1,1],"winners":[0,1,3]}"#
    );
    let results: Vec<MatchResult> = round.outcome().unwrap().seats.iter().map(|seat| seat.result).collect();
    assert_eq!(results, [MatchResult::Win, MatchResult::Win, MatchResult::Loss, MatchResult::Win]);
}

#[test]
fn if_every_seat_shares_it_is_a_draw() {
    let mut round = round(&["3-4 0-2", "1-1"], [4, 3], 1);
    act(&mut round, "3-4r");
    let outcome = round.outcome().unwrap();
    assert_eq!((outcome.scores(), outcome.seats[0].result), (vec![0, 0], MatchResult::Draw));
}

#[test]
fn going_out_wins_even_against_no_pips() {
    let mut round = round(&["3-4", "0-0"], [4, 3], 10);
    act(&mut round, "3-4r");
    assert_eq!(round.outcome().unwrap().scores(), [10, -10]);
}

#[test]
fn a_leaver_is_skipped_its_hand_stays_hidden_and_its_stake_in_the_pot() {
    let mut round = round(&["1-4 4-4 0-0", "4-6 0-5", "5-5 4-5"], [4, 4], 10);
    assert_eq!(leave(&mut round, 1), ["forfeited Seat 1 leaves"], "out of turn: the mover stays");
    assert!(!round.may_concede(Seat(1)));
    act(&mut round, "4-4l");
    assert_eq!(round.mover, Seat(2));
    // When seat 2 leaves on its turn, seat 0 gets the whole pot.
    let last = leave(&mut round, 2);
    assert_eq!(last[1..], [r#"settled Seat 0 wins {"scores":[20,-10,-10],"winners":[0]}"#]);
    let view = serde_json::to_value(round.view(Audience { seat: Some(Seat(0)), sealed: true })).unwrap();
    assert!(view["seats"][1]["hand"].is_null() && view["seats"][1]["pips"].is_null());
    assert_eq!(serde_json::to_value(round.view(Audience::SPECTATOR)).unwrap()["seats"][1]["pips"], 15);
}

#[test]
fn a_leave_may_block_the_round() {
    let mut round = round(&["0-0", "4-6", "5-5"], [4, 4], 10);
    let expected = [
        "forfeited Seat 1 leaves",
        r#"blocked Nobody can move {"pips":[0,null,10]}"#,
        r#"settled Seat 0 has the fewest pips {"scores":[20,-10,-10],"winners":[0]}"#,
    ];
    assert_eq!(leave(&mut round, 1), expected);
    let sealed = serde_json::to_value(round.view(Audience { seat: None, sealed: true })).unwrap();
    let pips: Vec<_> = (0..3).map(|seat| sealed["seats"][seat]["pips"].clone()).collect();
    assert_eq!(pips, [json!(0), json!(null), json!(10)], "counted at the block, for the seats still in");
    assert!(sealed["boneyardTiles"].is_null());
}

#[test]
fn if_the_leader_leaves_the_next_seat_leads_with_any_tile() {
    let mut round = Dominoes::deal(&Setup::new(None, 4, 10), &mut dice(), &mut Events::off());
    assert_eq!(legal(&round), "6-6");
    assert_eq!(leave(&mut round, 2), ["forfeited Seat 2 leaves", "turn Seat 3 to lead"]);
    assert_eq!(legal(&round), "0-3 0-4 1-3 3-5 5-5");
    // The house leads the heavy double, whose number one other tile shares: 10 + 5 + 2.
    let (mut actions, view) = (Vec::new(), round.view(Audience::of(Seat(3))));
    round.legal_actions(Seat(3), &mut actions);
    assert_eq!(worth(Seat(3), &view, &actions[4]), 17);
    assert_eq!(Dominoes::house(Seat(3), &view, &actions, &mut dice()), 4);
}

#[test]
fn the_house_counts_the_numbers_that_the_next_seat_lacks() {
    let mut round = round(&["4-6 4-4 1-3", "0-0", "1-1 2-4"], [4, 3], 10);
    round.lacks[2] = [4, 6].into_iter().collect();
    round.present = round.present.without(Seat(1));
    let (mut actions, view) = (Vec::new(), round.view(Audience::of(Seat(0))));
    round.legal_actions(Seat(0), &mut actions);
    assert_eq!(legal(&round), "1-3r 4-4l 4-6l");
    let worths: Vec<u32> = actions.iter().map(|action| worth(Seat(0), &view, action)).collect();
    // Ends 4 and 1, then 4 and 3, then 6 and 3.
    assert_eq!(worths, [4 + 2 * 2 + 6, 8 + 5 + 2 * 2 + 6, 10 + 2 + 6]);
}

#[test]
fn a_redraw_respects_passes() {
    let mut round = round(&["0-1 0-2", "3-4 3-5 2-5", "1-4 2-2 2-3"], [2, 2], 10);
    for number in [1, 6] {
        round.lacks[1].insert(number);
    }
    let before = round.clone();
    let (mut dice, mut changed) = (dice(), false);
    for _ in 0..50 {
        round.exchange_hidden(Some(Seat(0)), &mut dice);
        assert!(!round.hands[1].iter().any(|tile| tile.has(1) || tile.has(6)), "seat 1 has passed on them");
        assert!(round.hands[0] == before.hands[0] && round.hands.iter().map(|hand| hand.len()).eq([2, 3, 3]));
        changed |= round.hands != before.hands;
    }
    assert!(changed);
}
