//! The chain of statements: signatures, numbers, hashes; then what it says about secrets.

use super::shown::ShownStatements;
use super::{FairCode, FairVerdict, verdict};
use crate::statement::{Says, Signed, Statement, commitment, hash, split_day_name, text_hash};
use crate::tree::Hash;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use time::{Date, Month};

const DAY_MS: u64 = 86_400_000;

/// A valid chain.
pub(super) struct Chain {
    statements: Vec<(Statement, Signed)>,
}

/// What the list statement of a day says.
pub(super) struct ClosedDay<'a> {
    pub(super) secret: &'a [u8; 32],
    pub(super) tables: u32,
    pub(super) root: &'a Hash,
}

impl Chain {
    /// Reads pages of statements.
    pub(super) fn read(pages: &[Value]) -> Result<Self, FairVerdict> {
        let broken = |why: String| verdict(FairCode::Statements, why);
        let mut statements: Vec<(Statement, Signed)> = Vec::new();
        let mut signer = None;
        for page in pages {
            let page =
                ShownStatements::deserialize(page).map_err(|error| broken(format!("Not statements: {error}.")))?;
            for signed in page.statements.into_iter().map(Signed::from) {
                let number = statements.len() as u32 + 1;
                let statement = Statement::parse(&signed.text);
                let statement = statement.ok_or_else(|| broken(format!("Statement {number} has an invalid text.")))?;
                let previous = statements.last().map_or([0; 32], |(_, before)| text_hash(&before.text));
                if statement.number != number || statement.previous != previous {
                    return Err(broken(format!("Statement {number} does not follow the one before it.")));
                }
                let says_key = if let Says::Key(key) = statement.says { Some(key) } else { None };
                let expected = signer.or(says_key);
                if expected != Some(signed.key) || !signed.is_signed() {
                    return Err(broken(format!("Statement {number} is not signed by the key that signs there.")));
                }
                let is_day = |name| split_day_name(name).is_some_and(|(day, _)| start_of(day).is_some());
                if statement.says.day().is_some_and(|day| !is_day(day)) {
                    return Err(broken(format!("Statement {number} names no day.")));
                }
                signer = says_key.or(signer);
                statements.push((statement, signed));
            }
        }
        Ok(Self { statements })
    }

    /// Whether exactly this signed statement is in the chain.
    pub(super) fn has(&self, signed: &Signed) -> bool {
        self.statements.iter().any(|(_, own)| own == signed)
    }

    /// Every key that has signed, or signs.
    pub(super) fn has_key(&self, key: &[u8; 32]) -> bool {
        self.statements.iter().any(|(statement, _)| statement.says == Says::Key(*key))
    }

    /// The list statement of a day, if it is closed.
    pub(super) fn closed(&self, of: &str) -> Option<ClosedDay<'_>> {
        self.statements.iter().find_map(|(statement, _)| match &statement.says {
            Says::List { day, secret: Some(secret), tables, root } if day == of => {
                Some(ClosedDay { secret, tables: *tables, root })
            }
            Says::List { .. } | Says::Secret { .. } | Says::Key(_) | Says::Era { .. } | Says::Unknown(_) => None,
        })
    }

    /// Whether each secret was committed to once, in time, and is the revealed one.
    pub(super) fn check_secrets(&self) -> Result<(), FairVerdict> {
        let broken = |why: String| Err(verdict(FairCode::Secret, why));
        let ran: BTreeSet<u64> = self.statements.iter().map(|(statement, _)| statement.at / DAY_MS).collect();
        let first = ran.first().copied().unwrap_or_default();
        let mut commits: BTreeMap<&str, Hash> = BTreeMap::new();
        let mut closed = BTreeSet::new();
        for (statement, _) in &self.statements {
            let at = statement.at;
            match &statement.says {
                Says::Key(_) | Says::Era { .. } | Says::Unknown(_) => {}
                Says::Secret { day, commit } => {
                    let start = start_of(day).unwrap_or_default();
                    let number = start / DAY_MS;
                    let is_late = at > start.saturating_sub(DAY_MS) && number > first + 1;
                    if commits.insert(day, *commit).is_some() {
                        return broken(format!("The secret of {day} was stated twice."));
                    }
                    if is_late && ran.contains(&(number - 2)) {
                        return broken(format!("The secret of {day} was stated less than a day before that day."));
                    }
                }
                Says::List { day, secret, .. } => {
                    let stated = split_day_name(day).and_then(|(plain, _)| commits.get(plain));
                    if secret.is_some_and(|secret| stated != Some(&commitment(&secret))) {
                        return broken(format!("The list of {day} reveals another secret than the one stated before."));
                    }
                    if !closed.insert(day) {
                        return broken(format!("{day} was closed twice."));
                    }
                    let start = split_day_name(day).and_then(|(plain, _)| start_of(plain));
                    if at < start.unwrap_or_default() + DAY_MS {
                        return broken(format!("The secret of {day} was revealed before the end of that day."));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Whether the chain contains the statement with this hash.
pub(super) fn contains(chain: Option<&Chain>, noted: &str) -> Result<(), FairVerdict> {
    let noted = hash(noted);
    let mut statements = chain.into_iter().flat_map(|chain| &chain.statements);
    if statements.any(|(_, signed)| Some(text_hash(&signed.text)) == noted) {
        return Ok(());
    }
    Err(verdict(FairCode::Rewritten, "The statement that was noted earlier is not among the statements."))
}

impl Says {
    /// The day that it is about.
    fn day(&self) -> Option<&str> {
        match self {
            Self::Key(_) | Self::Era { .. } | Self::Unknown(_) => None,
            Self::Secret { day, .. } | Self::List { day, .. } => Some(day),
        }
    }
}

/// The start of a day, written as year-month-day, in epoch milliseconds; `None` if there is no such day since 1970.
pub(super) fn start_of(day: &str) -> Option<u64> {
    let is_shaped = day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let parts: Vec<&str> = day.split('-').collect();
    let [year, month, date] = *parts.as_slice() else { return None };
    if !is_shaped || year.len() != 4 || month.len() != 2 {
        return None;
    }
    let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
    let date = Date::from_calendar_date(year.parse().ok()?, month, date.parse().ok()?).ok()?;
    let epoch = Date::from_ordinal_date(1970, 1).ok()?;
    let days = u64::try_from(date.to_julian_day() - epoch.to_julian_day()).ok()?;
    Some(days * DAY_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_a_date_since_1970() {
        assert_eq!(start_of("1970-01-01"), Some(0));
        assert_eq!(start_of("2026-11-25"), Some(1_795_564_800_000));
        for none in ["", "2026-1-25", "2026-02-30", "2026-13-01", "26-11-25", "1969-12-31", "+026-11-25", "2026-11-025"]
        {
            assert_eq!(start_of(none), None, "{none}");
        }
    }
}
