//! Eras and secrets of days: after a restore no deal comes again, and keys are replaced or lost.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use std::collections::BTreeMap;
use turnstone_fairness::{EraReason, Says, Statement};
use turnstone_service::answer::Answer;
use turnstone_service::config::{Begins, Config};
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Command, Stamp};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::personal::{Sealed, Vault};
use turnstone_service::record::{
    AccountRow, BalanceRow, Change, DamageError, Key, LedgerAccount, Record, RecoveryRow, SeedRow, Status, TableRow,
};
use turnstone_service::request::{Caller, CreateTable, Request, RequestId};
use turnstone_service::secret::SecretKey;
use turnstone_service::service::Service;
use turnstone_service::time::{Day, Millis};

const START: Millis = Millis(1_800_000_000_000);
const ADA: AccountId = AccountId(1);

fn keys(numbers: impl IntoIterator<Item = u8>) -> ServerKeys {
    ServerKeys::new(numbers.into_iter().map(|number| (number.into(), SecretKey([number; 32]))).collect())
}

/// A store with one member, and the steps so far.
struct Store {
    rows: BTreeMap<Key, Record>,
    at: Millis,
}

impl Store {
    fn new() -> Self {
        let recovery = RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] };
        let row = AccountRow::new(0, Sealed::Open("ada".into()), recovery, START);
        let chips = |balance| BalanceRow { balance, ..BalanceRow::default() };
        let records = [
            Record::Account(ADA, Box::new(row)),
            Record::Balance(LedgerAccount::Mint, chips(-1000)),
            Record::Balance(LedgerAccount::Member(ADA), chips(1000)),
        ];
        Self { rows: records.map(|record| (record.key(), record)).into(), at: START }
    }

    fn open(&self, keys: ServerKeys, begins: Begins) -> Result<Service, DamageError> {
        let vault = Vault::new([(0, SecretKey([7; 32]))].into());
        let hot = self.rows.values().filter(|record| !record.key().is_cold()).cloned();
        Service::open(Config { begins, ..Config::default() }, keys, vault, hot)
    }

    fn step(&mut self, service: &mut Service, command: Command) -> Option<Answer> {
        self.at = self.at.plus_ms(1);
        let mut effects = service.apply(Stamp { at: self.at, entropy: [self.at.0 as u8; 32] }, command);
        for change in effects.batch.changes {
            match change {
                Change::Put(record) => drop(self.rows.insert(record.key(), record)),
                Change::Remove(key) => drop(self.rows.remove(&key)),
            }
        }
        Some(effects.replies.pop()?.1.unwrap().answer)
    }

    fn table(&mut self, service: &mut Service) -> TableId {
        let create = CreateTable { kind: "connect-four-vs-house".into(), stake: Some(10), ..CreateTable::default() };
        let claims = Claims::Account { account: ADA, epoch: 0, issued_at: START, expires_at: Millis(u64::MAX) };
        let caller = Caller::new(Some(claims), [127, 0, 0, 1].into());
        let request = Box::new(Request::CreateTable(create));
        let answer = self.step(service, Command::Request { id: RequestId(self.at.0), caller, request });
        let Some(Answer::Created(created)) = answer else { panic!("{answer:?}") };
        created.table_id
    }

    fn row(&self, table: TableId) -> TableRow {
        let Some(Record::Table(_, row)) = self.rows.get(&Key::Table(table)) else { panic!("{table} is not hot") };
        (**row).clone()
    }

    /// What the statements say, oldest first.
    fn says(&self) -> Vec<Says> {
        let statements = self.rows.values().filter_map(|record| {
            if let Record::Statement(_, row) = record { Statement::parse(&row.text) } else { None }
        });
        statements.map(|statement| statement.says).collect()
    }

    fn eras(&self) -> Vec<(u64, EraReason)> {
        let era = |says: Says| if let Says::Era { era, reason } = says { Some((era, reason)) } else { None };
        self.says().into_iter().filter_map(era).collect()
    }
}

fn seed(row: &TableRow, id: TableId, keys: &ServerKeys) -> [u8; 32] {
    row.seed.open(id, row.setup.deal.as_deref(), keys).unwrap()
}

#[test]
fn secrets_are_stated_for_the_days_ahead_and_stored_nowhere() {
    let mut store = Store::new();
    let mut service = store.open(keys([1]), Begins::default()).unwrap();
    let table = store.table(&mut service);
    let stated = store.says().into_iter().filter(|says| matches!(says, Says::Secret { .. })).count();
    assert_eq!(stated, 101, "today and the 100 days ahead");
    let row = store.row(table);
    assert!(matches!(row.seed, SeedRow::Committed(_)), "{row:?}");
    let bytes = postcard::to_stdvec(&store.rows.values().collect::<Vec<_>>()).unwrap();
    let today = START.day();
    let secrets = (today.0..=today.0 + 100).map(|day| keys([1]).day_secret(Day(day)));
    for secret in secrets.chain([seed(&row, table, &keys([1]))]) {
        assert!(!bytes.windows(32).any(|window| window == secret));
    }
}

#[test]
fn a_restored_store_begins_an_era_and_deals_anew() {
    let mut store = Store::new();
    let mut service = store.open(keys([1]), Begins::default()).unwrap();
    store.step(&mut service, Command::Tick);
    let backup = store.rows.clone();
    let first = store.table(&mut service);
    let first = seed(&store.row(first), first, &keys([1]));
    for restored in 1..=2 {
        store.rows = backup.clone();
        store.rows.insert(Key::Restored, Record::Restored(()));
        let mut service = store.open(keys([1]), Begins::default()).unwrap();
        let table = store.table(&mut service);
        let row = store.row(table);
        let deal = row.setup.deal.as_deref().unwrap();
        let (era, reason) = store.eras().pop().unwrap();
        assert_eq!((reason, deal.number), (EraReason::Restored, 1));
        assert_eq!(deal.day, format!("{}/{era}", START.day()));
        assert!(table.made_at() >= Millis((era + 1) * 1000), "the second of the era is over");
        assert_ne!(seed(&row, table, &keys([1])), first, "restore {restored}");
        assert!(!store.rows.contains_key(&Key::Restored), "the next start begins no era");
        store.at = table.made_at();
    }
}

#[test]
fn a_start_without_a_needed_key_names_the_day() {
    let mut store = Store::new();
    let mut service = store.open(keys([1, 2]), Begins::default()).unwrap();
    store.step(&mut service, Command::Tick);
    let error = store.open(keys([1]), Begins::default()).err().unwrap();
    assert!(error.0.contains(&format!("the secret of {} was stated", START.day())), "{error}");
}

#[test]
fn lost_keys_begin_an_era_and_void_running_tables() {
    let mut store = Store::new();
    let mut service = store.open(keys([1]), Begins::default()).unwrap();
    let table = store.table(&mut service);
    let begins = Begins { new_keys: true, ..Begins::default() };
    let mut service = store.open(keys([9]), begins).unwrap();
    let lost = service.lost_with_keys().unwrap();
    assert_eq!((lost.running_tables, lost.open_days, lost.their_tables), (1, 1, 1));
    store.step(&mut service, Command::Tick);
    assert!(matches!(store.row(table).status, Status::Voided { .. }));
    assert_eq!(store.eras().len(), 1);
    assert_eq!(store.eras()[0].1, EraReason::Lost);
    service.audit().unwrap();
    // From now on the new key is enough.
    let mut service = store.open(keys([9]), Begins::default()).unwrap();
    store.table(&mut service);
    assert_eq!(store.eras().len(), 1);
}

#[test]
fn a_compromised_key_gives_no_secret_of_today_or_later() {
    let mut store = Store::new();
    let mut service = store.open(keys([1]), Begins::default()).unwrap();
    let old = store.table(&mut service);
    let both = keys([1, 2]).with_compromised(1);
    let mut service = store.open(both.clone(), Begins::default()).unwrap();
    let new = store.table(&mut service);
    let (era, reason) = store.eras().pop().unwrap();
    assert_eq!(reason, EraReason::Compromised);
    let row = store.row(new);
    assert!(row.setup.deal.as_deref().unwrap().day.ends_with(&format!("/{era}")));
    assert!(row.seed.open(new, row.setup.deal.as_deref(), &keys([1])).is_none(), "the old key does not give it");
    assert!(matches!(store.row(old).status, Status::Playing { .. }), "a running table goes on");
    let stated = store.says().into_iter().filter(|says| matches!(says, Says::Secret { .. })).count();
    assert_eq!(stated, 202, "each day anew");
    let mut service = store.open(both, Begins::default()).unwrap();
    store.step(&mut service, Command::Tick);
    assert_eq!(store.eras().len(), 1, "once");
}
