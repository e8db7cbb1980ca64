//! Why a request was refused: facts with their numbers, never sentences or statuses. A transport says them in words.

use crate::time::Millis;

/// Why a request was refused. Whatever is refused has changed nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A field of the body breaks a rule that only the core can check.
    Invalid {
        /// The field, in the API document's spelling.
        field: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Who the caller is.
    Auth(Auth),
    /// Chips.
    Money(Money),
    /// Tables and seats.
    Table(TableRefusal),
    /// Repeated requests.
    Idempotency(Idempotency),
    /// Delegated seats.
    Grant(Grant),
    /// Rates and quotas.
    Quota(Quota),
    /// Parties.
    Party(PartyRefusal),
    /// The messenger and its identities.
    Messenger(MessengerRefusal),
    /// Notifications of browsers.
    Push(PushRefusal),
    /// Agents and their duels.
    Agent(AgentRefusal),
    /// No member has this handle.
    NoSuchMember,
    /// The table is played by rules that this program does not have.
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
    /// Nothing new is made: the disk is nearly full.
    Full,
    /// The service is about to stop, or not ready; or a record cannot be read; or a write failed, and how much of it is on
    /// disk is unknown.
    Unavailable,
}

/// Who the caller is, and may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Auth {
    /// No credentials, or ones that no longer count.
    NotSignedIn,
    /// Handle and recovery code do not belong together; which of them is wrong is not told.
    WrongCredentials,
    /// No usable invitation has this code.
    InvalidInvite,
    /// Another account has the handle.
    HandleTaken,
    /// The credentials are right, and the operator has frozen the account.
    Frozen,
    /// The credential is not one for this route: a seat's where an account's is needed.
    AccountNeeded,
}

/// Chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Money {
    /// The buy-in is more than the balance.
    InsufficientChips {
        /// What it costs.
        needed: i64,
        /// What is there.
        balance: i64,
    },
    /// The buy-in is more than the house may still lose.
    HouseShort {
        /// What it costs.
        needed: i64,
        /// What the house may still lose.
        left: i64,
        /// Until when, unless tables that run now end earlier.
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
pub enum TableRefusal {
    /// There is none, or none that the caller may know of.
    NotFound,
    /// It was cancelled or has gone cold: nothing more is said there.
    ChatClosed,
    /// The table moved on since the caller looked.
    StalePlies {
        /// What the caller expected.
        expected: u64,
        /// Where the table is.
        current: u64,
    },
    /// The action is not one of the caller's legal actions now.
    NotLegal,
    /// The caller has no seat here.
    NotSeated,
    /// An agent plays this seat: its owner cannot.
    AgentPlays,
    /// The seat cannot leave now.
    CannotLeave,
    /// The table is not being played.
    NotPlaying,
    /// The caller cannot sit down here.
    NotJoinable(NotJoinable),
    /// There is no open invitation of the caller here.
    NotInvited,
    /// What is asked for is there only when the table is over.
    StillRunning,
    /// The table has no seat with this number.
    NoSuchSeat,
    /// The match is too long to be shown step by step.
    TooLong {
        /// How many entries its log may have.
        most: u64,
    },
}

/// Why a caller cannot sit down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotJoinable {
    /// It is not waiting for anybody.
    NotWaiting,
    /// The caller sits here already.
    SeatedAlready,
    /// The open seat is reserved for somebody else.
    Reserved,
}

/// Repeated requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idempotency {
    /// The reference was used with other contents.
    Conflict,
    /// The first request with this reference is still being made durable.
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
    /// Somebody else plays this seat for its owner.
    Delegated,
}

/// Rates and quotas. Each says how much its limit is, and after how many seconds the same request can succeed, as far as
/// can be known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quota {
    /// Too many requests in this window.
    Rate(Retry),
    /// Too many wrong recovery codes from this address.
    FailedLogins(Retry),
    /// Too many parked long-polls of this account or seat.
    LongPolls(Retry),
    /// Too many parked long-polls in all.
    AllLongPolls(Retry),
    /// Too many guest practice tables that run.
    Practice(Retry),
    /// Too many guest practice tables opened today.
    PracticeToday(Retry),
    /// Too many waiting or playing tables.
    ActiveTables(Retry),
    /// Too many tables made today.
    TablesToday(Retry),
    /// Too many parties.
    Parties(Retry),
    /// Too many subscriptions.
    PushSubscriptions(Retry),
    /// Too many duels this hour.
    Duels(Retry),
    /// Agents of the same two owners have just duelled.
    Rematch(Retry),
    /// Too many self-checks this hour.
    SelfChecks(Retry),
    /// The model was asked too often for the agents of one owner, or of all.
    ModelCalls(Retry),
}

/// A limit that was reached, and when it is worth another try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retry {
    /// How many there may be.
    pub limit: u32,
    /// Seconds until there may be one more, at least 1.
    pub after_s: u64,
}

/// Parties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartyRefusal {
    /// There is none, or the caller is not a member.
    NotFound,
    /// The party is closed to new members.
    Private,
    /// The roster has as many members as a roster can have.
    Full,
    /// Only the owner may do this.
    NotOwner,
}

/// The messenger and its identities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessengerRefusal {
    /// The operator has not set it up.
    NotConfigured,
    /// No account has this identity, and there is no invitation.
    InvitationRequired,
    /// The identity is another account's, or not linked to its own.
    LinkedElsewhere,
    /// The caller has linked none.
    NotLinked,
    /// The secret of the webhook is wrong, or missing.
    WrongSecret,
}

/// Notifications of browsers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushRefusal {
    /// There is no key to subscribe with.
    NotConfigured,
    /// The caller has no such subscription.
    NotFound,
}

/// Agents and their duels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgentRefusal {
    /// The caller's side of a duel cannot be paid.
    Unpaid(Money),
    /// Agents with prompts need a model, and there is none.
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

macro_rules! refusal_from {
    ($($area:ident($refusal:ident)),*) => {
        $(impl From<$refusal> for Refusal {
            fn from(refusal: $refusal) -> Self {
                Self::$area(refusal)
            }
        })*
    };
}

refusal_from!(
    Auth(Auth),
    Money(Money),
    Table(TableRefusal),
    Idempotency(Idempotency),
    Grant(Grant),
    Quota(Quota),
    Party(PartyRefusal),
    Messenger(MessengerRefusal),
    Push(PushRefusal),
    Agent(AgentRefusal)
);
