//! Responses of the sections Identities and Notifications.

use super::True;
use schemars::JsonSchema;
use serde::Serialize;

shape! {
    /// The account of a messenger's identity; the recovery code is present only for a new one.
    secret pub struct MessengerJoinResponse {
        pub ok: True,
        /// The member's name, in lower case.
        pub handle: String,
        /// Whether the account is new.
        pub created: bool,
        /// The root credential of a new account, shown only in this response; absent for an existing account.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub recovery_code: Option<String>,
    }
}

shape! {
    /// Create a state for linking an identity; it can be used once.
    secret pub struct MessengerLinkChallengeResponse {
        /// Send it with the proof.
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
