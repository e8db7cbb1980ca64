//! Typed requests: the routes of the API with their defaults filled in.

use crate::cursor::MemberCursor;
use crate::ids::{DuelId, GrantId, PartyId, TableId};
use crate::operation::{
    Effect, Operation, account, agents, club, discovery, fairness, identities, parties, push, seats, tables,
};
use crate::secret::Secret;
use crate::time::{Day, Millis};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use turnstone_games::{Level, PolicyName, Seat};

mod printing;
mod streams;

pub use streams::{StreamParty, StreamTable};

/// Who may find a table and join.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Listed, readable by all.
    #[default]
    Public,
    /// Not listed; every member who knows the id can read and join it.
    Unlisted,
    /// Seated and invited members only.
    Private,
}

/// The pace of a table's turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// In one sitting.
    #[default]
    Live,
    /// 48 hours for each turn.
    Daily,
}

/// The length of a pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum PauseDuration {
    /// One day.
    #[serde(rename = "24h")]
    Day,
    /// Seven days.
    #[serde(rename = "7d")]
    Week,
    /// Thirty days.
    #[serde(rename = "30d")]
    Month,
}

/// Who may join a party by its link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PartyVisibility {
    /// Members who have the link.
    Unlisted,
    /// No new members.
    Private,
}

/// The body of a table's creation, defaults filled in.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct CreateTable {
    /// The table kind.
    pub kind: String,
    /// Who may find it.
    pub visibility: Visibility,
    /// Leave every other seat to members.
    pub open: bool,
    /// Seats, for multi-seat kinds.
    pub seats: Option<u8>,
    /// The pace.
    pub pace: Pace,
    /// The handle for which one seat is reserved.
    pub invited: Option<String>,
    /// Chips staked.
    pub stake: i64,
    /// The idempotency key.
    pub client_ref: Option<String>,
    /// Play the daily challenge.
    pub daily: bool,
    /// Play without chips against the house.
    pub practice: bool,
    /// How well the house plays, if not at its best.
    pub level: Option<Level>,
    /// What its creator brings for the seed.
    pub client_seed: Option<String>,
}

/// A read of a table, long-polling if `wait_ms` is over 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadTable {
    /// The table.
    pub table: TableId,
    /// How long to wait for an event.
    pub wait_ms: u64,
    /// The caller has the events up to this cursor.
    pub events_since: Option<u64>,
    /// The caller has the messages up to this cursor, and wants newer ones.
    pub msgs_since: Option<u64>,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// The table.
    pub table: TableId,
    /// One element of `legalActions`, or its text. A JSON body has no text.
    pub action: Value,
    /// The `plies` on which the decision is based.
    pub expected_plies: Option<u64>,
    /// Include the view and these events in the response.
    pub events: Option<MoveEvents>,
}

/// The events in the response to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveEvents {
    /// The events after this cursor.
    After(u64),
    /// Those of the move and of what followed at once.
    OfMove,
}

/// The proof of identity that a messenger gives its users.
#[derive(Clone, PartialEq, Eq)]
pub enum MessengerProof {
    /// For an app that it opens: a query string.
    InApp(Secret),
    /// From its login widget: fields by name.
    Widget(BTreeMap<String, Secret>),
}

/// What makes an agent's decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AgentKind {
    /// A model with the owner's prompt.
    Prompt,
    /// A built-in policy.
    Policy,
}

/// The maximum number of legs of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DuelFormat {
    /// One.
    #[default]
    Bo1,
    /// The best of three.
    Bo3,
    /// The best of five.
    Bo5,
}

impl DuelFormat {
    /// The number of legs.
    pub const fn legs(self) -> u8 {
        match self {
            Self::Bo1 => 1,
            Self::Bo3 => 3,
            Self::Bo5 => 5,
        }
    }

    /// The number of won legs that decides a duel.
    pub const fn majority(self) -> u8 {
        self.legs() / 2 + 1
    }
}

/// An agent as its owner describes it.
#[derive(Clone, PartialEq, Eq)]
pub struct SaveAgent {
    /// Its name, unique to its owner.
    pub name: String,
    /// What makes its decisions.
    pub kind: AgentKind,
    /// The prompt for the model.
    pub prompt: Option<Secret>,
    /// The policy.
    pub policy: Option<PolicyName>,
    /// In percent.
    pub aggression: Option<u8>,
    /// Whether others may challenge it; absent keeps the setting.
    pub accepts_challenges: Option<bool>,
    /// The highest stake a leg at which others may challenge it, 0 for no limit; absent keeps the setting.
    pub stake_limit: Option<i64>,
}

/// A requested duel, defaults filled in.
#[derive(Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The caller's agent.
    pub agent_id: String,
    /// The challenged agent.
    pub opponent_agent_id: String,
    /// The game.
    pub game_id: String,
    /// The format.
    pub format: DuelFormat,
    /// Chips a leg and side.
    pub stake: i64,
    /// The duel to which this is the rematch.
    pub rematch_of: Option<String>,
    /// The idempotency key.
    pub client_ref: Option<String>,
    /// What the challenger brings for the seeds.
    pub client_seed: Option<String>,
}

/// Declares the requests, each with its operation, in the API's order.
macro_rules! requests {
    ($($variant:ident $({ $($fields:tt)* })? $(($($parts:tt)*))? => $operation:path,)*) => {
        /// A request that is parsed and within the limits of its fields. It has the name of its operation.
        #[derive(Clone, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the operations are documented")]
        pub enum Request {
            /// A request of this class that could not be parsed: its credentials and rate limits are checked before the
            /// error is reported.
            Admission(RateClass),
            $($variant $({ $($fields)* })? $(($($parts)*))?,)*
        }

        /// All operations, in the API's order.
        pub const ALL: &[&dyn Operation] = &[$(&$operation),*];

        impl Request {
            /// The operation of a request; `None` for one that could not be parsed.
            pub fn operation(&self) -> Option<&'static dyn Operation> {
                Some(match self {
                    Self::Admission(_) => return None,
                    $(Self::$variant { .. } => &$operation,)*
                })
            }
        }
    };
}

requests! {
    Join { invite_code: Secret, handle: String, client_ref: String } => account::JOIN,
    IssueToken { handle: String, recovery_code: Secret } => account::ISSUE_TOKEN,
    Recover { handle: String, recovery_code: Secret } => account::RECOVER,
    RotateRecovery { recovery_code: Option<Secret> } => account::ROTATE_RECOVERY,
    ConfirmRecovery => account::CONFIRM_RECOVERY,
    Logout { everywhere: bool } => account::LOGOUT,
    Me => account::ME,
    EraseAccount { confirm_handle: String } => account::ERASE_ACCOUNT,
    Profile => account::PROFILE,
    EditProfile {
        bio: Option<Option<String>>,
        avatar_url: Option<Option<String>>,
        show_messenger: Option<bool>,
    } => account::EDIT_PROFILE,
    MyTables => account::MY_TABLES,
    MyInvitations => account::MY_INVITATIONS,
    StreamMe { after: Option<Box<MemberCursor>> } => account::STREAM_ME,
    History { game_id: Option<String>, limit: usize, before: Option<Millis> } => account::HISTORY,
    Ledger { since: Option<u64>, limit: usize } => account::LEDGER,
    Referral => account::REFERRAL,
    PauseState => account::PAUSE_STATE,
    Pause { duration: PauseDuration } => account::PAUSE,
    JoinMessenger { init_data: Secret, invite_code: Option<Secret>, handle: Option<String> } => identities::JOIN_MESSENGER,
    LinkMessenger { state: Secret, proof: MessengerProof } => identities::LINK_MESSENGER,
    UnlinkMessenger => identities::UNLINK_MESSENGER,
    ChallengeMessenger => identities::CHALLENGE_MESSENGER,
    // An update from the messenger, with the secret that was sent along; no update if it could not be parsed.
    MessengerWebhook { secret: Option<Secret>, update: Option<Map<String, Value>> } => identities::MESSENGER_WEBHOOK,
    Practice { kind: String, client_ref: String, level: Option<Level>, client_seed: Option<String> } => tables::PRACTICE,
    Games => tables::GAMES,
    CreateTable(CreateTable) => tables::CREATE_TABLE,
    ReadTable(ReadTable) => tables::READ_TABLE,
    StreamTable(StreamTable) => tables::STREAM_TABLE,
    Act(Act) => tables::ACT,
    Forfeit { table: TableId } => tables::FORFEIT,
    OpenTables { game_id: Option<String> } => tables::OPEN_TABLES,
    PlayingTables => tables::PLAYING_TABLES,
    JoinTable { table: TableId, client_seed: Option<String> } => tables::JOIN_TABLE,
    Decline { table: TableId } => tables::DECLINE,
    TableMessages { table: TableId, since: Option<u64> } => tables::TABLE_MESSAGES,
    PostTableMessage { table: TableId, body: String, client_id: Option<String> } => tables::POST_TABLE_MESSAGE,
    Replay { table: TableId, steps_of: Option<ReplaySide> } => tables::REPLAY,
    EndCard { table: TableId } => tables::END_CARD,
    DailyBoard => tables::DAILY_BOARD,
    IssueSeatGrant { table: TableId, client_ref: String, expires_in_s: u64 } => seats::ISSUE_SEAT_GRANT,
    CurrentSeatGrant { table: TableId } => seats::CURRENT_SEAT_GRANT,
    RevokeSeatGrant { table: TableId, grant: GrantId } => seats::REVOKE_SEAT_GRANT,
    ClaimSeatGrant { claim_token: Secret, client_ref: String } => seats::CLAIM_SEAT_GRANT,
    Leaderboard { limit: usize } => club::LEADERBOARD,
    Player { handle: String } => club::PLAYER,
    PushSubscribe { endpoint: Secret, p256dh: Secret, auth: Secret } => push::PUSH_SUBSCRIBE,
    PushUnsubscribe { endpoint: Secret } => push::PUSH_UNSUBSCRIBE,
    PushKey => push::PUSH_KEY,
    ListAgents { limit: usize, cursor: Option<String> } => agents::LIST_AGENTS,
    SaveAgent(SaveAgent) => agents::SAVE_AGENT,
    SelfCheck { agent_id: String, game_id: String } => agents::SELF_CHECK,
    Challenge(Challenge) => agents::CHALLENGE,
    ListDuels { limit: usize, before: Option<Millis> } => agents::LIST_DUELS,
    ReadDuel { duel: DuelId } => agents::READ_DUEL,
    CreateParty => parties::CREATE_PARTY,
    JoinParty { party: PartyId } => parties::JOIN_PARTY,
    LeaveParty { party: PartyId } => parties::LEAVE_PARTY,
    PartyInvitation { party: PartyId } => parties::PARTY_INVITATION,
    SetPartyVisibility { party: PartyId, visibility: PartyVisibility } => parties::SET_PARTY_VISIBILITY,
    CreatePartyTable { party: PartyId, kind: String, stake: i64, seats: Option<u8> } => parties::CREATE_PARTY_TABLE,
    ReadParty { party: PartyId, wait_ms: u64, msgs_since: Option<u64> } => parties::READ_PARTY,
    StreamParty(StreamParty) => parties::STREAM_PARTY,
    PostPartyMessage { party: PartyId, body: String, client_id: Option<String> } => parties::POST_PARTY_MESSAGE,
    Fairness { from: Option<u32> } => fairness::FAIRNESS,
    FairnessNewest => fairness::FAIRNESS_NEWEST,
    FairnessDay { day: Day, from: Option<u32> } => fairness::FAIRNESS_DAY,
    FairnessEraDay { day: Day, era: u64, from: Option<u32> } => fairness::FAIRNESS_ERA_DAY,
    Deployment => discovery::DEPLOYMENT,
}

/// The rate-limit bucket in which a request counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RateClass {
    /// The caller's requests.
    Ordinary,
    /// The caller's moves, counted apart: polling does not use up the limit of moves.
    Move,
    /// Attempts to get a credential, by address.
    Credential,
}

impl Request {
    /// Whether its response may wait for an event.
    pub const fn is_poll(&self) -> bool {
        matches!(self, Self::ReadTable(ReadTable { wait_ms: 1.., .. }) | Self::ReadParty { wait_ms: 1.., .. })
    }

    /// Its effect on the state.
    pub fn effect(&self) -> Effect {
        self.operation().map_or(Effect::Reads, |operation| operation.about().effect)
    }

    /// The rate-limit bucket in which it counts.
    pub fn rate(&self) -> RateClass {
        let of = |operation: &dyn Operation| operation.about().rate;
        if let Self::Admission(class) = self { *class } else { self.operation().map_or(RateClass::Ordinary, of) }
    }
}

/// The point of view of a step-by-step replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplaySide {
    /// A seat's.
    Seat(Seat),
    /// A spectator.
    Spectator,
}
