//! Lists of days: numbers, seeds, and the signed root.

use super::chain::Chain;
use super::days::DayName;
use super::secrets::Secrets;
use super::shown::{ShownDay, ShownEntry};
use super::{FairCode, FairVerdict, verdict};
use crate::entry::{Ending, Entry, table_hash};
use crate::statement::hash;
use crate::tree;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The lists that were given.
pub(super) struct Lists {
    /// The tables of each closed day, in the order of their numbers.
    pub(super) closed: BTreeMap<String, Vec<Entry>>,
    /// How many tables of each open day still run, if the server says so.
    pub(super) running: BTreeMap<String, u32>,
}

impl Lists {
    /// Whether a list has the table with this hash.
    pub(super) fn have(&self, table: &tree::Hash) -> bool {
        self.closed.values().flatten().any(|entry| entry.table == *table)
    }
}

/// Reads pages of lists, and checks each list.
pub(super) fn read(pages: &[Value], chain: Option<&Chain>, secrets: &Secrets) -> Result<Lists, FairVerdict> {
    let (mut lists, mut running) = (BTreeMap::<String, Vec<Entry>>::new(), BTreeMap::new());
    let closed = |day: &str| secrets.closed(chain?, DayName::parse(day)?);
    for page in pages {
        let page = ShownDay::deserialize(page).map_err(|error| broken(format!("Not a list: {error}.")))?;
        let ShownDay { day, tables, .. } = page;
        if !page.closed {
            running.extend(page.running.map(|running| (day, running)));
            continue;
        }
        let Some(tables) = tables else { return Err(broken(format!("The list of {day} has no number of tables."))) };
        if chain.is_some() && closed(&day).is_none_or(|closed| closed.tables != tables) {
            return Err(broken(format!("No statement closes {day} with {tables} tables.")));
        }
        let list = lists.entry(day.clone()).or_default();
        for entry in page.entries {
            list.push(entry_of(entry).ok_or_else(|| broken(format!("The list of {day} has an invalid entry.")))?);
        }
    }
    for (day, list) in &lists {
        check_numbers(day, list)?;
        if let Some(closed) = closed(day) {
            let leaves: Vec<tree::Hash> = list.iter().map(Entry::leaf).collect();
            if closed.tables as usize != list.len() || tree::root(&leaves) != closed.root {
                return Err(broken(format!("The list of {day} is not the signed one, or pages are missing.")));
            }
        }
    }
    check_seeds(&lists)?;
    Ok(Lists { closed: lists, running })
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
    (DayName::parse(day).is_some() && parsed > 0 && parsed.to_string() == number).then_some((day, parsed))
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
fn check_seeds(lists: &BTreeMap<String, Vec<Entry>>) -> Result<(), FairVerdict> {
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
fn is_shared(lists: &BTreeMap<String, Vec<Entry>>, seed_of: &str, commit: &tree::Hash) -> bool {
    let Some((day, number)) = owner(seed_of) else { return false };
    let Some(list) = lists.get(day) else { return true };
    let owner = list.get(number as usize - 1);
    owner.is_some_and(|owner| owner.seed_of == "own" && owner.seed_commit.is_none_or(|own| own == *commit))
}
