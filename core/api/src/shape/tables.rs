//! Request shapes of the section Tables.

use super::fields::{integer, trimmed, trimmed_or_none, word};
use super::parameters::{event_id, seat_or_spectator, seconds, text, whole};
use super::rules::{long_poll, object, one_line, secret_uuid, table_kind};
use crate::cursor::TableCursor;
use crate::game_schemas::{AnyAction, TableKind};
use crate::ids::{PartyId, TableId};
use crate::request::{Act, CreateTable, MoveEvents, Pace, ReadTable, ReplaySide, Request, StreamTable, Visibility};
use serde_json::Value;
use turnstone_games::Level;

/// The default stake, in chips.
pub(super) const DEFAULT_STAKE: i64 = 10;

body! {
    /// A guest's practice table.
    GuestPracticeRequest {
        /// Any kind; the house takes the other seats.
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// The idempotency key: a new random UUID for each table, kept secret.
        #[garde(custom(secret_uuid))]
        #[schemars(extend("format" = "uuid"))]
        pub client_ref: String,
        /// How well the house plays, from 1 for a beginner to 5 for its best; `/rules.json` has the strength of each level.
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

impl From<GuestPracticeRequest> for Request {
    fn from(GuestPracticeRequest { kind, client_ref, level, client_seed }: GuestPracticeRequest) -> Self {
        Self::Practice { kind, client_ref, level: level_of(level), client_seed }
    }
}

/// The level with a number that was checked; none if the house plays at its best.
fn level_of(number: Option<u8>) -> Option<Level> {
    number.and_then(|number| Level::new(number.into())).filter(|level| *level < Level::BEST)
}

body! {
    /// A new table.
    CreateTableRequest {
        /// The table kind.
        #[garde(custom(table_kind))]
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// Listed, joinable by members who know its id, or for invited members only.
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
        /// In one sitting with turns of about a minute, or 48 hours for each turn.
        #[serde(default, deserialize_with = "word")]
        #[garde(skip)]
        #[schemars(extend("default" = "live"))]
        pub pace: Option<Pace>,
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
        #[garde(skip)]
        #[schemars(extend("default" = false))]
        pub daily: Option<bool>,
        /// Play practice: no chips move, the house takes the other seats, and the table is not listed.
        #[garde(skip)]
        #[schemars(extend("default" = false))]
        pub practice: Option<bool>,
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

impl From<CreateTableRequest> for Request {
    fn from(body: CreateTableRequest) -> Self {
        Self::CreateTable(CreateTable {
            kind: body.kind,
            visibility: body.visibility.unwrap_or_default(),
            open: body.open.unwrap_or_default(),
            seats: body.seats,
            pace: body.pace.unwrap_or_default(),
            invited: body.invited,
            stake: body.stake.or(body.amount).unwrap_or(DEFAULT_STAKE),
            client_ref: body.client_ref,
            daily: body.daily.unwrap_or_default(),
            practice: body.practice.unwrap_or_default(),
            level: level_of(body.level),
            client_seed: body.client_seed,
        })
    }
}

body! {
    may be missing: true,
    /// What a member who joins a table brings.
    JoinTableRequest {
        /// Your part in the computation of the seed, at best 16 random bytes in hex.
        #[serde(default)]
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_seed: Option<String>,
    }
}

impl JoinTableRequest {
    /// For this table.
    pub fn at(self, table: TableId) -> Request {
        Request::JoinTable { table, client_seed: self.client_seed }
    }
}

parameters! {
    /// A read of a table.
    TableQuery {
        /// Seconds to wait for an event; decimals are allowed.
        #[serde(default, deserialize_with = "seconds")]
        #[garde(custom(long_poll))]
        #[schemars(with = "Option<f64>", range(min = 0, max = 50))]
        pub wait: Option<u64>,
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

impl TableQuery {
    /// For this table.
    pub fn of(self, table: TableId) -> Request {
        let Self { wait, events_since, msgs_since } = self;
        Request::ReadTable(ReadTable { table, wait_ms: wait.unwrap_or_default(), events_since, msgs_since })
    }
}

parameters! {
    /// A stream of a table.
    TableStreamQuery {
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

impl TableStreamQuery {
    /// For this table.
    pub fn of(self, table: TableId) -> Request {
        let Self { after, events_since, msgs_since } = self;
        Request::StreamTable(StreamTable { table, after, events_since, msgs_since })
    }
}

body! {
    /// A move.
    ActionRequest {
        /// One element of `state.legalActions`, unchanged.
        #[garde(custom(object))]
        #[schemars(with = "AnyAction")]
        pub action: Value,
        /// The `state.plies` on which the decision is based. Required with a seat's token, also a guest's.
        #[serde(default, deserialize_with = "integer")]
        #[garde(skip)]
        pub expected_plies: Option<u64>,
        /// Include the table and its events after this cursor, an earlier `state.eventsAt`; 0 for all.
        #[serde(default, deserialize_with = "integer")]
        #[garde(skip)]
        pub events_since: Option<u64>,
    }
}

impl ActionRequest {
    /// For this table.
    pub fn at(self, table: TableId) -> Request {
        let Self { action, expected_plies, events_since } = self;
        Request::Act(Act { table, action, expected_plies, events: events_since.map(MoveEvents::After) })
    }
}

parameters! {
    /// A filter for open tables.
    #[expect(non_snake_case, reason = "the query's own spelling")]
    OpenTablesQuery {
        /// Only this game.
        #[serde(default, deserialize_with = "text")]
        #[garde(length(chars, max = 128), custom(one_line))]
        pub gameId: Option<String>,
    }
}

impl From<OpenTablesQuery> for Request {
    fn from(OpenTablesQuery { gameId: game_id }: OpenTablesQuery) -> Self {
        Self::OpenTables { game_id }
    }
}

parameters! {
    /// A page of messages.
    MessagesQuery {
        /// Only messages after this cursor.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub since: Option<u64>,
    }
}

impl MessagesQuery {
    /// For this table.
    pub fn of(self, table: TableId) -> Request {
        Request::TableMessages { table, since: self.since }
    }
}

parameters! {
    /// Options of a replay.
    ReplayQuery {
        /// Include `steps`: each step of the match as this seat saw it; -1 is a spectator.
        #[serde(default, deserialize_with = "seat_or_spectator")]
        #[garde(skip)]
        #[schemars(with = "Option<i64>", range(min = -1))]
        pub seat: Option<ReplaySide>,
    }
}

impl ReplayQuery {
    /// For this table.
    pub fn of(self, table: TableId) -> Request {
        Request::Replay { table, steps_of: self.seat }
    }
}

body! {
    /// A chat message of a table.
    PostMessageRequest {
        /// The text, trimmed; one line.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 1, max = 500), custom(one_line))]
        pub body: String,
        /// The sender's own id, returned with the message.
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_id: Option<String>,
    }
}

impl PostMessageRequest {
    /// For this table.
    pub fn at(self, table: TableId) -> Request {
        Request::PostTableMessage { table, body: self.body, client_id: self.client_id }
    }

    /// For this party.
    pub fn within(self, party: PartyId) -> Request {
        Request::PostPartyMessage { party, body: self.body, client_id: self.client_id }
    }
}
