//! The check of ratings: each step is computed again, and the steps of a player lead from one to the next.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use std::collections::BTreeMap;
use turnstone_service::answer::Answer;
use turnstone_service::config::Config;
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Command, Effects, Stamp};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::personal::{Sealed, Vault};
use turnstone_service::record::{
    AccountRow, BalanceRow, Change, Key, LedgerAccount, RatedPlayer, Record, RecoveryRow, TableRatingRow,
};
use turnstone_service::request::{Caller, CreateTable, JoinTable, Request, RequestId};
use turnstone_service::secret::SecretKey;
use turnstone_service::service::{ColdRows, RatingCheck, Service};
use turnstone_service::time::Millis;

const START: Millis = Millis(1_800_000_000_000);
const ADA: AccountId = AccountId(1);
const BOB: AccountId = AccountId(2);
/// Longer than a settled table stays in memory.
const ARCHIVED_MS: u64 = 700_000;

struct Room {
    service: Service,
    rows: BTreeMap<Key, Record>,
    now: Millis,
    steps: u64,
}

fn keys() -> ServerKeys {
    ServerKeys::new(vec![(1, SecretKey([1; 32]))])
}

fn vault() -> Vault {
    Vault::new([(0, SecretKey([7; 32])), (1, SecretKey([8; 32]))].into())
}

impl Room {
    fn new() -> Self {
        let member = |id, slot, handle: &str| {
            let recovery = RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] };
            Record::Account(id, Box::new(AccountRow::new(slot, Sealed::Open(handle.into()), recovery, START)))
        };
        let chips = |balance| BalanceRow { balance, ..BalanceRow::default() };
        let records = [
            member(ADA, 0, "ada"),
            member(BOB, 1, "bob"),
            Record::Balance(LedgerAccount::Mint, chips(-2000)),
            Record::Balance(LedgerAccount::Member(ADA), chips(1000)),
            Record::Balance(LedgerAccount::Member(BOB), chips(1000)),
        ];
        let rows = records.into_iter().map(|record| (record.key(), record)).collect::<BTreeMap<_, _>>();
        let service = Service::open(Config::default(), keys(), vault(), rows.values().cloned()).unwrap();
        Self { service, rows, now: START, steps: 0 }
    }

    fn step(&mut self, command: Command) -> Effects {
        self.steps += 1;
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.steps.to_le_bytes());
        let effects = self.service.apply(Stamp { at: self.now, entropy }, command);
        for change in &effects.batch.changes {
            match change {
                Change::Put(record) => drop(self.rows.insert(record.key(), record.clone())),
                Change::Remove(key) => drop(self.rows.remove(key)),
            }
        }
        effects
    }

    fn ask(&mut self, account: AccountId, request: Request) -> Answer {
        self.now = self.now.plus_ms(10);
        let claims = Claims::Account { account, epoch: 0, issued_at: START, expires_at: Millis(u64::MAX) };
        let caller = Caller::new(Some(claims), [127, 0, 0, 1].into());
        let id = RequestId(self.steps);
        let effects = self.step(Command::Request { id, caller, request: Box::new(request) });
        effects.replies.into_iter().next().unwrap().1.unwrap().answer
    }

    /// A table that Bob wins, because Ada gives up.
    fn play(&mut self) -> TableId {
        let kind = "tic-tac-toe-vs-house".into();
        let create = CreateTable { kind, open: true, stake: Some(1), ..CreateTable::default() };
        let Answer::Created(created) = self.ask(ADA, Request::CreateTable(create)) else { unreachable!() };
        let table = created.table_id;
        self.ask(BOB, Request::JoinTable(table, JoinTable { client_seed: None }));
        self.ask(ADA, Request::Forfeit(table));
        table
    }

    fn archive(&mut self) {
        for _ in 0..20 {
            self.now = self.now.plus_ms(ARCHIVED_MS);
            let _ = self.step(Command::Tick);
        }
    }

    fn check(&self) -> Result<RatingCheck, String> {
        let mut cold = ColdRows::new(Config::default());
        self.rows.values().for_each(|record| cold.look(record));
        let hot = self.rows.iter().filter(|(key, _)| !key.is_cold()).map(|(_, record)| record.clone());
        let service = Service::open(Config::default(), keys(), vault(), hot).map_err(|damage| damage.to_string())?;
        service.check_ratings(&cold).map_err(|damage| damage.to_string())
    }

    /// What an archived table did to ratings, to be changed.
    fn rating_of(&mut self, table: TableId) -> &mut TableRatingRow {
        let Some(Record::Archive(_, row)) = self.rows.get_mut(&Key::Archive(table)) else { unreachable!() };
        row.rating.as_mut().unwrap()
    }
}

#[test]
fn counts_the_steps_of_hot_and_archived_tables() {
    let mut room = Room::new();
    assert_eq!(room.check().unwrap().steps, 0);
    room.play();
    room.play();
    assert_eq!(room.check().unwrap(), RatingCheck { steps: 4, gaps: 0, gaps_at: String::new() });
    room.archive();
    let archived = room.rows.keys().filter(|key| matches!(key, Key::Archive(_))).count();
    assert_eq!((archived, room.check().unwrap().steps), (2, 4));
    room.play();
    assert_eq!(room.check().unwrap().steps, 6);
}

#[test]
fn names_steps_that_differ() {
    let mut room = Room::new();
    let tables = [room.play(), room.play(), room.play()];
    room.archive();
    room.rating_of(tables[1]).steps[0].after.numbers.rating += 1;
    let error = room.check().unwrap_err();
    assert!(error.starts_with("2 of 6 steps of ratings differ: ") && error.contains(&tables[1].to_string()), "{error}");
    assert!(error.contains(&format!("before {}", tables[2])), "{error}");
    room.rating_of(tables[1]).steps[0].after.numbers.rating -= 1;
    room.check().unwrap();
    room.rating_of(tables[0]).steps[1].against.clear();
    assert!(room.check().unwrap_err().contains(&tables[0].to_string()));
}

#[test]
fn names_ratings_that_no_table_gave() {
    let mut room = Room::new();
    let table = room.play();
    room.archive();
    let key = Key::Rating("tic-tac-toe".to_owned(), RatedPlayer::Account(ADA));
    let Some(Record::Rating(_, _, row)) = room.rows.get_mut(&key) else { unreachable!() };
    row.numbers.rating += 1_000_000;
    let error = room.check().unwrap_err();
    assert_eq!(error, format!("1 of 2 steps of ratings differ: after {table}"));
}

#[test]
fn only_a_store_that_lost_records_may_have_gaps() {
    let mut room = Room::new();
    let tables = [room.play(), room.play(), room.play()];
    room.archive();
    room.rows.remove(&Key::Archive(tables[1]));
    let error = room.check().unwrap_err();
    assert!(error.starts_with("2 ratings do not follow from the tables before them: "), "{error}");
    room.rows.insert(Key::Restored, Record::Restored(()));
    let checked = room.check().unwrap();
    assert_eq!((checked.steps, checked.gaps), (4, 2));
    assert!(checked.gaps_at.contains(&format!("before {}", tables[2])), "{}", checked.gaps_at);
    // A rating that was lost begins again.
    room.rows.remove(&Key::Rating("tic-tac-toe".to_owned(), RatedPlayer::Account(ADA)));
    assert_eq!(room.check().unwrap().gaps, 3);
}
