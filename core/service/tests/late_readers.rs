//! A table that ended some time ago looks as it did at its end, although its board is no longer in memory.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use serde_json::{Value, json};
use turnstone_service::answer::Answer;
use turnstone_service::config::{Config, Limits};
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Command, Stamp};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::personal::{Sealed, Vault};
use turnstone_service::record::{AccountRow, BalanceRow, LedgerAccount, Record, RecoveryRow};
use turnstone_service::request::{Act, Caller, CreateTable, ReadTable, Request, RequestId};
use turnstone_service::secret::SecretKey;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;

const START: Millis = Millis(1_800_000_000_000);
const ADA: AccountId = AccountId(1);
/// More tables than keep their boards.
const TABLES: usize = 300;

struct Room {
    service: Service,
    steps: u64,
}

impl Room {
    fn new() -> Self {
        let limits = Limits { requests_per_minute: 0, moves_per_minute: 0, active_tables: 0, ..Limits::default() };
        let config = Config { limits, ..Config::default() };
        let row = AccountRow::new(
            0,
            Sealed::Open("ada".into()),
            RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] },
            START,
        );
        let chips = |balance| BalanceRow { balance, ..BalanceRow::default() };
        let records = [
            Record::Account(ADA, Box::new(row)),
            Record::Balance(LedgerAccount::Mint, chips(-1_000_000)),
            Record::Balance(LedgerAccount::Member(ADA), chips(1_000_000)),
        ];
        let vault = Vault::new([(0, SecretKey([7; 32]))].into());
        let service = Service::open(config, ServerKeys::new(vec![(1, SecretKey([1; 32]))]), vault, records).unwrap();
        Self { service, steps: 0 }
    }

    fn ask(&mut self, request: Request) -> Answer {
        self.steps += 1;
        let claims = Claims::Account { account: ADA, epoch: 0, issued_at: START, expires_at: Millis(u64::MAX) };
        let caller = Caller::new(Some(claims), [127, 0, 0, 1].into());
        let command = Command::Request { id: RequestId(self.steps), caller, request: Box::new(request) };
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.steps.to_le_bytes());
        let effects = self.service.apply(Stamp { at: START.plus_ms(self.steps), entropy }, command);
        effects.replies.into_iter().next().unwrap().1.unwrap().answer
    }

    /// The view of the table, with all its events.
    fn read(&mut self, table: TableId) -> Value {
        let read = ReadTable { wait_ms: 0, events_since: Some(0), msgs_since: None };
        serde_json::to_value(self.ask(Request::ReadTable(table, read))).unwrap()
    }

    /// Play against the house until the end, and read the table then.
    fn play(&mut self) -> (TableId, Value) {
        let create = CreateTable { kind: "tic-tac-toe-vs-house".into(), stake: Some(1), ..CreateTable::default() };
        let Answer::Created(created) = self.ask(Request::CreateTable(create)) else { unreachable!() };
        let table = created.table_id;
        loop {
            let seen = self.read(table);
            let Some(action) = seen["state"]["legalActions"].get(0).cloned() else { return (table, seen) };
            assert_eq!(action["type"], json!("mark"));
            self.ask(Request::Act(table, Act { action, expected_plies: None, events: None }));
        }
    }
}

#[test]
fn a_late_reader_sees_the_table_as_it_ended() {
    let mut room = Room::new();
    let tables: Vec<(TableId, Value)> = (0..TABLES).map(|_| room.play()).collect();
    for (table, seen) in tables {
        assert_eq!(seen["status"], json!("settled"));
        assert_eq!(
            seen["state"]["events"].as_array().map(Vec::len),
            seen["state"]["eventsAt"].as_u64().map(|at| at as usize)
        );
        assert_eq!(room.read(table), seen);
    }
}
