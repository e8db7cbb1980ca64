//! `/llms-full.txt`: the API in short, for a language model that writes a client: the content of `/openapi.json` in a
//! notation that takes few tokens.

use crate::skill;
use crate::status::status;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::LazyLock;
use turnstone_api::code::Code;
use turnstone_api::game_schemas::{self, GameSchemas};
use turnstone_api::words::Category;
use turnstone_games::{Rules, SHIPPED};

const SCHEMAS: &str = "#/components/schemas/";
const DEFINITIONS: &str = "#/$defs/";
const WRITES: &str = "writing to a String cannot fail";
/// Documented apart from the shapes, because they are not shapes of the API itself.
const OF_GAMES: [&str; 3] = ["GameView", "GameAction", "GameEvent"];

/// The name that stands for the schemas of one purpose of all games, by the name of each of them.
static OF_ANY_GAME: LazyLock<BTreeMap<String, &str>> = LazyLock::new(|| {
    let names = |schemas: GameSchemas| {
        let game = schemas.view.trim_end_matches("View").to_owned();
        let parts = [(schemas.view, "GameView"), (schemas.action, "GameAction"), (schemas.event, "GameEvent")];
        let whole = [(format!("{game}State"), "GameState"), (format!("{game}Step"), "GameStep")];
        parts.into_iter().chain(whole)
    };
    game_schemas::all(SHIPPED).into_iter().flat_map(names).collect()
});

/// The page of a service that has this document.
pub fn document(openapi: &Value, base_url: &str) -> String {
    let mut page = INTRODUCTION.replace("{base_url}", base_url);
    let about = openapi["info"]["description"].as_str().unwrap_or_default();
    writeln!(page, "\n{about}\n\n## Play\n\n{}", skill::play()).expect(WRITES);
    for section in openapi["tags"].as_array().into_iter().flatten().map(|tag| &tag["name"]) {
        writeln!(page, "\n## {}", section.as_str().unwrap_or_default()).expect(WRITES);
        for (path, method, operation) in
            operations(openapi).filter(|(_, _, operation)| operation["tags"][0] == *section)
        {
            write_operation(&mut page, openapi, path, method, operation);
        }
    }
    write_codes(&mut page);
    write_shapes(&mut page, openapi);
    page.push_str(GAMES);
    for schemas in SHIPPED.games().map(game_schemas::of) {
        write_game(&mut page, &schemas);
    }
    page
}

fn operations(openapi: &Value) -> impl Iterator<Item = (&String, &String, &Value)> {
    let paths = openapi["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, item)| item.as_object().into_iter().flatten().map(move |(method, own)| (path, method, own)))
}

fn write_operation(page: &mut String, openapi: &Value, path: &str, method: &str, operation: &Value) {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let of_query: Vec<&Value> = parameters
        .map(|parameter| followed(openapi, parameter))
        .filter(|parameter| parameter["in"] == "query")
        .collect();
    let query: Vec<String> = of_query
        .iter()
        .map(|parameter| format!("{}: {}", word(&parameter["name"]), short(&parameter["schema"])))
        .collect();
    let query = if query.is_empty() { String::new() } else { format!(" ?{{{}}}", query.join(", ")) };
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let body = if body.is_null() { String::new() } else { format!(" <- {}", short(body)) };
    let answer = followed(openapi, &operation["responses"]["200"]);
    let answer = short_answer(&answer["content"]);
    writeln!(page, "\n`{} {path}`{query}{body} -> {answer}", method.to_uppercase()).expect(WRITES);
    let reported = [&operation["summary"], &operation["description"]].map(word);
    writeln!(page, "{}", reported.join(". ").trim_end_matches(". ")).expect(WRITES);
    for parameter in of_query {
        let before = page.len();
        write_field(page, word(&parameter["name"]), parameter);
        // A parameter that several operations have is described at the first of them.
        if page[..before].contains(&page[before..]) {
            page.truncate(before);
        }
    }
}

/// The shape of a response, or of the events of a stream by their names.
fn short_answer(content: &Value) -> String {
    let Some(events) = content["text/event-stream"]["schema"]["anyOf"].as_array() else {
        return short(&content["application/json"]["schema"]);
    };
    let event = |event: &Value| {
        let fields = &event["properties"];
        format!("{}: {}", word(&fields["event"]["const"]), short(&fields["data"]["contentSchema"]))
    };
    let events: Vec<String> = events.iter().map(event).collect();
    format!("events {{{}}}", events.join(", "))
}

/// The meaning of a field or a parameter, if it is documented.
fn write_field(page: &mut String, name: &str, reported: &Value) {
    if let Some(reported) = reported["description"].as_str() {
        writeln!(page, "- {name}: {reported}").expect(WRITES);
    }
}

fn write_codes(page: &mut String) {
    page.push_str("\n## Error codes\n\n");
    for code in Code::ALL {
        let status = status(Category::Coded(*code));
        writeln!(page, "{status} {}: {}", code.name(), code.meaning()).expect(WRITES);
    }
}

/// The shapes of the API itself: those that only games have are documented with their games.
fn write_shapes(page: &mut String, openapi: &Value) {
    let of_games = game_schemas::all(SHIPPED).into_iter().flat_map(|schemas| schemas.definitions.into_keys());
    let mut written: BTreeSet<String> = of_games.filter(|name| name != "Seat").collect();
    written.extend(OF_GAMES.map(str::to_owned));
    page.push_str("\n## Shapes\n\n`name?` may be absent.\n\n");
    for (name, schema) in openapi["components"]["schemas"].as_object().into_iter().flatten() {
        let general = general(name);
        if written.contains(name) || !written.insert(general.to_owned()) {
            continue;
        }
        writeln!(page, "{general} = {}", short(schema)).expect(WRITES);
        let parts = schema["allOf"].as_array().into_iter().flatten().chain([schema]);
        for (field, reported) in parts.filter_map(|part| part["properties"].as_object()).flatten() {
            write_field(page, field, reported);
        }
    }
}

/// The name of a shape, or the one that stands for it and those of the other games.
fn general(name: &str) -> &str {
    OF_ANY_GAME.get(name).copied().unwrap_or(name)
}

/// The views, actions and events of one game.
pub fn of_game(game: &dyn Rules) -> String {
    let mut section = String::new();
    write_game(&mut section, &game_schemas::of(game));
    section
}

fn write_game(page: &mut String, schemas: &GameSchemas) {
    let kinds: Vec<&str> =
        SHIPPED.kinds().filter(|(rules, _)| rules.about().id == schemas.game).map(|(_, kind)| kind.kind).collect();
    writeln!(page, "\n### {} ({})", schemas.game, kinds.join(", ")).expect(WRITES);
    let whole = |name: &str| whole(&schemas.definitions[name], schemas);
    let mut view = whole(&schemas.view);
    if let Some(fields) = view["properties"].as_object_mut() {
        fields.retain(|name, _| !matches!(name.as_str(), "game" | "toAct"));
    }
    writeln!(page, "view {}", short(&view)).expect(WRITES);
    let action = whole(&schemas.action);
    let actions: Vec<String> = cases(&action).iter().map(short).collect();
    writeln!(page, "actions {}", actions.join(" | ")).expect(WRITES);
    let events: Vec<String> = cases(&whole(&schemas.event)).iter().filter_map(event).collect();
    writeln!(page, "events {}", events.join(", ")).expect(WRITES);
}

/// An event's type and its data.
fn event(schema: &Value) -> Option<String> {
    let kind = schema.pointer("/properties/type/const")?.as_str()?;
    let data = schema.pointer("/properties/data").map(short).filter(|data| data != "{}");
    Some(data.map_or_else(|| kind.to_owned(), |data| format!("{kind} {data}")))
}

fn cases(schema: &Value) -> Vec<Value> {
    schema["anyOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()])
}

/// A schema of a game with the schemas that only this game has inlined.
fn whole(schema: &Value, schemas: &GameSchemas) -> Value {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(DEFINITIONS)) {
        return match name {
            "Seat" | "Card" => schema.clone(),
            _ => whole(&schemas.definitions[name], schemas),
        };
    }
    match schema {
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, value)| (name.clone(), whole(value, schemas))).collect())
        }
        Value::Array(items) => items.iter().map(|item| whole(item, schemas)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}

fn followed<'a>(openapi: &'a Value, part: &'a Value) -> &'a Value {
    let target = part.get("$ref").and_then(Value::as_str).and_then(|target| openapi.pointer(&target[1..]));
    target.unwrap_or(part)
}

fn word(text: &Value) -> &str {
    text.as_str().unwrap_or_default()
}

/// A schema in a notation like a type's.
fn short(schema: &Value) -> String {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return general(target.trim_start_matches(SCHEMAS).trim_start_matches(DEFINITIONS)).to_owned();
    }
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return any(words.iter().map(Value::to_string));
    }
    if let Some(cases) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array) {
        return any(cases.iter().map(short));
    }
    if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
        return parts.iter().map(short).collect::<Vec<_>>().join(" & ");
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => any(kinds.iter().map(|kind| of_type(word(kind), schema))),
        Some(kind) => of_type(word(kind), schema),
        None => "any".to_owned(),
    }
}

fn any(cases: impl Iterator<Item = String>) -> String {
    let mut cases: Vec<String> = cases.collect();
    cases.dedup();
    cases.join("|")
}

fn of_type(kind: &str, schema: &Value) -> String {
    match kind {
        "object" => object(schema),
        "array" => array(schema),
        "string" => string(schema),
        "number" => format!("number{}", between(schema, "minimum", "maximum")),
        "integer" => format!("int{}", between(schema, "minimum", "maximum")),
        "boolean" => "bool".to_owned(),
        _ => kind.to_owned(),
    }
}

fn string(schema: &Value) -> String {
    let kind = schema["format"].as_str().unwrap_or("string");
    let form = schema["pattern"].as_str().map_or_else(String::new, |pattern| format!(" like {pattern}"));
    format!("{kind}{}{form}", between(schema, "minLength", "maxLength"))
}

/// The bounds that carry information: not those of a machine's numbers.
fn between(schema: &Value, least: &str, most: &str) -> String {
    let least = schema.get(least).and_then(Value::as_i64).unwrap_or(0);
    match schema.get(most).and_then(Value::as_i64) {
        Some(most) if ![i64::from(u8::MAX), i64::from(u16::MAX), i64::from(u32::MAX)].contains(&most) => {
            format!("({least}..{most})")
        }
        Some(_) | None if least > 0 => format!("({least}..)"),
        Some(_) | None => String::new(),
    }
}

fn array(schema: &Value) -> String {
    if schema["maxItems"] == 0 {
        return "[]".to_owned();
    }
    let item = short(schema.get("items").unwrap_or(&Value::Null));
    let item = if item.contains('|') { format!("({item})") } else { item };
    let exactly = schema.get("minItems").filter(|least| Some(*least) == schema.get("maxItems"));
    format!("{item}[{}]", exactly.map(Value::to_string).unwrap_or_default())
}

fn object(schema: &Value) -> String {
    let nothing = Map::new();
    let fields = schema.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
    if let Some(values) = schema.get("additionalProperties").filter(|values| fields.is_empty() && values.is_object()) {
        return format!("{{[key]: {}}}", short(values));
    }
    let required = |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|own| own == name));
    let field = |(name, schema): (&String, &Value)| {
        let mark = if required(name) { "" } else { "?" };
        format!("{name}{mark}: {}", short(schema))
    };
    // The discriminating field of an object comes first.
    let (first, rest): (Vec<_>, Vec<_>) = fields.iter().partition(|(name, _)| *name == "type");
    let fields: Vec<String> = first.into_iter().chain(rest).map(field).collect();
    format!("{{{}}}", fields.join(", "))
}

const INTRODUCTION: &str = "# Turnstone: the API in short

A compact form of {base_url}/openapi.json. A line such as `POST /path` ?{query} <- Body -> Response is a route with its \
query, its body and its response, in the shapes below; `|` separates alternatives, `[]` is a list, `(1..9)` are bounds, \
`uuid` is a UUID as text. A guest gets a token from `POST /api/practice`, a member from `POST /api/join` and then `POST \
/api/token`; both are sent as `Authorization: Bearer <token>`. All steps with their responses: {base_url}/skill.md. The \
rules: {base_url}/rules.md.
";

const GAMES: &str = "
## Games

Every view also has `game` (the game's id, as here) and `toAct: Seat[]`. Every event is `{type, seat?: Seat, label?: \
string, data?, at: Millis}`; its data is listed after its type. `Card` is rank and suit, such as `\"Td\"`. Send an action \
unchanged from `state.legalActions`. Other seats' hidden information is absent or null until it is revealed.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::ROUTES;
    use crate::{golden, openapi};

    #[test]
    fn the_short_api_document_is_golden_and_short() {
        let base_url = "http://127.0.0.1:8080";
        let openapi = openapi::document(base_url);
        let page = document(&openapi, base_url);
        for route in ROUTES {
            assert!(page.contains(&format!("`{} {}`", route.method(), route.path())), "{}", route.path());
        }
        for rules in SHIPPED.games() {
            assert!(page.contains(&format!("### {} (", rules.about().id)), "{}", rules.about().id);
        }
        // With the descriptions of the fields of bodies and responses.
        assert!(page.len() < 90_000, "{} bytes are more than a model likes to read", page.len());
        golden::compare("llms-full.txt", &page);
    }

    #[test]
    fn a_shape_is_described_compactly() {
        let shape = serde_json::json!({
            "type": "object",
            "properties": {
                "type": { "const": "mark" },
                "cell": { "type": "integer", "minimum": 0, "maximum": 255 },
                "by": { "anyOf": [{ "$ref": "#/components/schemas/Seat" }, { "type": "null" }] },
                "name": { "type": ["string", "null"], "maxLength": 20 },
                "clientRef": { "type": "string", "format": "uuid" },
                "wait": { "type": "number", "minimum": 0, "maximum": 50 },
                "handle": { "type": "string", "pattern": "^[a-z]+$" },
                "board": { "type": "array", "items": { "type": ["integer", "null"] }, "minItems": 9, "maxItems": 9 },
            },
            "required": ["type", "cell", "board"],
        });
        let reported = r#"{type: "mark", board: (int|null)[9], by?: Seat|null, cell: int, clientRef?: uuid, handle?: string like ^[a-z]+$, name?: string(0..20)|null, wait?: number(0..50)}"#;
        assert_eq!(short(&shape), reported);
    }
}
