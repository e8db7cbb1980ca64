//! The levels of the house: their published strength, measured again, and what a level may change.

use crate::table::Case;
use turnstone_games::{
    Events, Level, MATCHES, MatchResult, Policy, Rules, SHIPPED, Seat, Seed, Strength, Winnings, anchors,
    anchors_version, strengths,
};

/// The results of a player in seat 0 against the house at this level.
fn results(case: Case, level: Level, player: Policy) -> Winnings {
    let setup = case.rules.setup(Some(case.kind), case.seats, 200);
    let mut sum = (0, 0);
    for number in 0..MATCHES {
        let mut bytes = [0; 32];
        bytes[..2].copy_from_slice(&number.to_le_bytes());
        let mut live = case.rules.deal(&setup, &Seed::from_bytes(bytes), &mut Events::off()).unwrap();
        while let Some(seat) = live.to_act().first() {
            let policy = if seat == Seat(0) { player } else { Policy::House(level) };
            let choice = live.choose(seat, policy).unwrap();
            assert!(live.play(seat, choice, &mut Events::off()));
        }
        let mine = &live.outcome().unwrap().seats[0];
        sum = (sum.0 + u16::from(mine.result == MatchResult::Win), sum.1 + mine.score);
    }
    let staked = case.buy_in(&setup) * i64::from(MATCHES);
    Winnings { wins: sum.0, net: (sum.1 * 100 / staked) as i16 }
}

/// Every game with its first kind and its default number of seats.
fn usual() -> impl Iterator<Item = Case> {
    let usual =
        |rules: &'static dyn Rules| Case { rules, kind: &rules.about().kinds[0], seats: rules.about().default_seats };
    SHIPPED.games().map(usual)
}

#[test]
fn the_published_strengths_are_those_that_matches_give() {
    for case in usual() {
        let Some(published) = strengths(case.rules.about().id) else { continue };
        for (level, published) in Level::all().zip(published) {
            let measured =
                Strength { random: results(case, level, Policy::Random), best: results(case, level, Policy::HOUSE) };
            assert_eq!(*published, measured, "{case} at level {}", level.number());
        }
    }
}

#[test]
fn a_player_at_random_wins_half_of_the_matches_of_two_against_the_weakest_level() {
    for case in usual().filter(|case| case.seats == 2) {
        let Some([weakest, .., best]) = strengths(case.rules.about().id) else { continue };
        assert!(weakest.random.wins * 2 >= MATCHES, "{case}: {weakest:?}");
        assert!(best.random.net < weakest.random.net && best.best.net < weakest.best.net, "{case}");
    }
}

#[test]
fn games_have_levels_where_the_choices_of_the_house_matter() {
    for case in usual().filter(|case| case.seats > 1) {
        let plays = |player| results(case, Level::BEST, player);
        let matters = plays(Policy::Random) != plays(Policy::HOUSE);
        assert_eq!(strengths(case.rules.about().id).is_some(), matters, "{case}");
    }
    let alone = usual().filter(|case| case.seats == 1);
    assert!(alone.into_iter().all(|case| strengths(case.rules.about().id).is_none()), "the house has no seat");
}

/// The ratings of the levels, which `core/games/examples/anchors.rs` measures.
#[test]
fn the_ratings_of_levels_rise() {
    for case in usual() {
        let about = case.rules.about();
        assert_eq!(anchors(about.id).is_some(), strengths(about.id).is_some(), "{case}");
        let Some(ratings) = anchors(about.id) else { continue };
        assert!(ratings.is_sorted() && ratings[2] == 1500, "{case}: {ratings:?}");
        assert!((100..=4000).contains(&ratings[0]) && ratings[4] <= 4000, "{case}: {ratings:?}");
        assert_eq!(anchors_version(about.id), Some(about.version), "{case}: measure the levels again");
    }
}

/// At each position of some matches: the weakest level never chooses what the policy of practice chooses if it has another action, the
/// best always does, and another level does so about as often as it says.
#[test]
fn a_level_says_how_often_the_house_slips() {
    for level in Level::all() {
        let (mut slipped, mut chosen) = (0, 0);
        for case in usual().filter(|case| case.seats > 1) {
            for number in 0..20 {
                let mut table = case.deal(number);
                while !table.is_over() {
                    let seat = table.live.to_act().first().unwrap();
                    if table.live.legal_actions(seat).len() > 1 {
                        let of_policy = table.live.choice_of(seat, Policy::House(Level::BEST)).unwrap().0;
                        slipped += u32::from(table.live.choice_of(seat, Policy::House(level)).unwrap().0 != of_policy);
                        chosen += 1;
                    }
                    table.step(Policy::Random);
                }
            }
        }
        let percent = slipped * 100 / chosen;
        assert!(percent.abs_diff(level.slips().into()) <= 2, "level {}: {percent} %", level.number());
    }
}

/// In memory, the house for chips forgets nothing, as its opponents may be programs. In practice it plays as a person does.
#[test]
fn who_forgets_nothing_beats_the_best_level_of_memory() {
    let [.., best] = strengths("memory").unwrap();
    assert!(best.best.wins * 4 > MATCHES * 3, "{best:?}");
    for case in usual() {
        let id = case.rules.about().id;
        let full = results(case, Level::FULL, Policy::HOUSE);
        let is_same = full == results(case, Level::BEST, Policy::HOUSE);
        assert_eq!(is_same, id != "memory", "{case}");
        assert_eq!(Level::for_practice(id, None) == Level::FULL, is_same, "{case}");
    }
}
