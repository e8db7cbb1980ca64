//! The contract as `golden/openapi.json` states it: the fields of each operation. Requests are checked against it, and
//! edge values are generated from it.

mod edges;
mod faults;
mod meaning;

pub(crate) use edges::edge;

use crate::count::Counts;
use crate::grid::{Cell, Grid};
use crate::violation::Violation;
use faults::faults;
use meaning::{meant, said};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use turnstone_api::invalid::{Invalid, Place};
use turnstone_service::request::Request;

/// The largest integer that every JSON reader keeps exact.
const LARGEST: u64 = 1 << 53;
/// The fields that are sent with a request.
type Fields = Map<String, Value>;

pub(crate) struct Field {
    pub(crate) name: String,
    /// In the body or among the parameters; `None` for a name in the path.
    pub(crate) place: Option<Place>,
    pub(crate) required: bool,
    pub(crate) schema: Value,
}

/// The fields of all operations, by name.
static CONTRACT: LazyLock<BTreeMap<String, Vec<Field>>> = LazyLock::new(|| {
    let text = include_str!("../../../golden/openapi.json");
    let document: Value = serde_json::from_str(text).expect("the document is JSON");
    let mut all = BTreeMap::new();
    let paths = document["paths"].as_object().expect("the document has paths");
    for operation in paths.values().filter_map(Value::as_object).flat_map(Map::values) {
        let Some(id) = operation["operationId"].as_str() else { continue };
        all.insert(snake(id), fields_in(&document, operation));
    }
    all
});

/// Each field, with a value that was rejected because of it.
pub(crate) static NAMED: LazyLock<Grid> = LazyLock::new(|| {
    let unnamed = Cell::May("an invalid name is not reported as a field");
    let cell = |field: &Field| if field.place.is_some() { Cell::Must } else { unnamed };
    let all = CONTRACT.iter().flat_map(|(operation, fields)| fields.iter().map(move |field| (operation, field)));
    all.map(|(operation, field)| (name(operation, &field.name), cell(field))).collect()
});

fn name(operation: &str, field: &str) -> String {
    format!("rejected: {operation}, {field}")
}

/// `listAgents` is `list_agents`.
fn snake(id: &str) -> String {
    let spelled = |letter: char| {
        let break_before = letter.is_ascii_uppercase().then_some('_');
        break_before.into_iter().chain([letter.to_ascii_lowercase()])
    };
    id.chars().flat_map(spelled).collect()
}

fn fields_in(document: &Value, operation: &Value) -> Vec<Field> {
    let parameters = operation["parameters"].as_array().into_iter().flatten().map(|one| whole(document, one));
    let mut fields: Vec<Field> = parameters
        .filter(|one| one["in"] != "header")
        .map(|one| Field {
            name: one["name"].as_str().unwrap_or_default().to_owned(),
            place: (one["in"] == "query").then_some(Place::Parameter),
            required: one["required"] == true,
            schema: one["schema"].clone(),
        })
        .collect();
    let body = whole(document, &operation["requestBody"]["content"]["application/json"]["schema"]);
    for (name, schema) in body["properties"].as_object().into_iter().flatten() {
        let required = is_listed(&body["required"], name);
        // An action is only an object here: the tables check the rest.
        let schema = if name == "action" { serde_json::json!({ "type": "object" }) } else { schema.clone() };
        fields.push(Field { name: name.clone(), place: Some(Place::Body), required, schema });
    }
    fields
}

fn is_listed(names: &Value, name: &str) -> bool {
    names.as_array().is_some_and(|names| names.iter().any(|other| other == name))
}

/// A part of the document with its references resolved.
fn whole(document: &Value, part: &Value) -> Value {
    match part {
        Value::Object(fields) => {
            let referred = fields.get("$ref").and_then(Value::as_str);
            let mut all: Map<String, Value> = fields
                .iter()
                .filter(|(name, _)| *name != "$ref")
                .map(|(name, part)| (name.clone(), whole(document, part)))
                .collect();
            let referred = referred.and_then(|at| document.pointer(at.trim_start_matches('#')));
            if let Some(Value::Object(more)) = referred.map(|part| whole(document, part)) {
                for (name, part) in more {
                    all.entry(name).or_insert(part);
                }
            }
            Value::Object(all)
        }
        Value::Array(parts) => parts.iter().map(|part| whole(document, part)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => part.clone(),
    }
}

pub(crate) fn fields_of(operation: &str) -> &'static [Field] {
    CONTRACT.get(operation).map_or(&[], Vec::as_slice)
}

/// A valid request is read as sent. An invalid request is rejected for a field that is invalid.
pub(crate) fn check_reading(
    counts: &mut Counts,
    operation: &str,
    sent: &Fields,
    outcome: &Result<Request, Invalid>,
) -> Result<(), Violation> {
    let faults = faults(operation, sent);
    let broken = |rule, reported: &dyn std::fmt::Debug| {
        let sent = Value::Object(sent.clone());
        Err(Violation { rule, seen: format!("{operation} {sent}: {reported:?}, by the contract {faults:?}") })
    };
    match outcome {
        Ok(request) if faults.is_empty() => {
            let (said, meant) = (said(request), meant(operation, sent));
            if said == meant { Ok(()) } else { broken("a request is read as sent", &[said, meant]) }
        }
        Ok(_) => broken("an invalid request is rejected", &"read"),
        Err(Invalid::Field { place, name: field, what }) => {
            if !faults.contains(&(Some(*place), field.to_string())) {
                return broken("a request is rejected only for an invalid field", &[field, what]);
            }
            let outer = field.split('.').next().unwrap_or_default();
            counts.hit_cell(&NAMED, &name(operation, outer));
            Ok(())
        }
        Err(Invalid::Unknown(_)) if faults.iter().any(|(place, _)| place.is_none()) => {
            counts.hit("premise: an impossible id was sent");
            Ok(())
        }
        Err(unknown) => broken("a valid id is accepted", unknown),
    }
}
