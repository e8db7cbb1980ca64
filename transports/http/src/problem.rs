//! Errors of requests that did not reach the core.

use turnstone_api::invalid::Invalid;

/// Why a request did not reach the core.
#[derive(Debug)]
pub enum Problem {
    /// 400: a field is invalid; or 404: an id in the path cannot exist.
    Invalid(Invalid),
    /// 413.
    TooLarge,
    /// 400 and the end of the connection: the body did not arrive in time.
    TooSlow,
    /// 404: no route has this path.
    NoRoute,
    /// 405 on a route.
    OtherMethod,
    /// 405 on a page.
    OnlyRead,
    /// 431.
    LargeHead,
    /// 400: no host, more than one, or a malformed one.
    Host,
    /// 403: a cookie with a body that any page can send.
    CookieWithoutJson,
    /// 403: a cookie with a change from a foreign page.
    CookieFromElsewhere,
    /// 403: a foreign page requests a response that sets a cookie.
    CookieForElsewhere,
    /// 403: a foreign page calls a mounted service.
    OtherOrigin,
    /// 503, before requests are served.
    Starting,
    /// 503, when requests are no longer served.
    Stopping,
    /// 503: a node of a cluster follows, and cannot forward the request.
    NoLeader,
    /// 503: too many requests of one address, or of all, are being forwarded.
    Crowded,
    /// 503: a node of a cluster lacks changes, and is not ready.
    NotCurrent,
    /// 503: the loop does not run.
    Still,
    /// 503: the data directory cannot be written.
    ReadOnly,
}

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}
