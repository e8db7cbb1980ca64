//! Notifications of browsers, by the Push API.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::input::Nothing;
use crate::input::fields::object;
use crate::input::rules::uri;
use crate::request::Request;
use crate::secret::Secret;
use crate::words::Category;
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

body! {
    /// A browser's push subscription.
    PushSubscribe as "PushSubscribeRequest" {
        /// The result of the browser's `PushManager.subscribe`.
        #[serde(deserialize_with = "object")]
        #[garde(dive)]
        pub subscription: PushSubscription,
    }
}

/// The result of the browser's `PushManager.subscribe`.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema, Validate)]
pub struct PushSubscription {
    /// The push service's address for messages.
    #[garde(length(chars, min = 1, max = 2048), custom(uri))]
    #[schemars(extend("format" = "uri"))]
    pub endpoint: Secret,
    /// The keys for encrypting notifications.
    #[serde(deserialize_with = "object")]
    #[garde(dive)]
    pub keys: PushKeys,
}

/// The browser's keys, in base64url.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema, Validate)]
pub struct PushKeys {
    /// An uncompressed point on the curve P-256.
    #[garde(length(chars, min = 16, max = 256))]
    pub p256dh: Secret,
    /// 16 bytes.
    #[garde(length(chars, min = 8, max = 128))]
    pub auth: Secret,
}

/// Subscribe a browser to notifications of turns at daily tables and of declined invitations.
pub static PUSH_SUBSCRIBE: Definition<(), PushSubscribe> = Definition {
    name: "push_subscribe",
    about: OperationFacts::creates("Subscribe a browser to notifications of turns at daily tables and of declined invitations", Access::Account, schema_of::<answer::Okay>)
        .details(
            "`subscription` is the result of `PushManager.subscribe` with the key of GET /api/push/key. An existing \
             subscription is replaced.",
        )
        .cases(&[Case::Code(Code::PushQuota)])
        .example(
            r#"{"subscription":{"endpoint":"https://updates.push.services.mozilla.com/wpush/v2/AAAA","keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}}"#,
            r#"{"ok":true}"#,
        ),
    request: |(), input| Request::PushSubscribe(input),
};

body! {
    /// The end of a browser's push subscription.
    PushUnsubscribe as "PushUnsubscribeRequest" {
        /// As it was subscribed.
        #[garde(length(chars, min = 1, max = 2048), custom(uri))]
        #[schemars(extend("format" = "uri"))]
        pub endpoint: Secret,
    }
}

/// Unsubscribe a browser.
pub static PUSH_UNSUBSCRIBE: Definition<(), PushUnsubscribe> = Definition {
    name: "push_unsubscribe",
    about: OperationFacts::changes("Unsubscribe a browser", Access::Account, schema_of::<answer::Okay>)
        .details("`endpoint` identifies the subscription.")
        .cases(&[Case::Plain(Category::Missing, "the caller has no such subscription")])
        .example(r#"{"endpoint":"https://updates.push.services.mozilla.com/wpush/v2/AAAA"}"#, r#"{"ok":true}"#),
    request: |(), input| Request::PushUnsubscribe(input),
};

/// The key that browsers subscribe with.
pub static PUSH_KEY: Definition<(), Nothing> = Definition {
    name: "push_key",
    about: OperationFacts::reads("The key that browsers subscribe with", Access::Public, schema_of::<answer::PushKey>)
        .details("It is the `applicationServerKey` of `PushManager.subscribe`.")
        .cases(&[Case::Code(Code::NotConfigured)])
        .example(
            "",
            r#"{"publicKey":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}"#,
        ),
    request: |(), _| Request::PushKey,
};
