//! The table of routes: the method and path of each operation of the contract, in the API's order. Router, credentials,
//! validation, metrics, the OpenAPI document and `skill.md` are derived from it.

use crate::route::{Caching, Route};
use std::sync::LazyLock;
use turnstone_api::operation::{
    OPERATOR, Operation, account, agents, blocks, club, discovery, fairness, friendly, identities, parties, push,
    queue, seats, tables,
};

/// All routes. Only routes that can be served are listed.
pub static ROUTES: &[Route] = &[
    Route::post("/api/join", &account::JOIN),
    Route::post("/api/token", &account::ISSUE_TOKEN),
    Route::post("/api/recover", &account::RECOVER),
    Route::post("/api/recovery/rotate", &account::ROTATE_RECOVERY),
    Route::post("/api/recovery/confirm", &account::CONFIRM_RECOVERY),
    Route::post("/api/logout", &account::LOGOUT),
    Route::get("/api/me", &account::ME),
    Route::delete("/api/me", &account::ERASE_ACCOUNT),
    Route::get("/api/me/profile", &account::PROFILE),
    Route::patch("/api/me/profile", &account::EDIT_PROFILE),
    Route::get("/api/me/tables", &account::MY_TABLES),
    Route::get("/api/me/invitations", &account::MY_INVITATIONS),
    Route::get("/api/me/stream", &account::STREAM_ME),
    Route::get("/api/me/history", &account::HISTORY),
    Route::get("/api/me/ledger", &account::LEDGER),
    Route::get("/api/me/referral", &account::REFERRAL),
    Route::get("/api/me/pause", &account::PAUSE_STATE),
    Route::post("/api/me/pause", &account::PAUSE),
    Route::post("/api/join/messenger", &identities::JOIN_MESSENGER),
    Route::post("/api/identities/messenger", &identities::LINK_MESSENGER),
    Route::delete("/api/identities/messenger", &identities::UNLINK_MESSENGER),
    Route::post("/api/identities/messenger/challenge", &identities::CHALLENGE_MESSENGER),
    Route::post("/api/msgr/webhook", &identities::MESSENGER_WEBHOOK),
    Route::post("/api/practice", &tables::PRACTICE),
    Route::get("/api/games", &tables::GAMES),
    Route::post("/api/tables", &tables::CREATE_TABLE),
    Route::get("/api/tables/{id}", &tables::READ_TABLE),
    Route::get("/api/tables/{id}/stream", &tables::STREAM_TABLE),
    Route::post("/api/tables/{id}/action", &tables::ACT),
    Route::post("/api/tables/{id}/forfeit", &tables::FORFEIT),
    Route::get("/api/tables/open", &tables::OPEN_TABLES),
    Route::get("/api/tables/playing", &tables::PLAYING_TABLES),
    Route::post("/api/tables/{id}/join", &tables::JOIN_TABLE),
    Route::post("/api/tables/{id}/decline", &tables::DECLINE),
    Route::post("/api/tables/{id}/guest-seat", &friendly::GUEST_SEAT),
    Route::post("/api/tables/{id}/fill", &friendly::FILL_TABLE),
    Route::post("/api/tables/{id}/rematch", &friendly::REMATCH),
    Route::get("/api/tables/{id}/messages", &tables::TABLE_MESSAGES),
    Route::post("/api/tables/{id}/messages", &tables::POST_TABLE_MESSAGE),
    Route::get("/api/tables/{id}/replay", &tables::REPLAY).cached(Caching::Immutable),
    Route::get("/api/tables/{id}/card", &tables::END_CARD).cached(Caching::Revalidate),
    Route::get("/api/daily", &tables::DAILY_BOARD),
    Route::post("/api/tables/{id}/seat-grants", &seats::ISSUE_SEAT_GRANT),
    Route::get("/api/tables/{id}/seat-grants/current", &seats::CURRENT_SEAT_GRANT),
    Route::delete("/api/tables/{id}/seat-grants/{grantId}", &seats::REVOKE_SEAT_GRANT),
    Route::post("/api/seat-grants/claim", &seats::CLAIM_SEAT_GRANT),
    Route::post("/api/queue", &queue::JOIN_QUEUE),
    Route::get("/api/queue", &queue::LIST_QUEUE),
    Route::get("/api/queue/{ticketId}", &queue::READ_TICKET),
    Route::delete("/api/queue/{ticketId}", &queue::LEAVE_QUEUE),
    Route::get("/api/leaderboard", &club::LEADERBOARD),
    Route::get("/api/ratings", &club::RATINGS),
    Route::get("/api/players/{handle}", &club::PLAYER),
    Route::post("/api/blocks", &blocks::BLOCK),
    Route::delete("/api/blocks", &blocks::UNBLOCK),
    Route::get("/api/blocks", &blocks::LIST_BLOCKS),
    Route::post("/api/push/subscribe", &push::PUSH_SUBSCRIBE),
    Route::delete("/api/push/subscribe", &push::PUSH_UNSUBSCRIBE),
    Route::get("/api/push/key", &push::PUSH_KEY),
    Route::get("/api/agents", &agents::LIST_AGENTS),
    Route::post("/api/agents", &agents::SAVE_AGENT),
    Route::post("/api/agents/self-check", &agents::SELF_CHECK),
    Route::post("/api/duels", &agents::CHALLENGE),
    Route::get("/api/duels", &agents::LIST_DUELS),
    Route::get("/api/duels/{duelId}", &agents::READ_DUEL),
    Route::post("/api/parties", &parties::CREATE_PARTY),
    Route::post("/api/parties/{id}/join", &parties::JOIN_PARTY),
    Route::post("/api/parties/{id}/leave", &parties::LEAVE_PARTY),
    Route::get("/api/parties/{id}/invitation", &parties::PARTY_INVITATION),
    Route::post("/api/parties/{id}/visibility", &parties::SET_PARTY_VISIBILITY),
    Route::post("/api/parties/{id}/table", &parties::CREATE_PARTY_TABLE),
    Route::get("/api/parties/{id}", &parties::READ_PARTY),
    Route::get("/api/parties/{id}/stream", &parties::STREAM_PARTY),
    Route::post("/api/parties/{id}/messages", &parties::POST_PARTY_MESSAGE),
    Route::get("/api/fairness", &fairness::FAIRNESS),
    Route::get("/api/fairness/newest", &fairness::FAIRNESS_NEWEST),
    Route::get("/api/fairness/days/{date}", &fairness::FAIRNESS_DAY),
    Route::get("/api/fairness/days/{date}/{era}", &fairness::FAIRNESS_ERA_DAY),
    Route::get("/api/deployment", &discovery::DEPLOYMENT),
];

/// The routes of operators' operations, which only the operator's listener serves. Each is named like its operation and
/// takes a JSON body.
pub static OPERATOR_ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let path = |operation: &dyn Operation| format!("/operator/{}", operation.name().replace('_', "-")).leak();
    OPERATOR.iter().map(|operation| Route::post(path(*operation), *operation)).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packages::Packages;
    use crate::status::status;
    use crate::{golden, openapi, skill};
    use std::collections::BTreeSet;
    use turnstone_api::operation::{self, Case};

    fn name(route: &Route) -> String {
        format!("{} {}", route.method(), route.path())
    }

    #[test]
    fn routes_are_unique_and_under_api() {
        let names: BTreeSet<String> = ROUTES.iter().map(name).collect();
        assert_eq!(names.len(), ROUTES.len());
        assert!(ROUTES.iter().all(|route| route.path().starts_with("/api/")));
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

    #[test]
    fn only_reads_are_cacheable_and_only_changes_have_bodies() {
        for route in ROUTES {
            let reads = route.method() == "GET";
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
        let openapi = serde_json::to_string_pretty(&openapi::document(base_url)).unwrap();
        golden::compare("openapi.json", &format!("{openapi}\n"));
        golden::compare("skill.md", &skill::document(base_url, "", &Packages::default()));
    }

    /// Every `$ref` of the document leads somewhere.
    #[test]
    fn every_reference_of_the_document_resolves() {
        let document = openapi::document("http://127.0.0.1:8080");
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
