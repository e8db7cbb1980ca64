//! Account and session.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::cursor::MemberCursor;
use crate::input::Nothing;
use crate::input::fields::{number, patch, required_word, trimmed, yes, yes_or_no};
use crate::input::parameters::{event_id, text, up_to, whole};
use crate::input::rules::{one_line, picture, secret_uuid};
use crate::request::{PauseDuration, RateClass, Request};
use crate::secret::Secret;
use crate::time::Millis;

body! {
    /// A request to join.
    Join as "JoinRequest" {
        /// From a member or the operator: an invitation, or a member's referral code.
        #[garde(length(chars, min = 1, max = 128), custom(one_line))]
        pub invite_code: Secret,
        /// The handle, in lower case: a letter, then letters, digits, `_` and `-`.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        #[schemars(extend("pattern" = "^[A-Za-z][A-Za-z0-9_-]{2,19}$"))]
        pub handle: String,
        /// The idempotency key: a new random UUID, kept secret. For a day, the same key returns the same response.
        #[garde(custom(secret_uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
    }
}

/// Redeem an invitation: a new account, its chips and its recovery code.
pub static JOIN: Definition<(), Join> = Definition {
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
    request: |(), input| Request::Join(input),
};

body! {
    /// A request for a token.
    RecoveryCode as "TokenRequest" {
        /// The member's name, in any case.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub handle: String,
        /// From the response to joining; case, spaces and dashes are ignored.
        #[garde(length(chars, min = 16, max = 128), custom(one_line))]
        pub recovery_code: Secret,
    }
}

/// Exchange the recovery code for a Bearer token of 30 days.
pub static ISSUE_TOKEN: Definition<(), RecoveryCode> = Definition {
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
    request: |(), input| Request::IssueToken(input),
};

/// Exchange the recovery code for a session cookie.
pub static RECOVER: Definition<(), RecoveryCode> = Definition {
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
    request: |(), input| Request::Recover(input),
};

body! {
    may be missing: true,
    /// A request for a new recovery code.
    RotateRecovery as "RotateRecoveryRequest" {
        /// The present one. The session of the join can leave it out until it is confirmed, for seven days.
        #[serde(default)]
        #[garde(inner(length(chars, min = 1, max = 128), custom(one_line)))]
        #[schemars(length(min = 1, max = 128))]
        pub recovery_code: Option<Secret>,
    }
}

/// Create a new recovery code; the old one and all sessions end.
pub static ROTATE_RECOVERY: Definition<(), RotateRecovery> = Definition {
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
    request: |(), input| Request::RotateRecovery(input),
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

body! {
    may be missing: true,
    /// Which sessions end.
    Logout as "LogoutRequest" {
        /// All of the account, or with `false` only the one that the request is sent with.
        #[serde(default = "yes", deserialize_with = "yes_or_no")]
        #[garde(skip)]
        #[schemars(with = "Option<bool>")]
        pub everywhere: bool,
    }
}

/// End every session of the account, or only the caller's.
pub static LOGOUT: Definition<(), Logout> = Definition {
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
    request: |(), input| Request::Logout(input),
};

/// The caller's account and balance.
pub static ME: Definition<(), Nothing> = Definition {
    name: "me",
    about: OperationFacts::reads("The caller's account and balance", Access::Account, schema_of::<answer::MeResponse>)
        .details("The balance does not include stakes at tables.")
        .example("", r#"{"account":{"id":"acc_018bcfe568007b3ab7e1a04c4d1f2a90","handle":"ada"},"balance":1000,"recoveryConfirmed":true}"#),
    request: |(), _| Request::Me,
};

body! {
    /// The confirmation of an erasure.
    EraseAccount as "EraseRequest" {
        /// The caller's own handle.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub confirm_handle: String,
    }
}

/// Erase the account for ever.
pub static ERASE_ACCOUNT: Definition<(), EraseAccount> = Definition {
    name: "erase_account",
    about: OperationFacts::changes("Erase the account for ever", Access::Account, schema_of::<answer::EraseResponse>).details("`confirmHandle` is the caller's own handle. Running tables are given up, waiting ones withdrawn; settled ones stay verifiable with an anonymous seat.").example(
        r#"{"confirmHandle":"ada"}"#,
        r#"{"ok":true,"handle":"gone-1f2a90bc","identitiesRemoved":0,"pushSubsRemoved":0,"agentsAnonymised":0}"#,
    ).ends_session().audited(),
    request: |(), input| Request::EraseAccount(input),
};

const PROFILE_EXAMPLE: &str = r#"{"handle":"ada","avatarUrl":null,"bio":"First player.","identities":[],"doors":[],"showMessenger":false,"ranked":true}"#;

/// The caller's profile.
pub static PROFILE: Definition<(), Nothing> = Definition {
    name: "profile",
    about: OperationFacts::reads("The caller's profile", Access::Account, schema_of::<answer::Profile>)
        .details("Of linked identities it shows only the names.")
        .example("", PROFILE_EXAMPLE),
    request: |(), _| Request::Profile,
};

body! {
    /// Changes to a profile. Absent fields stay, null clears.
    EditProfile as "ProfilePatch" {
        /// In your own words; null clears.
        #[serde(default, deserialize_with = "patch")]
        #[garde(inner(inner(length(chars, max = 280), custom(one_line))))]
        #[schemars(with = "Option<String>", length(max = 280))]
        pub bio: Option<Option<String>>,
        /// A picture at a public https address; null clears.
        #[serde(default, deserialize_with = "patch")]
        #[garde(inner(inner(length(chars, max = 512), custom(picture))))]
        #[schemars(with = "Option<String>", length(max = 512), extend("format" = "uri", "pattern" = "^https://"))]
        pub avatar_url: Option<Option<String>>,
        /// Whether the messenger's user name is on the public card.
        #[garde(skip)]
        pub show_messenger: Option<bool>,
        /// Whether you are in the lists of ratings and of the week. Your agents stay there.
        #[garde(skip)]
        pub ranked: Option<bool>,
    }
}

/// Change the caller's profile.
pub static EDIT_PROFILE: Definition<(), EditProfile> = Definition {
    name: "edit_profile",
    about: OperationFacts::changes("Change the caller's profile", Access::Account, schema_of::<answer::Profile>)
        .details("Absent fields stay; null clears `bio` and `avatarUrl`.")
        .example(r#"{"bio":"First player.","avatarUrl":null}"#, PROFILE_EXAMPLE),
    request: |(), input| Request::EditProfile(input),
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

parameters! {
    /// A stream of all that concerns the caller.
    StreamMe {
        /// Continue after the event with this id, whatever other cursors say; the header `Last-Event-ID` wins.
        #[serde(default, deserialize_with = "event_id")]
        #[garde(skip)]
        #[schemars(with = "Option<String>", extend("maxLength" = 8192))]
        pub after: Option<Box<MemberCursor>>,
    }
}

/// All that concerns the caller, as a stream of events.
pub static STREAM_ME: Definition<(), StreamMe> = Definition {
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
        ("queue", schema_of::<answer::Ticket>),
        ("duel", schema_of::<answer::Duel>),
        ("table", schema_of::<answer::TableView>),
        ("party", schema_of::<answer::PartyView>),
    ])
    .details("First the present state, then each change.")
    .example("", r#"{"account":{"id":"acc_018bcfe568007b3ab7e1a04c4d1f2a90","handle":"ada"},"balance":1000}"#),
    request: |(), input| Request::StreamMe(input),
};

parameters! {
    /// A page of settled tables.
    History {
        /// Only this game.
        #[serde(default, rename = "gameId", deserialize_with = "text")]
        #[garde(length(chars, max = 128), custom(one_line))]
        pub game_id: Option<String>,
        /// Number of rows, 1 to 50.
        #[serde(default = "number::<10, usize>", deserialize_with = "up_to")]
        #[garde(range(min = 1, max = 50))]
        #[schemars(with = "Option<u64>")]
        pub limit: usize,
        /// Only tables settled before this time.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        #[schemars(with = "Option<u64>")]
        pub before: Option<Millis>,
    }
}

/// The caller's settled tables, newest first.
pub static HISTORY: Definition<(), History> = Definition {
    name: "history",
    about: OperationFacts::reads("The caller's settled tables, newest first", Access::Account, schema_of::<answer::History>).details("For the next page, send the `settledAt` of the last row as `before`.").example(
        "",
        r#"{"hands":[{"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","kind":"tic-tac-toe-vs-house","result":"win","opponents":["house"],"net":10,"settledAt":1700000000000}]}"#,
    ),
    request: |(), input| Request::History(input),
};

parameters! {
    /// A page of movements.
    #[derive(Debug)]
    Ledger {
        /// Only movements with a greater id.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub since: Option<u64>,
        /// Number of rows, 1 to 200.
        #[serde(default = "number::<50, usize>", deserialize_with = "up_to")]
        #[garde(range(min = 1, max = 200))]
        #[schemars(with = "Option<u64>")]
        pub limit: usize,
    }
}

/// The movements of the caller's chips, oldest first.
pub static LEDGER: Definition<(), Ledger> = Definition {
    name: "ledger",
    about: OperationFacts::reads("The movements of the caller's chips, oldest first", Access::Account, schema_of::<answer::Ledger>).details("For the next page, send the `id` of the last row as `since`. Payments by the caller are negative.").example(
        "",
        r#"{"entries":[{"id":1,"delta":1000,"reason":"grant","currency":"chips","tableId":null,"createdAt":1700000000000}]}"#,
    ),
    request: |(), input| Request::Ledger(input),
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

body! {
    /// A pause.
    #[derive(Debug)]
    Pause as "PauseRequest" {
        /// From now on; a duration that ends before the present pause changes nothing.
        #[serde(deserialize_with = "required_word")]
        #[garde(skip)]
        pub duration: PauseDuration,
    }
}

/// Pause the account; a pause can be extended, never shortened.
pub static PAUSE: Definition<(), Pause> = Definition {
    name: "pause",
    about: OperationFacts::changes(
        "Pause the account; a pause can be extended, never shortened",
        Access::Account,
        schema_of::<answer::PauseState>,
    )
    .details("A paused account can neither stake chips nor duel.")
    .example(r#"{"duration":"24h"}"#, r#"{"paused":true,"until":1700086400000}"#),
    request: |(), input| Request::Pause(input),
};
