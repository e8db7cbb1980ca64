//! Tables: creating, reading and playing them.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::cursor::TableCursor;
use crate::game_schemas::{AnyAction, TableKind};
use crate::ids::TableId;
use crate::input::Nothing;
use crate::input::fields::{guest_name, integer, or_default, trimmed, trimmed_or_none, word_or_default};
use crate::input::parameters::{event_id, seat_or_spectator, seconds, text, whole};
use crate::input::rules::{self, long_poll, object, one_line, secret_uuid, table_kind};
use crate::request::{Pace, RateClass, ReplaySide, Request, Visibility};
use crate::words::Category;
use serde::Deserializer;
use serde_json::Value;
use turnstone_games::Level;

pub(super) const NO_TABLE: Case = Case::Plain(Category::Missing, "there is no such table for the caller");
const PAUSED: Case = Case::Plain(Category::Forbidden, "the account is paused");
pub(super) const MUTED: Case = Case::Plain(Category::Forbidden, "the operator has muted the caller");
const RUNNING: Case = Case::Plain(Category::Conflict, "the table is still running");

const TOO_LONG: Case = Case::Plain(Category::Conflict, "the match is too long to be shown step by step");

const VIEW_EXAMPLE: &str = r#"{"id":"t_018bcfe568007b3ab7e1a04c4d1f2a90","kind":"tic-tac-toe-vs-house","gameId":"tic-tac-toe","status":"playing","mySeat":0,"stake":10,"seats":[{"seat":0,"name":"ada","avatarUrl":null,"rating":null},{"seat":1,"name":"house","avatarUrl":null,"rating":1702}],"visibility":"public","seatsTotal":2,"invitedHandle":null,"pace":"live","state":{"view":{"game":"tic-tac-toe","phase":"play","toAct":[0],"seats":[{"seat":0,"status":"in","mark":"O"},{"seat":1,"status":"in","mark":"X"}],"start":1,"board":[1,0,1,1,1,0,0,null,null],"lastCell":4,"line":null},"yourTurn":true,"legalActions":[{"type":"mark","cell":7},{"type":"mark","cell":8}],"plies":7,"terminal":false,"eventsAt":16,"turnDeadlineAt":1700000060000},"seed":null,"seedCommit":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","practice":false,"rated":true,"archived":false}"#;
const MESSAGE_EXAMPLE: &str =
    r#"{"ok":true,"message":{"id":1,"seat":0,"name":"ada","modality":"text","body":"Good luck!","at":1700000000000}}"#;

body! {
    /// A guest's practice table.
    #[derive(Default)]
    Practice as "GuestPracticeRequest" {
        /// Any kind; with `open` one that members can join.
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// Leave every other seat to people whom you send the id, with an account or without: a friendly table.
        #[serde(default, deserialize_with = "or_default")]
        #[garde(skip)]
        #[schemars(with = "Option<bool>")]
        pub open: bool,
        /// Seats, for multi-seat kinds; clamped to the game's range.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 2, max = 6))]
        pub seats: Option<u8>,
        /// Your name at a friendly table: letters, digits, single spaces, `-` and `'`.
        #[serde(default, deserialize_with = "guest_name")]
        #[garde(custom(rules::guest_name))]
        #[schemars(extend("minLength" = 1, "maxLength" = 20))]
        pub name: Option<String>,
        /// The idempotency key: a new random UUID for each table, kept secret.
        #[garde(custom(secret_uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
        /// How well the house plays, from 1 for a beginner to 5 for its best; `/rules.json` has the strength of each level.
        /// At a friendly table: if it fills seats.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 5))]
        #[schemars(extend("default" = 5))]
        pub level: Option<u8>,
        /// Your part in the computation of the seed, at best 16 random bytes in hex.
        #[serde(default)]
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_seed: Option<String>,
    }
}

impl Practice {
    /// How well the house plays, if not at its best.
    pub fn level(&self) -> Option<Level> {
        level_of(self.level)
    }
}

/// The level with a number that was checked; none if the house plays at its best.
pub(super) fn level_of(number: Option<u8>) -> Option<Level> {
    number.and_then(|number| Level::new(number.into())).filter(|level| *level < Level::BEST)
}

/// Play against the house without an account and without chips.
pub static PRACTICE: Definition<(), Practice> = Definition {
    name: "practice",
    about: OperationFacts::creates("Play against the house without an account and without chips", Access::Open, schema_of::<answer::GuestPracticeResponse>).details("The house takes the other seats. With `open` the table waits for people instead: it is a friendly table, and people with its id take a seat by POST /api/tables/{id}/guest-seat, members by joining. The token is for this one seat, and nothing is at stake.")
        .cases(&[Case::Code(Code::InFlight), Case::Code(Code::IdempotencyConflict), Case::Code(Code::PracticeQuota)])
        .example(
            r#"{"kind":"tic-tac-toe-vs-house","clientRef":"<a new UUID>"}"#,
            r#"{"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","accessToken":"tsn1.payload.mac","tokenType":"Bearer","expiresAt":1700007200000}"#,
        ).signs_in(),
    request: |(), input| Request::Practice(input),
};

/// All table kinds with their rules.
pub static GAMES: Definition<(), Nothing> = Definition {
    name: "games",
    about: OperationFacts::reads("All table kinds with their rules", Access::Account, schema_of::<answer::Games>).details("Cost and seats of each kind, and whether members can join it.").example(
        "",
        r#"{"games":[{"kind":"tic-tac-toe-vs-house","gameId":"tic-tac-toe","label":"Tic-tac-toe","openEligible":true,"duellable":true,"rules":"Three in a row win.","description":"Noughts and crosses.","engineVersion":"1"}]}"#,
    ),
    request: |(), _| Request::Games,
};

body! {
    /// A new table.
    #[derive(Default)]
    CreateTable as "CreateTableRequest" {
        /// The table kind.
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// Listed, joinable by members who know its id, or for invited members only.
        #[serde(default, deserialize_with = "word_or_default")]
        #[garde(skip)]
        #[schemars(with = "Option<Visibility>")]
        pub visibility: Visibility,
        /// Leave every other seat to members.
        #[serde(default, deserialize_with = "or_default")]
        #[garde(skip)]
        #[schemars(with = "Option<bool>")]
        pub open: bool,
        /// Seats, for multi-seat kinds; clamped to the game's range.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 2, max = 6))]
        pub seats: Option<u8>,
        /// In one sitting with turns of about a minute, or 48 hours for each turn.
        #[serde(default, deserialize_with = "word_or_default")]
        #[garde(skip)]
        #[schemars(with = "Option<Pace>")]
        pub pace: Pace,
        /// The handle for which the open seat is reserved; makes the table private.
        #[serde(default, deserialize_with = "trimmed_or_none")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub invited: Option<String>,
        /// The buy-in or bet in chips. Kinds with a `fixedBuyIn`, such as hold'em (200), ignore it.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 1_000_000))]
        #[schemars(extend("default" = 10))]
        pub stake: Option<i64>,
        /// The idempotency key: a text of your own, new for each table.
        #[garde(length(chars, min = 8, max = 64), custom(one_line))]
        pub client_ref: Option<String>,
        /// The deprecated name of `stake`, which wins if both are sent.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 1_000_000))]
        #[schemars(extend("deprecated" = true, "default" = 10))]
        pub amount: Option<i64>,
        /// Play the daily challenge, the same for all, once: kind and stake are the day's.
        #[serde(default, deserialize_with = "or_default")]
        #[garde(skip)]
        #[schemars(with = "Option<bool>")]
        pub daily: bool,
        /// Play practice: no chips move, the house takes the other seats, and the table is not listed. With `open` it is a
        /// friendly table: its seats are also for people without an account.
        #[serde(default, deserialize_with = "or_default")]
        #[garde(skip)]
        #[schemars(with = "Option<bool>")]
        pub practice: bool,
        /// Whether the table changes ratings, as far as its kind and its players allow; true by default.
        #[garde(skip)]
        #[schemars(extend("default" = true))]
        pub rated: Option<bool>,
        /// How well the house plays, from 1 for a beginner to 5 for its best; below 5 only with `practice`. `/rules.json`
        /// has the strength of each level.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 5))]
        #[schemars(extend("default" = 5))]
        pub level: Option<u8>,
        /// Your part in the computation of the seed, at best 16 random bytes in hex.
        #[serde(default)]
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_seed: Option<String>,
    }
}

impl CreateTable {
    /// Chips staked.
    pub fn stake(&self) -> i64 {
        self.stake.or(self.amount).unwrap_or(10)
    }

    /// How well the house plays, if not at its best.
    pub fn level(&self) -> Option<Level> {
        level_of(self.level)
    }
}

/// Open a table; the buy-in is taken.
pub static CREATE_TABLE: Definition<(), CreateTable> = Definition {
    name: "create_table",
    about: OperationFacts::creates("Open a table; the buy-in is taken", Access::Account, schema_of::<answer::Created>)
        .details(
            "Without `open` and `invited` the house takes the other seats and the game begins at once. With one of them, and \
             always at `holdem-open`, the table waits for members.",
        )
        .cases(&[
            Case::Code(Code::InsufficientChips),
            PAUSED,
            Case::Code(Code::InFlight),
            Case::Code(Code::IdempotencyConflict),
            Case::Code(Code::ActiveTableQuota),
        ])
        .example(
            r#"{"kind":"tic-tac-toe-vs-house","stake":10,"clientRef":"first-table"}"#,
            r#"{"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90"}"#,
        ),
    request: |(), input| Request::CreateTable(input),
};

parameters! {
    /// A read of a table.
    #[derive(Copy, Debug)]
    ReadTable {
        /// Seconds to wait for an event; decimals are allowed.
        #[serde(default, rename = "wait", deserialize_with = "seconds")]
        #[garde(custom(long_poll))]
        #[schemars(with = "Option<f64>", range(min = 0, max = 50), extend("default" = null))]
        pub wait_ms: u64,
        /// The caller has the events up to this cursor: `state.eventsAt` of the last response, 0 for none.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub events_since: Option<u64>,
        /// Include the messages after this cursor, `msgsAt` of the last response; not allowed with a seat's token.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub msgs_since: Option<u64>,
    }
}

/// A table as the caller may see it; can long-poll.
pub static READ_TABLE: Definition<TableId, ReadTable> = Definition {
    name: "read_table",
    about: OperationFacts::reads(
        "A table as the caller may see it; can long-poll",
        Access::AccountOrSeat,
        schema_of::<answer::TableView>,
    )
    .details(
        "With `wait` the response is sent at the next event for the caller: an event after `events_since`, a message \
         after `msgs_since`, or the end; without `events_since` also when it is the caller's turn.",
    )
    .cases(&[NO_TABLE, Case::Code(Code::SeatDelegated)])
    .example("", VIEW_EXAMPLE),
    request: Request::ReadTable,
};

parameters! {
    /// A stream of a table.
    #[derive(Debug)]
    StreamTable {
        /// Continue after the event with this id, whatever other cursors say; the header `Last-Event-ID` wins.
        #[serde(default, deserialize_with = "event_id")]
        #[garde(skip)]
        #[schemars(with = "Option<String>", extend("maxLength" = 64))]
        pub after: Option<TableCursor>,
        /// The caller has the events up to this cursor. Without it the first event has no `state.events`.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub events_since: Option<u64>,
        /// Include the messages after this cursor, and newer ones in all events; not allowed with a seat's token.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub msgs_since: Option<u64>,
    }
}

/// A table's changes as a stream of events.
pub static STREAM_TABLE: Definition<TableId, StreamTable> = Definition {
    name: "stream_table",
    about: OperationFacts::reads(
        "A table's changes as a stream of events",
        Access::SpectatorOrSeat,
        schema_of::<answer::TableView>,
    )
    .streams(&[("table", schema_of::<answer::TableView>)])
    .details(
        "First the present state, then what a long-poll from the last event would answer. `Last-Event-ID` continues \
         after any event, without a gap or a repeat. A stream counts as one long-poll, and ends when the table is \
         archived. Without credentials, public tables can be watched while they are played: as a spectator, without the \
         chat. Such a stream ends with the game; any other table is 404.",
    )
    .cases(&[NO_TABLE, Case::Code(Code::SeatDelegated)])
    .example("", VIEW_EXAMPLE),
    request: Request::StreamTable,
};

body! {
    /// A move.
    #[derive(Debug)]
    Act as "ActionRequest" {
        /// One element of `state.legalActions`, unchanged.
        // In the core, also its text.
        #[garde(custom(object))]
        #[schemars(with = "AnyAction")]
        pub action: Value,
        /// The `state.plies` on which the decision is based. Required with a seat's token, also a guest's.
        #[serde(default, deserialize_with = "integer")]
        #[garde(skip)]
        pub expected_plies: Option<u64>,
        /// Include the table and its events after this cursor, an earlier `state.eventsAt`; 0 for all.
        #[serde(default, rename = "eventsSince", deserialize_with = "events_since")]
        #[garde(skip)]
        #[schemars(with = "Option<u64>")]
        pub events: Option<MoveEvents>,
    }
}

/// The events in the response to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveEvents {
    /// The events after this cursor.
    After(u64),
    /// Those of the move and of what followed at once.
    OfMove,
}

fn events_since<'de, D: Deserializer<'de>>(from: D) -> Result<Option<MoveEvents>, D::Error> {
    Ok(integer(from)?.map(MoveEvents::After))
}

/// Make a move.
pub static ACT: Definition<TableId, Act> = Definition {
    name: "act",
    about: OperationFacts::changes("Make a move", Access::AccountOrSeat, schema_of::<answer::Acted>)
        .details(
            "`action` is one element of `state.legalActions`, unchanged. With `expectedPlies` a move that was decided on \
             an older state is rejected; with `eventsSince` the response has the table.",
        )
        .rate(RateClass::Move)
        .cases(&[
            NO_TABLE,
            Case::Code(Code::ActionRejected),
            Case::Code(Code::StalePlies),
            Case::Code(Code::SeatDelegated),
        ])
        .example(r#"{"action":{"type":"mark","cell":7},"expectedPlies":7}"#, r#"{"ok":true}"#),
    request: Request::Act,
};

/// Give up, or leave a waiting table.
pub static FORFEIT: Definition<TableId, Nothing> = Definition {
    name: "forfeit",
    about: OperationFacts::changes("Give up, or leave a waiting table", Access::AccountOrGuest, schema_of::<answer::Okay>)
        .details(
            "At a running table the seat concedes. At a waiting one the host withdraws the table, and another player leaves \
             the seat: stakes are returned. A guest may give up a practice table; the holder of a seat grant may not.",
        )
        .cases(&[NO_TABLE, Case::Code(Code::ActionRejected), Case::Code(Code::SeatDelegated)])
        .example("", r#"{"ok":true}"#),
    request: |table, _| Request::Forfeit(table),
};

parameters! {
    /// A filter for open tables.
    OpenTables {
        /// Only this game.
        #[serde(default, rename = "gameId", deserialize_with = "text")]
        #[garde(length(chars, max = 128), custom(one_line))]
        pub game_id: Option<String>,
    }
}

/// Public tables with a free seat.
pub static OPEN_TABLES: Definition<(), OpenTables> = Definition {
    name: "open_tables",
    about: OperationFacts::reads("Public tables with a free seat", Access::Public, schema_of::<answer::OpenTables>).details("Newest first, 100 at most; private and unlisted ones are not listed.").example(
        "",
        r#"{"tables":[{"id":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","kind":"tic-tac-toe-vs-house","label":"Tic-tac-toe","stake":10,"createdAt":1700000000000,"seatsFilled":1,"seatsTotal":2,"host":"ada"}]}"#,
    ),
    request: |(), input| Request::OpenTables(input),
};

/// Public tables in play.
pub static PLAYING_TABLES: Definition<(), Nothing> = Definition {
    name: "playing_tables",
    about: OperationFacts::reads("Public tables in play", Access::Public, schema_of::<answer::PlayingTables>).details("Newest first, 100 at most; private and unlisted ones are not listed.").example(
        "",
        r#"{"tables":[{"id":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","kind":"tic-tac-toe-vs-house","label":"Tic-tac-toe","stake":10,"seats":["ada","grace"],"createdAt":1700000000000}]}"#,
    ),
    request: |(), _| Request::PlayingTables,
};

body! {
    may be missing: true,
    /// What a member who joins a table brings.
    JoinTable as "JoinTableRequest" {
        /// Your part in the computation of the seed, at best 16 random bytes in hex.
        #[serde(default)]
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_seed: Option<String>,
    }
}

/// Join a waiting table; the buy-in is taken.
pub static JOIN_TABLE: Definition<TableId, JoinTable> = Definition {
    name: "join_table",
    about: OperationFacts::changes(
        "Join a waiting table; the buy-in is taken",
        Access::Account,
        schema_of::<answer::JoinTableResponse>,
    )
    .details("The game begins when the last seat is taken: then `started` is true.")
    .cases(&[NO_TABLE, Case::Code(Code::InsufficientChips), PAUSED, Case::Code(Code::NotJoinable)])
    .example(
        r#"{"clientSeed":"9f2c4e1ab07d5836"}"#,
        r#"{"ok":true,"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","started":true}"#,
    ),
    request: Request::JoinTable,
};

/// Decline an invitation to a table.
pub static DECLINE: Definition<TableId, Nothing> = Definition {
    name: "decline",
    about: OperationFacts::changes("Decline an invitation to a table", Access::Account, schema_of::<answer::Okay>)
        .details("The table is cancelled, and its host gets the stake back.")
        .cases(&[NO_TABLE, Case::Plain(Category::Conflict, "no open invitation of the caller")])
        .example("", r#"{"ok":true}"#),
    request: |table, _| Request::Decline(table),
};

parameters! {
    /// A page of messages.
    #[derive(Debug)]
    TableMessages {
        /// Only messages after this cursor.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub since: Option<u64>,
    }
}

/// A table's chat after a cursor, oldest first; the last 200 messages are kept.
pub static TABLE_MESSAGES: Definition<TableId, TableMessages> = Definition {
    name: "table_messages",
    about: OperationFacts::reads("A table's chat after a cursor, oldest first; the last 200 messages are kept", Access::Account, schema_of::<answer::Messages>).details("All callers who may read the table may read its chat.")
        .cases(&[NO_TABLE])
        .example("", r#"{"messages":[{"id":1,"seat":0,"name":"ada","modality":"text","body":"Good luck!","at":1700000000000}],"since":1}"#),
    request: Request::TableMessages,
};

body! {
    /// A chat message of a table.
    PostMessage as "PostMessageRequest" {
        /// The text, trimmed; one line.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 1, max = 500), custom(one_line))]
        pub body: String,
        /// The sender's own id, returned with the message.
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_id: Option<String>,
    }
}

/// Post a message at the caller's table.
pub static POST_TABLE_MESSAGE: Definition<TableId, PostMessage> = Definition {
    name: "post_table_message",
    about: OperationFacts::changes(
        "Post a message at the caller's table",
        Access::Account,
        schema_of::<answer::Posted>,
    )
    .details("For members with a seat at it. The message ends pending long-polls with `msgs_since`.")
    .cases(&[NO_TABLE, MUTED])
    .example(r#"{"body":"Good luck!"}"#, MESSAGE_EXAMPLE),
    request: Request::PostTableMessage,
};

parameters! {
    /// Options of a replay.
    #[derive(Debug)]
    Replay {
        /// Include `steps`: each step of the match as this seat saw it; -1 is a spectator.
        #[serde(default, deserialize_with = "seat_or_spectator")]
        #[garde(skip)]
        #[schemars(with = "Option<i64>", range(min = -1))]
        pub seat: Option<ReplaySide>,
    }
}

/// Everything needed to replay a settled table.
pub static REPLAY: Definition<TableId, Replay> = Definition {
    name: "replay",
    about: OperationFacts::reads("Everything needed to replay a settled table", Access::Public, schema_of::<answer::Replay>)
        .details("With `seat` the response also has `steps`: the view of that seat after the deal and after each entry of `log`, with the events of that step. There are none before the seed is revealed.")
        .cases(&[NO_TABLE, RUNNING, TOO_LONG])
        .example(
            "",
            r#"{"sessionId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","version":"1","seats":2,"seed":null,"seedCommit":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","seedHash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","sealedUntil":1700006400000,"sealedReason":"daily","config":{"kind":"tic-tac-toe-vs-house","seats":2,"stake":10},"log":[],"digest":"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752","outcome":[{"seat":0,"result":"win","score":10},{"seat":1,"result":"loss","score":-10}]}"#,
        ),
    request: Request::Replay,
};

/// How a settled table ended.
pub static END_CARD: Definition<TableId, Nothing> = Definition {
    name: "end_card",
    about: OperationFacts::reads("How a settled table ended", Access::Public, schema_of::<answer::EndCard>).details("`rosterNet`, `reign` and `tablesTogether` are as of the end of this table.")
        .cases(&[NO_TABLE, RUNNING])
        .example(
            "",
            r#"{"id":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","kind":"tic-tac-toe-vs-house","stake":10,"settledAt":1700000000000,"seats":[{"seat":0,"name":"ada","avatarUrl":null,"score":10,"result":"win","title":null,"rosterNet":10,"ratingChange":null},{"seat":1,"name":"house","avatarUrl":null,"score":-10,"result":"loss","title":null,"rosterNet":-10,"ratingChange":null}],"winnerSeat":0,"reign":1,"tablesTogether":1}"#,
        ),
    request: |table, _| Request::EndCard(table),
};

/// The daily challenge and its results.
pub static DAILY_BOARD: Definition<(), Nothing> = Definition {
    name: "daily_board",
    about: OperationFacts::reads("The daily challenge and its results", Access::Public, schema_of::<answer::DailyBoardResponse>).details("Its seed is committed to from the start of the day and revealed when the day is over. `mine` is the caller's attempt.").example(
        "",
        r#"{"dateKey":"2026-11-21","kind":"blackjack","seedHash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","mine":null,"board":[{"handle":"ada","result":"win","plies":3,"settledAt":1700000000000}]}"#,
    ),
    request: |(), _| Request::DailyBoard,
};
