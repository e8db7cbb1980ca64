//! Schemas of the games' views, actions and events for the OpenAPI document. They are derived from the types of the
//! games, and shaped so that each kind of action and event has a name.

mod by_game;
mod unions;

pub use by_game::{StateByGame, StepByGame};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use turnstone_games::{Registry, Rules, ShownTypes};
pub use unions::{AnyAction, BundleShape, GameAction, GameEvent, GameId, GameView, TableKind, WaitingView};

/// The schemas of one version of a game, by name. They refer to each other by `#/$defs/NAME`. The name of a schema that
/// only one game has begins with the game's name.
#[derive(Debug)]
pub struct GameSchemas {
    pub game: &'static str,
    /// The name of the schema of its views.
    pub view: String,
    /// The name of the schema of its actions.
    pub action: String,
    /// The name of the schema of its events.
    pub event: String,
    /// All of them.
    pub definitions: BTreeMap<String, Value>,
}

type Fields = Map<String, Value>;

const REFERENCE: &str = "#/$defs/";

/// Types that several games show.
const SHARED: [&str; 2] = ["Seat", "Card"];

/// The schemas of every version of every game. If a former version's schemas differ from the newest ones, it has
/// schemas of its own whose names contain its version.
pub fn all(registry: Registry) -> Vec<GameSchemas> {
    let schemas = |rules: &dyn Rules| {
        let about = rules.about();
        let as_newest = of(rules);
        let newest = registry.newest(about.id).filter(|newest| newest.about().version != about.version);
        let differs = newest.is_some_and(|newest| of(newest).definitions != as_newest.definitions);
        if differs { named(rules, &format!("{}V{}", capitals(about.id), about.version)) } else { as_newest }
    };
    registry.all().map(schemas).collect()
}

/// The schemas of a game, under the names of its newest version.
pub fn of(rules: &dyn Rules) -> GameSchemas {
    named(rules, &capitals(rules.about().id))
}

fn named(rules: &dyn Rules, prefix: &str) -> GameSchemas {
    let mut generator: SchemaGenerator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut own = BTreeMap::new();
    let mut shared = BTreeMap::new();
    let game = rules.about().id;

    let types = rules.types(&mut generator);
    own.insert("View".to_owned(), view(game, &types).into());
    insert_cases("Action", cases(fields_of(&types.action)), &mut own);
    let (of_game, of_all) = events(&types);
    let mut kinds: Vec<Value> = insert_each("Event", of_game, &mut own);
    kinds.extend(insert_each("Event", of_all, &mut shared));
    own.insert("Event".to_owned(), json!({ "anyOf": kinds }));

    for (name, definition) in generator.take_definitions(true) {
        let is_shared = SHARED.contains(&name.as_str());
        if is_shared { &mut shared } else { &mut own }.entry(name).or_insert(definition);
    }
    let named = |name: &str| if shared.contains_key(name) { name.to_owned() } else { format!("{prefix}{name}") };
    let definitions = own.into_iter().chain(shared.clone()).map(|(name, mut definition)| {
        finish(&mut definition, &named);
        (named(&name), definition)
    });
    let definitions = definitions.collect();
    GameSchemas { game, view: named("View"), action: named("Action"), event: named("Event"), definitions }
}

fn fields_of(schema: &Schema) -> Fields {
    schema.as_object().cloned().unwrap_or_default()
}

fn view(game: &str, types: &ShownTypes) -> Fields {
    let mut view = fields_of(&types.view);
    view["properties"]["game"]["const"] = game.into();
    let description = types.view_of_game.get("description");
    view.extend(description.map(|text| ("description".to_owned(), text.clone())));
    view
}

/// The events of a game, and those that all games share.
fn events(types: &ShownTypes) -> (Vec<Fields>, Vec<Fields>) {
    let frame = fields_of(&types.event);
    let own = cases(fields_of(&types.facts_of_game));
    let own_types: Vec<Option<String>> = own.iter().map(type_of).collect();
    let common = cases(fields_of(&types.facts_of_all)).into_iter().filter(|case| !own_types.contains(&type_of(case)));
    let framed = |mut case: Fields| {
        let mut event = frame.clone();
        event.remove("description");
        if let Some(fields) = event["properties"].as_object_mut() {
            fields.remove("data");
        }
        if let Some(Value::Object(data)) = case.get_mut("properties").and_then(|fields| fields.get_mut("data")) {
            data.entry("description").or_insert_with(|| "Its facts.".into());
        }
        joined(event, case)
    };
    let common = common.map(framed).collect();
    (own.into_iter().map(framed).collect(), common)
}

/// The cases of an enum. A case that is itself an enum contributes its own cases.
fn cases(mut schema: Fields) -> Vec<Fields> {
    let Some(Value::Array(cases)) = schema.remove("oneOf") else { return vec![schema] };
    schema.remove("description");
    let each = |case: Value| match case {
        Value::Object(case) => cases_of_case(case),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Vec::new(),
    };
    cases.into_iter().flat_map(each).collect()
}

fn cases_of_case(mut case: Fields) -> Vec<Fields> {
    let Some(Value::Array(inner)) = case.remove("oneOf") else { return vec![case] };
    inner.into_iter().filter_map(|inner| Some(joined(case.clone(), inner.as_object()?.clone()))).collect()
}

/// An object with the fields of both; if both have a keyword, the second one wins.
fn joined(mut whole: Fields, part: Fields) -> Fields {
    for (keyword, value) in part {
        match (keyword.as_str(), whole.get_mut(&keyword), value) {
            ("properties", Some(Value::Object(fields)), Value::Object(more)) => fields.extend(more),
            ("required", Some(Value::Array(names)), Value::Array(more)) => {
                let new: Vec<Value> = more.into_iter().filter(|name| !names.contains(name)).collect();
                names.extend(new);
            }
            (_, _, value) => {
                whole.insert(keyword, value);
            }
        }
    }
    whole
}

/// A single case under the name itself, several under names of their own.
fn insert_cases(name: &str, cases: Vec<Fields>, definitions: &mut BTreeMap<String, Value>) {
    let whole = match <[Fields; 1]>::try_from(cases) {
        Ok([case]) => case.into(),
        Err(cases) => json!({ "anyOf": insert_each(name, cases, definitions) }),
    };
    definitions.insert(name.to_owned(), whole);
}

/// Each case under its type and other constants; returns references to them.
fn insert_each(name: &str, cases: Vec<Fields>, definitions: &mut BTreeMap<String, Value>) -> Vec<Value> {
    let insert = |case: Fields| {
        let name = format!("{}{name}", words_of(&case));
        definitions.insert(name.clone(), case.into());
        json!({ "$ref": format!("{REFERENCE}{name}") })
    };
    cases.into_iter().map(insert).collect()
}

fn constant(field: &Value) -> Option<&str> {
    field.get("const")?.as_str()
}

fn type_of(case: &Fields) -> Option<String> {
    Some(constant(case.get("properties")?.get("type")?)?.to_owned())
}

/// The name of a case: its type, then its other constants.
fn words_of(case: &Fields) -> String {
    let fields = case.get("properties").and_then(Value::as_object);
    let others =
        fields.into_iter().flatten().filter(|(name, _)| *name != "type").filter_map(|(_, field)| constant(field));
    type_of(case).iter().map(String::as_str).chain(others).map(capitals).collect()
}

/// `tic-tac-toe` as `TicTacToe`.
fn capitals(words: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split(['-', '_']).map(word).collect()
}

/// Puts the final names into references. `oneOf` becomes `anyOf`, which more generators read. A discriminating
/// field gets a description.
fn finish(schema: &mut Value, named: &impl Fn(&str) -> String) {
    if let Some(Value::String(target)) = schema.get_mut("$ref")
        && let Some(name) = target.strip_prefix(REFERENCE)
    {
        *target = format!("{REFERENCE}{}", named(name));
    }
    match schema {
        Value::Object(fields) => {
            let are_shapes =
                |cases: &Value| cases.as_array().is_some_and(|cases| cases.iter().all(|case| case["type"] == "object"));
            if fields.get("oneOf").is_some_and(are_shapes) {
                let cases = fields.remove("oneOf").unwrap_or_default();
                fields.insert("anyOf".to_owned(), cases);
            }
            for (_, field) in fields.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
                if let Some(tag) = field.as_object_mut().filter(|field| field.contains_key("const")) {
                    tag.entry("description").or_insert_with(|| "What it is.".into());
                }
            }
            fields.values_mut().for_each(|value| finish(value, named));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| finish(item, named)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_games::{
        About, Dice, EncodedPosition, Encoding, Events, Kind, Match, MatchBatch, Opponents, SHIPPED, Seat, Seed, Setup,
    };

    /// An earlier version of tic-tac-toe that has the views of connect four.
    struct Earlier;

    static ABOUT: About = About {
        id: "tic-tac-toe",
        version: "0",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[],
        rules: "",
        kinds: &[],
    };

    impl Rules for Earlier {
        fn greatest_gain(&self) -> i64 {
            newest("tic-tac-toe").greatest_gain()
        }

        fn about(&self) -> &'static About {
            &ABOUT
        }

        fn types(&self, generator: &mut SchemaGenerator) -> ShownTypes {
            newest("connect-four").types(generator)
        }

        fn encoding(&self) -> &'static Encoding {
            newest("tic-tac-toe").encoding()
        }

        fn encode(&self, _: &Value, _: Seat, _: &[Value]) -> Option<EncodedPosition> {
            None
        }

        fn moves_text(&self) -> &'static str {
            ""
        }

        fn move_text(&self, _: &Value) -> Option<String> {
            None
        }

        fn drawn(&self, _: &Value, _: Option<Seat>) -> Option<String> {
            None
        }

        fn setup(&self, kind: Option<&Kind>, seats: usize, stake: i64) -> Setup {
            newest("tic-tac-toe").setup(kind, seats, stake)
        }

        fn allows(&self, _: &Setup) -> bool {
            false
        }

        fn known(&self, _: &Setup) -> Option<Setup> {
            None
        }

        fn deal(&self, _: &Setup, _: &Seed, _: &mut Events) -> Option<Box<dyn Match>> {
            None
        }

        fn playout(&self, _: &Setup, _: &Seed, _: &mut Dice) -> Option<usize> {
            None
        }

        fn batch(&self, _: &Setup, _: &Seed, _: u64, _: usize, _: Option<Opponents>) -> Option<Box<dyn MatchBatch>> {
            None
        }
    }

    fn newest(id: &str) -> &'static dyn Rules {
        SHIPPED.newest(id).expect("it is shipped")
    }

    #[test]
    fn a_different_earlier_version_has_its_own_schemas() {
        let newest: &'static [&'static dyn Rules] = Box::leak(Box::new([newest("tic-tac-toe")]));
        let schemas = all(Registry::new(newest, &[&Earlier]));
        let views: Vec<&str> = schemas.iter().map(|schemas| schemas.view.as_str()).collect();
        assert_eq!(views, ["TicTacToeView", "TicTacToeV0View"]);
        let board = |at: usize| &schemas[at].definitions[&schemas[at].view]["properties"]["board"];
        assert_ne!(board(0), board(1));
    }

    #[test]
    fn an_equal_earlier_version_shares_schemas() {
        let rules: &'static [&'static dyn Rules] = Box::leak(Box::new([newest("rps")]));
        let schemas = all(Registry::new(rules, rules));
        assert_eq!(schemas[0].definitions, schemas[1].definitions);
        assert_eq!(schemas[0].view, schemas[1].view);
    }
}
