//! JSON bodies of every route.

use crate::cases;
use crate::change::{changed, changes, cut, cuts};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;
use turnstone_api::invalid::Invalid;
use turnstone_documents::ROUTES;
use turnstone_documents::route::Route;
use turnstone_http::request::{self, Params};

const ID: &str = "018bcfe568007b3ab7e1a04c4d1f2a90";

/// An example with a value for its placeholder.
pub(crate) fn filled(example: &str) -> String {
    example.replace("<a new UUID>", "00000000-0000-4000-8000-000000000001")
}

/// A value for every placeholder of a path.
pub(crate) fn params(route: &Route) -> Params<'static> {
    let prefix = if route.path().starts_with("/api/parties") { "pty" } else { "t" };
    let value = |part: &str| match part {
        "{handle}" => "ada".to_owned(),
        "{date}" => "2026-11-21".to_owned(),
        "{era}" => "1795219300".to_owned(),
        "{grantId}" => format!("grant_{ID}"),
        "{duelId}" => format!("duel_{ID}"),
        "{ticketId}" => format!("tk_{ID}"),
        _ => format!("{prefix}_{ID}"),
    };
    let parts = route.path().split('/').filter(|part| part.starts_with('{'));
    Params::new(parts.map(|part| value(part).into()).collect())
}

/// An error names a field by the API's name and has a readable length.
pub(crate) fn judge(route: &Route, query: &str, body: &[u8]) {
    let Err(invalid) = request::read(route, &params(route), query, body) else { return };
    let Invalid::Field { name, what, .. } = &invalid else { panic!("{}: {invalid:?}", route.path()) };
    assert!(!what.is_empty() && what.len() < 500, "{}: {name:?} {what:?}", route.path());
}

fn with_body(index: Index) -> &'static Route {
    let routes: Vec<_> = ROUTES.iter().filter(|route| route.has_body()).collect();
    routes[index.index(routes.len())]
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn every_changed_body_is_read_or_rejected_by_name(route in any::<Index>(), changes in changes()) {
        let route = with_body(route);
        let example: Value = serde_json::from_str(&filled(route.about().example.0)).unwrap();
        judge(route, "", changed(example, &changes).to_string().as_bytes());
    }

    #[test]
    fn every_changed_text_is_read_or_rejected(route in any::<Index>(), cuts in cuts()) {
        let route = with_body(route);
        judge(route, "", &cut(filled(route.about().example.0).into_bytes(), &cuts));
    }

    #[test]
    fn every_bytes_are_read_or_rejected(route in any::<Index>(), body in any::<Vec<u8>>()) {
        judge(with_body(route), "", &body);
    }
}
