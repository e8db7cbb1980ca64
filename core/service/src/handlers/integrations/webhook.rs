//! Updates from the messenger to its bot. Only the start of a chat is answered, with a link to play.

use crate::answer::{Answer, Okay};
use crate::calls::{BotMessage, Call, Link};
use crate::handled::HandlerResult;
use crate::pending::{Calls, PendingCall};
use crate::rejection::MessengerRejection as Rejected;
use crate::request::MessengerWebhook;
use crate::secret::{Secret, same, sha256};
use crate::state::HotState;
use serde_json::{Map, Value};

/// Handle an update, or one that could not be read. The greeting is not a record, because that would store the address
/// of a person who is not a member; a person who gets no greeting can write again.
pub(crate) fn messenger_webhook(
    state: &HotState,
    calls: &mut Calls,
    MessengerWebhook { update, secret }: &MessengerWebhook,
) -> HandlerResult {
    let messenger = &state.config.messenger;
    let (Some(_), Some(own)) = (&messenger.bot_token, &messenger.webhook_secret) else {
        return Err(Rejected::NotConfigured.into());
    };
    let hash = |secret: &Secret| sha256(secret.reveal().as_bytes());
    if !secret.as_ref().is_some_and(|secret| same(&hash(secret), &hash(own))) {
        return Err(Rejected::WrongSecret.into());
    }
    if let Some(chat) = started_in(update) {
        let call = Call::Tell(Box::new(greeting(chat, &state.config.base_url)));
        calls.send(call, PendingCall::Greeting);
    }
    Ok(Answer::Ok(Okay::default()).into())
}

fn greeting(chat: i64, base_url: &str) -> BotMessage {
    let text = "Welcome to Turnstone: games of turns for people and programs, with play-money chips and deals that \
                anyone can check. Try a table without an account, or join with an invitation.";
    BotMessage { chat, text: text.to_owned(), link: Some(Link { text: "Play".to_owned(), url: base_url.to_owned() }) }
}

/// The direct chat with a `/start`, if the update is one.
fn started_in(update: &Map<String, Value>) -> Option<i64> {
    let message = update.get("message")?;
    let chat = message.get("chat")?;
    let command = message.get("text")?.as_str()?.split_whitespace().next()?;
    let is_start = command == "/start" || command.starts_with("/start@");
    let is_direct = chat.get("type")?.as_str()? == "private";
    chat.get("id")?.as_i64().filter(|_| is_start && is_direct)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chat(update: &str) -> Option<i64> {
        started_in(&serde_json::from_str(update).unwrap())
    }

    #[test]
    fn answers_only_a_start_in_a_direct_chat() {
        let start = |text: &str, kind: &str| {
            chat(&format!(r#"{{"update_id":1,"message":{{"text":"{text}","chat":{{"id":7,"type":"{kind}"}}}}}}"#))
        };
        for text in ["/start", "/start abc", "/start@turnstone_bot"] {
            assert_eq!(start(text, "private"), Some(7), "{text}");
            assert_eq!(start(text, "group"), None, "{text}");
        }
        for text in ["", "start", "/started", "say /start", "/stop"] {
            assert_eq!(start(text, "private"), None, "{text}");
        }
        for other in [
            "{}",
            r#"{"message":7}"#,
            r#"{"message":{"text":"/start"}}"#,
            r#"{"message":{"text":7,"chat":{"id":7,"type":"private"}}}"#,
            r#"{"message":{"text":"/start","chat":{"id":"7","type":"private"}}}"#,
            r#"{"edited_message":{"text":"/start","chat":{"id":7,"type":"private"}}}"#,
        ] {
            assert_eq!(chat(other), None, "{other}");
        }
    }
}
