//! A server over many days: what it states and deals, in the order in which it happens. Day 0 is 2026-11-25.

use crate::example::Example;
use crate::world::{Drafts, HOUR, Playing, START, Table, id, key, kind, list_of, proven, sign, statements};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use turnstone_fairness::tree::{self, Hash};
use turnstone_fairness::{Entry, EraReason, Says, Signed, commitment, day_name, text_hash};
use turnstone_games::{Brought, Deal, SeedOf};

/// 2026-11-25, 00:00.
const DAY_0: u64 = START + 16 * HOUR;
const DAY_MS: u64 = 24 * HOUR;
/// A day of this version: it states secrets this far ahead.
pub(crate) const AHEAD: i64 = 100;

/// The time of an hour of a day.
pub(crate) fn at(day: i64, hour: u64) -> u64 {
    (DAY_0 as i64 + day * DAY_MS as i64) as u64 + hour * HOUR
}

/// The day as year-month-day.
pub(crate) fn day(number: i64) -> String {
    let first = time::Date::from_calendar_date(2026, time::Month::November, 25).unwrap();
    (first + time::Duration::days(number)).to_string()
}

fn number_of(time: u64) -> i64 {
    (time as i64 - DAY_0 as i64).div_euclid(DAY_MS as i64)
}

#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) drafts: Drafts,
    /// Tables by the name of their day.
    pub(crate) tables: BTreeMap<String, Vec<Table>>,
    era: u64,
    /// How often all secrets were replaced.
    replaced: u8,
    keys: u8,
}

impl Server {
    /// A server that begins at a time.
    pub(crate) fn new(begins: u64) -> Self {
        let drafts = vec![(begins, Says::Key(key(0).public()))];
        Self { drafts, tables: BTreeMap::new(), era: 0, replaced: 0, keys: 0 }
    }

    /// A server of this version that began long before day 0.
    pub(crate) fn old() -> Self {
        let mut server = Self::new(at(-10, 8));
        server.state(at(-10, 8), [-2, -1, 0, 1, 2, 3, AHEAD - 10]);
        server
    }

    /// A server of the version before that began long before day 0: it states secrets two days ahead.
    pub(crate) fn before() -> Self {
        let mut server = Self::new(at(-5, 8));
        server.state(at(-5, 8), [-5, -4, -3]);
        for day in -4..=0 {
            server.state(at(day, 0), [day + 2]);
            server.close(at(day, 1), day - 1);
        }
        server
    }

    /// The server that a backup of this one becomes.
    pub(crate) fn restored(&self, time: u64) -> Self {
        let mut other = self.clone();
        other.begin(time, EraReason::Restored);
        other
    }

    pub(crate) fn secret(&self, day: &str) -> [u8; 32] {
        Sha256::digest(format!("secret {} of {day}", self.replaced)).into()
    }

    /// State the secrets of days.
    pub(crate) fn state(&mut self, time: u64, days: impl IntoIterator<Item = i64>) {
        for number in days {
            let (day, commit) = (day(number), commitment(&self.secret(&day(number))));
            self.drafts.push((time, Says::Secret { day, commit }));
        }
    }

    /// Begin an era, which is also its time in seconds.
    pub(crate) fn begin(&mut self, time: u64, reason: EraReason) -> u64 {
        if reason == EraReason::Lost {
            self.rotate(time);
        }
        self.era = time / 1000;
        self.drafts.push((time, Says::Era { era: self.era, reason }));
        if reason != EraReason::Restored {
            self.replaced += 1;
        }
        self.era
    }

    pub(crate) fn rotate(&mut self, time: u64) {
        self.keys += 1;
        self.drafts.push((time, Says::Key(key(self.keys).public())));
    }

    /// The deal of the next table of a time.
    pub(crate) fn deal(&self, created: u64) -> Deal {
        let day = day_name(&day(number_of(created)), self.era);
        let number = self.tables.get(&day).map_or(1, |tables| tables.len() as u32 + 1);
        let brought = vec![Brought::of(Some("ref"), Some("seed")), None];
        Deal { day, number, seed_of: None, brought }
    }

    /// A table of tic-tac-toe with this deal, played an hour after its creation.
    pub(crate) fn playing(&self, created: u64, deal: &Deal) -> Playing {
        let (rules, setup) = kind("tic-tac-toe-vs-house");
        let day = deal.seed_day().split('/').next().unwrap();
        let seed = deal.seed(&self.secret(day));
        let id = id(created, &format!("{} {}", deal.day, deal.number));
        Playing { rules, setup, id, seed, begins: created + HOUR, pair: None }
    }

    /// Put a table into the list of its day. Returns its place: day and number.
    pub(crate) fn put(&mut self, day: &str, table: Table) -> (String, usize) {
        let tables = self.tables.entry(day.to_owned()).or_default();
        tables.push(table);
        (day.to_owned(), tables.len() - 1)
    }

    /// A settled table that was created at a time.
    pub(crate) fn table(&mut self, created: u64) -> (String, usize) {
        let deal = self.deal(created);
        let table = self.playing(created, &deal).settled(&deal);
        self.put(&deal.day, table)
    }

    /// The list of a day name, with this secret.
    pub(crate) fn list(&self, name: &str, secret: Option<[u8; 32]>) -> Says {
        let entries = self.entries(name);
        let leaves: Vec<Hash> = entries.iter().map(Entry::leaf).collect();
        Says::List { day: name.to_owned(), secret, tables: entries.len() as u32, root: tree::root(&leaves) }
    }

    fn entries(&self, name: &str) -> Vec<Entry> {
        self.tables.get(name).into_iter().flatten().map(|table| table.entry.clone()).collect()
    }

    /// State the lists of a day, in all eras.
    pub(crate) fn close(&mut self, time: u64, number: i64) {
        let plain = day(number);
        let secret = self.secret(&plain);
        let of_day = |name: &&String| name.split('/').next() == Some(&plain);
        let mut names: Vec<String> = self.tables.keys().filter(of_day).cloned().collect();
        if names.is_empty() {
            names.push(plain.clone());
        }
        for name in names {
            let list = self.list(&name, Some(secret));
            self.drafts.push((time, list));
        }
    }

    /// The note of the newest statement that was stated until a time.
    pub(crate) fn note(&self, time: u64) -> String {
        let place = self.drafts.iter().rposition(|(stated, _)| *stated <= time).unwrap();
        self.note_of(place, time)
    }

    /// The note of a statement, by its place.
    pub(crate) fn note_of(&self, place: usize, time: u64) -> String {
        format!("{}@{time}", hex::encode(text_hash(&sign(&self.drafts)[place].text)))
    }

    /// An example with tables that were put at these places, and the lists of their days.
    pub(crate) fn example(&self, places: &[(String, usize)], [name, expected, about]: [&'static str; 3]) -> Example {
        let signed = sign(&self.drafts);
        let bundles = places.iter().map(|(day, place)| self.bundle(&signed, day, *place)).collect();
        let mut lists: Vec<Value> = Vec::new();
        for (day, _) in places {
            let page = if self.is_closed(day) {
                list_of(day, &self.tables[day])
            } else {
                vec![json!({ "day": day, "closed": false, "tables": null, "running": 2, "entries": [], "next": null })]
            };
            if lists.iter().all(|known| known["day"] != **day) {
                lists.extend(page);
            }
        }
        Example {
            name,
            about,
            expected,
            bundles,
            statements: vec![statements(&signed)],
            lists,
            receipts: Vec::new(),
            brought: Vec::new(),
            noted: Vec::new(),
            unlisted: Vec::new(),
        }
    }

    fn is_closed(&self, name: &str) -> bool {
        self.drafts.iter().any(|(_, says)| matches!(says, Says::List { day, .. } if day == name))
    }

    fn bundle(&self, signed: &[Signed], day: &str, place: usize) -> Value {
        let table = &self.tables[day][place];
        let mut bundle = if self.is_closed(day) {
            proven(table, &self.entries(day), signed)
        } else {
            serde_json::to_value(table.bundle.as_ref().unwrap()).unwrap()
        };
        // The list has it, too.
        bundle.as_object_mut().unwrap().remove("fair");
        bundle
    }
}

/// The deal with the seed of another table.
pub(crate) fn sharing(deal: Deal, first: &Deal) -> Deal {
    let of = SeedOf::Table { day: first.day.clone(), number: first.number };
    Deal { seed_of: Some(of), brought: first.brought.clone(), ..deal }
}
