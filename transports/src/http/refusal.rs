//! Refusals in the words of the API: status, frozen code, prose, the field they are about, and what to do next. Every
//! refusal of the core and of the door gets its words here and nowhere else.

use super::problem::Problem;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::borrow::Cow;
use turnstone_api::invalid::{Invalid, Place};
use turnstone_api::refusal::{Auth, Grant, Idempotency, Money, NotJoinable, Party, Quota, Refusal, Retry, Table};

macro_rules! codes {
    ($($code:ident $name:literal $status:literal $meaning:literal),* $(,)?) => {
        /// The `code` values, frozen for v1, in the API document's order.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        pub enum Code {
            $(#[doc = $meaning] #[serde(rename = $name)] $code,)*
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// How it is spelled.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$code => $name,)* }
            }

            /// The status it comes with.
            pub const fn status(self) -> u16 {
                match self { $(Self::$code => $status,)* }
            }

            /// When it comes, as half a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$code => $meaning,)* }
            }
        }
    };
}

codes! {
    NotSignedIn "not_signed_in" 401 "no credentials, or none that count",
    RateLimited "rate_limited" 429 "too many requests for now",
    InvalidRequest "invalid_request" 400 "a body, query or path that breaks a rule",
    InvalidInvite "invalid_invite" 400 "no usable invitation has this code",
    InsufficientChips "insufficient_chips" 402 "the balance does not cover it",
    StalePlies "stale_plies" 409 "the table has moved on; read it and decide again",
    ActionRejected "action_rejected" 409 "the rules do not allow it",
    NotJoinable "not_joinable" 409 "no seat for the caller at this table",
    InvitationRequired "invitation_required" 403 "not a member yet",
    IdentityLinkedElsewhere "identity_linked_elsewhere" 409 "the identity belongs to another account",
    IdempotencyConflict "idempotency_conflict" 409 "the clientRef was used for something else",
    HandleTaken "handle_taken" 400 "the handle is not free",
    InFlight "in_flight" 409 "the first request with this clientRef is still under way",
    NotConfigured "not_configured" 503 "the operator has not set this up",
    GrantNotFound "grant_not_found" 404 "the caller owns no such grant",
    GrantNotEligible "grant_not_eligible" 409 "this seat cannot be delegated now",
    GrantUnavailable "grant_unavailable" 409 "the claim token is used up, expired, revoked or wrong",
    SeatDelegated "seat_delegated" 409 "somebody else plays this seat for its owner",
    PayloadTooLarge "payload_too_large" 413 "the body is over 64 KiB",
    PracticeQuota "practice_quota" 429 "too many practice tables",
    ActiveTableQuota "active_table_quota" 429 "too many waiting or playing tables",
    PartyQuota "party_quota" 429 "too many parties",
    PushQuota "push_quota" 429 "too many push subscriptions",
    SelfcheckLimit "selfcheck_limit" 429 "too many self-checks",
    SelfcheckInFlight "selfcheck_in_flight" 409 "a self-check is running",
}

impl JsonSchema for Code {
    fn schema_name() -> Cow<'static, str> {
        "ErrorCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = Self::ALL.iter().map(|code| code.name()).collect();
        json_schema!({ "type": "string", "enum": names, "description": "Frozen for v1." })
    }
}

/// How long to wait while the disk is nearly full: until somebody has made room.
const FULL_S: u64 = 30;

/// What a refused caller is told.
#[derive(Debug)]
pub struct Said {
    /// The HTTP status.
    pub status: u16,
    /// The frozen code, where there is one.
    pub code: Option<Code>,
    /// For people.
    pub error: Cow<'static, str>,
    /// What of the request it is about, where it is about one thing.
    pub field: Option<Cow<'static, str>>,
    /// What to do next.
    pub hint: &'static str,
    /// The value of `Retry-After`.
    pub retry_after_s: Option<u64>,
}

/// The body of every error.
#[derive(Serialize, JsonSchema)]
pub struct Error<'a> {
    /// What was wrong, for people; never to be parsed.
    error: &'a str,
    /// What was wrong, for programs; one of the frozen list, or absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Code>,
    /// What of the request it is about: a JSON pointer into the body (`/stake`), or the name of a parameter (`limit`).
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    /// What to do next, in one sentence.
    #[serde(skip_serializing_if = "str::is_empty")]
    hint: &'a str,
}

const CORRECT: &str = "Correct it as /openapi.json describes it, and send the request again: nothing has changed.";
const LATER: &str = "Send the request again when the seconds of Retry-After are over.";
const FREE_SEATS: &str = "Look for another table: GET /api/tables/open lists those with a free seat.";

impl Said {
    /// A refusal with a code.
    fn coded(code: Code, error: impl Into<Cow<'static, str>>) -> Self {
        Self { code: Some(code), ..Self::plain(code.status(), error) }
    }

    /// A refusal for which the frozen list has no code.
    fn plain(status: u16, error: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code: None, error: error.into(), field: None, hint: "", retry_after_s: None }
    }

    fn at(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.field = Some(field.into());
        self
    }

    const fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    fn after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds.max(1));
        self
    }

    /// The error object.
    pub fn body(&self) -> Error<'_> {
        Error { error: &self.error, code: self.code, field: self.field.as_deref(), hint: self.hint }
    }
}

impl From<Problem> for Said {
    fn from(problem: Problem) -> Self {
        let invalid = |error: &'static str| Self::coded(Code::InvalidRequest, error);
        match problem {
            Problem::Invalid(invalid) => invalid.into(),
            Problem::TooLarge => {
                Self::coded(Code::PayloadTooLarge, "a body may have 64 KiB at most").hint("Send a shorter body.")
            }
            Problem::TooSlow => {
                invalid("the body did not come in time").hint("Send the whole body at once: it has ten seconds.")
            }
            Problem::NoRoute => Self::plain(404, "there is no such route").hint("/openapi.json lists all paths."),
            Problem::OtherMethod => {
                Self::plain(405, "this path has other methods").hint("The header Allow lists the methods of this path.")
            }
            Problem::OnlyRead => Self::plain(405, "this page can only be read").hint("Ask for it with GET."),
            Problem::LargeHead => Self::plain(431, "at most 64 headers and 16 KiB of them are read")
                .hint("Send fewer or shorter headers, cookies among them."),
            Problem::Host => {
                invalid("a request names its Host exactly once").hint("Let an HTTP library write the request.")
            }
            Problem::CookieWithoutJson => Self::plain(403, "a change with a cookie must be sent as application/json")
                .hint("Send Content-Type: application/json, or a Bearer token instead of the cookie."),
            Problem::CookieFromElsewhere => {
                Self::plain(403, "a change with a cookie must come from the service's own pages")
                    .hint("Send a Bearer token instead of the cookie.")
            }
            Problem::CookieForElsewhere => {
                Self::plain(403, "what sets a cookie must come from the service's own pages")
                    .hint("Let a server of yours ask, or ask the operator to list the page's origin.")
            }
            Problem::Starting => Self::plain(503, "the service is starting").hint(LATER).after(1),
            Problem::Stopping => Self::plain(503, "the service is stopping").hint(LATER).after(1),
        }
    }
}

impl From<Invalid> for Said {
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
            Invalid::Unknown(refusal) => refusal.into(),
        }
    }
}

impl From<Refusal> for Said {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid { field, problem } => {
                Invalid::Field { place: Place::Body, name: field.into(), what: problem.into() }.into()
            }
            Refusal::Auth(auth) => auth.into(),
            Refusal::Money(money) => money.into(),
            Refusal::Table(table) => table.into(),
            Refusal::Idempotency(idempotency) => idempotency.into(),
            Refusal::Grant(grant) => grant.into(),
            Refusal::Quota(quota) => quota.into(),
            Refusal::Party(party) => party.into(),
            Refusal::NoSuchMember => Self::plain(404, "no member has this handle")
                .at("handle")
                .hint("Check the spelling: a member may have left, and a handle does not change."),
            Refusal::Full => Self::plain(503, "the disk is nearly full: nothing new is made, what is there goes on")
                .hint("Go on with what you have, and send the same request again later with the same clientRef.")
                .after(FULL_S),
            Refusal::Unavailable => Self::plain(503, "the service cannot answer now; ask again")
                .hint("Send the request again when the seconds of Retry-After are over, with the same clientRef.")
                .after(1),
        }
    }
}

impl From<Auth> for Said {
    fn from(auth: Auth) -> Self {
        match auth {
            Auth::NotSignedIn => Self::coded(Code::NotSignedIn, "sign in: there are no credentials that count")
                .hint("Get a token from POST /api/token, and send it as Authorization: Bearer."),
            Auth::WrongCredentials => Self::coded(Code::NotSignedIn, "handle and recovery code do not belong together")
                .hint("Check both; which of them is wrong is not told."),
            Auth::InvalidInvite => Self::coded(Code::InvalidInvite, "inviteCode: no usable invitation has this code")
                .at("/inviteCode")
                .hint("Ask a member or the operator for another code; POST /api/practice needs none."),
            Auth::HandleTaken => Self::coded(Code::HandleTaken, "handle: it is not free")
                .at("/handle")
                .hint("Choose another handle: the invitation is not used up."),
            Auth::AccountNeeded => {
                Self::coded(Code::NotSignedIn, "a seat's credential does not do here, an account's is needed")
                    .hint("Send the token of a member, from POST /api/token.")
            }
        }
    }
}

impl From<Money> for Said {
    fn from(money: Money) -> Self {
        match money {
            Money::InsufficientChips { needed, balance } => {
                Self::coded(Code::InsufficientChips, format!("it takes {needed} chips, and there are {balance}"))
                    .hint("Stake less, or play with practice: true, which costs nothing.")
            }
            Money::HouseShort { needed, left, until } => Self::coded(
                Code::InsufficientChips,
                format!(
                    "the house's chips do not suffice: it takes {needed}, and the house has {left} for it until {} \
                     (epoch milliseconds)",
                    until.0
                ),
            )
            .hint("Stake less, play with other members, or come back then."),
            Money::Paused { until } => {
                Self::plain(403, format!("you have paused yourself until {} (epoch milliseconds)", until.0))
                    .hint("Read, watch or practise until then: nobody can end a pause.")
            }
        }
    }
}

impl From<Table> for Said {
    fn from(table: Table) -> Self {
        let rejected = |error: &'static str| Self::coded(Code::ActionRejected, error);
        match table {
            Table::NotFound => Self::plain(404, "there is no such table")
                .at("id")
                .hint("Take an id from GET /api/me/tables, /api/tables/open or /api/tables/playing."),
            Table::ChatClosed => Self::plain(404, "the chat of this table is closed")
                .at("id")
                .hint("Talk at a table that waits or is played, or in a party."),
            Table::StalePlies { expected, current } => {
                Self::coded(Code::StalePlies, format!("expectedPlies was {expected}, the table is at {current}"))
                    .at("/expectedPlies")
                    .hint("Read the table again, decide again, and send its plies.")
            }
            Table::NotLegal => rejected("action: it is not one of your legal actions now")
                .at("/action")
                .hint("Read the table again, and send one element of state.legalActions as it stands there."),
            Table::NotSeated => rejected("you have no seat at this table")
                .hint("Play at a table of yours: GET /api/me/tables lists them."),
            Table::CannotLeave => {
                rejected("your seat cannot leave now").hint("Wait for the end: there is nothing left for it to decide.")
            }
            Table::NotPlaying => rejected("this table is not being played")
                .hint("Read the table: its status says whether it waits or is over."),
            Table::NotJoinable(why) => not_joinable(why),
            Table::NotInvited => Self::plain(409, "you have no open invitation to this table")
                .hint("Look at GET /api/me/invitations: it lists what you can decline."),
            Table::StillRunning => Self::plain(409, "the table is still running")
                .hint("Wait until state.terminal is true, with GET /api/tables/{id}?wait=50."),
        }
    }
}

fn not_joinable(why: NotJoinable) -> Said {
    let (error, hint) = match why {
        NotJoinable::NotWaiting => ("the table waits for nobody", FREE_SEATS),
        NotJoinable::SeatedAlready => {
            ("you sit at this table already", "Read the table, and play when state.yourTurn is true.")
        }
        NotJoinable::Reserved => ("the open seat is reserved for somebody else", FREE_SEATS),
    };
    Said::coded(Code::NotJoinable, error).hint(hint)
}

impl From<Idempotency> for Said {
    fn from(idempotency: Idempotency) -> Self {
        match idempotency {
            Idempotency::Conflict => {
                Self::coded(Code::IdempotencyConflict, "clientRef: it was used for something else")
                    .at("/clientRef")
                    .hint("Send a new clientRef for a new request; repeat an old one with the same contents alone.")
            }
            Idempotency::InFlight => Self::coded(Code::InFlight, "clientRef: its first request is still under way")
                .at("/clientRef")
                .hint("Send the same request again when the seconds of Retry-After are over.")
                .after(1),
        }
    }
}

impl From<Grant> for Said {
    fn from(grant: Grant) -> Self {
        match grant {
            Grant::NotFound => Self::coded(Code::GrantNotFound, "you own no such grant")
                .at("grantId")
                .hint("Look at GET /api/tables/{id}/seat-grants/current: it names the live grant."),
            Grant::NotEligible => Self::coded(Code::GrantNotEligible, "this seat cannot be delegated now")
                .hint("Delegate your own seat at a running table that is no practice, one grant at a time."),
            Grant::Unavailable => Self::coded(Code::GrantUnavailable, "claimToken: no grant can be claimed with it")
                .at("/claimToken")
                .hint("Ask the owner of the seat for a new token: each can be claimed once, and not for long."),
            Grant::Delegated => Self::coded(Code::SeatDelegated, "somebody else plays this seat for its owner")
                .hint("Wait, or take the seat back with DELETE /api/tables/{id}/seat-grants/{grantId}."),
        }
    }
}

impl From<Quota> for Said {
    fn from(quota: Quota) -> Self {
        let (code, most, Retry { limit, after_s }, hint) = match quota {
            Quota::Rate(retry) => (Code::RateLimited, "requests of this kind in a minute", retry, LATER),
            Quota::FailedLogins(retry) => {
                (Code::RateLimited, "wrong recovery codes from one address in ten minutes", retry, LATER)
            }
            Quota::LongPolls(retry) => {
                (Code::RateLimited, "long-polls at a time", retry, "End one of the others, or ask without wait.")
            }
            Quota::AllLongPolls(retry) => {
                (Code::RateLimited, "long-polls of all callers at a time", retry, "Ask without wait for a while.")
            }
            Quota::Practice(retry) => {
                (Code::PracticeQuota, "practice tables of one address at a time", retry, "Play one of them to its end.")
            }
            Quota::PracticeToday(retry) => (
                Code::PracticeQuota,
                "practice tables from one address in a UTC day",
                retry,
                "Come back tomorrow, or join: a member's practice has no such limit.",
            ),
            Quota::ActiveTables(retry) => (
                Code::ActiveTableQuota,
                "waiting or playing tables of a member",
                retry,
                "Play one of them to its end, or give it up with POST /api/tables/{id}/forfeit.",
            ),
            Quota::TablesToday(retry) => (
                Code::ActiveTableQuota,
                "tables made by a member in a UTC day",
                retry,
                "Sit down at a table that is there: GET /api/tables/open lists them.",
            ),
            Quota::Parties(retry) => {
                (Code::PartyQuota, "parties of a member", retry, "Use one of them: GET /api/parties/{id} shows it.")
            }
        };
        let after_s = after_s.max(1);
        Self::coded(code, format!("at most {limit} {most}; there may be another in {after_s} s"))
            .hint(hint)
            .after(after_s)
    }
}

impl From<Party> for Said {
    fn from(party: Party) -> Self {
        match party {
            Party::NotFound => Self::plain(404, "there is no such party")
                .at("id")
                .hint("Ask a member of the party for its id, and join it first."),
            Party::Private => Self::plain(403, "this party lets nobody new in")
                .hint("Ask its owner to open it with POST /api/parties/{id}/visibility."),
            Party::Full => Self::plain(403, "this party has as many members as a party can have")
                .hint("Found another one with POST /api/parties."),
            Party::NotOwner => Self::plain(403, "only the owner may do this").hint("Ask the owner of the party."),
        }
    }
}

#[cfg(test)]
mod tests;
