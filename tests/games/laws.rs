//! Invariants of every match of every game, after the deal and after every step.

use crate::table::Table;
use serde_json::{Map, Value};
use turnstone_games::{MatchResult, Outcome, Seat, Seats};

/// Invariants that need no JSON: seats, events, and the chips at the end.
pub(crate) fn hold(table: &Table) {
    seats_are_of_this_table(table);
    events_are_in_order(table);
    assert_eq!(table.live.outcome().is_some(), table.is_over(), "{table}: an outcome, and only at the end");
    if table.is_over() {
        chips_add_up(table);
        let may_still_leave = seats(table).find(|&seat| table.live.may_concede(seat));
        assert_eq!(may_still_leave, None, "{table}: no seat may leave a finished match");
    }
}

/// The same, and every view read as the API's clients read it.
pub(crate) fn hold_in_views(table: &Table) {
    hold(table);
    for sealed in [false, true] {
        let public = view(table, None, sealed);
        view_has_the_common_fields(table, &public);
        for seat in seats(table) {
            let seated = view(table, Some(seat), sealed);
            view_has_the_common_fields(table, &seated);
            private_fields_are_the_own_ones(table, seat, &seated, &public);
        }
    }
    for viewer in table.case.viewers() {
        let without_effect = table.is_over() || table.view(viewer, true) == table.view(viewer, false);
        assert!(without_effect, "{table}: a seal has an effect only at the end");
    }
    for seat in seats(table) {
        let acts = !table.live.legal_actions(seat).is_empty();
        assert_eq!(acts, table.live.to_act().contains(seat), "{table}: actions for whom may act, seat {seat}");
    }
}

fn seats(table: &Table) -> impl Iterator<Item = Seat> + use<> {
    Seats::all(table.case.seats).iter()
}

fn seats_are_of_this_table(table: &Table) {
    assert!(table.live.to_act().iter().all(|seat| seat.index() < table.case.seats), "{table}: a seat too many");
}

fn events_are_in_order(table: &Table) {
    let (to_act, over) = (table.live.to_act(), table.is_over());
    assert!(!table.reported.is_empty(), "{table}: every step has an event");
    if table.log.is_empty() {
        assert_eq!(table.reported[0].kind, "dealt", "{table}: the first event");
    }
    let settled = table.reported.iter().position(|event| event.kind == "settled");
    assert_eq!(settled, over.then(|| table.reported.len() - 1), "{table}: settled is the last event of a match, once");
    for event in &table.reported {
        let data = event.data.as_ref().map_or("{}", |data| data.get());
        assert!(data.starts_with('{'), "{table}: data of {} is {data}", event.kind);
        assert!(event.label.as_ref().is_none_or(|label| !label.is_empty()), "{table}: an empty label");
        assert!(
            event.seat.is_none_or(|seat| seat.index() < table.case.seats),
            "{table}: {} has an unknown seat",
            event.kind
        );
        if event.kind == "turn" && !over {
            assert!(event.seat.is_some_and(|seat| to_act.contains(seat)), "{table}: a turn of {:?}", event.seat);
        }
    }
}

fn chips_add_up(table: &Table) {
    let outcome = table.outcome();
    let scores = outcome.scores();
    assert_eq!(scores.len(), table.case.seats, "{table}: an entry a seat");
    if !table.case.rules.about().banked {
        assert_eq!(scores.iter().sum::<i64>(), 0, "{table}: {scores:?} create or lose chips");
    }
    let buy_in = table.case.buy_in(&table.setup);
    for seat in &outcome.seats {
        assert!(seat.score >= -buy_in, "{table}: {scores:?} take more than the buy-in of {buy_in}");
        // Sharers of an odd pot may win back no more than their own stake: a win of 0.
        let fits = seat.score == 0 || seat.result == MatchResult::of(seat.score);
        assert!(fits, "{table}: {:?} with a score of {}", seat.result, seat.score);
        let pieces = seat.winning_pieces.as_deref().unwrap_or(&[0]);
        assert!(!pieces.is_empty() && pieces.is_sorted(), "{table}: winning pieces {pieces:?}");
    }
    settled_names_the_winner(table, &outcome);
    ranks_are_places(table, &outcome.seats.iter().filter_map(|seat| seat.rank).collect::<Vec<_>>());
}

fn settled_names_the_winner(table: &Table, outcome: &Outcome) {
    let settled = table.reported.last().expect("a match that is over has told so");
    let won = |seat: &Seat| outcome.seats[seat.index()].result == MatchResult::Win;
    let winners: Vec<Seat> = seats(table).filter(won).collect();
    if let [winner] = winners[..] {
        assert_eq!(settled.seat, Some(winner), "{table}: settled names the one winner");
    }
}

/// Either no seat has a place or each has its own.
fn ranks_are_places(table: &Table, ranks: &[u8]) {
    let mut places = ranks.to_vec();
    places.sort_unstable();
    let expected: Vec<u8> = (1..=table.case.seats as u8).collect();
    assert!(places.is_empty() || places == expected, "{table}: ranks {ranks:?}");
}

fn view(table: &Table, viewer: Option<Seat>, sealed: bool) -> Value {
    serde_json::from_str(&table.view(viewer, sealed)).expect("a view is JSON")
}

/// Of the other seats a seat sees only public information. Its own private information is absent or null in the public
/// view, either in the view itself or in the entry of its own seat.
fn private_fields_are_the_own_ones(table: &Table, seat: Seat, seated: &Value, public: &Value) {
    adds_to(table, seat, fields(seated), fields(public));
    for other in 0..table.case.seats {
        let (seen, shown) = (&seated["seats"][other], &public["seats"][other]);
        if other == seat.index() {
            adds_to(table, seat, fields(seen), fields(shown));
        } else {
            assert_eq!(seen, shown, "{table}: seat {seat} sees more of seat {other} than everybody does");
        }
    }
}

/// The fields of the seat's view are those of the public view, with values for some that are absent or null there.
fn adds_to(table: &Table, seat: Seat, seen: &Map<String, Value>, shown: &Map<String, Value>) {
    for (key, value) in shown.iter().filter(|(key, value)| *key != "seats" && !value.is_null()) {
        assert_eq!(seen.get(key), Some(value), "{table}: {key}, as seat {seat} and as everybody sees it");
    }
}

fn fields(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("a view and the entries of its seats are objects")
}

fn view_has_the_common_fields(table: &Table, view: &Value) {
    let to_act: Vec<Seat> = table.live.to_act().iter().collect();
    assert_eq!(view["game"], table.case.rules.about().id, "{table}: game");
    assert_eq!(view["toAct"], serde_json::json!(to_act), "{table}: toAct");
    assert_eq!(view["phase"] == "over", table.is_over(), "{table}: phase {}", view["phase"]);
    assert!(view["phase"].is_string(), "{table}: phase {}", view["phase"]);
    let seats = view["seats"].as_array().map_or(&[][..], Vec::as_slice);
    let numbers: Vec<&Value> = seats.iter().map(|seat| &seat["seat"]).collect();
    let expected: Vec<Value> = (0..table.case.seats).map(Value::from).collect();
    assert_eq!(numbers, expected.iter().collect::<Vec<_>>(), "{table}: seats by seat");
}
