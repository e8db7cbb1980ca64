//! `/openapi.json`: the route table as an OpenAPI 3.1 document. Parts that routes share are under `components` once.

mod responses;
mod schemas;
mod shared;

use crate::route::{Route, placeholders};
use crate::routes::ROUTES;
use crate::rules::RulesDocument;
use crate::{LAST_EVENT_ID, WEBHOOK_HEADER};
use schemars::{Schema, SchemaGenerator, json_schema};
use schemas::DocumentSchemas;
use serde_json::{Map, Value, json};
use turnstone_api::ids::{DuelId, GrantId, PartyId, TableId, TicketId};
use turnstone_api::operation::Access;
use turnstone_api::request::RateClass;
use turnstone_api::words::Error;

/// The document of a service at this address.
pub fn document(base_url: &str) -> Value {
    let mut schemas = DocumentSchemas::new();
    let mut paths = Map::new();
    for route in ROUTES {
        let operations = paths.entry(route.path()).or_insert_with(|| json!({}));
        operations[route.method().to_lowercase()] = operation(route, &mut schemas);
    }
    schemas.answers.subschema_for::<Error<'_>>();
    paths.insert("/rules.json".into(), json!({ "get": rules(&mut schemas) }));
    let mut components = json!({
        "headers": responses::headers(),
        "responses": responses::shared(),
        "securitySchemes": security_schemes(),
    });
    shared::share(&mut paths, &mut components);
    components["schemas"] = schemas.finish().into();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Turnstone",
            "version": "1",
            "summary": "Turn-based games for people and programs, with play-money chips and provably fair deals.",
            "description": INTRODUCTION,
            "license": { "name": "MIT", "identifier": "MIT" },
        },
        "servers": [{ "url": base_url }],
        "tags": SECTIONS.iter().map(|name| json!({ "name": name })).collect::<Value>(),
        "paths": paths,
        "components": components,
    })
}

/// The rules for all routes.
const INTRODUCTION: &str = "\
Bodies are JSON in UTF-8, at most 64 KiB. Unknown fields are ignored; an optional field of a body may be null. \
Responses may get new fields, and games new events. Times are epoch milliseconds.

A member sends `Authorization: Bearer` with a token from `POST /api/token`, or the session's cookie.

Any route can return 400 `invalid_request`, 401 `not_signed_in` if it needs credentials, 413 `payload_too_large`, \
429 `rate_limited` and 503. Each route lists its other errors. Branch on `code`, never on `error`.

Every response has `X-Request-Id`. A response to a counted request also has `RateLimit-Policy` and `RateLimit`. \
After a 429 or a 503 wait `Retry-After` seconds.

In a cluster, every response also has `Commit`, the number of the newest change that it can show. A request with the highest \
one as `Min-Commit` gets no earlier state, whichever node answers it. Drop the number after a 400 whose `field` is `Min-Commit`, \
and when a response has an earlier `Commit`: the service was restored.

With a `clientRef` a request can be repeated: the same contents get the same response, with `Idempotent-Replayed: true`.

`state.view.game` is the game of a table; its actions and events have the schemas of that game. The view of a table \
without a deal has the `phase` `waiting`.";

const SECTIONS: [&str; 9] = [
    "Account and session",
    "Tables",
    "Club",
    "Parties",
    "Discovery",
    "Identities",
    "Notifications",
    "Agents and duels",
    "Fairness",
];

fn section(path: &str) -> &'static str {
    match path.split('/').nth(2).unwrap_or("") {
        "tables" | "games" | "practice" | "daily" | "seat-grants" => SECTIONS[1],
        "leaderboard" | "ratings" | "players" => SECTIONS[2],
        "parties" => SECTIONS[3],
        "deployment" => SECTIONS[4],
        "identities" | "msgr" => SECTIONS[5],
        "push" => SECTIONS[6],
        "agents" | "duels" => SECTIONS[7],
        "fairness" => SECTIONS[8],
        _ => SECTIONS[0],
    }
}

fn security_schemes() -> Value {
    json!({
        "bearer": { "type": "http", "scheme": "bearer", "description": "A member's token, from POST /api/token." },
        "session": { "type": "apiKey", "in": "cookie", "name": "service_session", "description": "A member's browser session." },
        "seatBearer": {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of one seat, from POST /api/practice or POST /api/seat-grants/claim.",
        },
        "webhook": {
            "type": "apiKey",
            "in": "header",
            "name": WEBHOOK_HEADER,
            "description": "The secret of the bot's webhook, in the header that the operator has named.",
        },
        "seat": { "type": "apiKey", "in": "cookie", "name": "service_seat", "description": "One seat in a browser." },
    })
}

fn operation(route: &Route, schemas: &mut DocumentSchemas) -> Value {
    let about = route.about();
    let mut operation = json!({
        "operationId": operation_id(route),
        "summary": about.summary,
        "description": description(route),
        "tags": [section(route.path())],
        "security": security(about.access),
        "responses": responses::of(route, schemas),
    });
    let parameters = parameters(route, schemas);
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(schema) = route.body_schema(&mut schemas.bodies) {
        operation["requestBody"] = json!({
            "required": !route.may_lack_body(),
            "content": { "application/json": { "schema": schema, "example": example(about.example.0) } },
        });
    }
    operation
}

/// `create_table` becomes `createTable`.
fn operation_id(route: &Route) -> String {
    let mut words = route.operation().name().split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |id, word| id + &word[..1].to_uppercase() + &word[1..])
}

fn security(access: Access) -> Value {
    match access {
        Access::Open => json!([]),
        Access::Public => json!([{}, { "bearer": [] }, { "session": [] }]),
        Access::Account => json!([{ "bearer": [] }, { "session": [] }]),
        Access::Webhook => json!([{ "webhook": [] }]),
        Access::Operator => unreachable!("these operations are not in the document"),
        Access::AccountOrGuest | Access::AccountOrSeat => {
            json!([{ "bearer": [] }, { "session": [] }, { "seatBearer": [] }, { "seat": [] }])
        }
        Access::SpectatorOrSeat => {
            json!([{}, { "bearer": [] }, { "session": [] }, { "seatBearer": [] }, { "seat": [] }])
        }
    }
}

/// The description of an operation with its errors.
fn description(route: &Route) -> String {
    let about = route.about();
    let whose = match about.access {
        Access::Open => "Credentials are ignored.",
        Access::Public => "Credentials are optional.",
        Access::Account | Access::Operator => "",
        Access::AccountOrGuest => "For a member's credentials, or a guest's of this table.",
        Access::Webhook => "The messenger sends the secret of its webhook in a header.",
        Access::AccountOrSeat => "For a member's credentials, or a seat's of this table.",
        Access::SpectatorOrSeat => "For a member's credentials, a seat's of this table, or none.",
    };
    let counted = match about.rate {
        RateClass::Ordinary => "",
        RateClass::Move => "Moves have a limit of their own.",
        RateClass::Credential => "Counts toward the address's limit of credential requests per minute.",
    };
    let rejections = responses::reported(route);
    let parts = [about.details, whose, counted, &rejections];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// `/rules.json`, the one document beside the API that programs read by its schema.
fn rules(schemas: &mut DocumentSchemas) -> Value {
    let schema = schemas.answers.subschema_for::<RulesDocument>().to_value();
    json!({
        "operationId": "rules",
        "summary": "The rules of all table kinds",
        "description": "The same as `GET /api/games`, without an account. `/rules.md` is the text version. \
            Credentials are ignored.",
        "tags": [SECTIONS[4]],
        "security": [],
        "responses": responses::of_document("All table kinds with their rules.", schema, RULES_EXAMPLE),
    })
}

/// The rules of one kind, in short.
const RULES_EXAMPLE: &str = r#"{"games":[{"kind":"tic-tac-toe-vs-house","gameId":"tic-tac-toe","label":"Tic-tac-toe","openEligible":true,"duellable":true,"rules":"Three in a row win.","description":"Noughts and crosses.","engineVersion":"1","fewestSeats":2,"mostSeats":2,"policies":["minimax","random"],"aggression":null,"levels":[],"encoding":{"version":"1","actions":{"count":9,"text":"The cell."},"observation":{"shape":[1],"type":"float32","text":"A vector.","parts":[{"name":"turn","offset":0,"shape":[1],"text":"1 if the own seat may act now."}],"omitted":"Nothing."}}}]}"#;

fn parameters(route: &Route, schemas: &mut DocumentSchemas) -> Vec<Value> {
    let mut parameters = Vec::new();
    for name in placeholders(route.path()) {
        let (schema, reported) = placeholder(route.path(), name, &mut schemas.answers);
        parameters
            .push(json!({ "name": name, "in": "path", "required": true, "schema": schema, "description": reported }));
    }
    let query = route.query_schema(&mut schemas.bodies).map(schemars::Schema::to_value);
    if let Some(mut query) = query {
        schemas::plain(&mut query);
        let needed = query["required"].take();
        let is_needed = |name: &str| needed.as_array().is_some_and(|names| names.iter().any(|other| other == name));
        if let Value::Object(fields) = query["properties"].take() {
            parameters
                .extend(fields.into_iter().map(|(name, schema)| query_parameter(&name, schema, is_needed(&name))));
        }
    }
    if route.about().is_stream() {
        parameters.push(json!({
            "name": LAST_EVENT_ID,
            "in": "header",
            "schema": { "type": "string" },
            "description": "Continue after the event with this id.",
        }));
    }
    parameters
}

/// The meaning of a placeholder of a path.
fn placeholder(path: &str, name: &str, schemas: &mut SchemaGenerator) -> (Schema, &'static str) {
    match (name, path.split('/').nth(2)) {
        ("id", Some("tables")) => (schemas.subschema_for::<TableId>(), "The table's id, `t_...`."),
        ("id", Some("parties")) => (schemas.subschema_for::<PartyId>(), "The party's id, `pty_...`."),
        ("grantId", _) => (schemas.subschema_for::<GrantId>(), "The grant's id, `grant_...`."),
        ("ticketId", _) => (schemas.subschema_for::<TicketId>(), "The ticket's id, `tk_...`."),
        ("duelId", _) => (schemas.subschema_for::<DuelId>(), "The duel's id, `duel_...`."),
        ("handle", _) => (schemas.subschema_for::<String>(), "A member's handle."),
        ("date", _) => (json_schema!({ "type": "string", "format": "date" }), "A UTC day."),
        ("era", _) => {
            (json_schema!({ "type": "integer", "minimum": 1, "maximum": 253_402_300_799u64 }), "The number of an era.")
        }
        _ => (schemas.subschema_for::<String>(), ""),
    }
}

/// A query's value is a text; only a body can contain null.
fn query_parameter(name: &str, mut schema: Value, is_needed: bool) -> Value {
    schemas::drop_null(&mut schema);
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    let mut parameter = json!({ "name": name, "in": "query", "schema": schema });
    if let Some(description) = description {
        parameter["description"] = description;
    }
    if is_needed {
        parameter["required"] = true.into();
    }
    parameter
}

fn example(text: &str) -> Value {
    serde_json::from_str(text).expect("the examples of the route table are JSON")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn made() -> Value {
        document("http://127.0.0.1:8080")
    }

    fn operations(document: &Value) -> Vec<&Value> {
        let paths = document["paths"].as_object().unwrap();
        paths.values().flat_map(|operations| operations.as_object().unwrap().values()).collect()
    }

    fn followed<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
        let target = part.get("$ref").and_then(Value::as_str);
        target.map_or(part, |target| document.pointer(&target[1..]).unwrap())
    }

    #[test]
    fn every_operation_and_its_answer_are_described() {
        let document = made();
        let mut ids = BTreeSet::new();
        for operation in operations(&document) {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id), "{id} comes twice");
            assert!(operation["description"].as_str().is_some_and(|reported| reported.len() > 20), "{id}");
            let answer = followed(&document, &operation["responses"]["200"]);
            assert!(answer["description"].as_str().is_some_and(|reported| !reported.is_empty()), "{id}");
        }
        assert_eq!(ids.len(), ROUTES.len() + 1, "the routes, and the rules");
    }

    /// What a reader of the document would copy satisfies the document.
    #[test]
    fn every_example_is_valid() {
        let document = made();
        let valid = |schema: &Value, example: &Value, what: &str| {
            let whole = json!({ "allOf": [schema], "components": document["components"] });
            let validator = jsonschema::draft202012::new(&whole).unwrap();
            let errors: Vec<String> = validator.iter_errors(example).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{what}: {errors:?}");
        };
        for operation in operations(&document) {
            let id = operation["operationId"].as_str().unwrap();
            let answer = &followed(&document, &operation["responses"]["200"])["content"]["application/json"];
            for content in [answer, &operation["requestBody"]["content"]["application/json"]] {
                if content.get("example").is_some() {
                    valid(&content["schema"], &content["example"], id);
                }
            }
        }
    }

    #[test]
    fn every_route_has_the_tag_of_its_section() {
        let document = made();
        for (path, tag) in [
            ("/api/agents", "Agents and duels"),
            ("/api/duels", "Agents and duels"),
            ("/api/fairness", "Fairness"),
            ("/api/me", "Account and session"),
        ] {
            let operations = document["paths"][path].as_object().unwrap_or_else(|| panic!("{path}"));
            assert!(operations.values().all(|operation| operation["tags"] == json!([tag])), "{path}");
        }
        let used: BTreeSet<&str> = operations(&document).iter().map(|own| own["tags"][0].as_str().unwrap()).collect();
        assert_eq!(used, SECTIONS.into_iter().collect());
    }

    /// Every field's description has its content, its unit and when it is null or absent.
    #[test]
    fn every_property_and_parameter_is_described() {
        let document = made();
        let is_reported = |part: &Value| part["description"].as_str().is_some_and(|reported| reported.len() > 3);
        let mut unreported = Vec::new();
        let mut open = vec![(String::new(), &document["components"]), ("/paths".into(), &document["paths"])];
        while let Some((path, value)) = open.pop() {
            let fields = value.as_object().into_iter().flatten().filter(|(name, _)| *name != "example");
            for (name, part) in fields {
                let path = format!("{path}/{name}");
                let properties = part.as_object().filter(|_| name == "properties").into_iter().flatten();
                unreported.extend(
                    properties.filter(|(_, field)| !is_reported(field)).map(|(field, _)| format!("{path}/{field}")),
                );
                let parameters = part.as_array().filter(|_| name == "parameters").into_iter().flatten();
                let reported = |parameter: &&Value| is_reported(followed(&document, parameter));
                unreported
                    .extend(parameters.filter(|parameter| !reported(parameter)).map(|own| format!("{path}: {own}")));
                open.push((path, part));
            }
            let items = value.as_array().into_iter().flatten().enumerate();
            open.extend(items.map(|(at, part)| (format!("{path}/{at}"), part)));
        }
        assert!(unreported.is_empty(), "these have no description:\n{}", unreported.join("\n"));
    }

    /// Constructs that some generators cannot process: schemas that are `true`, one of several constants, inline
    /// headers.
    #[test]
    fn the_document_avoids_constructs_that_generators_cannot_read() {
        let document = made();
        let mut open = vec![("", &document)];
        while let Some((name, value)) = open.pop() {
            assert!(!matches!(name, "oneOf" | "patternProperties"), "{value}");
            if matches!(name, "properties" | "headers") {
                let fields = value.as_object().unwrap();
                assert!(fields.values().all(Value::is_object), "{value}");
            }
            if matches!(name, "items" | "schema") {
                assert!(value.is_object(), "{name}: {value}");
            }
            match value {
                Value::Array(items) => open.extend(items.iter().map(|item| ("", item))),
                // An example does not contain keywords of the document.
                Value::Object(fields) => {
                    let said = fields.iter().filter(|(name, _)| *name != "example");
                    open.extend(said.map(|(name, value)| (name.as_str(), value)));
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
        for operation in operations(&document) {
            for response in operation["responses"].as_object().unwrap().values() {
                let headers = response.get("headers").and_then(Value::as_object);
                assert!(headers.into_iter().flatten().all(|(_, header)| header.get("$ref").is_some()), "{response}");
            }
        }
        assert_eq!(
            document["components"]["schemas"]["TableView"]["properties"]["status"]["$ref"],
            "#/components/schemas/TableStatus"
        );
    }
}
