//! A broken rule.

use std::fmt;

/// A rule that was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The rule: the name under which runs are compared while a story is shortened.
    pub rule: &'static str,
    /// What was seen.
    pub seen: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.rule, self.seen)
    }
}

/// The result of a check.
pub(crate) type CheckResult = Result<(), Violation>;

/// Check a rule.
pub(crate) fn must(holds: bool, rule: &'static str, seen: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(Violation { rule, seen: seen() }) }
}
