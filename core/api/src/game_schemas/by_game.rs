//! Parts of answers whose fields belong to one game: a schema for each game, so that the view decides the types of the
//! actions and events.

use super::unions::{add_definitions, refine};
use super::{AnyAction, GameEvent, GameSchemas, WaitingView};
use crate::answer::{ReplayStep, TableState};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The schema of [`TableState`] for each game, and for a table without a board.
#[derive(Debug)]
pub struct StateByGame;

/// The schema of [`ReplayStep`] for each game.
#[derive(Debug)]
pub struct StepByGame;

impl JsonSchema for StateByGame {
    /// A union with a name is an object of its own in some generated clients.
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        TableState::schema_name()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let mut common = TableState::json_schema(schemas);
        let of_game = split(&mut common, &["view", "legalActions", "events"]);
        let common = define(schemas, "CommonState", common);
        let joined =
            |description: &str, own: Schema| json_schema!({ "description": description, "allOf": [common, own] });
        let mut states = by_game(schemas, "State", &of_game, |own| joined("The state of a match of one game.", own));

        let mut boardless = of_game;
        let waiting = schemas.subschema_for::<Option<WaitingView>>();
        let mut no_actions = schemas.subschema_for::<Vec<AnyAction>>();
        no_actions.insert("maxItems".to_owned(), 0.into());
        let events = schemas.subschema_for::<Vec<GameEvent>>();
        refine(&mut boardless, "view", &waiting);
        refine(&mut boardless, "legalActions", &no_actions);
        refine(&mut boardless, "events", &events);
        let boardless =
            joined("The state of a table that waits for players, or whose board is no longer kept.", boardless);
        states.push(define(schemas, "BoardlessState", boardless));
        json_schema!({ "description": "The match itself, by the game of its view.", "anyOf": states })
    }
}

impl JsonSchema for StepByGame {
    /// A union with a name is an object of its own in some generated clients.
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        ReplayStep::schema_name()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let step = ReplayStep::json_schema(schemas);
        let steps = by_game(schemas, "Step", &step, |own| own);
        json_schema!({ "description": step.get("description"), "anyOf": steps })
    }
}

/// Takes fields out of the schema of an object; returns the schema of an object that has only these.
fn split(object: &mut Schema, names: &[&str]) -> Schema {
    let is_taken = |name: &str| names.contains(&name);
    let (mut fields, mut required) = (Map::new(), Vec::new());
    if let Some(all) = object.get_mut("properties").and_then(Value::as_object_mut) {
        (fields, *all) = std::mem::take(all).into_iter().partition(|(name, _)| is_taken(name));
    }
    if let Some(all) = object.get_mut("required").and_then(Value::as_array_mut) {
        (required, *all) = std::mem::take(all).into_iter().partition(|name| name.as_str().is_some_and(is_taken));
    }
    json_schema!({ "type": "object", "properties": fields, "required": required })
}

/// Defines the schema of an object for each game, and refers to them in the order of the games. The object may have a
/// `view`, `legalActions` and `events`: they get the types of the game.
fn by_game(
    schemas: &mut SchemaGenerator,
    kind: &str,
    of_any: &Schema,
    whole: impl Fn(Schema) -> Schema,
) -> Vec<Schema> {
    let games = add_definitions(schemas);
    let define_for = |game: GameSchemas| {
        let mut own = of_any.clone();
        refine(&mut own, "view", &reference(schemas, &game.view));
        refine(&mut own, "legalActions", &list_of(reference(schemas, &game.action)));
        refine(&mut own, "events", &list_of(reference(schemas, &game.event)));
        let name = format!("{}{kind}", game.view.trim_end_matches("View"));
        define(schemas, &name, whole(own))
    };
    games.into_iter().map(define_for).collect()
}

fn list_of(item: Schema) -> Schema {
    json_schema!({ "type": "array", "items": item })
}

/// Adds a definition; returns a reference to it.
fn define(schemas: &mut SchemaGenerator, name: &str, schema: Schema) -> Schema {
    schemas.definitions_mut().insert(name.to_owned(), schema.to_value());
    reference(schemas, name)
}

fn reference(schemas: &SchemaGenerator, name: &str) -> Schema {
    json_schema!({ "$ref": format!("#{}/{name}", schemas.settings().definitions_path) })
}
