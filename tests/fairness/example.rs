//! An example: everything public about some bundles, what a player kept, and the expected verdict.

use crate::world::{Table, drafts, list, proven, sign, statements, tables};
use serde_json::{Value, json};
use std::fmt::Write;
use turnstone_fairness::check::{Checker, FairRecord, FairVerdict, Kept};
use turnstone_fairness::{Entry, Signed};
use turnstone_games::{Brought, SHIPPED};

#[derive(Clone)]
pub(crate) struct Example {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) expected: &'static str,
    pub(crate) bundles: Vec<Value>,
    pub(crate) statements: Vec<Value>,
    pub(crate) lists: Vec<Value>,
    pub(crate) receipts: Vec<String>,
    /// Objects with `seat`, `clientRef` and `clientSeed`.
    pub(crate) brought: Vec<Value>,
    /// Notes as the option `--noted` takes them.
    pub(crate) noted: Vec<String>,
    /// The codes of verdicts on receipts of tables of which no bundle is given.
    pub(crate) unlisted: Vec<&'static str>,
}

/// Tables of a day, and what is published about them.
pub(crate) struct Published {
    pub(crate) tables: Vec<Table>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) signed: Vec<Signed>,
}

impl Published {
    pub(crate) fn of(tables: Vec<Table>) -> Self {
        let entries: Vec<Entry> = tables.iter().map(|table| table.entry.clone()).collect();
        let signed = sign(&drafts(&entries));
        Self { tables, entries, signed }
    }

    pub(crate) fn honest() -> Self {
        Self::of(tables())
    }

    /// The bundle of the table at an index, with its proof.
    pub(crate) fn bundle(&self, at: usize) -> Value {
        proven(&self.tables[at], &self.entries, &self.signed)
    }

    /// An example with the bundle of the table at an index.
    pub(crate) fn example(&self, at: usize, [name, expected, about]: [&'static str; 3]) -> Example {
        Example {
            name,
            about,
            expected,
            bundles: vec![self.bundle(at)],
            statements: vec![statements(&self.signed)],
            lists: list(&self.tables),
            receipts: Vec::new(),
            brought: Vec::new(),
            noted: Vec::new(),
            unlisted: Vec::new(),
        }
    }
}

/// What the player of seat 0 says that they sent.
pub(crate) fn sent() -> Value {
    json!({ "seat": 0, "clientRef": "ref-0", "clientSeed": "0".repeat(32) })
}

impl Example {
    pub(crate) fn checker(&self) -> Checker {
        let Self { statements, lists, noted, .. } = self.clone();
        let noted = noted.iter().map(|note| note.parse().unwrap()).collect();
        Checker::new(SHIPPED, &FairRecord { statements, lists, noted })
    }

    pub(crate) fn kept(&self) -> Kept {
        let brought = |sent: &Value| {
            let brought = Brought::of(sent["clientRef"].as_str(), sent["clientSeed"].as_str());
            (sent["seat"].as_u64().unwrap() as usize, brought)
        };
        Kept { brought: self.brought.iter().map(brought).collect(), receipts: self.receipts.clone() }
    }

    pub(crate) fn verdicts(&self) -> Vec<FairVerdict> {
        let (checker, kept) = (self.checker(), self.kept());
        self.bundles.iter().map(|bundle| checker.verdict(bundle, &kept)).collect()
    }

    /// The text of its file: a line for each bundle, page, receipt.
    pub(crate) fn text(&self) -> String {
        let lines = |name: &str, items: &[Value]| {
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            format!("\"{name}\": [\n{}\n]", items.join(",\n"))
        };
        let texts = |lines: &[String]| lines.iter().map(|line| line.as_str().into()).collect::<Vec<Value>>();
        let (receipts, noted) = (texts(&self.receipts), texts(&self.noted));
        let unlisted: Vec<Value> = self.unlisted.iter().map(|code| (*code).into()).collect();
        let mut text = format!("{{\n\"about\": {:?},\n\"expected\": {:?}", self.about, self.expected);
        let lists = [
            ("bundles", &self.bundles),
            ("statements", &self.statements),
            ("lists", &self.lists),
            ("receipts", &receipts),
            ("brought", &self.brought),
            ("noted", &noted),
            ("unlisted", &unlisted),
        ];
        for (name, items) in lists {
            if !items.is_empty() {
                write!(text, ",\n{}", lines(name, items)).unwrap();
            }
        }
        text + "\n}\n"
    }
}
