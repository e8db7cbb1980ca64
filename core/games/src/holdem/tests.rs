//! Worked examples and edge cases, as stories of single hands.

use super::hand::{Blinds, Hand, HoldemOptions, Pot, Settlement, Status};
use super::{Action, HeadsUp, Holdem, Ring, house};
use crate::cards::{Card, deck};
use crate::{Audience, Dice, Events, Game, Leave, MatchResult, Policy, Seat, Seed, Setup};
use serde_json::{Value, json};

/// A hand and its events.
struct Story {
    hand: Hand,
    events: Events,
}

impl Story {
    fn of(setup: &Setup<HoldemOptions>, seed: &Seed) -> Self {
        let mut events = Events::on();
        let hand = Hand::deal(setup, &mut Dice::dealer(seed), &mut events);
        Self { hand, events }
    }

    /// A hand with these stacks and the button in this seat.
    fn with(stacks: &[i64], button: u8) -> Self {
        let mut setup = HeadsUp::setup(None, stacks.len(), 200);
        setup.options.stacks = Some(stacks.to_vec());
        (0..=u8::MAX)
            .map(|byte| Self::of(&setup, &Seed::from_bytes([byte; 32])))
            .find(|story| story.hand.button == Seat(button))
            .unwrap()
    }

    /// The same hand with other cards: the board, then two for each seat.
    fn dealt(mut self, board: &str, hands: &[&str]) -> Self {
        self.hand.board = cards(board).try_into().unwrap();
        for (player, hand) in self.hand.players.iter_mut().zip(hands) {
            player.cards = cards(hand).try_into().unwrap();
        }
        self
    }

    fn actor(&self) -> Option<u8> {
        self.hand.to_act().first().map(|seat| seat.0)
    }

    /// The legal actions of the seat to act: "fold, call, 20, 30, 200".
    fn legal(&self) -> String {
        let mut legal = Vec::new();
        self.hand.legal_actions(self.hand.to_act().first().unwrap(), &mut legal);
        legal.into_iter().map(in_words).collect::<Vec<_>>().join(", ")
    }

    /// The seat, which is to act, plays one of the actions that `legal` names.
    fn play(&mut self, seat: u8, words: &str) -> &mut Self {
        assert_eq!(self.actor(), Some(seat));
        let mut legal = Vec::new();
        self.hand.legal_actions(Seat(seat), &mut legal);
        let action = legal.into_iter().find(|&action| in_words(action) == words);
        self.hand.play(
            Seat(seat),
            action.unwrap_or_else(|| panic!("no {words} in {}", self.legal())),
            &mut self.events,
        );
        self
    }

    fn leave(&mut self, seat: u8) -> &mut Self {
        assert!(self.hand.may_concede(Seat(seat)));
        self.hand.concede(Seat(seat), Leave::Forfeited, &mut self.events);
        self
    }

    fn reported(&mut self) -> Vec<String> {
        self.events.take().into_iter().filter_map(|event| event.label).collect()
    }

    fn scores(&self) -> Vec<i64> {
        self.hand.outcome().unwrap().scores()
    }

    fn behind(&self) -> Vec<i64> {
        self.hand.outcome().unwrap().seats.iter().map(|seat| seat.behind).collect()
    }

    fn pots(&self) -> Vec<PotStory> {
        pots(&self.hand, self.hand.end.as_ref().unwrap())
    }
}

/// Amount, contenders and shares of a pot.
type PotStory = (i64, Vec<u8>, Vec<(u8, i64)>);

fn pots(hand: &Hand, end: &Settlement) -> Vec<PotStory> {
    let shares = |pot: &Pot| pot.shares(hand).map(|(seat, share)| (seat.0, share)).collect();
    end.pots.iter().map(|pot| (pot.amount, pot.contenders.iter().map(|seat| seat.0).collect(), shares(pot))).collect()
}

fn in_words(action: Action) -> String {
    match action {
        Action::Fold => "fold".to_owned(),
        Action::Check => "check".to_owned(),
        Action::Call => "call".to_owned(),
        Action::Raise { to } => to.to_string(),
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|text| deck().into_iter().find(|card| card.to_string() == text).unwrap()).collect()
}

fn example() -> Seed {
    Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap()
}

#[test]
fn the_worked_example_of_two_seats() {
    let mut story = Story::of(&HeadsUp::setup(None, 2, 200), &example());
    for (seat, legal, choice) in [
        (1, "fold, call, 20, 30, 200", "30"),
        (0, "fold, call, 50, 60, 90, 200", "call"),
        (0, "check, 10, 30, 60, 170", "60"),
        (1, "fold, call, 120, 150, 170", "call"),
        (0, "check, 10, 90, 110", "check"),
        (1, "check, 10, 90, 110", "110"),
        (0, "fold, call", "call"),
    ] {
        assert_eq!(story.legal(), legal);
        story.play(seat, choice);
    }
    let reported = story.reported();
    assert_eq!(
        reported[..6],
        [
            "Seat 1 has the button",
            "Seat 1 posts the small blind, 5",
            "Seat 0 posts the big blind, 10",
            "Seat 1 to act",
            "Seat 1 raises to 30",
            "Seat 0 to act"
        ]
    );
    assert_eq!(reported[7], "Flop: 6s 4h 3h");
    assert_eq!(reported[9], "Seat 0 bets 60");
    let end = [
        "Seat 0 calls 110, all in",
        "River: Th",
        "Seat 0 shows ace high",
        "Seat 1 shows a flush, king high",
        "Seat 1 wins 400",
        "Seat 1 wins the hand",
    ];
    assert_eq!(reported[reported.len() - 6..], end);
    let outcome = story.hand.outcome().unwrap();
    assert_eq!(outcome.scores(), [-200, 200]);
    assert_eq!(outcome.seats[1].winning_pieces, Some(vec![27, 28, 29, 34, 37]));
    assert_eq!(outcome.seats[0].winning_pieces, None);
}

#[test]
fn the_worked_example_of_four_seats() {
    let mut story = Story::of(&Ring::setup(None, 4, 200), &example());
    for (seat, legal, choice) in [
        (0, "fold, call, 20, 22, 35, 200", "call"),
        (1, "fold, call, 20, 27, 45, 200", "45"),
        (2, "fold, call, 80, 100, 155, 200", "fold"),
        (3, "fold, call, 80, 97, 150, 200", "fold"),
        (0, "fold, call, 80, 97, 150, 200", "call"),
        (0, "check, 10, 52, 105, 155", "check"),
        (1, "check, 10, 52, 105, 155", "52"),
        (0, "fold, call, 104, 155", "fold"),
    ] {
        assert_eq!(story.legal(), legal);
        story.play(seat, choice);
    }
    let reported = story.reported();
    let end = ["Seat 0 folds", "52 uncalled chips go back to seat 1", "Seat 1 wins 105", "Seat 1 wins the hand"];
    assert_eq!(reported[reported.len() - 4..], end);
    assert_eq!(story.scores(), [-45, 60, -5, -10]);
    assert_eq!(story.behind(), [155, 155, 195, 190], "chips that were never in the pot, uncalled chips included");
}

#[test]
fn the_blinds_follow_from_the_stake() {
    let blinds = |stake| (Blinds::for_stake(stake).small, Blinds::for_stake(stake).big);
    assert_eq!([1, 2, 39, 60, 200].map(blinds), [(1, 1), (1, 2), (1, 2), (1, 3), (5, 10)]);
    let kind = &HeadsUp::ABOUT.kinds[0];
    assert_eq!(HeadsUp::setup(Some(kind), 2, 7).stake, 200);
    assert_eq!(HeadsUp::setup(None, 2, 7).stake, 7);
}

#[test]
fn rejects_a_setup_with_bad_blinds_or_stacks() {
    let allows = |change: &dyn Fn(&mut Setup<HoldemOptions>)| {
        let mut setup = Ring::setup(None, 3, 200);
        change(&mut setup);
        Ring::allows(&setup)
    };
    assert!(allows(&|_| ()));
    assert!(allows(&|setup| setup.options.small_blind = Some(10)));
    assert!(!allows(&|setup| setup.options.small_blind = Some(0)));
    assert!(!allows(&|setup| setup.options.small_blind = Some(11)));
    assert!(!allows(&|setup| setup.options.big_blind = Some(i64::MAX)));
    assert!(allows(&|setup| setup.options.stacks = Some(vec![10, 20, 30])));
    assert!(!allows(&|setup| setup.options.stacks = Some(vec![9, 20, 30])));
    assert!(!allows(&|setup| setup.options.stacks = Some(vec![10, 20])));
}

#[test]
fn a_stake_of_one_is_over_at_once() {
    let mut story = Story::of(&HeadsUp::setup(None, 2, 1), &example());
    assert_eq!(story.actor(), None);
    assert_eq!(story.scores(), [-1, 1]);
    let reported = story.reported();
    assert_eq!(reported[1], "Seat 1 posts the small blind, 1, all in");
    assert_eq!(reported[3..6], ["Flop: 6s 4h 3h", "Turn: Kh", "River: Th"]);
    assert_eq!(reported.last().unwrap(), "Seat 1 wins the hand");
}

#[test]
fn the_big_blind_may_raise_after_calls() {
    let mut story = Story::with(&[200; 3], 0);
    story.play(0, "call").play(1, "call");
    assert_eq!((story.actor(), story.legal().as_str()), (Some(2), "check, 20, 25, 40, 200"));
    story.play(2, "check");
    assert_eq!((story.actor(), story.hand.turned().len()), (Some(1), 3));
}

#[test]
fn a_short_all_in_does_not_open_the_betting_again() {
    // Seat 0 raises by 25, seat 1 by 10 with its last chips: seat 2 may raise, seat 0, which has decided, may not.
    let mut story = Story::with(&[200, 45, 200], 0);
    story.play(0, "35").play(1, "45");
    assert_eq!(story.legal(), "fold, call, 70, 107, 170, 200");
    story.play(2, "call");
    assert_eq!((story.actor(), story.legal().as_str()), (Some(0), "fold, call"));
}

#[test]
fn two_short_all_ins_together_open_the_betting_again() {
    let mut story = Story::with(&[45, 60, 200, 200], 3);
    story.play(2, "35").play(3, "call").play(0, "45").play(1, "60");
    assert_eq!((story.actor(), story.hand.min_raise), (Some(2), 25));
    assert_eq!(story.legal(), "fold, call, 85, 160, 200");
}

#[test]
fn a_bet_below_the_big_blind_does_not_open_the_betting_for_a_seat_that_checked() {
    let mut story = Story::with(&[15, 200, 200], 0);
    story.play(0, "call").play(1, "call").play(2, "check");
    story.play(1, "check").play(2, "check").play(0, "5");
    assert_eq!((story.actor(), story.legal().as_str()), (Some(1), "fold, call"));
    assert_eq!(story.hand.min_raise, 10);
}

#[test]
fn no_raise_against_seats_that_cannot_call() {
    let mut story = Story::with(&[200, 60], 0);
    story.play(0, "call").play(1, "60");
    assert_eq!(story.legal(), "fold, call");
}

#[test]
fn unequal_stacks_make_side_pots() {
    let story = Story::with(&[200, 30, 80], 0);
    let mut story = story.dealt("2c 7d 9h Jc 3s", &["Kc Kd", "Ac Ad", "Qc Qd"]);
    story.play(0, "200").play(1, "call").play(2, "call");
    let main = (90, vec![0, 1, 2], vec![(1, 90)]);
    let side = (100, vec![0, 2], vec![(0, 100)]);
    assert_eq!(story.pots(), [main, side]);
    assert_eq!(story.scores(), [20, 60, -80]);
    assert_eq!(story.behind(), [120, 0, 0]);
    let reported = story.reported();
    let end = [
        "Seat 1 shows a pair of aces",
        "Seat 2 shows a pair of queens",
        "Seat 0 shows a pair of kings",
        "120 uncalled chips go back to seat 0",
        "Seat 1 wins 90",
        "Seat 0 wins 100",
        "Seats 0 and 1 win chips",
    ];
    assert_eq!(reported[reported.len() - 7..], end);
    let pieces = |seat: usize| story.hand.outcome().unwrap().seats[seat].winning_pieces.clone();
    assert_eq!(pieces(0), Some(vec![9, 11, 18, 24, 33]));
    assert!(pieces(1).is_some() && pieces(2).is_none());
}

#[test]
fn odd_chips_go_round_from_the_left_of_the_button() {
    let story = Story::with(&[400; 5], 3);
    let mut hand = story.dealt("Tc Jc Qc Kc Ac", &["2d 2h", "3d 3h", "4d 4h", "5d 5h", "6d 6h"]).hand;
    for (player, put) in hand.players.iter_mut().zip([65, 250, 60, 250, 250]) {
        player.put = put;
        player.status = if put == 250 { Status::In } else { Status::Folded };
    }
    let shares = vec![(4, 292), (1, 292), (3, 291)];
    assert_eq!(pots(&hand, &hand.settlement()), [(875, vec![1, 3, 4], shares)]);
}

#[test]
fn equal_hands_split_the_pot() {
    let story = Story::with(&[200, 200], 0);
    let mut story = story.dealt("Tc Jc Qc Kc Ac", &["2d 2h", "3d 3h"]);
    story.play(0, "200").play(1, "call");
    let outcome = story.hand.outcome().unwrap();
    assert!(outcome.seats.iter().all(|seat| seat.result == MatchResult::Draw && seat.winning_pieces.is_some()));
    let reported = story.reported();
    assert_eq!(reported[reported.len() - 2..], ["Seats 1 and 0 split 400", "Nobody wins or loses a chip"]);
}

#[test]
fn seats_may_leave_before_their_first_decision() {
    let mut story = Story::with(&[200; 4], 0);
    story.leave(1).leave(2);
    assert_eq!((story.actor(), story.hand.current_bet), (Some(3), 10));
    assert!(!story.hand.may_concede(Seat(2)));
    story.leave(3);
    // The button put nothing in and wins the blinds.
    assert_eq!(story.scores(), [15, -5, -10, 0]);
    assert_eq!(story.pots(), [(15, vec![0], vec![(0, 15)])]);
}

#[test]
fn the_turn_moves_on_when_a_leave_ends_the_decision() {
    let mut story = Story::with(&[200, 10, 200], 2);
    // Seat 1, the big blind, is all-in; seat 2 calls it, and seat 0 leaves while it owes its call.
    story.play(2, "call").leave(0);
    assert_eq!(story.actor(), None);
    assert!(story.hand.end.as_ref().unwrap().showdown);
    assert_eq!(story.hand.turned().len(), 5);

    let mut story = Story::with(&[200, 10, 200], 2);
    // After the flop seat 0 has only seat 2 to bet against; seat 2 leaves out of turn and the board runs out.
    story.play(2, "call").play(0, "call");
    assert_eq!((story.actor(), story.hand.turned().len()), (Some(0), 3));
    story.leave(2);
    assert_eq!((story.actor(), story.hand.turned().len()), (None, 5));
    assert!(!story.hand.may_concede(Seat(0)));
}

#[test]
fn leaving_out_of_turn_leaves_the_turn_where_it_is() {
    let mut story = Story::of(&Ring::setup(None, 4, 200), &example());
    story.play(0, "call").leave(3);
    assert_eq!(story.reported().last().unwrap(), "Seat 1 to act");
    story.play(1, "45").play(2, "fold").play(0, "call").play(0, "check").leave(1);
    assert_eq!(story.scores(), [60, -45, -5, -10]);
}

#[test]
fn a_sealed_end_shows_only_what_was_shown() {
    let mut hand = Story::of(&Ring::setup(None, 4, 200), &example());
    hand.play(0, "call").play(1, "45").play(2, "fold").play(3, "fold").play(0, "fold");
    let game: Ring = Holdem(hand.hand);
    let view = |seat: Option<Seat>, sealed| serde_json::to_value(game.view(Audience { seat, sealed })).unwrap();
    let cards = |view: &Value, seat: usize| view["seats"][seat]["cards"].clone();

    let open = view(None, false);
    assert_eq!(open["undealtBoard"], json!(["Th", "7h", "5d", "Qc", "9d"]));
    assert_eq!((cards(&open, 1), cards(&open, 2)), (json!(["Ks", "Kh"]), json!(["Qd", "6s"])));
    let sealed = view(Some(Seat(2)), true);
    assert_eq!((&sealed["undealtBoard"], &sealed["hand"]), (&json!(null), &json!(["Qd", "6s"])));
    assert!((0..4).all(|seat| cards(&sealed, seat).is_null()));

    let mut hand = Story::of(&Ring::setup(None, 4, 200), &example());
    hand.play(0, "call").play(1, "200").play(2, "fold").play(3, "fold").play(0, "call");
    let shown: Ring = Holdem(hand.hand);
    let sealed = serde_json::to_value(shown.view(Audience { seat: None, sealed: true })).unwrap();
    assert_eq!((cards(&sealed, 0), cards(&sealed, 2)), (json!(["As", "3h"]), json!(null)));
    assert_eq!(sealed["seats"][1]["handName"], "a pair of kings");
}

#[test]
fn aggression_scales_the_raises_and_fifty_is_the_house() {
    let mut raises = [0; 3];
    for byte in 0..100 {
        let story = Story::of(&HeadsUp::setup(None, 2, 200), &Seed::from_bytes([byte; 32]));
        let seat = story.hand.to_act().first().unwrap();
        let mut legal = Vec::new();
        story.hand.legal_actions(seat, &mut legal);
        let game: HeadsUp = Holdem(story.hand);
        let view = game.view(Audience::of(seat));
        let dice = || Dice::player(&Seed::from_bytes([byte; 32]), seat);
        let choices = [0, 50, 100]
            .map(|aggression| HeadsUp::policy(Policy::Minimax(aggression), seat, &view, &legal, &mut dice()));
        for (count, choice) in raises.iter_mut().zip(choices) {
            *count += usize::from(choice > 1);
        }
        assert_eq!(choices[1], HeadsUp::house(seat, &view, &legal, &mut dice()));
        assert_eq!(HeadsUp::policy(Policy::CallingStation, seat, &view, &legal, &mut dice()), 1);
    }
    let [never, house, wild] = raises;
    assert!(never == 0 && house > 10 && wild > house, "{raises:?}");
    assert_eq!(house::check_or_call(&[Action::Check, Action::Raise { to: 10 }]), 0);
}

#[test]
fn chips_are_conserved_in_every_hand() {
    let mut luck = Dice::dealer(&Seed::from_bytes([9; 32]));
    for round in 0..3000_u32 {
        let seats = 2 + luck.index(5);
        let mut setup = Ring::setup(None, seats, 200);
        setup.options.stacks = Some((0..seats).map(|_| 10 + i64::from(luck.below(200))).collect());
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&round.to_le_bytes());
        let mut story = Story::of(&setup, &Seed::from_bytes(seed));
        while let Some(actor) = story.hand.to_act().first() {
            let leaver = Seat::at(luck.index(seats));
            if luck.below(12) == 0 && story.hand.may_concede(leaver) {
                story.leave(leaver.0);
            } else {
                let mut legal = Vec::new();
                story.hand.legal_actions(actor, &mut legal);
                let action = luck.pick(&legal);
                story.hand.play(actor, action, &mut story.events);
            }
        }
        let end = story.hand.end.as_ref().unwrap();
        let pots: i64 = end.pots.iter().map(|pot| pot.amount).sum();
        let returned = end.returned.map_or(0, |(_, chips)| chips);
        assert_eq!(pots + returned, story.hand.pot());
        assert_eq!(story.scores().iter().sum::<i64>(), 0);
        for (seat, score) in story.scores().into_iter().enumerate() {
            let player = &story.hand.players[seat];
            assert!(score >= -player.put && player.stack + player.put == setup.options.stacks.as_ref().unwrap()[seat]);
        }
    }
}

#[test]
fn a_redraw_keeps_known_cards_and_deals_no_card_twice() {
    let mut story = Story::with(&[200, 200, 200], 0);
    story.play(0, "call").play(1, "call").play(2, "check");
    let before = story.hand.clone();
    story.hand.exchange_hidden(Some(Seat(1)), &mut Dice::dealer(&Seed::from_bytes([7; 32])));
    let after = &story.hand;
    assert_eq!((after.players[1].cards, after.turned()), (before.players[1].cards, before.turned()));
    assert!(after.players[0].cards != before.players[0].cards && after.board != before.board);
    let held = after.players.iter().flat_map(|player| player.cards).chain(after.board);
    let ids: std::collections::BTreeSet<u8> = held.map(|card| card.0).collect();
    assert_eq!(ids.len(), 11);
}
