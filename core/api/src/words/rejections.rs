//! The texts of each error.

use super::{Category, LATER, Words};
use crate::code::Code;
use crate::invalid::{Invalid, Place};
use crate::rejection::{
    AgentRejection, Auth, BlockRejection, Grant, Idempotency, MessengerRejection, Money, NotJoinable, PartyRejection,
    PushRejection, QueueRejection, Quota, Rejection, Retry, TableRejection,
};

/// Retry time while the disk is nearly full: until an operator has freed some space.
const FULL_S: u64 = 30;

/// Retry time for rules that the server does not have: until an operator has upgraded the program.
const UPGRADE_S: u64 = 3600;

const CORRECT: &str = "Correct it as /openapi.json describes it, and send the request again: nothing has changed.";
const FREE_SEATS: &str = "Look for another table: GET /api/tables/open lists those with a free seat.";

impl From<Invalid> for Words {
    fn from(invalid: Invalid) -> Self {
        match invalid {
            Invalid::Field { name, what, .. } if name.is_empty() => {
                Self::coded(Code::InvalidRequest, what).hint(CORRECT)
            }
            Invalid::Field { place, name, what } => {
                let field = match place {
                    Place::Body => format!("/{}", name.replace('.', "/")),
                    Place::Parameter => name.clone(),
                };
                Self::coded(Code::InvalidRequest, format!("{name}: {what}")).at(field).hint(CORRECT)
            }
            Invalid::Unknown(rejection) => rejection.into(),
        }
    }
}

impl From<Rejection> for Words {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::Invalid { field, problem } => {
                Invalid::Field { place: Place::Body, name: field.into(), what: problem.into() }.into()
            }
            Rejection::Auth(auth) => auth.into(),
            Rejection::Money(money) => money.into(),
            Rejection::Table(table) => table.into(),
            Rejection::Idempotency(idempotency) => idempotency.into(),
            Rejection::Grant(grant) => grant.into(),
            Rejection::Quota(quota) => quota.into(),
            Rejection::Party(party) => party.into(),
            Rejection::Messenger(messenger) => messenger.into(),
            Rejection::Push(push) => push.into(),
            Rejection::Agent(agent) => agent.into(),
            Rejection::Block(block) => block.into(),
            Rejection::Queue(queue) => queue.into(),
            Rejection::NoSuchMember => no_such_member("handle"),
            Rejection::UnknownRules { game, version } => Self::unavailable(format!(
                "this table is played by version {version} of {game}, which this server does not have"
            ))
            .hint("Retry later: nothing is lost, and a server that has that version can continue the table.")
            .after(UPGRADE_S),
            Rejection::Muted { until } => Self::forbidden(format!("the operator has muted you until {until}"))
                .hint("You can still play and read: only messages are rejected."),
            Rejection::Full => {
                Self::unavailable("the disk is nearly full: nothing new is created, existing games continue")
                    .hint("Continue existing games, and send the same request again later with the same clientRef.")
                    .after(FULL_S)
            }
            Rejection::Unavailable => Self::unavailable("the service cannot answer now; retry")
                .hint("Send the request again after Retry-After seconds, with the same clientRef.")
                .after(1),
        }
    }
}

impl From<Auth> for Words {
    fn from(auth: Auth) -> Self {
        match auth {
            Auth::NotSignedIn => Self::coded(Code::NotSignedIn, "not signed in: there are no valid credentials").hint(
                "Get a token from POST /api/token, and send it as Authorization: Bearer; a seat's token is invalid \
                 once its grant, its lifetime or its table has ended.",
            ),
            Auth::WrongCredentials => Self::coded(Code::NotSignedIn, "handle and recovery code do not match")
                .hint("Check both: the server does not report which of them is wrong."),
            Auth::InvalidInvite => Self::coded(Code::InvalidInvite, "inviteCode: no usable invitation has this code")
                .at("/inviteCode")
                .hint("Ask a member or the operator for another code; POST /api/practice needs none."),
            Auth::HandleTaken => Self::coded(Code::HandleTaken, "handle: is already taken")
                .at("/handle")
                .hint("Choose another handle: the invitation is not used up."),
            Auth::Frozen => Self::coded(Code::NotSignedIn, "the operator has frozen this account")
                .hint("Ask the operator: nothing is lost, and the same credentials are valid again once the account is unfrozen."),
            Auth::AccountNeeded => {
                Self::coded(Code::NotSignedIn, "a seat's credential is not accepted here: an account's is required")
                    .hint("Send the token of a member, from POST /api/token.")
            }
        }
    }
}

impl From<Money> for Words {
    fn from(money: Money) -> Self {
        match money {
            Money::InsufficientChips { needed, balance } => {
                Self::coded(Code::InsufficientChips, format!("{needed} chips are needed, and the balance is {balance}"))
                    .hint("Stake less, or play with practice: true, which costs nothing.")
            }
            Money::HouseShort { needed, left, until } => Self::coded(
                Code::InsufficientChips,
                format!(
                    "the house's daily limit is reached: {needed} chips are needed, and {left} are left until {until}"
                ),
            )
            .hint("Stake less, play with other members, or come back then."),
            Money::Paused { until } => Self::forbidden(format!("you have paused yourself until {until}"))
                .hint("Read, watch or play for practice until then: a pause cannot be ended early."),
        }
    }
}

impl From<TableRejection> for Words {
    fn from(table: TableRejection) -> Self {
        let rejected = |error: &'static str| Self::coded(Code::ActionRejected, error);
        match table {
            TableRejection::NotFound => Self::missing("there is no such table")
                .at("id")
                .hint("Take an id from GET /api/me/tables, /api/tables/open or /api/tables/playing."),
            TableRejection::ChatClosed => Self::missing("the chat of this table is closed")
                .at("id")
                .hint("Use the chat of a waiting or running table, or of a party."),
            TableRejection::StalePlies { expected, current } => {
                Self::coded(Code::StalePlies, format!("expectedPlies was {expected}, the table is at {current}"))
                    .at("/expectedPlies")
                    .hint("Read the table again, decide again, and send its plies.")
            }
            TableRejection::NotLegal => rejected("action: it is not one of your legal actions now")
                .at("/action")
                .hint("Read the table again, and send one element of state.legalActions unchanged."),
            TableRejection::NotSeated => {
                rejected("you have no seat at this table").hint("GET /api/me/tables lists your tables.")
            }
            TableRejection::AgentPlays => rejected("an agent plays this seat: its owner cannot move for it")
                .hint("Watch it: GET /api/tables/{id} shows what your agent sees."),
            TableRejection::CannotLeave => {
                rejected("your seat cannot leave now").hint("Wait for the end: the seat has no decision left.")
            }
            TableRejection::NotPlaying => rejected("this table is not being played")
                .hint("Read the table: its status says whether it waits or is over."),
            TableRejection::NotJoinable(why) => not_joinable(why),
            TableRejection::NotInvited => Self::conflict("you have no open invitation to this table")
                .hint("Look at GET /api/me/invitations: it lists what you can decline."),
            TableRejection::NotHost => Self::forbidden("another player made this table")
                .hint("Wait for the game to begin, with GET /api/tables/{id}?wait=50."),
            TableRejection::OnlyPlayers => Self::forbidden("only the players of this table may ask for a rematch")
                .hint("Create a table of your own with POST /api/tables."),
            TableRejection::NoRematch => rejected("there is no rematch of this table, or none any more")
                .hint("Ask within some minutes after the end of a game that people made; later, create a new table."),
            TableRejection::NoSuchSeat => {
                Self::coded(Code::InvalidRequest, "seat: the table has no seat with this number")
                    .at("seat")
                    .hint("The replay's `seats` lists them, numbered from 0; -1 is a spectator.")
            }
            TableRejection::NoSuchDay => Self::missing("no secret was stated for this day")
                .at("date")
                .hint("GET /api/fairness lists the days, written as 2026-11-21."),
            TableRejection::TooLong { most } => {
                Self::conflict(format!("the log has more than {most} entries: the match is not shown step by step"))
                    .hint("Leave out seat: seed, config and log are enough to replay the match.")
            }
            TableRejection::StillRunning => Self::conflict("the table is still running")
                .hint("Wait until state.terminal is true, with GET /api/tables/{id}?wait=50."),
        }
    }
}

fn not_joinable(why: NotJoinable) -> Words {
    let (error, hint) = match why {
        NotJoinable::NotWaiting => ("the table is not waiting for players", FREE_SEATS),
        NotJoinable::SeatedAlready => {
            ("you sit at this table already", "Read the table, and play when state.yourTurn is true.")
        }
        NotJoinable::Reserved => ("the open seat is reserved for another member", FREE_SEATS),
    };
    Words::coded(Code::NotJoinable, error).hint(hint)
}

fn no_such_member(at: &'static str) -> Words {
    Words::missing("no member has this handle")
        .at(at)
        .hint("Check the spelling; the member may have erased the account.")
}

impl From<BlockRejection> for Words {
    fn from(block: BlockRejection) -> Self {
        match block {
            BlockRejection::NoSuchMember => no_such_member("/handle"),
            BlockRejection::NotBlocked => Self::missing("you do not block this member")
                .at("/handle")
                .hint("GET /api/blocks lists the members whom you block."),
            BlockRejection::PlayerBlocked => {
                Self::coded(Code::InvalidRequest, "id: a member whom you block played there")
                    .at("id")
                    .hint("Unblock the member first, with DELETE /api/blocks.")
            }
            BlockRejection::HostBlocked => {
                Self::coded(Code::InvalidRequest, "id: it belongs to a member whom you block")
                    .at("id")
                    .hint("Unblock the member first, with DELETE /api/blocks.")
            }
        }
    }
}

impl From<QueueRejection> for Words {
    fn from(queue: QueueRejection) -> Self {
        match queue {
            QueueRejection::NoTicket => Self::missing("you have no such ticket")
                .at("ticketId")
                .hint("Make a ticket with POST /api/queue; an ended one is kept for an hour."),
            QueueRejection::Matched => Self::coded(Code::ActionRejected, "the ticket is matched: its table has begun")
                .at("ticketId")
                .hint("Play the table, or give it up with POST /api/tables/{id}/forfeit."),
        }
    }
}

impl From<Idempotency> for Words {
    fn from(idempotency: Idempotency) -> Self {
        match idempotency {
            Idempotency::Conflict => {
                Self::coded(Code::IdempotencyConflict, "clientRef: was already used for a different request")
                    .at("/clientRef")
                    .hint("Send a new clientRef for a new request; repeat an old one only with the same contents.")
            }
            Idempotency::InFlight => Self::coded(Code::InFlight, "clientRef: its first request is still in progress")
                .at("/clientRef")
                .hint("Send the same request again after Retry-After seconds.")
                .after(1),
        }
    }
}

impl From<Grant> for Words {
    fn from(grant: Grant) -> Self {
        match grant {
            Grant::NotFound => Self::coded(Code::GrantNotFound, "you own no such grant")
                .at("grantId")
                .hint("Look at GET /api/tables/{id}/seat-grants/current: it shows the active grant."),
            Grant::NotEligible => Self::coded(Code::GrantNotEligible, "this seat cannot be delegated now")
                .hint("Delegate your own seat at a running table that is not practice, with one grant at a time."),
            Grant::Unavailable => Self::coded(Code::GrantUnavailable, "claimToken: no grant can be claimed with it")
                .at("/claimToken")
                .hint("Ask the owner of the seat for a new token: each can be claimed once, and expires."),
            Grant::Delegated => Self::coded(Code::SeatDelegated, "another client plays this seat for its owner")
                .hint("Wait, or take the seat back with DELETE /api/tables/{id}/seat-grants/{grantId}."),
        }
    }
}

impl From<Quota> for Words {
    fn from(quota: Quota) -> Self {
        let (code, most, Retry { limit, after_s }, hint) = match quota {
            Quota::Rate(retry) => (Code::RateLimited, "requests of this kind in a minute", retry, LATER),
            Quota::FailedLogins(retry) => {
                (Code::RateLimited, "wrong recovery codes from one address in ten minutes", retry, LATER)
            }
            Quota::LongPolls(retry) => (
                Code::RateLimited,
                "long-polls at a time",
                retry,
                "End one of the others, or send the request without wait.",
            ),
            Quota::AllLongPolls(retry) => (
                Code::RateLimited,
                "long-polls of all callers at a time",
                retry,
                "Send requests without wait for a while.",
            ),
            Quota::Watching(retry) => (
                Code::RateLimited,
                "tables watched from one address at a time",
                retry,
                "End one of the other streams, or sign in.",
            ),
            Quota::Practice(retry) => (
                Code::PracticeQuota,
                "practice tables of guests from one address at a time",
                retry,
                "Finish one of them, or join: this limit does not apply to members.",
            ),
            Quota::PracticeInTenMinutes(retry) => (
                Code::PracticeQuota,
                "practice tables of guests from one address in ten minutes",
                retry,
                "Wait a few minutes, or join: this limit does not apply to members.",
            ),
            Quota::PracticeToday(retry) => (
                Code::PracticeQuota,
                "practice tables of guests from one address in a UTC day",
                retry,
                "Come back tomorrow, or join: this limit does not apply to members.",
            ),
            Quota::Friendly(retry) => (
                Code::PracticeQuota,
                "friendly tables that guests of one address made at a time",
                retry,
                "Finish one of them, or give it up with POST /api/tables/{id}/forfeit.",
            ),
            Quota::AllFriendly(retry) => (
                Code::PracticeQuota,
                "friendly tables that guests made at a time",
                retry,
                "Play against the house meanwhile, or join: this limit does not apply to members.",
            ),
            Quota::ActiveTables(retry) => (
                Code::ActiveTableQuota,
                "waiting or playing tables of a member",
                retry,
                "Finish one of them, or give it up with POST /api/tables/{id}/forfeit.",
            ),
            Quota::TablesToday(retry) => (
                Code::ActiveTableQuota,
                "tables created by a member in a UTC day",
                retry,
                "Join an existing table: GET /api/tables/open lists them.",
            ),
            Quota::Parties(retry) => {
                (Code::PartyQuota, "parties of a member", retry, "Use one of them: GET /api/parties/{id} shows it.")
            }
            Quota::PushSubscriptions(retry) => (
                Code::PushQuota,
                "push subscriptions of a member",
                retry,
                "Remove one that you no longer use with DELETE /api/push/subscribe.",
            ),
            Quota::Blocks(retry) => (
                Code::RateLimited,
                "blocked members of a member",
                retry,
                "Unblock one of them with DELETE /api/blocks.",
            ),
            Quota::Tickets(retry) => (Code::RateLimited, "tickets of a member in an hour", retry, LATER),
            Quota::Duels(retry) => (
                Code::RateLimited,
                "duels of a member in an hour",
                retry,
                "Wait for the next hour, or test the agent with POST /api/agents/self-check.",
            ),
            Quota::Rematch(retry) => (
                Code::RateLimited,
                "duel between the same two owners in the cooldown",
                retry,
                "Challenge an agent of another owner; the owner of the challenged one may challenge back at once, with rematchOf.",
            ),
            Quota::ModelCalls(retry) => (
                Code::RateLimited,
                "calls of the model for agents with prompts in an hour or day",
                retry,
                "Use an agent of kind policy meanwhile; no chips were taken.",
            ),
            Quota::SelfChecks(retry) => (Code::SelfcheckLimit, "self-checks of a member in an hour", retry, LATER),
        };
        let after_s = after_s.max(1);
        Self::coded(code, format!("at most {limit} {most}; retry in {after_s} s")).hint(hint).after(after_s)
    }
}

impl From<PartyRejection> for Words {
    fn from(party: PartyRejection) -> Self {
        match party {
            PartyRejection::NotFound => Self::missing("there is no such party")
                .at("id")
                .hint("Ask a member of the party for its id, and join it first."),
            PartyRejection::Private => Self::forbidden("this party is closed to new members")
                .hint("Ask its owner to open it with POST /api/parties/{id}/visibility."),
            PartyRejection::Full => {
                Self::forbidden("this party is full").hint("Create another one with POST /api/parties.")
            }
            PartyRejection::NotOwner => {
                Self::forbidden("only the owner may do this").hint("Ask the owner of the party.")
            }
        }
    }
}

impl From<MessengerRejection> for Words {
    fn from(messenger: MessengerRejection) -> Self {
        match messenger {
            MessengerRejection::NotConfigured => {
                Self::coded(Code::NotConfigured, "the messenger is not configured on this server")
                    .hint("Join with POST /api/join, or ask the operator to configure [messenger].")
                    .after(UPGRADE_S)
            }
            MessengerRejection::InvitationRequired => {
                Self::coded(Code::InvitationRequired, "no account has this identity: a new member needs an invitation")
                    .at("/inviteCode")
                    .hint("Send an inviteCode; or sign in to your account, and link the identity there.")
            }
            MessengerRejection::LinkedElsewhere => Self::coded(
                Code::IdentityLinkedElsewhere,
                "this identity belongs to another account, or was unlinked from another account",
            )
            .hint("Sign in to the account that had it first: it can be linked only there."),
            MessengerRejection::NotLinked => Self::missing("no identity of the messenger is linked")
                .hint("Look at GET /api/me/profile: its identities lists the linked ones."),
            MessengerRejection::WrongSecret => {
                Self::coded(Code::NotSignedIn, "the webhook's secret is wrong or missing")
                    .hint("Set the bot's webhook with the secret that the operator has configured.")
            }
        }
    }
}

impl From<PushRejection> for Words {
    fn from(push: PushRejection) -> Self {
        match push {
            PushRejection::NotConfigured => {
                Self::coded(Code::NotConfigured, "this server has no key to subscribe with")
                    .hint("Ask the operator: a server makes its key when it starts.")
                    .after(UPGRADE_S)
            }
            PushRejection::NotFound => Self::missing("you have no such subscription").at("/endpoint").hint(
                "Send the endpoint of the browser's own subscription; subscriptions that no longer work are removed.",
            ),
        }
    }
}

impl From<AgentRejection> for Words {
    fn from(agent: AgentRejection) -> Self {
        match agent {
            AgentRejection::Unpaid(money) => {
                let words = Self::from(money);
                let category = words.category.code().map_or(words.category, Category::Fault);
                Self { category, ..words }
                    .hint("Stake less, or play fewer legs: all are paid for when the duel begins.")
            }
            AgentRejection::NoModel => Self::coded(
                Code::NotConfigured,
                "agents with prompts need a model, and this server has none",
            )
            .hint("Save the agent with kind policy, or ask the operator to configure [model]; no chips were taken.")
            .after(UPGRADE_S),
            AgentRejection::ModelFails { after_s } => {
                Self::unavailable("the model does not answer; no chips were taken").hint(LATER).after(after_s)
            }
            AgentRejection::NoDuel => Self::missing("there is no such duel")
                .at("duelId")
                .hint("GET /api/duels lists the duels that you can read."),
            AgentRejection::SelfCheckRuns => Self::coded(Code::SelfcheckInFlight, "a self-check of yours is running")
                .hint("Wait for its response, then send the request again."),
        }
    }
}
