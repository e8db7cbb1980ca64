//! Errors as text: code, message, field and hint. Every error gets its text here, except errors that only one transport
//! has: these are in the transport.

use crate::code::Code;
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;

mod rejections;

/// The message of a request whose token is not valid because its time is over.
pub const EXPIRED: &str = "not signed in: the token has expired";

/// The text of an error.
#[derive(Debug)]
pub struct Words {
    /// Its category, for programs.
    pub category: Category,
    /// The message, for people.
    pub error: Cow<'static, str>,
    /// The field, if the error concerns one.
    pub field: Option<Cow<'static, str>>,
    /// What to do next.
    pub hint: &'static str,
    /// Seconds after which the same request can succeed.
    pub after_s: Option<u64>,
}

/// The category of an error, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    /// It has a code.
    Coded(Code),
    /// It has a code, and its status is 400 here.
    Fault(Code),
    /// The object does not exist for the caller.
    Missing,
    /// The caller may not do this.
    Forbidden,
    /// The current state does not allow it.
    Conflict,
    /// The service cannot do it now.
    Unavailable,
}

impl Category {
    /// The frozen code, if there is one.
    pub const fn code(self) -> Option<Code> {
        match self {
            Self::Coded(code) | Self::Fault(code) => Some(code),
            Self::Missing | Self::Forbidden | Self::Conflict | Self::Unavailable => None,
        }
    }
}

/// The body of every error.
#[derive(Serialize, JsonSchema)]
pub struct Error<'a> {
    /// The message, for people; never parse it.
    pub error: &'a str,
    /// The code, for programs; one of the frozen list, or absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    /// The field: a JSON pointer into the body (`/stake`), or the name of a parameter (`limit`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'a str>,
    /// What to do next, in one sentence.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub hint: &'a str,
}

/// The hint for an error that passes with time.
pub const LATER: &str = "Send the request again after Retry-After seconds.";

impl Words {
    fn new(category: Category, error: impl Into<Cow<'static, str>>) -> Self {
        Self { category, error: error.into(), field: None, hint: "", after_s: None }
    }

    fn coded(code: Code, error: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Category::Coded(code), error)
    }

    fn missing(error: &'static str) -> Self {
        Self::new(Category::Missing, error)
    }

    fn forbidden(error: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Category::Forbidden, error)
    }

    fn conflict(error: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Category::Conflict, error)
    }

    fn unavailable(error: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Category::Unavailable, error)
    }

    fn at(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.field = Some(field.into());
        self
    }

    const fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    fn after(mut self, seconds: u64) -> Self {
        self.after_s = Some(seconds.max(1));
        self
    }

    /// The error object.
    pub fn body(&self) -> Error<'_> {
        Error { error: &self.error, code: self.category.code(), field: self.field.as_deref(), hint: self.hint }
    }
}
