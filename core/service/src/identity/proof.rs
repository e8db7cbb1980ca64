//! The common part of the messenger's proofs: pairs of names and values, signed with a key that only the messenger and
//! its bot can make.

use crate::config::Messenger;
use crate::rejection::Rejection;
use crate::secret::{Secret, hmac_sha256, same};
use crate::time::Millis;
use std::collections::BTreeMap;

/// The name of the messenger in the API.
pub(crate) const PROVIDER: &str = "messenger";

/// How far the messenger's clock may be ahead, in seconds.
const AHEAD_S: u64 = 60;
/// Longer usernames and addresses of pictures are left out.
const MAX_USERNAME_LENGTH: usize = 64;
const MAX_PHOTO_LENGTH: usize = 2048;

/// A user of the messenger.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) id: u64,
    pub(crate) username: Option<String>,
    pub(crate) photo_url: Option<String>,
}

impl Identity {
    /// Names and addresses are shown to members. Malformed ones are left out.
    pub(super) fn new(id: u64, username: Option<String>, photo_url: Option<String>) -> Self {
        let is_name = |name: &String| {
            (1..=MAX_USERNAME_LENGTH).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let is_address = |url: &String| {
            url.len() <= MAX_PHOTO_LENGTH
                && url.starts_with("https://")
                && url.bytes().all(|byte| byte.is_ascii_graphic())
        };
        Self { id, username: username.filter(is_name), photo_url: photo_url.filter(is_address) }
    }
}

/// The signed pairs, by their names.
pub(super) type Pairs = BTreeMap<String, String>;

/// A kind of proof.
pub(crate) trait Proof {
    /// The name of the field that held it.
    fn field(&self) -> &'static str;
    /// All pairs as they came, including `hash`.
    fn pairs(&self) -> Vec<(String, String)>;
    /// The key that its pairs are signed with.
    fn key(&self, bot_token: &Secret) -> [u8; 32];
    /// The maximum age, in seconds.
    fn max_age_s(&self, config: &Messenger) -> u64;
    /// The user that its pairs name.
    fn identity(&self, pairs: &Pairs) -> Option<Identity>;
}

/// The user of a proof, if the messenger made it for this bot and it is recent enough.
pub(crate) fn verify(
    proof: &dyn Proof,
    bot_token: &Secret,
    config: &Messenger,
    now: Millis,
) -> Result<Identity, Rejection> {
    let rejected = |problem| Rejection::Invalid { field: proof.field(), problem };
    let forged = || rejected("was not made by the messenger for this service");
    let (mut pairs, mut twice) = (Pairs::new(), false);
    for (name, value) in proof.pairs() {
        // A line break within a pair would read as two pairs in the signed text.
        twice |= name.contains('\n') || value.contains('\n') || pairs.insert(name, value).is_some();
    }
    let hash = pairs.remove("hash").filter(|_| !twice).ok_or_else(forged)?;
    let lines: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let expected = hex::encode(hmac_sha256(&proof.key(bot_token), lines.join("\n").as_bytes()));
    if !same(hash.as_bytes(), expected.as_bytes()) {
        return Err(forged());
    }
    let signed_at = pairs.get("auth_date").and_then(|date| date.parse::<u64>().ok());
    let signed_at = signed_at.ok_or_else(|| rejected("does not say when it was made"))?;
    let now_s = now.0 / 1000;
    if signed_at > now_s + AHEAD_S {
        return Err(rejected("is dated in the future"));
    }
    if now_s.saturating_sub(signed_at) > proof.max_age_s(config) {
        return Err(rejected("is too old: request a new one from the messenger"));
    }
    proof.identity(&pairs).ok_or_else(|| rejected("names no user"))
}
