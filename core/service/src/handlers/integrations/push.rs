//! Browsers with push notifications. Each is known by its endpoint, and stored sealed with its member's key.

use super::endpoint;
use crate::answer::{Answer, Okay, PushKey};
use crate::config::reached;
use crate::handled::{HandlerResult, invalid};
use crate::ids::AccountId;
use crate::record::{Key, PushSubscriptionRow, Record};
use crate::rejection::{Auth, PushRejection as Rejected, Quota, Rejection, Retry};
use crate::request::{PushKeys, PushSubscribe, PushSubscription, PushUnsubscribe};
use crate::secret::{Secret, same, sha256};
use crate::state::{HotState, Transaction};
use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::{Deserialize, Serialize};

/// The time after which a rejected member may try again: it is unknown when a browser is removed.
const ASK_AGAIN_S: u64 = 3600;

/// With or without padding, because browsers and libraries differ.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The endpoint and keys of a browser.
#[derive(Serialize, Deserialize)]
pub(super) struct Browser {
    pub(super) endpoint: String,
    /// In base64url, like the others.
    p256dh: String,
    auth: String,
}

impl Browser {
    fn read(PushSubscription { endpoint, keys }: &PushSubscription) -> Result<Self, Rejection> {
        let PushKeys { p256dh, auth } = keys;
        let point = BASE64.decode(p256dh.reveal()).unwrap_or_default();
        let is_point = point.len() == 65 && p256::PublicKey::from_sec1_bytes(&point).is_ok();
        if !is_point {
            let problem = "must be an uncompressed point on the curve P-256, in base64url";
            return Err(invalid("subscription.keys.p256dh", problem));
        }
        let secret = BASE64.decode(auth.reveal()).unwrap_or_default();
        if secret.len() != 16 {
            return Err(invalid("subscription.keys.auth", "must be 16 bytes, in base64url"));
        }
        let (p256dh, auth) = (BASE64.encode(point), BASE64.encode(secret));
        Ok(Self { endpoint: endpoint.reveal().to_owned(), p256dh, auth })
    }

    fn has_keys_of(&self, other: &Self) -> bool {
        same(self.p256dh.as_bytes(), other.p256dh.as_bytes()) && same(self.auth.as_bytes(), other.auth.as_bytes())
    }

    /// The public key and the secret, decoded.
    pub(super) fn keys(&self) -> Option<([u8; 65], [u8; 16])> {
        let p256dh = BASE64.decode(&self.p256dh).ok()?.try_into().ok()?;
        Some((p256dh, BASE64.decode(&self.auth).ok()?.try_into().ok()?))
    }
}

pub(crate) fn push_key(state: &HotState) -> HandlerResult {
    let public_key = state.config.push.public_key.clone();
    if public_key.is_empty() {
        return Err(Rejected::NotConfigured.into());
    }
    Ok(Answer::PushKey(PushKey { public_key }).into())
}

/// Subscribe a browser. Another member's browser is taken over only if its keys match.
pub(crate) fn push_subscribe(
    tx: &mut Transaction<'_>,
    account: AccountId,
    PushSubscribe { subscription }: &PushSubscribe,
) -> HandlerResult {
    let endpoint = &subscription.endpoint;
    let slot = tx.accounts.known(account).row.slot.ok_or(Rejection::Auth(Auth::NotSignedIn))?;
    let rejected = |problem| invalid("subscription.endpoint", problem);
    if let Some(problem) = endpoint::fault_of(endpoint.reveal(), &tx.config.push) {
        return Err(rejected(problem));
    }
    let browser = Browser::read(subscription)?;
    let hash = hash_of(endpoint);
    let holder = tx.subscriptions.get(&hash).map(|row| row.account);
    let known = tx.browser(&hash);
    let has_keys = known.is_some_and(|known| known.has_keys_of(&browser));
    if holder.is_some_and(|holder| holder != account) && !has_keys {
        return Err(rejected("is subscribed already, with other keys"));
    }
    let limit = tx.config.limits.push_subscriptions;
    if holder != Some(account) && reached(tx.subscriptions.of(account).count() as u32, limit) {
        return Err(Quota::PushSubscriptions(Retry { limit, after_s: ASK_AGAIN_S }).into());
    }
    let text = serde_json::to_string(&browser).expect("texts are plain data");
    let browser = tx.seal(slot, &text);
    tx.put(Record::PushSubscription(hash, PushSubscriptionRow { account, browser, rejected_since: None }));
    Ok(Answer::Ok(Okay::default()).into())
}

pub(crate) fn push_unsubscribe(tx: &mut Transaction<'_>, account: AccountId, input: &PushUnsubscribe) -> HandlerResult {
    let hash = hash_of(&input.endpoint);
    let own = |row: &&PushSubscriptionRow| row.account == account;
    tx.subscriptions.get(&hash).filter(own).ok_or(Rejected::NotFound)?;
    tx.remove(Key::PushSubscription(hash));
    Ok(Answer::Ok(Okay::default()).into())
}

/// Forget the browsers of a member whose sessions end. Returns how many there were.
pub(crate) fn forget_browsers(tx: &mut Transaction<'_>, account: AccountId) -> u32 {
    let own: Vec<[u8; 32]> = tx.subscriptions.of(account).collect();
    for hash in &own {
        tx.remove(Key::PushSubscription(*hash));
    }
    own.len() as u32
}

impl HotState {
    /// The endpoint and keys of a subscribed browser.
    pub(super) fn browser(&self, hash: &[u8; 32]) -> Option<Browser> {
        let row = self.subscriptions.get(hash)?;
        let slot = self.accounts.get(row.account)?.row.slot;
        serde_json::from_str(&self.vault.open(slot, &row.browser)?).ok()
    }
}

fn hash_of(endpoint: &Secret) -> [u8; 32] {
    sha256(format!("push endpoint\0{}", endpoint.reveal()).as_bytes())
}
