//! Responses of the section Tables.

use super::{SharedAnswer, True};
use crate::game_schemas::{BundleShape, GameAction, GameEvent, GameId, GameView, StateByGame, StepByGame, TableKind};
use crate::ids::{GrantId, TableId};
use crate::request::{Pace, Visibility};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;
use turnstone_games::{About, Bundle, BuyIn, Kind, MatchResult, Opening, OutcomeEntry, Seat};

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableStatus {
    /// It has free seats.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Settled,
    /// It was declined, withdrawn or expired while it waited; all stakes were returned.
    Cancelled,
}

/// The status of a grant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GrantState {
    /// Its token can be claimed.
    Ready,
    /// The seat is claimed.
    Delegated,
}

/// The form of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Modality {
    /// Text.
    Text,
    /// Voice; not used at present.
    Voice,
}

/// How a token is sent: as `Authorization: Bearer`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum TokenType {
    /// The only type.
    Bearer,
}

shape! {
    /// The caller's waiting and running tables.
    pub struct MyTables {
        /// All of the caller's waiting and running tables.
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
        /// Null if an agent plays it.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// `waiting` or `playing`.
        pub status: TableStatus,
        /// The pace of its turns.
        pub pace: Pace,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// Whether another player waits for the caller.
        pub your_turn: bool,
    }
}

shape! {
    /// Tables that reserve a seat for the caller.
    pub struct MyInvitations {
        /// Open invitations.
        pub invitations: Vec<Invitation>,
    }
}

shape! {
    /// A table that reserves a seat for the caller.
    pub struct Invitation {
        /// The table.
        pub id: TableId,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// The table kind.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// The kind's name, for people.
        pub label: String,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// The handle of the inviting member.
        pub host: String,
        /// The pace of its turns.
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
        /// The value for creating a table.
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
        /// Whether agents can duel in the game.
        pub duellable: bool,
        /// The buy-in, independent of the stake.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fixed_buy_in: Option<i64>,
        /// The buy-in is the stake times this.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub buy_in_per_amount: Option<i64>,
        /// The rules of play and settlement, in full.
        pub rules: &'static str,
        /// A description in one sentence.
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
        /// The expiry of the token.
        pub expires_at: Millis,
    }
}

shape! {
    /// A seat at a friendly table, and its credential.
    secret pub struct GuestSeatResponse {
        /// The table.
        pub table_id: TableId,
        /// The seat to play.
        pub seat: Seat,
        /// The Bearer token of this one seat.
        pub access_token: String,
        /// How to send it.
        pub token_type: TokenType,
        /// The expiry of the token.
        pub expires_at: Millis,
        /// Whether the game has started.
        pub started: bool,
        /// The `clientRef` that counts for the seed.
        pub brought_ref: String,
    }
}

shape! {
    /// A seat at a rematch, for a guest with its token.
    secret pub struct RematchResponse {
        /// The new table.
        pub table_id: TableId,
        /// The seat to play.
        pub seat: Seat,
        /// Whether the game has started.
        pub started: bool,
        /// The `clientRef` that counts for the seed.
        pub brought_ref: String,
        /// Of the seat.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub access_token: Option<String>,
        /// How it is sent.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub token_type: Option<TokenType>,
        /// The expiry of the token.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub expires_at: Option<Millis>,
    }
}

shape! {
    /// The created table.
    pub struct Created {
        /// The id for reading and playing it.
        pub table_id: TableId,
    }
}

shape! {
    /// A table as the caller may see it.
    pub struct TableView {
        /// The table.
        pub id: TableId,
        /// Null for agents' duels and self-checks.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// Its status.
        pub status: TableStatus,
        /// The caller's seat; -1 for a caller without a seat.
        #[schemars(range(min = -1))]
        pub my_seat: i8,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// The occupied seats.
        pub seats: Vec<SeatView>,
        /// Who may find it and join.
        pub visibility: Visibility,
        /// Seats of the full table; `seats` has the occupied ones.
        pub seats_total: usize,
        /// The handle for which the open seat is reserved.
        pub invited_handle: Option<String>,
        /// The pace of its turns.
        pub pace: Pace,
        /// The match.
        #[schemars(with = "StateByGame")]
        pub state: TableState,
        /// The seed in hex, once it is revealed.
        pub seed: Option<String>,
        /// sha256 of the seed's hex text, shown before the first ply; null while the table waits for players.
        pub seed_commit: Option<String>,
        /// Whether no chips move.
        pub practice: bool,
        /// True at a table that is played for a nominal stake and counts only for ratings; otherwise missing.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<bool>")]
        pub free: Option<True>,
        /// Whether it was created as a rated table. Practice, the daily challenge, tables of a party and games that the house
        /// banks change no rating in any case.
        pub rated: bool,
        /// How well the house plays, from 1 to 4; missing if it plays at its best or not at all.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 4))]
        pub level: Option<u8>,
        /// The rematch, for its players.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rematch_id: Option<TableId>,
        /// Whether the board is no longer kept, only the results: `state.view` is null.
        pub archived: bool,
        /// The chat after `msgs_since`; only if that was sent.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub messages: Option<Vec<Message>>,
        /// To be sent as the next `msgs_since`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub msgs_at: Option<u64>,
    }
}

shape! {
    /// The player of a seat.
    pub struct SeatView {
        /// Its number.
        pub seat: Seat,
        /// A handle, or `guest`, or `house`.
        pub name: String,
        /// A picture; null means a generated avatar.
        pub avatar_url: Option<String>,
        /// The player's rating in this game at the start of the table, or the house's at its level. Null before the start and
        /// without a rated table.
        pub rating: Option<u16>,
        /// True if the player has no account, absent otherwise.
        #[schemars(with = "Option<bool>")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub guest: Option<True>,
        /// The name that a guest chose at a friendly table, null without one; only for guests. It need not be
        /// unique.
        #[schemars(with = "Option<String>", extend("x-null" = true))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub guest_name: Option<GuestName>,
    }
}

/// The name of a guest; null if none was chosen.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct GuestName(pub Option<String>);

shape! {
    /// The match itself.
    pub struct TableState {
        /// The game as the caller's seat may see it; null at an archived table.
        #[schemars(with = "Option<GameView>")]
        pub view: Option<Json>,
        /// Whether the caller is to move.
        pub your_turn: bool,
        /// The caller's legal actions now. Send one element unchanged.
        #[schemars(with = "Vec<GameAction>")]
        pub legal_actions: Vec<Json>,
        /// The number of moves so far. Send it as `expectedPlies`.
        pub plies: u64,
        /// Whether the table is over.
        pub terminal: bool,
        /// The result of each seat, once the table is over.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub outcome: Option<Vec<OutcomeEntry>>,
        /// As the table's `seed`; absent until it is revealed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seed: Option<String>,
        /// The events after `events_since` (after `eventsSince` in the response to a move).
        #[schemars(with = "Vec<GameEvent>")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub events: Option<Vec<Json>>,
        /// The cursor of the newest event. Send it as the next `events_since`.
        pub events_at: u64,
        /// When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub turn_deadline_at: Option<Millis>,
        /// The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        pub bank_ms: BTreeMap<Seat, u64>,
    }
}

shape! {
    /// A settled match that anyone can replay; with its steps, if they were requested.
    pub struct Replay {
        #[serde(flatten)]
        #[schemars(with = "BundleShape")]
        pub bundle: SharedAnswer<Bundle>,
        /// Only with `seat`: the deal, then one step for each entry of the log.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<Vec<StepByGame>>")]
        pub steps: Option<Vec<ReplayStep>>,
        /// Where the table is in the list of its day; only once that day is closed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fair: Option<super::ReplayProof>,
    }
}

shape! {
    /// A match as one side saw it after the deal, or after an entry of the log.
    pub struct ReplayStep {
        /// The view at that time.
        #[schemars(with = "GameView")]
        pub view: Json,
        /// The events since the step before.
        #[schemars(with = "Vec<GameEvent>")]
        pub events: Vec<Json>,
    }
}

/// JSON that is created once and shared by all who see it.
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
        /// Currently always `text`.
        pub modality: Modality,
        /// The text, 1 to 500 characters.
        pub body: String,
        /// When it was posted.
        pub at: Millis,
        /// The `clientId` that the message was sent with; only in responses to the sender.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub client_id: Option<String>,
        /// True if an operator removed the message, absent otherwise; `body` is then a placeholder.
        #[schemars(with = "bool")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub removed: Option<True>,
    }
}

shape! {
    /// A move was accepted.
    pub struct Acted {
        pub ok: True,
        /// The table after the move, if `eventsSince` was sent.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub table: Option<Box<TableView>>,
    }
}

shape! {
    /// Public tables with a free seat.
    pub struct OpenTables {
        /// Newest first.
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
        /// The number of occupied seats.
        pub seats_filled: usize,
        /// The number of seats.
        pub seats_total: usize,
        /// The handle of the member who opened it.
        pub host: String,
    }
}

shape! {
    /// Public tables in play.
    pub struct PlayingTables {
        /// Newest first.
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
        /// The names of the players.
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
        /// Whether that was the last free seat, so that the game has started.
        pub started: bool,
    }
}

shape! {
    /// Messages after a cursor, oldest first.
    pub struct Messages {
        /// At most 100.
        pub messages: Vec<Message>,
        /// To be sent as the next `since`.
        pub since: u64,
    }
}

shape! {
    /// A message was posted.
    pub struct Posted {
        pub ok: True,
        /// The message as it appears in the chat.
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
        /// When it ended.
        pub settled_at: Option<Millis>,
        /// All seats.
        pub seats: Vec<CardSeat>,
        /// The one seat with the highest score, if that is over 0; null if there is none or the house won.
        pub winner_seat: Option<Seat>,
        /// How many tables of this game in a row the winner has won among these players; 1 is the first.
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
        /// A picture; null means a generated avatar.
        pub avatar_url: Option<String>,
        /// The chips that the seat gained or lost here.
        pub score: i64,
        /// Win, loss or draw.
        pub result: MatchResult,
        /// Its place, 1 for the first; only in games with places.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rank: Option<u8>,
        /// The title of its place; null in games without titles.
        pub title: Option<String>,
        /// The chips that the seat has gained or lost over all tables that exactly these players have finished
        /// together.
        pub roster_net: i64,
        /// What the table did to the player's rating; null if it did nothing.
        pub rating_change: Option<i64>,
    }
}

shape! {
    /// A seat grant and its claim token, shown only to its owner.
    secret pub struct IssueSeatGrantResponse {
        /// The id for revoking it.
        pub grant_id: GrantId,
        /// Pass it on over a channel of your own, never in a URL; it can be claimed once.
        pub claim_token: String,
        /// The table.
        pub table_id: TableId,
        /// The seat.
        pub seat: Seat,
        /// When the claim and the credential expire.
        pub expires_at: Millis,
    }
}

shape! {
    /// The active grant of a seat, if there is one.
    pub struct CurrentSeatGrantResponse {
        /// Null if there is none.
        pub grant: Option<CurrentSeatGrant>,
    }
}

shape! {
    /// An active grant.
    pub struct CurrentSeatGrant {
        /// The id for revoking it.
        pub grant_id: GrantId,
        /// The table.
        pub table_id: TableId,
        /// The seat.
        pub seat: Seat,
        /// Whether it was claimed.
        pub state: GrantState,
        /// When the claim and the credential expire.
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
        /// The expiry of the token.
        pub expires_at: Millis,
    }
}
