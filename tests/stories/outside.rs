//! The external services of a story: they record the service's calls, and answer as the story says. They also sign as
//! the messenger does.

use std::sync::{Arc, Mutex};
use turnstone_engine::{Outbound, ReturnTo};
use turnstone_service::calls::{Call, CallResult};
use turnstone_service::secret::{hmac_sha256, sha256};

/// The token of the bot, and the secret of its webhook.
pub(crate) const BOT_TOKEN: &str = "7:a-token-of-stories";
pub(crate) const WEBHOOK_SECRET: &str = "a-secret-of-stories";

/// The recorder of calls.
#[derive(Clone)]
pub(crate) struct Outside(Arc<Mutex<State>>);

struct State {
    /// The result of every call; `None` for no answer.
    result: Option<CallResult>,
    reported: Vec<Told>,
    held: Vec<ReturnTo>,
}

/// All calls.
pub(crate) enum Told {
    Push { endpoint: String, payload: String, ttl_s: u64, topic: String },
    Bot { chat: i64, text: String, link: String },
}

impl Default for Outside {
    fn default() -> Self {
        let result = Some(CallResult::Delivered);
        Self(Arc::new(Mutex::new(State { result, reported: Vec::new(), held: Vec::new() })))
    }
}

impl Outside {
    pub(crate) fn answer(&self, result: Option<CallResult>) {
        self.0.lock().unwrap().result = result;
    }

    /// The calls since the last time.
    pub(crate) fn reported(&self) -> Vec<Told> {
        std::mem::take(&mut self.0.lock().unwrap().reported)
    }
}

impl Outbound for Outside {
    fn call(&mut self, call: Call, back: ReturnTo) {
        let state = &mut *self.0.lock().unwrap();
        state.reported.push(match call {
            Call::Push(push) => Told::Push {
                endpoint: push.endpoint.reveal().to_owned(),
                payload: push.payload,
                ttl_s: push.ttl_s,
                topic: push.topic,
            },
            Call::Tell(message) => {
                let link = message.link.map(|link| format!("{}: {}", link.text, link.url));
                Told::Bot { chat: message.chat, text: message.text, link: link.unwrap_or_default() }
            }
            Call::Decide(_) => panic!("no story asks a model here"),
        });
        match state.result {
            Some(result) => back.with(result),
            None => state.held.push(back),
        }
    }
}

/// The result that a story names.
pub(crate) fn result(words: &[&str]) -> Option<CallResult> {
    match words {
        ["delivered"] => Some(CallResult::Delivered),
        ["gone"] => Some(CallResult::Gone),
        ["refused"] => Some(CallResult::Refused),
        ["rejected"] => Some(CallResult::Rejected),
        ["failed"] => Some(CallResult::Failed { retry_after_s: None }),
        ["failed", seconds] => Some(CallResult::Failed { retry_after_s: seconds.parse().ok() }),
        ["nothing"] => None,
        other => panic!("unknown answer of the outside: {other:?}"),
    }
}

fn signed(key: &[u8], mut pairs: Vec<(String, String)>) -> Vec<(String, String)> {
    pairs.sort();
    let lines: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.push(("hash".into(), hex::encode(hmac_sha256(key, lines.join("\n").as_bytes()))));
    pairs
}

/// A story's text with the messenger's proofs in it: `app(7,ada_l)` is the proof of an app that user 7 opens,
/// `"widget(7,ada_l)"` the login widget's; a third argument is its age in seconds.
pub(crate) fn with_proofs(text: &str, now_ms: u64) -> String {
    let mut out = text.to_owned();
    while let Some(start) = out.find("app(") {
        let end = start + out[start..].find(')').unwrap();
        let (id, username, date) = parts(&out[start + 4..end], now_ms);
        let user = serde_json::json!({ "id": id.parse::<u64>().unwrap(), "username": username });
        let own =
            vec![("auth_date".into(), date), ("query_id".into(), "AAHdF6IQ".into()), ("user".into(), user.to_string())];
        let pairs = signed(&hmac_sha256(b"WebAppData", BOT_TOKEN.as_bytes()), own);
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        out.replace_range(start..=end, &query);
    }
    while let Some(start) = out.find("\"widget(") {
        let end = start + out[start..].find(")\"").unwrap();
        let (id, username, date) = parts(&out[start + 8..end], now_ms);
        let photo = format!("https://pictures.example/{id}.svg");
        let own = vec![
            ("id".into(), id),
            ("first_name".into(), "Ada".into()),
            ("username".into(), username.unwrap_or_default()),
            ("photo_url".into(), photo),
            ("auth_date".into(), date),
        ];
        let fields: serde_json::Map<String, serde_json::Value> =
            signed(&sha256(BOT_TOKEN.as_bytes()), own).into_iter().map(|(name, value)| (name, value.into())).collect();
        out.replace_range(start..end + 2, &serde_json::Value::from(fields).to_string());
    }
    out
}

fn parts(text: &str, now_ms: u64) -> (String, Option<String>, String) {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let age_s: u64 = parts.get(2).map_or(0, |age| age.parse().unwrap());
    let username = parts.get(1).filter(|name| !name.is_empty()).map(|name| (*name).to_owned());
    (parts[0].to_owned(), username, (now_ms / 1000 - age_s).to_string())
}
