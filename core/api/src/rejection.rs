//! Why a request was rejected: facts with their numbers, without sentences or statuses. [`crate::words`] turns them
//! into text.

use crate::time::Millis;

/// Why a request was rejected. A rejected request has changed nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// A field of the body breaks a rule that only the core can check.
    Invalid {
        /// The field, as the API spells it.
        field: &'static str,
        /// The error.
        problem: &'static str,
    },
    /// Authentication.
    Auth(Auth),
    /// Chips.
    Money(Money),
    /// Tables and seats.
    Table(TableRejection),
    /// Repeated requests.
    Idempotency(Idempotency),
    /// Delegated seats.
    Grant(Grant),
    /// Rates and quotas.
    Quota(Quota),
    /// Parties.
    Party(PartyRejection),
    /// The messenger and its identities.
    Messenger(MessengerRejection),
    /// Notifications of browsers.
    Push(PushRejection),
    /// Agents and their duels.
    Agent(AgentRejection),
    /// Blocks between members.
    Block(BlockRejection),
    /// Tickets of the queue.
    Queue(QueueRejection),
    /// No member has this handle.
    NoSuchMember,
    /// The table's rules are of a version that this program does not have.
    UnknownRules {
        /// The `gameId`.
        game: String,
        /// The engine version.
        version: String,
    },
    /// The operator has muted the caller in all chats.
    Muted {
        /// Until when.
        until: Millis,
    },
    /// Nothing new is created: the disk is nearly full.
    Full,
    /// The service is stopping or not ready; or a record cannot be read; or a write failed, and it is unknown how much
    /// of it is on disk.
    Unavailable,
}

/// Errors of authentication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Auth {
    /// No credentials, or credentials that are no longer valid.
    NotSignedIn,
    /// Handle and recovery code do not match. The error does not say which of them is wrong.
    WrongCredentials,
    /// No usable invitation has this code.
    InvalidInvite,
    /// Another account has the handle.
    HandleTaken,
    /// The credentials are right, but the operator has frozen the account.
    Frozen,
    /// The credential is of the wrong kind for this route: a seat's instead of an account's.
    AccountNeeded,
}

/// Chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Money {
    /// The buy-in is more than the balance.
    InsufficientChips {
        /// The cost.
        needed: i64,
        balance: i64,
    },
    /// The buy-in is more than the house may still lose to this member today.
    HouseShort {
        /// The cost.
        needed: i64,
        /// What the house may still lose.
        left: i64,
        /// Until when, unless running tables end earlier.
        until: Millis,
    },
    /// The account is paused.
    Paused {
        /// Until when.
        until: Millis,
    },
}

/// Tables and seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableRejection {
    /// The table does not exist, or the caller may not see it.
    NotFound,
    /// The table was cancelled or archived: its chat is closed.
    ChatClosed,
    /// The table has moved on since the caller read it.
    StalePlies {
        /// What the caller expected.
        expected: u64,
        /// The current number of plies.
        current: u64,
    },
    /// The action is not one of the caller's legal actions now.
    NotLegal,
    /// The caller has no seat here.
    NotSeated,
    /// An agent plays this seat: its owner cannot move.
    AgentPlays,
    /// The seat cannot leave now.
    CannotLeave,
    /// The table is not being played.
    NotPlaying,
    /// The caller cannot join here.
    NotJoinable(NotJoinable),
    /// The caller has no open invitation here.
    NotInvited,
    /// Another player made the table.
    NotHost,
    /// The caller had no seat at the table.
    OnlyPlayers,
    /// The table has no rematch, or none any more.
    NoRematch,
    /// The data is available only after the table's end.
    StillRunning,
    /// The table has no seat with this number.
    NoSuchSeat,
    /// No secret was stated for this day.
    NoSuchDay,
    /// The match is too long to be shown step by step.
    TooLong {
        /// The maximum number of entries of its log.
        most: u64,
    },
}

/// Why a caller cannot join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotJoinable {
    /// The table is not waiting for players.
    NotWaiting,
    /// The caller is already seated here.
    SeatedAlready,
    /// The open seat is reserved for another member.
    Reserved,
}

/// Repeated requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idempotency {
    /// The reference was used with other contents.
    Conflict,
    /// The first request with this reference is not durable yet.
    InFlight,
}

/// Delegated seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grant {
    /// The caller owns no such grant.
    NotFound,
    /// This seat cannot be delegated now.
    NotEligible,
    /// The claim token is used up, expired, revoked or wrong.
    Unavailable,
    /// The seat is delegated: another client plays it for its owner.
    Delegated,
}

/// Rates and quotas. Each contains its limit, and after how many seconds the same request can succeed, as far as that
/// is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quota {
    /// Too many requests in this window.
    Rate(Retry),
    /// Too many wrong recovery codes from this address.
    FailedLogins(Retry),
    /// Too many pending long-polls and streams of this account or seat.
    LongPolls(Retry),
    /// Too many pending long-polls and streams in all.
    AllLongPolls(Retry),
    /// Streams of an address without credentials.
    Watching(Retry),
    /// Too many running practice tables of guests.
    Practice(Retry),
    /// Too many practice tables of guests opened in this window of ten minutes.
    PracticeInTenMinutes(Retry),
    /// Too many practice tables of guests opened today.
    PracticeToday(Retry),
    /// Too many waiting or playing friendly tables that guests of one address made.
    Friendly(Retry),
    /// Too many such tables of all addresses.
    AllFriendly(Retry),
    /// Too many waiting or playing tables.
    ActiveTables(Retry),
    /// Too many tables created today.
    TablesToday(Retry),
    /// Too many tickets asked for this hour.
    Tickets(Retry),
    /// Too many parties.
    Parties(Retry),
    /// Too many subscriptions.
    PushSubscriptions(Retry),
    /// Too many blocked members.
    Blocks(Retry),
    /// Too many duels this hour.
    Duels(Retry),
    /// Agents of the same two owners have just duelled.
    Rematch(Retry),
    /// Too many self-checks this hour.
    SelfChecks(Retry),
    /// The model was asked too often for the agents of one owner, or of all.
    ModelCalls(Retry),
}

/// A limit that was reached, and when to retry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retry {
    pub limit: u32,
    /// Seconds until the next one is allowed, at least 1.
    pub after_s: u64,
}

/// Parties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartyRejection {
    /// The party does not exist, or the caller is not a member.
    NotFound,
    /// The party is closed to new members.
    Private,
    /// The party is full.
    Full,
    /// Only the owner may do this.
    NotOwner,
}

/// The messenger and its identities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessengerRejection {
    /// The operator has not configured it.
    NotConfigured,
    /// No account has this identity, and there is no invitation.
    InvitationRequired,
    /// The identity belongs to another account, or was unlinked from another account.
    LinkedElsewhere,
    /// The caller has linked none.
    NotLinked,
    /// The secret of the webhook is wrong, or missing.
    WrongSecret,
}

/// Notifications of browsers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushRejection {
    /// There is no key to subscribe with.
    NotConfigured,
    /// The caller has no such subscription.
    NotFound,
}

/// Agents and their duels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgentRejection {
    /// An owner cannot pay for a side of the duel.
    Unpaid(Money),
    /// Agents with prompts need a model, and none is configured.
    NoModel,
    /// The model has failed several times in a row.
    ModelFails {
        /// Seconds until it is asked again.
        after_s: u64,
    },
    /// A self-check of the caller is running.
    SelfCheckRuns,
    /// There is no such duel, or the caller may not read it.
    NoDuel,
}

/// Blocks between members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockRejection {
    /// No member has this handle.
    NoSuchMember,
    /// The caller does not block this member.
    NotBlocked,
    /// The table or the party belongs to a member whom the caller blocks.
    HostBlocked,
    /// A member whom the caller blocks played at the table.
    PlayerBlocked,
}

/// Tickets of the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueueRejection {
    /// The caller has no such ticket.
    NoTicket,
    /// The ticket is matched: it cannot end.
    Matched,
}

macro_rules! rejection_from {
    ($($area:ident($rejection:ident)),*) => {
        $(impl From<$rejection> for Rejection {
            fn from(rejection: $rejection) -> Self {
                Self::$area(rejection)
            }
        })*
    };
}

rejection_from!(
    Auth(Auth),
    Money(Money),
    Table(TableRejection),
    Idempotency(Idempotency),
    Grant(Grant),
    Quota(Quota),
    Party(PartyRejection),
    Messenger(MessengerRejection),
    Push(PushRejection),
    Agent(AgentRejection),
    Block(BlockRejection),
    Queue(QueueRejection)
);
