use super::servers::{Fields, Server, answer, room, settings};
use crate::client::now_s;
use crate::push::encryption::tests::{decrypt, unbase64};
use crate::push::encryption::uncompressed;
use crate::push::vapid::tests::{key, verified};
use p256::SecretKey;
use serde_json::json;
use turnstone_service::calls::{Call, CallResult, PushCall};
use turnstone_service::secret::Secret;

const AUTH: [u8; 16] = [5; 16];

fn browser() -> SecretKey {
    SecretKey::from_slice(&unbase64::<32>("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).unwrap()
}

pub(super) fn push(endpoint: String) -> Call {
    Call::Push(Box::new(PushCall {
        endpoint: Secret::new(endpoint),
        p256dh: uncompressed(&browser().public_key()),
        auth: AUTH,
        payload: r#"{"type":"your_move"}"#.to_owned(),
        ttl_s: 172_800,
        topic: "dGhlIHRhYmxl".to_owned(),
    }))
}

const FAILED: CallResult = CallResult::Failed { retry_after_s: None };

#[tokio::test]
async fn a_push_message_is_signed_and_encrypted() {
    let service = Server::start(|_, _| answer(201, &[], "")).await;
    assert_eq!(room(settings()).make(&push(service.url("/send/abc?d=e"))).await, CallResult::Delivered);
    let [seen] = service.seen().try_into().unwrap();
    assert_eq!(seen.path, "/send/abc?d=e");
    let expected = [
        ("host", service.address.to_string()),
        ("ttl", "172800".to_owned()),
        ("topic", "dGhlIHRhYmxl".to_owned()),
        ("urgency", "normal".to_owned()),
        ("content-encoding", "aes128gcm".to_owned()),
        ("content-length", seen.body.len().to_string()),
    ];
    for (name, value) in expected {
        assert_eq!(seen.header(name), value, "{name}");
    }
    let (claims, signer) = verified(seen.header("authorization")).unwrap();
    assert_eq!(signer, key(1).public());
    assert_eq!(
        (&claims["aud"], &claims["sub"]),
        (&json!(service.url("")), &json!("mailto:operator@turnstone.example"))
    );
    let left_s = claims["exp"].as_u64().unwrap() - now_s();
    assert!((11 * 3600..=12 * 3600).contains(&left_s), "{left_s}");
    assert_eq!(decrypt(&seen.body, &browser(), &AUTH).unwrap(), br#"{"type":"your_move"}"#);
}

#[tokio::test]
async fn statuses_of_a_push_service_are_interpreted() {
    let after = |seconds| CallResult::Failed { retry_after_s: Some(seconds) };
    let reported: [(u16, Fields, CallResult); 18] = [
        (200, &[], CallResult::Delivered),
        (201, &[], CallResult::Delivered),
        (202, &[], CallResult::Delivered),
        (404, &[], CallResult::Gone),
        (410, &[], CallResult::Gone),
        (400, &[], CallResult::Rejected),
        (401, &[], CallResult::Refused),
        (403, &[], CallResult::Rejected),
        (413, &[], CallResult::Refused),
        (418, &[], CallResult::Refused),
        (301, &[("location", "http://127.0.0.1:1/")], CallResult::Refused),
        (429, &[], FAILED),
        (429, &[("retry-after", "17")], after(17)),
        (429, &[("retry-after", "Thu, 01 Jan 1970 00:00:00 GMT")], after(0)),
        (429, &[("retry-after", "later")], FAILED),
        (500, &[], FAILED),
        (502, &[], FAILED),
        (503, &[("retry-after", "5")], after(5)),
    ];
    for (status, headers, result) in reported {
        let service = Server::start(move |_, _| answer(status, headers, "what it says is not looked at")).await;
        assert_eq!(room(settings()).make(&push(service.url("/x"))).await, result, "{status} {headers:?}");
        assert_eq!(service.connections(), 1, "{status}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let other = Server::start(|_, _| answer(201, &[], "")).await;
    let location = other.url("/there");
    for status in [301, 302, 303, 307, 308] {
        let location = location.clone();
        let service = Server::start(move |_, _| answer(status, &[("location", &location)], "")).await;
        assert_eq!(room(settings()).make(&push(service.url("/x"))).await, CallResult::Refused, "{status}");
    }
    assert_eq!(other.connections(), 0);
}

#[tokio::test(start_paused = true)]
async fn silent_and_non_http_services_count_as_failed() {
    for bytes in [&b""[..], b"HTTP/1.1 201", b"HTTP/1.1 201 Created\r\nContent-Length: 5", b"no HTTP at all\r\n\r\n"] {
        let service = Server::raw(bytes).await;
        assert_eq!(room(settings()).make(&push(service.url("/x"))).await, FAILED, "{bytes:?}");
    }
    let closing = Server::accepting(async |_| {}).await;
    assert_eq!(room(settings()).make(&push(closing.url("/x"))).await, FAILED);
    let heads = Server::raw(
        Box::leak(format!("HTTP/1.1 201 Created\r\nX: {}", "x".repeat(1 << 20)).into_boxed_str()).as_bytes(),
    );
    assert_eq!(room(settings()).make(&push(heads.await.url("/x"))).await, FAILED);
    assert_eq!(room(settings()).make(&push("http://127.0.0.1:1/x".to_owned())).await, FAILED);
}

#[tokio::test]
async fn a_repeatedly_failing_push_service_is_paused() {
    let service = Server::start(|_, _| answer(500, &[], "")).await;
    let room = room(settings());
    for _ in 0..3 {
        assert_eq!(room.make(&push(service.url("/x"))).await, FAILED);
    }
    assert!(matches!(room.make(&push(service.url("/y"))).await, CallResult::Failed { retry_after_s: Some(_) }));
    assert_eq!(service.connections(), 3);
}
