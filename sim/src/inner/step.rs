//! What is done in a run, one step a line: a story can be read, shortened and played again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use turnstone_service::admin::MemberStatus;
use turnstone_service::answer::TableStatus;

/// One line of a story.
#[derive(Clone, PartialEq, Debug)]
pub struct StoryStep {
    /// Its number: later steps name by it what this one made.
    pub n: u32,
    /// Time that passes before it.
    pub after_ms: u64,
    /// Who does it: a member by name (`ada`, or `ada/old` with an outlived token), `stranger`, `guest17` and
    /// `delegate17` with the seat credential that step 17 brought, `operator`, `world`.
    pub who: String,
    /// What is done.
    pub op: Op,
}

/// The moment of a round at which the power fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrashPoint {
    /// After the commands were applied, before anything was written.
    Applied,
    /// At one of the writes and syncs.
    Writing,
    /// After the last sync, before a reply left.
    Synced,
    /// After the replies left.
    Replied,
    /// At one of the writes and syncs, which the disk cannot do: the process ends by itself.
    WriteFails,
    /// At a write for which there is no room.
    NoRoom,
}

/// What is tried with a copy of the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiskTrial {
    /// Another process opens what this one has.
    SecondProcess,
    /// What lies at rest is damaged.
    Damage,
    /// A backup of the running server, which may fail or come to no end.
    Backup,
    /// A restore, which may fail, come to no end, or be of a backup that is not as it was written.
    Restore,
    /// A salvage of what is whole, which may fail or come to no end.
    Salvage,
    /// A salvage of what is damaged.
    SalvageDamaged,
    /// Server keys that were added, changed, lost or made anew.
    Keys,
}

/// Which cursor is sent along.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cursor {
    /// None.
    None,
    /// 0: everything.
    Start,
    /// The one of the last answer.
    Seen,
    /// One that is far ahead.
    Future,
}

/// What comes of a call to the outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answering {
    /// What was wanted: a legal decision, or the word that the message was taken.
    Right,
    /// The model's words are none of the actions.
    Undecided,
    /// The browser is not subscribed any more.
    Gone,
    /// The message is never taken, or the question rejected.
    Refused,
    /// The model takes too long.
    Slow,
    /// Nothing usable.
    Failed,
    /// What cannot come of such a call.
    Strange,
    /// What was answered last, once more.
    Twice,
    /// An answer to a call that nobody made.
    Unasked,
}

/// Which `expectedPlies` is sent along.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plies {
    /// None.
    None,
    /// The one of the last view.
    Seen,
    /// One too few.
    Old,
    /// One too many.
    Ahead,
}

/// What is wrong with the id of a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strangeness {
    /// Another version of ids: that of the legs of duels, or that of all others.
    Version,
    /// The one after it.
    Next,
    /// That of nothing.
    Nothing,
    /// That of a thing of another kind.
    OfAnother,
}

/// What the operator does, or looks at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "they are those of the core")]
pub enum Hand {
    Invite {
        uses: u32,
        expires_in_s: Option<u64>,
    },
    /// `invite` is the step that brought the code.
    RevokeInvitation {
        invite: u32,
    },
    Freeze {
        handle: String,
    },
    Unfreeze {
        handle: String,
    },
    EndSessions {
        handle: String,
    },
    Adjust {
        handle: String,
        chips: i64,
        reasoned: bool,
    },
    Void {
        table: u32,
    },
    Mute {
        handle: String,
        for_s: u64,
    },
    Unmute {
        handle: String,
    },
    Erase {
        handle: String,
    },
    Export {
        handle: String,
    },
    RotateKey {
        key: u32,
    },
    Recover {
        handle: String,
        reasoned: bool,
    },
    RemoveTableMessage {
        table: u32,
        message: u64,
        reasoned: bool,
    },
    RemovePartyMessage {
        party: u32,
        message: u64,
        reasoned: bool,
    },
    ShowMembers {
        prefix: Option<String>,
        status: Option<MemberStatus>,
        balance_min: Option<i64>,
        limit: usize,
    },
    ShowTables {
        handle: Option<String>,
        status: Option<TableStatus>,
        before: Option<u32>,
        limit: usize,
    },
    ShowTableChat {
        table: u32,
        after: u64,
        limit: usize,
    },
    ShowPartyChat {
        party: u32,
        after: u64,
        limit: usize,
    },
    ShowAccount {
        handle: String,
    },
    ShowAudit {
        before: Option<u64>,
        limit: usize,
    },
    ShowInvitations {
        limit: usize,
    },
}

/// What is done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the requests are those of the core")]
pub enum Op {
    /// The loop runs a round: everything that waits is applied, committed, answered.
    Round,
    /// A round during which the power fails, or (`kill`) the process alone dies.
    Crash {
        at: CrashPoint,
        luck: u64,
        kill: bool,
    },
    /// A clean stop and start.
    Restart,
    /// A clean stop, and a start with these settings changed.
    Reconfigure(Map<String, Value>),
    /// The operator brings other limits while the service runs.
    Limits(Map<String, Value>),
    /// The clock is set by so much, forward or back.
    Clock {
        ms: i64,
    },
    /// Time passes until something is due.
    Sleep,
    /// Everything that must hold of the whole is looked at.
    Check,
    /// Something is tried with a copy of the disk.
    Try {
        what: DiskTrial,
        luck: u64,
    },
    /// A clean stop, and a start from what a backup brought back, a salvage brought over, or a former version of the
    /// encoding would have written.
    Move {
        luck: u64,
    },
    /// The disk is nearly full, or has room again.
    Full {
        is: bool,
    },
    /// The next so many reads of cold rows fail.
    BadReads {
        next: u32,
    },
    /// The outside answers the call at this place among those that wait, the oldest first.
    Answer {
        place: u32,
        how: Answering,
        luck: u64,
    },
    /// The operator mints an invitation.
    Invite {
        uses: u32,
        expires_in_s: Option<u64>,
        test: bool,
    },
    /// The operator does something to a member, a table or an invitation, or looks at something.
    Hand(Hand),
    /// The peer of a request hangs up.
    Hangup {
        of: u32,
    },
    /// So many requests at once, about one table after the other: reads, or messages of so many characters.
    Burst {
        tables: Vec<u32>,
        times: u32,
        chars: u32,
    },
    /// Whoever is missing at a table sits down, and those whose turn it is make so many moves, drawn by luck.
    PlayOn {
        table: u32,
        moves: u32,
        luck: u64,
    },
    /// So many matches of a kind are played without a service.
    Matches {
        kind: String,
        times: u32,
        luck: u64,
    },
    /// The same request once more.
    Again {
        of: u32,
    },
    /// The idempotency key of a request with other contents.
    Clash {
        of: u32,
    },
    /// The request of a step once more, as somebody else makes it.
    As {
        of: u32,
    },
    /// The request of a step, with the idempotency key of another one.
    Reuse {
        of: u32,
        key: u32,
    },
    /// The request of a step about something that there is not.
    Strange {
        of: u32,
        how: Strangeness,
    },
    Join {
        invite: u32,
        handle: String,
    },
    Token {
        wrong: bool,
    },
    Recover {
        wrong: bool,
    },
    Rotate {
        wrong: bool,
    },
    Logout,
    Me,
    Erase {
        right: bool,
    },
    Profile,
    EditProfile {
        bio: Option<String>,
        avatar: Option<String>,
        show: Option<bool>,
    },
    /// Somebody of the messenger, with a proof of this second.
    JoinMessenger {
        invite: Option<u32>,
        handle: Option<String>,
        user: u32,
        at_s: u64,
        forged: bool,
    },
    Link {
        challenge: u32,
        user: u32,
        at_s: u64,
        widget: bool,
        forged: bool,
    },
    Unlink,
    Challenge,
    /// The messenger tells its bot something.
    Update {
        start: bool,
        right: bool,
        #[serde(default)]
        group: bool,
    },
    Subscribe {
        browser: u32,
        keys: u32,
    },
    Unsubscribe {
        browser: u32,
    },
    PushKey,
    MyTables,
    MyInvitations,
    /// `before` is the step of a page, after which this one goes on; so is `after`.
    History {
        limit: usize,
        game: Option<String>,
        before: Option<u32>,
    },
    Ledger {
        since: Option<u64>,
        limit: usize,
        after: Option<u32>,
    },
    Referral,
    PauseState,
    Pause {
        days: u32,
    },
    Games,
    Practice {
        kind: String,
    },
    Create {
        kind: String,
        stake: i64,
        seats: Option<u8>,
        visibility: String,
        open: bool,
        daily_pace: bool,
        invited: Option<String>,
        keyed: bool,
    },
    CreatePractice {
        kind: String,
        stake: i64,
        #[serde(default)]
        keyed: bool,
    },
    CreateDaily {
        keyed: bool,
        #[serde(default)]
        daily_pace: bool,
    },
    Read {
        table: u32,
        wait_ms: u64,
        events: Cursor,
        msgs: Cursor,
    },
    Act {
        table: u32,
        pick: u16,
        plies: Plies,
        view: bool,
        wrong: bool,
    },
    Forfeit {
        table: u32,
    },
    OpenTables {
        game: Option<String>,
    },
    PlayingTables,
    Sit {
        table: u32,
    },
    Decline {
        table: u32,
    },
    Messages {
        table: u32,
        since: Cursor,
    },
    Say {
        table: u32,
        text: String,
    },
    /// With what a seat saw step by step; -1 is a spectator.
    Replay {
        table: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<i8>,
    },
    Card {
        table: u32,
    },
    Daily,
    Grant {
        table: u32,
        expires_in_s: u64,
    },
    CurrentGrant {
        table: u32,
    },
    Revoke {
        grant: u32,
    },
    Claim {
        grant: u32,
    },
    Leaderboard {
        limit: usize,
    },
    Player {
        handle: String,
    },
    Agents,
    /// A page of them, after the agent that the step saved; 0 is the house's.
    AgentsAfter {
        limit: usize,
        after: u32,
    },
    /// `play` is a policy, or `prompt`.
    SaveAgent {
        name: String,
        play: String,
        accepts: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<i64>,
    },
    /// `agent` is the step that saved it.
    SelfCheck {
        agent: u32,
        game: String,
    },
    /// `opponent` is the step that saved it; 0 is the house's.
    Duel {
        agent: u32,
        opponent: u32,
        game: String,
        legs: u8,
        stake: i64,
        rematch: Option<u32>,
        keyed: bool,
    },
    /// `duel` is the step that began it.
    ReadDuel {
        duel: u32,
    },
    Duels {
        limit: usize,
    },
    CreateParty,
    JoinParty {
        party: u32,
    },
    SetVisibility {
        party: u32,
        private: bool,
    },
    PartyTable {
        party: u32,
        kind: String,
        stake: i64,
        seats: Option<u8>,
    },
    Party {
        party: u32,
        wait_ms: u64,
        msgs: Cursor,
    },
    PartySay {
        party: u32,
        text: String,
    },
    Deployment,
    Unreadable,
}

impl Op {
    /// Its name among the counters.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Round => "op: round",
            Self::Crash { .. } => "op: crash",
            Self::Restart => "op: restart",
            Self::Reconfigure(_) => "op: reconfigure",
            Self::Limits(_) => "op: limits",
            Self::Clock { .. } => "op: clock",
            Self::Sleep => "op: sleep",
            Self::Check => "op: check",
            Self::Try { .. } => "op: try",
            Self::Move { .. } => "op: move",
            Self::Full { .. } => "op: full",
            Self::BadReads { .. } => "op: bad-reads",
            Self::Answer { .. } => "op: answer",
            Self::Invite { .. } => "op: invite",
            Self::Hand(_) => "op: hand",
            Self::Hangup { .. } => "op: hangup",
            Self::Burst { .. } => "op: burst",
            Self::PlayOn { .. } => "op: play-on",
            Self::Matches { .. } => "op: matches",
            Self::Again { .. } => "op: again",
            Self::Clash { .. } => "op: clash",
            Self::As { .. } => "op: as",
            Self::Reuse { .. } => "op: reuse",
            Self::Strange { .. } => "op: strange",
            Self::Join { .. } => "op: join",
            Self::Token { .. } => "op: token",
            Self::Recover { .. } => "op: recover",
            Self::Rotate { .. } => "op: rotate",
            Self::Logout => "op: logout",
            Self::Me => "op: me",
            Self::Erase { .. } => "op: erase",
            Self::Profile => "op: profile",
            Self::EditProfile { .. } => "op: edit-profile",
            Self::JoinMessenger { .. } => "op: join-messenger",
            Self::Link { .. } => "op: link",
            Self::Unlink => "op: unlink",
            Self::Challenge => "op: challenge",
            Self::Update { .. } => "op: update",
            Self::Subscribe { .. } => "op: subscribe",
            Self::Unsubscribe { .. } => "op: unsubscribe",
            Self::PushKey => "op: push-key",
            Self::MyTables => "op: my-tables",
            Self::MyInvitations => "op: my-invitations",
            Self::History { .. } => "op: history",
            Self::Ledger { .. } => "op: ledger",
            Self::Referral => "op: referral",
            Self::PauseState => "op: pause-state",
            Self::Pause { .. } => "op: pause",
            Self::Games => "op: games",
            Self::Practice { .. } => "op: practice",
            Self::Create { .. } => "op: create",
            Self::CreatePractice { .. } => "op: create-practice",
            Self::CreateDaily { .. } => "op: create-daily",
            Self::Read { .. } => "op: read",
            Self::Act { .. } => "op: act",
            Self::Forfeit { .. } => "op: forfeit",
            Self::OpenTables { .. } => "op: open-tables",
            Self::PlayingTables => "op: playing-tables",
            Self::Sit { .. } => "op: sit",
            Self::Decline { .. } => "op: decline",
            Self::Messages { .. } => "op: messages",
            Self::Say { .. } => "op: say",
            Self::Replay { .. } => "op: replay",
            Self::Card { .. } => "op: card",
            Self::Daily => "op: daily",
            Self::Grant { .. } => "op: grant",
            Self::CurrentGrant { .. } => "op: current-grant",
            Self::Revoke { .. } => "op: revoke",
            Self::Claim { .. } => "op: claim",
            Self::Leaderboard { .. } => "op: leaderboard",
            Self::Player { .. } => "op: player",
            Self::Agents => "op: agents",
            Self::AgentsAfter { .. } => "op: agents-after",
            Self::SaveAgent { .. } => "op: save-agent",
            Self::SelfCheck { .. } => "op: self-check",
            Self::Duel { .. } => "op: duel",
            Self::Duels { .. } => "op: duels",
            Self::ReadDuel { .. } => "op: read-duel",
            Self::CreateParty => "op: create-party",
            Self::JoinParty { .. } => "op: join-party",
            Self::SetVisibility { .. } => "op: set-visibility",
            Self::PartyTable { .. } => "op: party-table",
            Self::Party { .. } => "op: party",
            Self::PartySay { .. } => "op: party-say",
            Self::Deployment => "op: deployment",
            Self::Unreadable => "op: unreadable",
        }
    }
}
