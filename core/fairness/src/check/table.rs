//! A table: its seed, what was brought, its place in the list.

use super::bundle::CheckedBundle;
use super::shown::Fair;
use super::{CheckedRecord, FairCode, FairVerdict, Kept, verdict};
use crate::entry::{Ending, Entry, seed_of, table_hash};
use crate::statement::{Says, Signed, Statement, hash};
use crate::tree::{Hash, root_of_path};
use serde::Deserialize;
use turnstone_games::{Deal, SeedOf};

/// The seed follows from the secret of its day, once that is revealed.
pub(super) fn seed(of: &CheckedBundle, record: &CheckedRecord) -> Result<(), FairVerdict> {
    let broken = |why: &str| Err(verdict(FairCode::Seed, why));
    let (Some(deal), bundle) = (&of.deal, &of.bundle) else { return Ok(()) };
    let lines = if matches!(deal.seed_of, Some(SeedOf::Daily(_))) { 0 } else { bundle.seats };
    if deal.brought.len() != lines {
        return broken("The seed was not computed from one line for each seat.");
    }
    let Some(closed) = record.chain.as_ref().and_then(|chain| chain.closed(deal.seed_day())) else { return Ok(()) };
    let seed = deal.seed(closed.secret);
    let is_it = match (&bundle.seed, &bundle.seed_commit) {
        (Some(own), _) => *own == seed.to_hex(),
        (None, Some(commit)) => *commit == seed.commit(),
        (None, None) => true,
    };
    if is_it { Ok(()) } else { broken("The seed is not the one that secret, day, number and players give.") }
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
    let broken = |why: &str| Err(verdict(FairCode::Proof, why));
    let table = table_hash(&of.bundle.session_id);
    let Some((deal, leaf)) = of.deal.as_ref().and_then(|deal| Some((deal, leaf(of, deal)?))) else {
        let is_listed = record.lists.values().flatten().any(|entry| entry.table == table);
        return if is_listed || !of.fair.is_null() {
            broken("The table is in a list, and its bundle does not say how it was dealt.")
        } else {
            Ok(false)
        };
    };
    if let Some(list) = record.lists.get(&deal.day) {
        let listed = (deal.number as usize).checked_sub(1).and_then(|at| list.get(at));
        if listed.is_none_or(|entry| entry.leaf() != leaf) {
            return broken("The list of the day has another table under this number, or other values.");
        }
    }
    let Some(chain) = &record.chain else { return Ok(false) };
    if of.fair.is_null() {
        return Ok(record.lists.contains_key(&deal.day));
    }
    let Ok(Fair { statement, proof }) = Fair::deserialize(&of.fair) else {
        return broken("The proof of the bundle is invalid.");
    };
    let signed = Signed::from(statement);
    if !chain.has(&signed) {
        return broken("The statement of the bundle is not among the statements.");
    }
    let path: Vec<Hash> = proof.into_iter().map(|hash| hash.0).collect();
    let leads = match Statement::parse(&signed.text).map(|statement| statement.says) {
        Some(Says::List { day, tables, root, .. }) if day == deal.day && deal.number > 0 => {
            root_of_path(leaf, deal.number as usize - 1, tables as usize, &path) == Some(root)
        }
        Some(_) | None => false,
    };
    if leads { Ok(true) } else { broken("The proof of the bundle does not lead to the list of its day.") }
}

/// The table as a leaf of its list; `None` if digest or commitment have no such form, which a valid bundle has.
fn leaf(of: &CheckedBundle, deal: &Deal) -> Option<Hash> {
    let seed_commit = match &of.bundle.seed_commit {
        Some(commit) => Some(hash(commit)?),
        None => None,
    };
    let entry = Entry {
        number: deal.number,
        table: table_hash(&of.bundle.session_id),
        seed_of: seed_of(deal),
        seed_commit,
        ending: Ending::Settled(hash(&of.bundle.digest)?),
    };
    Some(entry.leaf())
}

/// The verdict on a table with which nothing is wrong.
pub(super) fn good(of: &CheckedBundle, record: &CheckedRecord, is_proven: bool) -> FairVerdict {
    if of.bundle.seed.is_none() {
        return verdict(FairCode::Sealed, "The seed is still sealed. Keep this bundle and verify later.");
    }
    if let Some(why) = &of.unknown {
        return verdict(FairCode::Unknown, format!("This build cannot replay the match: {why}."));
    }
    let Some(deal) = &of.deal else {
        let why = "The seed is the one that was committed to before the first move. How it was chosen is not shown.";
        return verdict(FairCode::CommitAndReveal, why);
    };
    let open = |why: &str| verdict(FairCode::Open, why);
    let Some(chain) = &record.chain else {
        return open("The bundle holds. The statements of the server are needed to check how its seed was chosen.");
    };
    if chain.closed(&deal.day).is_none() || chain.closed(deal.seed_day()).is_none() {
        return open("The bundle holds. Its day is not closed yet: verify again later.");
    }
    if !is_proven {
        return open("The seed is right. The rest needs the list of the day, or a new copy of the bundle.");
    }
    let Deal { day, number, .. } = deal;
    let seed = match &deal.seed_of {
        None => "its own seed".to_owned(),
        Some(SeedOf::Daily(_)) => "the seed of that day's challenge".to_owned(),
        Some(SeedOf::Table { day, number }) => format!("the seed of table {number} of {day}"),
    };
    let why = format!("Table {number} of {day}, with {seed}: replay, statements, secret, seed and list agree.");
    verdict(FairCode::Holds, why)
}
