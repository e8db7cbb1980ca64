//! Responses: the objects of the API, field for field. They define their own JSON shape, because the API's names are
//! the only ones they have.

macro_rules! shape {
    ($(#[$meta:meta])* secret pub struct $name:ident { $($body:tt)* }) => {
        #[derive(Clone, Serialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        $(#[$meta])*
        pub struct $name { $($body)* }

        /// It holds a credential, and prints without it.
        impl std::fmt::Debug for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(concat!(stringify!($name), "(***)"))
            }
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        #[derive(Clone, Debug, Serialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        $(#[$meta])*
        pub struct $name { $($body)* }
    };
}

mod account;
mod agents;
mod blocks;
mod club;
mod fairness;
mod identities;
mod operator;
mod queue;
mod ratings;
mod streams;
mod tables;

pub use account::*;
pub use agents::*;
pub use blocks::*;
pub use club::*;
pub use fairness::*;
pub use identities::*;
pub use operator::*;
pub use queue::*;
pub use ratings::*;
pub use streams::*;
pub use tables::*;

use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;

/// The response to a request, by its shape. Serialises as the shape alone.
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
    MessengerJoined(MessengerJoinResponse),
    Challenge(MessengerLinkChallengeResponse),
    MyTables(MyTables),
    MyInvitations(MyInvitations),
    History(History),
    Ledger(Ledger),
    Referral(Referral),
    Pause(PauseState),
    Games(Games),
    Practice(GuestPracticeResponse),
    GuestSeated(GuestSeatResponse),
    Rematch(RematchResponse),
    Created(Created),
    Table(SharedAnswer<TableView>),
    Acted(Acted),
    OpenTables(OpenTables),
    PlayingTables(PlayingTables),
    JoinedTable(JoinTableResponse),
    Messages(Messages),
    Posted(Posted),
    Replay(Replay),
    Card(EndCard),
    Daily(DailyBoardResponse),
    Granted(IssueSeatGrantResponse),
    CurrentGrant(CurrentSeatGrantResponse),
    Claimed(ClaimSeatGrantResponse),
    Leaderboard(Leaderboard),
    Ratings(Ratings),
    Player(PlayerResponse),
    Blocks(Blocks),
    Ticket(Ticket),
    QueueLengths(QueueLengths),
    PushKey(PushKey),
    Roster(Roster),
    AgentSaved(SaveAgentResponse),
    SelfChecked(SelfCheckResponse),
    Challenged(ChallengeResponse),
    Duels(Duels),
    Duel(Duel),
    PartyCreated(PartyCreated),
    PartyInvitation(PartyInvitation),
    Party(SharedAnswer<PartyView>),
    StreamEnd(StreamEnd),
    Fairness(FairnessStatements),
    NewestStatement(SignedStatement),
    DayList(DayList),
    Deployment(DeploymentIdentity),
    Invited(Invited),
    Audited(AuditEntry),
    Recovered(RecoveredAccount),
    AuditPage(AuditPage),
    AccountSheet(Box<AccountSheet>),
    InvitationPage(InvitationPage),
    MemberPage(MemberPage),
    TablePage(TablePage),
    ChatPage(ChatPage),
}

/// How long an answer stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasts {
    /// It may change at any time.
    NotAtAll,
    /// A reader loses nothing by reading it again only after some minutes.
    Minutes,
    /// It never changes.
    ForEver,
}

impl Answer {
    /// How long it stays as it is. A replay whose seed is revealed gets one more part, its place in the list of its day,
    /// and never changes after that.
    pub fn lasts(&self) -> Lasts {
        let Self::Replay(replay) = self else { return Lasts::NotAtAll };
        if replay.bundle.seed.is_none() {
            Lasts::NotAtAll
        } else if replay.fair.is_none() && replay.bundle.config.get("deal").is_some() {
            Lasts::Minutes
        } else {
            Lasts::ForEver
        }
    }

    /// Its JSON. Where many responses share it, it is written once.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no response shares the others")]
    pub fn json(&self) -> Cow<'_, str> {
        match self {
            Self::Table(view) => view.json().into(),
            Self::Party(view) => view.json().into(),
            other => serde_json::to_string(other).expect("answers are plain data").into(),
        }
    }

    /// The name of the event that carries it in a stream.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no event carries the others")]
    pub const fn event(&self) -> Option<&'static str> {
        match self {
            Self::Me(_) => Some("me"),
            Self::MyTables(_) => Some("tables"),
            Self::MyInvitations(_) => Some("invitations"),
            Self::Duel(_) => Some("duel"),
            Self::Ticket(_) => Some("queue"),
            Self::Table(_) => Some("table"),
            Self::Party(_) => Some("party"),
            Self::StreamEnd(_) => Some("end"),
            _ => None,
        }
    }

    /// The account's token that it contains.
    pub fn token(&self) -> Option<&str> {
        if let Self::Token(answer) = self { Some(&answer.token) } else { None }
    }
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
        schemars::json_schema!({ "type": "boolean", "const": true, "description": "Always true." })
    }
}
