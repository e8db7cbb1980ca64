//! Data of earlier versions. Some runs start with a store of the golden files. Others continue, after a stop, with rows
//! rewritten in version 1 of the encoding.

use super::starts::{READS_FORMER, reported};
use crate::inner::driver::Driver;
use crate::inner::prelude::*;
use crate::inner::world::SimWorld;
use turnstone_directory::{Durable, Rows, RowsEngine};

/// A member of the golden store.
const HANDLE: &str = "ada";
const CODE: &str = "JFQAV-JN4FR-8BDZS-7QDFD-B7PNJ-FR75P";
/// The step of the table that was in play in the golden store: before the first step.
const FOUND: u32 = 0;

impl SimWorld {
    /// Start from the golden store, with what one of its members knows.
    pub(super) fn take_over(&mut self) -> CheckResult {
        let keys = self.driver.truth().keys.clone();
        let slots: Vec<SlotChange> = keys.into_iter().map(|(slot, key)| SlotChange::Fill(slot, key)).collect();
        self.judge.model.take_keys(&slots);
        self.judge.reread(self.driver.records()?)?;
        let member = self.known.person(HANDLE);
        (member.handle, member.code, member.joins) = (HANDLE.to_owned(), Some(CODE.to_owned()), 1);
        let playing = |row: &Status| matches!(row, Status::Playing { .. });
        let found = self.model.tables.iter().find(|(_, table)| playing(&table.row.status)).map(|(id, _)| *id);
        must(found.is_some(), READS_FORMER, || "no match is in play".to_owned())?;
        self.known.find_table(FOUND, found.unwrap_or(TableId(0)));
        // Other settings were in force.
        self.judge.daily_turns_changed = true;
        self.judge.counts.hit("premise: a run started with the store of an earlier version");
        Ok(())
    }
}

impl Driver {
    /// Rewrite rows that differ in version 1 of the encoding. The loop has stopped.
    pub(super) fn make_former(&mut self) -> CheckResult {
        self.storage().close();
        let rows = self.engine.open(&self.machine, &self.path.join("store")).map_err(reported(READS_FORMER))?;
        let mut changed = Vec::new();
        for (key, value) in &self.storage().truth.rows {
            if let Some(former) = in_version_1(key, value) {
                let same = decode(key, &former).ok() == decode(key, value).ok();
                must!(same, READS_FORMER, "{:?}", decode(key, &former))?;
                changed.push((key.clone(), former));
            }
        }
        let mut changes = changed.iter().map(|(key, value)| (key.as_slice(), Some(value.as_slice())));
        rows.write(&mut changes, Durable::All).map_err(reported(READS_FORMER))?;
        drop(rows);
        if !changed.is_empty() {
            self.counts.hit("premise: the run continued from rows of an earlier version");
        }
        self.storage().truth.rows.extend(changed);
        Ok(())
    }
}

/// How version 3 writes that there is no deal, and that there is a seed.
const NO_DEAL: &u8 = &0;
const A_SEED: &u8 = &1;

/// A stored setup: the kind, the seats, the stake, and the options of the game.
type Setup = (Option<String>, usize, i64, Vec<u8>);

/// A row in version 1 of the encoding, if its form differs and it can hold the row: version 1 stored the options of two
/// games by position, and no others.
fn in_version_1(key: &[u8], value: &[u8]) -> Option<Vec<u8>> {
    let key = decode_key(key)?;
    matches!(key, Key::Table(_) | Key::Archive(_) | Key::Sanction(_)).then_some(())?;
    let (version, row) = value.split_first()?;
    if matches!(key, Key::Sanction(_)) {
        (*version == 2).then_some(())?;
        // Version 2 added the last field. An empty one is a single byte.
        let (last, former) = row.split_last()?;
        return (*last == 0).then(|| [&[1], former].concat());
    }
    (*version == 3).then_some(())?;
    let ((game, rules, (kind, seats, stake, options)), rest) =
        postcard::take_from_bytes::<(String, String, Setup)>(row).ok()?;
    // Version 3 added the deal, and a seed that is not there while members can join.
    let (NO_DEAL, rest) = rest.split_first()? else { return None };
    let (A_SEED, rest) = rest.split_first()? else { return None };
    let mut options: Map<String, Value> =
        if options.is_empty() { Map::new() } else { serde_json::from_slice(&options).ok()? };
    let [hands, small, big] = ["hands", "smallBlind", "bigBlind"].map(|name| options.remove(name)?.as_i64());
    let stacks: Option<Vec<i64>> = options.remove("stacks").map(serde_json::from_value).transpose().ok()?;
    options.is_empty().then_some(())?;
    let hands = hands.and_then(|hands| usize::try_from(hands).ok());
    let setup = (kind, seats, stake, hands, small, big, stacks);
    let mut former = postcard::to_extend(&(game, rules, setup), vec![1]).ok()?;
    former.extend_from_slice(rest);
    Some(former)
}
