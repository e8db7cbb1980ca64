//! Answers of the parts Identities and Notifications.

use super::True;
use schemars::JsonSchema;
use serde::Serialize;

shape! {
    /// An account that was opened by a messenger's identity; the recovery code comes with a new one alone.
    secret pub struct MessengerJoinResponse {
        pub ok: True,
        pub handle: String,
        pub created: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub recovery_code: Option<String>,
    }
}

shape! {
    /// A state with which an identity can be linked, once.
    secret pub struct MessengerLinkChallengeResponse {
        pub state: String,
    }
}

shape! {
    /// The key that browsers subscribe with.
    pub struct PushKey {
        pub public_key: String,
    }
}
