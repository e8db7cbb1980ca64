//! Refusals in the words of the API: status, frozen code, prose.

use super::problem::Problem;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::borrow::Cow;
use turnstone_core::refusal::{Auth, Grant, Idempotency, Money, NotJoinable, Party, Quota, Refusal, Table};

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

/// What a refused caller is told.
#[derive(Debug)]
pub struct Said {
    /// The HTTP status.
    pub status: u16,
    /// The frozen code, where there is one.
    pub code: Option<Code>,
    /// For people.
    pub error: Cow<'static, str>,
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
}

impl Said {
    /// A refusal with a code.
    pub fn coded(code: Code, error: impl Into<Cow<'static, str>>) -> Self {
        Self { status: code.status(), code: Some(code), error: error.into(), retry_after_s: None }
    }

    /// A refusal for which the frozen list has no code.
    pub fn plain(status: u16, error: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code: None, error: error.into(), retry_after_s: None }
    }

    fn after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds.max(1));
        self
    }

    /// The error object.
    pub fn body(&self) -> Error<'_> {
        Error { error: &self.error, code: self.code }
    }
}

impl From<Problem> for Said {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Field { name, what } if name.is_empty() => Self::coded(Code::InvalidRequest, what),
            Problem::Field { name, what } => Self::coded(Code::InvalidRequest, format!("{name}: {what}")),
            Problem::TooLarge => Self::coded(Code::PayloadTooLarge, "a body may have 64 KiB at most"),
            Problem::TooSlow => Self::coded(Code::InvalidRequest, "the body did not come in time"),
            Problem::Unknown(refusal) => refusal.into(),
        }
    }
}

impl From<Refusal> for Said {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid { field, problem } => Self::coded(Code::InvalidRequest, format!("{field}: {problem}")),
            Refusal::Auth(auth) => auth.into(),
            Refusal::Money(money) => money.into(),
            Refusal::Table(table) => table.into(),
            Refusal::Idempotency(idempotency) => idempotency.into(),
            Refusal::Grant(grant) => grant.into(),
            Refusal::Quota(quota) => quota.into(),
            Refusal::Party(party) => party.into(),
            Refusal::NoSuchMember => Self::plain(404, "no member has this handle"),
            Refusal::Unavailable => Self::plain(503, "the service cannot answer now; ask again").after(1),
        }
    }
}

impl From<Auth> for Said {
    fn from(auth: Auth) -> Self {
        match auth {
            Auth::NotSignedIn => Self::coded(Code::NotSignedIn, "sign in: there are no credentials that count"),
            Auth::WrongCredentials => Self::coded(Code::NotSignedIn, "handle and recovery code do not belong together"),
            Auth::InvalidInvite => Self::coded(Code::InvalidInvite, "inviteCode: no usable invitation has this code"),
            Auth::HandleTaken => Self::coded(Code::HandleTaken, "handle: it is not free"),
            Auth::AccountNeeded => {
                Self::coded(Code::NotSignedIn, "a seat's credential does not do here, an account's is needed")
            }
        }
    }
}

impl From<Money> for Said {
    fn from(money: Money) -> Self {
        match money {
            Money::InsufficientChips { needed, balance } => {
                Self::coded(Code::InsufficientChips, format!("it takes {needed} chips, and there are {balance}"))
            }
            Money::Paused { until } => {
                Self::plain(403, format!("you have paused yourself until {} (epoch milliseconds)", until.0))
            }
        }
    }
}

impl From<Table> for Said {
    fn from(table: Table) -> Self {
        let rejected = |error: &'static str| Self::coded(Code::ActionRejected, error);
        match table {
            Table::NotFound => Self::plain(404, "there is no such table"),
            Table::ChatClosed => Self::plain(404, "the chat of this table is closed"),
            Table::StalePlies { expected, current } => {
                Self::coded(Code::StalePlies, format!("expectedPlies was {expected}, the table is at {current}"))
            }
            Table::NotLegal => rejected("action: it is not one of your legal actions now"),
            Table::NotSeated => rejected("you have no seat at this table"),
            Table::CannotLeave => rejected("your seat cannot leave now"),
            Table::NotPlaying => rejected("this table is not being played"),
            Table::NotJoinable(why) => Self::coded(Code::NotJoinable, not_joinable(why)),
            Table::NotInvited => Self::plain(409, "you have no open invitation to this table"),
            Table::StillRunning => Self::plain(409, "the table is still running"),
        }
    }
}

const fn not_joinable(why: NotJoinable) -> &'static str {
    match why {
        NotJoinable::NotWaiting => "the table waits for nobody",
        NotJoinable::SeatedAlready => "you sit at this table already",
        NotJoinable::Reserved => "the open seat is reserved for somebody else",
    }
}

impl From<Idempotency> for Said {
    fn from(idempotency: Idempotency) -> Self {
        match idempotency {
            Idempotency::Conflict => {
                Self::coded(Code::IdempotencyConflict, "clientRef: it was used for something else")
            }
            Idempotency::InFlight => {
                Self::coded(Code::InFlight, "clientRef: its first request is still under way").after(1)
            }
        }
    }
}

impl From<Grant> for Said {
    fn from(grant: Grant) -> Self {
        match grant {
            Grant::NotFound => Self::coded(Code::GrantNotFound, "you own no such grant"),
            Grant::NotEligible => Self::coded(Code::GrantNotEligible, "this seat cannot be delegated now"),
            Grant::Unavailable => Self::coded(Code::GrantUnavailable, "claimToken: no grant can be claimed with it"),
            Grant::Delegated => Self::coded(Code::SeatDelegated, "somebody else plays this seat for its owner"),
        }
    }
}

impl From<Quota> for Said {
    fn from(quota: Quota) -> Self {
        let (code, error, retry) = match quota {
            Quota::Rate(retry) => (Code::RateLimited, "too many requests", retry),
            Quota::FailedLogins(retry) => (Code::RateLimited, "too many wrong recovery codes", retry),
            Quota::LongPolls(retry) => (Code::RateLimited, "too many long-polls at a time", retry),
            Quota::Practice(retry) => (Code::PracticeQuota, "too many practice tables", retry),
            Quota::ActiveTables(retry) => (Code::ActiveTableQuota, "too many waiting or playing tables", retry),
            Quota::Parties(retry) => (Code::PartyQuota, "too many parties", retry),
        };
        Self::coded(code, error).after(retry.after_s)
    }
}

impl From<Party> for Said {
    fn from(party: Party) -> Self {
        match party {
            Party::NotFound => Self::plain(404, "there is no such party"),
            Party::Private => Self::plain(403, "this party lets nobody new in"),
            Party::Full => Self::plain(403, "this party has as many members as a party can have"),
            Party::NotOwner => Self::plain(403, "only the owner may do this"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_are_the_frozen_list_in_its_order() {
        let listed: String = Code::ALL.iter().map(|code| format!("{} {}\n", code.status(), code.name())).collect();
        assert_eq!(listed, include_str!("../../../golden/error-codes.txt"));
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }

    #[test]
    fn every_429_and_503_and_in_flight_say_when_to_come_back() {
        let retry = turnstone_core::refusal::Retry { after_s: 0 };
        let refusals: [Refusal; 4] = [
            Quota::Rate(retry).into(),
            Quota::Parties(retry).into(),
            Idempotency::InFlight.into(),
            Refusal::Unavailable,
        ];
        for refusal in refusals {
            assert_eq!(Said::from(refusal.clone()).retry_after_s, Some(1), "{refusal:?}");
        }
    }
}
