//! Every response of the HTTP transport in a story matches `/openapi.json`: a status that the route lists, and a body
//! of its schema.

use crate::readers::{Event, is_stream};
use crate::world::{HOST, Response};
use http::{Method, StatusCode, Uri};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use turnstone_documents::openapi;

/// An operation of the document: its path in parts, and the schemas of its answers by status.
struct Operation {
    method: String,
    path: Vec<String>,
    answers: BTreeMap<String, Option<Validator>>,
    /// The schemas of the events of a stream, by their names.
    events: BTreeMap<String, Validator>,
}

static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let document = openapi::document(&format!("https://{HOST}"));
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let events = events_of(&document, &operation["responses"]["200"]);
            let answers = operation["responses"].as_object().unwrap().iter();
            let answers = answers.map(|(status, answer)| (status.clone(), validator(&document, answer)));
            let path = path.split('/').map(str::to_owned).collect();
            operations.push(Operation { method: method.to_uppercase(), path, answers: answers.collect(), events });
        }
    }
    operations
});

/// The schema of an answer, with the shapes that it refers to.
fn validator(document: &Value, answer: &Value) -> Option<Validator> {
    let shared = answer.get("$ref").and_then(Value::as_str).map(|target| document.pointer(&target[1..]).unwrap());
    let schema = shared.unwrap_or(answer).pointer("/content/application~1json/schema")?;
    Some(compiled(document, schema))
}

/// The schemas of the events of a response, if it is a stream.
fn events_of(document: &Value, answer: &Value) -> BTreeMap<String, Validator> {
    let events = answer.pointer("/content/text~1event-stream/schema/anyOf").and_then(Value::as_array);
    let event = |event: &Value| {
        let fields = &event["properties"];
        let name = fields["event"]["const"].as_str().unwrap_or_default().to_owned();
        (name, compiled(document, &fields["data"]["contentSchema"]))
    };
    events.into_iter().flatten().map(event).collect()
}

fn compiled(document: &Value, schema: &Value) -> Validator {
    let whole = json!({ "allOf": [schema], "components": document["components"] });
    jsonschema::draft202012::new(&whole).unwrap()
}

impl Operation {
    fn is_for(&self, method: &Method, path: &[&str]) -> bool {
        let same = |(own, part): (&String, &&str)| own == part || own.starts_with('{');
        self.method == method.as_str() && self.path.len() == path.len() && self.path.iter().zip(path).all(same)
    }
}

/// The operation of a request.
fn operation(method: &Method, uri: &Uri) -> Option<&'static Operation> {
    let path: Vec<&str> = uri.path().split('/').collect();
    let exact = |operation: &&Operation| operation.path.iter().all(|part| !part.starts_with('{'));
    let mut found: Vec<&Operation> = OPERATIONS.iter().filter(|operation| operation.is_for(method, &path)).collect();
    found.sort_by_key(|operation| !exact(operation));
    found.first().copied()
}

/// Compare a response with the document. Requests that are no operation of it (a wrong path, another method) are
/// ignored.
pub(crate) fn check(method: &Method, uri: &Uri, response: &Response) {
    let Some(operation) = operation(method, uri) else { return };
    let status = response.status();
    if status == StatusCode::METHOD_NOT_ALLOWED {
        return;
    }
    let answer = operation.answers.get(status.as_str());
    let answer = answer.unwrap_or_else(|| panic!("{method} {uri}: {status} is not in the document"));
    assert_eq!(is_stream(response), status == StatusCode::OK && !operation.events.is_empty(), "{method} {uri}");
    if let Some(validator) = answer {
        expect(validator, response.body(), &format!("{method} {uri}: {status}"));
    }
}

/// Compare an event of a stream with the document.
pub(crate) fn check_event(uri: &Uri, event: &Event) {
    let operation = operation(&Method::GET, uri).unwrap();
    let validator = operation.events.get(&event.name).unwrap_or_else(|| panic!("{uri}: {event:?}"));
    assert_eq!(event.id.is_none(), event.name == "end", "{uri}: all events but the last have an id: {event:?}");
    expect(validator, event.data.as_bytes(), &format!("{uri}: {}", event.name));
}

fn expect(validator: &Validator, text: &[u8], what: &str) {
    let body: Value = serde_json::from_slice(text).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&body).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what} {body}\n{}", errors.join("\n"));
}
