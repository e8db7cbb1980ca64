//! The chain of statements: texts, numbers, hashes, signatures, times and eras.

use super::days::{DAY_MS, DayName, LAST_ERA};
use super::shown::ShownStatements;
use super::{FairCode, FairVerdict, verdict};
use crate::statement::{EraReason, Says, Signed, Statement, text_hash};
use crate::tree::Hash;
use serde::Deserialize;
use serde_json::Value;

/// The time of a statement is before this one, in epoch milliseconds.
const LAST: u64 = 1_000_000_000_000_000;
/// How far the number of an era can be from the time of its statement.
const NEAR_MS: u64 = 60_000;
/// The version before stated secrets at most this long before their day.
const AHEAD_BEFORE_MS: u64 = 2 * DAY_MS;

/// A valid chain.
pub(super) struct Chain {
    pub(super) statements: Vec<Stated>,
    pub(super) eras: Eras,
    /// A statement of a kind that this program does not know.
    pub(super) unknown: Option<u32>,
}

/// A statement of the chain.
pub(super) struct Stated {
    pub(super) number: u32,
    pub(super) hash: Hash,
    pub(super) at: u64,
    /// The latest time of this statement and those before it.
    pub(super) since: u64,
    pub(super) says: Says,
    signed: Signed,
}

/// An era that a statement begins.
#[derive(Clone, Copy)]
pub(super) struct Era {
    /// Its time, in seconds since 1970.
    pub(super) era: u64,
    /// `None`: a later version knows it.
    pub(super) reason: Option<EraReason>,
    /// The number of its statement, and its time.
    pub(super) number: u32,
    pub(super) at: u64,
    /// Its key was not signed by the one before.
    pub(super) is_unsigned: bool,
}

/// The eras of a chain, oldest first, without era 0.
#[derive(Default)]
pub(super) struct Eras(Vec<Era>);

impl Eras {
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Era> {
        self.0.iter()
    }

    /// The era of a time.
    pub(super) fn at(&self, time: u64) -> u64 {
        self.iter().rev().find(|era| era.era * 1000 <= time).map_or(0, |era| era.era)
    }

    pub(super) fn has(&self, number: u64) -> bool {
        number == 0 || self.iter().any(|era| era.era == number)
    }

    /// The newest era that is no later than this one and began with new secrets; 0 if there is none.
    pub(super) fn of_secrets(&self, number: u64) -> u64 {
        let has_new = |era: &&Era| matches!(era.reason, Some(EraReason::Compromised | EraReason::Lost));
        self.iter().rev().filter(has_new).find(|era| era.era <= number).map_or(0, |era| era.era)
    }

    /// The first era after a restore that explains why something of this time, and of the statement of this number,
    /// was lost. Without a number, it is an explanation on a condition.
    pub(super) fn explaining(&self, time: u64, number: Option<u32>) -> Option<&Era> {
        let explains = |era: &&Era| {
            let is_restored = era.reason == Some(EraReason::Restored);
            is_restored && time < era.at && number.is_none_or(|number| number >= era.number)
        };
        self.iter().find(explains)
    }
}

/// What a chain has said so far, while it is read.
#[derive(Default)]
struct Reading {
    statements: Vec<Stated>,
    eras: Eras,
    unknown: Option<u32>,
    /// The key that signs.
    signer: Option<Hash>,
    /// The key that the statement before has named and signed itself, though another one signed until then.
    named_itself: bool,
    /// Whether a statement of this version was read: from then on no time is before the one before it.
    is_in_order: bool,
}

impl Chain {
    /// Reads pages of statements.
    pub(super) fn read(pages: &[Value]) -> Result<Self, FairVerdict> {
        let mut reading = Reading::default();
        for page in pages {
            let page =
                ShownStatements::deserialize(page).map_err(|error| broken(format!("Not statements: {error}.")))?;
            for signed in page.statements.into_iter().map(Signed::from) {
                reading.add(signed)?;
            }
        }
        if reading.named_itself {
            return Err(broken("The last statement names a key that the key before it has not signed.".to_owned()));
        }
        let Reading { statements, eras, unknown, .. } = reading;
        Ok(Self { statements, eras, unknown })
    }

    /// Whether exactly this signed statement is in the chain.
    pub(super) fn has(&self, signed: &Signed) -> bool {
        self.statements.iter().any(|stated| stated.signed == *signed)
    }

    /// Every key that has signed, or signs.
    pub(super) fn has_key(&self, key: &[u8; 32]) -> bool {
        self.statements.iter().any(|stated| stated.says == Says::Key(*key))
    }
}

impl Reading {
    fn add(&mut self, signed: Signed) -> Result<(), FairVerdict> {
        let number = self.statements.len() as u32 + 1;
        let fault = |what: &str| broken(format!("Statement {number} {what}."));
        let statement = Statement::parse(&signed.text).filter(|statement| statement.at < LAST);
        let Statement { number: own, previous, at, says } = statement.ok_or_else(|| fault("has an invalid text"))?;
        let hash = self.statements.last().map_or([0; 32], |before| before.hash);
        if own != number || previous != hash {
            return Err(fault("does not follow the one before it"));
        }
        let is_unsigned = self.named_itself;
        if !self.signs(&signed, &says) {
            return Err(fault("is not signed by the key that signs there"));
        }
        self.check_days(&says).map_err(fault)?;
        let before = self.statements.last().map_or((0, 0), |before| (before.at, before.since));
        self.is_in_order |= is_of_this_version(&says, at);
        if self.is_in_order && at < before.0 {
            return Err(fault("is dated before the one before it"));
        }
        self.begin_era(number, at, &says, is_unsigned).map_err(fault)?;
        if let Says::Unknown(_) = says {
            self.unknown.get_or_insert(number);
        }
        let hash = text_hash(&signed.text);
        self.statements.push(Stated { number, hash, at, since: at.max(before.1), says, signed });
        Ok(())
    }

    /// Whether the key that signs here has signed this. A key that signs itself is not signed by the one before:
    /// only the beginning of an era can say why.
    fn signs(&mut self, signed: &Signed, says: &Says) -> bool {
        let named = if let Says::Key(key) = says { Some(*key) } else { None };
        let is_lost = matches!(says, Says::Era { reason: EraReason::Lost, .. });
        let expected = self.signer.or(named);
        if self.named_itself && !is_lost {
            return false;
        }
        self.named_itself = named.is_some() && named != expected && named == Some(signed.key);
        self.signer = named.or(self.signer);
        (expected == Some(signed.key) || self.named_itself) && signed.is_signed()
    }

    /// Days exist, and eras of lists have begun.
    fn check_days(&self, says: &Says) -> Result<(), &'static str> {
        match says {
            Says::Secret { day, .. } => match DayName::parse(day) {
                Some(DayName { era: 0, .. }) => Ok(()),
                Some(_) | None => Err("names no day"),
            },
            Says::List { day, .. } => match DayName::parse(day) {
                Some(name) if self.eras.has(name.era) => Ok(()),
                Some(_) => Err("names an era that has not begun"),
                None => Err("names no day"),
            },
            Says::Key(_) | Says::Era { .. } | Says::Unknown(_) => Ok(()),
        }
    }

    fn begin_era(&mut self, number: u32, at: u64, says: &Says, is_unsigned: bool) -> Result<(), &'static str> {
        let Some(era) = era_of(says) else { return Ok(()) };
        let reason = if let Says::Era { reason, .. } = says { Some(*reason) } else { None };
        let is_later = self.eras.iter().next_back().is_none_or(|before| before.era < era);
        if era >= LAST_ERA || !is_later || (era * 1000).abs_diff(at) > NEAR_MS {
            return Err("begins an era that is not later than the one before it, or not of its own time");
        }
        self.eras.0.push(Era { era, reason, number, at, is_unsigned });
        Ok(())
    }
}

/// The era that a statement begins, perhaps for a reason that only a later version knows.
pub(super) fn era_of(says: &Says) -> Option<u64> {
    match says {
        Says::Era { era, .. } => Some(*era),
        Says::Unknown(line) => line.strip_prefix("era ")?.split_once(' ')?.0.parse().ok(),
        Says::Key(_) | Says::Secret { .. } | Says::List { .. } => None,
    }
}

/// Whether the version before did not state this: it knew no eras, and stated secrets two days ahead.
fn is_of_this_version(says: &Says, at: u64) -> bool {
    match says {
        Says::Era { .. } | Says::Unknown(_) => true,
        Says::Secret { day, .. } => DayName::parse(day).is_some_and(|name| name.start() > at + AHEAD_BEFORE_MS),
        Says::Key(_) | Says::List { .. } => false,
    }
}

fn broken(why: String) -> FairVerdict {
    verdict(FairCode::Statements, why)
}
