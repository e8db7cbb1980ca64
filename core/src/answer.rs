//! What callers are told: the objects of the API document (2), field for field. They carry their own JSON shape,
//! because the document's names are the only ones they have.

use crate::games::{Bundle, MatchResult, OutcomeEntry, Seat};
use crate::ids::{AccountId, GrantId, PartyId, TableId};
use crate::record::Reason;
use crate::request::{Pace, PartyVisibility, Visibility};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The answer to a request, by its shape. Serialises as the shape alone.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each is the object of the same name")]
pub enum Answer {
    Ok(Okay),
    Joined(JoinResponse),
    Token(TokenResponse),
    Rotated(RotateRecoveryResponse),
    Me(MeResponse),
    Erased(EraseResponse),
    Profile(Profile),
    MyTables(MyTables),
    MyInvitations(MyInvitations),
    History(History),
    Ledger(Ledger),
    Referral(Referral),
    Pause(PauseState),
    Games(Games),
    Practice(GuestPracticeResponse),
    Created(Created),
    Table(Box<TableView>),
    Acted(Acted),
    OpenTables(OpenTables),
    PlayingTables(PlayingTables),
    Joining(JoinTableResponse),
    Messages(Messages),
    Posted(Posted),
    Replay(Box<Bundle>),
    Card(EndCard),
    Daily(DailyBoardResponse),
    Granted(IssueSeatGrantResponse),
    CurrentGrant(CurrentSeatGrantResponse),
    Claimed(ClaimSeatGrantResponse),
    Leaderboard(Leaderboard),
    Player(PlayerResponse),
    PartyCreated(PartyCreated),
    Party(PartyView),
    Deployment(DeploymentIdentity),
    Invited(Invited),
}

macro_rules! shape {
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        #[derive(Clone, Debug, Serialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        $(#[$meta])*
        #[expect(missing_docs, reason = "fields are the API document's own")]
        pub struct $name { $($body)* }
    };
}

/// `ok`, which is always true.
#[derive(Clone, Copy, Debug, Default)]
pub struct True;

impl Serialize for True {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_bool(true)
    }
}

impl JsonSchema for True {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "True".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "const": true })
    }
}

shape! {
    /// Done.
    #[derive(Default)]
    #[schemars(rename = "Ok")]
    pub struct Okay {
        pub ok: True,
    }
}

shape! {
    /// A new account; the recovery code is shown this once.
    pub struct JoinResponse {
        pub ok: True,
        pub handle: String,
        pub recovery_code: String,
    }
}

shape! {
    /// A Bearer token.
    pub struct TokenResponse {
        pub token: String,
        pub expires_in_seconds: u64,
    }
}

shape! {
    /// A new recovery code.
    pub struct RotateRecoveryResponse {
        pub ok: True,
        pub recovery_code: String,
    }
}

shape! {
    /// The caller's account and balance.
    pub struct MeResponse {
        pub account: AccountName,
        pub balance: i64,
    }
}

shape! {
    /// An account's id and handle.
    pub struct AccountName {
        pub id: AccountId,
        pub handle: String,
    }
}

shape! {
    /// What an erasure removed.
    pub struct EraseResponse {
        pub ok: True,
        pub handle: String,
        pub identities_removed: u32,
        pub push_subs_removed: u32,
        pub agents_anonymised: u32,
    }
}

shape! {
    /// The caller's own profile.
    pub struct Profile {
        pub handle: String,
        pub avatar_url: Option<String>,
        pub bio: Option<String>,
        pub identities: Vec<String>,
        pub doors: Vec<Door>,
        pub show_messenger: bool,
    }
}

shape! {
    /// A linked identity, as its owner sees it.
    pub struct Door {
        pub provider: String,
        pub username: Option<String>,
        pub photo_url: Option<String>,
    }
}

shape! {
    /// The caller's waiting and running tables.
    pub struct MyTables {
        pub tables: Vec<MyTable>,
    }
}

shape! {
    /// One of the caller's tables.
    pub struct MyTable {
        pub id: TableId,
        pub game_id: String,
        pub kind: Option<String>,
        pub status: &'static str,
        pub pace: Pace,
        pub stake: i64,
        pub your_turn: bool,
    }
}

shape! {
    /// Tables that keep a seat for the caller.
    pub struct MyInvitations {
        pub invitations: Vec<Invitation>,
    }
}

shape! {
    /// A table that keeps a seat for the caller.
    pub struct Invitation {
        pub id: TableId,
        pub game_id: String,
        pub kind: Option<String>,
        pub label: String,
        pub stake: i64,
        pub host: String,
        pub pace: Pace,
        pub created_at: Millis,
    }
}

shape! {
    /// Settled tables of the caller, newest first.
    pub struct History {
        pub hands: Vec<Hand>,
    }
}

shape! {
    /// A settled table in a history.
    pub struct Hand {
        pub table_id: TableId,
        pub game_id: String,
        pub kind: Option<String>,
        pub result: MatchResult,
        pub opponents: Vec<String>,
        pub net: i64,
        pub settled_at: Option<Millis>,
    }
}

shape! {
    /// Movements of the caller's chips, oldest first.
    pub struct Ledger {
        pub entries: Vec<LedgerEntry>,
    }
}

shape! {
    /// One movement.
    pub struct LedgerEntry {
        pub id: u64,
        pub delta: i64,
        pub reason: Reason,
        pub currency: &'static str,
        pub table_id: Option<TableId>,
        pub created_at: Millis,
    }
}

shape! {
    /// The caller's referral code and what it brought.
    pub struct Referral {
        pub code: String,
        pub uses_left: u32,
        pub invited: u32,
        pub rewarded: u32,
        pub cap: u32,
        pub reward: i64,
        pub threshold: u32,
    }
}

shape! {
    /// Whether and until when the caller has paused himself.
    pub struct PauseState {
        pub paused: bool,
        pub until: Option<Millis>,
    }
}

shape! {
    /// All table kinds.
    pub struct Games {
        pub games: Vec<GameKind>,
    }
}

shape! {
    /// One table kind.
    pub struct GameKind {
        pub kind: &'static str,
        pub game_id: &'static str,
        pub label: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seats: Option<usize>,
        pub open_eligible: bool,
        pub duellable: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fixed_buy_in: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub buy_in_per_amount: Option<i64>,
        pub rules: &'static str,
        pub description: &'static str,
        pub engine_version: &'static str,
    }
}

shape! {
    /// A practice table and the credential for its seat.
    pub struct GuestPracticeResponse {
        pub table_id: TableId,
        pub access_token: String,
        pub token_type: &'static str,
        pub expires_at: Millis,
    }
}

shape! {
    /// The table that was made.
    pub struct Created {
        pub table_id: TableId,
    }
}

shape! {
    /// A table as its viewer may see it.
    pub struct TableView {
        pub id: TableId,
        pub kind: Option<String>,
        pub game_id: String,
        pub status: &'static str,
        pub my_seat: i8,
        pub stake: i64,
        pub seats: Vec<SeatView>,
        pub visibility: Visibility,
        pub seats_total: usize,
        pub invited_handle: Option<String>,
        pub pace: Pace,
        pub state: TableState,
        pub seed: Option<String>,
        pub seed_commit: Option<String>,
        pub practice: bool,
        pub archived: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub messages: Option<Vec<Message>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub msgs_at: Option<u64>,
    }
}

shape! {
    /// Who sits in a seat.
    pub struct SeatView {
        pub seat: Seat,
        pub name: String,
        pub avatar_url: Option<String>,
    }
}

shape! {
    /// The match itself.
    pub struct TableState {
        #[schemars(with = "Option<serde_json::Value>")]
        pub view: Option<Json>,
        pub your_turn: bool,
        #[schemars(with = "Vec<serde_json::Value>")]
        pub legal_actions: Vec<Json>,
        pub plies: u64,
        pub terminal: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub outcome: Option<Vec<OutcomeEntry>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seed: Option<String>,
        #[schemars(with = "Vec<GameEvent>")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub events: Option<Vec<Json>>,
        pub events_at: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub turn_deadline_at: Option<Millis>,
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        pub bank_ms: BTreeMap<Seat, u64>,
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

/// The shape of an event, for the document; events travel as JSON that their game made.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes JSON, is never built")]
struct GameEvent {
    r#type: String,
    seat: Option<Seat>,
    label: Option<String>,
    data: Option<BTreeMap<String, serde_json::Value>>,
    at: Option<u64>,
}

shape! {
    /// One message of a chat.
    pub struct Message {
        pub id: u64,
        pub seat: i8,
        pub name: String,
        pub modality: &'static str,
        pub body: String,
        pub at: Millis,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub client_id: Option<String>,
    }
}

shape! {
    /// A move was taken.
    pub struct Acted {
        pub ok: True,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub table: Option<Box<TableView>>,
    }
}

shape! {
    /// Public tables with a free seat.
    pub struct OpenTables {
        pub tables: Vec<OpenTable>,
    }
}

shape! {
    /// A public table with a free seat.
    pub struct OpenTable {
        pub id: TableId,
        pub game_id: String,
        pub kind: Option<String>,
        pub label: String,
        pub stake: i64,
        pub created_at: Millis,
        pub seats_filled: usize,
        pub seats_total: usize,
        pub host: String,
    }
}

shape! {
    /// Public tables in play.
    pub struct PlayingTables {
        pub tables: Vec<PlayingTable>,
    }
}

shape! {
    /// A public table in play.
    pub struct PlayingTable {
        pub id: TableId,
        pub game_id: String,
        pub kind: Option<String>,
        pub label: String,
        pub stake: i64,
        pub seats: Vec<String>,
        pub created_at: Millis,
    }
}

shape! {
    /// A seat was taken.
    pub struct JoinTableResponse {
        pub ok: True,
        pub table_id: TableId,
        pub started: bool,
    }
}

shape! {
    /// Messages after a cursor, oldest first.
    pub struct Messages {
        pub messages: Vec<Message>,
        pub since: u64,
    }
}

shape! {
    /// A message was posted.
    pub struct Posted {
        pub ok: True,
        pub message: Message,
    }
}

shape! {
    /// How a table ended.
    pub struct EndCard {
        pub id: TableId,
        pub game_id: String,
        pub kind: Option<String>,
        pub stake: i64,
        pub settled_at: Option<Millis>,
        pub seats: Vec<CardSeat>,
        pub winner_seat: Option<Seat>,
        pub reign: u32,
        pub tables_together: u32,
    }
}

shape! {
    /// A seat of an end card.
    pub struct CardSeat {
        pub seat: Seat,
        pub name: String,
        pub avatar_url: Option<String>,
        pub score: i64,
        pub result: MatchResult,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rank: Option<u8>,
        pub title: Option<String>,
        pub roster_net: i64,
    }
}

shape! {
    /// The deal of the day and who played it how.
    pub struct DailyBoardResponse {
        pub date_key: String,
        pub kind: String,
        pub seed_hash: String,
        pub mine: Option<DailyMine>,
        pub board: Vec<DailyRank>,
    }
}

shape! {
    /// The caller's try.
    pub struct DailyMine {
        pub table_id: TableId,
        pub status: &'static str,
        pub result: Option<MatchResult>,
        pub plies: Option<u32>,
    }
}

shape! {
    /// A member's try.
    pub struct DailyRank {
        pub handle: String,
        pub result: Option<MatchResult>,
        pub plies: Option<u32>,
        pub settled_at: Option<Millis>,
    }
}

shape! {
    /// A seat grant and its claim token, shown to its owner alone.
    pub struct IssueSeatGrantResponse {
        pub grant_id: GrantId,
        pub claim_token: String,
        pub table_id: TableId,
        pub seat: Seat,
        pub expires_at: Millis,
    }
}

shape! {
    /// The live grant of a seat, if there is one.
    pub struct CurrentSeatGrantResponse {
        pub grant: Option<CurrentSeatGrant>,
    }
}

shape! {
    /// A live grant.
    pub struct CurrentSeatGrant {
        pub grant_id: GrantId,
        pub table_id: TableId,
        pub seat: Seat,
        pub state: &'static str,
        pub expires_at: Millis,
    }
}

shape! {
    /// The credential of a claimed seat.
    pub struct ClaimSeatGrantResponse {
        pub access_token: String,
        pub token_type: &'static str,
        pub table_id: TableId,
        pub seat: Seat,
        pub expires_at: Millis,
    }
}

shape! {
    /// Who won most.
    pub struct Leaderboard {
        pub leaderboard: Vec<Leader>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub me: Option<MyRank>,
    }
}

shape! {
    /// A place on the leaderboard.
    pub struct Leader {
        pub handle: String,
        pub chips: i64,
    }
}

shape! {
    /// Where the caller stands or would stand.
    pub struct MyRank {
        pub rank: u64,
        pub chips: i64,
    }
}

shape! {
    /// A member's public card.
    pub struct PlayerResponse {
        pub handle: String,
        pub avatar_url: Option<String>,
        pub bio: Option<String>,
        pub member_since: Millis,
        pub chips: i64,
        pub messenger: Option<String>,
        pub agents: Vec<PlayerAgent>,
        pub tables: Vec<PlayerTable>,
    }
}

shape! {
    /// An agent on a member's card.
    pub struct PlayerAgent {
        pub id: String,
        pub name: String,
        pub wins: u32,
        pub losses: u32,
    }
}

shape! {
    /// A public table on a member's card.
    pub struct PlayerTable {
        pub id: TableId,
        pub game_id: String,
        pub kind: Option<String>,
        pub status: &'static str,
        pub created_at: Millis,
    }
}

shape! {
    /// The party that was founded.
    pub struct PartyCreated {
        pub party_id: PartyId,
    }
}

shape! {
    /// A party as its members see it.
    pub struct PartyView {
        pub id: PartyId,
        pub members: Vec<String>,
        pub current_table_id: Option<TableId>,
        pub visibility: PartyVisibility,
        pub is_owner: bool,
        pub messages: Vec<Message>,
        pub msgs_at: u64,
        pub standing: Standing,
    }
}

shape! {
    /// How a party's members stand.
    pub struct Standing {
        pub rows: Vec<StandingRow>,
        pub tables_together: u32,
        pub reigns: Vec<Reign>,
    }
}

shape! {
    /// How a member stands in a party.
    pub struct StandingRow {
        pub name: String,
        pub net: i64,
        pub wins: u32,
        pub played: u32,
    }
}

shape! {
    /// A run of consecutive wins.
    pub struct Reign {
        pub game_id: String,
        pub champion_name: String,
        pub length: u32,
    }
}

shape! {
    /// Which build answers.
    pub struct DeploymentIdentity {
        pub schema_version: u32,
        pub attested: bool,
        pub commit_sha: Option<String>,
        pub deployment_id: Option<String>,
        pub environment: Option<String>,
        pub schema_ready: bool,
    }
}

shape! {
    /// An invitation that the operator minted.
    pub struct Invited {
        pub invite_code: String,
        pub uses: u32,
    }
}
