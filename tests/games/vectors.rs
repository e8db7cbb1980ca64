//! Whole matches of house and random players, compared action for action and view for view.

use crate::golden;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use turnstone_games::{Audience, Entry, Events, Leave, Match, OutcomeEntry, Policy, SHIPPED, Seat, Seed, Setup};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WholeMatch {
    game_id: String,
    version: String,
    config: Setup,
    seed: String,
    players: Vec<String>,
    opening: BTreeMap<String, Value>,
    steps: Vec<Step>,
    outcome: Vec<OutcomeEntry>,
}

#[derive(Deserialize)]
struct Step {
    seat: Seat,
    action: Value,
    #[serde(default)]
    leave: bool,
    legal: Option<Vec<Value>>,
    views: Option<BTreeMap<String, Value>>,
}

#[test]
fn whole_matches_are_equal_view_for_view() {
    for (name, text) in golden::files("vectors") {
        for (line, text) in text.lines().enumerate() {
            let whole: WholeMatch = serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}:{line}: {error}"));
            agree(&format!("{name}, match {line}"), &whole);
        }
    }
}

fn agree(name: &str, whole: &WholeMatch) {
    let rules = SHIPPED.find(&whole.game_id, &whole.version);
    let rules = rules.unwrap_or_else(|| panic!("{name}: no {} of version {}", whole.game_id, whole.version));
    let seed = Seed::from_hex(&whole.seed).unwrap();
    let mut live = rules.deal(&whole.config, &seed, &mut Events::on()).unwrap();
    same_views(&format!("{name}, opening"), live.as_ref(), &whole.opening);
    for (ply, step) in whole.steps.iter().enumerate() {
        let at = format!("{name}, ply {ply}, seat {}", step.seat);
        let entry = if step.leave { Entry::Leave(Leave::Forfeited) } else { choose(&at, live.as_mut(), whole, step) };
        assert!(entry.play(step.seat, live.as_mut(), &mut Events::on()), "{at}: not possible");
        if let Some(views) = &step.views {
            same_views(&at, live.as_ref(), views);
        }
    }
    let outcome = live.outcome().unwrap_or_else(|| panic!("{name}: not over"));
    assert_eq!(outcome.entries(), whole.outcome, "{name}: outcome");
}

fn choose(at: &str, live: &mut dyn Match, whole: &WholeMatch, step: &Step) -> Entry {
    assert_eq!(live.to_act().first(), Some(step.seat), "{at}: the lowest seat that may act");
    let legal: Vec<Value> =
        live.legal_actions(step.seat).iter().map(|action| serde_json::from_str(action.get()).unwrap()).collect();
    if let Some(expected) = &step.legal {
        assert_eq!(&legal, expected, "{at}: legal actions");
    }
    let policy = match whole.players[step.seat.index()].as_str() {
        "house" => Policy::HOUSE,
        "random" => Policy::Random,
        other => panic!("{at}: unknown player {other}"),
    };
    let choice = live.choose(step.seat, policy).unwrap();
    assert_eq!(legal[usize::from(choice)], step.action, "{at}: the choice of the {policy:?} player");
    assert_eq!(live.find(step.seat, &step.action), Some(choice), "{at}: the action is found as posted");
    Entry::Choice(choice)
}

fn same_views(at: &str, live: &dyn Match, expected: &BTreeMap<String, Value>) {
    for (viewer, expected) in expected {
        let seat: i8 = viewer.parse().unwrap();
        let audience = if seat < 0 { Audience::SPECTATOR } else { Audience::of(Seat(seat as u8)) };
        let view: Value = serde_json::from_str(live.view(audience).get()).unwrap();
        assert_eq!(&view, expected, "{at}: view of {viewer}");
    }
}

/// Tables, archives and bundles keep the version that they began with, so a version that was ever released stays.
#[test]
fn every_golden_version_is_registered() {
    let field = |text: &str, name: &str| {
        let json: Value = serde_json::from_str(text).unwrap();
        json[name].as_str().unwrap().to_owned()
    };
    let vectors = golden::files("vectors").into_iter().flat_map(|(name, text)| {
        let lines: Vec<_> = text.lines().map(|line| (name.clone(), line.to_owned())).collect();
        lines
    });
    for (name, text) in vectors.chain(golden::files("bundles")) {
        let (id, version) = (field(&text, "gameId"), field(&text, "version"));
        assert!(SHIPPED.find(&id, &version).is_some(), "{name}: {id} {version}");
    }
}
