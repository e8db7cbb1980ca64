//! A table: its seed, what was brought, its place in the list.

use super::bundle::CheckedBundle;
use super::days::Made;
use super::shown::Fair;
use super::{CheckedRecord, FairCode, FairVerdict, Kept, explained, verdict};
use crate::entry::{Ending, Entry, seed_of, table_hash};
use crate::statement::{Says, Signed, Statement, hash};
use crate::tree::{Hash, root_of_path};
use serde::Deserialize;
use turnstone_games::{Deal, SeedOf};

/// Games whose tables of a pair can have one deal.
const PAIRED: [&str; 3] = ["tic-tac-toe", "connect-four", "mancala"];

/// The seed follows from the secret of its day, once that is revealed.
pub(super) fn seed(of: &CheckedBundle, record: &CheckedRecord) -> Result<(), FairVerdict> {
    let broken = |why: &str| Err(verdict(FairCode::Seed, why));
    let (Some(deal), bundle) = (&of.deal, &of.bundle) else { return Ok(()) };
    // Something that this program does not know may have a part in the seed.
    if of.is_deal_unknown {
        return Ok(());
    }
    let lines = if matches!(deal.seed_of, Some(SeedOf::Daily(_))) { 0 } else { bundle.seats };
    if deal.brought.len() != lines {
        return broken("The seed was not computed from one line for each seat.");
    }
    pair(of, deal)?;
    let Some(secret) = record.closed(deal.seed_day()).and_then(|closed| closed.secret) else { return Ok(()) };
    let seed = deal.seed(&secret);
    let is_it = match (&bundle.seed, &bundle.seed_commit) {
        (Some(own), _) => *own == seed.to_hex(),
        (None, Some(commit)) => *commit == seed.commit(),
        (None, None) => true,
    };
    if is_it { Ok(()) } else { broken("The seed is not the one that secret, day, number and players give.") }
}

/// Two tables of a pair have one deal only where it hides nothing, and the first has a seed of its own.
fn pair(of: &CheckedBundle, deal: &Deal) -> Result<(), FairVerdict> {
    let Some(table) = of.pair else { return Ok(()) };
    let why = if !PAIRED.contains(&of.bundle.game_id.as_str()) {
        "This game hides what a pair of tables with one deal would show."
    } else if table % 2 == 1 && deal.seed_of.is_some() {
        "The first table of a pair has the seed of another table."
    } else {
        return Ok(());
    };
    Err(verdict(FairCode::Seed, why))
}

/// The deal contains what the player brought.
pub(super) fn brought(of: &CheckedBundle, kept: &Kept) -> Result<(), FairVerdict> {
    for (seat, brought) in &kept.brought {
        let dealt = of.deal.as_ref().and_then(|deal| deal.brought.get(*seat));
        if dealt != Some(brought) {
            return Err(verdict(FairCode::Brought, format!("The deal does not contain what seat {seat} brought.")));
        }
    }
    Ok(())
}

/// Whether the table is proven to be in the list of its day.
pub(super) fn proof(of: &CheckedBundle, record: &CheckedRecord) -> Result<bool, FairVerdict> {
    let created = Made::of(&of.bundle.session_id).map_or(u64::MAX, |made| made.at);
    let broken = |why: &str| Err(verdict(FairCode::Proof, why));
    let lost = |why: &str, number| Err(verdict(FairCode::Proof, explained(record, why.to_owned(), created, number)));
    let table = table_hash(&of.bundle.session_id);
    let Some((deal, own)) = of.deal.as_ref().and_then(|deal| Some((deal, entry(of, deal)?))) else {
        return if record.lists.have(&table) || !of.fair.is_null() {
            broken("The table is in a list, and its bundle does not say how it was dealt.")
        } else {
            Ok(false)
        };
    };
    let leaf = own.leaf();
    let list = record.lists.closed.get(&deal.day);
    if let Some(list) = list {
        let listed = (deal.number as usize).checked_sub(1).and_then(|at| list.get(at));
        if listed.is_none_or(|entry| entry.leaf() != leaf && !has_lost(record, deal, entry, &own)) {
            return lost("The list of the day has another table under this number, or other values.", None);
        }
    }
    if record.closed(&deal.day).is_some_and(|closed| !(1..=closed.tables).contains(&deal.number)) {
        return lost("The list of the day does not have as many tables.", None);
    }
    let Some(chain) = &record.chain else { return Ok(false) };
    if of.fair.is_null() {
        return Ok(list.is_some());
    }
    let Ok(Fair { statement, proof }) = Fair::deserialize(&of.fair) else {
        return broken("The proof of the bundle is invalid.");
    };
    let signed = Signed::from(statement);
    let said = Statement::parse(&signed.text);
    if !chain.has(&signed) {
        let number = said.map(|statement| statement.number);
        return lost("The statement of the bundle is not among the statements.", number);
    }
    let path: Vec<Hash> = proof.into_iter().map(|hash| hash.0).collect();
    let leads = match said.map(|statement| statement.says) {
        Some(Says::List { day, tables, root, .. }) if day == deal.day && deal.number > 0 => {
            root_of_path(leaf, deal.number as usize - 1, tables as usize, &path) == Some(root)
        }
        Some(_) | None => false,
    };
    if leads { Ok(true) } else { broken("The proof of the bundle does not lead to the list of its day.") }
}

/// Whether a list has the table as voided because its seed was lost before it was archived: the digest of a table cannot be
/// computed without it.
fn has_lost(record: &CheckedRecord, deal: &Deal, listed: &Entry, own: &Entry) -> bool {
    let is_lost = record.closed(deal.seed_day()).is_some_and(|closed| closed.secret.is_none());
    is_lost && *listed == Entry { ending: Ending::Voided, ..own.clone() }
}

/// The table as an entry of its list; `None` if digest or commitment have no such form, which a valid bundle has.
fn entry(of: &CheckedBundle, deal: &Deal) -> Option<Entry> {
    let seed_commit = match &of.bundle.seed_commit {
        Some(commit) => Some(hash(commit)?),
        None => None,
    };
    Some(Entry {
        number: deal.number,
        table: table_hash(&of.bundle.session_id),
        seed_of: seed_of(deal),
        seed_commit,
        ending: Ending::Settled(hash(&of.bundle.digest)?),
    })
}
