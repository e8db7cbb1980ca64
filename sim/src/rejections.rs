//! The errors that the contract lists for each operation, and the answers of each route.

use crate::grid::{Cell, Grid};
use std::sync::LazyLock;
use turnstone_api::code::Code;
use turnstone_api::operation::{Access, Operation};
use turnstone_api::words::Category;
use turnstone_documents::ROUTES;
use turnstone_documents::route::{Caching, Route};
use turnstone_documents::status::status;

/// The possible errors of an operation, and whether each is its own. Errors of all operations come last.
pub(crate) fn categories(operation: &dyn Operation) -> Vec<(Category, bool)> {
    let about = operation.about();
    let own = about.cases.iter().map(|case| (case.category(), true));
    let general = [Category::Coded(Code::InvalidRequest), Category::Coded(Code::RateLimited), Category::Unavailable];
    let signed_in = (about.access != Access::Open).then_some(Category::Coded(Code::NotSignedIn));
    let mut all: Vec<(Category, bool)> = Vec::new();
    for (category, special) in own.chain(general.into_iter().chain(signed_in).map(|category| (category, false))) {
        if !all.iter().any(|(other, _)| *other == category) {
            all.push((category, special));
        }
    }
    all
}

/// Whether the contract lists an error for an operation. The core checks every credential that a request has; the
/// transport leaves some out.
pub(crate) fn is_listed(operation: &dyn Operation, category: Category) -> bool {
    let same = |listed: Category| listed == category || listed.code().is_some_and(|code| category.code() == Some(code));
    same(Category::Coded(Code::NotSignedIn)) || categories(operation).iter().any(|(listed, _)| same(*listed))
}

/// Routes that succeed too rarely at the network level, by the beginning of their paths.
const SELDOM: [&str; 6] = [
    "/api/agents/self-check",
    "/api/duels",
    "/api/fairness/days/{date}/{era}",
    "/api/identities/",
    "/api/join/messenger",
    "/api/push/",
];

const SPECIAL: Cell = Cell::May("expected at the core level");
const GENERAL: Cell = Cell::May("any request may get it");

/// Counters of the answers of every route: status and code.
pub(crate) static ROUTE_ANSWERS: LazyLock<Grid> = LazyLock::new(|| {
    let mut grid = Grid::default();
    for route in ROUTES {
        let mut add = |status: u16, code: &str, cell: Cell| grid.add(answer_name(route, status, code), cell);
        let is_seldom = SELDOM.iter().any(|path| route.path().starts_with(*path));
        add(200, "", if is_seldom { Cell::May("too rare: expected at the core level") } else { Cell::Must });
        if route.caching() != Caching::Never {
            add(304, "", Cell::May("only some requests are conditional"));
        }
        if route.path().contains('{') {
            add(404, "", Cell::May("an impossible id is rejected when it is parsed"));
        }
        let transport = [Category::Coded(Code::PayloadTooLarge), Category::Forbidden].map(|category| (category, false));
        for (category, special) in categories(route.operation()).into_iter().chain(transport) {
            let code = category.code().map_or("", Code::name);
            add(status(category), code, if special { SPECIAL } else { GENERAL });
        }
    }
    grid
});

fn answer_name(route: &Route, status: u16, code: &str) -> String {
    format!("network: {} {}, {status} {code}", route.method(), route.path()).trim_end().to_owned()
}

/// The counter of an answer; `None` without a route.
pub(crate) fn name_of_answer(method: &str, path: &str, status: u16, code: &str) -> Option<String> {
    route_of(method, path).map(|route| answer_name(route, status, code))
}

pub(crate) fn route_of(method: &str, path: &str) -> Option<&'static Route> {
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let fits = |route: &&Route| route.method() == method && leads_to(route.path(), path);
    // Of two matching templates the one with fewer placeholders wins.
    let placeholders = |route: &&Route| route.path().matches('{').count();
    ROUTES.iter().filter(fits).min_by_key(placeholders)
}

/// Whether a path matches a template.
fn leads_to(template: &str, path: &str) -> bool {
    let (mut own, mut parts) = (template.split('/'), path.split('/'));
    loop {
        match (own.next(), parts.next()) {
            (None, None) => return true,
            (Some(own), Some(part)) if own == part || own.starts_with('{') => {}
            _ => return false,
        }
    }
}
