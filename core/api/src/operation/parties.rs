//! Parties.

use super::tables::{MUTED, PostMessage};
use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::cursor::PartyCursor;
use crate::game_schemas::TableKind;
use crate::ids::PartyId;
use crate::input::Nothing;
use crate::input::fields::{integer, integer_or, number, required_word};
use crate::input::parameters::{event_id, seconds, whole};
use crate::input::rules::{long_poll, table_kind};
use crate::request::{PartyVisibility, Request};
use crate::words::Category;

const NO_PARTY: Case = Case::Plain(Category::Missing, "there is no such party for the caller");
const NOT_OWNER: Case = Case::Plain(Category::Forbidden, "the caller is not the owner");

const CLOSED: Case = Case::Plain(Category::Forbidden, "the party is closed to new members");

const PARTY_EXAMPLE: &str = r#"{"id":"pty_018bcfe568007b3ab7e1a04c4d1f2a90","owner":"ada","members":["ada"],"currentTableId":null,"tables":[],"visibility":"unlisted","isOwner":true,"messages":[],"msgsAt":0,"standing":{"rows":[{"name":"ada","net":0,"wins":0,"played":0}],"tablesTogether":0,"reigns":[]}}"#;

/// Create a party.
pub static CREATE_PARTY: Definition<(), Nothing> = Definition {
    name: "create_party",
    about: OperationFacts::creates("Create a party", Access::Account, schema_of::<answer::PartyCreated>)
        .details("The caller is its owner and its first member.")
        .cases(&[Case::Code(Code::PartyQuota)])
        .example("", r#"{"partyId":"pty_018bcfe568007b3ab7e1a04c4d1f2a90"}"#),
    request: |(), _| Request::CreateParty,
};

/// Join a party by its id; it has 100 members at most.
pub static JOIN_PARTY: Definition<PartyId, Nothing> = Definition {
    name: "join_party",
    about: OperationFacts::changes(
        "Join a party by its id; it has 100 members at most",
        Access::Account,
        schema_of::<answer::Okay>,
    )
    .details("A caller who is already a member gets the same response.")
    .cases(&[CLOSED, Case::Plain(Category::Forbidden, "the party is full"), NO_PARTY])
    .example("", r#"{"ok":true}"#),
    request: |party, _| Request::JoinParty(party),
};

/// Leave a party.
pub static LEAVE_PARTY: Definition<PartyId, Nothing> = Definition {
    name: "leave_party",
    about: OperationFacts::changes("Leave a party", Access::Account, schema_of::<answer::Okay>)
        .details(
            "When the owner leaves, the oldest other member becomes the owner; without members the party ends. Tables stay \
             as they are: the caller plays on where they sit. Messages stay. A caller who is not a member gets the same \
             response.",
        )
        .cases(&[Case::Plain(Category::Missing, "there is no such party")])
        .example("", r#"{"ok":true}"#),
    request: |party, _| Request::LeaveParty(party),
};

/// Whose party a link leads to.
pub static PARTY_INVITATION: Definition<PartyId, Nothing> = Definition {
    name: "party_invitation",
    about: OperationFacts::reads("Whose party a link leads to", Access::Account, schema_of::<answer::PartyInvitation>)
        .details("For a caller who has the id and is not a member yet. Members get it too.")
        .cases(&[CLOSED, Case::Plain(Category::Missing, "there is no such party")])
        .example("", r#"{"id":"pty_018bcfe568007b3ab7e1a04c4d1f2a90","owner":"ada","members":1}"#),
    request: |party, _| Request::PartyInvitation(party),
};

body! {
    /// Who may join a party.
    #[derive(Debug)]
    SetPartyVisibility as "PartyVisibilityRequest" {
        /// Who may join from now on.
        #[serde(deserialize_with = "required_word")]
        #[garde(skip)]
        pub visibility: PartyVisibility,
    }
}

/// Open or close the party to new members.
pub static SET_PARTY_VISIBILITY: Definition<PartyId, SetPartyVisibility> = Definition {
    name: "set_party_visibility",
    about: OperationFacts::changes(
        "Open or close the party to new members",
        Access::Account,
        schema_of::<answer::Okay>,
    )
    .details("For its owner. A `private` party takes no new members, even with its id.")
    .cases(&[NOT_OWNER, NO_PARTY])
    .example(r#"{"visibility":"private"}"#, r#"{"ok":true}"#),
    request: Request::SetPartyVisibility,
};

body! {
    /// A table for a party.
    CreatePartyTable as "PartyTableRequest" {
        /// A kind that can be left open to members.
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// Chips; kinds with a fixed buy-in ignore it.
        #[serde(default = "number::<10, i64>", deserialize_with = "integer_or::<10, _, _>")]
        #[garde(range(min = 1, max = 1_000_000))]
        #[schemars(with = "Option<i64>")]
        pub stake: i64,
        /// Seats, for multi-seat kinds; clamped to the game's range.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 2, max = 6))]
        pub seats: Option<u8>,
    }
}

/// Open a table for the party; the buy-in is taken.
pub static CREATE_PARTY_TABLE: Definition<PartyId, CreatePartyTable> = Definition {
    name: "create_party_table",
    about: OperationFacts::creates(
        "Open a table for the party; the buy-in is taken",
        Access::Account,
        schema_of::<answer::Created>,
    )
    .details(
        "It is unlisted and waits for members to join; the party shows it as `currentTableId` and in `tables`, and its chat \
         announces it.",
    )
    .cases(&[
        Case::Code(Code::InsufficientChips),
        Case::Plain(Category::Forbidden, "the account is paused"),
        NO_PARTY,
        Case::Code(Code::ActiveTableQuota),
    ])
    .example(r#"{"kind":"tic-tac-toe-vs-house","stake":10}"#, r#"{"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90"}"#),
    request: Request::CreatePartyTable,
};

parameters! {
    /// A read of a party.
    #[derive(Debug)]
    ReadParty {
        /// Seconds to wait for an event; decimals are allowed.
        #[serde(default, rename = "wait", deserialize_with = "seconds")]
        #[garde(custom(long_poll))]
        #[schemars(with = "Option<f64>", range(min = 0, max = 50), extend("default" = null))]
        pub wait_ms: u64,
        /// The caller has the messages up to this cursor.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub msgs_since: Option<u64>,
    }
}

/// A party as its members see it; can long-poll.
pub static READ_PARTY: Definition<PartyId, ReadParty> = Definition {
    name: "read_party",
    about: OperationFacts::reads(
        "A party as its members see it; can long-poll",
        Access::Account,
        schema_of::<answer::PartyView>,
    )
    .details("With `wait` the response is sent as soon as there is a message after `msgs_since` or a new table.")
    .cases(&[NO_PARTY])
    .example("", PARTY_EXAMPLE),
    request: Request::ReadParty,
};

parameters! {
    /// A stream of a party.
    #[derive(Debug)]
    StreamParty {
        /// Continue after the event with this id, whatever other cursors say; the header `Last-Event-ID` wins.
        #[serde(default, deserialize_with = "event_id")]
        #[garde(skip)]
        #[schemars(with = "Option<String>", extend("maxLength" = 64))]
        pub after: Option<PartyCursor>,
        /// The caller has the messages up to this cursor.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub msgs_since: Option<u64>,
    }
}

/// A party's changes as a stream of events.
pub static STREAM_PARTY: Definition<PartyId, StreamParty> = Definition {
    name: "stream_party",
    about: OperationFacts::reads(
        "A party's changes as a stream of events",
        Access::Account,
        schema_of::<answer::PartyView>,
    )
    .streams(&[("party", schema_of::<answer::PartyView>)])
    .details("As a table's stream.")
    .cases(&[NO_PARTY])
    .example("", PARTY_EXAMPLE),
    request: Request::StreamParty,
};

/// Post a message to the party; its last 200 messages are kept.
pub static POST_PARTY_MESSAGE: Definition<PartyId, PostMessage> = Definition {
    name: "post_party_message",
    about: OperationFacts::changes("Post a message to the party; its last 200 messages are kept", Access::Account, schema_of::<answer::Posted>).details("The message ends pending long-polls of the party.").cases(&[NO_PARTY, MUTED]).example(
        r#"{"body":"Another round?"}"#,
        r#"{"ok":true,"message":{"id":1,"seat":0,"name":"ada","modality":"text","body":"Another round?","at":1700000000000}}"#,
    ),
    request: Request::PostPartyMessage,
};
