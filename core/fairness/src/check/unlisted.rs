//! Receipts of tables of which no bundle is given: a server that has lost or removed such a table has it in no list.

use super::days::{DAY_MS, DayName, Made};
use super::moves::{acknowledged, parse};
use super::{CheckedRecord, FairCode, FairVerdict, Kept, good, verdict};
use crate::entry::table_hash;
use serde_json::Value;
use std::collections::BTreeSet;

/// The tables of receipts without a bundle.
pub(super) fn tables<'a>(bundles: &[Value], receipts: &'a [String]) -> BTreeSet<&'a str> {
    let given: BTreeSet<&str> = bundles.iter().filter_map(|bundle| bundle.get("sessionId")?.as_str()).collect();
    let tables = receipts.iter().filter_map(|line| line.split_once(' ')).map(|(table, _)| table);
    tables.filter(|table| !given.contains(table)).collect()
}

pub(super) fn verdicts(
    record: &Result<CheckedRecord, FairVerdict>,
    bundles: &[Value],
    kept: &Kept,
) -> Vec<(String, FairVerdict)> {
    let verdict = |table: &str| match record {
        Ok(record) => on(table, record, kept).unwrap_or_else(Some),
        Err(broken) => Some(broken.clone()),
    };
    let tables = tables(bundles, &kept.receipts).into_iter();
    tables.filter_map(|table| Some((table.to_owned(), verdict(table)?))).collect()
}

/// The verdict on a table's receipts; `None` if a list has the table.
fn on(table: &str, record: &CheckedRecord, kept: &Kept) -> Result<Option<FairVerdict>, FairVerdict> {
    if record.lists.have(&table_hash(table)) {
        return Ok(None);
    }
    let broken = |why: String| verdict(FairCode::Receipt, why);
    for rest in kept.receipts.iter().filter_map(|line| line.strip_prefix(table)?.strip_prefix(' ')) {
        let parsed = parse(table, rest).ok_or_else(|| broken("A line of the receipts is invalid.".to_owned()))?;
        acknowledged(&parsed, record)?;
    }
    let open = |why: String| Ok(Some(verdict(FairCode::Open, why)));
    let Some(chain) = &record.chain else {
        return open("The statements of the server are needed to check whether a list has this table.".to_owned());
    };
    let made = Made::of(table).ok_or_else(|| broken("No server gives a table this id.".to_owned()))?;
    let name = DayName { day: made.at / DAY_MS, era: chain.eras.at(made.at) };
    let Some(closed) = record.secrets.closed(chain, name) else {
        return open(good::still_open(record, &name.to_string()));
    };
    if made.is_leg {
        return open("A leg of a duel can be in the list of any later day: its bundle is needed.".to_owned());
    }
    if closed.tables > 0 && !record.lists.closed.contains_key(&name.to_string()) {
        return open(format!("The list of {name} is needed to check whether it has this table."));
    }
    let why = format!("Moves of this table were acknowledged, and the list of {name} does not have it.");
    Err(broken(super::explained(record, why, made.at, None)))
}
