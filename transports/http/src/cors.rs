//! Cross-origin requests: off unless the operator lists the origins, and never with cookies.

use super::answers::{self, Response, own_value};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HeaderValue, ORIGIN, VARY,
};
use http::{HeaderMap, StatusCode};

const SENT: &str = "authorization, content-type, if-none-match, mcp-method, mcp-name, mcp-protocol-version, min-commit, \
     x-request-id";
const SHOWN: &str = "commit, etag, idempotent-replayed, move-receipt, ratelimit, ratelimit-policy, retry-after, www-authenticate, \
     x-request-id";

/// The allowed origins.
pub(crate) struct Cors {
    origins: Vec<String>,
}

impl Cors {
    /// Allow these origins.
    pub(crate) const fn new(origins: Vec<String>) -> Self {
        Self { origins }
    }

    /// The origin of a request, if it is allowed.
    pub(crate) fn origin(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let origin = headers.get(ORIGIN)?;
        self.origins.iter().any(|own| own.as_bytes() == origin.as_bytes()).then(|| own_value(origin))
    }

    /// Add the header to a response.
    pub(crate) fn add(&self, origin: Option<HeaderValue>, headers: &mut HeaderMap) {
        if self.origins.is_empty() {
            return;
        }
        headers.append(VARY, HeaderValue::from_static("origin"));
        if let Some(origin) = origin {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(SHOWN));
        }
    }

    /// The response to a preflight request.
    pub(crate) fn preflight(&self, asked: &HeaderMap, methods: &[&str]) -> Response {
        if self.origin(asked).is_none() || !asked.contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
            return answers::other_methods(methods);
        }
        let mut response = answers::empty(StatusCode::NO_CONTENT);
        let headers = response.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, answers::listed(methods));
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(SENT));
        headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        response
    }
}
