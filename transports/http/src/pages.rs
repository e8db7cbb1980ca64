//! Pages beside the API: documents and health checks.

use super::answers::{self, Response};
use super::document::{Document, only_read, reads};
use super::problem::Problem;
use super::rejection::ErrorResponse;
use super::routes::ROUTES;
use super::{llms, openapi, rules, skill};
use http::{Method, StatusCode};
use std::time::Instant;
use turnstone_engine::{Check, Phase, Port};
use turnstone_service::rejection::Rejection;

/// The documents by path, created and compressed once.
pub struct Pages(Vec<(&'static str, Document)>);

/// The target of a path that is not a route.
pub(crate) enum PageMatch<'a> {
    /// A document, at this path: reading it counts against the rate limit.
    Document(&'static str, &'a Document),
    /// A response that needs no credentials.
    Answer(&'static str, Response),
}

const JSON: &str = "application/json";
const MARKDOWN: &str = "text/markdown; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

impl Pages {
    /// The pages of a service at this address.
    pub fn new(base_url: &str, push_key: &str) -> Self {
        let openapi = openapi::document(ROUTES, base_url);
        let document = |path, kind, text: String| (path, Document::tagged(kind, &[], text));
        Self(vec![
            document("/llms.txt", TEXT, llms::document(base_url)),
            document("/llms-full.txt", TEXT, llms::full::document(&openapi, base_url)),
            document("/skill.md", MARKDOWN, skill::document(ROUTES, base_url, push_key)),
            document("/rules.md", MARKDOWN, rules::text(base_url)),
            document("/rules.json", JSON, rules::json()),
            document("/openapi.json", JSON, openapi.to_string()),
        ])
    }

    /// No page but the health checks.
    pub(crate) const fn none() -> Self {
        Self(Vec::new())
    }

    /// The page at a path, if there is one.
    pub(crate) fn find(&self, method: &Method, path: &str, ready: impl FnOnce() -> Response) -> Option<PageMatch<'_>> {
        let page = match path {
            "/healthz" => PageMatch::Answer("/healthz", answers::text(StatusCode::OK, "ok\n", TEXT)),
            "/readyz" => PageMatch::Answer("/readyz", ready()),
            _ => self.0.iter().find(|(own, _)| *own == path).map(|(own, page)| PageMatch::Document(own, page))?,
        };
        Some(match page {
            PageMatch::Document(path, _) | PageMatch::Answer(path, _) if !reads(method) => {
                PageMatch::Answer(path, only_read())
            }
            PageMatch::Document(..) | PageMatch::Answer(..) => page,
        })
    }
}

/// Whether a node of a cluster that follows serves, and what it is.
pub(crate) fn ready_to_follow(readiness: Result<(), &'static str>) -> Response {
    match readiness {
        Ok(()) => answers::text(StatusCode::OK, "follower\n", TEXT),
        Err(check) => {
            let problem = if check == "leader" { Problem::NoLeader } else { Problem::NotCurrent };
            answers::not_ready(&problem.into(), &[check])
        }
    }
}

/// Whether requests are served; if not, the text for the most serious failing check and the names of all.
pub(crate) fn ready(port: &Port, now: Instant) -> Response {
    let failing = port.failing(now);
    let names: Vec<&str> = failing.iter().map(|check| check.name()).collect();
    let said: ErrorResponse = match failing.first() {
        None => return answers::text(StatusCode::OK, "ready\n", TEXT),
        Some(Check::Serving) if port.phase() == Phase::Starting => Problem::Starting.into(),
        Some(Check::Serving) => Problem::Stopping.into(),
        Some(Check::Engine) => Problem::Still.into(),
        Some(Check::Store) => Problem::ReadOnly.into(),
        Some(Check::Disk) => Rejection::Full.into(),
    };
    answers::not_ready(&said, &names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::tests::check_forms;
    use http_body_util::BodyExt;
    use std::time::Duration;
    use turnstone_engine::{Handle, Waker};
    use turnstone_service::credentials::ServerKeys;
    use turnstone_service::secret::SecretKey;

    struct NoWaker;

    impl Waker for NoWaker {
        fn wake(&self) {}
    }

    #[test]
    fn a_document_is_the_same_compressed_and_has_a_tag_of_its_own_either_way() {
        for (path, document) in &Pages::new("http://127.0.0.1:8080", "").0 {
            let [plain, gzip] = check_forms(path, document).map(|form| form.tag);
            assert!(plain.is_some() && gzip.is_some() && plain != gzip, "{path}");
        }
    }

    /// Documents that programs do not read by a schema.
    const FOR_READERS: [&str; 5] = ["/llms.txt", "/llms-full.txt", "/skill.md", "/rules.md", "/openapi.json"];

    #[test]
    fn every_route_and_page_is_documented_or_needs_no_schema() {
        let base_url = "http://127.0.0.1:8080";
        let openapi = openapi::document(ROUTES, base_url);
        for route in ROUTES {
            let method = route.method().as_str().to_lowercase();
            assert!(openapi["paths"][route.path()].get(method).is_some(), "{} {}", route.method(), route.path());
        }
        for (path, _) in &Pages::new(base_url, "").0 {
            assert_ne!(FOR_READERS.contains(path), openapi["paths"].get(path).is_some(), "{path}");
        }
    }

    #[test]
    fn readiness_names_the_failing_checks() {
        let handle = Handle::new(NoWaker);
        let port = Port::new(handle.clone(), ServerKeys::new(vec![(1, SecretKey([1; 32]))]));
        let now = Instant::now();
        let reported = |now: Instant| {
            let (head, body) = ready(&port, now).into_parts();
            let body = tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(body.collect()).unwrap();
            let text = String::from_utf8(body.to_bytes().to_vec()).unwrap();
            let failing =
                serde_json::from_str::<serde_json::Value>(&text).map_or(text, |json| json["failing"].to_string());
            (head.status.as_u16(), failing)
        };
        assert_eq!(reported(now), (503, r#"["serving"]"#.into()), "it starts");
        handle.enter(Phase::Serving);
        assert_eq!(reported(now), (200, "ready\n".into()));
        handle.set_full(true);
        assert_eq!(reported(now), (503, r#"["disk"]"#.into()));
        handle.set_read_only(true);
        assert_eq!(reported(now), (503, r#"["store","disk"]"#.into()));
        handle.set_full(false);
        assert_eq!(reported(now), (503, r#"["store"]"#.into()));
        handle.set_read_only(false);
        handle.metrics().turns(now);
        let still = now + Duration::from_secs(5);
        assert_eq!(reported(still), (200, "ready\n".into()));
        assert_eq!(reported(still + Duration::from_millis(1)), (503, r#"["engine"]"#.into()), "its loop hangs");
        handle.enter(Phase::Draining);
        assert_eq!(reported(now), (503, r#"["serving"]"#.into()));
    }

    #[test]
    fn the_api_document_has_a_bounded_size() {
        let pages = Pages::new("http://127.0.0.1:8080", "");
        let Some(PageMatch::Document(_, openapi)) = pages.find(&Method::GET, "/openapi.json", || unreachable!()) else {
            panic!()
        };
        let [plain, gzip] = check_forms("/openapi.json", openapi).map(|form| form.size);
        // About 61,000 bytes of it, 9,000 compressed, are descriptions of properties; a new game adds 4,000.
        assert!(plain < 300_000 && gzip < 43_000, "{plain} bytes, {gzip} compressed");
    }
}
