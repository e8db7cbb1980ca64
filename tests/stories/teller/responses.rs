//! What a story says of a response, and the checks of every response.

use super::{Asked, Teller};
use crate::json::Json;
use crate::world::Response;
use turnstone_api::code::Code;
use turnstone_documents::status::status_of;

/// Headers that are recorded if they are present.
const TOLD: [&str; 7] =
    ["retry-after", "www-authenticate", "idempotent-replayed", "allow", "etag", "set-cookie", "content-type"];

impl Teller {
    /// Status, code, relevant headers, and body, as the story shows them.
    pub(super) fn reported(&mut self, asked: &Asked, response: &Response) -> String {
        let mut out = response.status().as_u16().to_string();
        let (body, failed) = match Json::read(response.body()) {
            Some(json) if let Some((is_error, result)) = crate::mcp::tool_result(&json) => {
                (if is_error { "error" } else { "result" }).clone_into(&mut out);
                (Some(result), is_error)
            }
            json => (json, response.status().as_u16() >= 400),
        };
        let body = body.map(|json| self.labels.redact(json));
        if let Some(code) = body.as_ref().filter(|_| failed).and_then(|body| body.get("code")).and_then(Json::text) {
            out += &format!(" {code}");
        }
        for name in TOLD {
            for value in response.headers().get_all(name) {
                if let Some(value) = self.reported_header(name, value.to_str().unwrap()) {
                    out += &format!(" [{name}: {value}]");
                }
            }
        }
        let kept = response.headers().get("cache-control").map_or("", |value| value.to_str().unwrap());
        if kept != "no-store" && !kept.is_empty() {
            out += &format!(" [cache-control: {kept}]");
        }
        let header = |name: &str| response.headers().get(name).map_or("absent".into(), |value| format!("{value:?}"));
        let names = asked.ask.shown.iter().flatten().filter_map(|path| path.strip_prefix('@'));
        let headers: String = names.map(|name| format!(" @{name}={}", header(name))).collect();
        match (body, &asked.ask.shown) {
            (Some(body), _) if failed => out + " " + body.get("error").and_then(Json::text).unwrap_or("") + &headers,
            (Some(body), Some(shown)) => {
                let part = |path: &String| path.strip_prefix('@').map_or_else(|| body.at(path).to_string(), header);
                let parts = shown.iter().filter(|path| *path != "-").map(|path| format!(" {path}={}", part(path)));
                out + &parts.collect::<String>()
            }
            (Some(body), None) => out + " " + &body.print(4),
            (None, _) => out + &headers,
        }
    }

    fn reported_header(&mut self, name: &str, value: &str) -> Option<String> {
        match name {
            "content-type" => (value != "application/json").then(|| value.to_owned()),
            "etag" => Some(self.labels.label("etag", value)),
            "set-cookie" => {
                let (pair, attributes) = value.split_once(';')?;
                let (cookie, token) = pair.split_once('=')?;
                let token = if token.is_empty() { String::new() } else { self.labels.label("token", token) };
                Some(self.labels.redact_text(&format!("{cookie}={token};{attributes}")))
            }
            _ => Some(value.to_owned()),
        }
    }

    /// Rules for every response of the API, in any story.
    pub(super) fn check(&mut self, asked: &Asked, response: &Response) {
        let status = response.status().as_u16();
        let line = format!("{} {} -> {status}", asked.ask.method, asked.ask.path);
        let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let body = String::from_utf8_lossy(response.body()).into_owned();
        let seconds = header("retry-after").map(|seconds| seconds.parse::<u64>().unwrap());
        if let Some(seconds) = seconds {
            self.person(&asked.who).reported_to_wait = Some((asked.ask.clone(), seconds));
        }
        if self.is_local {
            return;
        }
        assert!(header("x-request-id").is_some(), "{line}: every response has a request id");
        assert!(header("cache-control").is_some(), "{line}: every response has a caching rule");
        let sniffing = header("x-content-type-options");
        assert_eq!(sniffing.as_deref(), Some("nosniff"), "{line}: the declared media type is the only one");
        assert!(status < 500 || status == 503, "{line}: {body}");
        let is_message = asked.ask.path == "/mcp" && body.contains(r#""jsonrpc""#);
        if is_message {
            // An error of another protocol has its form.
            let message = Json::read(response.body()).map(|body| body.at("error.message"));
            let text = message.as_ref().and_then(Json::text);
            assert!(status < 400 || text.is_some_and(|text| text.ends_with('.')), "{line}: {body}");
        }
        if status >= 400 && asked.ask.method != "HEAD" && !is_message {
            let error = Json::read(response.body()).unwrap_or_else(|| panic!("{line}: an error is JSON: {body}"));
            assert!(error.get("error").and_then(Json::text).is_some_and(|error| !error.is_empty()), "{line}: {body}");
            if let Some(code) = error.get("code") {
                let known = Code::ALL.iter().find(|known| Some(known.name()) == code.text());
                // A challenge that its owner cannot pay for is an invalid request.
                let is_unpaid = asked.ask.path == "/api/duels" && known == Some(&Code::InsufficientChips);
                let should = if is_unpaid { Some(400) } else { known.map(|known| status_of(*known)) };
                assert_eq!(should, Some(status), "{line}: {body}");
            }
            let hint = error.get("hint").and_then(Json::text);
            assert!(hint.is_some_and(|hint| hint.ends_with('.')), "{line}: every error has a hint: {body}");
            assert_eq!(header("cache-control").as_deref(), Some("no-store"), "{line}: an error is not cacheable");
        }
        assert_eq!(status == 401, header("www-authenticate").is_some(), "{line}: WWW-Authenticate");
        assert_eq!(status == 405, header("allow").is_some(), "{line}: Allow");
        let limits = &self.config.limits;
        let counts = status < 400 || matches!(status, 400 | 402 | 409 | 429);
        let path = asked.ask.path.as_str();
        let is_document = matches!(
            path,
            "/llms.txt" | "/llms-full.txt" | "/skill.md" | "/rules.md" | "/rules.json" | "/openapi.json"
        ) || path.starts_with("/clients");
        // Neither health checks nor files of the web client.
        let is_free = !is_document && !path.starts_with("/api/");
        let is_counted = counts && !is_free && limits.requests_per_minute > 0 && limits.credential_per_minute > 0;
        assert!(!is_counted || header("ratelimit-policy").is_some(), "{line}: RateLimit-Policy");
        assert_eq!(header("ratelimit-policy").is_some(), header("ratelimit").is_some(), "{line}: both or neither");
        if is_counted {
            let limit = header("ratelimit").unwrap_or_default();
            assert!(limit.contains(";r=") && limit.contains(";t="), "{line}: RateLimit: {limit}");
        }
        let waits = status == 429 || status == 503 || body.contains(r#""in_flight""#);
        assert_eq!(waits, seconds.is_some_and(|seconds| seconds >= 1), "{line}: Retry-After");
        self.sent.push((status, format!("{:?}\n{body}", response.headers())));
    }
}
