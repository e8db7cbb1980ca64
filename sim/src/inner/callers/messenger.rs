//! Data from outside the service: messenger proofs, signed as the messenger signs them, and browser subscriptions.

use crate::inner::prelude::*;
use crate::inner::settings::{BOT_TOKEN, WEBHOOK_SECRET};
use turnstone_service::secret::hmac_sha256;

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

/// Part of a proof that is shown to no caller.
fn query_id(user: u32) -> String {
    format!("query-of-the-messenger-{user}")
}

/// The init data that the messenger passes to an app.
pub(crate) fn init_data(user: u32, at_s: u64, forged: bool) -> String {
    let person = format!(r#"{{"id":{},"username":"user_{user}"}}"#, 1_000 + user);
    let own = [("auth_date", at_s.to_string()), ("query_id", query_id(user)), ("user", person)];
    let own = own.map(|(name, value)| (name.to_owned(), value)).into();
    let signed = pairs(&hmac_sha256(b"WebAppData", BOT_TOKEN.as_bytes()), own, forged);
    // These are the only characters in it that a query escapes.
    let escaped = |value: &str| {
        value.replace('{', "%7B").replace('}', "%7D").replace('"', "%22").replace(':', "%3A").replace(',', "%2C")
    };
    let query: Vec<String> = signed.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    query.join("&")
}

/// The values that the login widget passes to a page.
pub(crate) fn widget(user: u32, at_s: u64, forged: bool) -> BTreeMap<String, String> {
    let own = [
        ("auth_date", at_s.to_string()),
        ("first_name", query_id(user)),
        ("id", (1_000 + user).to_string()),
        ("username", format!("user_{user}")),
    ];
    let own = own.map(|(name, value)| (name.to_owned(), value)).into();
    pairs(&sha256(BOT_TOKEN.as_bytes()), own, forged)
}

/// The proof of identity in a request.
#[derive(Clone, Copy)]
pub(crate) enum MessengerProof<'r> {
    InApp(&'r Secret),
    Widget(&'r BTreeMap<String, Secret>),
}

impl<'r> MessengerProof<'r> {
    pub(crate) fn of(request: &'r Request) -> Option<Self> {
        match request {
            Request::JoinMessenger(join) => Some(Self::InApp(&join.init_data)),
            Request::LinkMessenger(link) => {
                let in_app = link.init_data.as_ref().map(Self::InApp);
                in_app.or(link.messenger_auth.as_ref().map(Self::Widget))
            }
            _ => None,
        }
    }
}

/// The user of a proof that the messenger signed, and when it did.
pub(crate) fn person_of(proof: MessengerProof<'_>) -> Option<(u64, u64)> {
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u64>().ok();
    let after = |text: &str, mark: &str| text.split_once(mark).and_then(|(_, rest)| number(rest));
    let (id, at_s) = match proof {
        MessengerProof::InApp(data) => (after(data.reveal(), "%22id%22%3A")?, after(data.reveal(), "auth_date=")?),
        MessengerProof::Widget(pairs) => {
            (number(pairs.get("id")?.reveal())?, number(pairs.get("auth_date")?.reveal())?)
        }
    };
    let user = u32::try_from(id.checked_sub(1_000)?).ok()?;
    let signed = match proof {
        MessengerProof::InApp(data) => data.reveal() == init_data(user, at_s, false),
        MessengerProof::Widget(pairs) => {
            let right = widget(user, at_s, false);
            let own = pairs.iter().map(|(name, value)| (name.as_str(), value.reveal()));
            own.eq(right.iter().map(|(name, value)| (name.as_str(), value.as_str())))
        }
    };
    signed.then_some((id, at_s))
}

/// The endpoint of a browser at its push service.
pub(crate) fn endpoint(browser: u32) -> String {
    format!("https://push.example.org/browser-of-a-member-{browser:04}")
}

/// The subscription of a browser. Its keys may change.
pub(crate) fn subscription(browser: u32, keys: u64) -> Value {
    let point = POINTS[keys as usize % POINTS.len()];
    json!({ "endpoint": endpoint(browser), "keys": { "p256dh": point, "auth": format!("{browser:020}Ag") } })
}

/// Data from outside the service that is shown to no caller: parts of proofs, endpoints and keys.
pub(crate) fn hidden_words() -> impl Iterator<Item = String> {
    let of_user = (0..16).flat_map(|user| [query_id(user), format!("browser-of-a-member-{user:04}")]);
    let fixed = [BOT_TOKEN.split_once(':').map_or("", |(_, token)| token), WEBHOOK_SECRET];
    of_user.chain(fixed.into_iter().chain(POINTS).map(str::to_owned))
}
