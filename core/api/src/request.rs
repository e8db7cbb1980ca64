//! What callers ask for, typed: the routes of the API document with their defaults filled in.

use crate::ids::{DuelId, GrantId, PartyId, TableId};
use crate::secret::Secret;
use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use turnstone_games::{PolicyName, Seat};

mod printing;

/// Who may find a table and sit down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Listed, readable by all.
    #[default]
    Public,
    /// Not listed; every member who has the id can read and join it.
    Unlisted,
    /// Seated and invited members only.
    Private,
}

/// How fast a table is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// In one sitting.
    #[default]
    Live,
    /// 48 hours a turn.
    Daily,
}

/// How long a member pauses.
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
    /// How fast.
    pub pace: Pace,
    /// The handle one seat is reserved for.
    pub invited: Option<String>,
    /// Chips staked.
    pub stake: i64,
    /// The idempotency key.
    pub client_ref: Option<String>,
    /// Play the deal of the day.
    pub daily: bool,
    /// Play for nothing against the house.
    pub practice: bool,
}

/// A read of a table, long-polling if `wait_ms` is over 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadTable {
    /// The table.
    pub table: TableId,
    /// How long to wait for news.
    pub wait_ms: u64,
    /// The caller has the events up to here.
    pub events_since: Option<u64>,
    /// The caller has the messages up to here, and wants newer ones.
    pub msgs_since: Option<u64>,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// The table.
    pub table: TableId,
    /// One element of `legalActions`.
    pub action: Value,
    /// The `plies` that the caller decided on.
    pub expected_plies: Option<u64>,
    /// Also answer with the view and the events after this cursor.
    pub events_since: Option<u64>,
}

/// What a messenger gives its users to prove their identity.
#[derive(Clone, PartialEq, Eq)]
pub enum MessengerProof {
    /// To an app that it opens: a query string.
    InApp(Secret),
    /// By its login widget: fields by their names.
    Widget(BTreeMap<String, Secret>),
}

/// What makes an agent's decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AgentKind {
    /// A model, told what its owner wrote.
    Prompt,
    /// A built-in policy.
    Policy,
}

/// How many legs a duel has at most.
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
    /// Its name, which is its owner's own.
    pub name: String,
    /// What makes its decisions.
    pub kind: AgentKind,
    /// What the model is told.
    pub prompt: Option<Secret>,
    /// The policy.
    pub policy: Option<PolicyName>,
    /// In percent.
    pub aggression: Option<u8>,
    /// Whether others may challenge it; absent leaves it as it is.
    pub accepts_challenges: Option<bool>,
    /// Chips a leg for which others may challenge it, 0 for no limit; absent leaves it as it is.
    pub stake_limit: Option<i64>,
}

/// A duel that is asked for, defaults filled in.
#[derive(Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The caller's agent.
    pub agent_id: String,
    /// Whom it challenges.
    pub opponent_agent_id: String,
    /// The game.
    pub game_id: String,
    /// How many legs.
    pub format: DuelFormat,
    /// Chips a leg and side.
    pub stake: i64,
    /// The duel that it answers.
    pub rematch_of: Option<String>,
    /// The idempotency key.
    pub client_ref: Option<String>,
}

/// One request, already parsed and within the limits of its fields.
#[derive(Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields are the API document's own")]
pub enum Request {
    /// A request of this class that a door could not read: credentials and limits come before what is wrong with it.
    Admission(RateClass),
    Join {
        invite_code: Secret,
        handle: String,
        client_ref: String,
    },
    Token {
        handle: String,
        recovery_code: Secret,
    },
    Recover {
        handle: String,
        recovery_code: Secret,
    },
    Rotate {
        recovery_code: Secret,
    },
    Logout,
    Me,
    Erase {
        confirm_handle: String,
    },
    Profile,
    EditProfile {
        bio: Option<Option<String>>,
        avatar_url: Option<Option<String>>,
        show_messenger: Option<bool>,
    },
    MyTables,
    MyInvitations,
    History {
        game_id: Option<String>,
        limit: usize,
        before: Option<Millis>,
    },
    Ledger {
        since: Option<u64>,
        limit: usize,
    },
    Referral,
    PauseState,
    Pause {
        duration: PauseDuration,
    },
    JoinMessenger {
        init_data: Secret,
        invite_code: Option<Secret>,
        handle: Option<String>,
    },
    LinkMessenger {
        state: Secret,
        proof: MessengerProof,
    },
    UnlinkMessenger,
    ChallengeMessenger,
    /// What the messenger tells its bot, with the secret that came along; no update where none could be read.
    MessengerUpdate {
        secret: Option<Secret>,
        update: Option<Map<String, Value>>,
    },
    Games,
    Practice {
        kind: String,
        client_ref: String,
    },
    CreateTable(CreateTable),
    ReadTable(ReadTable),
    Act(Act),
    Forfeit {
        table: TableId,
    },
    OpenTables {
        game_id: Option<String>,
    },
    PlayingTables,
    JoinTable {
        table: TableId,
    },
    Decline {
        table: TableId,
    },
    Messages {
        table: TableId,
        since: Option<u64>,
    },
    PostMessage {
        table: TableId,
        body: String,
        client_id: Option<String>,
    },
    Replay {
        table: TableId,
        steps_of: Option<ReplaySide>,
    },
    Card {
        table: TableId,
    },
    Daily,
    IssueGrant {
        table: TableId,
        client_ref: String,
        expires_in_s: u64,
    },
    CurrentGrant {
        table: TableId,
    },
    RevokeGrant {
        table: TableId,
        grant: GrantId,
    },
    ClaimGrant {
        claim_token: Secret,
        client_ref: String,
    },
    Leaderboard {
        limit: usize,
    },
    Player {
        handle: String,
    },
    PushSubscribe {
        endpoint: Secret,
        p256dh: Secret,
        auth: Secret,
    },
    PushUnsubscribe {
        endpoint: Secret,
    },
    PushKey,
    Agents {
        limit: usize,
        cursor: Option<String>,
    },
    SaveAgent(SaveAgent),
    SelfCheck {
        agent_id: String,
        game_id: String,
    },
    Challenge(Challenge),
    Duel {
        duel: DuelId,
    },
    Duels {
        limit: usize,
        before: Option<Millis>,
    },
    CreateParty,
    JoinParty {
        party: PartyId,
    },
    SetVisibility {
        party: PartyId,
        visibility: PartyVisibility,
    },
    PartyTable {
        party: PartyId,
        kind: String,
        stake: i64,
        seats: Option<u8>,
    },
    Party {
        party: PartyId,
        wait_ms: u64,
        msgs_since: Option<u64>,
    },
    PostPartyMessage {
        party: PartyId,
        body: String,
        client_id: Option<String>,
    },
    Deployment,
}

/// Which bucket of the rate limits a request counts in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RateClass {
    /// The caller's requests.
    Ordinary,
    /// The caller's moves: a polling client never loses its move.
    Move,
    /// Attempts to get a credential, by address.
    Credential,
}

impl Request {
    /// Whether its answer may wait for news.
    pub const fn is_poll(&self) -> bool {
        matches!(self, Self::ReadTable(ReadTable { wait_ms: 1.., .. }) | Self::Party { wait_ms: 1.., .. })
    }
}

/// From whose side a match is shown step by step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplaySide {
    /// A seat's.
    Seat(Seat),
    /// That of somebody without one.
    Spectator,
}
