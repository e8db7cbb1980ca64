//! Errors that prevent a transport from building a request.

use crate::rejection::Rejection;

/// Why no [`crate::request::Request`] could be built from the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Invalid {
    /// A field is invalid.
    Field {
        /// The part of the request with the field.
        place: Place,
        /// The field as the API spells it, with dots between levels; empty for the whole body.
        name: String,
        /// The error, as the rest of a sentence. It never repeats the input.
        what: String,
    },
    /// An id that cannot exist.
    Unknown(Rejection),
}

/// The part of the request with a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The body: errors name the field by a JSON pointer.
    Body,
    /// The parameters: errors name the field as it is.
    Parameter,
}

/// Fields with rules whose parameters have another name: garde reports the fields.
const RENAMED: [(&str, &str); 2] = [("game_id", "gameId"), ("wait_ms", "wait")];

impl Invalid {
    /// An invalid parameter.
    pub fn parameter(name: &str, what: &str) -> Self {
        Place::Parameter.field(name, what)
    }

    /// An error of the body as a whole.
    pub fn body(what: &str) -> Self {
        Place::Body.field("", format!("the body {what}"))
    }
}

impl Place {
    fn field(self, name: impl Into<String>, what: impl Into<String>) -> Invalid {
        Invalid::Field { place: self, name: name.into(), what: what.into() }
    }

    /// A serde error at `path`, in our own words: serde's own text may repeat a secret.
    pub(crate) fn unread(self, path: &str, error: &str) -> Invalid {
        if let Some((missing, _)) = error.strip_prefix("missing field `").and_then(|rest| rest.split_once('`')) {
            return self.field(within(path, missing), "is missing");
        }
        if let Some((twice, _)) = error.strip_prefix("duplicate field `").and_then(|rest| rest.split_once('`')) {
            return self.field(within(path, twice), "comes twice");
        }
        let expected = error.rsplit_once(", expected ").map(|(_, expected)| expected);
        let expected = expected.map(|expected| match expected.split(" at line ").next().unwrap_or(expected) {
            "u32" | "u64" | "usize" => "a whole number of at least 0",
            "i64" => "a whole number",
            other => other,
        });
        self.field(path, expected.map_or_else(|| "is not valid".to_owned(), |expected| format!("must be {expected}")))
    }

    /// The first error that garde found.
    pub(crate) fn broken_rule(self, report: &garde::Report) -> Invalid {
        let first = report.iter().next();
        first.map_or_else(
            || self.field("", "the request is not valid"),
            |(path, error)| self.field(self.spelled(&path.to_string()), error.to_string()),
        )
    }

    /// Bodies have `clientRef` for `client_ref`; parameters are spelled as their fields, apart from [`RENAMED`].
    fn spelled(self, field: &str) -> String {
        if self == Self::Parameter {
            return RENAMED.iter().find(|(own, _)| *own == field).map_or(field, |(_, name)| name).to_owned();
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

/// The path of a field; the whole is `.`.
fn within(path: &str, field: &str) -> String {
    if path == "." { field.to_owned() } else { format!("{path}.{field}") }
}
