//! Everything that a server publishes about its deals, read as anybody can read it.

use crate::inner::prelude::*;
use std::collections::BTreeSet;
use turnstone_fairness::{EraReason, Says, Statement, table_hash, text_hash};
use turnstone_storage::Snapshot;

/// The address of the caller, who has no account.
const ADDRESS: [u8; 4] = [192, 0, 2, 7];

/// The public data of a server.
pub(crate) struct Published {
    pub(crate) bundles: Vec<Value>,
    /// The pages of its statements, and of all its lists.
    pub(crate) statements: Vec<Value>,
    pub(crate) lists: Vec<Value>,
}

/// A core that follows, with the rows for its queries.
struct Reading<'a> {
    service: &'a mut Service,
    rows: &'a dyn Snapshot,
    at: Millis,
    asked: u64,
}

impl Published {
    /// Read it from a core that follows and its rows.
    pub(crate) fn read(service: &mut Service, rows: &dyn Snapshot, at: Millis) -> Self {
        let (mut tables, mut days) = (BTreeSet::new(), BTreeSet::new());
        for record in rows.records().flatten() {
            match record {
                Record::Table(id, row) if matches!(row.status, Status::Settled { .. }) => drop(tables.insert(id)),
                Record::Archive(id, row) if matches!(row.table.status, Status::Settled { .. }) => {
                    tables.insert(id);
                }
                Record::FairDay(name, _) => drop(days.insert(name)),
                _ => {}
            }
        }
        let mut reading = Reading { service, rows, at, asked: 0 };
        let replay = |table| Request::Replay(table, Replay { seat: None });
        let bundles = tables.into_iter().filter_map(|table| reading.ask(replay(table))).collect();
        let statements = reading.pages(Request::Fairness);
        let list = |DayName { day, era }| {
            move |page| {
                if era == 0 { Request::FairnessDay(day, page) } else { Request::FairnessEraDay(day, era, page) }
            }
        };
        let lists = days.into_iter().flat_map(|name| reading.pages(list(name))).collect();
        Self { bundles, statements, lists }
    }

    /// The texts of the statements, oldest first.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let shown = self.statements.iter().filter_map(|page| page["statements"].as_array()).flatten();
        shown.filter_map(|shown| shown["text"].as_str())
    }

    /// The hashes of the statements, as notes have them.
    pub(super) fn hashes(&self) -> impl Iterator<Item = String> {
        self.texts().map(|text| hex::encode(text_hash(text)))
    }

    fn says(&self) -> impl Iterator<Item = Says> {
        self.texts().filter_map(Statement::parse).map(|statement| statement.says)
    }

    /// The statements that begin eras, with their numbers and times.
    pub(super) fn eras(&self) -> String {
        let is_era = |text: &&str| text.contains("\nera ");
        self.texts().filter(is_era).map(|text| text.replace('\n', " ") + "\n").collect()
    }

    /// Whether an era after a restore explains why something of this time, and of this statement, is missing.
    pub(super) fn explains(&self, at: Option<u64>, number: Option<u32>) -> bool {
        let statements = self.texts().filter_map(Statement::parse);
        let mut eras = statements.filter(|said| matches!(said.says, Says::Era { reason: EraReason::Restored, .. }));
        eras.any(|era| at.is_some_and(|at| at < era.at) && number.is_none_or(|number| number >= era.number))
    }

    /// How a table ended, as its list says.
    pub(super) fn ending_of(&self, table: &str) -> Option<&str> {
        let hash = hex::encode(table_hash(table));
        let mut entries = self.lists.iter().filter_map(|page| page["entries"].as_array()).flatten();
        entries.find(|entry| entry["table"] == hash)?["ending"].as_str()
    }

    /// Whether a table may be late although the operator has not cheated: new secrets followed an era of that day or the day
    /// before.
    pub(crate) fn may_be_late(&self, bundle: &Value) -> bool {
        let day = |deal: &Value| DayName::parse(deal.pointer("/seedOf/day").unwrap_or(&deal["day"]).as_str()?);
        let Some(name) = bundle.pointer("/config/deal").and_then(day) else { return false };
        self.says().any(|says| {
            let Says::Era { era, reason: EraReason::Compromised | EraReason::Lost } = says else { return false };
            let first = Millis(era * 1000).day();
            era <= name.era && (name.day == first || name.day == first.next())
        })
    }
}

impl Reading<'_> {
    /// The answer to a request; `None` after an error.
    fn ask(&mut self, request: Request) -> Option<Value> {
        self.asked += 1;
        let stamp = Stamp { at: self.at, entropy: [0; 32] };
        let caller = Caller::new(None, ADDRESS.into());
        let command = Command::Request { id: RequestId(self.asked), caller, request: Box::new(request) };
        let mut effects = self.service.apply(stamp, command);
        loop {
            if let Some((_, reply)) = effects.replies.pop() {
                return serde_json::from_str(&reply.ok()?.answer.json()).ok();
            }
            let (query, asked) = effects.queries.pop()?;
            let rows = self.rows.query(&asked).map_err(|_| UnreadableRowsError);
            effects = self.service.apply(stamp, Command::Found { query, rows });
        }
    }

    /// All pages of a list.
    fn pages(&mut self, request: impl Fn(NumberedList) -> Request) -> Vec<Value> {
        let (mut pages, mut next) = (Vec::new(), Some(1));
        while let Some(from) = next {
            let Some(page) = self.ask(request(NumberedList { from })) else { break };
            next = page["next"].as_u64().map(|next| next as u32);
            pages.push(page);
        }
        pages
    }
}
