//! Tables: creating, reading and playing them.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::ids::TableId;
use crate::request::{RateClass, Request};
use crate::shape::{
    ActionRequest, CreateTableRequest, GuestPracticeRequest, JoinTableRequest, MessagesQuery, Nothing, OpenTablesQuery,
    PostMessageRequest, ReplayQuery, TableQuery, TableStreamQuery,
};
use crate::words::Category;

const NO_TABLE: Case = Case::Plain(Category::Missing, "there is no such table for the caller");
const PAUSED: Case = Case::Plain(Category::Forbidden, "the account is paused");
pub(super) const MUTED: Case = Case::Plain(Category::Forbidden, "the operator has muted the caller");
const RUNNING: Case = Case::Plain(Category::Conflict, "the table is still running");

const TOO_LONG: Case = Case::Plain(Category::Conflict, "the match is too long to be shown step by step");

const VIEW_EXAMPLE: &str = r#"{"id":"t_018bcfe568007b3ab7e1a04c4d1f2a90","kind":"tic-tac-toe-vs-house","gameId":"tic-tac-toe","status":"playing","mySeat":0,"stake":10,"seats":[{"seat":0,"name":"ada","avatarUrl":null},{"seat":1,"name":"house","avatarUrl":null}],"visibility":"public","seatsTotal":2,"invitedHandle":null,"pace":"live","state":{"view":{"game":"tic-tac-toe","phase":"play","toAct":[0],"seats":[{"seat":0,"status":"in","mark":"O"},{"seat":1,"status":"in","mark":"X"}],"start":1,"board":[1,0,1,1,1,0,0,null,null],"lastCell":4,"line":null},"yourTurn":true,"legalActions":[{"type":"mark","cell":7},{"type":"mark","cell":8}],"plies":7,"terminal":false,"eventsAt":16,"turnDeadlineAt":1700000060000},"seed":null,"seedCommit":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","practice":false,"archived":false}"#;
const MESSAGE_EXAMPLE: &str =
    r#"{"ok":true,"message":{"id":1,"seat":0,"name":"ada","modality":"text","body":"Good luck!","at":1700000000000}}"#;

/// Play against the house without an account and without chips.
pub static PRACTICE: Definition<(), GuestPracticeRequest> = Definition {
    name: "practice",
    about: OperationFacts::creates("Play against the house without an account and without chips", Access::Open, schema_of::<answer::GuestPracticeResponse>).details("The house takes the other seats. The token is for this one seat, and nothing is at stake.")
        .cases(&[Case::Code(Code::InFlight), Case::Code(Code::IdempotencyConflict), Case::Code(Code::PracticeQuota)])
        .example(
            r#"{"kind":"tic-tac-toe-vs-house","clientRef":"<a new UUID>"}"#,
            r#"{"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","accessToken":"tsn1.payload.mac","tokenType":"Bearer","expiresAt":1700007200000}"#,
        ).signs_in(),
    request: |(), body| body.into(),
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

/// Open a table; the buy-in is taken.
pub static CREATE_TABLE: Definition<(), CreateTableRequest> = Definition {
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
    request: |(), body| body.into(),
};

/// A table as the caller may see it; can long-poll.
pub static READ_TABLE: Definition<TableId, TableQuery> = Definition {
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
    request: |table, query| query.of(table),
};

/// A table's changes as a stream of events.
pub static STREAM_TABLE: Definition<TableId, TableStreamQuery> = Definition {
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
    request: |table, query| query.of(table),
};

/// Make a move.
pub static ACT: Definition<TableId, ActionRequest> = Definition {
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
    request: |table, body| body.at(table),
};

/// Give up, or leave a waiting table.
pub static FORFEIT: Definition<TableId, Nothing> = Definition {
    name: "forfeit",
    about: OperationFacts::changes("Give up, or leave a waiting table", Access::AccountOrGuest, schema_of::<answer::Okay>)
        .details(
            "At a running table the seat concedes. At a waiting one the host withdraws the table, and another member leaves \
             the seat: stakes are returned. A guest may give up a practice table; the holder of a seat grant may not.",
        )
        .cases(&[NO_TABLE, Case::Code(Code::ActionRejected), Case::Code(Code::SeatDelegated)])
        .example("", r#"{"ok":true}"#),
    request: |table, _| Request::Forfeit { table },
};

/// Public tables with a free seat.
pub static OPEN_TABLES: Definition<(), OpenTablesQuery> = Definition {
    name: "open_tables",
    about: OperationFacts::reads("Public tables with a free seat", Access::Public, schema_of::<answer::OpenTables>).details("Newest first, 100 at most; private and unlisted ones are not listed.").example(
        "",
        r#"{"tables":[{"id":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","kind":"tic-tac-toe-vs-house","label":"Tic-tac-toe","stake":10,"createdAt":1700000000000,"seatsFilled":1,"seatsTotal":2,"host":"ada"}]}"#,
    ),
    request: |(), query| query.into(),
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

/// Join a waiting table; the buy-in is taken.
pub static JOIN_TABLE: Definition<TableId, JoinTableRequest> = Definition {
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
    request: |table, body| body.at(table),
};

/// Decline an invitation to a table.
pub static DECLINE: Definition<TableId, Nothing> = Definition {
    name: "decline",
    about: OperationFacts::changes("Decline an invitation to a table", Access::Account, schema_of::<answer::Okay>)
        .details("The table is cancelled, and its host gets the stake back.")
        .cases(&[NO_TABLE, Case::Plain(Category::Conflict, "no open invitation of the caller")])
        .example("", r#"{"ok":true}"#),
    request: |table, _| Request::Decline { table },
};

/// A table's chat after a cursor, oldest first; the last 200 messages are kept.
pub static TABLE_MESSAGES: Definition<TableId, MessagesQuery> = Definition {
    name: "table_messages",
    about: OperationFacts::reads("A table's chat after a cursor, oldest first; the last 200 messages are kept", Access::Account, schema_of::<answer::Messages>).details("All callers who may read the table may read its chat.")
        .cases(&[NO_TABLE])
        .example("", r#"{"messages":[{"id":1,"seat":0,"name":"ada","modality":"text","body":"Good luck!","at":1700000000000}],"since":1}"#),
    request: |table, query| query.of(table),
};

/// Post a message at the caller's table.
pub static POST_TABLE_MESSAGE: Definition<TableId, PostMessageRequest> = Definition {
    name: "post_table_message",
    about: OperationFacts::changes(
        "Post a message at the caller's table",
        Access::Account,
        schema_of::<answer::Posted>,
    )
    .details("For members with a seat at it. The message ends pending long-polls with `msgs_since`.")
    .cases(&[NO_TABLE, MUTED])
    .example(r#"{"body":"Good luck!"}"#, MESSAGE_EXAMPLE),
    request: |table, body| body.at(table),
};

/// Everything needed to replay a settled table.
pub static REPLAY: Definition<TableId, ReplayQuery> = Definition {
    name: "replay",
    about: OperationFacts::reads("Everything needed to replay a settled table", Access::Public, schema_of::<answer::Replay>)
        .details("With `seat` the response also has `steps`: the view of that seat after the deal and after each entry of `log`, with the events of that step. There are none before the seed is revealed.")
        .cases(&[NO_TABLE, RUNNING, TOO_LONG])
        .example(
            "",
            r#"{"sessionId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","version":"1","seats":2,"seed":null,"seedCommit":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","seedHash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","sealedUntil":1700006400000,"sealedReason":"daily","config":{"kind":"tic-tac-toe-vs-house","seats":2,"stake":10},"log":[],"digest":"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752","outcome":[{"seat":0,"result":"win","score":10},{"seat":1,"result":"loss","score":-10}]}"#,
        ),
    request: |table, query| query.of(table),
};

/// How a settled table ended.
pub static END_CARD: Definition<TableId, Nothing> = Definition {
    name: "end_card",
    about: OperationFacts::reads("How a settled table ended", Access::Public, schema_of::<answer::EndCard>).details("`rosterNet`, `reign` and `tablesTogether` are as of the end of this table.")
        .cases(&[NO_TABLE, RUNNING])
        .example(
            "",
            r#"{"id":"t_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe","kind":"tic-tac-toe-vs-house","stake":10,"settledAt":1700000000000,"seats":[{"seat":0,"name":"ada","avatarUrl":null,"score":10,"result":"win","title":null,"rosterNet":10},{"seat":1,"name":"house","avatarUrl":null,"score":-10,"result":"loss","title":null,"rosterNet":-10}],"winnerSeat":0,"reign":1,"tablesTogether":1}"#,
        ),
    request: |table, _| Request::EndCard { table },
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
