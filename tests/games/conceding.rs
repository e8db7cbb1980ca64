//! Leaving: any seat, at any point of a match, on turn or not.

use crate::laws;
use crate::table::{Case, Table};
use turnstone_games::{Entry, Leave, Policy, Seat, Seats};

const MATCHES: u64 = 6;
/// The plies at which a match is left, and the step afterwards.
const PLIES: [usize; 7] = [0, 1, 2, 3, 5, 8, 13];
const EVERY: usize = 21;

#[test]
fn a_seat_that_leaves_ends_the_match_or_lets_the_others_play_on() {
    for case in Case::all() {
        for number in 0..MATCHES {
            let mut whole = case.deal(number);
            whole.play_out(Policy::Random, |_| ());
            let plies = (0..whole.log.len()).filter(|ply| PLIES.contains(ply) || ply % EVERY == 0);
            for ply in plies {
                for seat in Seats::all(case.seats).iter() {
                    let how = if ply % 2 == 0 { Leave::Forfeited } else { Leave::TimedOut };
                    leave(whole.again(ply), seat, how);
                }
            }
        }
    }
}

fn leave(mut table: Table, seat: Seat, how: Leave) {
    let before = table.everything();
    let reported = std::mem::take(&mut table.reported);
    if !table.live.may_concede(seat) {
        assert!(!table.play(seat, Entry::Leave(how)), "{table}: seat {seat} left though it may not");
        table.reported = reported;
        assert_eq!(table.everything(), before, "{table}: a rejected leave of seat {seat} changed the match");
        return;
    }
    assert!(table.play(seat, Entry::Leave(how)), "{table}: seat {seat} may leave");
    laws::hold_in_views(&table);
    let word = if how == Leave::Forfeited { "forfeited" } else { "timed_out" };
    assert_eq!((table.reported[0].kind, table.reported[0].seat), (word, Some(seat)), "{table}: the first event");
    match table.case.seats {
        1 => assert!(table.is_over(), "{table}: the only seat left"),
        2 => the_other_has_won(&table, seat),
        _ => the_others_play_on(table, seat),
    }
}

fn the_other_has_won(table: &Table, left: Seat) {
    assert!(table.is_over(), "{table}: seat {left} of two left");
    let scores = table.outcome().scores();
    assert!(scores[left.index()] < 0 && scores[left.other().index()] > 0, "{table}: {scores:?} when {left} left");
}

fn the_others_play_on(mut table: Table, left: Seat) {
    table.play_out(Policy::Random, |table| {
        laws::hold(table);
        let gone = !table.live.to_act().contains(left) && !table.live.may_concede(left);
        assert!(gone, "{table}: seat {left} has left and is asked to act");
    });
}

#[test]
fn every_seat_may_leave_while_the_game_allows_it() {
    for case in Case::all() {
        for number in 0..MATCHES {
            let mut table = case.deal(number);
            while !table.is_over() {
                let leavers: Vec<Seat> =
                    Seats::all(case.seats).iter().filter(|&seat| table.live.may_concede(seat)).collect();
                let leaves = !leavers.is_empty() && table.whim.below(3) == 0;
                if leaves {
                    let seat = table.whim.pick(&leavers);
                    assert!(table.play(seat, Entry::Leave(Leave::Forfeited)), "{table}: seat {seat} may leave");
                } else {
                    table.step(Policy::Random);
                }
                laws::hold(&table);
            }
        }
    }
}
