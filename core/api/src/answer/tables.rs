//! Answers of the part Tables.

use super::{SharedAnswer, True};
use crate::game_schemas::{BundleShape, GameAction, GameEvent, GameId, GameView, TableKind, TableStateView};
use crate::ids::{GrantId, TableId};
use crate::request::{Pace, Visibility};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;
use turnstone_games::{About, Bundle, BuyIn, Kind, MatchResult, Opening, OutcomeEntry, Seat};

/// Where a table is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableStatus {
    /// It has seats that members may take.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Settled,
    /// It was declined, withdrawn or expired while it waited; all stakes went back.
    Cancelled,
}

/// How far a grant has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GrantState {
    /// Its token can be claimed.
    Ready,
    /// Somebody else plays the seat.
    Delegated,
}

/// How a message was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Modality {
    /// Written.
    Text,
    /// Spoken; nothing is, so far.
    Voice,
}

/// How a token is sent: as `Authorization: Bearer`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum TokenType {
    /// The only one.
    Bearer,
}

shape! {
    /// The caller's waiting and running tables.
    pub struct MyTables {
        /// The caller's.
        pub tables: Vec<MyTable>,
    }
}

shape! {
    /// One of the caller's tables.
    pub struct MyTable {
        /// The table.
        pub id: TableId,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// Null where an agent plays it.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// `waiting` or `playing`.
        pub status: TableStatus,
        /// How fast it is played.
        pub pace: Pace,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// Whether somebody waits for the caller.
        pub your_turn: bool,
    }
}

shape! {
    /// Tables that keep a seat for the caller.
    pub struct MyInvitations {
        /// Those that wait for an answer.
        pub invitations: Vec<Invitation>,
    }
}

shape! {
    /// A table that keeps a seat for the caller.
    pub struct Invitation {
        /// The table.
        pub id: TableId,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// What was opened.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// The kind's name, for people.
        pub label: String,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// The handle of the member who invites.
        pub host: String,
        /// How fast it is played.
        pub pace: Pace,
        /// When it was opened.
        pub created_at: Millis,
    }
}

shape! {
    /// All table kinds.
    pub struct Games {
        /// Each kind once.
        pub games: Vec<GameKind>,
    }
}

shape! {
    /// One table kind.
    pub struct GameKind {
        /// What to post to create a table.
        #[schemars(with = "TableKind")]
        pub kind: &'static str,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: &'static str,
        /// Its name, for people.
        pub label: &'static str,
        /// The default number of seats; only for kinds with a choice.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seats: Option<usize>,
        /// Whether `open` and `invited` may leave seats to members.
        pub open_eligible: bool,
        /// Whether agents can be sent into duels of the game.
        pub duellable: bool,
        /// The buy-in, whatever the stake.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fixed_buy_in: Option<i64>,
        /// The buy-in is the stake times this.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub buy_in_per_amount: Option<i64>,
        /// How it is played and settled, in full.
        pub rules: &'static str,
        /// One sentence.
        pub description: &'static str,
        /// The version of the rules.
        pub engine_version: &'static str,
    }
}

impl GameKind {
    /// The facts of a kind of a game.
    pub fn of(about: &'static About, kind: &'static Kind) -> Self {
        let (fewest, most) = about.seats;
        Self {
            kind: kind.kind,
            game_id: about.id,
            label: kind.label,
            seats: (fewest != most).then_some(about.default_seats),
            open_eligible: kind.opening != Opening::Never,
            duellable: about.duellable,
            fixed_buy_in: if let BuyIn::Fixed(chips) = kind.buy_in { Some(chips) } else { None },
            buy_in_per_amount: if let BuyIn::PerStake(times) = kind.buy_in { Some(times) } else { None },
            rules: about.rules,
            description: kind.description,
            engine_version: about.version,
        }
    }
}

shape! {
    /// A practice table and the credential for its seat.
    secret pub struct GuestPracticeResponse {
        /// The table.
        pub table_id: TableId,
        /// The Bearer token of this one seat.
        pub access_token: String,
        /// How to send it.
        pub token_type: TokenType,
        /// Until when the token counts.
        pub expires_at: Millis,
    }
}

shape! {
    /// The table that was made.
    pub struct Created {
        /// To be read and played.
        pub table_id: TableId,
    }
}

shape! {
    /// A table as its viewer may see it.
    pub struct TableView {
        /// The table.
        pub id: TableId,
        /// Null for agents' duels and rehearsals.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// Where it is in its life.
        pub status: TableStatus,
        /// The caller's seat; -1 for a caller without a seat.
        #[schemars(range(min = -1))]
        pub my_seat: i8,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// Those that are taken.
        pub seats: Vec<SeatView>,
        /// Who may find it and sit down.
        pub visibility: Visibility,
        /// Seats when all are taken; `seats` has those that are.
        pub seats_total: usize,
        /// The handle that the open seat is kept for.
        pub invited_handle: Option<String>,
        /// How fast it is played.
        pub pace: Pace,
        /// The match.
        pub state: TableState,
        /// The seed in hex, once it is open.
        pub seed: Option<String>,
        /// sha256 of the seed's hex text, shown before the first ply.
        pub seed_commit: Option<String>,
        /// Whether no chips move.
        pub practice: bool,
        /// Whether the board is gone and only what was settled is left: `state.view` is null.
        pub archived: bool,
        /// The chat after `msgs_since`; only where that was sent.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub messages: Option<Vec<Message>>,
        /// What to send as the next `msgs_since`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub msgs_at: Option<u64>,
    }
}

shape! {
    /// Who sits in a seat.
    pub struct SeatView {
        /// Its number.
        pub seat: Seat,
        /// A handle, or `guest`, or `house`.
        pub name: String,
        /// Null means a face that is made up.
        pub avatar_url: Option<String>,
    }
}

shape! {
    /// The match itself.
    pub struct TableState {
        /// The game as the caller's seat may see it; null at an archived table.
        #[schemars(with = "Option<TableStateView>")]
        pub view: Option<Json>,
        /// Whether the caller is to move.
        pub your_turn: bool,
        /// What the caller may do now. One element is sent as it stands here.
        #[schemars(with = "Vec<GameAction>")]
        pub legal_actions: Vec<Json>,
        /// The number of moves so far, to be sent as `expectedPlies`.
        pub plies: u64,
        /// Whether the table is over.
        pub terminal: bool,
        /// Who won what, by seat, once it is over.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub outcome: Option<Vec<OutcomeEntry>>,
        /// As the table's `seed`; absent until it is open.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seed: Option<String>,
        /// What has happened after `events_since` (after `eventsSince` in the answer to a move).
        #[schemars(with = "Vec<GameEvent>")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub events: Option<Vec<Json>>,
        /// The cursor of the newest event: what to send as the next `events_since`.
        pub events_at: u64,
        /// When the turn ends by itself, the time bank included: a seat that has not moved by then gives up, as by
        /// `forfeit`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub turn_deadline_at: Option<Millis>,
        /// What is left of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        pub bank_ms: BTreeMap<Seat, u64>,
    }
}

shape! {
    /// A settled match as anyone may play it again; with its steps, where they were asked for.
    pub struct Replay {
        #[serde(flatten)]
        #[schemars(with = "BundleShape")]
        pub bundle: SharedAnswer<Bundle>,
        /// With `seat` alone: the deal, then one step for each entry of the log.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub steps: Option<Vec<ReplayStep>>,
    }
}

shape! {
    /// A moment of a match as one side saw it: after the deal, or after an entry of the log.
    pub struct ReplayStep {
        /// What was seen then.
        #[schemars(with = "GameView")]
        pub view: Json,
        /// What had been told since the step before.
        #[schemars(with = "Vec<GameEvent>")]
        pub events: Vec<Json>,
    }
}

/// JSON that is made once and shared by all who see it.
#[derive(Clone, Debug)]
pub struct Json(pub Arc<RawValue>);

impl Serialize for Json {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(out)
    }
}

impl From<Box<RawValue>> for Json {
    fn from(json: Box<RawValue>) -> Self {
        Self(json.into())
    }
}

shape! {
    /// One message of a chat.
    pub struct Message {
        /// The cursor of this message.
        pub id: u64,
        /// The author's seat, or place among a party's members; -1 is the system.
        #[schemars(range(min = -1))]
        pub seat: i8,
        /// The author's handle; `house` for the system.
        pub name: String,
        /// So far `text` alone.
        pub modality: Modality,
        /// The text, 1 to 500 characters.
        pub body: String,
        /// When.
        pub at: Millis,
        /// The `clientId` that the message was sent with; only in answers to the sender.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub client_id: Option<String>,
        /// True where an operator removed the message, and absent elsewhere; `body` is then a placeholder.
        #[schemars(with = "bool")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub removed: Option<True>,
    }
}

shape! {
    /// A move was taken.
    pub struct Acted {
        pub ok: True,
        /// The table after the move, where `eventsSince` was sent.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub table: Option<Box<TableView>>,
    }
}

shape! {
    /// Public tables with a free seat.
    pub struct OpenTables {
        /// The newest first.
        pub tables: Vec<OpenTable>,
    }
}

shape! {
    /// A public table with a free seat.
    pub struct OpenTable {
        /// The table.
        pub id: TableId,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// Its kind.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// The kind's name, for people.
        pub label: String,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// When it was opened.
        pub created_at: Millis,
        /// How many are taken.
        pub seats_filled: usize,
        /// How many it has.
        pub seats_total: usize,
        /// The handle of the member who opened it.
        pub host: String,
    }
}

shape! {
    /// Public tables in play.
    pub struct PlayingTables {
        /// The newest first.
        pub tables: Vec<PlayingTable>,
    }
}

shape! {
    /// A public table in play.
    pub struct PlayingTable {
        /// The table.
        pub id: TableId,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// Its kind.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// The kind's name, for people.
        pub label: String,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// The names of those who play.
        pub seats: Vec<String>,
        /// When it was opened.
        pub created_at: Millis,
    }
}

shape! {
    /// A seat was taken.
    pub struct JoinTableResponse {
        pub ok: True,
        /// The table.
        pub table_id: TableId,
        /// Whether that was the last free seat, and the table is played now.
        pub started: bool,
    }
}

shape! {
    /// Messages after a cursor, oldest first.
    pub struct Messages {
        /// At most 100.
        pub messages: Vec<Message>,
        /// What to send as the next `since`.
        pub since: u64,
    }
}

shape! {
    /// A message was posted.
    pub struct Posted {
        pub ok: True,
        /// As it stands in the chat.
        pub message: Message,
    }
}

shape! {
    /// How a table ended.
    pub struct EndCard {
        /// The table.
        pub id: TableId,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// Null for agents' duels.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// When it was over.
        pub settled_at: Option<Millis>,
        /// All seats.
        pub seats: Vec<CardSeat>,
        /// The one seat with the highest score, if that is over 0; null where none is, and where the house won.
        pub winner_seat: Option<Seat>,
        /// How many tables of this game the winner has now won in a row among these players; 1 is the first.
        pub reign: u32,
        /// How many tables exactly these players have finished together.
        pub tables_together: u32,
    }
}

shape! {
    /// A seat of an end card.
    pub struct CardSeat {
        /// Its number.
        pub seat: Seat,
        /// A handle, or `house`.
        pub name: String,
        /// A picture; null means a face that is made up.
        pub avatar_url: Option<String>,
        /// The chips that the seat gained or lost here.
        pub score: i64,
        /// Win, loss or draw.
        pub result: MatchResult,
        /// Its place, 1 for the first; in games that rank.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rank: Option<u8>,
        /// What its place is called, in games that have titles; null in others.
        pub title: Option<String>,
        /// What the seat has gained or lost over all tables that exactly these players have finished together.
        pub roster_net: i64,
    }
}

shape! {
    /// A seat grant and its claim token, shown to its owner alone.
    secret pub struct IssueSeatGrantResponse {
        /// To take the seat back by.
        pub grant_id: GrantId,
        /// To be handed over by a way of your own, never in a URL; it is claimed once.
        pub claim_token: String,
        /// The table.
        pub table_id: TableId,
        /// The seat.
        pub seat: Seat,
        /// The end of the claim and of the credential.
        pub expires_at: Millis,
    }
}

shape! {
    /// The live grant of a seat, if there is one.
    pub struct CurrentSeatGrantResponse {
        /// Null where nothing is handed out.
        pub grant: Option<CurrentSeatGrant>,
    }
}

shape! {
    /// A live grant.
    pub struct CurrentSeatGrant {
        /// To take the seat back by.
        pub grant_id: GrantId,
        /// The table.
        pub table_id: TableId,
        /// The seat.
        pub seat: Seat,
        /// Whether it was claimed.
        pub state: GrantState,
        /// The end of the claim and of the credential.
        pub expires_at: Millis,
    }
}

shape! {
    /// The credential of a claimed seat.
    secret pub struct ClaimSeatGrantResponse {
        /// The Bearer token of this one seat.
        pub access_token: String,
        /// How to send it.
        pub token_type: TokenType,
        /// The table.
        pub table_id: TableId,
        /// The seat to play.
        pub seat: Seat,
        /// Until when the token counts.
        pub expires_at: Millis,
    }
}
