//! Quick match: a member waits for opponents of a similar rating, and gets a table as soon as there are enough.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::game_schemas::TableKind;
use crate::ids::TicketId;
use crate::input::Nothing;
use crate::input::fields::{integer, word_or_default};
use crate::input::parameters::seconds;
use crate::input::rules::{long_poll, one_line, table_kind, uuid};
use crate::request::Request;
use crate::words::Category;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const NO_TICKET: Case = Case::Plain(Category::Missing, "the caller has no such ticket");

/// With whom a member wants to play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Opponents {
    /// People only.
    #[default]
    People,
    /// People and accounts that programs play.
    Any,
}

/// What happens when no opponent comes for a while.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fallback {
    /// The ticket goes on waiting.
    #[default]
    None,
    /// A practice table against the house.
    House,
}

body! {
    /// A ticket for the queue.
    #[derive(Debug)]
    JoinQueue as "QueueRequest" {
        /// The table kind: one with `openEligible`.
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// The buy-in or bet in chips; 0 for a free table. Kinds with a `fixedBuyIn` take that in place of any other number.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 0, max = 1_000_000))]
        #[schemars(extend("default" = 0))]
        pub stake: Option<i64>,
        /// Seats, for multi-seat kinds; clamped to the game's range.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 2, max = 6))]
        pub seats: Option<u8>,
        /// Whether the table changes ratings, as far as its players allow; true by default.
        #[garde(skip)]
        #[schemars(extend("default" = true))]
        pub rated: Option<bool>,
        /// With whom to play.
        #[serde(default, deserialize_with = "word_or_default")]
        #[garde(skip)]
        #[schemars(with = "Option<Opponents>")]
        pub opponents: Opponents,
        /// What happens when no opponent comes for a while; `house` only without a stake.
        #[serde(default, deserialize_with = "word_or_default")]
        #[garde(skip)]
        #[schemars(with = "Option<Fallback>")]
        pub fallback: Fallback,
        /// The idempotency key: a new UUID for each ticket.
        #[garde(custom(uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
        /// Your part in the computation of the seed, at best 16 random bytes in hex.
        #[serde(default)]
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_seed: Option<String>,
    }
}

const WAITING_EXAMPLE: &str = r#"{"ticketId":"tk_018bcfe568007b3ab7e1a04c4d1f2a90","kind":"connect-four-vs-house","stake":0,"seats":2,"rated":true,"opponents":"people","fallback":"none","createdAt":1700000000000,"state":"waiting","tableId":null,"reason":null,"broughtRef":"<a new UUID>"}"#;
const MATCHED_EXAMPLE: &str = r#"{"ticketId":"tk_018bcfe568007b3ab7e1a04c4d1f2a90","kind":"connect-four-vs-house","stake":0,"seats":2,"rated":true,"opponents":"people","fallback":"none","createdAt":1700000000000,"state":"matched","tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a91","reason":null,"broughtRef":"<a new UUID>"}"#;

/// Wait for opponents of a similar rating.
pub static JOIN_QUEUE: Definition<(), JoinQueue> = Definition {
    name: "join_queue",
    about: OperationFacts::creates("Wait for opponents of a similar rating", Access::Account, schema_of::<answer::Ticket>)
        .details(
            "As soon as enough members wait for the same kind, stake, seats and rating, their table starts, and only then are \
             chips taken. A member has one ticket for a kind: the same fields give the first one again, others replace it. A \
             ticket ends when its owner neither long-polls it nor asks for it for a while.",
        )
        .cases(&[
            Case::Code(Code::InsufficientChips),
            Case::Plain(Category::Forbidden, "the account is paused, and the ticket has a stake"),
            Case::Code(Code::InFlight),
            Case::Code(Code::IdempotencyConflict),
            Case::Code(Code::ActiveTableQuota),
            NO_TICKET,
        ])
        .example(
            r#"{"kind":"connect-four-vs-house","clientRef":"<a new UUID>"}"#,
            WAITING_EXAMPLE,
        ),
    request: |(), input| Request::JoinQueue(input),
};

parameters! {
    /// A read of a ticket.
    #[derive(Copy, Debug)]
    ReadTicket {
        /// Seconds to wait until the ticket is matched or ends; decimals are allowed.
        #[serde(default, rename = "wait", deserialize_with = "seconds")]
        #[garde(custom(long_poll))]
        #[schemars(with = "Option<f64>", range(min = 0, max = 50), extend("default" = null))]
        pub wait_ms: u64,
    }
}

/// A ticket of the caller; can long-poll.
pub static READ_TICKET: Definition<TicketId, ReadTicket> = Definition {
    name: "read_ticket",
    // It keeps the ticket, so the node that pairs has to answer.
    about: OperationFacts::changes(
        "A ticket of the caller; can long-poll",
        Access::Account,
        schema_of::<answer::Ticket>,
    )
    .details(
        "Each request keeps the ticket for a while. With `wait` the response is sent when the ticket is matched or \
             ends. A ticket can be read for an hour after that.",
    )
    .cases(&[NO_TICKET])
    .example("", MATCHED_EXAMPLE),
    request: Request::ReadTicket,
};

/// End a ticket.
pub static LEAVE_QUEUE: Definition<TicketId, Nothing> = Definition {
    name: "leave_queue",
    about: OperationFacts::changes("End a ticket", Access::Account, schema_of::<answer::Okay>)
        .details("It can be repeated. A ticket that is matched cannot end: give the table up.")
        .cases(&[NO_TICKET, Case::Code(Code::ActionRejected)])
        .example("", r#"{"ok":true}"#),
    request: |ticket, _| Request::LeaveQueue(ticket),
};

/// What members wait for.
pub static LIST_QUEUE: Definition<(), Nothing> = Definition {
    name: "list_queue",
    about: OperationFacts::reads("What members wait for", Access::Public, schema_of::<answer::QueueLengths>)
        .details("Only numbers: the list names no member.")
        .example("", r#"{"kinds":[{"kind":"connect-four-vs-house","stake":0,"seats":2,"rated":true,"waiting":1}]}"#),
    request: |(), _| Request::ListQueue,
};
