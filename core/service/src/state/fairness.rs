//! The days with their secrets, the eras, and the chain of statements.

use crate::credentials::ServerKeys;
use crate::ids::TableId;
use crate::record::{DayName, FairDayRow, SeedRow, StatementRow, TableRow};
use crate::time::{Day, Millis};
use std::collections::{BTreeMap, BTreeSet};
use turnstone_fairness::{EraReason, Says, Statement, commitment, text_hash};

type Hash = [u8; 32];

/// The days with their secrets, the eras, and the chain of statements.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Fairness {
    days: BTreeMap<DayName, FairDayRow>,
    /// Those that are not closed.
    open: BTreeSet<DayName>,
    statements: BTreeMap<u32, StatementRow>,
    /// The key that the newest statement about keys names.
    key: Option<[u8; 32]>,
    /// The eras by the numbers of their statements.
    eras: BTreeMap<u32, (u64, EraReason)>,
    /// The commitments to secrets, by day and number of the statement.
    stated: BTreeMap<(Day, u32), Hash>,
    /// The secrets that are known, by commitment: the server's keys give them, a list has revealed them, or an earlier
    /// version stored them.
    secrets: BTreeMap<Hash, KnownSecret>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct KnownSecret {
    bytes: [u8; 32],
    /// The id of the key that gives it.
    key: Option<u32>,
}

impl Fairness {
    pub(super) fn put_day(&mut self, name: DayName, row: FairDayRow, keys: &ServerKeys) {
        if let Some(bytes) = row.stored_secret(name.day, keys) {
            self.secrets.entry(commitment(&bytes)).or_insert(KnownSecret { bytes, key: None });
        }
        self.days.insert(name, row);
        if row.closed_by.is_none() {
            self.open.insert(name);
        } else {
            self.open.remove(&name);
        }
    }

    pub(super) fn put_statement(&mut self, number: u32, row: &StatementRow, keys: &ServerKeys) {
        match Statement::parse(&row.text).map(|statement| statement.says) {
            Some(Says::Key(key)) => self.key = Some(key),
            Some(Says::Era { era, reason }) => drop(self.eras.insert(number, (era, reason))),
            Some(Says::Secret { day, commit }) => {
                let day = Day::parse(&day).unwrap_or_default();
                self.stated.insert((day, number), commit);
                if let Some((key, bytes)) = keys.day_secrets(day).find(|(_, bytes)| commitment(bytes) == commit) {
                    self.secrets.insert(commit, KnownSecret { bytes, key: Some(key) });
                }
            }
            Some(Says::List { secret: Some(bytes), .. }) => {
                self.secrets.entry(commitment(&bytes)).or_insert(KnownSecret { bytes, key: None });
            }
            Some(Says::List { secret: None, .. } | Says::Unknown(_)) | None => {}
        }
        self.statements.insert(number, row.clone());
    }

    pub(crate) fn day(&self, name: DayName) -> Option<&FairDayRow> {
        self.days.get(&name)
    }

    /// Every day that has a row.
    pub(crate) fn days(&self) -> impl DoubleEndedIterator<Item = (DayName, &FairDayRow)> {
        self.days.iter().map(|(name, row)| (*name, row))
    }

    /// Days before this one that are not closed, the first one first.
    pub(crate) fn open_before(&self, day: Day) -> impl Iterator<Item = (DayName, &FairDayRow)> {
        self.open.range(..DayName::of(day)).map(|name| (*name, &self.days[name]))
    }

    /// Those of them whose lists can be stated: a salvage can leave out the statement of an era, or of a secret that was lost
    /// since.
    pub(crate) fn to_close_before(&self, day: Day) -> impl Iterator<Item = (DayName, &FairDayRow)> {
        let has_begun = |era: u64| era == 0 || self.eras.values().any(|(begun, _)| *begun == era);
        self.open_before(day).filter(move |(name, _)| has_begun(name.era) && self.stated(*name).is_some())
    }

    /// The key that signs.
    pub(crate) const fn key(&self) -> Option<[u8; 32]> {
        self.key
    }

    /// The current era; 0 before the first.
    pub(crate) fn era(&self) -> u64 {
        self.eras.last_key_value().map_or(0, |(_, (era, _))| *era)
    }

    /// The era in which a day ended.
    pub(crate) fn era_at_end_of(&self, day: Day) -> u64 {
        let begun = |(era, _): &&(u64, EraReason)| era_start(*era) < day.next().start();
        self.eras.values().take_while(begun).last().map_or(0, |(era, _)| *era)
    }

    /// Tables are created from this moment on: the second of the era's statement is over.
    pub(crate) fn tables_from(&self) -> Millis {
        match self.era() {
            0 => Millis(0),
            era => era_start(era + 1),
        }
    }

    /// The name of a day in the current era.
    pub(crate) fn name_of(&self, day: Day) -> DayName {
        DayName { day, era: self.era() }
    }

    /// The commitment to the secret of a day name, with the number of its statement: the last one before the next era. A
    /// store that was salvaged without its statements states the secret again, in a later era.
    pub(crate) fn stated(&self, name: DayName) -> Option<(u32, Hash)> {
        let next = self.eras.iter().find(|(_, (era, _))| *era > name.era).map_or(u32::MAX, |(number, _)| *number);
        let has_new =
            |(_, (_, reason)): &(&u32, &(u64, EraReason))| matches!(reason, EraReason::Compromised | EraReason::Lost);
        let first = self.eras.range(..next).rfind(has_new).map_or(0, |(number, _)| *number);
        let last = self.eras.range(next..).find(has_new).map_or(u32::MAX, |(number, _)| *number);
        let own = self.stated.range((name.day, first)..(name.day, next)).next_back();
        let again = || self.stated.range((name.day, next)..(name.day, last)).next();
        own.or_else(again).map(|((_, number), commit)| (*number, *commit))
    }

    /// A day in each era in which it has a row, the first era first.
    pub(crate) fn names_of(&self, day: Day) -> impl DoubleEndedIterator<Item = (DayName, &FairDayRow)> {
        self.days.range(DayName::of(day)..=DayName { day, era: u64::MAX }).map(|(name, row)| (*name, row))
    }

    /// The secret of a day name; `None` if it is not stated or the key that gives it is lost.
    pub(crate) fn secret(&self, name: DayName) -> Option<[u8; 32]> {
        self.known(name).map(|known| known.bytes)
    }

    /// The id of the key that gives the secret of a day name.
    pub(crate) fn key_of(&self, name: DayName) -> Option<u32> {
        self.known(name).and_then(|known| known.key)
    }

    fn known(&self, name: DayName) -> Option<&KnownSecret> {
        self.secrets.get(&self.stated(name)?.1)
    }

    /// The last day with a statement.
    pub(crate) fn last_stated(&self) -> Option<Day> {
        self.stated.last_key_value().map(|((day, _), _)| *day)
    }

    /// Whether an era of lost keys began after this statement.
    fn is_lost_since(&self, number: u32) -> bool {
        self.eras.range(number..).any(|(_, (_, reason))| *reason == EraReason::Lost)
    }

    /// The first day from `today` on, or open day before, whose secret no key gives although none was lost.
    pub(crate) fn lacks_key_of(&self, today: Day) -> Option<Day> {
        let ahead = self.stated.range((today, 0)..).map(|((day, _), _)| self.name_of(*day));
        let mut names = self.open.iter().copied().chain(ahead);
        let lacks = |name: &DayName| {
            let stated = self.stated(*name);
            stated.is_some_and(|(number, commit)| !self.secrets.contains_key(&commit) && !self.is_lost_since(number))
        };
        names.find(lacks).map(|name| name.day)
    }

    /// The number of the newest statement and the hash of its text; zeros if there is none.
    pub(crate) fn head(&self) -> (u32, [u8; 32]) {
        self.statements.last_key_value().map_or((0, [0; 32]), |(number, row)| (*number, text_hash(&row.text)))
    }

    pub(crate) fn statement(&self, number: u32) -> Option<&StatementRow> {
        self.statements.get(&number)
    }

    pub(crate) fn newest(&self) -> Option<(u32, &StatementRow)> {
        self.statements.last_key_value().map(|(number, row)| (*number, row))
    }

    /// Statements from this number on.
    pub(crate) fn statements_from(&self, number: u32) -> impl Iterator<Item = (u32, &StatementRow)> {
        self.statements.range(number..).map(|(number, row)| (*number, row))
    }

    /// The seed of a table, hot or archived; `None` if nothing was dealt or the key that gives it is lost.
    pub(crate) fn seed_of(&self, id: TableId, row: &TableRow, keys: &ServerKeys) -> Option<[u8; 32]> {
        let deal = row.setup.deal.as_deref();
        // Statements are loaded after the tables: the keys are tried first.
        row.seed.open(id, deal, keys).or_else(|| {
            let (SeedRow::Committed(commit), Some(deal)) = (&row.seed, deal) else { return None };
            SeedRow::seed_with(deal, &self.secret(DayName::parse(deal.seed_day())?)?, commit)
        })
    }
}

/// The first moment of the second that an era is numbered by.
const fn era_start(era: u64) -> Millis {
    Millis(era.saturating_mul(1000))
}
