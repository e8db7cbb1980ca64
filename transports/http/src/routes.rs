//! The table of routes: the method and path of each operation of the contract, in the API's order. Router, credentials,
//! validation, metrics, the OpenAPI document and `skill.md` are derived from it.

use crate::route::{Caching, Route};
use http::Method;
use turnstone_api::operation::{account, agents, club, discovery, fairness, identities, parties, push, seats, tables};

/// All routes. Only routes that can be served are listed.
pub static ROUTES: &[Route] = &[
    Route::new(Method::POST, "/api/join", &account::JOIN),
    Route::new(Method::POST, "/api/token", &account::ISSUE_TOKEN),
    Route::new(Method::POST, "/api/recover", &account::RECOVER),
    Route::new(Method::POST, "/api/recovery/rotate", &account::ROTATE_RECOVERY),
    Route::new(Method::POST, "/api/recovery/confirm", &account::CONFIRM_RECOVERY),
    Route::new(Method::POST, "/api/logout", &account::LOGOUT),
    Route::new(Method::GET, "/api/me", &account::ME),
    Route::new(Method::DELETE, "/api/me", &account::ERASE_ACCOUNT),
    Route::new(Method::GET, "/api/me/profile", &account::PROFILE),
    Route::new(Method::PATCH, "/api/me/profile", &account::EDIT_PROFILE),
    Route::new(Method::GET, "/api/me/tables", &account::MY_TABLES),
    Route::new(Method::GET, "/api/me/invitations", &account::MY_INVITATIONS),
    Route::new(Method::GET, "/api/me/stream", &account::STREAM_ME),
    Route::new(Method::GET, "/api/me/history", &account::HISTORY),
    Route::new(Method::GET, "/api/me/ledger", &account::LEDGER),
    Route::new(Method::GET, "/api/me/referral", &account::REFERRAL),
    Route::new(Method::GET, "/api/me/pause", &account::PAUSE_STATE),
    Route::new(Method::POST, "/api/me/pause", &account::PAUSE),
    Route::new(Method::POST, "/api/join/messenger", &identities::JOIN_MESSENGER),
    Route::new(Method::POST, "/api/identities/messenger", &identities::LINK_MESSENGER),
    Route::new(Method::DELETE, "/api/identities/messenger", &identities::UNLINK_MESSENGER),
    Route::new(Method::POST, "/api/identities/messenger/challenge", &identities::CHALLENGE_MESSENGER),
    Route::new(Method::POST, "/api/msgr/webhook", &identities::MESSENGER_WEBHOOK),
    Route::new(Method::POST, "/api/practice", &tables::PRACTICE),
    Route::new(Method::GET, "/api/games", &tables::GAMES),
    Route::new(Method::POST, "/api/tables", &tables::CREATE_TABLE),
    Route::new(Method::GET, "/api/tables/{id}", &tables::READ_TABLE),
    Route::new(Method::GET, "/api/tables/{id}/stream", &tables::STREAM_TABLE),
    Route::new(Method::POST, "/api/tables/{id}/action", &tables::ACT),
    Route::new(Method::POST, "/api/tables/{id}/forfeit", &tables::FORFEIT),
    Route::new(Method::GET, "/api/tables/open", &tables::OPEN_TABLES),
    Route::new(Method::GET, "/api/tables/playing", &tables::PLAYING_TABLES),
    Route::new(Method::POST, "/api/tables/{id}/join", &tables::JOIN_TABLE),
    Route::new(Method::POST, "/api/tables/{id}/decline", &tables::DECLINE),
    Route::new(Method::GET, "/api/tables/{id}/messages", &tables::TABLE_MESSAGES),
    Route::new(Method::POST, "/api/tables/{id}/messages", &tables::POST_TABLE_MESSAGE),
    Route::new(Method::GET, "/api/tables/{id}/replay", &tables::REPLAY).cached(Caching::Immutable),
    Route::new(Method::GET, "/api/tables/{id}/card", &tables::END_CARD).cached(Caching::Revalidate),
    Route::new(Method::GET, "/api/daily", &tables::DAILY_BOARD),
    Route::new(Method::POST, "/api/tables/{id}/seat-grants", &seats::ISSUE_SEAT_GRANT),
    Route::new(Method::GET, "/api/tables/{id}/seat-grants/current", &seats::CURRENT_SEAT_GRANT),
    Route::new(Method::DELETE, "/api/tables/{id}/seat-grants/{grantId}", &seats::REVOKE_SEAT_GRANT),
    Route::new(Method::POST, "/api/seat-grants/claim", &seats::CLAIM_SEAT_GRANT),
    Route::new(Method::GET, "/api/leaderboard", &club::LEADERBOARD),
    Route::new(Method::GET, "/api/players/{handle}", &club::PLAYER),
    Route::new(Method::POST, "/api/push/subscribe", &push::PUSH_SUBSCRIBE),
    Route::new(Method::DELETE, "/api/push/subscribe", &push::PUSH_UNSUBSCRIBE),
    Route::new(Method::GET, "/api/push/key", &push::PUSH_KEY),
    Route::new(Method::GET, "/api/agents", &agents::LIST_AGENTS),
    Route::new(Method::POST, "/api/agents", &agents::SAVE_AGENT),
    Route::new(Method::POST, "/api/agents/self-check", &agents::SELF_CHECK),
    Route::new(Method::POST, "/api/duels", &agents::CHALLENGE),
    Route::new(Method::GET, "/api/duels", &agents::LIST_DUELS),
    Route::new(Method::GET, "/api/duels/{duelId}", &agents::READ_DUEL),
    Route::new(Method::POST, "/api/parties", &parties::CREATE_PARTY),
    Route::new(Method::POST, "/api/parties/{id}/join", &parties::JOIN_PARTY),
    Route::new(Method::POST, "/api/parties/{id}/leave", &parties::LEAVE_PARTY),
    Route::new(Method::GET, "/api/parties/{id}/invitation", &parties::PARTY_INVITATION),
    Route::new(Method::POST, "/api/parties/{id}/visibility", &parties::SET_PARTY_VISIBILITY),
    Route::new(Method::POST, "/api/parties/{id}/table", &parties::CREATE_PARTY_TABLE),
    Route::new(Method::GET, "/api/parties/{id}", &parties::READ_PARTY),
    Route::new(Method::GET, "/api/parties/{id}/stream", &parties::STREAM_PARTY),
    Route::new(Method::POST, "/api/parties/{id}/messages", &parties::POST_PARTY_MESSAGE),
    Route::new(Method::GET, "/api/fairness", &fairness::FAIRNESS),
    Route::new(Method::GET, "/api/fairness/newest", &fairness::FAIRNESS_NEWEST),
    Route::new(Method::GET, "/api/fairness/days/{date}", &fairness::FAIRNESS_DAY),
    Route::new(Method::GET, "/api/fairness/days/{date}/{era}", &fairness::FAIRNESS_ERA_DAY),
    Route::new(Method::GET, "/api/deployment", &discovery::DEPLOYMENT),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rejection::{ErrorResponse, status};
    use crate::route::{Caching, Params};
    use crate::router::placeholders;
    use crate::{golden, openapi, skill};
    use http::Method;
    use std::collections::BTreeSet;
    use turnstone_api::invalid::Invalid;
    use turnstone_api::operation::{self, Case};

    const ID: &str = "018bcfe568007b3ab7e1a04c4d1f2a90";

    fn name(route: &Route) -> String {
        format!("{} {}", route.method(), route.path())
    }

    /// Values for the placeholders of a route.
    fn params(route: &Route) -> Params<'static> {
        let value = |placeholder: &str| match (placeholder, route.path().split('/').nth(2)) {
            ("id", Some("tables")) => format!("t_{ID}"),
            ("id", Some("parties")) => format!("pty_{ID}"),
            ("grantId", _) => format!("grant_{ID}"),
            ("duelId", _) => format!("duel_{ID}"),
            ("handle", _) => "ada".to_owned(),
            ("date", _) => "2026-11-21".to_owned(),
            ("era", _) => "1795219200".to_owned(),
            other => panic!("{other:?} is not described"),
        };
        Params(placeholders(route.path()).map(|placeholder| value(placeholder).into()).collect())
    }

    #[test]
    fn routes_are_unique() {
        let names: BTreeSet<String> = ROUTES.iter().map(name).collect();
        assert_eq!(names.len(), ROUTES.len());
    }

    #[test]
    fn paths_are_under_api_and_their_ids_are_checked() {
        for route in ROUTES {
            assert!(route.path().starts_with("/api/"), "{}", name(route));
            let wrong = Params(placeholders(route.path()).map(|_| "nonsense".into()).collect());
            let named_by_handle = route.path().contains("{handle}");
            if !wrong.0.is_empty() && !named_by_handle {
                let body = route.about().example.0.replace("<a new UUID>", "00000000-0000-4000-8000-000000000001");
                let reported = route.read(&wrong, "", body.as_bytes()).map(drop);
                let Err(Invalid::Unknown(rejection)) = reported else { panic!("{}: {reported:?}", name(route)) };
                assert_eq!(ErrorResponse::from(rejection).status, 404, "{}", name(route));
            }
        }
    }

    #[test]
    fn every_operation_has_one_route() {
        let routed: BTreeSet<&str> = ROUTES.iter().map(|route| route.operation().name()).collect();
        let all: BTreeSet<&str> = operation::ALL.iter().map(|operation| operation.name()).collect();
        assert_eq!((routed, ROUTES.len()), (all, operation::ALL.len()));
    }

    #[test]
    fn examples_have_a_body_if_the_route_has_one() {
        for route in ROUTES {
            assert_eq!(route.has_body(), !route.about().example.0.is_empty(), "{}", name(route));
        }
    }

    /// A text that the field accepts, such as a handle or a code.
    const CANARIES: [&str; 2] = ["canary-canary-canary", "https://canary.example"];

    #[test]
    fn printed_requests_contain_no_texts_or_names() {
        let mut texts = 0;
        for route in ROUTES {
            let mut look = |params: &Params<'_>, query: &str, body: &str| {
                if let Ok(request) = route.read(params, query, body.as_bytes()) {
                    texts += 1;
                    let printed = format!("{request:?}");
                    assert!(!printed.contains("canary"), "{}: {printed}", name(route));
                }
            };
            let example = route.about().example.0;
            let body: serde_json::Value = serde_json::from_str(example).unwrap_or_default();
            for (field, canary) in
                body.as_object().into_iter().flatten().flat_map(|field| CANARIES.map(|own| (field.0, own)))
            {
                let mut body = body.clone();
                body[field] = canary.into();
                look(&params(route), "", &body.to_string());
            }
            if route.path().contains("{handle}") {
                look(&Params(vec![CANARIES[0].into()]), "", example);
            }
            if route.query_schema(&mut schemars::SchemaGenerator::default()).is_some() {
                look(&params(route), "gameId=canary", example);
            }
        }
        assert!(texts > 20, "most fields take a text: {texts}");
    }

    #[test]
    fn only_reads_are_cacheable_and_only_changes_have_bodies() {
        for route in ROUTES {
            let reads = *route.method() == Method::GET;
            assert!(reads || route.caching() == Caching::Never, "{}", name(route));
            assert!(!reads || !route.has_body(), "{}", name(route));
        }
    }

    #[test]
    fn errors_have_the_status_of_their_code() {
        for route in ROUTES {
            for case in route.about().cases {
                let is_error = (400..600).contains(&status(case.category()));
                let reported = match case {
                    Case::Code(code) | Case::Fault(code) => !code.meaning().is_empty(),
                    Case::Plain(_, when) => !when.is_empty(),
                };
                assert!(is_error && reported, "{}: {case:?}", name(route));
            }
        }
    }

    #[test]
    fn the_documents_are_the_golden_ones() {
        let base_url = "http://127.0.0.1:8080";
        let openapi = serde_json::to_string_pretty(&openapi::document(ROUTES, base_url)).unwrap();
        golden::compare("openapi.json", &format!("{openapi}\n"));
        golden::compare("skill.md", &skill::document(ROUTES, base_url, "", &crate::Packages::default()));
    }

    /// Every `$ref` of the document leads somewhere.
    #[test]
    fn every_reference_of_the_document_resolves() {
        let document = openapi::document(ROUTES, "http://127.0.0.1:8080");
        let mut open = vec![&document];
        while let Some(value) = open.pop() {
            if let Some(target) = value.get("$ref").and_then(serde_json::Value::as_str) {
                let pointer = target.strip_prefix('#').unwrap();
                assert!(document.pointer(pointer).is_some(), "{target}");
            }
            if let Some(items) = value.as_array() {
                open.extend(items);
            }
            if let Some(fields) = value.as_object() {
                open.extend(fields.values());
            }
        }
    }
}
