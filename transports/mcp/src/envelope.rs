//! The form of a request: its headers and its messages of JSON-RPC. Errors are messages of JSON-RPC, too, and come before
//! a tool runs: a request that is rejected never waits first.

use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use http::{Response, StatusCode};
use hyper::body::Bytes;
use rmcp::model::ProtocolVersion;
use serde_json::{Map, Value, json};

const PARSE: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;
const NO_METHOD: i32 = -32_601;
const INVALID_PARAMS: i32 = -32_602;
const VERSION: &str = "mcp-protocol-version";
/// Messages of a batch.
const MAX_MESSAGES: usize = 16;

pub(crate) enum BodyMessages {
    One(Value),
    /// Only in the version of the protocol that has batches.
    Batch(Vec<Value>),
}

/// A request that cannot be answered, as a response.
pub(crate) fn rejected(status: StatusCode, code: i32, message: &str) -> Response<Bytes> {
    response(status, &error(&Value::Null, code, message))
}

/// The response to a body that is no JSON, or breaks the rules for JSON of this service.
pub(crate) fn no_json(what: &str) -> Response<Bytes> {
    rejected(StatusCode::BAD_REQUEST, PARSE, &format!("The body {what}."))
}

/// A response with a JSON body.
pub(crate) fn response(status: StatusCode, body: &Value) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

/// Check the headers, and give them the form that the SDK accepts: it asks for both media types and always answers JSON.
pub(crate) fn check_headers(headers: &mut HeaderMap) -> Result<(), Box<Response<Bytes>>> {
    let wrong = |status, message: &str| Err(Box::new(rejected(status, INVALID_REQUEST, message)));
    let is_json =
        |value: &HeaderValue| value.to_str().is_ok_and(|kind| essence(kind).eq_ignore_ascii_case("application/json"));
    if !headers.get(CONTENT_TYPE).is_some_and(is_json) {
        return wrong(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Content-Type must be application/json.");
    }
    let accepted: Vec<&str> = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    let takes_json = |range: &str| {
        let range = essence(range).to_ascii_lowercase();
        matches!(&*range, "*/*" | "application/*" | "application/json")
    };
    if !accepted.is_empty() && !accepted.iter().flat_map(|value| value.split(',')).any(takes_json) {
        return wrong(StatusCode::NOT_ACCEPTABLE, "Accept must allow application/json, the type of every answer.");
    }
    let version = headers.get(VERSION).map(|value| value.to_str().unwrap_or_default());
    if version.is_some_and(|version| !ProtocolVersion::KNOWN_VERSIONS.iter().any(|known| known.as_str() == version)) {
        let known: Vec<&str> = ProtocolVersion::KNOWN_VERSIONS.iter().map(ProtocolVersion::as_str).collect();
        let message = format!("MCP-Protocol-Version is not supported: {} are.", known.join(", "));
        return wrong(StatusCode::BAD_REQUEST, &message);
    }
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    Ok(())
}

/// Whether a client takes events as a response. It must be asked before the headers are checked.
pub(crate) fn takes_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|range| essence(range).eq_ignore_ascii_case("text/event-stream"))
}

/// The head of a response whose body is events.
pub(crate) fn events() -> Response<Bytes> {
    let mut response = Response::default();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response
}

/// A message as an event.
pub(crate) fn event(message: &str) -> Bytes {
    format!("event: message\ndata: {message}\n\n").into()
}

/// The report of a tool that waits.
pub(crate) fn progress(token: &Value, seconds: u64) -> Value {
    let params = json!({ "progressToken": token, "progress": seconds, "message": "still waiting" });
    json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params })
}

fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

/// Read the messages of a body. A client that names no version may use the one that has batches.
pub(crate) fn read(headers: &HeaderMap, body: &[u8]) -> Result<BodyMessages, Box<Response<Bytes>>> {
    let wrong = |message: &str| Err(Box::new(rejected(StatusCode::BAD_REQUEST, INVALID_REQUEST, message)));
    let has_batches = headers.get(VERSION).is_none_or(|version| version == ProtocolVersion::V_2025_03_26.as_str());
    match serde_json::from_slice(body) {
        Ok(Value::Array(_)) if !has_batches => wrong("This version of the protocol has no batches: send one message."),
        Ok(Value::Array(messages)) if messages.is_empty() => wrong("A batch must have a message."),
        Ok(Value::Array(messages)) if messages.len() > MAX_MESSAGES => wrong("A batch may have 16 messages at most."),
        Ok(Value::Array(messages)) => Ok(BodyMessages::Batch(messages)),
        Ok(message) => match check(&message) {
            Ok(()) => Ok(BodyMessages::One(message)),
            Err(error) => {
                let is_form = error["error"]["code"] == INVALID_REQUEST;
                Err(Box::new(response(if is_form { StatusCode::BAD_REQUEST } else { StatusCode::OK }, &error)))
            }
        },
        Err(_) => Err(Box::new(no_json("is not valid JSON"))),
    }
}

/// Check a message: its form, and the types of its parameters.
pub(crate) fn check(message: &Value) -> Result<(), Value> {
    let Value::Object(fields) = message else {
        return Err(error(&Value::Null, INVALID_REQUEST, "A message must be a JSON object."));
    };
    let id = match fields.get("id") {
        None => Value::Null,
        Some(id @ (Value::String(_) | Value::Number(_))) => id.clone(),
        Some(_) => return Err(error(&Value::Null, INVALID_REQUEST, "id must be a string or a number.")),
    };
    let wrong = |message: &str| Err(error(&id, INVALID_REQUEST, message));
    if fields.get("jsonrpc").is_none_or(|version| version != "2.0") {
        return wrong("jsonrpc must be \"2.0\".");
    }
    if !fields.contains_key("method") && (fields.contains_key("result") || fields.contains_key("error")) {
        // The response to a request of the server. It makes none.
        return Ok(());
    }
    let Some(Value::String(method)) = fields.get("method") else { return wrong("method must be a string.") };
    let params = match fields.get("params") {
        None => &Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return Err(error(&id, INVALID_PARAMS, "params must be an object.")),
    };
    check_params(method, params).map_err(|what| error(&id, INVALID_PARAMS, &what))
}

/// The types of parameters.
#[derive(Clone, Copy)]
enum ParamType {
    Text,
    Object,
    MaybeText,
    MaybeObject,
}

/// The parameters that a method needs.
fn expected(method: &str) -> &'static [(&'static str, ParamType)] {
    use ParamType::{MaybeObject, MaybeText, Object, Text};
    match method {
        "initialize" => &[("protocolVersion", Text), ("capabilities", Object), ("clientInfo", Object)],
        "tools/call" | "prompts/get" => &[("name", Text), ("arguments", MaybeObject)],
        "resources/read" => &[("uri", Text)],
        "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" => &[("cursor", MaybeText)],
        _ => &[],
    }
}

fn check_params(method: &str, params: &Map<String, Value>) -> Result<(), String> {
    for (name, kind) in expected(method) {
        let value = params.get(*name).filter(|value| !value.is_null());
        let what = match (kind, value) {
            (ParamType::MaybeText | ParamType::MaybeObject, None)
            | (ParamType::Text | ParamType::MaybeText, Some(Value::String(_)))
            | (ParamType::Object | ParamType::MaybeObject, Some(Value::Object(_))) => continue,
            (ParamType::Text | ParamType::MaybeText, _) => "a string",
            (ParamType::Object | ParamType::MaybeObject, _) => "an object",
        };
        return Err(format!("The parameter {name} of {method} must be {what}."));
    }
    for name in ["name", "version"].iter().filter(|_| method == "initialize") {
        if !params.get("clientInfo").and_then(|info| info.get(*name)).is_some_and(Value::is_string) {
            return Err(format!("The parameter clientInfo.{name} of {method} must be a string."));
        }
    }
    Ok(())
}

/// An error that says what is wrong: the SDK's own text for a method that does not exist is its name, and it takes
/// parameters that it cannot read for such a method.
pub(crate) fn explain(message: &Value, answer: &mut Value) {
    let method = message["method"].as_str().unwrap_or_default();
    if answer["error"]["code"] != NO_METHOD {
        return;
    }
    if expected(method).is_empty() {
        answer["error"]["message"] = format!("There is no method {method} here.").into();
    } else {
        answer["error"] =
            json!({ "code": INVALID_PARAMS, "message": format!("The parameters of {method} are not valid.") });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(message: &Value) -> Value {
        check(message).map_or_else(|error| error["error"]["code"].clone(), |()| Value::Null)
    }

    #[test]
    fn bad_parameters_have_their_own_code() {
        let call = |params: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        for params in [
            json!({ "name": "turnstone_games", "arguments": "{}" }),
            json!({ "name": "turnstone_games", "arguments": [] }),
            json!({ "name": 7 }),
            json!({}),
            json!([]),
        ] {
            assert_eq!(code(&call(params.clone())), INVALID_PARAMS, "{params}");
        }
        assert_eq!(code(&call(json!({ "name": "turnstone_games", "arguments": null }))), Value::Null);
        let open = |version: Value| {
            let client = json!({ "name": "test", "version": "1" });
            let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
        };
        assert_eq!(code(&open(json!(7))), INVALID_PARAMS);
        assert_eq!(code(&open(Value::Null)), INVALID_PARAMS);
        assert_eq!(code(&open(json!("2025-06-18"))), Value::Null);
    }

    #[test]
    fn messages_of_a_wrong_form_are_invalid_requests() {
        for message in [
            json!({ "id": 1, "method": "ping" }),
            json!({ "jsonrpc": "2.0", "id": null, "method": "ping" }),
            json!({ "jsonrpc": "2.0", "id": {}, "method": "ping" }),
            json!({ "jsonrpc": "2.0", "id": 1, "method": 7 }),
            json!({ "jsonrpc": "2.0", "id": 1 }),
            json!("ping"),
        ] {
            assert_eq!(code(&message), INVALID_REQUEST, "{message}");
        }
        assert_eq!(code(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })), Value::Null);
    }

    #[test]
    fn headers_are_read_leniently() {
        let checked = |pairs: &[(&'static str, &'static str)]| {
            let mut headers: HeaderMap =
                pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect();
            check_headers(&mut headers).map_or_else(|response| response.status().as_u16(), |()| 200)
        };
        let json = ("content-type", "application/json; charset=utf-8");
        for accept in
            ["*/*", "application/json", "application/*;q=0.8, text/html", "text/event-stream, application/json"]
        {
            assert_eq!(checked(&[json, ("accept", accept)]), 200, "{accept}");
        }
        assert_eq!(checked(&[json]), 200);
        assert_eq!(checked(&[json, ("accept", "text/event-stream")]), 406);
        assert_eq!(checked(&[("content-type", "text/plain")]), 415);
        assert_eq!(checked(&[]), 415);
        assert_eq!(checked(&[json, (VERSION, "1999-01-01")]), 400);
        assert_eq!(checked(&[json, (VERSION, "2025-06-18")]), 200);
    }

    #[test]
    fn only_the_version_with_batches_has_batches() {
        let batch = br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#;
        let with = |version: &'static str| {
            let pair = (http::header::HeaderName::from_static(VERSION), HeaderValue::from_static(version));
            read(&HeaderMap::from_iter([pair]), batch).is_ok()
        };
        assert!(with("2025-03-26") && !with("2025-06-18"));
        assert!(read(&HeaderMap::new(), batch).is_ok() && read(&HeaderMap::new(), b"[]").is_err());
    }
}
