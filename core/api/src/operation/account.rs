//! Account and session.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::request::{RateClass, Request};
use crate::shape::{
    EraseRequest, HistoryQuery, JoinRequest, LedgerQuery, LogoutRequest, MemberStreamQuery, Nothing, PauseRequest,
    ProfilePatch, RotateRecoveryRequest, TokenRequest,
};

/// Redeem an invitation: a new account, its chips and its recovery code.
pub static JOIN: Definition<(), JoinRequest> = Definition {
    name: "join",
    about: OperationFacts::creates(
        "Redeem an invitation: a new account, its chips and its recovery code",
        Access::Open,
        schema_of::<answer::JoinResponse>,
    ).details("The handle is kept in lower case. The recovery code is the account's root credential and is shown only in this response. The response sets the session cookie.")
    .rate(RateClass::Credential)
    .cases(&[
        Case::Code(Code::InvalidInvite),
        Case::Code(Code::HandleTaken),
        Case::Code(Code::IdempotencyConflict),
        Case::Code(Code::InFlight),
    ])
    .example(
        r#"{"inviteCode":"7M2QX-0ABCD-EFGHJ-KMNPQ","handle":"ada","clientRef":"<a new UUID>"}"#,
        r#"{"ok":true,"handle":"ada","recoveryCode":"00000-11111-22222-33333-44444-55555"}"#,
    ).signs_in().audited(),
    request: |(), body| body.into(),
};

/// Exchange the recovery code for a Bearer token of 30 days.
pub static ISSUE_TOKEN: Definition<(), TokenRequest> = Definition {
    name: "issue_token",
    about: OperationFacts::changes(
        "Exchange the recovery code for a Bearer token of 30 days",
        Access::Open,
        schema_of::<answer::TokenResponse>,
    )
    .details("A token is valid until it expires, the account logs out, or its recovery code changes.")
    .rate(RateClass::Credential)
    .cases(&[Case::Code(Code::NotSignedIn)])
    .example(
        r#"{"handle":"ada","recoveryCode":"00000-11111-22222-33333-44444-55555"}"#,
        r#"{"token":"tsn1.payload.mac","expiresInSeconds":2592000}"#,
    )
    .audited(),
    request: |(), body| body.token(),
};

/// Exchange the recovery code for a session cookie.
pub static RECOVER: Definition<(), TokenRequest> = Definition {
    name: "recover",
    about: OperationFacts::changes(
        "Exchange the recovery code for a session cookie",
        Access::Open,
        schema_of::<answer::Okay>,
    )
    .details("For browsers: the response sets the cookie.")
    .rate(RateClass::Credential)
    .cases(&[Case::Code(Code::NotSignedIn)])
    .example(r#"{"handle":"ada","recoveryCode":"00000-11111-22222-33333-44444-55555"}"#, r#"{"ok":true}"#)
    .signs_in()
    .audited(),
    request: |(), body| body.recover(),
};

/// Create a new recovery code; the old one and all sessions end.
pub static ROTATE_RECOVERY: Definition<(), RotateRecoveryRequest> = Definition {
    name: "rotate_recovery",
    about: OperationFacts::changes(
        "Create a new recovery code; the old one and all sessions end",
        Access::Account,
        schema_of::<answer::RotateRecoveryResponse>,
    )
    .details(
        "The new code is shown only in this response. `recoveryCode` is the present code. Without it, only the session that \
         the join has opened can do this, for seven days and while `recoveryConfirmed` of `GET /api/me` is false. That \
         session goes on: the response sets its new cookie.",
    )
    .example(
        r#"{"recoveryCode":"00000-11111-22222-33333-44444-55555"}"#,
        r#"{"ok":true,"recoveryCode":"66666-77777-88888-99999-AAAAA-BBBBB"}"#,
    )
    .replaces_session()
    .audited(),
    request: |(), body| body.into(),
};

/// Say that the recovery code is kept.
pub static CONFIRM_RECOVERY: Definition<(), Nothing> = Definition {
    name: "confirm_recovery",
    about: OperationFacts::changes("Say that the recovery code is kept", Access::Account, schema_of::<answer::Okay>)
        .details("`recoveryConfirmed` of `GET /api/me` is true from then on. Signing in with the code does the same.")
        .example("", r#"{"ok":true}"#)
        .audited(),
    request: |(), _| Request::ConfirmRecovery,
};

/// End every session of the account, or only the caller's.
pub static LOGOUT: Definition<(), LogoutRequest> = Definition {
    name: "logout",
    about: OperationFacts::changes(
        "End every session of the account, or only the caller's",
        Access::Account,
        schema_of::<answer::Okay>,
    )
    .details(
        "Tokens and cookies of all devices become invalid, seats that programs play return, and browsers are no longer \
         notified; the recovery code stays. With `everywhere: false` only the token or cookie of this request becomes \
         invalid, with its copies; after 100 of these in 30 days all do.",
    )
    .example(r#"{"everywhere":false}"#, r#"{"ok":true}"#)
    .ends_session()
    .audited(),
    request: |(), body| body.into(),
};

/// The caller's account and balance.
pub static ME: Definition<(), Nothing> = Definition {
    name: "me",
    about: OperationFacts::reads("The caller's account and balance", Access::Account, schema_of::<answer::MeResponse>)
        .details("The balance does not include stakes at tables.")
        .example("", r#"{"account":{"id":"acc_018bcfe568007b3ab7e1a04c4d1f2a90","handle":"ada"},"balance":1000,"recoveryConfirmed":true}"#),
    request: |(), _| Request::Me,
};

/// Erase the account for ever.
pub static ERASE_ACCOUNT: Definition<(), EraseRequest> = Definition {
    name: "erase_account",
    about: OperationFacts::changes("Erase the account for ever", Access::Account, schema_of::<answer::EraseResponse>).details("`confirmHandle` is the caller's own handle. Running tables are given up, waiting ones withdrawn; settled ones stay verifiable with an anonymous seat.").example(
        r#"{"confirmHandle":"ada"}"#,
        r#"{"ok":true,"handle":"gone-1f2a90bc","identitiesRemoved":0,"pushSubsRemoved":0,"agentsAnonymised":0}"#,
    ).ends_session().audited(),
    request: |(), body| body.into(),
};

const PROFILE_EXAMPLE: &str =
    r#"{"handle":"ada","avatarUrl":null,"bio":"First player.","identities":[],"doors":[],"showMessenger":false}"#;

/// The caller's profile.
pub static PROFILE: Definition<(), Nothing> = Definition {
    name: "profile",
    about: OperationFacts::reads("The caller's profile", Access::Account, schema_of::<answer::Profile>)
        .details("Of linked identities it shows only the names.")
        .example("", PROFILE_EXAMPLE),
    request: |(), _| Request::Profile,
};

/// Change the caller's profile.
pub static EDIT_PROFILE: Definition<(), ProfilePatch> = Definition {
    name: "edit_profile",
    about: OperationFacts::changes("Change the caller's profile", Access::Account, schema_of::<answer::Profile>)
        .details("Absent fields stay; null clears `bio` and `avatarUrl`.")
        .example(r#"{"bio":"First player.","avatarUrl":null}"#, PROFILE_EXAMPLE),
    request: |(), body| body.into(),
};

/// The caller's waiting and running tables.
pub static MY_TABLES: Definition<(), Nothing> = Definition {
    name: "my_tables",
    about: OperationFacts::reads("The caller's waiting and running tables", Access::Account, schema_of::<answer::MyTables>).details("`yourTurn` is true if another player waits for the caller.").example(
        "",
        r#"{"tables":[{"id":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","kind":"tic-tac-toe-vs-house","status":"playing","pace":"live","stake":10,"yourTurn":true}]}"#,
    ),
    request: |(), _| Request::MyTables,
};

/// Tables that reserve a seat for the caller.
pub static MY_INVITATIONS: Definition<(), Nothing> = Definition {
    name: "my_invitations",
    about: OperationFacts::reads("Tables that reserve a seat for the caller", Access::Account, schema_of::<answer::MyInvitations>).details("`POST /api/tables/{id}/join` accepts one, `/decline` declines it.").example(
        "",
        r#"{"invitations":[{"id":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","kind":"tic-tac-toe-vs-house","label":"Tic-tac-toe","stake":10,"host":"grace","pace":"daily","createdAt":1700000000000}]}"#,
    ),
    request: |(), _| Request::MyInvitations,
};

/// All that concerns the caller, as a stream of events.
pub static STREAM_ME: Definition<(), MemberStreamQuery> = Definition {
    name: "stream_me",
    about: OperationFacts::reads(
        "All that concerns the caller, as a stream of events",
        Access::Account,
        schema_of::<answer::MeResponse>,
    )
    .streams(&[
        ("me", schema_of::<answer::MeResponse>),
        ("tables", schema_of::<answer::MyTables>),
        ("invitations", schema_of::<answer::MyInvitations>),
        ("duel", schema_of::<answer::Duel>),
        ("table", schema_of::<answer::TableView>),
        ("party", schema_of::<answer::PartyView>),
    ])
    .details("First the present state, then each change.")
    .example("", r#"{"account":{"id":"acc_018bcfe568007b3ab7e1a04c4d1f2a90","handle":"ada"},"balance":1000}"#),
    request: |(), query| query.into(),
};

/// The caller's settled tables, newest first.
pub static HISTORY: Definition<(), HistoryQuery> = Definition {
    name: "history",
    about: OperationFacts::reads("The caller's settled tables, newest first", Access::Account, schema_of::<answer::History>).details("For the next page, send the `settledAt` of the last row as `before`.").example(
        "",
        r#"{"hands":[{"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","kind":"tic-tac-toe-vs-house","result":"win","opponents":["house"],"net":10,"settledAt":1700000000000}]}"#,
    ),
    request: |(), query| query.into(),
};

/// The movements of the caller's chips, oldest first.
pub static LEDGER: Definition<(), LedgerQuery> = Definition {
    name: "ledger",
    about: OperationFacts::reads("The movements of the caller's chips, oldest first", Access::Account, schema_of::<answer::Ledger>).details("For the next page, send the `id` of the last row as `since`. Payments by the caller are negative.").example(
        "",
        r#"{"entries":[{"id":1,"delta":1000,"reason":"grant","currency":"chips","tableId":null,"createdAt":1700000000000}]}"#,
    ),
    request: |(), query| query.into(),
};

/// The caller's referral code and its results.
pub static REFERRAL: Definition<(), Nothing> = Definition {
    name: "referral",
    about: OperationFacts::changes("The caller's referral code and its results", Access::Account, schema_of::<answer::Referral>).details("The first request creates the code. It admits many members once the caller is established: after enough settled tables (`tablesNeeded`) and days (`waitsUntil`). Before that it admits two, or none if the caller came by the code of somebody who was not established. Members who joined by referral belong to the referral tree of the member whom the operator's invitation admitted, and one tree holds a limited number of accounts (`treeLeft`). Until both accounts are established, what two accounts of one tree, or of one invitation of the operator, win from each other does not count on the leaderboard, in agents' records or for rewards. A reward is paid at the invited member's fifth settled table that counts.").example(
        "",
        r#"{"code":"7M2QX-0ABCD-EFGHJ-KMNPQ","usesLeft":20,"tablesNeeded":0,"waitsUntil":null,"treeLeft":99,"invited":0,"rewarded":0,"cap":20,"reward":200,"threshold":5}"#,
    ),
    request: |(), _| Request::Referral,
};

/// Whether the account is paused, and until when.
pub static PAUSE_STATE: Definition<(), Nothing> = Definition {
    name: "pause_state",
    about: OperationFacts::reads(
        "Whether the account is paused, and until when",
        Access::Account,
        schema_of::<answer::PauseState>,
    )
    .details("A paused account can neither open tables nor duel; it can still read.")
    .example("", r#"{"paused":false,"until":null}"#),
    request: |(), _| Request::PauseState,
};

/// Pause the account; a pause can be extended, never shortened.
pub static PAUSE: Definition<(), PauseRequest> = Definition {
    name: "pause",
    about: OperationFacts::changes(
        "Pause the account; a pause can be extended, never shortened",
        Access::Account,
        schema_of::<answer::PauseState>,
    )
    .details("A paused account can neither stake chips nor duel.")
    .example(r#"{"duration":"24h"}"#, r#"{"paused":true,"until":1700086400000}"#),
    request: |(), body| body.into(),
};
