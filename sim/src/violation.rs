//! Violations of rules.

use std::fmt;

/// A violation of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The rule. Shrinking keeps it the same.
    pub rule: &'static str,
    /// The observation.
    pub seen: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.rule, self.seen)
    }
}

pub(crate) type CheckResult = Result<(), Violation>;

pub(crate) fn must(holds: bool, rule: &'static str, seen: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(Violation { rule, seen: seen() }) }
}
