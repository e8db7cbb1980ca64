//! Request shapes for delegating seats.

use super::fields::integer;
use super::rules::{one_line, secret_uuid, uuid};
use crate::ids::TableId;
use crate::request::Request;
use crate::secret::Secret;

/// The default lifetime of a grant, in seconds.
const DEFAULT_LIFE_S: u64 = 1800;

body! {
    /// A request to delegate the caller's seat.
    IssueSeatGrantRequest {
        /// The idempotency key: a new UUID of your own.
        #[garde(custom(uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
        /// The maximum lifetime of claim and credential.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 60, max = 7200))]
        #[schemars(extend("default" = 1800))]
        pub expires_in_seconds: Option<u64>,
    }
}

impl IssueSeatGrantRequest {
    /// For this table.
    pub fn at(self, table: TableId) -> Request {
        let expires_in_s = self.expires_in_seconds.unwrap_or(DEFAULT_LIFE_S);
        Request::IssueSeatGrant { table, client_ref: self.client_ref, expires_in_s }
    }
}

body! {
    /// A claim of a seat.
    ClaimSeatGrantRequest {
        /// From the seat's owner.
        #[garde(length(chars, min = 8, max = 256), custom(one_line))]
        pub claim_token: String,
        /// The idempotency key: a new random UUID, kept secret. The claim can be repeated only with the same key.
        #[garde(custom(secret_uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
    }
}

impl From<ClaimSeatGrantRequest> for Request {
    fn from(ClaimSeatGrantRequest { claim_token, client_ref }: ClaimSeatGrantRequest) -> Self {
        Self::ClaimSeatGrant { claim_token: Secret::new(claim_token), client_ref }
    }
}
