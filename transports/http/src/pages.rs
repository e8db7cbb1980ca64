//! Pages beside the API: documents and health checks.

use super::answers::{self, Response};
use super::document::{BY_ACCEPT, Document, FixedHeader, only_read, prefers_html, reads};
use super::problem::Problem;
use super::rejection::ErrorResponse;
use http::{HeaderMap, Method, StatusCode};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Instant;
use turnstone_documents::packages::{self, Packages};
use turnstone_documents::{llms, llms_full, openapi, rules, skill};
use turnstone_engine::{Check, Phase, Port};
use turnstone_service::rejection::Rejection;
use turnstone_service::time::Millis;

/// The documents, created and compressed when the first of them is read.
pub struct Pages {
    base_url: String,
    push_key: String,
    packages: Packages,
    documents: OnceLock<[Document; PATHS.len()]>,
    /// The packages by path, and their list for programs.
    files: OnceLock<(BTreeMap<String, Document>, Document)>,
}

/// The paths of the documents.
const PATHS: [&str; 6] = ["/llms.txt", "/llms-full.txt", "/skill.md", "/rules.md", "/rules.json", "/openapi.json"];

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
/// Of packages. Browsers store such a file unchanged; some unpack files of more precise types.
const FILE: &str = "application/octet-stream";
static OF_LIST: [FixedHeader; 1] = [BY_ACCEPT];

/// Crawlers read the pages and documents. Tables, their replays and links with invitations are for those who have their address.
const ROBOTS: &str =
    "User-agent: *\nDisallow: /api/\nDisallow: /mcp\nDisallow: /join\nDisallow: /tables/\nDisallow: /parties/\n";
const SECURITY: &str = "/.well-known/security.txt";
/// How long a security.txt is valid, in seconds.
const SECURITY_LASTS_S: u64 = 90 * 24 * 3600;

/// Where to report vulnerabilities (RFC 9116).
pub(crate) fn security(contact: &str, now: Millis, base_url: &str) -> Response {
    let expires = now.plus_s(SECURITY_LASTS_S).day();
    let text = format!(
        "Contact: {contact}\nExpires: {expires}T00:00:00Z\nPreferred-Languages: en\nCanonical: {base_url}{SECURITY}\n"
    );
    answers::text(StatusCode::OK, text, TEXT)
}

impl Pages {
    /// The pages of a service at this address with these packages.
    pub fn new(base_url: &str, push_key: &str, packages: &Packages) -> Self {
        Self {
            base_url: base_url.to_owned(),
            push_key: push_key.to_owned(),
            packages: packages.clone(),
            documents: OnceLock::new(),
            files: OnceLock::new(),
        }
    }

    fn make(&self) -> [Document; PATHS.len()] {
        let Self { base_url, push_key, packages, .. } = self;
        let openapi = openapi::document(base_url);
        PATHS.map(|path| {
            let (kind, text) = match path {
                "/llms.txt" => (TEXT, llms::document(base_url, packages)),
                "/llms-full.txt" => (TEXT, llms_full::document(&openapi, base_url)),
                "/skill.md" => (MARKDOWN, skill::document(base_url, push_key, packages)),
                "/rules.md" => (MARKDOWN, rules::text(base_url)),
                "/rules.json" => (JSON, rules::json()),
                _ => (JSON, openapi.to_string()),
            };
            Document::tagged(kind, &[], text)
        })
    }

    /// The document at a path, with the path.
    fn document(&self, path: &str) -> Option<(&'static str, &Document)> {
        let place = PATHS.iter().position(|own| *own == path)?;
        Some((PATHS[place], &self.documents.get_or_init(|| self.make())[place]))
    }

    /// A package by its path, or their list for a caller who does not prefer the page for people, each with its route.
    fn package(&self, path: &str, asked: &HeaderMap) -> Option<(&'static str, &Document)> {
        let name = path.strip_prefix(packages::LIST)?;
        let (files, list) = self.files.get_or_init(|| {
            let files = self.packages.iter().map(|file| (file.path(), Document::packed(FILE, file.bytes.clone())));
            let list = self.packages.json(&self.base_url).to_string();
            (files.collect(), Document::tagged(JSON, &OF_LIST, list))
        });
        match name {
            "" | "/" if prefers_html(asked) => None,
            "" | "/" => Some((packages::LIST, list)),
            _ => files.get(path).map(|file| ("/clients/{file}", file)),
        }
    }

    /// The page at a path, if there is one.
    pub(crate) fn find(
        &self,
        (method, path, asked): (&Method, &str, &HeaderMap),
        ready: impl FnOnce() -> Response,
        security: impl FnOnce() -> Option<Response>,
    ) -> Option<PageMatch<'_>> {
        let page = match path {
            "/robots.txt" => PageMatch::Answer("/robots.txt", answers::text(StatusCode::OK, ROBOTS, TEXT)),
            SECURITY => PageMatch::Answer(SECURITY, security()?),
            "/healthz" => PageMatch::Answer("/healthz", answers::text(StatusCode::OK, "ok\n", TEXT)),
            "/readyz" => PageMatch::Answer("/readyz", ready()),
            _ => {
                let (own, page) = self.document(path).or_else(|| self.package(path, asked))?;
                PageMatch::Document(own, page)
            }
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
mod tests;
