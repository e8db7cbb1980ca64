//! Union schemas: a view, an action or an event of any game.

use super::{GameSchemas, all};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use turnstone_games::{Bundle, LogEntry, SHIPPED, Seat};

/// The schema of any game's views, discriminated by `game`.
#[derive(Debug)]
pub struct GameView;

/// The schema of the view of a table that has not been dealt.
#[derive(Debug)]
pub struct WaitingView;

/// The schema of any game's actions, discriminated by `type` within a game.
#[derive(Debug)]
pub struct GameAction;

/// The schema of [`GameAction`] in place: a union with a name is an object of its own in some generated clients, and an
/// element of `legalActions` is sent unchanged.
#[derive(Debug)]
pub struct AnyAction;

/// The schema of any game's events, discriminated by `type` within a game.
#[derive(Debug)]
pub struct GameEvent;

/// The schema of a replay bundle, with the games' ids and actions.
#[derive(Debug)]
pub struct BundleShape;

/// The schema of a table kind's name.
#[derive(Debug)]
pub struct TableKind;

/// The schema of a game's name.
#[derive(Debug)]
pub struct GameId;

impl JsonSchema for GameView {
    fn schema_name() -> Cow<'static, str> {
        "GameView".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let views = any_of(schemas, |game| &game.view);
        let mut by_game = Map::new();
        for (game, view) in &views {
            by_game.entry(*game).or_insert_with(|| view.as_str().into());
        }
        json_schema!({
            "description": "What the caller may see of a match.",
            "anyOf": references(views),
            "discriminator": { "propertyName": "game", "mapping": by_game },
        })
    }
}

impl JsonSchema for WaitingView {
    fn schema_name() -> Cow<'static, str> {
        "WaitingView".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let (mut game, mut seat) = (schemas.subschema_for::<GameId>(), schemas.subschema_for::<Seat>());
        let no_seats = json!({ "description": "Empty.", "type": "array", "items": seat, "maxItems": 0 });
        game.insert("description".to_owned(), "The game's id.".into());
        seat.insert("description".to_owned(), "Its number.".into());
        let of_seat = json!({
            "type": "object",
            "properties": {
                "seat": seat,
                "status": { "description": "Somebody is there.", "type": "string", "const": "in" },
            },
            "required": ["seat", "status"],
        });
        json_schema!({
            "description": "A table that has not been dealt: who is there.",
            "type": "object",
            "properties": {
                "game": game,
                "phase": { "description": "Nothing is dealt.", "type": "string", "const": "waiting" },
                "toAct": no_seats,
                "seats": { "description": "Those that are taken.", "type": "array", "items": of_seat },
            },
            "required": ["game", "phase", "toAct", "seats"],
        })
    }
}

impl JsonSchema for GameAction {
    fn schema_name() -> Cow<'static, str> {
        "GameAction".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let actions = references(any_of(schemas, |game| &game.action));
        json_schema!({ "description": "A move, by the `view.game` of its table and its own `type`.", "anyOf": actions })
    }
}

impl JsonSchema for AnyAction {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "AnyAction".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        GameAction::json_schema(schemas)
    }
}

impl JsonSchema for GameEvent {
    fn schema_name() -> Cow<'static, str> {
        "GameEvent".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let events = references(any_of(schemas, |game| &game.event));
        json_schema!({
            "description": "What happened at a table, by the `view.game` of the table and its own `type`.",
            "anyOf": events,
        })
    }
}

impl JsonSchema for BundleShape {
    fn schema_name() -> Cow<'static, str> {
        Bundle::schema_name()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let mut bundle = Bundle::json_schema(schemas);
        let (game, action) = (schemas.subschema_for::<GameId>(), schemas.subschema_for::<Option<GameAction>>());
        refine(&mut bundle, "gameId", &game);
        if let Some(entry) = schemas.definitions_mut().get_mut(&*LogEntry::schema_name()) {
            let mut refined = Schema::try_from(entry.take()).unwrap_or_default();
            refine(&mut refined, "action", &action);
            *entry = refined.to_value();
        }
        bundle
    }
}

/// Gives a field of an object another type. Its description stays.
pub(super) fn refine(object: &mut Schema, field: &str, as_type: &Schema) {
    let Some(field) = object.get_mut("properties").and_then(|fields| fields.get_mut(field)) else { return };
    let description = field.get("description").cloned();
    *field = as_type.clone().to_value();
    if let (Some(field), Some(description)) = (field.as_object_mut(), description) {
        field.insert("description".to_owned(), description);
    }
}

impl JsonSchema for TableKind {
    fn schema_name() -> Cow<'static, str> {
        "TableKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let kinds: Vec<&str> = SHIPPED.kinds().map(|(_, kind)| kind.kind).collect();
        json_schema!({ "type": "string", "enum": kinds, "description": "A table kind." })
    }
}

impl JsonSchema for GameId {
    fn schema_name() -> Cow<'static, str> {
        "GameId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let games: Vec<&str> = SHIPPED.games().map(|rules| rules.about().id).collect();
        json_schema!({ "type": "string", "enum": games, "description": "A game." })
    }
}

/// Adds the schemas of all games to the others; returns references to one of each, by game.
fn any_of(schemas: &mut SchemaGenerator, part: fn(&GameSchemas) -> &String) -> Vec<(&'static str, String)> {
    let path = format!("#{}/", schemas.settings().definitions_path);
    let reference = |game: GameSchemas| (game.game, format!("{path}{}", part(&game)));
    add_definitions(schemas).into_iter().map(reference).collect()
}

/// Adds the schemas of all games to the others; returns their names.
pub(super) fn add_definitions(schemas: &mut SchemaGenerator) -> Vec<GameSchemas> {
    let path = format!("#{}/", schemas.settings().definitions_path);
    let mut games = all(SHIPPED);
    for (name, mut definition) in games.iter_mut().flat_map(|game| std::mem::take(&mut game.definitions)) {
        lead_to(&path, &mut definition);
        schemas.definitions_mut().insert(name, definition);
    }
    games
}

fn references(parts: Vec<(&str, String)>) -> Vec<Value> {
    parts.into_iter().map(|(_, target)| json!({ "$ref": target })).collect()
}

/// Rewrites references to the place of the definitions.
fn lead_to(path: &str, schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(target)) = fields.get_mut("$ref") {
                *target = target.replace("#/$defs/", path);
            }
            fields.values_mut().for_each(|value| lead_to(path, value));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| lead_to(path, item)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
