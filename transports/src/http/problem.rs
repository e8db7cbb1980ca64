//! What is wrong with a request that could not be read.

use turnstone_core::refusal::Refusal;

/// Why no [`turnstone_core::request::Request`] could be made of what was sent.
#[derive(Debug)]
pub enum Problem {
    /// 400: a field breaks a rule.
    Field {
        /// The field as it is spelled in the API document; empty for the whole.
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
}

impl Problem {
    /// A field that breaks a rule.
    pub fn field(name: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Field { name: name.into(), what: what.into() }
    }

    /// Something wrong with the body as a whole.
    pub fn body(what: &str) -> Self {
        Self::field("", format!("the body {what}"))
    }

    /// A serde error of `path`, in our words: serde's own may repeat a secret.
    pub(super) fn from_serde(path: &str, error: &str) -> Self {
        if let Some((missing, _)) = error.strip_prefix("missing field `").and_then(|rest| rest.split_once('`')) {
            return Self::field(missing, "is missing");
        }
        if let Some((twice, _)) = error.strip_prefix("duplicate field `").and_then(|rest| rest.split_once('`')) {
            return Self::field(twice, "comes twice");
        }
        let expected = error.rsplit_once(", expected ").map(|(_, expected)| expected);
        let expected = expected.map(|expected| expected.split(" at line ").next().unwrap_or(expected));
        Self::field(path, expected.map_or_else(|| "is not valid".to_owned(), |expected| format!("must be {expected}")))
    }

    /// The first rule that garde found broken, with the field named by `spell`.
    pub(super) fn from_garde(report: &garde::Report, spell: fn(&str) -> String) -> Self {
        let first = report.iter().next();
        first.map_or_else(
            || Self::field("", "the request is not valid"),
            |(path, error)| Self::field(spell(&path.to_string()), error.to_string()),
        )
    }
}
