use super::servers::{Fields, Server, answer, room, settings};
use crate::{BotSettings, Settings};
use serde_json::json;
use turnstone_service::calls::{BotMessage, Call, CallResult, Link};
use turnstone_service::secret::Secret;

pub(super) fn with_bot(api_url: String) -> Settings {
    Settings { bot: Some(BotSettings { api_url, token: Secret::new("51277:AAF-token".to_owned()) }), ..settings() }
}

pub(super) fn tell() -> Call {
    let link = Some(Link { text: "Play".to_owned(), url: "https://turnstone.example/".to_owned() });
    Call::Tell(Box::new(BotMessage { chat: -4_000_000_000, text: "A game?".to_owned(), link }))
}

#[tokio::test]
async fn the_bot_sends_the_message() {
    let api = Server::start(|_, _| answer(200, &[], r#"{"ok":true}"#)).await;
    let room = room(with_bot(api.url("/api/")));
    assert_eq!(room.make(&tell()).await, CallResult::Delivered);
    let plain = BotMessage { chat: 7, text: "Hello".to_owned(), link: None };
    assert_eq!(room.make(&Call::Tell(Box::new(plain))).await, CallResult::Delivered);
    let [first, second] = api.seen().try_into().unwrap();
    assert_eq!(
        (first.path.as_str(), first.header("content-type")),
        ("/api/bot51277:AAF-token/sendMessage", "application/json")
    );
    let keyboard = json!({ "inline_keyboard": [[{ "text": "Play", "url": "https://turnstone.example/" }]] });
    assert_eq!(first.json(), json!({ "chat_id": -4_000_000_000_i64, "text": "A game?", "reply_markup": keyboard }));
    assert_eq!(second.json(), json!({ "chat_id": 7, "text": "Hello" }));
}

#[tokio::test]
async fn statuses_of_the_bot_api_are_interpreted() {
    let failed = |retry_after_s| CallResult::Failed { retry_after_s };
    let reported: [(u16, Fields, &str, CallResult); 8] = [
        (200, &[], "not JSON, and not needed", CallResult::Delivered),
        (429, &[], r#"{"ok":false,"parameters":{"retry_after":31}}"#, failed(Some(31))),
        (429, &[("retry-after", "9")], "{}", failed(Some(9))),
        (500, &[], "", failed(None)),
        (403, &[], r#"{"ok":false,"description":"the user has blocked the bot"}"#, CallResult::Refused),
        (401, &[], "", CallResult::Refused),
        (404, &[], "", CallResult::Refused),
        (302, &[("location", "http://127.0.0.1:1/")], "", CallResult::Refused),
    ];
    for (status, headers, body, result) in reported {
        let api = Server::start(move |_, _| answer(status, headers, body)).await;
        assert_eq!(room(with_bot(api.url(""))).make(&tell()).await, result, "{status} {body}");
    }
    let huge = Server::start(|_, _| answer(200, &[], vec![b' '; 65 << 10])).await;
    assert_eq!(room(with_bot(huge.url(""))).make(&tell()).await, failed(None));
}

#[tokio::test]
async fn without_the_apis_address_no_message_is_sent() {
    assert_eq!(room(settings()).make(&tell()).await, CallResult::Refused);
}
