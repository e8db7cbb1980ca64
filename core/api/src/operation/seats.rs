//! Tables: delegating seats.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::ids::{GrantId, TableId};
use crate::input::Nothing;
use crate::input::fields::{integer_or, number};
use crate::input::rules::{one_line, secret_uuid, uuid};
use crate::request::{RateClass, Request};
use crate::secret::Secret;
use crate::words::Category;

const NOT_YOURS: Case = Case::Plain(Category::Missing, "the caller has no seat at such a table");

body! {
    /// A request to delegate the caller's seat.
    IssueSeatGrant as "IssueSeatGrantRequest" {
        /// The idempotency key: a new UUID of your own.
        #[garde(custom(uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
        /// The maximum lifetime of claim and credential.
        #[serde(default = "number::<1800, u64>", deserialize_with = "integer_or::<1800, _, _>")]
        #[garde(range(min = 60, max = 7200))]
        #[schemars(with = "Option<u64>")]
        pub expires_in_seconds: u64,
    }
}

/// Create a token with which another client can play the caller's seat.
pub static ISSUE_SEAT_GRANT: Definition<TableId, IssueSeatGrant> = Definition {
    name: "issue_seat_grant",
    about: OperationFacts::changes("Create a token with which another client can play the caller's seat", Access::Account, schema_of::<answer::IssueSeatGrantResponse>)
        .details(
            "For a seat at a running table that is not practice, one active grant at a time. Once it is claimed, the owner \
             may not read the table or move until the grant is revoked or expires.",
        )
        .cases(&[
            NOT_YOURS,
            Case::Code(Code::GrantNotEligible),
            Case::Code(Code::IdempotencyConflict),
            Case::Code(Code::InFlight),
        ])
        .example(
            r#"{"clientRef":"<a new UUID>","expiresInSeconds":1800}"#,
            r#"{"grantId":"grant_018bcfe568007b3ab7e1a04c4d1f2a90","claimToken":"00000-11111-22222-33333-44444-55555","tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","seat":0,"expiresAt":1700001800000}"#,
        ).audited(),
    request: Request::IssueSeatGrant,
};

/// The active grant of the caller's seat, without its token.
pub static CURRENT_SEAT_GRANT: Definition<TableId, Nothing> = Definition {
    name: "current_seat_grant",
    about: OperationFacts::reads(
        "The active grant of the caller's seat, without its token",
        Access::Account,
        schema_of::<answer::CurrentSeatGrantResponse>,
    )
    .details("`grant` is null if there is none.")
    .cases(&[NOT_YOURS])
    .example("", r#"{"grant":null}"#),
    request: |table, _| Request::CurrentSeatGrant(table),
};

/// Take the seat back.
pub static REVOKE_SEAT_GRANT: Definition<(TableId, GrantId), Nothing> = Definition {
    name: "revoke_seat_grant",
    about: OperationFacts::changes("Take the seat back", Access::Account, schema_of::<answer::Okay>)
        .details("The owner can play again at once. Repeating the request changes nothing.")
        .cases(&[Case::Code(Code::GrantNotFound)])
        .example("", r#"{"ok":true}"#)
        .audited(),
    request: |(table, grant), _| Request::RevokeSeatGrant(table, grant),
};

body! {
    /// A claim of a seat.
    ClaimSeatGrant as "ClaimSeatGrantRequest" {
        /// From the seat's owner.
        #[garde(length(chars, min = 8, max = 256), custom(one_line))]
        pub claim_token: Secret,
        /// The idempotency key: a new random UUID, kept secret. The claim can be repeated only with the same key.
        #[garde(custom(secret_uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
    }
}

/// Claim a seat with its token.
pub static CLAIM_SEAT_GRANT: Definition<(), ClaimSeatGrant> = Definition {
    name: "claim_seat_grant",
    about: OperationFacts::changes("Claim a seat with its token", Access::Open, schema_of::<answer::ClaimSeatGrantResponse>)
        .details("The credential can only read this table and move for this seat.")
        .rate(RateClass::Credential)
        .cases(&[Case::Code(Code::GrantUnavailable)])
        .example(
            r#"{"claimToken":"00000-11111-22222-33333-44444-55555","clientRef":"<a new UUID>"}"#,
            r#"{"accessToken":"tsn1.payload.mac","tokenType":"Bearer","tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","seat":0,"expiresAt":1700001800000}"#,
        ).signs_in().audited(),
    request: |(), input| Request::ClaimSeatGrant(input),
};
