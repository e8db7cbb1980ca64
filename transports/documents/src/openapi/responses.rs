//! The responses of a route: its 200, its 304, and its errors. Shared errors and headers are in the document once;
//! errors that only this route has are in its description.

use super::schemas::DocumentSchemas;
use crate::route::{Caching, Route};
use crate::status::status;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use turnstone_api::answer::StreamEnd;
use turnstone_api::code::Code;
use turnstone_api::cursor::MemberCursor;
use turnstone_api::operation::{Access, AnswerSchema, Case, schema_of};
use turnstone_api::request::RateClass;

/// Headers: name, type, and description.
const HEADERS: [(&str, &str, &str); 8] = [
    ("X-Request-Id", "string", "The caller's own, or a new one."),
    (
        "RateLimit-Policy",
        "string",
        "The limit that applies here, such as `\"requests\";q=600;w=60`: its name, requests, seconds.",
    ),
    (
        "RateLimit",
        "string",
        "The rest of the limit, and the seconds until it is reset. Absent if the request was not counted.",
    ),
    ("Retry-After", "integer", "Seconds after which the same request can succeed; on 409 only with `in_flight`."),
    ("WWW-Authenticate", "string", "`Bearer`"),
    ("Idempotent-Replayed", "string", "`true` if this repeats the response to an earlier request with the clientRef."),
    (
        "Move-Receipt",
        "string",
        "The server's signed receipt for the accepted move: a dictionary of RFC 8941 with the members `ply`, `seat`, `at`, \
        `index`, `count`, `path`, `key` and `signature`.",
    ),
    ("ETag", "string", "For `If-None-Match`."),
];

/// Error responses: status, name in the document, and description.
const ERRORS: [(u16, &str, &str); 9] = [
    (400, "Invalid", "The request is invalid; `field` names the invalid field."),
    (401, "NotSignedIn", "The credentials are missing, wrong or expired."),
    (402, "TooFewChips", "The caller has too few chips."),
    (
        403,
        "Forbidden",
        "The caller may not do this; or with a cookie, the request is not JSON or not from the service's own pages.",
    ),
    (404, "Missing", "The object does not exist for the caller."),
    (409, "Conflict", "The current state does not allow it. With `in_flight` an equal request is still in progress."),
    (413, "TooLarge", "The body is over 64 KiB."),
    (429, "Limited", "A limit or a quota is reached."),
    (
        503,
        "Unavailable",
        "The service is starting, stopping or cannot write; or a dependency of the request is unavailable.",
    ),
];

/// `components.headers`.
pub(super) fn headers() -> Value {
    let header = |(name, kind, reported): &(&str, &str, &str)| {
        ((*name).to_owned(), json!({ "description": reported, "schema": { "type": kind } }))
    };
    Value::Object(HEADERS.iter().map(header).collect())
}

/// `components.responses`: the error responses by status, and 304.
pub(super) fn shared() -> Map<String, Value> {
    let rejection = |(status, name, reported): &(u16, &str, &str)| ((*name).to_owned(), rejection(*status, reported));
    let mut responses: Map<String, Value> = ERRORS.iter().map(rejection).collect();
    let unchanged =
        json!({ "description": "The caller's copy is current.", "headers": refer(["X-Request-Id", "ETag"]) });
    responses.insert("Unchanged".into(), unchanged);
    responses
}

/// The responses of a route by their status.
pub(super) fn of(route: &Route, schemas: &mut DocumentSchemas) -> Value {
    let about = route.about();
    let mut responses = Map::new();
    let schema = (about.answer)(&mut schemas.answers);
    let reported = schemas.reported_of(&schema).expect("every response has a description");
    let repeats = has(route, Code::InFlight).then_some("Idempotent-Replayed");
    let receipt = (about.rate == RateClass::Move).then_some("Move-Receipt");
    let tag = (route.caching() != Caching::Never).then_some("ETag");
    let granted = match about.is_stream() {
        true => stream(&reported, route, schemas),
        false => answer(&reported, schema.to_value(), about.example.1, repeats.into_iter().chain(receipt).chain(tag)),
    };
    responses.insert("200".into(), granted);
    if tag.is_some() {
        responses.insert("304".into(), reference("Unchanged"));
    }
    let special = about.cases.iter().map(|case| status(case.category()));
    let statuses: BTreeSet<u16> = special.chain(general(route)).collect();
    responses.extend(statuses.into_iter().map(rejected));
    responses.into()
}

/// The responses of a cacheable document.
pub(super) fn of_document(reported: &str, schema: Value, example: &str) -> Value {
    let mut responses = Map::new();
    responses.insert("200".into(), answer(reported, schema, example, ["ETag"]));
    responses.insert("304".into(), reference("Unchanged"));
    responses.insert("429".into(), reference("Limited"));
    responses.into()
}

fn answer<'a>(reported: &str, schema: Value, example: &str, headers: impl IntoIterator<Item = &'a str>) -> Value {
    let content = json!({ "application/json": { "schema": schema, "example": super::example(example) } });
    let mut answer = json!({ "description": reported, "content": content });
    let headers = refer(headers);
    if headers != json!({}) {
        answer["headers"] = headers;
    }
    answer
}

/// The response that is a stream of events. Its schema is that of one event, as an object of its fields, as OpenAPI 3.2
/// defines it and tools that check events read it: the data of each name is JSON with a schema of its own.
fn stream(reported: &str, route: &Route, schemas: &mut DocumentSchemas) -> Value {
    let about = route.about();
    let events = about.events.iter().copied().chain([("end", schema_of::<StreamEnd> as AnswerSchema)]);
    let event = |(name, schema): (&str, AnswerSchema)| {
        let data = schema(&mut schemas.answers).to_value();
        let id = json!({ "type": "string", "description": "Where to continue: send it as Last-Event-ID." });
        let data = json!({
            "type": "string",
            "description": "JSON in one line.",
            "contentMediaType": "application/json",
            "contentSchema": data,
        });
        json!({
            "type": "object",
            "properties": { "id": id, "event": { "type": "string", "const": name, "description": "Its name." }, "data": data },
            "required": ["event", "data"],
        })
    };
    let events: Vec<Value> = events.map(event).collect();
    let (name, _) = about.events[0];
    let id = match name {
        "table" => "16.-.0123456789abcdef".to_owned(),
        "party" => "2.-".to_owned(),
        _ => MemberCursor::default().to_string(),
    };
    let example = format!("id: {id}\nevent: {name}\ndata: {}\n\n", about.example.1);
    let schema = json!({ "description": "One of the server-sent events.", "anyOf": events });
    let content = json!({ "text/event-stream": { "schema": schema, "example": example } });
    json!({ "description": reported, "content": content })
}

/// The statuses of errors that all routes like this one have.
fn general(route: &Route) -> impl Iterator<Item = u16> {
    let credentials = route.about().access != Access::Open;
    let changes = route.method() != "GET";
    let of_all = [400, 429, 503];
    of_all.into_iter().chain(credentials.then_some(401)).chain(changes.then_some(403)).chain(changes.then_some(413))
}

fn rejected(status: u16) -> (String, Value) {
    let shared = ERRORS.iter().find(|(own, ..)| *own == status);
    let (_, name, _) = shared.expect("the document has a response for each status that refuses");
    (status.to_string(), reference(name))
}

/// The errors that only this route has, by status.
pub(super) fn reported(route: &Route) -> String {
    let mut by_status: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for case in route.about().cases {
        let words = match case {
            Case::Code(code) | Case::Fault(code) => format!("`{}`", code.name()),
            Case::Plain(_, when) => (*when).to_owned(),
        };
        by_status.entry(status(case.category())).or_default().push(words);
    }
    let of_status: Vec<String> =
        by_status.into_iter().map(|(status, words)| format!("{status} {}", words.join(", "))).collect();
    if of_status.is_empty() { String::new() } else { format!("Errors: {}.", of_status.join("; ")) }
}

fn rejection(status: u16, reported: &str) -> Value {
    let counted = !matches!(status, 413 | 503);
    let waits = matches!(status, 409 | 429 | 503);
    let names = ["X-Request-Id"].into_iter().chain(counted.then_some("RateLimit-Policy"));
    let names = names.chain(counted.then_some("RateLimit")).chain(waits.then_some("Retry-After"));
    let names = names.chain((status == 401).then_some("WWW-Authenticate"));
    let body = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } });
    json!({ "description": reported, "headers": refer(names), "content": body })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/responses/{name}") })
}

/// References to headers of the document.
fn refer<'a>(names: impl IntoIterator<Item = &'a str>) -> Value {
    let reference = |name: &str| (name.to_owned(), json!({ "$ref": format!("#/components/headers/{name}") }));
    Value::Object(names.into_iter().map(reference).collect())
}

fn has(route: &Route, code: Code) -> bool {
    route.about().cases.iter().any(|case| matches!(case, Case::Code(own) if *own == code))
}
