//! The messages of the protocol, as far as their forwarding depends on them.

use super::target::{ForwardAnswer, McpTarget};
use serde_json::{Value, json};

/// Errors of forwarding, in the range that JSON-RPC leaves to servers.
const NOT_FORWARDED: i64 = -32_000;
const NO_JSON: i64 = -32_700;
/// What some programs write before their first line.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A message of the client, or a batch of them.
pub(super) struct Incoming(Value);

impl Incoming {
    /// Read a line; `None` for an empty one, and an error response for one that is no message.
    pub(super) fn read(line: &[u8]) -> Result<Option<Self>, Value> {
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return Ok(None);
        }
        match serde_json::from_slice::<Value>(line) {
            Ok(message @ (Value::Object(_) | Value::Array(_))) => Ok(Some(Self(message))),
            Ok(_) | Err(_) => Err(error(Value::Null, NO_JSON, "a line must be a JSON object in UTF-8".to_owned())),
        }
    }

    /// Whether it is a batch.
    fn is_batch(&self) -> bool {
        self.0.is_array()
    }

    /// Whether its tool is called with the credential of the connection.
    fn uses_connection(&self) -> bool {
        self.0.pointer("/params/arguments/seatToken").is_none_or(Value::is_null)
    }

    /// The id of a request, as text; notifications have none.
    pub(super) fn id(&self) -> Option<String> {
        self.0.get("id").map(Value::to_string)
    }

    /// The id of the request that this message cancels.
    pub(super) fn cancels(&self) -> Option<String> {
        let is_cancelled = self.method() == "notifications/cancelled";
        self.0.pointer("/params/requestId").filter(|_| is_cancelled).map(Value::to_string)
    }

    /// Whether it opens the conversation.
    pub(super) fn opens(&self) -> bool {
        self.method() == "initialize"
    }

    fn method(&self) -> &str {
        self.text("/method").unwrap_or_default()
    }

    fn text(&self, pointer: &str) -> Option<&str> {
        self.0.pointer(pointer).and_then(Value::as_str)
    }

    /// The headers that repeat parts of the message for intermediaries.
    fn headers(&self, agreed: Option<&str>) -> Vec<(&'static str, String)> {
        let own_version = self.text("/params/_meta/io.modelcontextprotocol~1protocolVersion");
        let version = if self.opens() { None } else { own_version.or(agreed) };
        let name = match self.method() {
            "tools/call" | "prompts/get" => self.text("/params/name"),
            "resources/read" => self.text("/params/uri"),
            _ => None,
        };
        let headers = [("mcp-protocol-version", version), ("mcp-method", self.text("/method")), ("mcp-name", name)];
        headers.into_iter().filter_map(|(header, value)| Some((header, value?.to_owned()))).collect()
    }
}

/// The version in the response to the message that opens the conversation.
pub(super) fn agreed_version(answer: &Value) -> Option<String> {
    answer.pointer("/result/protocolVersion").and_then(Value::as_str).map(str::to_owned)
}

/// A message with its response.
pub(super) struct Exchange {
    message: Incoming,
    agreed: Option<String>,
}

impl Exchange {
    pub(super) const fn new(message: Incoming, agreed: Option<String>) -> Self {
        Self { message, agreed }
    }

    /// The response, or an error in its place; `None` for a notification.
    pub(super) async fn send(self, target: &McpTarget) -> Option<Value> {
        let headers = self.message.headers(self.agreed.as_deref());
        let id = self.message.0.get("id").cloned();
        let is_batch = self.message.is_batch();
        let uses_connection = self.message.uses_connection();
        let answered = target.post(self.message.0.to_string(), &headers, uses_connection).await;
        let failed = match answered {
            Ok(ForwardAnswer { body, .. }) if is_batch && (body.is_array() || body.get("jsonrpc").is_some()) => {
                return Some(body);
            }
            Ok(ForwardAnswer { body, .. }) if body.get("jsonrpc").is_some() => return id.map(|_| body),
            Ok(ForwardAnswer { status, body, .. }) => {
                let part = |name: &str| body.get(name).and_then(Value::as_str);
                match (part("error"), part("hint")) {
                    (Some(said), hint) => format!("{said}. {}", hint.unwrap_or_default()).trim_end().to_owned(),
                    (None, _) => format!("the server answered {status}"),
                }
            }
            Err(failed) => failed,
        };
        let id = if is_batch { Value::Null } else { id? };
        Some(error(id, NOT_FORWARDED, failed))
    }
}

fn error(id: Value, code: i64, message: String) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Incoming {
        Incoming::read(line.as_bytes()).unwrap().unwrap()
    }

    #[test]
    fn headers_repeat_the_version_the_method_and_the_name() {
        let shown = |line: &str| {
            let headers = read(line).headers(Some("2025-06-18"));
            headers.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
        };
        let open = r#"{"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
        assert_eq!(shown(open), "mcp-method: initialize");
        let call = r#"{"id":2,"method":"tools/call","params":{"name":"games"}}"#;
        assert_eq!(shown(call), "mcp-protocol-version: 2025-06-18, mcp-method: tools/call, mcp-name: games");
        let own = r#"{"id":3,"method":"resources/read","params":{"uri":"turnstone://llms.txt",
            "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
        let reported = "mcp-protocol-version: 2026-07-28, mcp-method: resources/read, mcp-name: turnstone://llms.txt";
        assert_eq!(shown(own), reported);
    }

    #[test]
    fn a_cancellation_names_a_request_by_its_id() {
        let cancelled = |id: &str| {
            read(&format!(r#"{{"method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#)).cancels()
        };
        assert_eq!(cancelled("7"), read(r#"{"id":7,"method":"ping"}"#).id());
        assert_ne!(cancelled("\"7\""), read(r#"{"id":7,"method":"ping"}"#).id());
        assert_eq!(read(r#"{"id":7,"method":"ping","params":{"requestId":7}}"#).cancels(), None);
    }

    #[test]
    fn a_line_that_is_no_message_gets_an_error() {
        assert!(Incoming::read(b"  \r").unwrap().is_none());
        for bad in [&b"{"[..], b"7", b"\xff", b"{\"x\":\"\xff\"}"] {
            assert_eq!(Incoming::read(bad).map(drop).unwrap_err()["error"]["code"], NO_JSON, "{bad:?}");
        }
        assert!(Incoming::read(b"\xef\xbb\xbf{}").unwrap().is_some());
        assert!(Incoming::read(b"[]").unwrap().is_some_and(|batch| batch.is_batch()));
    }
}
