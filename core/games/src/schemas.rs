//! What games show, as JSON Schema: made of the types that their views, actions and events are made of.

use super::cards::Card;
use super::event::Plain;
use super::live::{Shown, ShownEvent};
use super::{Game, Seat};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The schemas of a game, by their names; they refer to each other by `#/$defs/NAME`. What only one game has begins with
/// the game's name.
#[derive(Debug)]
pub struct Schemas {
    /// The game.
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

/// The schemas of `G`.
pub(super) fn of<G: Game>() -> Schemas {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut own = BTreeMap::new();
    let mut shared = BTreeMap::new();

    own.insert("View".to_owned(), view::<G>(&mut generator).into());
    let actions = cases(fields_of::<G::Action>(&mut generator));
    insert_cases("Action", actions, &mut own);
    let (told, plain) = events::<G>(&mut generator);
    let mut kinds: Vec<Value> = insert_each("Event", told, &mut own);
    kinds.extend(insert_each("Event", plain, &mut shared));
    own.insert("Event".to_owned(), json!({ "anyOf": kinds }));

    for (name, definition) in generator.take_definitions(true) {
        let is_shared = [Seat::schema_name(), Card::schema_name()].contains(&name.as_str().into());
        if is_shared { &mut shared } else { &mut own }.entry(name).or_insert(definition);
    }
    let prefix = capitals(G::ABOUT.id);
    let named = |name: &str| if shared.contains_key(name) { name.to_owned() } else { format!("{prefix}{name}") };
    let definitions = own.into_iter().chain(shared.clone()).map(|(name, mut definition)| {
        finish(&mut definition, &named);
        (named(&name), definition)
    });
    let definitions = definitions.collect();
    Schemas { game: G::ABOUT.id, view: named("View"), action: named("Action"), event: named("Event"), definitions }
}

fn fields_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Fields {
    T::json_schema(generator).as_object().cloned().unwrap_or_default()
}

fn view<G: Game>(generator: &mut SchemaGenerator) -> Fields {
    let own = fields_of::<G::View>(generator);
    let mut view = fields_of::<Shown<G::Phase, G::View>>(generator);
    view["properties"]["game"]["const"] = G::ABOUT.id.into();
    view.extend(own.get("description").map(|told| ("description".to_owned(), told.clone())));
    view
}

/// The events of a game, and those that are told of it as of others.
fn events<G: Game>(generator: &mut SchemaGenerator) -> (Vec<Fields>, Vec<Fields>) {
    let frame = fields_of::<ShownEvent<'_>>(generator);
    let told = cases(fields_of::<G::Told>(generator));
    let own_types: Vec<Option<String>> = told.iter().map(type_of).collect();
    let plain = cases(fields_of::<Plain>(generator)).into_iter().filter(|case| !own_types.contains(&type_of(case)));
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
    let plain = plain.map(framed).collect();
    (told.into_iter().map(framed).collect(), plain)
}

/// The cases of an enum. A case that is an enum itself stands for its own.
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

/// An object with the fields of both; what they both say is said by the second.
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

/// The only case under the name itself, several under names of their own.
fn insert_cases(name: &str, cases: Vec<Fields>, definitions: &mut BTreeMap<String, Value>) {
    let whole = match <[Fields; 1]>::try_from(cases) {
        Ok([case]) => case.into(),
        Err(cases) => json!({ "anyOf": insert_each(name, cases, definitions) }),
    };
    definitions.insert(name.to_owned(), whole);
}

/// Each case under the words that it is told by; references to them.
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

/// What a case is called by: its type, then its other constants.
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

/// A schema with the final names of others; one of several shapes is any of them, which more programs read. What shapes
/// are told apart by has no words in the code.
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
