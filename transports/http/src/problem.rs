//! What is wrong with a request that did not get as far as the core.

use turnstone_api::invalid::Invalid;

/// Why what was sent did not get as far as the core.
#[derive(Debug)]
pub enum Problem {
    /// 400: a field breaks a rule; or 404: an id in the path can name nothing.
    Invalid(Invalid),
    /// 413.
    TooLarge,
    /// 400 and the end of the connection: the body did not arrive in time.
    TooSlow,
    /// 404: nothing has this path.
    NoRoute,
    /// 405 on a route.
    OtherMethod,
    /// 405 on a page.
    OnlyRead,
    /// 431.
    LargeHead,
    /// 400: no host, or more than one.
    Host,
    /// 403: a cookie vouches for a body that any page can send.
    CookieWithoutJson,
    /// 403: a cookie vouches for a change from a foreign page.
    CookieFromElsewhere,
    /// 403: a foreign page asks for what sets a cookie.
    CookieForElsewhere,
    /// 503, before anything is served.
    Starting,
    /// 503, when nothing more is served.
    Stopping,
    /// 503: the loop does not turn.
    Still,
    /// 503: nothing can be written.
    ReadOnly,
}

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}
