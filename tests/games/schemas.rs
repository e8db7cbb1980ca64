//! The output of games matches their schemas: views, actions and events of whole matches, of seats that leave, and of
//! the game pages' worked examples.

use crate::golden;
use crate::table::{Case, Table};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use turnstone_api::game_schemas::{self, GameAction, GameEvent, GameSchemas, GameView};
use turnstone_games::{Audience, Bundle, Entry, Events, Leave, Match, Policy, Rules, SHIPPED, Seat, Seats, Setup};

/// Matches of a case that are checked.
const MATCHES: u64 = 12;
/// The first plies, some later ones and the end are checked.
const READ_PLIES: usize = 30;
const READ_EVERY: usize = 7;

/// The schemas of a game, to compare with its output, and the event types that have occurred.
struct Watch {
    schemas: GameSchemas,
    view: Validator,
    action: Validator,
    event: Validator,
    reported: BTreeSet<String>,
    acted: BTreeSet<String>,
}

impl Watch {
    fn over(rules: &dyn Rules) -> Self {
        let schemas = game_schemas::of(rules);
        let validator = |name: &str| {
            let whole = json!({ "$ref": format!("#/$defs/{name}"), "$defs": schemas.definitions });
            jsonschema::draft202012::new(&whole).unwrap()
        };
        let [view, action, event] = [&schemas.view, &schemas.action, &schemas.event].map(|name| validator(name));
        Self { schemas, view, action, event, reported: BTreeSet::new(), acted: BTreeSet::new() }
    }

    fn look_at(&mut self, table: &Table) {
        for json in table.reported_json() {
            self.reported.insert(self.hold(&self.event, &json));
        }
        let (plies, over) = (table.log.len(), table.is_over());
        if plies < READ_PLIES || plies.is_multiple_of(READ_EVERY) || over {
            self.look_at_match(table.live.as_ref(), table.case.seats);
        }
    }

    fn look_at_match(&mut self, live: &dyn Match, seats: usize) {
        for seat in Seats::all(seats).iter().map(Some).chain([None]) {
            for sealed in [false, true] {
                self.hold(&self.view, live.view(Audience { seat, sealed }).get());
            }
        }
        for action in Seats::all(seats).iter().flat_map(|seat| live.legal_actions(seat)) {
            self.acted.insert(self.hold(&self.action, action.get()));
        }
    }

    /// Its type, if it has one.
    fn hold(&self, validator: &Validator, json: &str) -> String {
        let value: Value = serde_json::from_str(json).unwrap();
        let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {json}\n{}", self.schemas.game, errors.join("\n"));
        value["type"].as_str().unwrap_or_default().to_owned()
    }

    /// The types that a schema contains.
    fn types_of(&self, name: &str) -> BTreeSet<String> {
        self.types_in(&self.schemas.definitions[name])
    }

    fn types_in(&self, schema: &Value) -> BTreeSet<String> {
        if let Some(target) = schema["$ref"].as_str() {
            return self.types_of(&target["#/$defs/".len()..]);
        }
        if let Some(word) = schema.pointer("/properties/type/const") {
            return [word.as_str().unwrap().to_owned()].into();
        }
        // The only action of a game may have no type.
        let Some(cases) = schema["anyOf"].as_array() else { return [String::new()].into() };
        cases.iter().flat_map(|case| self.types_in(case)).collect()
    }
}

#[test]
fn all_output_of_a_game_matches_its_schemas() {
    let name = |rules: &dyn Rules| (rules.about().id, rules.about().version);
    let mut watches: BTreeMap<_, Watch> = SHIPPED.all().map(|rules| (name(rules), Watch::over(rules))).collect();
    for case in Case::all() {
        let watch = watches.get_mut(&name(case.rules)).unwrap();
        for number in 0..MATCHES {
            let mut table = case.deal(number);
            watch.look_at(&table);
            let policy = if number % 4 == 0 { Policy::HOUSE } else { Policy::Random };
            table.play_out(policy, |table| watch.look_at(table));
            for how in [Leave::Forfeited, Leave::TimedOut] {
                let mut left = table.again(number as usize % (table.log.len() + 1));
                while let Some(seat) = Seats::all(case.seats).iter().find(|&seat| left.live.may_concede(seat)) {
                    assert!(left.play(seat, Entry::Leave(how)));
                    watch.look_at(&left);
                }
            }
        }
    }
    for watch in watches.values() {
        assert_eq!(
            watch.reported,
            watch.types_of(&watch.schemas.event),
            "{}: told of what its schema says",
            watch.schemas.game
        );
        assert_eq!(watch.acted, watch.types_of(&watch.schemas.action), "{}: and offered", watch.schemas.game);
    }
}

#[test]
fn the_worked_examples_match_their_schemas() {
    for (name, text) in golden::files("bundles") {
        let bundle: Bundle = serde_json::from_str(&text).unwrap();
        let rules = SHIPPED.find(&bundle.game_id, &bundle.version).unwrap();
        let mut watch = Watch::over(rules);
        let setup: Setup = serde_json::from_value(bundle.config.clone()).unwrap();
        let seed = turnstone_games::Seed::from_hex(bundle.seed.as_ref().unwrap()).unwrap();
        let mut events = Events::on();
        let mut live = rules.deal(&setup, &seed, &mut events).unwrap();
        for entry in &bundle.log {
            watch.look_at_match(live.as_ref(), bundle.seats);
            let played = match live.find(entry.seat, &entry.action) {
                _ if entry.leave => Entry::Leave(Leave::Forfeited).play(entry.seat, live.as_mut(), &mut events),
                choice => live.play(entry.seat, choice.unwrap(), &mut events),
            };
            assert!(played, "{name}");
        }
        watch.look_at_match(live.as_ref(), bundle.seats);
        for event in events.take() {
            watch.hold(&watch.event, event.to_json(0).get());
        }
    }
}

/// The schemas of all games in one document: no name occurs twice, and every schema is referred to.
#[test]
fn the_schemas_of_all_games_have_unique_names() {
    let mut all: BTreeMap<String, Value> = BTreeMap::new();
    for schemas in game_schemas::all(SHIPPED) {
        for (name, definition) in schemas.definitions {
            let before = all.insert(name.clone(), definition.clone());
            assert!(before.is_none_or(|before| before == definition), "{name} is ambiguous");
        }
    }
    let mut generator = schemars::SchemaGenerator::default();
    let unions = [
        generator.subschema_for::<GameView>(),
        generator.subschema_for::<GameAction>(),
        generator.subschema_for::<GameEvent>(),
    ];
    let definitions = generator.take_definitions(true);
    let whole = |union: &schemars::Schema| json!({ "allOf": [union], "$defs": definitions });
    let [view, action, event] = unions.each_ref().map(|union| jsonschema::draft202012::new(&whole(union)).unwrap());
    for case in Case::all() {
        let table = case.deal(0);
        let parse = |json: &str| serde_json::from_str::<Value>(json).unwrap();
        assert!(view.is_valid(&parse(&table.view(None, false))), "{case}");
        assert!(table.reported_json().iter().all(|reported| event.is_valid(&parse(reported))), "{case}");
        let legal = Seats::all(case.seats).iter().flat_map(|seat: Seat| table.legal(seat));
        assert!(legal.into_iter().all(|legal| action.is_valid(&parse(&legal))), "{case}");
    }
    assert!(!view.is_valid(&json!({ "game": "whist", "phase": "play", "toAct": [] })));
    assert!(!action.is_valid(&json!({ "type": "mark", "cell": "four" })));
    assert!(!event.is_valid(&json!({ "type": "marked", "data": {}, "at": 0 })));
}
