//! Request shapes of the sections Identities and Notifications.

use super::fields::{object, trimmed_or_none};
use super::rules::{one_line, uri};
use crate::invalid::Place;
use crate::request::{MessengerProof, Request};
use crate::secret::Secret;
use crate::shape::Shape;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

body! {
    /// A sign-in with the messenger.
    MessengerJoinRequest {
        /// The value that the messenger gave the app, unchanged.
        #[garde(length(chars, min = 1, max = 8192), custom(one_line))]
        pub init_data: String,
        /// Needed only for a new account.
        #[garde(length(chars, max = 128), custom(one_line))]
        pub invite_code: Option<String>,
        /// By default derived from the messenger's username.
        #[serde(default, deserialize_with = "trimmed_or_none")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub handle: Option<String>,
    }
}

impl From<MessengerJoinRequest> for Request {
    fn from(MessengerJoinRequest { init_data, invite_code, handle }: MessengerJoinRequest) -> Self {
        let invite_code = invite_code.filter(|code| !code.is_empty()).map(Secret::new);
        Self::JoinMessenger { init_data: Secret::new(init_data), invite_code, handle }
    }
}

/// The longest value that the login widget gives.
const LONGEST_VALUE: usize = 4096;
/// More fields than the login widget ever sends.
const MOST_VALUES: usize = 32;

/// A link of a messenger's identity: `initData` or `messengerAuth`.
#[derive(Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase")]
pub struct MessengerLinkRequest {
    /// From the challenge.
    #[garde(length(chars, min = 40, max = 128), custom(one_line))]
    state: String,
    /// The value that the messenger gave the app, unchanged.
    #[garde(length(chars, min = 1, max = 8192), custom(one_line))]
    init_data: Option<String>,
    /// The fields of the login widget: id, first_name, auth_date, hash and others.
    #[garde(inner(custom(widget)), custom(one_proof(&self.init_data)))]
    messenger_auth: Option<BTreeMap<String, String>>,
}

impl Shape for MessengerLinkRequest {
    const PLACE: Place = Place::Body;
}

fn widget(values: &BTreeMap<String, String>, (): &()) -> garde::Result {
    let fits = |value: &String| value.chars().count() <= LONGEST_VALUE;
    if values.len() > MOST_VALUES {
        return Err(garde::Error::new("has more fields than the login widget gives"));
    }
    if values.values().all(fits) { Ok(()) } else { Err(garde::Error::new("has a value of over 4096 characters")) }
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
fn one_proof(in_app: &Option<String>) -> impl FnOnce(&Option<BTreeMap<String, String>>, &()) -> garde::Result {
    let is_in_app = in_app.is_some();
    move |widget, ()| match (is_in_app, widget.is_some()) {
        (true, true) => Err(garde::Error::new("comes beside initData: send one of them")),
        (false, false) => Err(garde::Error::new("or initData is required")),
        (true, false) | (false, true) => Ok(()),
    }
}

impl From<MessengerLinkRequest> for Request {
    fn from(MessengerLinkRequest { state, init_data, messenger_auth }: MessengerLinkRequest) -> Self {
        let proof = match init_data {
            Some(init_data) => MessengerProof::InApp(Secret::new(init_data)),
            None => MessengerProof::Widget(
                messenger_auth.into_iter().flatten().map(|(name, value)| (name, Secret::new(value))).collect(),
            ),
        };
        Self::LinkMessenger { state: Secret::new(state), proof }
    }
}

/// An update as the messenger sends it, of any shape.
#[derive(Deserialize, Serialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(allow_unvalidated)]
pub struct MessengerWebhook(pub Map<String, Value>);

impl Shape for MessengerWebhook {
    const PLACE: Place = Place::Body;
}

impl From<MessengerWebhook> for Request {
    fn from(MessengerWebhook(update): MessengerWebhook) -> Self {
        Self::MessengerWebhook { secret: None, update: Some(update) }
    }
}

body! {
    /// A browser's push subscription.
    PushSubscribeRequest {
        /// The result of the browser's `PushManager.subscribe`.
        #[serde(deserialize_with = "object")]
        #[garde(dive)]
        pub subscription: PushSubscription,
    }
}

/// The result of the browser's `PushManager.subscribe`.
#[derive(Deserialize, JsonSchema, Validate)]
pub struct PushSubscription {
    /// The push service's address for messages.
    #[garde(length(chars, min = 1, max = 2048), custom(uri))]
    #[schemars(extend("format" = "uri"))]
    endpoint: String,
    /// The keys for encrypting notifications.
    #[serde(deserialize_with = "object")]
    #[garde(dive)]
    keys: PushKeys,
}

/// The browser's keys, in base64url.
#[derive(Deserialize, JsonSchema, Validate)]
pub struct PushKeys {
    /// An uncompressed point on the curve P-256.
    #[garde(length(chars, min = 16, max = 256))]
    p256dh: String,
    /// 16 bytes.
    #[garde(length(chars, min = 8, max = 128))]
    auth: String,
}

impl From<PushSubscribeRequest> for Request {
    fn from(PushSubscribeRequest { subscription }: PushSubscribeRequest) -> Self {
        let PushSubscription { endpoint, keys: PushKeys { p256dh, auth } } = subscription;
        Self::PushSubscribe { endpoint: Secret::new(endpoint), p256dh: Secret::new(p256dh), auth: Secret::new(auth) }
    }
}

body! {
    /// The end of a browser's push subscription.
    PushUnsubscribeRequest {
        /// As it was subscribed.
        #[garde(length(chars, min = 1, max = 2048), custom(uri))]
        #[schemars(extend("format" = "uri"))]
        pub endpoint: String,
    }
}

impl From<PushUnsubscribeRequest> for Request {
    fn from(PushUnsubscribeRequest { endpoint }: PushUnsubscribeRequest) -> Self {
        Self::PushUnsubscribe { endpoint: Secret::new(endpoint) }
    }
}
