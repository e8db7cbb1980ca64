//! Hidden information does not leak. Two matches with different seeds are played side by side for one viewer who cannot
//! distinguish them: as long as everything that this viewer has seen is equal, everything that it is shown must stay
//! equal too.
//!
//! Such pairs are found by dealing many seeds: for a spectator those whose opening events are equal, for a seat those
//! whose opening views are equal. Then both are played on, and the viewer's output is compared:
//!
//! - equal events, for a spectator: then the view is equal. It contains no more than the events;
//! - equal views: then the legal actions and the events are equal. Neither contains more than the view.
//!
//! The part of a seat's view beyond the public view is its own (`laws`); the golden vectors fix its values.

use crate::table::{Case, Table, seed, whim};
use std::collections::BTreeMap;
use turnstone_games::{Dice, Entry, Seat, Setup};

/// The number of deals of a case that are compared with each other.
pub(crate) const DEALS: u64 = 1500;
/// The number of pairs that are played for each viewer.
const PAIRS: usize = 20;
/// One in this many plies of the other seats is tried with different actions in the two matches.
const DIFFERENTLY: u32 = 4;

#[test]
fn indistinguishable_deals_give_equal_output() {
    let (mut cases, mut paired) = (0, 0);
    for case in Case::all() {
        let deals: Vec<Table> = (0..DEALS).map(|number| deal(case, number)).collect();
        let mut pairs = 0;
        for viewer in case.viewers() {
            for (one, other) in alike(&deals, viewer) {
                play_on(viewer, &deals[one], &deals[other]);
                pairs += 1;
            }
        }
        cases += 1;
        paired += usize::from(pairs > 0);
    }
    assert!(paired * 10 >= cases * 9, "only {paired} of {cases} kinds have deals that look alike");
}

/// All deals of a case have the same setup.
pub(crate) fn deal(case: Case, number: u64) -> Table {
    let setup: Setup = case.deal(0).setup;
    Table::deal(case, setup, seed(number))
}

/// Pairs of deals that look equal to the viewer at the opening, each deal in one pair at most.
pub(crate) fn alike(deals: &[Table], viewer: Option<Seat>) -> Vec<(usize, usize)> {
    let mut waiting: BTreeMap<String, usize> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (at, table) in deals.iter().enumerate() {
        let opening = if viewer.is_some() { table.view(viewer, true) } else { table.reported_json().join(" ") };
        match waiting.remove(&opening) {
            Some(other) if pairs.len() < PAIRS => pairs.push((other, at)),
            Some(_) => return pairs,
            None => drop(waiting.insert(opening, at)),
        }
    }
    pairs
}

/// Play on in both, as long as the viewer sees the same. The other seats sometimes play different actions in the two:
/// their secret actions must not show either.
fn play_on(viewer: Option<Seat>, one: &Table, other: &Table) {
    let mut whim = whim(&one.seed);
    let (mut one, mut other) = (one.again(0), other.again(0));
    while stay_alike(viewer, &one, &other) && !one.is_over() {
        let seats: Vec<Seat> = one.live.to_act().iter().collect();
        let seat = whim.pick(&seats);
        if viewer != Some(seat) && whim.below(DIFFERENTLY) == 0 {
            let (mut one_more, mut other_more) = (one.again(one.log.len()), other.again(other.log.len()));
            play_any(&mut one_more, seat, &mut whim);
            play_any(&mut other_more, seat, &mut whim);
            if stay_alike(viewer, &one_more, &other_more) {
                (one, other) = (one_more, other_more);
                continue;
            }
        }
        if !play_the_same(&mut one, &mut other, seat, &mut whim) {
            return;
        }
    }
}

/// Whether the viewer still sees the same; if so, all its other output must be equal.
fn stay_alike(viewer: Option<Seat>, one: &Table, other: &Table) -> bool {
    let who = format!("{one}, against seed {}, viewer {viewer:?}", other.seed.to_hex());
    let same_view = one.view(viewer, true) == other.view(viewer, true);
    let same_events = one.reported_json() == other.reported_json();
    if viewer.is_none() {
        assert!(same_view || !same_events, "{who}: the view shows more than the events");
    }
    if same_view {
        assert!(same_events, "{who}: the events show more than the view");
        assert_eq!(one.live.to_act(), other.live.to_act(), "{who}: who may act");
        if let Some(seat) = viewer {
            assert_eq!(one.legal(seat), other.legal(seat), "{who}: the legal actions show more than the view");
        }
    }
    same_view
}

fn play_any(table: &mut Table, seat: Seat, whim: &mut Dice) {
    let choice = whim.index(table.legal(seat).len());
    assert!(table.play(seat, Entry::Choice(choice as u16)), "{table}: choice {choice} is on the list");
}

/// Play an action that is legal in both; false when there is none.
pub(crate) fn play_the_same(one: &mut Table, other: &mut Table, seat: Seat, whim: &mut Dice) -> bool {
    let (ours, theirs) = (one.legal(seat), other.legal(seat));
    let common: Vec<(usize, usize)> = ours
        .iter()
        .enumerate()
        .filter_map(|(at, action)| Some((at, theirs.iter().position(|their| their == action)?)))
        .collect();
    if common.is_empty() {
        return false;
    }
    let (ours, theirs) = whim.pick(&common);
    one.play(seat, Entry::Choice(ours as u16)) && other.play(seat, Entry::Choice(theirs as u16))
}
