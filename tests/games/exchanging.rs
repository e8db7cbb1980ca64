//! Hidden information does not leak. A match is played twice to the same position; in one copy everything that the
//! viewer cannot know is redrawn. From there both are played alike, and everything that the viewer gets must be the
//! same, byte for byte: view, legal actions, events, outcome. The comparison ends at a ply that reveals something: a
//! ply whose events differ, which only few kinds may; or a ply that gives the viewer information of its own.

use crate::hidden::{DEALS, alike, deal, play_the_same};
use crate::laws;
use crate::table::{Case, Table};
use turnstone_games::{Dice, Entry, Leave, Policy, Seat};

/// The maximum number of matches of a case, of positions of a match, and of all comparisons.
const MATCHES: u64 = 200;
const SITUATIONS: usize = 4;
const ENOUGH: usize = 250;
/// One in this many plies is a seat that leaves, if it may.
const LEAVES: u32 = 16;

/// The events that reveal hidden information. No other event may be the first that differs.
const REVEALING: &[&str] = &[
    "blocked", "cards", "dealer", "dealt", "double", "drawn", "exploded", "flipped", "hit", "opened", "revealed",
    "shot", "shown", "spin", "split", "street", "sunk", "thrown",
];

#[test]
fn hidden_information_does_not_change_a_viewers_output() {
    for case in Case::all() {
        let mut tally = Tally::default();
        for number in 0..MATCHES {
            if tally.situations < ENOUGH {
                look_into(case.deal(number), &mut tally);
            }
        }
        let Tally { situations, exchanged } = tally;
        if exchanged == 0 {
            assert!(
                !hides_anything(case),
                "{case}: hides something, and none of {situations} situations was exchanged"
            );
        } else {
            assert!(exchanged * 10 >= situations, "{case}: only {exchanged} of {situations} situations were exchanged");
        }
    }
}

#[derive(Default)]
struct Tally {
    situations: usize,
    /// The comparisons in which the redrawn information made a difference to a viewer, now or at the end.
    exchanged: usize,
}

/// A stream that neither a seat nor the harness's other choices draw from.
fn lot(table: &Table, situation: usize) -> Dice {
    Dice::new(&table.seed, (1 << 33) + situation as u64)
}

fn look_into(mut whole: Table, tally: &mut Tally) {
    whole.play_out(Policy::Random, |_| ());
    for situation in 0..SITUATIONS.min(whole.log.len()) {
        let mut lot = lot(&whole, situation);
        // Prefer early positions: more is hidden.
        let plies = lot.index(whole.log.len()).min(lot.index(whole.log.len()));
        for viewer in whole.case.viewers() {
            let exchanged = || {
                let mut copy = whole.again(plies);
                copy.live.exchange_hidden(viewer, &mut lot.clone());
                copy
            };
            let (one, other) = (whole.again(plies), exchanged());
            let differs = one.everything() != other.everything() || all_leave(viewer, whole.again(plies), exchanged());
            tally.situations += 1;
            tally.exchanged += usize::from(differs);
            play_on(viewer, one, other, &mut lot.clone());
            if viewer.is_none() {
                // The redrawn position is a match like any other.
                exchanged().play_out(Policy::Random, laws::hold);
            }
        }
    }
}

/// All seats give up. Returns whether the two matches differ once all is revealed; sealed information must not differ.
fn all_leave(viewer: Option<Seat>, mut one: Table, mut other: Table) -> bool {
    let mut alike = stay_alike(viewer, None, &one, &other);
    let may_leave = |one: &Table, other: &Table| {
        one.case.viewers().flatten().find(|&seat| one.live.may_concede(seat) && other.live.may_concede(seat))
    };
    while let Some(seat) = may_leave(&one, &other) {
        let entry = Entry::Leave(Leave::Forfeited);
        assert!(one.play(seat, entry) && other.play(seat, entry), "{one}: seat {seat} may leave in both");
        alike = alike && stay_alike(viewer, Some(seat), &one, &other);
    }
    one.view(None, false) != other.view(None, false)
}

fn play_on(viewer: Option<Seat>, mut one: Table, mut other: Table, lot: &mut Dice) {
    let mut mover = None;
    while stay_alike(viewer, mover, &one, &other) && !one.is_over() {
        let seats: Vec<Seat> = one.live.to_act().iter().collect();
        let seat = lot.pick(&seats);
        mover = Some(seat);
        if lot.below(LEAVES) == 0 && one.live.may_concede(seat) {
            let entry = Entry::Leave(Leave::TimedOut);
            assert!(one.play(seat, entry) && other.play(seat, entry), "{one}: seat {seat} may leave in both");
        } else if !play_the_same(&mut one, &mut other, seat, lot) {
            return;
        }
    }
}

/// Whether the viewer still gets the same after a ply of `mover`, or right after the redraw. If not, the ply must be one
/// that reveals.
fn stay_alike(viewer: Option<Seat>, mover: Option<Seat>, one: &Table, other: &Table) -> bool {
    let who = format!("{one}, viewer {viewer:?}");
    if let Some((reported, reported_there)) = first_difference(one, other) {
        let reveals = [&reported, &reported_there].into_iter().any(|kind| REVEALING.contains(&kind.as_str()));
        assert!(reveals, "{who}: {reported} in one match, {reported_there} in the other");
        return false;
    }
    assert_eq!(one.view(None, true), other.view(None, true), "{who}: what everybody sees");
    if one.view(viewer, true) != other.view(viewer, true) {
        let dealt = mover.is_some() && one.reported.iter().any(|event| event.kind == "dealt");
        assert!(dealt || mover == viewer, "{who}: the view shows more than the events and the seat's own draws");
        return false;
    }
    assert_eq!(one.live.outcome(), other.live.outcome(), "{who}: the outcome");
    if let Some(seat) = viewer {
        assert_eq!(one.legal(seat), other.legal(seat), "{who}: the legal actions");
    }
    true
}

/// The kinds of the first events that differ.
fn first_difference(one: &Table, other: &Table) -> Option<(String, String)> {
    let (reported, reported_there) = (one.reported_json(), other.reported_json());
    let length = reported.len().max(reported_there.len());
    let at = (0..length).find(|&at| reported.get(at) != reported_there.get(at))?;
    let kind = |table: &Table| table.reported.get(at).map_or("nothing".to_owned(), |event| event.kind.to_owned());
    Some((kind(one), kind(other)))
}

/// Whether this game has hidden information: a seat sees what others do not, or two deals with equal openings that are
/// played alike have different events.
fn hides_anything(case: Case) -> bool {
    let deals: Vec<Table> = (0..DEALS).map(|number| deal(case, number)).collect();
    let has_its_own = |viewer| deals[0].view(viewer, true) != deals[0].view(None, true);
    case.viewers().any(has_its_own) || alike(&deals, None).iter().any(|&(one, other)| part(&deals[one], &deals[other]))
}

/// Whether two deals with equal openings differ when they are played alike.
fn part(one: &Table, other: &Table) -> bool {
    let (mut one, mut other) = (one.again(0), other.again(0));
    let mut lot = lot(&one, SITUATIONS);
    while !one.is_over() && !other.is_over() {
        let seat = one.any_seat();
        if !play_the_same(&mut one, &mut other, seat, &mut lot) || one.reported_json() != other.reported_json() {
            return true;
        }
    }
    one.is_over() != other.is_over()
}
