//! What players keep, and the verdicts that they get with it.

use super::Published;
use crate::inner::prelude::*;
use turnstone_fairness::check::{Checker, FairRecord, FairVerdict, Kept, Note};

/// Notes, receipts, and what was brought to each table.
#[derive(Clone, Default)]
pub(crate) struct Pocket {
    pub(crate) notes: Vec<Note>,
    pub(crate) receipts: Vec<String>,
    pub(crate) brought: BTreeMap<String, Vec<(usize, Option<Brought>)>>,
}

impl Pocket {
    /// Keep the receipt of a move.
    pub(crate) fn keep(&mut self, action: &Value, accepted: &AcceptedMove) {
        if let Some(header) = turnstone_http::move_receipt(accepted) {
            let header = String::from_utf8_lossy(header.as_bytes()).into_owned();
            self.receipts.push(format!("{} {action}\t{header}", accepted.fact.table));
        }
    }

    /// Note a statement as the newest one.
    pub(crate) fn note(&mut self, text: &str, at: u64) {
        self.notes.push(Note::of_text(text, at));
    }

    /// The verdicts that `turnstone verify` gives on each bundle, and on receipts of tables without one.
    pub(crate) fn verdicts(&self, published: &Published) -> Verdicts {
        let Published { bundles, statements, lists } = published;
        let record = FairRecord { statements: statements.clone(), lists: lists.clone(), noted: self.notes.clone() };
        let checker = Checker::new(SHIPPED, &record);
        let mut receipts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for line in &self.receipts {
            receipts.entry(line.split(' ').next().unwrap_or_default()).or_default().push(line.clone());
        }
        let on = |bundle: &Value| {
            let table = bundle["sessionId"].as_str().unwrap_or_default();
            let brought = self.brought.get(table).cloned().unwrap_or_default();
            let kept = Kept { brought, receipts: receipts.get(table).cloned().unwrap_or_default() };
            checker.verdict(bundle, &kept)
        };
        let kept = Kept { brought: Vec::new(), receipts: self.receipts.clone() };
        Verdicts { bundles: bundles.iter().map(on).collect(), unlisted: checker.unlisted(bundles, &kept) }
    }
}

pub(crate) struct Verdicts {
    /// On each bundle, in order.
    pub(crate) bundles: Vec<FairVerdict>,
    /// On receipts of tables of which there is no bundle and which no list has.
    pub(crate) unlisted: Vec<(String, FairVerdict)>,
}
