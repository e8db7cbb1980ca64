//! Grounds on which a request is refused.

use turnstone_service::refusal::{
    AgentRefusal, Auth, Grant, Idempotency, MessengerRefusal, Money, NotJoinable, PartyRefusal, PushRefusal, Quota,
    Refusal, TableRefusal,
};

macro_rules! grounds {
    ($($ground:ident => $name:literal,)*) => {
        /// What can be said against a request.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Ground {
            /// A field breaks a rule.
            Invalid(&'static str),
            $($ground,)*
            /// Limits, quotas, the house's purse, a full disk, a stop: told by oracles of their own.
            Other,
        }

        impl Ground {
            /// Its name among the counters.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    Self::Invalid(_) => "ground: a field that does not hold",
                    $(Self::$ground => concat!("ground: ", $name),)*
                    Self::Other => "ground: one that is judged elsewhere",
                }
            }
        }

        /// The names of all grounds that are judged here.
        pub(crate) const GROUNDS: &[&str] =
            &["ground: a field that does not hold", $(concat!("ground: ", $name)),*];
    };
}

grounds! {
    NotSignedIn => "no credential that counts",
    Frozen => "a frozen account",
    Muted => "a member who is muted",
    AccountNeeded => "a seat's credential for what needs an account's",
    WrongCredentials => "a wrong recovery code",
    InvalidInvite => "an invitation that admits nobody",
    HandleTaken => "a handle that is taken",
    Paused => "a pause",
    Chips => "too few chips",
    NoTable => "no table that he may know of",
    ChatClosed => "a chat that is closed",
    Stale => "plies that are not those of now",
    NotLegal => "an action that is not legal",
    NotSeated => "no seat",
    AgentPlays => "an agent's seat",
    CannotLeave => "a seat that cannot leave",
    NotPlaying => "a table that is not played",
    NotWaiting => "a table that waits for nobody",
    SeatedAlready => "a seat there already",
    Reserved => "a seat that is kept for somebody else",
    NotInvited => "no open invitation",
    StillRunning => "a table that is not over",
    NoSuchSeat => "a seat that the table does not have",
    TooLong => "a match that is too long to be shown",
    Conflict => "a reference with other contents",
    InFlight => "a reference in flight",
    NoGrant => "no grant of his",
    NotEligible => "a seat that cannot be handed out",
    GrantUnavailable => "a claim that opens nothing",
    Delegated => "a seat that is handed out",
    NoParty => "no party of his",
    PartyPrivate => "a private party",
    PartyFull => "a full roster",
    NotOwner => "a party of somebody else",
    InvitationRequired => "a newcomer without an invitation",
    LinkedElsewhere => "an identity of somebody else",
    NotLinked => "no identity",
    WrongSecret => "a wrong secret of the webhook",
    NoSubscription => "no browser of his",
    Unpaid => "a duel that cannot be paid",
    NoModel => "no model",
    ModelFails => "a model that fails",
    SelfCheckRuns => "a rehearsal that runs",
    Rematch => "owners who have just duelled",
    NoDuel => "no such duel",
    NoSuchMember => "no such member",
}

impl From<&Refusal> for Ground {
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Invalid { field, .. } => Self::Invalid(field),
            Refusal::Auth(auth) => match auth {
                Auth::NotSignedIn => Self::NotSignedIn,
                Auth::Frozen => Self::Frozen,
                Auth::WrongCredentials => Self::WrongCredentials,
                Auth::InvalidInvite => Self::InvalidInvite,
                Auth::HandleTaken => Self::HandleTaken,
                Auth::AccountNeeded => Self::AccountNeeded,
            },
            Refusal::Money(Money::InsufficientChips { .. }) => Self::Chips,
            Refusal::Money(Money::Paused { .. }) => Self::Paused,
            Refusal::Table(table) => Self::from(table),
            Refusal::Idempotency(Idempotency::Conflict) => Self::Conflict,
            Refusal::Idempotency(Idempotency::InFlight) => Self::InFlight,
            Refusal::Grant(grant) => match grant {
                Grant::NotFound => Self::NoGrant,
                Grant::NotEligible => Self::NotEligible,
                Grant::Unavailable => Self::GrantUnavailable,
                Grant::Delegated => Self::Delegated,
            },
            Refusal::Quota(Quota::Rematch(_)) => Self::Rematch,
            Refusal::Party(party) => match party {
                PartyRefusal::NotFound => Self::NoParty,
                PartyRefusal::Private => Self::PartyPrivate,
                PartyRefusal::Full => Self::PartyFull,
                PartyRefusal::NotOwner => Self::NotOwner,
            },
            Refusal::Messenger(MessengerRefusal::InvitationRequired) => Self::InvitationRequired,
            Refusal::Messenger(MessengerRefusal::LinkedElsewhere) => Self::LinkedElsewhere,
            Refusal::Messenger(MessengerRefusal::NotLinked) => Self::NotLinked,
            Refusal::Messenger(MessengerRefusal::WrongSecret) => Self::WrongSecret,
            Refusal::Push(PushRefusal::NotFound) => Self::NoSubscription,
            Refusal::Agent(AgentRefusal::Unpaid(_)) => Self::Unpaid,
            Refusal::Agent(AgentRefusal::NoModel) => Self::NoModel,
            Refusal::Agent(AgentRefusal::ModelFails { .. }) => Self::ModelFails,
            Refusal::Agent(AgentRefusal::SelfCheckRuns) => Self::SelfCheckRuns,
            Refusal::Agent(AgentRefusal::NoDuel) => Self::NoDuel,
            Refusal::NoSuchMember => Self::NoSuchMember,
            Refusal::Muted { .. } => Self::Muted,
            Refusal::Money(Money::HouseShort { .. })
            | Refusal::Quota(
                Quota::Rate(_)
                | Quota::FailedLogins(_)
                | Quota::LongPolls(_)
                | Quota::AllLongPolls(_)
                | Quota::Practice(_)
                | Quota::PracticeToday(_)
                | Quota::ActiveTables(_)
                | Quota::TablesToday(_)
                | Quota::Parties(_)
                | Quota::PushSubscriptions(_)
                | Quota::Duels(_)
                | Quota::ModelCalls(_)
                | Quota::SelfChecks(_),
            )
            | Refusal::Messenger(MessengerRefusal::NotConfigured)
            | Refusal::Push(PushRefusal::NotConfigured)
            | Refusal::UnknownRules { .. }
            | Refusal::Full
            | Refusal::Unavailable => Self::Other,
        }
    }
}

impl From<&TableRefusal> for Ground {
    fn from(refusal: &TableRefusal) -> Self {
        match refusal {
            TableRefusal::NotFound => Self::NoTable,
            TableRefusal::ChatClosed => Self::ChatClosed,
            TableRefusal::StalePlies { .. } => Self::Stale,
            TableRefusal::NotLegal => Self::NotLegal,
            TableRefusal::NotSeated => Self::NotSeated,
            TableRefusal::AgentPlays => Self::AgentPlays,
            TableRefusal::CannotLeave => Self::CannotLeave,
            TableRefusal::NotPlaying => Self::NotPlaying,
            TableRefusal::NotJoinable(NotJoinable::NotWaiting) => Self::NotWaiting,
            TableRefusal::NotJoinable(NotJoinable::SeatedAlready) => Self::SeatedAlready,
            TableRefusal::NotJoinable(NotJoinable::Reserved) => Self::Reserved,
            TableRefusal::NotInvited => Self::NotInvited,
            TableRefusal::StillRunning => Self::StillRunning,
            TableRefusal::NoSuchSeat => Self::NoSuchSeat,
            TableRefusal::TooLong { .. } => Self::TooLong,
        }
    }
}
