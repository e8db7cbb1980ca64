//! The shapes of queries and bodies (API document, 2 and 4), each rule stated once: serde reads it, garde checks it,
//! schemars prints it.

use super::json::{integer, patch, required_word, trimmed, trimmed_or_none, word};
use super::query::{seconds, text, up_to, whole, whole_or_null};
use super::text::{fault_of_line, fault_of_picture};
use garde::Validate;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;
use turnstone_core::games::SHIPPED;
use turnstone_core::request::{Pace, PartyVisibility, PauseDuration, Visibility};

macro_rules! body {
    ($(#[$meta:meta])* $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Deserialize, JsonSchema, Validate)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct $name { $($body)* }
    };
}

macro_rules! query {
    ($(#[$meta:meta])* $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Deserialize, JsonSchema, Validate)]
        pub(crate) struct $name { $($body)* }
    };
}

body! {
    /// What a new member sends.
    JoinRequest {
        #[garde(length(chars, min = 1, max = 128), custom(one_line))]
        pub invite_code: String,
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub handle: String,
        #[garde(custom(uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
    }
}

body! {
    /// What a member sends for a token.
    TokenRequest {
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub handle: String,
        #[garde(length(chars, min = 16, max = 128), custom(one_line))]
        pub recovery_code: String,
    }
}

body! {
    /// What a member sends for a new recovery code.
    RotateRecoveryRequest {
        #[garde(length(chars, min = 1, max = 128), custom(one_line))]
        pub recovery_code: String,
    }
}

body! {
    /// The confirmation of an erasure.
    EraseRequest {
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub confirm_handle: String,
    }
}

body! {
    /// Changes to a profile. What is absent stays, null clears.
    ProfilePatch {
        #[serde(default, deserialize_with = "patch")]
        #[garde(inner(inner(length(chars, max = 280), custom(one_line))))]
        #[schemars(with = "Option<String>", length(max = 280))]
        pub bio: Option<Option<String>>,
        #[serde(default, deserialize_with = "patch")]
        #[garde(inner(inner(length(chars, max = 512), custom(picture))))]
        #[schemars(with = "Option<String>", length(max = 512), extend("format" = "uri", "pattern" = "^https://"))]
        pub avatar_url: Option<Option<String>>,
        #[garde(skip)]
        pub show_messenger: Option<bool>,
    }
}

body! {
    /// How long to pause.
    PauseRequest {
        #[serde(deserialize_with = "required_word")]
        #[garde(skip)]
        pub duration: PauseDuration,
    }
}

body! {
    /// A guest's practice table.
    GuestPracticeRequest {
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        #[garde(custom(uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
    }
}

body! {
    /// A new table.
    CreateTableRequest {
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// Listed, joinable by link, or for the invited alone.
        #[serde(default, deserialize_with = "word")]
        #[garde(skip)]
        #[schemars(extend("default" = "public"))]
        pub visibility: Option<Visibility>,
        /// Leave every other seat to members.
        #[garde(skip)]
        #[schemars(extend("default" = false))]
        pub open: Option<bool>,
        /// Seats, for multi-seat kinds; clamped to the game's range.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 2, max = 6))]
        pub seats: Option<u8>,
        /// In one sitting, or 48 hours a turn.
        #[serde(default, deserialize_with = "word")]
        #[garde(skip)]
        #[schemars(extend("default" = "live"))]
        pub pace: Option<Pace>,
        /// The handle the open seat is kept for; makes the table private.
        #[serde(default, deserialize_with = "trimmed_or_none")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub invited: Option<String>,
        /// Chips; kinds with a fixed buy-in ignore it.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 1_000_000))]
        #[schemars(extend("default" = 10))]
        pub stake: Option<i64>,
        /// The idempotency key.
        #[garde(length(chars, min = 8, max = 64), custom(one_line))]
        pub client_ref: Option<String>,
        /// The deprecated name of `stake`, which wins when both are sent.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 1_000_000))]
        #[schemars(extend("deprecated" = true, "default" = 10))]
        pub amount: Option<i64>,
        /// Play the deal of the day.
        #[garde(skip)]
        #[schemars(extend("default" = false))]
        pub daily: Option<bool>,
        /// Play for nothing against the house.
        #[garde(skip)]
        #[schemars(extend("default" = false))]
        pub practice: Option<bool>,
    }
}

body! {
    /// A move.
    ActionRequest {
        /// One element of `state.legalActions`, as it stands there.
        #[garde(custom(not_null))]
        #[schemars(with = "Value")]
        pub action: Value,
        /// The `plies` that the move was decided on; a seat's credential must send it.
        #[serde(default, deserialize_with = "integer")]
        #[garde(skip)]
        pub expected_plies: Option<u64>,
        /// Also answer with the table and its events after this cursor.
        #[serde(default, deserialize_with = "integer")]
        #[garde(skip)]
        pub events_since: Option<u64>,
    }
}

body! {
    /// A chat message of a table.
    PostMessageRequest {
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 1, max = 500), custom(one_line))]
        pub body: String,
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_id: Option<String>,
    }
}

body! {
    /// A credential for one's own seat, for somebody else to play it.
    IssueSeatGrantRequest {
        #[garde(custom(uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 60, max = 7200))]
        #[schemars(extend("default" = 1800))]
        pub expires_in_seconds: Option<u64>,
    }
}

body! {
    /// A claim of a seat.
    ClaimSeatGrantRequest {
        #[garde(length(chars, min = 8, max = 256), custom(one_line))]
        pub claim_token: String,
        #[garde(custom(uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
    }
}

body! {
    /// Who may join a party.
    PartyVisibilityRequest {
        #[serde(deserialize_with = "required_word")]
        #[garde(skip)]
        pub visibility: PartyVisibility,
    }
}

body! {
    /// A table for a party.
    PartyTableRequest {
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 1_000_000))]
        #[schemars(extend("default" = 10))]
        pub stake: Option<i64>,
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 2, max = 6))]
        pub seats: Option<u8>,
    }
}

query! {
    /// Which settled tables.
    #[expect(non_snake_case, reason = "the query's own spelling")]
    HistoryQuery {
        #[serde(default, deserialize_with = "text")]
        #[garde(length(chars, max = 128), custom(one_line))]
        pub gameId: Option<String>,
        #[serde(default, deserialize_with = "up_to")]
        #[garde(range(min = 1, max = 50))]
        #[schemars(extend("default" = 10))]
        pub limit: Option<u64>,
        /// Only tables settled before this time.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub before: Option<u64>,
    }
}

query! {
    /// Which movements.
    LedgerQuery {
        /// Only movements with a greater id.
        #[serde(default, deserialize_with = "whole_or_null")]
        #[garde(skip)]
        pub since: Option<u64>,
        #[serde(default, deserialize_with = "up_to")]
        #[garde(range(min = 1, max = 200))]
        #[schemars(extend("default" = 50))]
        pub limit: Option<u64>,
    }
}

query! {
    /// How to read a table.
    TableQuery {
        /// Seconds to wait for news; decimals are allowed.
        #[serde(default, deserialize_with = "seconds")]
        #[garde(custom(long_poll))]
        #[schemars(with = "Option<f64>", range(min = 0, max = 50))]
        pub wait: Option<u64>,
        /// The caller has the events up to this cursor.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub events_since: Option<u64>,
        /// Also send the messages after this cursor; not with a seat's credential.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub msgs_since: Option<u64>,
    }
}

query! {
    /// Which open tables.
    #[expect(non_snake_case, reason = "the query's own spelling")]
    OpenTablesQuery {
        #[serde(default, deserialize_with = "text")]
        #[garde(length(chars, max = 128), custom(one_line))]
        pub gameId: Option<String>,
    }
}

query! {
    /// Which messages.
    MessagesQuery {
        /// Only messages after this cursor.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub since: Option<u64>,
    }
}

query! {
    /// How much of the leaderboard.
    LeaderboardQuery {
        /// The first so many; 100 at most.
        #[serde(default, deserialize_with = "whole")]
        #[garde(range(min = 1))]
        #[schemars(extend("default" = 20))]
        pub limit: Option<u64>,
    }
}

query! {
    /// How to read a party.
    PartyQuery {
        /// Seconds to wait for news; decimals are allowed.
        #[serde(default, deserialize_with = "seconds")]
        #[garde(custom(long_poll))]
        #[schemars(with = "Option<f64>", range(min = 0, max = 50))]
        pub wait: Option<u64>,
        /// The caller has the messages up to this cursor.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub msgs_since: Option<u64>,
    }
}

/// A text that may be absent.
trait Text {
    fn text(&self) -> Option<&str>;
}

impl Text for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl<T: Text> Text for Option<T> {
    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(Text::text)
    }
}

fn check(holds: bool, rule: &'static str) -> garde::Result {
    fault((!holds).then_some(rule))
}

fn fault(rule: Option<&'static str>) -> garde::Result {
    rule.map_or(Ok(()), |rule| Err(garde::Error::new(rule)))
}

fn one_line(value: &impl Text, (): &()) -> garde::Result {
    fault(value.text().and_then(fault_of_line))
}

fn picture(value: &impl Text, (): &()) -> garde::Result {
    fault(value.text().and_then(fault_of_picture))
}

#[expect(clippy::ptr_arg, reason = "the signature that garde asks for")]
fn uuid(value: &String, (): &()) -> garde::Result {
    let hyphens = [8, 13, 18, 23];
    let is_uuid = value.len() == 36
        && value.bytes().enumerate().all(
            |(at, byte)| {
                if hyphens.contains(&at) { byte == b'-' } else { byte.is_ascii_hexdigit() }
            },
        );
    check(is_uuid, "must be a UUID")
}

#[expect(clippy::ptr_arg, reason = "the signature that garde asks for")]
fn table_kind(value: &String, (): &()) -> garde::Result {
    check(SHIPPED.kind(value).is_some(), "must be one of the table kinds")
}

fn not_null(value: &Value, (): &()) -> garde::Result {
    check(!value.is_null(), "must be an object")
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that garde asks for")]
fn long_poll(value: &Option<u64>, (): &()) -> garde::Result {
    check(value.is_none_or(|ms| ms <= 50_000), "greater than 50 seconds")
}

/// The table kinds, for the document: they are those of the games.
struct TableKind;

impl JsonSchema for TableKind {
    fn schema_name() -> Cow<'static, str> {
        "TableKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let kinds: Vec<&str> = SHIPPED.kinds().map(|(_, kind)| kind.kind).collect();
        json_schema!({ "type": "string", "enum": kinds, "description": "A table kind." })
    }
}
