//! Responses: status, headers, body.

use super::caller::{CookieAuth, SEAT_COOKIE, SESSION_COOKIE, not_signed_in};
use super::events::StreamBody;
use super::problem::Problem;
use super::receipt;
use super::rejection::ErrorResponse;
use super::response_body::ResponseBody;
use http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH, RETRY_AFTER, SET_COOKIE,
    WWW_AUTHENTICATE,
};
use http::{HeaderMap, HeaderName, StatusCode};
use hyper::body::{Body, Bytes};
use serde::Serialize;
use turnstone_api::answer::Lasts;
use turnstone_api::words::Error;
use turnstone_documents::route::Caching;
use turnstone_service::effects::{Issued, RATE_WINDOW_S, Rate, Rejected, Replied};
use turnstone_service::rejection::{Auth, Rejection};
use turnstone_service::secret::sha256;

pub(crate) type Response = http::Response<ResponseBody>;

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
const FOR_MINUTES: HeaderValue = HeaderValue::from_static("public, max-age=300, immutable");
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
const MOVE_RECEIPT: HeaderName = HeaderName::from_static("move-receipt");
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// The tags of the caller's copies (RFC 9110, 13.1.2).
pub(crate) struct EntityTags(String);

impl EntityTags {
    /// The tags of a request.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let values = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        Self(values.collect::<Vec<_>>().join(","))
    }

    fn has(&self, tag: &str) -> bool {
        let mut known = self.0.split(',').map(str::trim);
        known.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
    }
}

/// A copy of a header's value that does not share the buffer it was read into.
pub(crate) fn own_value(value: &HeaderValue) -> HeaderValue {
    HeaderValue::from_bytes(value.as_bytes()).expect("it was one before")
}

/// JSON that must not be cached.
pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Response {
    whole(status, written(body, ERROR_BYTES), JSON, NO_STORE)
}

/// The same, written already.
pub(crate) fn json_text(text: String) -> Response {
    whole(StatusCode::OK, text.into(), JSON, NO_STORE)
}

/// Capacity for a typical error: a peer may leave many of them unread.
const ERROR_BYTES: usize = 256;
/// Capacity for a typical view of a table, so that it is not copied while it grows.
const VIEW_BYTES: usize = 2048;

fn written(body: &impl Serialize, room: usize) -> Bytes {
    let mut bytes = Vec::with_capacity(room);
    serde_json::to_writer(&mut bytes, body).expect("answers are plain data");
    bytes.into()
}

fn whole(status: StatusCode, body: Bytes, kind: HeaderValue, keep: HeaderValue) -> Response {
    let mut response = http::Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.reserve(8);
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(CACHE_CONTROL, keep);
    response
}

pub(crate) fn rejected(said: &ErrorResponse) -> Response {
    let status = StatusCode::from_u16(said.status).expect("the statuses of refusals are valid");
    let mut response = json(status, &said.body());
    if let Some(code) = said.code {
        // For the log line.
        response.extensions_mut().insert(code);
    }
    if let Some(seconds) = said.retry_after_s {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    if status == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// An error for all requests, with the names of the failing checks.
pub(crate) fn not_ready(said: &ErrorResponse, failing: &[&str]) -> Response {
    #[derive(Serialize)]
    struct NotReady<'a> {
        #[serde(flatten)]
        error: Error<'a>,
        failing: &'a [&'a str],
    }
    let mut response = rejected(said);
    *response.body_mut() = written(&NotReady { error: said.body(), failing }, ERROR_BYTES).into();
    response
}

/// The response to a method that a path does not have.
pub(crate) fn other_methods(methods: &[&str]) -> Response {
    let mut response = rejected(&Problem::OtherMethod.into());
    response.headers_mut().insert(ALLOW, listed(methods));
    response
}

/// The value of a header that lists methods.
pub(crate) fn listed(methods: &[&str]) -> HeaderValue {
    HeaderValue::from_str(&methods.join(", ")).expect("methods are plain ASCII")
}

/// A credential that this server did not sign.
pub(crate) fn signed_out(cookie: Option<&str>) -> Response {
    let mut response = rejected(&not_signed_in());
    if cookie == Some(SESSION_COOKIE) {
        clear_session(&mut response);
    }
    response
}

/// A response of the core.
pub(crate) fn replied(replied: &Replied, caching: Caching, known: &EntityTags, secure: bool) -> Response {
    let body = written(&replied.answer, VIEW_BYTES);
    let mut response = match caching {
        Caching::Revalidate => tagged_by_itself(body, REVALIDATE, known),
        Caching::Immutable => match replied.answer.lasts() {
            Lasts::ForEver => tagged_by_itself(body, FOR_EVER, known),
            Lasts::Minutes => tagged_by_itself(body, FOR_MINUTES, known),
            Lasts::NotAtAll => whole(StatusCode::OK, body, JSON, NO_STORE),
        },
        Caching::Never => whole(StatusCode::OK, body, JSON, NO_STORE),
    };
    if replied.replayed {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    if let Some(receipt) = replied.accepted.as_deref().and_then(receipt::value) {
        response.headers_mut().insert(MOVE_RECEIPT, receipt);
    }
    if let Some(issued) = &replied.issued {
        response.headers_mut().append(SET_COOKIE, set_cookie(issued, secure));
    }
    response
}

fn tagged_by_itself(body: Bytes, caching: HeaderValue, known: &EntityTags) -> Response {
    let tag = tag(&body);
    tagged(body, JSON, caching, &tag, known)
}

/// A stream of events.
pub(crate) fn events(events: Box<StreamBody>) -> Response {
    let mut response = http::Response::new(ResponseBody::Events(events));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, NO_STORE);
    // A proxy that buffers would hold events back.
    headers.insert(ACCEL_BUFFERING, HeaderValue::from_static("no"));
    response
}

/// A document that is revalidated by its tag.
pub(crate) fn document(body: Bytes, kind: &'static str, tag: &str, known: &EntityTags) -> Response {
    tagged(body, HeaderValue::from_static(kind), REVALIDATE, tag, known)
}

/// A document that never changes under its name.
pub(crate) fn lasting(body: Bytes, kind: &'static str) -> Response {
    whole(StatusCode::OK, body, HeaderValue::from_static(kind), FOR_EVER)
}

/// The strong tag of a body.
pub(crate) fn tag(body: &[u8]) -> String {
    format!("\"{}\"", hex::encode(&sha256(body)[..16]))
}

/// A page that must not be cached.
pub(crate) fn text(status: StatusCode, body: impl Into<Bytes>, kind: &'static str) -> Response {
    whole(status, body.into(), HeaderValue::from_static(kind), NO_STORE)
}

/// A status without a body.
pub(crate) fn empty(status: StatusCode) -> Response {
    let mut response = http::Response::new(Bytes::new().into());
    *response.status_mut() = status;
    response.headers_mut().insert(CACHE_CONTROL, NO_STORE);
    response
}

/// A response with its tag; 304 if the caller's copy is current.
fn tagged(body: Bytes, kind: HeaderValue, keep: HeaderValue, tag: &str, known: &EntityTags) -> Response {
    let mut response =
        if known.has(tag) { empty(StatusCode::NOT_MODIFIED) } else { whole(StatusCode::OK, body, kind, NO_STORE) };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, keep);
    headers.insert(ETAG, HeaderValue::from_str(tag).expect("a quoted hex text"));
    response
}

/// A browser keeps a token as long as it is valid.
fn set_cookie(issued: &Issued, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = match issued {
        Issued::Session { token, lasts_s } => {
            format!("{SESSION_COOKIE}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={lasts_s}{secure}", token.reveal())
        }
        Issued::Seat { token, table, lasts_s } => format!(
            "{SEAT_COOKIE}={}; Path=/api/tables/{table}; HttpOnly; SameSite=Strict; Max-Age={lasts_s}{secure}",
            token.reveal()
        ),
    };
    let mut value = HeaderValue::from_str(&text).expect("tokens and ids are plain ASCII");
    value.set_sensitive(true);
    value
}

/// An error of the core. It deletes cookies that are no longer valid.
pub(crate) fn rejected_by_core(error: Rejected, cookies_used: Option<&CookieAuth>) -> Response {
    let Rejected { rejection, rate } = error;
    let ended = cookies_used.filter(|_| rejection == Rejection::Auth(Auth::NotSignedIn));
    let mut response = rejected(&ErrorResponse::from(rejection));
    limit(&mut response, rate);
    if let Some(CookieAuth { cookies, table }) = ended {
        if cookies.contains(&SESSION_COOKIE) {
            clear_session(&mut response);
        }
        if cookies.contains(&SEAT_COOKIE) {
            clear_seat(&mut response, table);
        }
    }
    response
}

/// Delete a cookie whose session has ended, so that a browser stops sending it.
pub(crate) fn clear_session(response: &mut Response) {
    let cleared = HeaderValue::from_static("service_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    response.headers_mut().append(SET_COOKIE, cleared);
}

/// The same for a seat's cookie, which is sent only with the paths of its table.
fn clear_seat(response: &mut Response, table: &str) {
    let text = format!("{SEAT_COOKIE}=; Path=/api/tables/{table}; HttpOnly; SameSite=Strict; Max-Age=0");
    let cleared = HeaderValue::from_str(&text).expect("a cookie counts on the paths of a table's id alone");
    response.headers_mut().append(SET_COOKIE, cleared);
}

/// Add the rate limit in which a request counted, and the rest of it.
pub(crate) fn limit(response: &mut Response, rate: Option<Rate>) {
    let Some(Rate { name, quota, remaining, resets_in_s }) = rate else { return };
    let text = |text: String| HeaderValue::from_str(&text).expect("names and numbers");
    let headers = response.headers_mut();
    headers.insert(RATE_LIMIT_POLICY, text(format!("\"{name}\";q={quota};w={RATE_WINDOW_S}")));
    headers.insert(RATE_LIMIT, text(format!("\"{name}\";r={remaining};t={resets_in_s}")));
}

/// The response to HEAD: the head that GET would get. Over HTTP/2 hyper would send the body, too.
pub(crate) fn without_body(mut response: Response) -> Response {
    // A 304 has no body of its own: its length would be mistaken for that of the whole.
    if response.status() != StatusCode::NOT_MODIFIED {
        let length = response.body().size_hint().exact().unwrap_or_default();
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
    *response.body_mut() = Bytes::new().into();
    response
}
