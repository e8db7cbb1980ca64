//! What a route can answer: its 200, its 304, and its refusals. Refusals and headers that many routes have stand in the
//! document once.

use super::example;
use super::schemas::Schemas;
use crate::refusal::status as status_of;
use crate::route::{Caching, Route};
use http::Method;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use turnstone_api::code::Code;
use turnstone_api::operation::{Access, Case};
use turnstone_api::words::Category;

/// Headers: name, type, and what they tell.
const HEADERS: [(&str, &str, &str); 7] = [
    ("X-Request-Id", "string", "The caller's own, or a new one."),
    (
        "RateLimit-Policy",
        "string",
        "The limit that counts here, such as `\"requests\";q=600;w=60`: its name, requests, seconds.",
    ),
    (
        "RateLimit",
        "string",
        "What is left of it, and the seconds until it begins anew. Absent where the request was not counted.",
    ),
    ("Retry-After", "integer", "Seconds after which the same request can succeed."),
    ("WWW-Authenticate", "string", "`Bearer`"),
    ("Idempotent-Replayed", "string", "`true` if this repeats the answer to an earlier request with the clientRef."),
    ("ETag", "string", "For `If-None-Match`."),
];

/// Refusals that many routes have, under their names in the document.
const SHARED: [(&str, Case); 6] = [
    ("InvalidRequest", Case::Code(Code::InvalidRequest)),
    ("NotSignedIn", Case::Code(Code::NotSignedIn)),
    ("ForeignPage", Case::Plain(Category::Forbidden, "with a cookie: not JSON, or not from the service's own pages")),
    ("PayloadTooLarge", Case::Code(Code::PayloadTooLarge)),
    ("RateLimited", Case::Code(Code::RateLimited)),
    ("Unavailable", Case::Plain(Category::Unavailable, "the service is starting, stopping, or its storage failed")),
];

/// `components.headers`.
pub(super) fn headers() -> Value {
    let header = |(name, kind, told): &(&str, &str, &str)| {
        ((*name).to_owned(), json!({ "description": told, "schema": { "type": kind } }))
    };
    Value::Object(HEADERS.iter().map(header).collect())
}

/// `components.responses`.
pub(super) fn shared() -> Value {
    let response = |(name, case): &(&str, Case)| {
        ((*name).to_owned(), refusal(status_of(case.category()), &words_of(*case), false))
    };
    Value::Object(SHARED.iter().map(response).collect())
}

/// The responses of a route by their status.
pub(super) fn of(route: &dyn Route, schemas: &mut Schemas) -> Value {
    let about = route.about();
    let mut responses = Map::new();
    let schema = (about.answer)(&mut schemas.answers);
    let told = schemas.told_of(&schema).expect("every answer says what it is");
    let repeats = has_in_flight(route).then_some("Idempotent-Replayed");
    let tag = (route.caching() != Caching::Never).then_some("ETag");
    let answer = json!({ "application/json": { "schema": schema, "example": example(about.example.1) } });
    let names = ["X-Request-Id", "RateLimit-Policy", "RateLimit"].into_iter().chain(repeats).chain(tag);
    responses.insert("200".into(), json!({ "description": told, "headers": refer(names), "content": answer }));
    if let Some(tag) = tag {
        let names = ["X-Request-Id", "RateLimit-Policy", "RateLimit", tag];
        let told = "The caller has it already.";
        responses.insert("304".into(), json!({ "description": told, "headers": refer(names) }));
    }
    for (status, told) in refusals(route) {
        let shared = SHARED.iter().find(|(_, case)| status_of(case.category()) == status && words_of(*case) == told);
        let response = match shared {
            Some((name, _)) => json!({ "$ref": format!("#/components/responses/{name}") }),
            None => refusal(status, &told, status == 409 && has_in_flight(route)),
        };
        responses.insert(status.to_string(), response);
    }
    responses.into()
}

/// By status, what a route can refuse with.
fn refusals(route: &dyn Route) -> BTreeMap<u16, String> {
    let about = route.about();
    let concerns = |case: &Case| match case {
        Case::Code(Code::NotSignedIn) => about.access != Access::Open,
        Case::Plain(Category::Forbidden, _) => *route.method() != Method::GET,
        Case::Code(_) | Case::Fault(_) | Case::Plain(..) => true,
    };
    let general = SHARED.iter().map(|(_, case)| *case).filter(concerns);
    let mut by_status: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for case in about.cases.iter().copied().chain(general) {
        let of_status = by_status.entry(status_of(case.category())).or_default();
        let told = words_of(case);
        if !of_status.contains(&told) {
            of_status.push(told);
        }
    }
    by_status.into_iter().map(|(status, told)| (status, told.join("; "))).collect()
}

fn words_of(case: Case) -> String {
    match case {
        Case::Code(code) | Case::Fault(code) => format!("`{}`: {}", code.name(), code.meaning()),
        Case::Plain(_, when) => when.to_owned(),
    }
}

fn refusal(status: u16, told: &str, in_flight: bool) -> Value {
    let counted = !matches!(status, 413 | 503);
    let waits = matches!(status, 429 | 503) || in_flight;
    let names = ["X-Request-Id"].into_iter().chain(counted.then_some("RateLimit-Policy"));
    let names = names.chain(counted.then_some("RateLimit")).chain(waits.then_some("Retry-After"));
    let names = names.chain((status == 401).then_some("WWW-Authenticate"));
    let body = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } });
    json!({ "description": told, "headers": refer(names), "content": body })
}

/// References to headers of the document.
fn refer<'a>(names: impl IntoIterator<Item = &'a str>) -> Value {
    let reference = |name: &str| (name.to_owned(), json!({ "$ref": format!("#/components/headers/{name}") }));
    Value::Object(names.into_iter().map(reference).collect())
}

fn has_in_flight(route: &dyn Route) -> bool {
    route.about().cases.iter().any(|case| matches!(case, Case::Code(Code::InFlight)))
}
