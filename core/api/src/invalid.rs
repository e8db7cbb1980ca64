//! What keeps a door from making a request of what was sent.

use crate::refusal::Refusal;

/// Why no [`crate::request::Request`] could be made of what was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Invalid {
    /// A field breaks a rule.
    Field {
        /// Where it stands.
        place: Place,
        /// The field as it is spelled in the API document, with dots between levels; empty for the whole.
        name: String,
        /// What is wrong with it, as the rest of a sentence. Never repeats what was sent.
        what: String,
    },
    /// An id that can name nothing.
    Unknown(Refusal),
}

/// Where a field stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the body: it is named by a JSON pointer.
    Body,
    /// Among the parameters: it is named as it is.
    Parameter,
}

impl Invalid {
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
    fn field(self, name: impl Into<String>, what: impl Into<String>) -> Invalid {
        Invalid::Field { place: self, name: name.into(), what: what.into() }
    }

    /// What serde could not read at `path`, in our words: serde's own may repeat a secret.
    pub(crate) fn unread(self, path: &str, error: &str) -> Invalid {
        if let Some((missing, _)) = error.strip_prefix("missing field `").and_then(|rest| rest.split_once('`')) {
            return self.field(within(path, missing), "is missing");
        }
        if let Some((twice, _)) = error.strip_prefix("duplicate field `").and_then(|rest| rest.split_once('`')) {
            return self.field(within(path, twice), "comes twice");
        }
        let expected = error.rsplit_once(", expected ").map(|(_, expected)| expected);
        let expected = expected.map(|expected| expected.split(" at line ").next().unwrap_or(expected));
        self.field(path, expected.map_or_else(|| "is not valid".to_owned(), |expected| format!("must be {expected}")))
    }

    /// The first rule that garde found broken.
    pub(crate) fn broken_rule(self, report: &garde::Report) -> Invalid {
        let first = report.iter().next();
        first.map_or_else(
            || self.field("", "the request is not valid"),
            |(path, error)| self.field(self.spelled(&path.to_string()), error.to_string()),
        )
    }

    /// Bodies have `clientRef` for `client_ref`; parameters are spelled as their fields.
    fn spelled(self, field: &str) -> String {
        if self == Self::Parameter {
            return field.to_owned();
        }
        let mut spelled = String::with_capacity(field.len());
        let mut upper = false;
        for letter in field.chars() {
            if letter == '_' {
                upper = true;
            } else {
                spelled.push(if upper { letter.to_ascii_uppercase() } else { letter });
                upper = false;
            }
        }
        spelled
    }
}

/// A field of what stands at a path; the whole is at `.`.
fn within(path: &str, field: &str) -> String {
    if path == "." { field.to_owned() } else { format!("{path}.{field}") }
}
