//! Messages of the messenger's bot. Its token is part of the URL, so the URL is never shown.

use crate::client::{Answered, CallError, Client, Post, Target, UrlSource};
use crate::outcome::CallOutcome;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use turnstone_service::calls::{BotMessage, CallResult, Link};
use turnstone_service::secret::Secret;

const WITHIN: Duration = Duration::from_secs(10);
/// Bytes of a response: the sent message, and a status.
const ANSWER_BYTES: usize = 64 << 10;

/// The bot API.
#[derive(Clone, Debug)]
pub struct BotSettings {
    /// Its address, without the bot's part of the path.
    pub api_url: String,
    /// The bot's token.
    pub token: Secret,
}

/// Sends messages through the bot.
pub(crate) struct Bot {
    target: Target,
}

#[derive(Serialize)]
struct SendMessage<'a> {
    chat_id: i64,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_markup: Option<Keyboard<'a>>,
}

#[derive(Serialize)]
struct Keyboard<'a> {
    inline_keyboard: [[Button<'a>; 1]; 1],
}

#[derive(Serialize)]
struct Button<'a> {
    text: &'a str,
    url: &'a str,
}

/// The part of the API's response beside the status.
#[derive(Deserialize)]
struct BotAnswer {
    parameters: Option<Parameters>,
}

#[derive(Deserialize)]
struct Parameters {
    retry_after: Option<u64>,
}

impl Bot {
    pub(crate) fn new(settings: &BotSettings) -> Result<Self, CallError> {
        let base = settings.api_url.trim_end_matches('/');
        let url = format!("{base}/bot{}/sendMessage", settings.token.reveal());
        Ok(Self { target: Target::new(&url, UrlSource::Operator)? })
    }

    pub(crate) const fn target(&self) -> &Target {
        &self.target
    }

    /// Send a message.
    pub(crate) async fn tell(&self, client: &Client, message: &BotMessage) -> CallOutcome {
        let button = message.link.as_ref().map(|Link { text, url }| Button { text, url });
        let reply_markup = button.map(|button| Keyboard { inline_keyboard: [[button]] });
        let body = SendMessage { chat_id: message.chat, text: &message.text, reply_markup };
        let body = serde_json::to_vec(&body).expect("a message is plain data");
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
        let post = Post { headers, body: body.into(), within: WITHIN, answer_bytes: ANSWER_BYTES };
        match client.post(&self.target, post).await {
            Ok(answered) => judge(&self.target.host, &answered),
            Err(error) => {
                tracing::debug!(host = %self.target.host, %error, "bot");
                error.into()
            }
        }
    }
}

fn judge(host: &str, answered: &Answered) -> CallOutcome {
    let status = answered.status.as_u16();
    match status {
        200..=299 => CallOutcome::well(CallResult::Delivered),
        429 => {
            let said = serde_json::from_slice(&answered.body).ok();
            let reported = said.and_then(|said: BotAnswer| said.parameters?.retry_after);
            CallOutcome::failed(reported.or(answered.retry_after_s))
        }
        500..=599 => CallOutcome::failed(answered.retry_after_s),
        401 | 404 => {
            tracing::error!(%host, status, "the bot API does not know this bot: see [messenger] in the configuration");
            CallOutcome::well(CallResult::Refused)
        }
        // For example a user who has blocked the bot: the message is dropped.
        _ => {
            tracing::debug!(%host, status, "the bot API rejects a message");
            CallOutcome::well(CallResult::Refused)
        }
    }
}
