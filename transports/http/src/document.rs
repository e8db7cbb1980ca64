//! Documents that are created once: a body, plain and compressed, with fixed headers.

use super::answers::{self, EntityTags, Response};
use super::problem::Problem;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::header::{ACCEPT, ACCEPT_ENCODING, ALLOW, CONTENT_ENCODING, HeaderName, HeaderValue, VARY};
use http::{HeaderMap, Method, StatusCode};
use hyper::body::Bytes;
use std::io::Write;
use std::sync::OnceLock;

/// A document, plain and compressed.
pub(crate) struct Document {
    kind: &'static str,
    headers: &'static [FixedHeader],
    plain: Representation,
    /// Created on the first request: creating all of them at the start would take about 15 ms longer. `None` if it is sent in
    /// one form only.
    gzip: Option<OnceLock<Representation>>,
}

/// A header that does not depend on the caller.
pub(crate) type FixedHeader = (HeaderName, HeaderValue);

/// Callers who accept HTML get another document at the same path.
pub(crate) const BY_ACCEPT: FixedHeader = (VARY, HeaderValue::from_static("accept, accept-encoding"));

/// A form of the body, and its tag: each form has its own. A file that is immutable under its name needs none.
struct Representation {
    body: Bytes,
    tag: Option<String>,
}

impl Representation {
    fn compressed(&self) -> Self {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let written = gzip.write_all(&self.body).and_then(|()| gzip.finish());
        let body = Bytes::from(written.expect("writing to a Vec cannot fail"));
        Self { tag: self.tag.as_ref().map(|_| answers::tag(&body)), body }
    }
}

impl Document {
    /// A document that is revalidated by its tag.
    pub(crate) fn tagged(kind: &'static str, headers: &'static [FixedHeader], body: impl Into<Bytes>) -> Self {
        let body = body.into();
        Self::new(kind, headers, Representation { tag: Some(answers::tag(&body)), body })
    }

    /// The same for a file that is compressed itself and must arrive byte for byte.
    pub(crate) fn packed(kind: &'static str, body: impl Into<Bytes>) -> Self {
        Self { gzip: None, ..Self::tagged(kind, &[], body) }
    }

    /// A document whose name changes with its content.
    pub(crate) fn lasting(kind: &'static str, headers: &'static [FixedHeader], body: impl Into<Bytes>) -> Self {
        Self::new(kind, headers, Representation { tag: None, body: body.into() })
    }

    const fn new(kind: &'static str, headers: &'static [FixedHeader], plain: Representation) -> Self {
        Self { kind, headers, plain, gzip: Some(OnceLock::new()) }
    }

    /// The document in the form that the caller accepts, or 304 if the caller's copy is current.
    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response {
        let (Representation { body, tag }, is_gzip) = self.form(asked);
        let response = match tag {
            Some(tag) => answers::document(body.clone(), self.kind, tag, &EntityTags::of(asked)),
            None => answers::lasting(body.clone(), self.kind),
        };
        self.finish(response, is_gzip)
    }

    /// The document as the body of a 404.
    pub(crate) fn instead(&self, asked: &HeaderMap) -> Response {
        let (form, is_gzip) = self.form(asked);
        self.finish(answers::text(StatusCode::NOT_FOUND, form.body.clone(), self.kind), is_gzip)
    }

    /// The form that the caller accepts, and whether it is compressed.
    fn form(&self, asked: &HeaderMap) -> (&Representation, bool) {
        match &self.gzip {
            Some(gzip) if takes_gzip(asked) => (gzip.get_or_init(|| self.plain.compressed()), true),
            _ => (&self.plain, false),
        }
    }

    fn finish(&self, mut response: Response, is_gzip: bool) -> Response {
        let is_whole = response.status() != StatusCode::NOT_MODIFIED;
        let headers = response.headers_mut();
        if self.gzip.is_some() {
            headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        if is_whole && is_gzip {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        for (name, value) in self.headers {
            headers.insert(name, value.clone());
        }
        response
    }
}

/// Whether a method is GET or HEAD.
pub(crate) fn reads(method: &Method) -> bool {
    method == Method::GET || method == Method::HEAD
}

/// The response to another method on a page.
pub(crate) fn only_read() -> Response {
    let mut response = answers::rejected(&Problem::OnlyRead.into());
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// Whether a caller accepts gzip (RFC 9110, 12.5.3): by name or by a wildcard, with a weight that is not 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let mut any = false;
    for (name, weight) in weighted(headers, &ACCEPT_ENCODING) {
        if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") {
            return weight > 0.0;
        }
        any |= name == "*" && weight > 0.0;
    }
    any
}

/// Whether a caller prefers a page to JSON (RFC 9110, 12.5.1): it names HTML in `Accept`, as browsers do for
/// navigations.
pub(crate) fn prefers_html(headers: &HeaderMap) -> bool {
    let weight = |kind: &str| {
        weighted(headers, &ACCEPT).filter(|(name, _)| name.eq_ignore_ascii_case(kind)).map(|(_, weight)| weight).next()
    };
    let html = weight("text/html").unwrap_or(0.0);
    html > 0.0 && html >= weight("application/json").unwrap_or(0.0)
}

/// The elements of a list with their weights (RFC 9110, 12.4.2): 1 by default, 0 for an invalid weight.
fn weighted<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = (&'a str, f32)> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(|element| {
        let mut parts = element.split(';').map(str::trim);
        let name = parts.next().unwrap_or("");
        let weight = |part: &'a str| part.strip_prefix(['q', 'Q'])?.trim_start().strip_prefix('=');
        (name, parts.find_map(weight).map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0)))
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use http::header::ETAG;
    use http_body_util::BodyExt;
    use std::io::Read;

    /// One form of a document as it was sent.
    pub(crate) struct Form {
        pub(crate) size: usize,
        pub(crate) tag: Option<HeaderValue>,
    }

    /// Check that a document is the same in both of its forms: plain and compressed.
    pub(crate) fn check_forms(name: &str, document: &Document) -> [Form; 2] {
        let plain = document.answer(&HeaderMap::new());
        let gzip = document.answer(&asked(ACCEPT_ENCODING, &["gzip"]));
        assert_eq!(gzip.headers()["content-encoding"], "gzip", "{name}");
        assert!(!plain.headers().contains_key(CONTENT_ENCODING), "{name}");
        for response in [&plain, &gzip] {
            assert_eq!(response.headers()["vary"], "accept-encoding", "{name}");
        }
        let tags = [&plain, &gzip].map(|response| response.headers().get(ETAG).cloned());
        let bodies = [plain, gzip].map(body);
        let mut unpacked = Vec::new();
        GzDecoder::new(bodies[1].as_ref()).read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == bodies[0], "{name}");
        let [plain, gzip] = tags;
        [Form { size: bodies[0].len(), tag: plain }, Form { size: bodies[1].len(), tag: gzip }]
    }

    /// The body of a response, which is available at once.
    pub(crate) fn body(response: Response) -> Bytes {
        let mut collected = std::pin::pin!(response.into_body().collect());
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let std::task::Poll::Ready(Ok(body)) = collected.as_mut().poll(&mut context) else { panic!("a whole body") };
        body.to_bytes()
    }

    fn asked(name: HeaderName, values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn gzip_is_sent_only_if_accepted() {
        let takes = |values: &[&str]| takes_gzip(&asked(ACCEPT_ENCODING, values));
        for yes in [&["gzip"][..], &["br, GZIP;q=0.1"], &["br", "x-gzip"], &["*"], &["identity;q=0, *;q=1"]] {
            assert!(takes(yes), "{yes:?}");
        }
        for no in [&[][..], &[""], &["identity"], &["gzip;q=0, *"], &["gzip; q=0.000"], &["*;q=0"], &["gzipped"]] {
            assert!(!takes(no), "{no:?}");
        }
    }

    #[test]
    fn html_is_sent_only_if_named_in_accept() {
        let prefers = |values: &[&str]| prefers_html(&asked(ACCEPT, values));
        for yes in [
            &["text/html"][..],
            &["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
            &["application/json;q=0.5, TEXT/HTML;level=1;q=0.6"],
            &["application/json, text/html"],
        ] {
            assert!(prefers(yes), "{yes:?}");
        }
        for no in [
            &[][..],
            &["*/*"],
            &["text/*"],
            &["application/json"],
            &["text/html;q=0, */*"],
            &["text/html;q=0.5, application/json"],
            &["text/html;q=much"],
        ] {
            assert!(!prefers(no), "{no:?}");
        }
    }
}
