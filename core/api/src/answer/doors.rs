//! Answers of the parts Identities and Notifications.

use super::True;
use schemars::JsonSchema;
use serde::Serialize;

shape! {
    /// An account that was opened by a messenger's identity; the recovery code comes with a new one alone.
    secret pub struct MessengerJoinResponse {
        pub ok: True,
        /// The member's name, in lower case.
        pub handle: String,
        /// Whether the account is new.
        pub created: bool,
        /// The root of a new account, shown this once; absent for a known one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub recovery_code: Option<String>,
    }
}

shape! {
    /// A state with which an identity can be linked, once.
    secret pub struct MessengerLinkChallengeResponse {
        /// To be sent with the proof.
        pub state: String,
    }
}

shape! {
    /// The key that browsers subscribe with.
    pub struct PushKey {
        /// An uncompressed point on P-256, in base64url.
        pub public_key: String,
    }
}
