//! `/openapi.json`: the route table as an OpenAPI 3.1 document.

use super::refusal::{Code, Error};
use super::route::{Access, Caching, Case, Route};
use super::router::placeholders;
use http::Method;
use schemars::SchemaGenerator;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use turnstone_core::request::RateClass;

/// The document of a service at this address.
pub fn document(routes: &[&dyn Route], base_url: &str) -> Value {
    let mut schemas = Schemas::new();
    let mut paths = Map::new();
    for route in routes {
        let operations = paths.entry(route.path()).or_insert_with(|| json!({}));
        operations[route.method().as_str().to_lowercase()] = operation(*route, &mut schemas);
    }
    schemas.answers.subschema_for::<Error<'_>>();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Turnstone",
            "version": "1",
            "summary": "Turn-based games for people and programs, with play-money chips and provably fair deals.",
            "license": { "name": "MIT", "identifier": "MIT" },
        },
        "servers": [{ "url": base_url }],
        "tags": SECTIONS.iter().map(|name| json!({ "name": name })).collect::<Value>(),
        "paths": paths,
        "components": {
            "schemas": schemas.finish(),
            "securitySchemes": security_schemes(),
        },
    })
}

const SECTIONS: [&str; 5] = ["Account and session", "Tables", "Club", "Parties", "Discovery"];

fn section(path: &str) -> &'static str {
    match path.split('/').nth(2).unwrap_or("") {
        "tables" | "games" | "practice" | "daily" | "seat-grants" => SECTIONS[1],
        "leaderboard" | "players" => SECTIONS[2],
        "parties" => SECTIONS[3],
        "deployment" => SECTIONS[4],
        _ => SECTIONS[0],
    }
}

/// Two generators, because what a field may lack differs between what is read and what is written.
struct Schemas {
    bodies: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Schemas {
    fn new() -> Self {
        let generator = |contract| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = "/components/schemas".into();
            settings.contract = contract;
            settings.into_generator()
        };
        Self { bodies: generator(Contract::Deserialize), answers: generator(Contract::Serialize) }
    }

    fn finish(mut self) -> Map<String, Value> {
        let mut all: BTreeMap<String, Value> = self.bodies.take_definitions(true).into_iter().collect();
        let mut answers = self.answers.take_definitions(true);
        answers.values_mut().for_each(drop_optional_nulls);
        all.extend(answers);
        all.values_mut().for_each(drop_null_defaults);
        all.into_iter().collect()
    }
}

/// A field of an answer that may be absent is never null.
fn drop_optional_nulls(schema: &mut Value) {
    let required: Vec<Value> = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        if !required.contains(&Value::from(name.as_str())) {
            drop_null(field);
        }
    }
}

fn drop_null(field: &mut Value) {
    if let Some(types) = field.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|kind| kind != "null");
        if let [kind] = types.as_slice() {
            field["type"] = kind.clone();
        }
    }
    if let Some(cases) = field.get_mut("anyOf").and_then(Value::as_array_mut) {
        cases.retain(|case| case["type"] != "null");
        if let [Value::Object(case)] = cases.as_slice() {
            let case = case.clone();
            let field = field.as_object_mut().expect("it has cases");
            field.remove("anyOf");
            field.extend(case);
        }
    }
}

/// "May be absent" needs no default to say it.
fn drop_null_defaults(schema: &mut Value) {
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for field in fields.into_iter().flat_map(serde_json::Map::values_mut) {
        if field.get("default").is_some_and(Value::is_null)
            && let Some(field) = field.as_object_mut()
        {
            field.remove("default");
        }
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
        "seat": { "type": "apiKey", "in": "cookie", "name": "service_seat", "description": "One seat in a browser." },
    })
}

fn operation(route: &dyn Route, schemas: &mut Schemas) -> Value {
    let about = route.about();
    let mut operation = json!({
        "operationId": operation_id(route),
        "summary": about.summary,
        "tags": [section(route.path())],
        "security": security(about.access),
        "responses": responses(route, schemas),
    });
    let parameters = parameters(route, schemas);
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(schema) = route.body_schema(&mut schemas.bodies) {
        operation["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": schema, "example": example(about.example.0) } },
        });
    }
    operation
}

/// `GET /api/me/tables` is `getMeTables`.
fn operation_id(route: &dyn Route) -> String {
    let mut id = route.method().as_str().to_lowercase();
    let words = route.path().split(['/', '-', '{', '}']).filter(|word| !word.is_empty()).skip(1);
    for word in words {
        let (first, rest) = word.split_at(1);
        id.push_str(&first.to_uppercase());
        id.push_str(rest);
    }
    id
}

fn security(access: Access) -> Value {
    match access {
        Access::Open => json!([]),
        Access::Public => json!([{}, { "bearer": [] }, { "session": [] }]),
        Access::Account => json!([{ "bearer": [] }, { "session": [] }]),
        Access::AccountOrSeat => json!([{ "bearer": [] }, { "session": [] }, { "seatBearer": [] }, { "seat": [] }]),
    }
}

fn parameters(route: &dyn Route, schemas: &mut Schemas) -> Vec<Value> {
    let in_path = placeholders(route.path()).map(|name| {
        json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" }, "description": placeholder(route.path(), name) })
    });
    let mut parameters: Vec<Value> = in_path.collect();
    let query = route.query_schema(&mut schemas.bodies).map(schemars::Schema::to_value);
    let fields = query.and_then(|mut query| {
        drop_null_defaults(&mut query);
        query.get_mut("properties").map(Value::take)
    });
    if let Some(Value::Object(fields)) = fields {
        parameters.extend(fields.into_iter().map(|(name, schema)| query_parameter(&name, schema)));
    }
    parameters
}

/// What a placeholder of a path stands for.
fn placeholder(path: &str, name: &str) -> &'static str {
    match (name, path.split('/').nth(2)) {
        ("id", Some("tables")) => "The table's id, `t_...`.",
        ("id", Some("parties")) => "The party's id, `pty_...`.",
        ("grantId", _) => "The grant's id, `grant_...`.",
        ("handle", _) => "A member's handle.",
        _ => "",
    }
}

/// A value of a query is a text; only a body can say null.
fn query_parameter(name: &str, mut schema: Value) -> Value {
    drop_null(&mut schema);
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    let mut parameter = json!({ "name": name, "in": "query", "schema": schema });
    if let Some(description) = description {
        parameter["description"] = description;
    }
    parameter
}

fn responses(route: &dyn Route, schemas: &mut Schemas) -> Value {
    let about = route.about();
    let schema = (about.answer)(&mut schemas.answers);
    let mut responses = Map::new();
    let answer = json!({ "application/json": { "schema": schema, "example": example(about.example.1) } });
    responses
        .insert("200".into(), json!({ "description": "Done.", "headers": headers(route, 200), "content": answer }));
    if about.caching != Caching::Never {
        responses.insert(
            "304".into(),
            json!({ "description": "The caller has it already.", "headers": headers(route, 304) }),
        );
    }
    for (status, told) in refusals(route) {
        let body = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } });
        let refusal = json!({ "description": told.join("; "), "headers": headers(route, status), "content": body });
        responses.insert(status.to_string(), refusal);
    }
    responses.into()
}

/// By status, what a route can refuse with.
fn refusals(route: &dyn Route) -> BTreeMap<u16, Vec<String>> {
    let about = route.about();
    let mut cases = about.cases.to_vec();
    cases.extend([Case::Code(Code::InvalidRequest), Case::Code(Code::RateLimited)]);
    cases.push(Case::Plain(503, "the service is starting, stopping, or its storage failed"));
    if about.access != Access::Open {
        cases.push(Case::Code(Code::NotSignedIn));
    }
    cases.push(Case::Code(Code::PayloadTooLarge));
    if route.method() != Method::GET {
        cases.push(Case::Plain(403, "with a cookie: not JSON, or not from the service's own pages"));
    }
    let mut by_status: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for case in cases {
        let told = match case {
            Case::Code(code) => format!("`{}`: {}", code.name(), code.meaning()),
            Case::Plain(_, when) => when.to_owned(),
        };
        let of_status = by_status.entry(case.status()).or_default();
        if !of_status.contains(&told) {
            of_status.push(told);
        }
    }
    by_status
}

fn headers(route: &dyn Route, status: u16) -> Value {
    let header = |kind: &str, told: &str| json!({ "schema": { "type": kind }, "description": told });
    let mut headers = Map::new();
    let mut add = |name: &str, kind: &str, told: &str| headers.insert(name.into(), header(kind, told));
    add("X-Request-Id", "string", "The caller's own, or a new one.");
    if !matches!(status, 413 | 503) {
        let window = match route.about().rate {
            RateClass::Ordinary => "requests",
            RateClass::Move => "moves",
            RateClass::Credential => "credentials",
        };
        add("RateLimit-Policy", "string", &format!("The limit that counts here, such as `\"{window}\";q=600;w=60`."));
        add(
            "RateLimit",
            "string",
            "What is left of it, and the seconds until it begins anew. Absent where the request was not counted.",
        );
    }
    if matches!(status, 429 | 503) || (status == 409 && has_in_flight(route)) {
        add("Retry-After", "integer", "Seconds after which the same request can succeed.");
    }
    if status == 401 {
        add("WWW-Authenticate", "string", "`Bearer`");
    }
    if status == 200 && has_in_flight(route) {
        add(
            "Idempotent-Replayed",
            "string",
            "`true` if this repeats the answer to an earlier request with the clientRef.",
        );
    }
    if matches!(status, 200 | 304) && route.about().caching != Caching::Never {
        add("ETag", "string", "For `If-None-Match`.");
    }
    headers.into()
}

fn has_in_flight(route: &dyn Route) -> bool {
    route.about().cases.iter().any(|case| matches!(case, Case::Code(Code::InFlight)))
}

fn example(text: &str) -> Value {
    serde_json::from_str(text).expect("the examples of the route table are JSON")
}
