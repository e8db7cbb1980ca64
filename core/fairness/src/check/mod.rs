//! Verification of a deal from public data alone: a bundle, the statements and lists of its server, and what a player
//! kept. `transports/FAIRNESS.md` lists the verdicts in the order in which they are given.

mod bundle;
mod chain;
mod day;
mod days;
mod good;
mod late;
mod list;
mod moves;
mod notes;
mod secrets;
mod shown;
mod table;
mod unlisted;

pub use notes::Note;

use crate::statement::Statement;
use chain::Chain;
use days::{DayName, Made};
use list::Lists;
use notes::Found;
use secrets::{ClosedDay, Secrets};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use turnstone_games::{Brought, Deal, Registry};

/// The kind of a verdict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FairCode {
    /// The bundle was changed: form, digest, commitment, or the replay of the match.
    Bundle,
    /// The statements are no chain that their keys have signed.
    Statements,
    /// A statement that was noted earlier is not in the chain, or another one was put in before it later.
    Rewritten,
    /// A secret was not committed to, or was exchanged, or was revealed too early.
    Secret,
    /// The list of a day is not the signed one, or contradicts itself.
    List,
    /// The seed does not follow from secret, day, number and what the seats brought.
    Seed,
    /// The deal does not contain what the player brought.
    Brought,
    /// The table is not in the list of its day, or is there with other values.
    Proof,
    /// A receipt is invalid, or its move is not in the log, or no list has its table.
    Receipt,
    /// The table is not of the day and the era of its deal.
    Day,
    /// The secret was committed to less than a day before its day.
    Late,
    /// The seed is sealed; everything else holds.
    Sealed,
    /// This program does not know something; everything else holds.
    Unknown,
    /// The match has commit and reveal only.
    CommitAndReveal,
    /// Something that is needed is not public yet or was not given; everything else holds.
    Open,
    /// Everything holds.
    Holds,
}

impl FairCode {
    /// The code as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bundle => "bundle",
            Self::Statements => "statements",
            Self::Rewritten => "rewritten",
            Self::Secret => "secret",
            Self::List => "list",
            Self::Seed => "seed",
            Self::Brought => "brought",
            Self::Proof => "proof",
            Self::Receipt => "receipt",
            Self::Day => "day",
            Self::Late => "late",
            Self::Sealed => "sealed",
            Self::Unknown => "unknown",
            Self::CommitAndReveal => "commit-and-reveal",
            Self::Open => "open",
            Self::Holds => "holds",
        }
    }

    /// Whether it says that something is wrong.
    pub fn is_broken(self) -> bool {
        self <= Self::Late
    }
}

/// The result of a verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FairVerdict {
    /// Its kind.
    pub code: FairCode,
    /// The reason in a sentence. It can contain text of the checked data.
    pub why: String,
}

/// A verdict of a kind, with its reason.
fn verdict(code: FairCode, why: impl Into<String>) -> FairVerdict {
    FairVerdict { code, why: why.into() }
}

/// What a server publishes, as JSON.
#[derive(Clone, Default, Debug)]
pub struct FairRecord {
    /// Responses of `GET /api/fairness`, in order. None: the statements are not known.
    pub statements: Vec<Value>,
    /// Responses of `GET /api/fairness/days/DAY`; pages of a day name in order.
    pub lists: Vec<Value>,
    /// Statements that were noted earlier.
    pub noted: Vec<Note>,
}

/// What a player kept.
#[derive(Clone, Default, Debug)]
pub struct Kept {
    /// What seats brought, each with its seat in `config.deal`.
    pub brought: Vec<(usize, Option<Brought>)>,
    /// Receipts: each is the table's id, a space, the action's JSON, a tab, the value of `Move-Receipt`. Those of other
    /// tables are ignored.
    pub receipts: Vec<String>,
}

/// Verifies the bundles of one server.
pub struct Checker {
    games: Registry,
    record: Result<CheckedRecord, FairVerdict>,
}

/// A public record without contradictions.
struct CheckedRecord {
    /// `None` if the statements are not known.
    chain: Option<Chain>,
    secrets: Secrets,
    notes: Vec<Found>,
    lists: Lists,
}

impl CheckedRecord {
    /// What closes a day, if it is closed.
    fn closed(&self, day: &str) -> Option<ClosedDay> {
        self.secrets.closed(self.chain.as_ref()?, DayName::parse(day)?)
    }
}

impl Checker {
    /// Reads and checks what a server publishes.
    pub fn new(games: Registry, record: &FairRecord) -> Self {
        Self { games, record: read(record) }
    }

    /// The verdict on a bundle: the first that applies.
    pub fn verdict(&self, bundle: &Value, kept: &Kept) -> FairVerdict {
        self.checked(bundle, kept).unwrap_or_else(|broken| broken)
    }

    fn checked(&self, bundle: &Value, kept: &Kept) -> Result<FairVerdict, FairVerdict> {
        let bundle = bundle::read(bundle, self.games)?;
        let record = self.record.as_ref().map_err(Clone::clone)?;
        table::seed(&bundle, record)?;
        table::brought(&bundle, kept)?;
        let is_proven = table::proof(&bundle, record)?;
        moves::receipts(&bundle, record, kept)?;
        let made = day::check(&bundle, record)?;
        let exception = match (&record.chain, &bundle.deal) {
            (Some(chain), Some(deal)) => match DayName::parse(deal.seed_day()) {
                Some(name) => late::check(chain, &record.secrets, &record.notes, name, made)?,
                None => None,
            },
            (Some(_) | None, _) => None,
        };
        Ok(good::verdict_on(&bundle, record, is_proven, made, exception))
    }

    /// Verdicts on receipts of tables of which no bundle is given and which no list has: a table's id, and the verdict.
    pub fn unlisted(&self, bundles: &[Value], kept: &Kept) -> Vec<(String, FairVerdict)> {
        unlisted::verdicts(&self.record, bundles, kept)
    }
}

fn read(record: &FairRecord) -> Result<CheckedRecord, FairVerdict> {
    let chain = if record.statements.is_empty() { None } else { Some(Chain::read(&record.statements)?) };
    let notes = notes::check(chain.as_ref(), &record.noted)?;
    let secrets = chain.as_ref().map(Secrets::read).transpose()?.unwrap_or_default();
    let lists = list::read(&record.lists, chain.as_ref(), &secrets)?;
    Ok(CheckedRecord { chain, secrets, notes, lists })
}

/// A sentence about something of this time, or of the statement of this number, that is missing; with the era that
/// explains it, if one does.
fn explained(record: &CheckedRecord, why: String, time: u64, number: Option<u32>) -> String {
    let era = record.chain.as_ref().and_then(|chain| chain.eras.explaining(time, number));
    era.map_or(why.clone(), |era| format!("{why} Era {} (restored) began later, and explains it.", era.era))
}

/// The days whose lists are needed for a bundle: that of its number, and that of its seed.
pub fn days_of(bundle: &Value) -> BTreeSet<String> {
    let deal = bundle.pointer("/config/deal").and_then(|deal| Deal::deserialize(deal).ok());
    let days = deal.map(|deal| BTreeSet::from([deal.seed_day().to_owned(), deal.day]));
    days.into_iter().flatten().filter(|day| DayName::parse(day).is_some()).collect()
}

/// The days whose lists are needed for receipts of tables of which no bundle is given.
pub fn days_of_receipts(statements: &[Value], bundles: &[Value], receipts: &[String]) -> BTreeSet<String> {
    let shown = statements.iter().filter_map(|page| page.get("statements")?.as_array()).flatten();
    let said = shown.filter_map(|shown| Statement::parse(shown.get("text")?.as_str()?));
    let eras: Vec<u64> = said.filter_map(|statement| chain::era_of(&statement.says)).collect();
    let name = |table: &str| {
        let made = Made::of(table)?;
        let era = eras.iter().rev().find(|era| era.saturating_mul(1000) <= made.at).copied().unwrap_or_default();
        Some(DayName { day: made.at / days::DAY_MS, era }.to_string())
    };
    unlisted::tables(bundles, receipts).into_iter().filter_map(name).collect()
}
