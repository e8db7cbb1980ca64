use super::*;
use crate::golden;
use std::fmt::{Debug, Write};
use turnstone_api::invalid::Place;
use turnstone_api::refusal::{
    AgentRefusal, Auth, Grant, Idempotency, MessengerRefusal, Money, NotJoinable, PartyRefusal, PushRefusal, Quota,
    Retry, TableRefusal,
};
use turnstone_api::time::Millis;

/// The core's error after this one; its `match` makes the compiler require a place for each new error.
fn after(refusal: &Refusal) -> Option<Refusal> {
    const RETRY: Retry = Retry { limit: 20, after_s: 37 };
    Some(match refusal {
        Refusal::Invalid { .. } => Auth::NotSignedIn.into(),
        Refusal::Auth(auth) => match auth {
            Auth::NotSignedIn => Auth::Frozen.into(),
            Auth::Frozen => Auth::WrongCredentials.into(),
            Auth::WrongCredentials => Auth::InvalidInvite.into(),
            Auth::InvalidInvite => Auth::HandleTaken.into(),
            Auth::HandleTaken => Auth::AccountNeeded.into(),
            Auth::AccountNeeded => Money::InsufficientChips { needed: 200, balance: 100 }.into(),
        },
        Refusal::Money(money) => match money {
            Money::InsufficientChips { .. } => {
                Money::HouseShort { needed: 200, left: 100, until: Millis(1_700_000_000_000) }.into()
            }
            Money::HouseShort { .. } => Money::Paused { until: Millis(1_700_000_000_000) }.into(),
            Money::Paused { .. } => TableRefusal::NotFound.into(),
        },
        Refusal::Table(table) => match table {
            TableRefusal::NotFound => TableRefusal::ChatClosed.into(),
            TableRefusal::ChatClosed => TableRefusal::StalePlies { expected: 3, current: 5 }.into(),
            TableRefusal::StalePlies { .. } => TableRefusal::NotLegal.into(),
            TableRefusal::NotLegal => TableRefusal::NotSeated.into(),
            TableRefusal::NotSeated => TableRefusal::AgentPlays.into(),
            TableRefusal::AgentPlays => TableRefusal::CannotLeave.into(),
            TableRefusal::CannotLeave => TableRefusal::NotPlaying.into(),
            TableRefusal::NotPlaying => TableRefusal::NotJoinable(NotJoinable::NotWaiting).into(),
            TableRefusal::NotJoinable(NotJoinable::NotWaiting) => {
                TableRefusal::NotJoinable(NotJoinable::SeatedAlready).into()
            }
            TableRefusal::NotJoinable(NotJoinable::SeatedAlready) => {
                TableRefusal::NotJoinable(NotJoinable::Reserved).into()
            }
            TableRefusal::NotJoinable(NotJoinable::Reserved) => TableRefusal::NotInvited.into(),
            TableRefusal::NotInvited => TableRefusal::StillRunning.into(),
            TableRefusal::StillRunning => TableRefusal::NoSuchSeat.into(),
            TableRefusal::NoSuchSeat => TableRefusal::TooLong { most: 256 }.into(),
            TableRefusal::TooLong { .. } => Idempotency::Conflict.into(),
        },
        Refusal::Idempotency(idempotency) => match idempotency {
            Idempotency::Conflict => Idempotency::InFlight.into(),
            Idempotency::InFlight => Grant::NotFound.into(),
        },
        Refusal::Grant(grant) => match grant {
            Grant::NotFound => Grant::NotEligible.into(),
            Grant::NotEligible => Grant::Unavailable.into(),
            Grant::Unavailable => Grant::Delegated.into(),
            Grant::Delegated => Quota::Rate(RETRY).into(),
        },
        Refusal::Quota(quota) => match quota {
            Quota::Rate(_) => Quota::FailedLogins(RETRY).into(),
            Quota::FailedLogins(_) => Quota::LongPolls(RETRY).into(),
            Quota::LongPolls(_) => Quota::AllLongPolls(RETRY).into(),
            Quota::AllLongPolls(_) => Quota::Practice(RETRY).into(),
            Quota::Practice(_) => Quota::PracticeToday(RETRY).into(),
            Quota::PracticeToday(_) => Quota::ActiveTables(RETRY).into(),
            Quota::ActiveTables(_) => Quota::TablesToday(RETRY).into(),
            Quota::TablesToday(_) => Quota::Parties(RETRY).into(),
            Quota::Parties(_) => Quota::PushSubscriptions(RETRY).into(),
            Quota::PushSubscriptions(_) => Quota::Duels(RETRY).into(),
            Quota::Duels(_) => Quota::Rematch(RETRY).into(),
            Quota::Rematch(_) => Quota::SelfChecks(RETRY).into(),
            Quota::SelfChecks(_) => Quota::ModelCalls(RETRY).into(),
            Quota::ModelCalls(_) => PartyRefusal::NotFound.into(),
        },
        Refusal::Party(party) => match party {
            PartyRefusal::NotFound => PartyRefusal::Private.into(),
            PartyRefusal::Private => PartyRefusal::Full.into(),
            PartyRefusal::Full => PartyRefusal::NotOwner.into(),
            PartyRefusal::NotOwner => MessengerRefusal::NotConfigured.into(),
        },
        Refusal::Messenger(messenger) => match messenger {
            MessengerRefusal::NotConfigured => MessengerRefusal::InvitationRequired.into(),
            MessengerRefusal::InvitationRequired => MessengerRefusal::LinkedElsewhere.into(),
            MessengerRefusal::LinkedElsewhere => MessengerRefusal::NotLinked.into(),
            MessengerRefusal::NotLinked => MessengerRefusal::WrongSecret.into(),
            MessengerRefusal::WrongSecret => PushRefusal::NotConfigured.into(),
        },
        Refusal::Push(push) => match push {
            PushRefusal::NotConfigured => PushRefusal::NotFound.into(),
            PushRefusal::NotFound => {
                AgentRefusal::Unpaid(Money::InsufficientChips { needed: 200, balance: 100 }).into()
            }
        },
        Refusal::Agent(agent) => match agent {
            AgentRefusal::Unpaid(Money::InsufficientChips { .. }) => {
                AgentRefusal::Unpaid(Money::HouseShort { needed: 200, left: 100, until: Millis(1_700_000_000_000) })
                    .into()
            }
            AgentRefusal::Unpaid(_) => AgentRefusal::NoModel.into(),
            AgentRefusal::NoModel => AgentRefusal::ModelFails { after_s: 37 }.into(),
            AgentRefusal::ModelFails { .. } => AgentRefusal::SelfCheckRuns.into(),
            AgentRefusal::SelfCheckRuns => AgentRefusal::NoDuel.into(),
            AgentRefusal::NoDuel => Refusal::NoSuchMember,
        },
        Refusal::NoSuchMember => Refusal::Muted { until: Millis(1_700_000_000_000) },
        Refusal::Muted { .. } => Refusal::UnknownRules { game: "mancala".into(), version: "7".into() },
        Refusal::UnknownRules { .. } => Refusal::Full,
        Refusal::Full => Refusal::Unavailable,
        Refusal::Unavailable => return None,
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
        Problem::Stopping => Problem::Still,
        Problem::Still => Problem::ReadOnly,
        Problem::ReadOnly => return None,
    })
}

fn field(place: Place, name: &str) -> Problem {
    Invalid::Field { place, name: name.into(), what: "must be an integer".into() }.into()
}

/// Every error, with its name here.
fn all() -> Vec<(String, ErrorResponse)> {
    let core = std::iter::successors(Some(Refusal::Invalid { field: "invited", problem: "is your own handle" }), after);
    let transport = std::iter::successors(Some(Invalid::body("must be a JSON object").into()), after_problem);
    let named = |refusal: &dyn Debug| format!("{refusal:?}");
    let core = core.map(|refusal| (named(&refusal), refusal.into()));
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
    let mut told = String::new();
    for (refusal, said) in all() {
        let retry = said.retry_after_s.map(|seconds| format!(" (Retry-After: {seconds})")).unwrap_or_default();
        let body = serde_json::to_string(&said.body()).unwrap();
        writeln!(told, "{refusal}\n    {}{retry} {body}", said.status).unwrap();
    }
    golden::compare("refusals.txt", &told);
}

#[test]
fn every_429_and_503_and_in_flight_has_retry_after() {
    for (refusal, said) in all() {
        let waits = matches!(said.status, 429 | 503) || said.code == Some(Code::InFlight);
        assert_eq!(said.retry_after_s.is_some_and(|seconds| seconds >= 1), waits, "{refusal}");
    }
    let at_once = Retry { limit: 1, after_s: 0 };
    assert_eq!(ErrorResponse::from(Refusal::from(Quota::Rate(at_once))).retry_after_s, Some(1));
}

#[test]
fn every_quota_has_its_limit_and_retry_time() {
    let mut quotas = 0;
    for (refusal, said) in all().into_iter().filter(|(_, said)| said.status == 429) {
        quotas += 1;
        assert!(said.error.contains("at most 20 ") && said.error.contains(" in 37 s"), "{refusal}: {}", said.error);
    }
    assert_eq!(quotas, 14);
}

/// A 404 or 405 has no code, except for those in the frozen list (`grant_not_found`). Every error has a hint of one
/// sentence. Its field is a pointer into the body or a parameter's name.
#[test]
fn every_error_is_machine_readable() {
    for (refusal, said) in all() {
        let coded = said.code.is_some_and(|code| code != Code::GrantNotFound);
        assert!(!(coded && matches!(said.status, 404 | 405)), "{refusal}");
        // A challenge that its owner cannot pay for is an invalid request.
        let is_fault = said.status == 400 && said.code == Some(Code::InsufficientChips);
        assert!(is_fault || said.code.is_none_or(|code| status_of(code) == said.status), "{refusal}");
        assert!(!said.error.is_empty() && !said.error.ends_with('.'), "{refusal}: {}", said.error);
        let one_sentence = said.hint.ends_with('.') && said.hint.matches(". ").count() == 0;
        assert!(one_sentence && (said.hint.starts_with(char::is_uppercase) || said.hint.starts_with('/')), "{refusal}");
        if let Some(field) = &said.field {
            let name = field.strip_prefix('/').unwrap_or(field);
            assert!(!name.is_empty() && !name.contains([' ', '.']), "{refusal}: {field}");
        }
        let named = said.error.split_once(": ").map(|(name, _)| name).filter(|name| !name.contains(' '));
        if let Some(name) = named.filter(|name| *name != "sign in") {
            let field = said.field.as_deref().map(|field| field.trim_start_matches('/').replace('/', "."));
            assert_eq!(field.as_deref(), Some(name), "{refusal}: the message names the field");
        }
    }
}
