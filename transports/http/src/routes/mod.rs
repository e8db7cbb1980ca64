//! All routes, one file for each section of the API document.

mod account;
mod club;
mod discovery;
mod parties;
mod seats;
mod tables;

use super::route::Route;

/// The route table, in the document's order. A route that cannot be served does not stand here.
pub const ROUTES: &[&dyn Route] = &[
    &account::JOIN,
    &account::TOKEN,
    &account::RECOVER,
    &account::ROTATE,
    &account::LOGOUT,
    &account::ME,
    &account::ERASE,
    &account::PROFILE,
    &account::EDIT_PROFILE,
    &account::MY_TABLES,
    &account::MY_INVITATIONS,
    &account::HISTORY,
    &account::LEDGER,
    &account::REFERRAL,
    &account::PAUSE_STATE,
    &account::PAUSE,
    &tables::PRACTICE,
    &tables::GAMES,
    &tables::CREATE,
    &tables::READ,
    &tables::ACT,
    &tables::FORFEIT,
    &tables::OPEN,
    &tables::PLAYING,
    &tables::JOIN,
    &tables::DECLINE,
    &tables::MESSAGES,
    &tables::POST_MESSAGE,
    &tables::REPLAY,
    &tables::CARD,
    &tables::DAILY,
    &seats::ISSUE,
    &seats::CURRENT,
    &seats::REVOKE,
    &seats::CLAIM,
    &club::LEADERBOARD,
    &club::PLAYER,
    &parties::CREATE,
    &parties::JOIN,
    &parties::VISIBILITY,
    &parties::TABLE,
    &parties::READ,
    &parties::POST_MESSAGE,
    &discovery::DEPLOYMENT,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Said;
    use crate::route::{Caching, Case, Params};
    use crate::router::placeholders;
    use crate::{golden, openapi, skill};
    use http::Method;
    use std::collections::BTreeSet;
    use turnstone_api::invalid::Invalid;

    const ID: &str = "018bcfe568007b3ab7e1a04c4d1f2a90";

    fn name(route: &dyn Route) -> String {
        format!("{} {}", route.method(), route.path())
    }

    /// Values for the placeholders of a route.
    fn params(route: &dyn Route) -> Params<'static> {
        let value = |placeholder: &str| match (placeholder, route.path().split('/').nth(2)) {
            ("id", Some("tables")) => format!("t_{ID}"),
            ("id", Some("parties")) => format!("pty_{ID}"),
            ("grantId", _) => format!("grant_{ID}"),
            ("handle", _) => "ada".to_owned(),
            other => panic!("{other:?} is not described"),
        };
        Params(placeholders(route.path()).map(|placeholder| value(placeholder).into()).collect())
    }

    #[test]
    fn every_route_stands_once() {
        let names: BTreeSet<String> = ROUTES.iter().map(|route| name(*route)).collect();
        assert_eq!(names.len(), ROUTES.len());
    }

    #[test]
    fn paths_are_under_api_and_their_ids_are_checked() {
        for route in ROUTES {
            assert!(route.path().starts_with("/api/"), "{}", name(*route));
            let wrong = Params(placeholders(route.path()).map(|_| "nonsense".into()).collect());
            let named_by_handle = route.path().contains("{handle}");
            if !wrong.0.is_empty() && !named_by_handle {
                let told = route.read(&wrong, "", route.about().example.0.as_bytes()).map(drop);
                let Err(Invalid::Unknown(refusal)) = told else { panic!("{}: {told:?}", name(*route)) };
                assert_eq!(Said::from(refusal).status, 404, "{}", name(*route));
            }
        }
    }

    #[test]
    fn every_example_is_a_request_of_its_route_in_its_own_window() {
        for route in ROUTES {
            let about = route.about();
            assert_eq!(route.has_body(), !about.example.0.is_empty(), "{}", name(*route));
            let request = route.read(&params(*route), "", about.example.0.as_bytes());
            let request = request.unwrap_or_else(|problem| panic!("{}: {problem:?}", name(*route)));
            assert_eq!(request.rate(), about.rate, "{}", name(*route));
            serde_json::from_str::<serde_json::Value>(about.example.1).unwrap();
        }
    }

    /// A handle, a code, a text: whatever a field takes.
    const CANARIES: [&str; 2] = ["canary-canary-canary", "https://canary.example"];

    #[test]
    fn no_request_prints_what_somebody_wrote_or_is_called() {
        let mut planted = 0;
        for route in ROUTES {
            let mut look = |params: &Params<'_>, query: &str, body: &str| {
                if let Ok(request) = route.read(params, query, body.as_bytes()) {
                    planted += 1;
                    let printed = format!("{request:?}");
                    assert!(!printed.contains("canary"), "{}: {printed}", name(*route));
                }
            };
            let example = route.about().example.0;
            let body: serde_json::Value = serde_json::from_str(example).unwrap_or_default();
            for (field, canary) in
                body.as_object().into_iter().flatten().flat_map(|field| CANARIES.map(|own| (field.0, own)))
            {
                let mut body = body.clone();
                body[field] = canary.into();
                look(&params(*route), "", &body.to_string());
            }
            if route.path().contains("{handle}") {
                look(&Params(vec![CANARIES[0].into()]), "", example);
            }
            if route.query_schema(&mut schemars::SchemaGenerator::default()).is_some() {
                look(&params(*route), "gameId=canary", example);
            }
        }
        assert!(planted > 20, "most fields take a text: {planted}");
    }

    #[test]
    fn only_reads_are_kept_and_only_changes_have_bodies() {
        for route in ROUTES {
            let reads = *route.method() == Method::GET;
            assert!(reads || route.about().caching == Caching::Never, "{}", name(*route));
            assert!(!reads || !route.has_body(), "{}", name(*route));
        }
    }

    #[test]
    fn refusals_are_told_with_the_status_of_their_code() {
        for route in ROUTES {
            for case in route.about().cases {
                let is_error = (400..600).contains(&case.status());
                let told = match case {
                    Case::Code(code) => !code.meaning().is_empty(),
                    Case::Plain(_, when) => !when.is_empty(),
                };
                assert!(is_error && told, "{}: {case:?}", name(*route));
            }
        }
    }

    #[test]
    fn the_documents_are_the_golden_ones() {
        let base_url = "http://127.0.0.1:8080";
        let openapi = serde_json::to_string_pretty(&openapi::document(ROUTES, base_url)).unwrap();
        golden::compare("openapi.json", &format!("{openapi}\n"));
        golden::compare("skill.md", &skill::document(ROUTES, base_url));
    }

    /// Every `$ref` of the document leads somewhere.
    #[test]
    fn the_document_is_closed() {
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
