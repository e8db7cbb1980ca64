//! Web push and the bot, from a member's request to the receiving service, with kills in between.

use crate::outside::{Heard, Outside, Said, counted};
use crate::turnstone::{Home, METRICS, Member, Serving};
use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::{PublicKey, Sec1Point, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;

const LOOPBACK: (&str, &str) = ("TURNSTONE_PUSH__ALLOW_LOOPBACK", "true");

/// A browser with its subscription.
struct Browser {
    key: SecretKey,
    auth: [u8; 16],
    endpoint: String,
}

impl Browser {
    fn new(number: u8, service: &Outside) -> Self {
        let key = SecretKey::from_slice(&[number; 32]).unwrap();
        Self { key, auth: [number; 16], endpoint: service.url(&format!("/browsers/{number}")) }
    }

    fn public_key(&self) -> Vec<u8> {
        Sec1Point::from(self.key.public_key()).as_bytes().to_vec()
    }

    fn subscribe(&self, server: &Serving, member: &Member) {
        let keys =
            json!({ "p256dh": URL_SAFE_NO_PAD.encode(self.public_key()), "auth": URL_SAFE_NO_PAD.encode(self.auth) });
        let body = json!({ "subscription": { "endpoint": self.endpoint, "keys": keys } });
        member.post(server, "/api/push/subscribe", &body);
    }

    fn is_for(&self, heard: &Heard) -> bool {
        self.endpoint.ends_with(&heard.path)
    }

    /// RFC 8291, on the receiver's side.
    fn read(&self, heard: &Heard) -> Value {
        let (salt, rest) = heard.body.split_at(16);
        let (theirs, sealed) = rest[5..].split_at(65);
        let shared = self.key.diffie_hellman(&PublicKey::from_sec1_bytes(theirs).unwrap());
        let derive = |salt: &[u8], from: &[u8], info: &[u8], derived: &mut [u8]| {
            Hkdf::<Sha256>::new(Some(salt), from).expand(info, derived).unwrap();
        };
        let (mut from, mut key, mut nonce) = ([0; 32], [0; 16], [0; 12]);
        let info = [b"WebPush: info\0", self.public_key().as_slice(), theirs].concat();
        derive(&self.auth, shared.raw_secret_bytes(), &info, &mut from);
        derive(salt, &from, b"Content-Encoding: aes128gcm\0", &mut key);
        derive(salt, &from, b"Content-Encoding: nonce\0", &mut nonce);
        let record = Aes128Gcm::new(&key.into()).decrypt(&Nonce::from(nonce), sealed).unwrap();
        serde_json::from_slice(record.strip_suffix(&[2]).unwrap()).unwrap()
    }
}

/// RFC 8292, on the push service's side: the server's key has signed the sender, the audience and the expiry.
fn verify(heard: &Heard, service: &Outside, public_key: &str) {
    let (token, key) = heard.headers["authorization"].strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, public_key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let [key, signature, claims] =
        [key, signature, signed.split_once('.').unwrap().1].map(|text| URL_SAFE_NO_PAD.decode(text).unwrap());
    let signature = Signature::from_slice(&signature).unwrap();
    VerifyingKey::from_sec1_bytes(&key).unwrap().verify(signed.as_bytes(), &signature).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], service.url(""));
}

/// Two members with a browser each, and a daily table between them.
struct Pair {
    ada: Member,
    bob: Member,
    browsers: [Browser; 2],
    table: String,
}

impl Pair {
    fn new(home: &Home, server: &Serving, service: &Outside) -> Self {
        let invite = home.invited("data", &["invite", "--uses", "2"]);
        let (ada, bob) = (server.join(invite.trim(), "ada"), server.join(invite.trim(), "bob"));
        let browsers = [Browser::new(1, service), Browser::new(2, service)];
        browsers[0].subscribe(server, &ada);
        browsers[1].subscribe(server, &bob);
        let table = ada.table(server, &json!({ "kind": "connect-four-vs-house", "pace": "daily", "open": true }));
        bob.post(server, &format!("{table}/join"), &json!({}));
        Self { ada, bob, browsers, table }
    }

    /// The seat to move: 0 is Ada's.
    fn mover(&self, server: &Serving) -> usize {
        let view = self.ada.get(server, &self.table).json();
        usize::from(view["state"]["yourTurn"] != true)
    }

    fn moves(&self, server: &Serving) {
        let member = [&self.ada, &self.bob][self.mover(server)];
        let view = member.get(server, &self.table).json();
        let act = json!({ "action": view["state"]["legalActions"][0], "eventsSince": 0 });
        member.post(server, &format!("{}/action", self.table), &act);
    }

    /// The number of messages for a browser.
    fn count(&self, service: &Outside, browser: usize) -> usize {
        service.heard().iter().filter(|heard| self.browsers[browser].is_for(heard)).count()
    }
}

#[test]
fn a_browser_is_notified_across_kills() {
    let home = Home::new();
    let service = Outside::start(|_| Said::Answer(201, String::new()));
    let serve = || home.serve_with("data", &[LOOPBACK, METRICS]);
    let server = serve();
    let pair = Pair::new(&home, &server, &service);
    let public_key = server.ask("GET", "/api/push/key", &[], "").json()["publicKey"].as_str().unwrap().to_owned();
    let first = pair.mover(&server);
    let heard = service.heard_at_least(1).remove(0);
    verify(&heard, &service, &public_key);
    assert!(pair.browsers[first].is_for(&heard));
    let reported = pair.browsers[first].read(&heard);
    assert_eq!(reported["type"], "your_move");
    assert!(pair.table.ends_with(reported["tableId"].as_str().unwrap()), "{reported}");

    // It was notified, and that is recorded before anything that follows it.
    counted(&server, "push", "delivered", 1);
    pair.ada.post(&server, &format!("{}/messages", pair.table), &json!({ "body": "hello" }));
    drop(server);
    let server = serve();

    // The service gets the next message, but the server dies before it gets the response: it sends the message again.
    service.answers(|_| Said::Silence);
    pair.moves(&server);
    service.heard_at_least(2);
    drop(server);
    service.answers(|_| Said::Answer(201, String::new()));
    let server = serve();
    let heard = service.heard_at_least(3);
    counted(&server, "push", "delivered", 1);
    assert_eq!((pair.count(&service, first), pair.count(&service, 1 - first)), (1, 2), "no message is sent twice");
    let reported = pair.browsers[1 - first].read(&heard[2]);
    assert_eq!(reported["type"], "your_move");
    verify(&heard[2], &service, &public_key);

    // The service reports that the browser is gone: its subscription is removed permanently.
    service.answers(|_| Said::Answer(410, String::new()));
    pair.moves(&server);
    counted(&server, "push", "gone", 1);
    pair.ada.post(&server, &format!("{}/messages", pair.table), &json!({ "body": "hello again" }));
    drop(server);
    let server = serve();
    let gone = json!({ "endpoint": pair.browsers[first].endpoint });
    let member = [&pair.ada, &pair.bob][first];
    assert_eq!(member.ask(&server, "DELETE", "/api/push/subscribe", &gone).status, 404);
    let other = json!({ "endpoint": pair.browsers[1 - first].endpoint });
    let member = [&pair.ada, &pair.bob][1 - first];
    assert_eq!(member.ask(&server, "DELETE", "/api/push/subscribe", &other).status, 200);
    assert_eq!(server.ask("GET", "/api/push/key", &[], "").json()["publicKey"], *public_key);

    server.terminate();
    let (code, log) = server.ended();
    assert_eq!(code, Some(0));
    let log = log.join("\n");
    assert!(!log.contains("/browsers/"), "an endpoint is in the log: {log}");
    home.reported("data", &["check"]);
}

#[test]
fn operator_commands_make_no_outbound_calls() {
    let home = Home::new();
    let service = Outside::start(|_| Said::Silence);
    let server = home.serve_with("data", &[LOOPBACK]);
    Pair::new(&home, &server, &service);
    service.heard_at_least(1);
    drop(server);
    home.invited("data", &["invite"]);
    assert_eq!(service.heard().len(), 1);
    service.answers(|_| Said::Answer(201, String::new()));
    let server = home.serve_with("data", &[LOOPBACK, METRICS]);
    counted(&server, "push", "delivered", 1);
    assert_eq!(service.heard().len(), 2);
}

#[test]
fn the_bot_answers_start_and_survives_a_silent_api() {
    let home = Home::new();
    let api = Outside::start(|_| Said::Answer(200, r#"{"ok":true}"#.to_owned()));
    let url = api.url("/api");
    let settings = [
        METRICS,
        ("TURNSTONE_MESSENGER__BOT_TOKEN", "51277:AAF-token"),
        ("TURNSTONE_MESSENGER__BOT_API_URL", &url),
        ("TURNSTONE_MESSENGER__WEBHOOK_SECRET", "hush"),
    ];
    let server = home.serve_with("data", &settings);
    let start = |server: &Serving, secret: &str| {
        let update =
            json!({ "update_id": 1, "message": { "text": "/start", "chat": { "id": 4711, "type": "private" } } });
        let headers = [("X-Messenger-Bot-Api-Secret-Token", secret)];
        server.ask("POST", "/api/msgr/webhook", &headers, &update.to_string()).status
    };
    assert_eq!((start(&server, "wrong"), start(&server, "hush")), (401, 200));
    let heard = api.heard_at_least(1).remove(0);
    assert_eq!(heard.path, "/api/bot51277:AAF-token/sendMessage");
    assert_eq!(serde_json::from_slice::<Value>(&heard.body).unwrap()["chat_id"], 4711);
    counted(&server, "tell", "delivered", 1);

    api.answers(|_| Said::Silence);
    assert_eq!(start(&server, "hush"), 200);
    api.heard_at_least(2);
    drop(server);
    let server = home.serve_with("data", &settings);
    api.answers(|_| Said::Answer(401, String::new()));
    assert_eq!(start(&server, "hush"), 200);
    counted(&server, "tell", "refused", 1);
    server.terminate();
    let log = server.ended().1.join("\n");
    assert!(log.contains("[messenger]") && !log.contains("51277") && !log.contains("AAF"), "{log}");
}
