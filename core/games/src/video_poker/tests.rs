use super::*;
use crate::{MatchResult, Seed};
use serde_json::json;

fn example(events: &mut Events) -> VideoPoker {
    let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
    VideoPoker::deal(&Setup::new(None, 1, 10), &mut Dice::dealer(&seed), events)
}

fn cards(text: &str) -> [Card; 5] {
    let find = |text: &str| *deck().iter().find(|card| card.to_string() == text).unwrap();
    text.split(' ').map(find).collect::<Vec<_>>().try_into().unwrap()
}

fn table(first: &str, replacements: &str) -> VideoPoker {
    VideoPoker { stake: 10, first: cards(first), replacements: cards(replacements), state: State::Dealt }
}

fn hold(table: &mut VideoPoker, positions: &[usize], events: &mut Events) {
    let positions = positions.iter().copied().collect();
    table.play(PLAYER, &Action::Hold { positions }, &mut Dice::dealer(&Seed::from_bytes([0; 32])), events);
}

#[test]
fn the_example_has_the_expected_events() {
    let mut events = Events::on();
    let mut table = example(&mut events);
    let held: Vec<u8> = strategy::hold(&table.first).into();
    assert_eq!(held, [3]);
    hold(&mut table, &[3], &mut events);
    let reported: Vec<Event> = events.take();
    assert!(reported.iter().all(|event| event.seat == Some(PLAYER)), "all events are about the one seat");
    let reported: Vec<String> = reported.into_iter().map(|event| event.label.unwrap()).collect();
    let expected =
        ["Five cards are dealt", "Choose what to hold", "Holds 1 card", "Final hand 8c 7s Kc Ac 9c", "Nothing"];
    assert_eq!(reported, expected);
    let view = serde_json::to_value(table.view(Audience::of(PLAYER))).unwrap();
    assert_eq!((&view["undealt"], &view["seats"][0]["score"]), (&json!(["Js"]), &json!(-10)));
}

#[test]
fn the_actions_are_ordered_by_their_masks() {
    let mut legal = Vec::new();
    example(&mut Events::off()).legal_actions(PLAYER, &mut legal);
    let lists = serde_json::to_value(&legal).unwrap();
    assert_eq!(legal.len(), 32);
    assert_eq!(lists[3], json!({ "type": "hold", "positions": [0, 1] }));
    assert_eq!([&lists[0]["positions"], &lists[4]["positions"]], [&json!([]), &json!([2])]);
    for wrong in [json!([1, 0]), json!([2, 2]), json!([5])] {
        assert!(serde_json::from_value::<Positions>(wrong).is_err());
    }
}

#[test]
fn each_hand_is_paid_for_its_paying_cards() {
    for (hand, score, pieces) in [
        ("Td Jd Qd Kd Ad", 7990, vec![21, 22, 23, 24, 25]),
        ("4h Kc 4c 4s 4d", 240, vec![2, 15, 28, 41]),
        ("4h Kc 4c 4s Kd", 80, vec![2, 11, 24, 28, 41]),
        ("5c Ad 2c 4h 3s", 30, vec![0, 3, 25, 28, 40]),
        ("4h Kc 4c 4s Qd", 20, vec![2, 28, 41]),
        ("4h Kc 4c 9s Kd", 10, vec![2, 11, 24, 28]),
    ] {
        let mut table = table(hand, "2h 2s 2d 3h 6h");
        hold(&mut table, &[0, 1, 2, 3, 4], &mut Events::off());
        let outcome = table.outcome().unwrap();
        assert_eq!((outcome.seats[0].score, &outcome.seats[0].winning_pieces), (score, &Some(pieces)), "{hand}");
    }
}

#[test]
fn jacks_return_the_stake_and_tens_lose_it() {
    let ended = |hand| {
        let mut table = table(hand, "2h 2s 2d 3h 6h");
        hold(&mut table, &[0, 1, 2, 3, 4], &mut Events::off());
        table.outcome().unwrap().seats[0].clone()
    };
    let jacks = ended("Jc Jd 4s 7h 9c");
    assert_eq!((jacks.result, jacks.score, jacks.winning_pieces), (MatchResult::Draw, 0, Some(vec![9, 22])));
    let tens = ended("Tc Td 4s 7h 9c");
    assert_eq!((tens.result, tens.score, tens.winning_pieces), (MatchResult::Loss, -10, None));
}

#[test]
fn the_discarded_positions_are_filled_in_ascending_order() {
    let mut table = table("3h 7c 6d Ac 2d", "8c 7s Kc 9c Js");
    hold(&mut table, &[1, 4], &mut Events::off());
    assert_eq!(table.hand(), cards("8c 7c 7s Kc 2d"));
    assert_eq!(table.undealt(), &cards("8c 7s Kc 9c Js")[3..]);
}

#[test]
fn the_hand_is_hidden_from_spectators_and_the_rest_from_all_at_a_sealed_end() {
    let seen = |table: &VideoPoker, audience| serde_json::to_value(table.view(audience)).unwrap();
    let mut table = table("3h 7c 6d Ac 2d", "8c 7s Kc 9c Js");
    let before = seen(&table, Audience::SPECTATOR);
    assert!(before["first"].is_null() && before["hand"].is_null());
    hold(&mut table, &[3], &mut Events::off());
    let sealed = seen(&table, Audience { seat: Some(PLAYER), sealed: true });
    assert!(sealed["undealt"].is_null() && sealed["first"].is_array());
    let sealed = seen(&table, Audience { seat: None, sealed: true });
    assert!(sealed["first"].is_null() && sealed["hand"].is_array());
    assert_eq!(seen(&table, Audience::SPECTATOR)["undealt"], json!(["Js"]));
}

#[test]
fn leaving_a_paying_hand_pays_nothing() {
    let mut table = table("Kh Kc Kd Ks 2d", "8c 7s Qc 9c Js");
    let mut events = Events::on();
    table.concede(PLAYER, Leave::Forfeited, &mut events);
    let outcome = table.outcome().unwrap().seats[0].clone();
    assert_eq!((outcome.score, outcome.winning_pieces, table.hand_name()), (-10, None, Some("forfeit")));
    let kinds: Vec<_> = events.take().into_iter().map(|event| event.kind).collect();
    assert_eq!(kinds, ["forfeited", "settled"]);
}

#[test]
fn each_line_of_the_strategy_holds_its_cards() {
    for (line, hand, held) in [
        (1, "4h 4c 4d 4s Kd", "4h 4c 4d 4s"),
        (2, "Ts Js Qs Ks 9s", "Ts Js Qs Ks 9s"),
        (2, "Ts Js Qs Ks 9d", "Ts Js Qs Ks"),
        (3, "4h 4c 4d Ks Kd", "4h 4c 4d Ks Kd"),
        (4, "8s 9s Js Qs Jd", "8s 9s Js Qs"),
        (5, "Qs Ks As Ad 2c", "As Ad"),
        (6, "Ts Ks 2s As 2d", "Ts Ks As"),
        (7, "3s 9s 2s Ks 2d", "3s 9s 2s Ks"),
        (8, "5s 6d 7c 8h 8s", "8h 8s"),
        (9, "5s 6d 7c 8h Ks", "5s 6d 7c 8h"),
        (10, "Js Qs Kh Ah 3c", "Js Qs"),
        (11, "5s 6s 8s Kh 2c", "5s 6s 8s"),
        (12, "Ah Qc Kd 3c 8s", "Qc Kd"),
        (13, "Th Jh 2c 4d 8s", "Th Jh"),
        (14, "Th Ah 2c 4d 8s", "Ah"),
        (15, "2h 4c 6d 8s Tc", ""),
    ] {
        let hand = cards(hand);
        let names: Vec<String> = strategy::hold(&hand).iter().map(|at| hand[at].to_string()).collect();
        assert_eq!(names.join(" "), held, "line {line}");
    }
}

/// A straight flush ranks above four to a royal, a straight does not; one-ended fours are no outside straights.
#[test]
fn the_order_of_the_lines_is_the_known_one() {
    let held = |hand| strategy::hold(&cards(hand)).count();
    assert_eq!(held("Ts Js Qs Ks Ad"), 4);
    assert_eq!(held("9s Ts Js Qs Ks"), 5);
    // J Q K A: three of them are not suited, so the two lowest.
    assert_eq!(held("Js Qd Kc Ah 4s"), 2);
}

mod exact {
    use super::*;

    /// A common multiple of the numbers of draws for 0 to 5 cards out of 47.
    const UNIT: u64 = 7_669_695;
    const HANDS: usize = 2_598_960;

    /// The summed payout of all hands that contain some cards, for every set of up to five cards.
    struct Paid {
        sums: [Vec<u32>; 6],
        below: [[usize; 6]; 53],
    }

    impl Paid {
        /// The index of each subset of a hand of ascending cards among the sets of its size.
        fn places(&self, hand: &[Card; 5]) -> [usize; 32] {
            let mut places = [0; 32];
            for subset in 1..32_usize {
                let highest = subset.ilog2();
                let card = usize::from(hand[highest as usize].0);
                places[subset] = places[subset ^ 1 << highest] + self.below[card][subset.count_ones() as usize];
            }
            places
        }

        fn new() -> (Self, [u32; 10]) {
            let mut below = [[0; 6]; 53];
            for n in 0..53 {
                below[n][0] = 1;
                for k in 1..6.min(n + 1) {
                    below[n][k] = below[n - 1][k - 1] + below[n - 1][k];
                }
            }
            let sums = std::array::from_fn(|size| vec![0; below[52][size]]);
            let (mut paid, mut counts) = (Self { sums, below }, [0; 10]);
            for hand in hands() {
                let pay = Pay::of(&hand);
                counts[pay as usize] += 1;
                for (subset, place) in paid.places(&hand).into_iter().enumerate() {
                    paid.sums[subset.count_ones() as usize][place] += pay.for_one() as u32;
                }
            }
            (paid, counts)
        }

        /// The return of each choice of held positions, in units of 1 / `UNIT`: the hands that contain the held cards
        /// and none of the others, by inclusion and exclusion.
        fn returns(&self, hand: &[Card; 5]) -> [u64; 32] {
            let places = self.places(hand);
            let mut sums: [i64; 32] =
                std::array::from_fn(|held| i64::from(self.sums[held.count_ones() as usize][places[held]]));
            for position in 0..5 {
                for held in (0..32).filter(|held| held >> position & 1 == 0) {
                    sums[held] -= sums[held | 1 << position];
                }
            }
            std::array::from_fn(|held| {
                let draws = self.below[47][5 - held.count_ones() as usize] as u64;
                sums[held] as u64 * (UNIT / draws)
            })
        }
    }

    fn hands() -> impl Iterator<Item = [Card; 5]> {
        (4..52).flat_map(|e| {
            (3..e).flat_map(move |d| {
                (2..d).flat_map(move |c| (1..c).flat_map(move |b| (0..b).map(move |a| [a, b, c, d, e].map(Card))))
            })
        })
    }

    /// All permutations of the suits.
    fn renamings() -> Vec<[u8; 4]> {
        let all = (0..256_u32).map(|number| std::array::from_fn(|at| (number >> (2 * at) & 3) as u8));
        all.filter(|suits: &[u8; 4]| suits.iter().fold(0, |seen, suit| seen | 1 << suit) == 0b1111).collect()
    }

    /// The number of hands that are equal to this one up to a permutation of the suits, if this one has the smallest
    /// ids of them; otherwise 0.
    fn weight(hand: &[Card; 5], renamings: &[[u8; 4]]) -> u64 {
        let mut alike = 0;
        for suits in renamings {
            let mut renamed = hand.map(|card| Card(13 * suits[usize::from(card.suit())] + card.rank()));
            renamed.sort_unstable();
            match renamed.cmp(hand) {
                std::cmp::Ordering::Less => return 0,
                std::cmp::Ordering::Equal => alike += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        renamings.len() as u64 / alike
    }

    /// If a hand has two suited pairs for line 10, its order decides which is held and its return. The known figure
    /// takes one hand of all that are equal up to a permutation of the suits; every hand by itself, with its cards in
    /// the order of their ids, returns 0.0001 % more.
    #[test]
    fn the_pay_table_the_strategy_and_the_best_play_return_the_known_percentages() {
        let (paid, counts) = Paid::new();
        assert_eq!(counts, [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 337_920, 2_062_860]);
        let renamings = renamings();
        let (mut by_strategy, mut by_class, mut at_best) = (0, 0, 0);
        for hand in hands() {
            let returns = paid.returns(&hand);
            let held = returns[usize::from(strategy::hold(&hand).0)];
            by_strategy += held;
            by_class += held * weight(&hand, &renamings);
            at_best += returns.into_iter().max().unwrap_or(0);
        }
        let percent = |sum: u64| format!("{:.4}", 100.0 * sum as f64 / (UNIT as f64 * HANDS as f64));
        assert_eq!([by_class, by_strategy, at_best].map(percent), ["99.4587", "99.4588", "99.5439"]);
    }
}
