//! What stands beside the API: the front page, its documents, and whether the service is well.

use super::answers::{self, Response};
use super::problem::Problem;
use super::routes::ROUTES;
use super::{openapi, skill};
use crate::engine::Phase;
use http::header::{ALLOW, HeaderValue};
use http::{HeaderMap, Method, StatusCode};
use hyper::body::Bytes;

/// The documents, made once.
pub(crate) struct Pages {
    front: Bytes,
    openapi: Bytes,
    skill: Bytes,
}

impl Pages {
    /// The pages of a service at this address.
    pub(crate) fn new(base_url: &str) -> Self {
        let openapi =
            serde_json::to_vec_pretty(&openapi::document(ROUTES, base_url)).expect("a document is plain data");
        Self { front: front(base_url).into(), openapi: openapi.into(), skill: skill::document(ROUTES, base_url).into() }
    }

    /// The page at a path, if there is one.
    pub(crate) fn find(&self, method: &Method, path: &str, asked: &HeaderMap, phase: Phase) -> Option<Response> {
        let page: fn(&Self, &HeaderMap, Phase) -> Response = match path {
            "/" => |own, asked, _| answers::document(&own.front, "text/html; charset=utf-8", asked),
            "/openapi.json" => |own, asked, _| answers::document(&own.openapi, "application/json", asked),
            "/skill.md" => |own, asked, _| answers::document(&own.skill, "text/markdown; charset=utf-8", asked),
            "/healthz" => |_, _, _| answers::text(StatusCode::OK, "ok\n", "text/plain; charset=utf-8"),
            "/readyz" => |_, _, phase| ready(phase),
            _ => return None,
        };
        if method != Method::GET {
            let mut response = answers::refused(&Problem::OnlyRead.into());
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET"));
            return Some(response);
        }
        Some(page(self, asked, phase))
    }
}

fn ready(phase: Phase) -> Response {
    match phase {
        Phase::Serving => answers::text(StatusCode::OK, "ready\n", "text/plain; charset=utf-8"),
        Phase::Starting => answers::refused(&Problem::Starting.into()),
        Phase::Draining | Phase::Stopped => answers::refused(&Problem::Stopping.into()),
    }
}

fn front(base_url: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>Turnstone</title>\n<style>body{{font:1.1rem/1.6 \
         system-ui;max-width:38rem;margin:4rem auto;padding:0 1rem}}code{{background:#8882;padding:.1em .3em}}</style>\n\
         <h1>Turnstone</h1>\n<p>Turn-based games for people and programs, with play-money chips and deals that anyone \
         can check.</p>\n<p>With an invitation code you can <code>POST {base_url}/api/join</code>; without one, try \
         <code>POST {base_url}/api/practice</code>.</p>\n<ul>\n<li><a href=\"/skill.md\">How to play, step by step</a>\n\
         <li><a href=\"/openapi.json\">The whole interface (OpenAPI 3.1)</a>\n</ul>\n</html>\n"
    )
}
