//! Friendly tables: games with people who have no account. Rematches.

use super::tables::{NO_TABLE, level_of};
use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::ids::TableId;
use crate::input::fields::{guest_name, integer};
use crate::input::rules::{self, one_line, secret_uuid, uuid};
use crate::request::Request;
use crate::words::Category;
use turnstone_games::Level;

body! {
    /// What a guest brings to a friendly table.
    GuestSeat as "GuestSeatRequest" {
        /// The idempotency key: a new random UUID, kept secret. The same request gives the same seat again.
        #[garde(custom(secret_uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
        /// Your name at the table: letters, digits, single spaces, `-` and `'`.
        #[serde(default, deserialize_with = "guest_name")]
        #[garde(custom(rules::guest_name))]
        #[schemars(extend("minLength" = 1, "maxLength" = 20))]
        pub name: Option<String>,
        /// Your part in the computation of the seed, at best 16 random bytes in hex.
        #[serde(default)]
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_seed: Option<String>,
    }
}

/// Take a seat at a friendly table without an account.
pub static GUEST_SEAT: Definition<TableId, GuestSeat> = Definition {
    name: "guest_seat",
    about: OperationFacts::creates(
        "Take a seat at a friendly table without an account",
        Access::Open,
        schema_of::<answer::GuestSeatResponse>,
    )
    .details(
        "The next open seat of a waiting friendly table, which is a practice table that was created with `open`. Credentials \
         are ignored: members take a seat by joining. The token is for this one seat. The game begins when the last seat is \
         taken: then `started` is true.",
    )
    .cases(&[
        NO_TABLE,
        Case::Code(Code::NotJoinable),
        Case::Code(Code::InFlight),
        Case::Code(Code::IdempotencyConflict),
    ])
    .example(
        r#"{"clientRef":"<a new UUID>","name":"Bob"}"#,
        r#"{"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","seat":1,"accessToken":"tsn1.payload.mac","tokenType":"Bearer","expiresAt":1700086400000,"started":true,"broughtRef":"<your clientRef>"}"#,
    )
    .signs_in(),
    request: Request::GuestSeat,
};

body! {
    may be missing: true,
    /// How the house fills a friendly table.
    #[derive(Debug)]
    FillTable as "FillTableRequest" {
        /// How well the house plays, from 1 for a beginner to 5 for its best; by default as the table was created.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 5))]
        pub level: Option<u8>,
    }
}

impl FillTable {
    /// How well the house plays, if the request says it; none inside for its best.
    pub fn level(&self) -> Option<Option<Level>> {
        self.level.map(|number| level_of(Some(number)))
    }
}

/// Give the open seats of a friendly table to the house.
pub static FILL_TABLE: Definition<TableId, FillTable> = Definition {
    name: "fill_table",
    about: OperationFacts::changes(
        "Give the open seats of a friendly table to the house",
        Access::AccountOrGuest,
        schema_of::<answer::Okay>,
    )
    .details("By the player who made the table, while it waits: the game begins at once.")
    .cases(&[
        NO_TABLE,
        Case::Plain(Category::Forbidden, "another player made the table"),
        Case::Code(Code::NotJoinable),
    ])
    .example(r#"{"level":3}"#, r#"{"ok":true}"#),
    request: Request::FillTable,
};

body! {
    /// What a player brings to a rematch.
    Rematch as "RematchRequest" {
        /// A new random UUID.
        #[garde(custom(uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
        /// Your part in the computation of the seed.
        #[serde(default)]
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_seed: Option<String>,
    }
}

/// Play once more with the people of a settled table.
pub static REMATCH: Definition<TableId, Rematch> = Definition {
    name: "rematch",
    about: OperationFacts::creates(
        "Play once more with the same people",
        Access::AccountOrGuest,
        schema_of::<answer::RematchResponse>,
    )
    .details(
        "For ten minutes after the end of a game. The first call makes the same table once more, everybody a seat further, and \
         seats its caller. The others sit down by the same call; it is in a member's invitations. Repeated calls give the same \
         seat.",
    )
    .cases(&[
        NO_TABLE,
        Case::Plain(Category::Forbidden, "the caller did not play at the table"),
        Case::Code(Code::ActionRejected),
        Case::Code(Code::NotJoinable),
        Case::Code(Code::InsufficientChips),
        Case::Code(Code::PracticeQuota),
        Case::Code(Code::ActiveTableQuota),
    ])
    .example(
        r#"{"clientRef":"<a new UUID>"}"#,
        r#"{"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","seat":1,"started":false,"broughtRef":"<your clientRef>"}"#,
    )
    .signs_in(),
    request: Request::Rematch,
};
