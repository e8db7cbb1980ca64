//! Error responses, and the texts of errors that only this transport has. All others have their texts from the contract.

use super::problem::Problem;
use std::borrow::Cow;
use turnstone_api::code::Code;
use turnstone_api::invalid::Invalid;
use turnstone_api::rejection::Rejection;
use turnstone_api::words::{Error, LATER, Words};
use turnstone_documents::status::{status, status_of};

#[derive(Debug)]
pub struct ErrorResponse {
    /// The HTTP status.
    pub status: u16,
    /// The frozen code, if there is one.
    pub code: Option<Code>,
    /// The message, for people.
    pub error: Cow<'static, str>,
    /// The field, if the error concerns one.
    pub field: Option<Cow<'static, str>>,
    /// What to do next.
    pub hint: &'static str,
    /// The value of `Retry-After`.
    pub retry_after_s: Option<u64>,
}

impl ErrorResponse {
    /// An error with a code.
    fn coded(code: Code, error: &'static str) -> Self {
        Self { code: Some(code), ..Self::plain(status_of(code), error) }
    }

    /// An error for which the frozen list has no code.
    const fn plain(status: u16, error: &'static str) -> Self {
        Self { status, code: None, error: Cow::Borrowed(error), field: None, hint: "", retry_after_s: None }
    }

    const fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    const fn after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }

    /// The error object.
    pub fn body(&self) -> Error<'_> {
        Error { error: &self.error, code: self.code, field: self.field.as_deref(), hint: self.hint }
    }
}

impl From<Words> for ErrorResponse {
    fn from(Words { category, error, field, hint, after_s }: Words) -> Self {
        Self { status: status(category), code: category.code(), error, field, hint, retry_after_s: after_s }
    }
}

impl From<Rejection> for ErrorResponse {
    fn from(rejection: Rejection) -> Self {
        Words::from(rejection).into()
    }
}

impl From<Invalid> for ErrorResponse {
    fn from(invalid: Invalid) -> Self {
        Words::from(invalid).into()
    }
}

impl From<Problem> for ErrorResponse {
    fn from(problem: Problem) -> Self {
        let invalid = |error: &'static str| Self::coded(Code::InvalidRequest, error);
        match problem {
            Problem::Invalid(invalid) => invalid.into(),
            Problem::TooLarge => {
                Self::coded(Code::PayloadTooLarge, "the body is larger than 64 KiB").hint("Send a shorter body.")
            }
            Problem::TooSlow => {
                invalid("the body did not arrive in time").hint("Send the whole body within ten seconds.")
            }
            Problem::NoRoute => Self::plain(404, "there is no such route").hint("/openapi.json lists all paths."),
            Problem::OtherMethod => Self::plain(405, "this path does not have this method")
                .hint("The header Allow lists the methods of this path."),
            Problem::OnlyRead => Self::plain(405, "this page can only be read").hint("Use GET."),
            Problem::LargeHead => Self::plain(431, "the request has more than 64 headers or 16 KiB of headers")
                .hint("Send fewer or shorter headers, cookies included."),
            Problem::Host => invalid("a request must have exactly one Host header, with a host and perhaps a port")
                .hint("Use an HTTP library to send the request."),
            Problem::CookieWithoutJson => Self::plain(403, "a change with a cookie must be sent as application/json")
                .hint("Send Content-Type: application/json, or a Bearer token instead of the cookie."),
            Problem::CookieFromElsewhere => {
                Self::plain(403, "a change with a cookie must come from the service's own pages")
                    .hint("Send a Bearer token instead of the cookie.")
            }
            Problem::CookieForElsewhere => {
                Self::plain(403, "a request that sets a cookie must come from the service's own pages")
                    .hint("Send the request from a server of yours, or ask the operator to list the page's origin.")
            }
            Problem::OtherOrigin => Self::plain(403, "a page of another origin may not call this path")
                .hint("Send the request from outside a browser, or ask the operator to list the page's origin."),
            Problem::Starting => Self::plain(503, "the service is starting").hint(LATER).after(1),
            Problem::Stopping => Self::plain(503, "the service is stopping").hint(LATER).after(1),
            Problem::NoLeader => Self::plain(503, "no node of the cluster leads now").hint(LATER).after(1),
            Problem::Crowded => {
                Self::plain(503, "too many requests of your address wait for the node that leads").hint(LATER).after(1)
            }
            Problem::NotCurrent => {
                Self::plain(503, "this node of the cluster may lack the newest changes").hint(LATER).after(1)
            }
            Problem::Still => Self::plain(503, "the service does not answer").hint(LATER).after(1),
            Problem::ReadOnly => Self::plain(503, "the data directory cannot be written").hint(LATER).after(60),
        }
    }
}

#[cfg(test)]
mod tests;
