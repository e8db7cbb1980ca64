//! Lists of days: numbers, seeds, and the signed root.

use super::chain::{Chain, start_of};
use super::shown::{ShownDay, ShownEntry};
use super::{FairCode, FairVerdict, verdict};
use crate::entry::{Ending, Entry, table_hash};
use crate::statement::hash;
use crate::tree;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The tables of each closed day whose list was given, in the order of their numbers.
pub(super) type Lists = BTreeMap<String, Vec<Entry>>;

/// Reads pages of lists, and checks each list.
pub(super) fn read(pages: &[Value], chain: Option<&Chain>) -> Result<Lists, FairVerdict> {
    let mut lists = Lists::new();
    for page in pages {
        let page = ShownDay::deserialize(page).map_err(|error| broken(format!("Not a list: {error}.")))?;
        if !page.closed {
            continue;
        }
        let ShownDay { day, tables, .. } = page;
        let Some(tables) = tables else { return Err(broken(format!("The list of {day} has no number of tables."))) };
        if chain.is_some_and(|chain| chain.closed(&day).is_none_or(|closed| closed.tables != tables)) {
            return Err(broken(format!("No statement closes {day} with {tables} tables.")));
        }
        let list = lists.entry(day.clone()).or_default();
        for entry in page.entries {
            list.push(entry_of(entry).ok_or_else(|| broken(format!("The list of {day} has an invalid entry.")))?);
        }
    }
    for (day, list) in &lists {
        check_numbers(day, list)?;
        if let Some(closed) = chain.and_then(|chain| chain.closed(day)) {
            let leaves: Vec<tree::Hash> = list.iter().map(Entry::leaf).collect();
            if closed.tables as usize != list.len() || tree::root(&leaves) != *closed.root {
                return Err(broken(format!("The list of {day} is not the signed one, or pages are missing.")));
            }
        }
    }
    check_seeds(&lists)?;
    Ok(lists)
}

fn broken(why: String) -> FairVerdict {
    verdict(FairCode::List, why)
}

fn entry_of(shown: ShownEntry) -> Option<Entry> {
    let ending = match shown.ending.as_str() {
        "cancelled" => Ending::Cancelled,
        "voided" => Ending::Voided,
        digest => Ending::Settled(hash(digest)?),
    };
    let is_named = shown.table_id.is_none_or(|id| table_hash(&id) == shown.table);
    let is_known = matches!(shown.seed_of.as_str(), "own" | "daily") || owner(&shown.seed_of).is_some();
    let ShownEntry { number, table, seed_of, seed_commit, .. } = shown;
    (is_named && is_known).then_some(Entry { number, table, seed_of, seed_commit, ending })
}

/// The day and the number of the table whose seed is shared.
fn owner(seed_of: &str) -> Option<(&str, u32)> {
    let (day, number) = seed_of.split_once(' ')?;
    let parsed: u32 = number.parse().ok()?;
    (start_of(day).is_some() && parsed > 0 && parsed.to_string() == number).then_some((day, parsed))
}

/// The numbers run from 1 without gaps, and no table is there twice.
fn check_numbers(day: &str, list: &[Entry]) -> Result<(), FairVerdict> {
    let mut tables = BTreeSet::new();
    for (entry, expected) in list.iter().zip(1u32..) {
        if entry.number != expected {
            return Err(broken(format!("The list of {day} has number {} instead of {expected}.", entry.number)));
        }
        if !tables.insert(entry.table) {
            return Err(broken(format!("The list of {day} has a table twice, also as number {expected}.")));
        }
    }
    Ok(())
}

/// A seed belongs to one table, except those that are shared, which are equal.
fn check_seeds(lists: &Lists) -> Result<(), FairVerdict> {
    let mut own = BTreeSet::new();
    let mut daily = BTreeMap::new();
    for (day, entry) in lists.iter().flat_map(|(day, list)| list.iter().map(move |entry| (day, entry))) {
        let number = entry.number;
        let Some(commit) = entry.seed_commit else { continue };
        let is_right = match entry.seed_of.as_str() {
            "own" => own.insert(commit),
            "daily" => *daily.entry(day).or_insert(commit) == commit,
            shared => is_shared(lists, shared, &commit),
        };
        if !is_right {
            return Err(broken(format!(
                "Table {number} of {day} has a seed that cannot be its own or the shared one."
            )));
        }
    }
    Ok(())
}

/// Whether a shared seed is that of its owner, if the owner's list was given.
fn is_shared(lists: &Lists, seed_of: &str, commit: &tree::Hash) -> bool {
    let Some((day, number)) = owner(seed_of) else { return false };
    let Some(list) = lists.get(day) else { return true };
    let owner = list.get(number as usize - 1);
    owner.is_some_and(|owner| owner.seed_of == "own" && owner.seed_commit.is_none_or(|own| own == *commit))
}
