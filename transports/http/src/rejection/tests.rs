use super::*;
use crate::golden;
use std::fmt::{Debug, Write};
use turnstone_api::invalid::Place;
use turnstone_api::rejection::{
    AgentRejection, Auth, BlockRejection, Grant, Idempotency, MessengerRejection, Money, NotJoinable, PartyRejection,
    PushRejection, QueueRejection, Quota, Retry, TableRejection,
};
use turnstone_api::time::Millis;

/// The core's error after this one; its `match` makes the compiler require a place for each new error.
fn after(rejection: &Rejection) -> Option<Rejection> {
    const RETRY: Retry = Retry { limit: 20, after_s: 37 };
    Some(match rejection {
        Rejection::Invalid { .. } => Auth::NotSignedIn.into(),
        Rejection::Auth(auth) => match auth {
            Auth::NotSignedIn => Auth::Frozen.into(),
            Auth::Frozen => Auth::WrongCredentials.into(),
            Auth::WrongCredentials => Auth::InvalidInvite.into(),
            Auth::InvalidInvite => Auth::HandleTaken.into(),
            Auth::HandleTaken => Auth::AccountNeeded.into(),
            Auth::AccountNeeded => Money::InsufficientChips { needed: 200, balance: 100 }.into(),
        },
        Rejection::Money(money) => match money {
            Money::InsufficientChips { .. } => {
                Money::HouseShort { needed: 200, left: 100, until: Millis(1_700_000_000_000) }.into()
            }
            Money::HouseShort { .. } => Money::Paused { until: Millis(1_700_000_000_000) }.into(),
            Money::Paused { .. } => TableRejection::NotFound.into(),
        },
        Rejection::Table(table) => match table {
            TableRejection::NotFound => TableRejection::ChatClosed.into(),
            TableRejection::ChatClosed => TableRejection::StalePlies { expected: 3, current: 5 }.into(),
            TableRejection::StalePlies { .. } => TableRejection::NotLegal.into(),
            TableRejection::NotLegal => TableRejection::NotSeated.into(),
            TableRejection::NotSeated => TableRejection::AgentPlays.into(),
            TableRejection::AgentPlays => TableRejection::CannotLeave.into(),
            TableRejection::CannotLeave => TableRejection::NotPlaying.into(),
            TableRejection::NotPlaying => TableRejection::NotJoinable(NotJoinable::NotWaiting).into(),
            TableRejection::NotJoinable(NotJoinable::NotWaiting) => {
                TableRejection::NotJoinable(NotJoinable::SeatedAlready).into()
            }
            TableRejection::NotJoinable(NotJoinable::SeatedAlready) => {
                TableRejection::NotJoinable(NotJoinable::Reserved).into()
            }
            TableRejection::NotJoinable(NotJoinable::Reserved) => TableRejection::NotInvited.into(),
            TableRejection::NotInvited => TableRejection::NotHost.into(),
            TableRejection::NotHost => TableRejection::OnlyPlayers.into(),
            TableRejection::OnlyPlayers => TableRejection::NoRematch.into(),
            TableRejection::NoRematch => TableRejection::StillRunning.into(),
            TableRejection::StillRunning => TableRejection::NoSuchSeat.into(),
            TableRejection::NoSuchSeat => TableRejection::NoSuchDay.into(),
            TableRejection::NoSuchDay => TableRejection::TooLong { most: 256 }.into(),
            TableRejection::TooLong { .. } => Idempotency::Conflict.into(),
        },
        Rejection::Idempotency(idempotency) => match idempotency {
            Idempotency::Conflict => Idempotency::InFlight.into(),
            Idempotency::InFlight => Grant::NotFound.into(),
        },
        Rejection::Grant(grant) => match grant {
            Grant::NotFound => Grant::NotEligible.into(),
            Grant::NotEligible => Grant::Unavailable.into(),
            Grant::Unavailable => Grant::Delegated.into(),
            Grant::Delegated => Quota::Rate(RETRY).into(),
        },
        Rejection::Quota(quota) => match quota {
            Quota::Rate(_) => Quota::FailedLogins(RETRY).into(),
            Quota::FailedLogins(_) => Quota::LongPolls(RETRY).into(),
            Quota::LongPolls(_) => Quota::AllLongPolls(RETRY).into(),
            Quota::AllLongPolls(_) => Quota::Watching(RETRY).into(),
            Quota::Watching(_) => Quota::Practice(RETRY).into(),
            Quota::Practice(_) => Quota::PracticeInTenMinutes(RETRY).into(),
            Quota::PracticeInTenMinutes(_) => Quota::PracticeToday(RETRY).into(),
            Quota::PracticeToday(_) => Quota::Friendly(RETRY).into(),
            Quota::Friendly(_) => Quota::AllFriendly(RETRY).into(),
            Quota::AllFriendly(_) => Quota::ActiveTables(RETRY).into(),
            Quota::ActiveTables(_) => Quota::TablesToday(RETRY).into(),
            Quota::TablesToday(_) => Quota::Tickets(RETRY).into(),
            Quota::Tickets(_) => Quota::Parties(RETRY).into(),
            Quota::Parties(_) => Quota::PushSubscriptions(RETRY).into(),
            Quota::PushSubscriptions(_) => Quota::Blocks(RETRY).into(),
            Quota::Blocks(_) => Quota::Duels(RETRY).into(),
            Quota::Duels(_) => Quota::Rematch(RETRY).into(),
            Quota::Rematch(_) => Quota::SelfChecks(RETRY).into(),
            Quota::SelfChecks(_) => Quota::ModelCalls(RETRY).into(),
            Quota::ModelCalls(_) => PartyRejection::NotFound.into(),
        },
        Rejection::Party(party) => match party {
            PartyRejection::NotFound => PartyRejection::Private.into(),
            PartyRejection::Private => PartyRejection::Full.into(),
            PartyRejection::Full => PartyRejection::NotOwner.into(),
            PartyRejection::NotOwner => MessengerRejection::NotConfigured.into(),
        },
        Rejection::Messenger(messenger) => match messenger {
            MessengerRejection::NotConfigured => MessengerRejection::InvitationRequired.into(),
            MessengerRejection::InvitationRequired => MessengerRejection::LinkedElsewhere.into(),
            MessengerRejection::LinkedElsewhere => MessengerRejection::NotLinked.into(),
            MessengerRejection::NotLinked => MessengerRejection::WrongSecret.into(),
            MessengerRejection::WrongSecret => PushRejection::NotConfigured.into(),
        },
        Rejection::Push(push) => match push {
            PushRejection::NotConfigured => PushRejection::NotFound.into(),
            PushRejection::NotFound => {
                AgentRejection::Unpaid(Money::InsufficientChips { needed: 200, balance: 100 }).into()
            }
        },
        Rejection::Agent(agent) => match agent {
            AgentRejection::Unpaid(Money::InsufficientChips { .. }) => {
                AgentRejection::Unpaid(Money::HouseShort { needed: 200, left: 100, until: Millis(1_700_000_000_000) })
                    .into()
            }
            AgentRejection::Unpaid(_) => AgentRejection::NoModel.into(),
            AgentRejection::NoModel => AgentRejection::ModelFails { after_s: 37 }.into(),
            AgentRejection::ModelFails { .. } => AgentRejection::SelfCheckRuns.into(),
            AgentRejection::SelfCheckRuns => AgentRejection::NoDuel.into(),
            AgentRejection::NoDuel => BlockRejection::NoSuchMember.into(),
        },
        Rejection::Block(block) => match block {
            BlockRejection::NoSuchMember => BlockRejection::NotBlocked.into(),
            BlockRejection::NotBlocked => BlockRejection::HostBlocked.into(),
            BlockRejection::HostBlocked => BlockRejection::PlayerBlocked.into(),
            BlockRejection::PlayerBlocked => QueueRejection::NoTicket.into(),
        },
        Rejection::Queue(queue) => match queue {
            QueueRejection::NoTicket => QueueRejection::Matched.into(),
            QueueRejection::Matched => Rejection::NoSuchMember,
        },
        Rejection::NoSuchMember => Rejection::Muted { until: Millis(1_700_000_000_000) },
        Rejection::Muted { .. } => Rejection::UnknownRules { game: "mancala".into(), version: "7".into() },
        Rejection::UnknownRules { .. } => Rejection::Full,
        Rejection::Full => Rejection::Unavailable,
        Rejection::Unavailable => return None,
    })
}

/// The same for the transport's own errors.
fn after_problem(problem: &Problem) -> Option<Problem> {
    Some(match problem {
        Problem::Invalid(Invalid::Field { place: Place::Body, name, .. }) => match name.as_str() {
            "" => field(Place::Body, "stake"),
            "stake" => field(Place::Body, "subscription.keys.auth"),
            _ => field(Place::Parameter, "limit"),
        },
        Problem::Invalid(Invalid::Field { place: Place::Parameter, .. }) => Problem::TooLarge,
        Problem::TooLarge => Problem::TooSlow,
        Problem::TooSlow => Invalid::Unknown(Grant::NotFound.into()).into(),
        Problem::Invalid(Invalid::Unknown(_)) => Problem::NoRoute,
        Problem::NoRoute => Problem::OtherMethod,
        Problem::OtherMethod => Problem::OnlyRead,
        Problem::OnlyRead => Problem::LargeHead,
        Problem::LargeHead => Problem::Host,
        Problem::Host => Problem::CookieWithoutJson,
        Problem::CookieWithoutJson => Problem::CookieFromElsewhere,
        Problem::CookieFromElsewhere => Problem::CookieForElsewhere,
        Problem::CookieForElsewhere => Problem::OtherOrigin,
        Problem::OtherOrigin => Problem::Starting,
        Problem::Starting => Problem::Stopping,
        Problem::Stopping => Problem::NoLeader,
        Problem::NoLeader => Problem::Crowded,
        Problem::Crowded => Problem::NotCurrent,
        Problem::NotCurrent => Problem::Still,
        Problem::Still => Problem::ReadOnly,
        Problem::ReadOnly => return None,
    })
}

fn field(place: Place, name: &str) -> Problem {
    Invalid::Field { place, name: name.into(), what: "must be an integer".into() }.into()
}

/// Every error, with its name here.
fn all() -> Vec<(String, ErrorResponse)> {
    let core =
        std::iter::successors(Some(Rejection::Invalid { field: "invited", problem: "is your own handle" }), after);
    let transport = std::iter::successors(Some(Invalid::body("must be a JSON object").into()), after_problem);
    let named = |rejection: &dyn Debug| format!("{rejection:?}");
    let core = core.map(|rejection| (named(&rejection), rejection.into()));
    let transport = transport.map(|problem| {
        let name = if let Problem::Invalid(invalid) = &problem { named(invalid) } else { named(&problem) };
        (name, problem.into())
    });
    core.chain(transport).collect()
}

#[test]
fn the_codes_are_the_frozen_list_in_its_order() {
    let listed: String = Code::ALL.iter().map(|code| format!("{} {}\n", status_of(*code), code.name())).collect();
    assert_eq!(listed, include_str!("../../../../golden/error-codes.txt"));
    for code in Code::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), code.name());
    }
}

#[test]
fn all_error_texts_are_golden() {
    let mut reported = String::new();
    for (rejection, said) in all() {
        let retry = said.retry_after_s.map(|seconds| format!(" (Retry-After: {seconds})")).unwrap_or_default();
        let body = serde_json::to_string(&said.body()).unwrap();
        writeln!(reported, "{rejection}\n    {}{retry} {body}", said.status).unwrap();
    }
    golden::compare("errors.txt", &reported);
}

#[test]
fn every_429_and_503_and_in_flight_has_retry_after() {
    for (rejection, said) in all() {
        let waits = matches!(said.status, 429 | 503) || said.code == Some(Code::InFlight);
        assert_eq!(said.retry_after_s.is_some_and(|seconds| seconds >= 1), waits, "{rejection}");
    }
    let at_once = Retry { limit: 1, after_s: 0 };
    assert_eq!(ErrorResponse::from(Rejection::from(Quota::Rate(at_once))).retry_after_s, Some(1));
}

#[test]
fn every_quota_has_its_limit_and_retry_time() {
    let mut quotas = 0;
    for (rejection, said) in all().into_iter().filter(|(_, said)| said.status == 429) {
        quotas += 1;
        assert!(said.error.contains("at most 20 ") && said.error.contains(" in 37 s"), "{rejection}: {}", said.error);
    }
    assert_eq!(quotas, 20);
}

/// A 404 or 405 has no code, except for those in the frozen list (`grant_not_found`). Every error has a hint of one
/// sentence. Its field is a pointer into the body or a parameter's name.
#[test]
fn every_error_is_machine_readable() {
    for (rejection, said) in all() {
        let coded = said.code.is_some_and(|code| code != Code::GrantNotFound);
        assert!(!(coded && matches!(said.status, 404 | 405)), "{rejection}");
        // A challenge that its owner cannot pay for is an invalid request.
        let is_fault = said.status == 400 && said.code == Some(Code::InsufficientChips);
        assert!(is_fault || said.code.is_none_or(|code| status_of(code) == said.status), "{rejection}");
        assert!(!said.error.is_empty() && !said.error.ends_with('.'), "{rejection}: {}", said.error);
        let one_sentence = said.hint.ends_with('.') && said.hint.matches(". ").count() == 0;
        assert!(
            one_sentence && (said.hint.starts_with(char::is_uppercase) || said.hint.starts_with('/')),
            "{rejection}"
        );
        if let Some(field) = &said.field {
            let name = field.strip_prefix('/').unwrap_or(field);
            assert!(!name.is_empty() && !name.contains([' ', '.']), "{rejection}: {field}");
        }
        let named = said.error.split_once(": ").map(|(name, _)| name).filter(|name| !name.contains(' '));
        if let Some(name) = named.filter(|name| *name != "sign in") {
            let field = said.field.as_deref().map(|field| field.trim_start_matches('/').replace('/', "."));
            assert_eq!(field.as_deref(), Some(name), "{rejection}: the message names the field");
        }
    }
}
