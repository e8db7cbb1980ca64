use super::*;
use crate::rejection::ErrorResponse;
use crate::router::{RouteMatch, Router};
use turnstone_documents::packages::Packages;
use turnstone_documents::route::placeholders;
use turnstone_documents::{ROUTES, llms, skill};

const BASE_URL: &str = "http://127.0.0.1:8080";
const ID: &str = "018bcfe568007b3ab7e1a04c4d1f2a90";
const UUID: &str = "00000000-0000-4000-8000-000000000001";

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
        ("ticketId", _) => format!("tk_{ID}"),
        ("handle", _) => "ada".to_owned(),
        ("date", _) => "2026-11-21".to_owned(),
        ("era", _) => "1795219200".to_owned(),
        other => panic!("{other:?} is not described"),
    };
    Params(placeholders(route.path()).map(|placeholder| value(placeholder).into()).collect())
}

#[test]
fn the_ids_of_paths_are_checked() {
    for route in ROUTES {
        let wrong = Params(placeholders(route.path()).map(|_| "nonsense".into()).collect());
        let named_by_handle = route.path().contains("{handle}");
        if !wrong.0.is_empty() && !named_by_handle {
            let body = route.about().example.0.replace("<a new UUID>", UUID);
            let reported = read(route, &wrong, "", body.as_bytes()).map(drop);
            let Err(Invalid::Unknown(rejection)) = reported else { panic!("{}: {reported:?}", name(route)) };
            assert_eq!(ErrorResponse::from(rejection).status, 404, "{}", name(route));
        }
    }
}

/// A text that the field accepts, such as a handle or a code.
const CANARIES: [&str; 2] = ["canary-canary-canary", "https://canary.example"];

#[test]
fn printed_requests_contain_no_texts_or_names() {
    let mut texts = 0;
    for route in ROUTES {
        let mut look = |params: &Params<'_>, query: &str, body: &str| {
            if let Ok(request) = read(route, params, query, body.as_bytes()) {
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
        if route.operation().place() == Some(Place::Parameter) {
            look(&params(route), "gameId=canary", example);
        }
    }
    assert!(texts > 20, "most fields take a text: {texts}");
}

/// Check a request that a document shows.
fn check(method: &str, target: &str, body: &str) {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let router = Router::new(ROUTES);
    let RouteMatch::Route(route, _, values) = router.find(&method.parse().unwrap(), path) else {
        panic!("there is no {method} {path}")
    };
    let request = read(route, &Params::decode(&values).unwrap(), query, body.as_bytes());
    assert!(request.is_ok(), "{method} {target} {body}: {:?}", request.err());
}

#[test]
fn every_request_of_skill_md_is_valid() {
    let page = skill::document(BASE_URL, "", &Packages::default());
    let blocks: Vec<_> = page.split("```http\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    for block in &blocks {
        let (line, body) = block.split_once('\n').unwrap();
        let (method, path) = line.split_once(' ').unwrap();
        check(method, path, &body.replace("<a new UUID>", UUID));
    }
    assert_eq!(blocks.len(), 13);
}

#[test]
fn every_request_of_llms_txt_is_valid() {
    let page = llms::document(BASE_URL, &Packages::default());
    let filled = [
        ("<tableId>", "t_018bcfe568007b3ab7e1a04c4d1f2a90"),
        ("<ticketId>", "tk_018bcfe568007b3ab7e1a04c4d1f2a90"),
        ("<a new UUID>", UUID),
        ("<one of legalActions>", r#"{"type": "mark", "cell": 4}"#),
        ("<plies>", "7"),
        ("<eventsAt>", "12"),
        ("<code>", "7M2QX-0ABCD-EFGHJ-KMNPQ"),
        ("<recoveryCode>", "00000-11111-22222-33333-44444-55555"),
        ("<name>", "ada"),
    ];
    let page = filled.iter().fold(page, |page, (name, value)| page.replace(name, value));
    let lines: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    for line in &lines {
        let (line, _) = line.split_once(" -> ").unwrap_or((line, ""));
        let (method, line) = line.split_once(' ').unwrap();
        let (path, body) = line.split_once(' ').unwrap_or((line, ""));
        check(method, path, body);
    }
    assert_eq!(lines.len(), 12);
}
