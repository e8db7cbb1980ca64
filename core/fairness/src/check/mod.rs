//! Verification of a deal from public data alone: a bundle, the statements and lists of its server, and what a player
//! kept. `transports/FAIRNESS.md` lists the verdicts in the order in which they are given.

mod bundle;
mod chain;
mod list;
mod moves;
mod shown;
mod table;

use chain::Chain;
use list::Lists;
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
    /// A statement that was noted earlier is not in the chain.
    Rewritten,
    /// A secret was not committed to, or not in time, or was exchanged.
    Secret,
    /// The list of a day is not the signed one, or contradicts itself.
    List,
    /// The seed does not follow from secret, day, number and what the seats brought.
    Seed,
    /// The deal does not contain what the player brought.
    Brought,
    /// The table is not in the list of its day, or is there with other values.
    Proof,
    /// A receipt is invalid, or its move is not in the log.
    Receipt,
    /// This build cannot replay the match; everything else holds.
    Unknown,
    /// The match has commit and reveal only.
    CommitAndReveal,
    /// The seed is sealed; everything else holds.
    Sealed,
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
            Self::Unknown => "unknown",
            Self::CommitAndReveal => "commit-and-reveal",
            Self::Sealed => "sealed",
            Self::Open => "open",
            Self::Holds => "holds",
        }
    }

    /// Whether it says that something is wrong.
    pub fn is_broken(self) -> bool {
        self <= Self::Receipt
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
    /// Responses of `GET /api/fairness/days/DAY`; pages of a day in order.
    pub lists: Vec<Value>,
    /// The sha256 of the text of a statement that was noted earlier, in lowercase hex.
    pub noted: Option<String>,
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
    lists: Lists,
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
        Ok(table::good(&bundle, record, is_proven))
    }
}

fn read(record: &FairRecord) -> Result<CheckedRecord, FairVerdict> {
    let chain = if record.statements.is_empty() { None } else { Some(Chain::read(&record.statements)?) };
    if let Some(noted) = &record.noted {
        chain::contains(chain.as_ref(), noted)?;
    }
    if let Some(chain) = &chain {
        chain.check_secrets()?;
    }
    let lists = list::read(&record.lists, chain.as_ref())?;
    Ok(CheckedRecord { chain, lists })
}

/// The days whose lists are needed for a bundle: that of its number, and that of its seed.
pub fn days_of(bundle: &Value) -> BTreeSet<String> {
    let deal = bundle.pointer("/config/deal").and_then(|deal| Deal::deserialize(deal).ok());
    let days = deal.map(|deal| BTreeSet::from([deal.seed_day().to_owned(), deal.day]));
    days.into_iter().flatten().filter(|day| chain::start_of(day).is_some()).collect()
}
