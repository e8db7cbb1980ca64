//! What is wrong with a request that did not get as far as the core.

use turnstone_core::refusal::Refusal;

/// Why no [`turnstone_core::request::Request`] could be made of what was sent.
#[derive(Debug)]
pub enum Problem {
    /// 400: a field breaks a rule.
    Field {
        /// Where it stands.
        place: Place,
        /// The field as it is spelled in the API document, with dots between levels; empty for the whole.
        name: String,
        /// What is wrong with it, as the rest of a sentence. Never repeats what was sent.
        what: String,
    },
    /// 413.
    TooLarge,
    /// 400 and the end of the connection: the body did not come in time.
    TooSlow,
    /// An id in the path that can name nothing.
    Unknown(Refusal),
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
}

/// Where a field stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the body.
    Body,
    /// In the query or the path.
    Parameter,
}

impl Problem {
    /// A parameter that breaks a rule.
    pub fn parameter(name: &str, what: &str) -> Self {
        Place::Parameter.field(name, what)
    }

    /// Something wrong with the body as a whole.
    pub fn body(what: &str) -> Self {
        Place::Body.field("", format!("the body {what}"))
    }
}

impl Place {
    fn field(self, name: impl Into<String>, what: impl Into<String>) -> Problem {
        Problem::Field { place: self, name: name.into(), what: what.into() }
    }

    /// A serde error of `path`, in our words: serde's own may repeat a secret.
    pub(super) fn serde_error(self, path: &str, error: &str) -> Problem {
        if let Some((missing, _)) = error.strip_prefix("missing field `").and_then(|rest| rest.split_once('`')) {
            return self.field(missing, "is missing");
        }
        if let Some((twice, _)) = error.strip_prefix("duplicate field `").and_then(|rest| rest.split_once('`')) {
            return self.field(twice, "comes twice");
        }
        let expected = error.rsplit_once(", expected ").map(|(_, expected)| expected);
        let expected = expected.map(|expected| expected.split(" at line ").next().unwrap_or(expected));
        self.field(path, expected.map_or_else(|| "is not valid".to_owned(), |expected| format!("must be {expected}")))
    }

    /// The first rule that garde found broken, with the field named by `spell`.
    pub(super) fn broken_rule(self, report: &garde::Report, spell: fn(&str) -> String) -> Problem {
        let first = report.iter().next();
        first.map_or_else(
            || self.field("", "the request is not valid"),
            |(path, error)| self.field(spell(&path.to_string()), error.to_string()),
        )
    }
}
