//! Requests: an operation with the objects that it concerns and its input.

use crate::ids::{DuelId, GrantId, PartyId, TableId, TicketId};
use crate::input::Nothing;
use crate::operation::{
    Access, Effect, Operation, account, agents, blocks, club, discovery, fairness, friendly, identities, operator,
    parties, push, queue, seats, tables,
};
use crate::time::Day;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use turnstone_games::Seat;

mod printing;
mod streams;

pub use crate::operation::account::{
    EditProfile, EraseAccount, History, Join, Ledger, Logout, Pause, RecoveryCode, RotateRecovery, StreamMe,
};
pub use crate::operation::agents::{Challenge, ListAgents, ListDuels, SaveAgent, SelfCheck};
pub use crate::operation::blocks::BlockedMember;
pub use crate::operation::club::{Leaderboard, Period, RatedGroup, Ratings};
pub use crate::operation::fairness::NumberedList;
pub use crate::operation::friendly::{FillTable, GuestSeat, Rematch};
pub use crate::operation::identities::{JoinMessenger, LinkMessenger, MessengerWebhook};
pub use crate::operation::operator::{
    Adjust, Backup, ChatPlace, DevAccount, DevAdvance, Invite, ListInvitations, MemberAct, MemberSelector,
    MemberStatus, Mute, ReadAudit, ReadChat, RemoveMessage, RevokeInvitation, RotateKey, SearchMembers, SearchTables,
    ShowAccount, VoidTable,
};
pub use crate::operation::parties::{CreatePartyTable, ReadParty, SetPartyVisibility, StreamParty};
pub use crate::operation::push::{PushKeys, PushSubscribe, PushSubscription, PushUnsubscribe};
pub use crate::operation::queue::{Fallback, JoinQueue, Opponents, ReadTicket};
pub use crate::operation::seats::{ClaimSeatGrant, IssueSeatGrant};
pub use crate::operation::tables::{
    Act, CreateTable, JoinTable, MoveEvents, OpenTables, PostMessage, Practice, ReadTable, Replay, StreamTable,
    TableMessages,
};

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

/// Declares the requests, each with its operation, in the API's order, and those of operators.
macro_rules! requests {
    (
        $($variant:ident $(($($part:ty),+))? => $operation:path,)*
        [operators] $($own:ident($input:ty) => $of_operator:path,)*
    ) => {
        /// A request that is parsed and within the limits of its fields. It has the name of its operation.
        #[derive(Clone, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the operations are documented")]
        pub enum Request {
            /// A request of this class that could not be parsed: its credentials and rate limits are checked before the
            /// error is reported.
            Admission(RateClass),
            $($variant $(($($part),+))?,)*
            $($own($input),)*
        }

        /// All operations but those of operators, in the API's order.
        pub const ALL: &[&dyn Operation] = &[$(&$operation),*];

        /// The operations of operators.
        pub const OPERATOR: &[&dyn Operation] = &[$(&$of_operator),*];

        impl Request {
            /// The operation of a request; `None` for one that could not be parsed.
            pub fn operation(&self) -> Option<&'static dyn Operation> {
                Some(match self {
                    Self::Admission(_) => return None,
                    $(Self::$variant { .. } => &$operation,)*
                    $(Self::$own(_) => &$of_operator,)*
                })
            }
        }
    };
}

requests! {
    Join(Join) => account::JOIN,
    IssueToken(RecoveryCode) => account::ISSUE_TOKEN,
    Recover(RecoveryCode) => account::RECOVER,
    RotateRecovery(RotateRecovery) => account::ROTATE_RECOVERY,
    ConfirmRecovery => account::CONFIRM_RECOVERY,
    Logout(Logout) => account::LOGOUT,
    Me => account::ME,
    EraseAccount(EraseAccount) => account::ERASE_ACCOUNT,
    Profile => account::PROFILE,
    EditProfile(EditProfile) => account::EDIT_PROFILE,
    MyTables => account::MY_TABLES,
    MyInvitations => account::MY_INVITATIONS,
    StreamMe(StreamMe) => account::STREAM_ME,
    History(History) => account::HISTORY,
    Ledger(Ledger) => account::LEDGER,
    Referral => account::REFERRAL,
    PauseState => account::PAUSE_STATE,
    Pause(Pause) => account::PAUSE,
    JoinMessenger(JoinMessenger) => identities::JOIN_MESSENGER,
    LinkMessenger(LinkMessenger) => identities::LINK_MESSENGER,
    UnlinkMessenger => identities::UNLINK_MESSENGER,
    ChallengeMessenger => identities::CHALLENGE_MESSENGER,
    MessengerWebhook(MessengerWebhook) => identities::MESSENGER_WEBHOOK,
    Practice(Practice) => tables::PRACTICE,
    Games => tables::GAMES,
    CreateTable(CreateTable) => tables::CREATE_TABLE,
    ReadTable(TableId, ReadTable) => tables::READ_TABLE,
    StreamTable(TableId, StreamTable) => tables::STREAM_TABLE,
    Act(TableId, Act) => tables::ACT,
    Forfeit(TableId) => tables::FORFEIT,
    OpenTables(OpenTables) => tables::OPEN_TABLES,
    PlayingTables => tables::PLAYING_TABLES,
    JoinTable(TableId, JoinTable) => tables::JOIN_TABLE,
    Decline(TableId) => tables::DECLINE,
    GuestSeat(TableId, GuestSeat) => friendly::GUEST_SEAT,
    FillTable(TableId, FillTable) => friendly::FILL_TABLE,
    Rematch(TableId, Rematch) => friendly::REMATCH,
    TableMessages(TableId, TableMessages) => tables::TABLE_MESSAGES,
    PostTableMessage(TableId, PostMessage) => tables::POST_TABLE_MESSAGE,
    Replay(TableId, Replay) => tables::REPLAY,
    EndCard(TableId) => tables::END_CARD,
    DailyBoard => tables::DAILY_BOARD,
    JoinQueue(JoinQueue) => queue::JOIN_QUEUE,
    ReadTicket(TicketId, ReadTicket) => queue::READ_TICKET,
    LeaveQueue(TicketId) => queue::LEAVE_QUEUE,
    ListQueue => queue::LIST_QUEUE,
    IssueSeatGrant(TableId, IssueSeatGrant) => seats::ISSUE_SEAT_GRANT,
    CurrentSeatGrant(TableId) => seats::CURRENT_SEAT_GRANT,
    RevokeSeatGrant(TableId, GrantId) => seats::REVOKE_SEAT_GRANT,
    ClaimSeatGrant(ClaimSeatGrant) => seats::CLAIM_SEAT_GRANT,
    Leaderboard(Leaderboard) => club::LEADERBOARD,
    Ratings(Ratings) => club::RATINGS,
    Player(String) => club::PLAYER,
    Block(BlockedMember) => blocks::BLOCK,
    Unblock(BlockedMember) => blocks::UNBLOCK,
    ListBlocks => blocks::LIST_BLOCKS,
    PushSubscribe(PushSubscribe) => push::PUSH_SUBSCRIBE,
    PushUnsubscribe(PushUnsubscribe) => push::PUSH_UNSUBSCRIBE,
    PushKey => push::PUSH_KEY,
    ListAgents(ListAgents) => agents::LIST_AGENTS,
    SaveAgent(SaveAgent) => agents::SAVE_AGENT,
    SelfCheck(SelfCheck) => agents::SELF_CHECK,
    Challenge(Challenge) => agents::CHALLENGE,
    ListDuels(ListDuels) => agents::LIST_DUELS,
    ReadDuel(DuelId) => agents::READ_DUEL,
    CreateParty => parties::CREATE_PARTY,
    JoinParty(PartyId) => parties::JOIN_PARTY,
    LeaveParty(PartyId) => parties::LEAVE_PARTY,
    PartyInvitation(PartyId) => parties::PARTY_INVITATION,
    SetPartyVisibility(PartyId, SetPartyVisibility) => parties::SET_PARTY_VISIBILITY,
    CreatePartyTable(PartyId, CreatePartyTable) => parties::CREATE_PARTY_TABLE,
    ReadParty(PartyId, ReadParty) => parties::READ_PARTY,
    StreamParty(PartyId, StreamParty) => parties::STREAM_PARTY,
    PostPartyMessage(PartyId, PostMessage) => parties::POST_PARTY_MESSAGE,
    Fairness(NumberedList) => fairness::FAIRNESS,
    FairnessNewest => fairness::FAIRNESS_NEWEST,
    FairnessDay(Day, NumberedList) => fairness::FAIRNESS_DAY,
    FairnessEraDay(Day, u64, NumberedList) => fairness::FAIRNESS_ERA_DAY,
    Deployment => discovery::DEPLOYMENT,
    [operators]
    ListInvitations(ListInvitations) => operator::LIST_INVITATIONS,
    ShowAccount(ShowAccount) => operator::SHOW_ACCOUNT,
    SearchMembers(SearchMembers) => operator::SEARCH_MEMBERS,
    SearchTables(SearchTables) => operator::SEARCH_TABLES,
    ReadChat(ReadChat) => operator::READ_CHAT,
    ReadAudit(ReadAudit) => operator::READ_AUDIT,
    Invite(Invite) => operator::INVITE,
    RevokeInvitation(RevokeInvitation) => operator::REVOKE_INVITATION,
    Freeze(MemberAct) => operator::FREEZE,
    Unfreeze(MemberAct) => operator::UNFREEZE,
    EndSessions(MemberAct) => operator::END_SESSIONS,
    Adjust(Adjust) => operator::ADJUST,
    VoidTable(VoidTable) => operator::VOID_TABLE,
    Mute(Mute) => operator::MUTE,
    Unmute(MemberAct) => operator::UNMUTE,
    EraseMember(MemberAct) => operator::ERASE_MEMBER,
    ExportMember(MemberAct) => operator::EXPORT_MEMBER,
    RecoverAccount(MemberAct) => operator::RECOVER_ACCOUNT,
    RemoveMessage(RemoveMessage) => operator::REMOVE_MESSAGE,
    RotateKey(RotateKey) => operator::ROTATE_KEY,
    Backup(Backup) => operator::BACKUP,
    CheckStored(Nothing) => operator::CHECK_STORED,
    StandbyState(Nothing) => operator::STANDBY_STATE,
    DevAccount(DevAccount) => operator::DEV_ACCOUNT,
    DevAdvance(DevAdvance) => operator::DEV_ADVANCE,
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
        matches!(
            self,
            Self::ReadTable(_, ReadTable { wait_ms: 1.., .. })
                | Self::ReadParty(_, ReadParty { wait_ms: 1.., .. })
                | Self::ReadTicket(_, ReadTicket { wait_ms: 1.. })
        )
    }

    /// The credentials that its operation accepts.
    pub fn access(&self) -> Option<Access> {
        self.operation().map(|operation| operation.about().access)
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
