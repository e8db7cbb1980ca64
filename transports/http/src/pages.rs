//! What stands beside the API: the front page, its documents, and whether the service is well.

use super::answers::{self, EntityTags, Response};
use super::problem::Problem;
use super::routes::ROUTES;
use super::{llms, openapi, rules, skill};
use flate2::Compression;
use flate2::write::GzEncoder;
use http::header::{ACCEPT_ENCODING, ALLOW, CONTENT_ENCODING, HeaderValue, VARY};
use http::{HeaderMap, Method, StatusCode};
use hyper::body::Bytes;
use std::io::Write;
use turnstone_engine::{Phase, Port};
use turnstone_service::refusal::Refusal;

/// The documents, made and compressed once.
pub(crate) struct Pages(Vec<Document>);

/// One of them, as it is and compressed.
pub(crate) struct Document {
    path: &'static str,
    kind: &'static str,
    plain: Representation,
    gzip: Representation,
}

/// What is sent, and its tag: each has its own.
struct Representation {
    body: Bytes,
    tag: String,
}

/// What a path that is no route's leads to.
pub(crate) enum PageMatch<'a> {
    /// A document: reading it counts.
    Document(&'a Document),
    /// An answer that nobody has to be let in for.
    Answer(Response),
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const MARKDOWN: &str = "text/markdown; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

impl Pages {
    /// The pages of a service at this address.
    pub(crate) fn new(base_url: &str, push_key: &str) -> Self {
        Self(vec![
            Document::new("/", HTML, front(base_url, push_key)),
            Document::new("/llms.txt", TEXT, llms::document(base_url)),
            Document::new("/skill.md", MARKDOWN, skill::document(ROUTES, base_url, push_key)),
            Document::new("/rules.md", MARKDOWN, rules::text(base_url)),
            Document::new("/rules.json", JSON, rules::json()),
            Document::new("/openapi.json", JSON, openapi::document(ROUTES, base_url).to_string()),
        ])
    }

    /// The page at a path, if there is one.
    pub(crate) fn find(&self, method: &Method, path: &str, port: &Port) -> Option<PageMatch<'_>> {
        let page = match path {
            "/healthz" => PageMatch::Answer(answers::text(StatusCode::OK, "ok\n", TEXT)),
            "/readyz" => PageMatch::Answer(ready(port)),
            _ => PageMatch::Document(self.0.iter().find(|document| document.path == path)?),
        };
        if method != Method::GET && method != Method::HEAD {
            let mut response = answers::refused(&Problem::OnlyRead.into());
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return Some(PageMatch::Answer(response));
        }
        Some(page)
    }
}

impl Document {
    fn new(path: &'static str, kind: &'static str, text: String) -> Self {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish()).expect("a vector takes all bytes");
        Self { path, kind, plain: Representation::new(text.into()), gzip: Representation::new(gzip.into()) }
    }

    /// The document as the caller takes it, or 304 if he has it already.
    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response {
        let takes_gzip = takes_gzip(asked);
        let Representation { body, tag } = if takes_gzip { &self.gzip } else { &self.plain };
        let mut response = answers::document(body.clone(), self.kind, tag, &EntityTags::of(asked));
        let headers = response.headers_mut();
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if takes_gzip && response.status() == StatusCode::OK {
            response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

impl Representation {
    fn new(body: Bytes) -> Self {
        let tag = answers::tag(&body);
        Self { body, tag }
    }
}

/// Whether a caller takes gzip (RFC 9110, 12.5.3): by its name, or as one of any, with a weight that is not 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut any = false;
    for coding in values.flat_map(|value| value.split(',')) {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix(['q', 'Q']).and_then(|weight| weight.trim_start().strip_prefix('='));
        let wanted = weight.is_none_or(|weight| weight.trim().parse::<f32>().is_ok_and(|weight| weight > 0.0));
        let name = name.trim();
        if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") {
            return wanted;
        }
        any |= name == "*" && wanted;
    }
    any
}

fn ready(port: &Port) -> Response {
    match port.phase() {
        Phase::Serving if port.is_full() => answers::refused(&Refusal::Full.into()),
        Phase::Serving => answers::text(StatusCode::OK, "ready\n", TEXT),
        Phase::Starting => answers::refused(&Problem::Starting.into()),
        Phase::Draining | Phase::Stopped => answers::refused(&Problem::Stopping.into()),
    }
}

fn front(base_url: &str, push_key: &str) -> String {
    let push = match push_key {
        "" => String::new(),
        key => format!("<p>Browsers subscribe to notifications with the key <code>{key}</code>.</p>\n"),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>Turnstone</title>\n<style>body{{font:1.1rem/1.6 \
         system-ui;max-width:38rem;margin:4rem auto;padding:0 1rem}}code{{background:#8882;padding:.1em .3em}}</style>\n\
         <h1>Turnstone</h1>\n<p>Turn-based games for people and programs, with play-money chips and deals that anyone \
         can check.</p>\n<p>With an invitation code you can <code>POST {base_url}/api/join</code>; without one, try \
         <code>POST {base_url}/api/practice</code>.</p>\n<ul>\n<li><a href=\"/skill.md\">How to play, step by step</a>\n\
         <li><a href=\"/rules.md\">The rules of all games</a>\n\
         <li><a href=\"/openapi.json\">The whole interface (OpenAPI 3.1)</a>\n</ul>\n{push}</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use http_body_util::BodyExt;
    use std::io::Read;
    use turnstone_engine::{Bell, Handle};
    use turnstone_service::credentials::ServerKeys;
    use turnstone_service::secret::Key;

    struct NoBell;

    impl Bell for NoBell {
        fn ring(&self) {}
    }

    fn takes(values: &[&str]) -> bool {
        let headers = values.iter().map(|value| (ACCEPT_ENCODING, value.parse().unwrap()));
        takes_gzip(&headers.collect())
    }

    #[test]
    fn gzip_is_for_those_who_take_it() {
        for yes in [&["gzip"][..], &["br, GZIP;q=0.1"], &["br", "x-gzip"], &["*"], &["identity;q=0, *;q=1"]] {
            assert!(takes(yes), "{yes:?}");
        }
        for no in [&[][..], &[""], &["identity"], &["gzip;q=0, *"], &["gzip; q=0.000"], &["*;q=0"], &["gzipped"]] {
            assert!(!takes(no), "{no:?}");
        }
    }

    /// The body of a response, which is here at once.
    fn body(response: Response) -> Bytes {
        let mut collected = std::pin::pin!(response.into_body().collect());
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let std::task::Poll::Ready(Ok(body)) = collected.as_mut().poll(&mut context) else { panic!("a whole body") };
        body.to_bytes()
    }

    #[test]
    fn a_document_is_the_same_compressed_and_has_a_tag_of_its_own_either_way() {
        let pages = Pages::new("http://127.0.0.1:8080", "");
        for document in &pages.0 {
            let plain = HeaderMap::new();
            let gzip: HeaderMap = [(ACCEPT_ENCODING, HeaderValue::from_static("gzip"))].into_iter().collect();
            let whole = body(document.answer(&plain));
            let small = document.answer(&gzip);
            assert_eq!(small.headers()["content-encoding"], "gzip");
            assert_eq!(small.headers()["vary"], "accept-encoding");
            let mut unpacked = Vec::new();
            GzDecoder::new(body(small).as_ref()).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, whole, "{}", document.path);
            assert_ne!(document.plain.tag, document.gzip.tag);
        }
    }

    #[test]
    fn the_interface_is_not_larger_than_it_has_to_be() {
        let pages = Pages::new("http://127.0.0.1:8080", "");
        let port = Port::new(Handle::new(NoBell), ServerKeys::new(vec![(1, Key([1; 32]))]));
        let Some(PageMatch::Document(openapi)) = pages.find(&Method::GET, "/openapi.json", &port) else { panic!() };
        let (plain, gzip) = (openapi.plain.body.len(), openapi.gzip.body.len());
        assert!(plain < 160_000 && gzip < 20_000, "{plain} bytes, {gzip} compressed");
    }
}
