//! The size of results: a model reads each of them again with every later call.

use super::{TableText, all_moves, ticket};
use std::collections::BTreeMap;
use turnstone_service::answer::{Json, SeatView, TableState, TableStatus, TableView, Ticket, TicketEnd, TicketState};
use turnstone_service::games::{Audience, Dice, Events, Level, Policy, SHIPPED, Seat, Seed};
use turnstone_service::ids::{TableId, TicketId};
use turnstone_service::request::{Fallback, Opponents, Pace, Visibility};
use turnstone_service::time::Millis;

/// Tokens of a result at most, and in the median of a match.
const MAX_TOKENS: usize = 500;
const MEDIAN: usize = 300;

/// An upper bound of the tokens of a text, for the tokenizers of common models: a word is one token for each four letters,
/// and a change to upper case begins another word; three digits are one token, and the space before them another; two
/// signs are one. `tests/mcp/tokens.mjs` compares results with a real tokenizer.
fn tokens(text: &str) -> usize {
    let mut count = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let run = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let (length, each) = if first.is_ascii_digit() {
            (run(|c| c.is_ascii_digit()), 3)
        } else if first.is_alphabetic() {
            let tail = &rest[first.len_utf8()..];
            let end = tail.find(|c: char| !c.is_alphabetic() || c.is_uppercase()).unwrap_or(tail.len());
            (first.len_utf8() + end, 4)
        } else if first == ' ' {
            // A space is part of the word or the sign after it.
            let next = rest.chars().nth(1);
            count += usize::from(next.is_none_or(|next| next.is_ascii_digit() || next == ' '));
            rest = &rest[1..];
            continue;
        } else if first.is_whitespace() {
            (run(char::is_whitespace), 8)
        } else {
            (run(|c| !c.is_alphanumeric() && !c.is_whitespace()), 2)
        };
        count += length.div_ceil(each);
        rest = &rest[length..];
    }
    count
}

/// A table as seat 0 of a match has it.
fn view(kind: &str, live: &dyn turnstone_service::games::Match, seats: usize, plies: u64) -> TableView {
    let (rules, _) = SHIPPED.kind(kind).unwrap();
    let own = Seat(0);
    let outcome = live.outcome().map(|outcome| outcome.entries());
    let terminal = outcome.is_some();
    let state = TableState {
        view: Some(live.view(Audience::of(own)).into()),
        your_turn: live.to_act().contains(own),
        legal_actions: live.legal_actions(own).into_iter().map(Json::from).collect(),
        plies,
        terminal,
        outcome,
        seed: None,
        events: None,
        events_at: 0,
        turn_deadline_at: Some(Millis(900_000)),
        bank_ms: BTreeMap::new(),
    };
    let name = |seat: usize| if seat == 0 { "guest" } else { "house" }.to_owned();
    let seat = |at: usize| SeatView {
        seat: Seat::at(at),
        name: name(at),
        avatar_url: None,
        rating: None,
        guest: None,
        guest_name: None,
    };
    TableView {
        id: TableId::new(Millis(0), [7; 10]),
        kind: Some(kind.to_owned()),
        game_id: rules.about().id.to_owned(),
        status: if terminal { TableStatus::Settled } else { TableStatus::Playing },
        my_seat: 0,
        stake: 10,
        seats: (0..seats).map(seat).collect(),
        visibility: Visibility::Private,
        seats_total: seats,
        invited_handle: None,
        pace: Pace::Live,
        state,
        seed: None,
        seed_commit: None,
        practice: true,
        free: None,
        rated: true,
        level: None,
        rematch_id: None,
        archived: false,
        messages: None,
        msgs_at: None,
    }
}

/// The results of a match in which seat 0 plays at random and the others as the house at its weakest.
fn results(kind: &str, seats: usize, number: u8) -> Vec<String> {
    let (rules, of) = SHIPPED.kind(kind).unwrap();
    let mut events = Events::on();
    let setup = rules.setup(Some(of), seats, 200);
    let mut live = rules.deal(&setup, &Seed::from_bytes([number; 32]), &mut events).unwrap();
    let mut player = Dice::new(&Seed::from_bytes([number; 32]), 9);
    let (mut plies, mut texts, mut news) = (0, Vec::new(), Vec::new());
    loop {
        let taken = events.take();
        news.extend(taken.iter().map(|event| Json::from(event.to_json(0))));
        let view = view(kind, live.as_ref(), seats, plies);
        let is_own = view.state.your_turn || view.state.terminal;
        if is_own {
            texts.push(TableText { view: &view, events: &news, is_first: false, now: Millis(0) }.lines());
            texts.push(all_moves(&view, ""));
            news.clear();
        }
        if view.state.terminal {
            return texts;
        }
        let seat = live.to_act().iter().last().unwrap();
        let policy = if seat == Seat(0) { Policy::Random } else { Policy::House(Level::all().next().unwrap()) };
        let choice = if seat == Seat(0) {
            player.index(live.legal_actions(seat).len()) as u16
        } else {
            live.choose(seat, policy).unwrap()
        };
        assert!(live.play(seat, choice, &mut events));
        plies += 1;
    }
}

#[test]
fn results_are_short() {
    let (mut longest, mut broken) = (String::new(), String::new());
    for (rules, kind) in SHIPPED.kinds() {
        for seats in [rules.about().seats.0, rules.about().seats.1] {
            let texts: Vec<String> = (0..4).flat_map(|number| results(kind.kind, seats, number)).collect();
            let mut counts: Vec<usize> = texts.iter().step_by(2).map(|text| tokens(text)).collect();
            counts.sort_unstable();
            let (median, most) = (counts[counts.len() / 2], counts[counts.len() - 1]);
            longest += &format!("{} with {seats} seats: median {median}, most {most}\n", kind.kind);
            let long = texts.iter().find(|text| tokens(text) > MAX_TOKENS);
            broken += &long.map(|text| format!("{}: {} tokens\n{text}\n", kind.kind, tokens(text))).unwrap_or_default();
            if median > MEDIAN {
                broken += &format!("{}: median {median}\n{}\n", kind.kind, texts[texts.len() / 4 * 2]);
            }
        }
    }
    assert!(broken.is_empty(), "{longest}\n{broken}");
}

/// The text of a ticket, which is short.
fn text_of_ticket(state: TicketState, table_id: Option<TableId>, reason: Option<TicketEnd>) -> String {
    let text = ticket(&Ticket {
        ticket_id: TicketId(1),
        kind: "tic-tac-toe-vs-house".to_owned(),
        stake: 0,
        seats: 2,
        rated: true,
        opponents: Opponents::People,
        fallback: Fallback::None,
        created_at: Millis(0),
        state,
        table_id,
        reason,
        brought_ref: String::new(),
    });
    assert!(tokens(&text) < 70, "{} tokens\n{text}", tokens(&text));
    text
}

#[test]
fn the_text_of_a_ticket_says_what_to_call_next() {
    let waiting = text_of_ticket(TicketState::Waiting, None, None);
    assert!(waiting.contains(&TicketId(1).to_string()) && waiting.contains("turnstone_find_opponent"), "{waiting}");
    let matched = text_of_ticket(TicketState::Matched, Some(TableId(2)), None);
    assert!(matched.contains(&TableId(2).to_string()) && matched.contains("turnstone_wait_for_turn"), "{matched}");
    let ended = text_of_ticket(TicketState::Ended, None, Some(TicketEnd::Elsewhere));
    assert!(ended.contains("turnstone_my_tables"), "{ended}");
}
