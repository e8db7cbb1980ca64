//! What comes from outside: the messenger's proofs, signed as the messenger does it, and browsers.

use std::collections::BTreeMap;
use turnstone_service::request::{MessengerProof, Request};
use turnstone_service::secret::{Secret, hmac_sha256, sha256};

/// The bot's token, and the secret of its webhook.
pub(crate) const BOT_TOKEN: &str = "7:a-token-that-nobody-is-ever-told";
pub(crate) const WEBHOOK_SECRET: &str = "a-webhook-secret-that-nobody-is-ever-told";

/// Two points on the curve (RFC 8291, appendix A).
const POINTS: [&str; 2] = [
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
];

fn pairs(key: &[u8], mut pairs: BTreeMap<String, String>, forged: bool) -> BTreeMap<String, String> {
    let lines: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let hash = hex::encode(hmac_sha256(key, lines.join("\n").as_bytes()));
    let hash = if forged { hash.chars().rev().collect() } else { hash };
    pairs.insert("hash".into(), hash);
    pairs
}

/// What is in a proof and is told to nobody.
fn query_id(user: u32) -> String {
    format!("query-of-the-messenger-{user}")
}

/// What an app is given that the messenger opens.
pub(crate) fn init_data(user: u32, at_s: u64, forged: bool) -> Secret {
    let person = format!(r#"{{"id":{},"username":"user_{user}"}}"#, 1_000 + user);
    let own = [("auth_date", at_s.to_string()), ("query_id", query_id(user)), ("user", person)];
    let own = own.map(|(name, value)| (name.to_owned(), value)).into();
    let signed = pairs(&hmac_sha256(b"WebAppData", BOT_TOKEN.as_bytes()), own, forged);
    // Nothing in it but braces, quotes, colons and commas that a query has to escape.
    let escaped = |value: &str| {
        value.replace('{', "%7B").replace('}', "%7D").replace('"', "%22").replace(':', "%3A").replace(',', "%2C")
    };
    let query: Vec<String> = signed.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    Secret::new(query.join("&"))
}

/// What a page is given by the login widget.
pub(crate) fn widget(user: u32, at_s: u64, forged: bool) -> MessengerProof {
    let own = [
        ("auth_date", at_s.to_string()),
        ("first_name", query_id(user)),
        ("id", (1_000 + user).to_string()),
        ("username", format!("user_{user}")),
    ];
    let own = own.map(|(name, value)| (name.to_owned(), value)).into();
    let signed = pairs(&sha256(BOT_TOKEN.as_bytes()), own, forged);
    MessengerProof::Widget(signed.into_iter().map(|(name, value)| (name, Secret::new(value))).collect())
}

/// Somebody of the messenger, as a proof names him.
pub(crate) struct ProvenPerson {
    pub(crate) id: u64,
    pub(crate) at_s: u64,
    pub(crate) forged: bool,
}

/// Whom a proof names, and whether the messenger signed it.
pub(crate) fn person_of(proof: &MessengerProof) -> Option<ProvenPerson> {
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u64>().ok();
    let after = |text: &str, mark: &str| text.split_once(mark).and_then(|(_, rest)| number(rest));
    let (id, at_s) = match proof {
        MessengerProof::InApp(data) => (after(data.reveal(), "%22id%22%3A")?, after(data.reveal(), "auth_date=")?),
        MessengerProof::Widget(pairs) => {
            (number(pairs.get("id")?.reveal())?, number(pairs.get("auth_date")?.reveal())?)
        }
    };
    let user = u32::try_from(id.checked_sub(1_000)?).ok()?;
    let signed = match (proof, widget(user, at_s, false)) {
        (MessengerProof::InApp(data), _) => data.reveal() == init_data(user, at_s, false).reveal(),
        (MessengerProof::Widget(pairs), MessengerProof::Widget(right)) => pairs
            .iter()
            .map(|(name, value)| (name, value.reveal()))
            .eq(right.iter().map(|(name, value)| (name, value.reveal()))),
        (MessengerProof::Widget(_), MessengerProof::InApp(_)) => false,
    };
    Some(ProvenPerson { id, at_s, forged: !signed })
}

fn endpoint(browser: u32) -> String {
    format!("https://push.example.org/browser-of-a-member-{browser:04}")
}

/// A browser that wants to be notified.
pub(crate) fn subscribe(browser: u32, keys: u32) -> Request {
    let point = POINTS[keys as usize % POINTS.len()];
    Request::PushSubscribe {
        endpoint: Secret::new(endpoint(browser)),
        p256dh: Secret::new(point.to_owned()),
        auth: Secret::new(format!("{browser:020}Ag")),
    }
}

/// One that does not any more.
pub(crate) fn unsubscribe(browser: u32) -> Request {
    Request::PushUnsubscribe { endpoint: Secret::new(endpoint(browser)) }
}

/// What came from outside and is told to nobody inside: words of proofs, endpoints and keys.
pub(crate) fn hidden_words() -> impl Iterator<Item = String> {
    let of_user = (0..16).flat_map(|user| [query_id(user), format!("browser-of-a-member-{user:04}")]);
    let fixed = [BOT_TOKEN.split_once(':').map_or("", |(_, token)| token), WEBHOOK_SECRET];
    of_user.chain(fixed.into_iter().chain(POINTS).map(str::to_owned))
}
