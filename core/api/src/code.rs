//! The frozen list of error codes, which programs branch on.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::borrow::Cow;

macro_rules! codes {
    ($($code:ident $name:literal $meaning:literal),* $(,)?) => {
        /// The `code` values, frozen for v1, in the API document's order.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        pub enum Code {
            $(#[doc = $meaning] #[serde(rename = $name)] $code,)*
        }

        impl Code {
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// How it is spelled.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$code => $name,)* }
            }

            /// When it comes, as half a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$code => $meaning,)* }
            }
        }
    };
}

codes! {
    NotSignedIn "not_signed_in" "no credentials, or none that are valid",
    RateLimited "rate_limited" "too many requests",
    InvalidRequest "invalid_request" "a body, query or path that is invalid",
    InvalidInvite "invalid_invite" "no usable invitation has this code",
    InsufficientChips "insufficient_chips" "the balance does not cover it",
    StalePlies "stale_plies" "the table has moved on; read it and decide again",
    ActionRejected "action_rejected" "the rules of the game do not allow it",
    NotJoinable "not_joinable" "no seat for the caller at this table",
    InvitationRequired "invitation_required" "not a member yet",
    IdentityLinkedElsewhere "identity_linked_elsewhere" "the identity belongs to another account",
    IdempotencyConflict "idempotency_conflict" "the clientRef was already used for a different request",
    HandleTaken "handle_taken" "the handle is already taken",
    InFlight "in_flight" "the first request with this clientRef is still in progress",
    NotConfigured "not_configured" "the operator has not configured this",
    GrantNotFound "grant_not_found" "the caller owns no such grant",
    GrantNotEligible "grant_not_eligible" "this seat cannot be delegated now",
    GrantUnavailable "grant_unavailable" "the claim token is used up, expired, revoked or wrong",
    SeatDelegated "seat_delegated" "another client plays this seat for its owner",
    PayloadTooLarge "payload_too_large" "the body is over 64 KiB",
    PracticeQuota "practice_quota" "too many practice tables",
    ActiveTableQuota "active_table_quota" "too many waiting or playing tables",
    PartyQuota "party_quota" "too many parties",
    PushQuota "push_quota" "too many push subscriptions",
    SelfcheckLimit "selfcheck_limit" "too many self-checks",
    SelfcheckInFlight "selfcheck_in_flight" "a self-check is running",
}

impl JsonSchema for Code {
    fn schema_name() -> Cow<'static, str> {
        "ErrorCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = Self::ALL.iter().map(|code| code.name()).collect();
        json_schema!({ "type": "string", "enum": names, "description": "Frozen for v1." })
    }
}
