//! From method and path to a route.

use http::Method;
use std::collections::BTreeMap;
use turnstone_documents::route::Route;

/// The result of a path and a method.
pub(crate) enum RouteMatch<'a> {
    /// A route, its index in the table, and the raw values of its placeholders.
    Route(&'static Route, usize, Vec<&'a str>),
    /// The path is known by this template, with these methods, but not with the method.
    OtherMethods(&'static str, Vec<&'static str>),
    /// No route.
    Nothing,
}

/// The routes by path, each with its index in the table.
pub(crate) struct Router(matchit::Router<Vec<(&'static Route, usize)>>);

impl Router {
    /// The router of a table. If two templates match a path, the one without a placeholder there wins.
    pub(crate) fn new(routes: &'static [Route]) -> Self {
        let mut paths: BTreeMap<&'static str, Vec<(&'static Route, usize)>> = BTreeMap::new();
        for (place, route) in routes.iter().enumerate() {
            paths.entry(route.path()).or_default().push((route, place));
        }
        let mut router = matchit::Router::new();
        for (path, methods) in paths {
            router.insert(path, methods).expect("the paths of the table do not contradict each other");
        }
        Self(router)
    }

    /// Find the route of a request.
    pub(crate) fn find<'a>(&self, method: &Method, path: &'a str) -> RouteMatch<'a> {
        let Ok(found) = self.0.at(path) else { return RouteMatch::Nothing };
        match found.value.iter().find(|(route, _)| method == route.method()) {
            Some((route, place)) => {
                RouteMatch::Route(route, *place, found.params.iter().map(|(_, value)| value).collect())
            }
            None => {
                let path = found.value.first().map_or("", |(route, _)| route.path());
                RouteMatch::OtherMethods(path, found.value.iter().map(|(route, _)| route.method()).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_documents::ROUTES;

    fn found(method: &str, path: &str) -> String {
        match Router::new(ROUTES).find(&method.parse().unwrap(), path) {
            RouteMatch::Route(route, _, values) => format!("{} {values:?}", route.path()),
            RouteMatch::OtherMethods(_, others) => format!("allow {others:?}"),
            RouteMatch::Nothing => "nothing".into(),
        }
    }

    #[test]
    fn a_fixed_segment_wins_over_a_placeholder() {
        assert_eq!(found("GET", "/api/tables/open"), "/api/tables/open []");
        assert_eq!(found("GET", "/api/tables/t_1"), r#"/api/tables/{id} ["t_1"]"#);
        assert_eq!(
            found("GET", "/api/tables/t_1/seat-grants/current"),
            r#"/api/tables/{id}/seat-grants/current ["t_1"]"#
        );
        let revoke = r#"/api/tables/{id}/seat-grants/{grantId} ["t_1", "grant_2"]"#;
        assert_eq!(found("DELETE", "/api/tables/t_1/seat-grants/grant_2"), revoke);
    }

    #[test]
    fn a_known_path_with_another_method_lists_its_methods() {
        assert_eq!(found("PUT", "/api/me"), r#"allow ["GET", "DELETE"]"#);
        assert_eq!(found("POST", "/api/tables/open"), r#"allow ["GET"]"#);
        assert_eq!(found("HEAD", "/api/games"), r#"allow ["GET"]"#);
    }

    #[test]
    fn paths_must_fit_whole() {
        for path in ["/api", "/api/", "/api/me/", "/api/tables//action", "//api/me", "/API/me", "/api/tables/"] {
            assert_eq!(found("GET", path), "nothing", "{path}");
        }
    }
}
