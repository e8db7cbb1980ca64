//! Tables: handing one's seat to somebody else.

use crate::http::refusal::Code;
use crate::http::route::{About, Access, Case, Endpoint, Nothing, schema_of};
use crate::http::shapes::{ClaimSeatGrantRequest, IssueSeatGrantRequest};
use http::Method;
use turnstone_core::answer;
use turnstone_core::request::{RateClass, Request};
use turnstone_core::secret::Secret;

const NOT_YOURS: Case = Case::Plain(404, "the caller has no seat at such a table");
const DEFAULT_LIFE_S: u64 = 1800;

pub(super) static ISSUE: Endpoint<Nothing, IssueSeatGrantRequest> = Endpoint {
    method: Method::POST,
    path: "/api/tables/{id}/seat-grants",
    about: About::new("A token with which somebody else can play the caller's seat", Access::Account, schema_of::<answer::IssueSeatGrantResponse>)
        .details(
            "For a seat at a running table that is no practice, one live grant at a time. Once it is claimed, the owner may \
             not read the table or move until he revokes it or it expires.",
        )
        .cases(&[
            NOT_YOURS,
            Case::Code(Code::GrantNotEligible),
            Case::Code(Code::IdempotencyConflict),
            Case::Code(Code::InFlight),
        ])
        .example(
            r#"{"clientRef":"0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad001","expiresInSeconds":1800}"#,
            r#"{"grantId":"grant_018bcfe568007b3ab7e1a04c4d1f2a90","claimToken":"00000-11111-22222-33333-44444-55555","tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","seat":0,"expiresAt":1700001800000}"#,
        ),
    request: |params, _, body| {
        let expires_in_s = body.expires_in_seconds.unwrap_or(DEFAULT_LIFE_S);
        Ok(Request::IssueGrant { table: params.table()?, client_ref: body.client_ref, expires_in_s })
    },
};

pub(super) static CURRENT: Endpoint<Nothing, Nothing> = Endpoint {
    method: Method::GET,
    path: "/api/tables/{id}/seat-grants/current",
    about: About::new(
        "The live grant of the caller's seat, without its token",
        Access::Account,
        schema_of::<answer::CurrentSeatGrantResponse>,
    )
    .cases(&[NOT_YOURS])
    .example("", r#"{"grant":null}"#),
    request: |params, _, _| Ok(Request::CurrentGrant { table: params.table()? }),
};

pub(super) static REVOKE: Endpoint<Nothing, Nothing> = Endpoint {
    method: Method::DELETE,
    path: "/api/tables/{id}/seat-grants/{grantId}",
    about: About::new("Take the seat back", Access::Account, schema_of::<answer::Okay>)
        .cases(&[Case::Code(Code::GrantNotFound)])
        .example("", r#"{"ok":true}"#),
    request: |params, _, _| Ok(Request::RevokeGrant { table: params.table()?, grant: params.grant()? }),
};

pub(super) static CLAIM: Endpoint<Nothing, ClaimSeatGrantRequest> = Endpoint {
    method: Method::POST,
    path: "/api/seat-grants/claim",
    about: About::new("Claim a seat with its token", Access::Open, schema_of::<answer::ClaimSeatGrantResponse>)
        .sets_cookie()
        .details("The credential reads this table and moves for this seat, and does nothing else.")
        .rate(RateClass::Credential)
        .cases(&[Case::Code(Code::GrantUnavailable)])
        .example(
            r#"{"claimToken":"00000-11111-22222-33333-44444-55555","clientRef":"0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad001"}"#,
            r#"{"accessToken":"tsn1.payload.mac","tokenType":"Bearer","tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","seat":0,"expiresAt":1700001800000}"#,
        ),
    request: |_, _, body| {
        Ok(Request::ClaimGrant { claim_token: Secret::new(body.claim_token), client_ref: body.client_ref })
    },
};
