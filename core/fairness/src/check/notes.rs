//! Statements that a player noted as the newest one, with the time by their own clock.

use super::chain::Chain;
use super::{FairCode, FairVerdict, verdict};
use crate::statement::{hash, text_hash};
use std::str::FromStr;

/// How far the server's clock can be behind that of a player.
const CLOCKS_MS: u64 = 600_000;

/// A statement that was noted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The sha256 of its text, in lowercase hex.
    pub hash: String,
    /// When it was the newest one, in epoch milliseconds.
    pub at: Option<u64>,
    /// Its number, if its text was kept.
    pub number: Option<u32>,
}

impl FromStr for Note {
    type Err = &'static str;

    /// Reads `HASH` or `HASH@TIME`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (hash, at) = match text.split_once('@') {
            Some((hash, at)) => (hash, Some(at.parse().map_err(|_| "TIME is not in epoch milliseconds")?)),
            None => (text, None),
        };
        Ok(Self { hash: hash.to_owned(), at, number: None })
    }
}

/// A note whose statement is in the chain.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) number: u32,
    pub(super) at: Option<u64>,
}

/// Each noted statement is in the chain, and none that follows it is dated before the note.
pub(super) fn check(chain: Option<&Chain>, notes: &[Note]) -> Result<Vec<Found>, FairVerdict> {
    notes.iter().map(|note| find(chain, note)).collect()
}

fn find(chain: Option<&Chain>, note: &Note) -> Result<Found, FairVerdict> {
    let rewritten = |why: String| Err(verdict(FairCode::Rewritten, why));
    let noted = hash(&note.hash);
    let statements = chain.map_or_else(Default::default, |chain| chain.statements.as_slice());
    let Some(at) = statements.iter().position(|stated| Some(stated.hash) == noted) else {
        let era = chain.and_then(|chain| chain.eras.explaining(note.at?, note.number));
        let why = "A statement that was noted earlier is not among the statements.";
        return rewritten(match era {
            Some(era) if note.number.is_some() => {
                format!("{why} Era {} (restored) began later, and explains it.", era.era)
            }
            Some(era) => {
                let (era, number) = (era.era, era.number);
                format!("{why} Era {era} (restored) began later: it explains it if its number is at least {number}.")
            }
            None => why.to_owned(),
        });
    };
    let is_before = |later: u64| note.at.is_some_and(|noted| later < noted.saturating_sub(CLOCKS_MS));
    let (number, after) = (statements[at].number, &statements[at + 1..]);
    match after.iter().find(|later| is_before(later.at)) {
        Some(later) => rewritten(format!(
            "Statement {number} was noted as the newest one, and statement {} after it is dated before that.",
            later.number
        )),
        None => Ok(Found { number, at: note.at }),
    }
}

/// The note with the text of a statement.
impl Note {
    /// A note of a whole text.
    pub fn of_text(text: &str, at: u64) -> Self {
        let number = text.split('\n').nth(1).and_then(|number| number.parse().ok());
        Self { hash: hex::encode(text_hash(text)), at: Some(at), number }
    }
}
