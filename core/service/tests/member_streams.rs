//! What a member's stream costs that continues after a cursor.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use std::collections::BTreeMap;
use turnstone_service::answer::Answer;
use turnstone_service::config::{Config, Limits};
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::cursor::{MAX_DUELS, MAX_PARTIES, MAX_TABLES, MemberCursor, PartyCursor, TableCursor};
use turnstone_service::effects::{Command, Effects, Query, Stamp};
use turnstone_service::ids::{AccountId, DuelId, PartyId, TableId};
use turnstone_service::personal::{Sealed, Vault};
use turnstone_service::record::{AccountRow, BalanceRow, Change, Key, LedgerAccount, Record, RecoveryRow};
use turnstone_service::request::{Caller, CreateTable, Request, RequestId, StreamMe};
use turnstone_service::secret::SecretKey;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;

const START: Millis = Millis(1_800_000_000_000);
const ADA: AccountId = AccountId(1);
const SEEN: TableCursor = TableCursor { events: 0, messages: Some(0), row_digest: 0 };

struct Room {
    service: Service,
    archives: BTreeMap<TableId, Record>,
    at: Millis,
}

/// The work of a stream until it waits.
#[derive(Debug, Default, PartialEq, Eq)]
struct Work {
    steps: usize,
    queries: usize,
    /// Responses that were made and sent whole.
    responses: usize,
    tables: usize,
}

impl Room {
    fn new() -> Self {
        let limits = Limits { requests_per_minute: 0, active_tables: 0, ..Limits::default() };
        let recovery = RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] };
        let row = AccountRow::new(0, Sealed::Open("ada".into()), recovery, START);
        let chips = |balance| BalanceRow { balance, ..BalanceRow::default() };
        let records = [
            Record::Account(ADA, Box::new(row)),
            Record::Balance(LedgerAccount::Mint, chips(-1_000_000)),
            Record::Balance(LedgerAccount::Member(ADA), chips(1_000_000)),
        ];
        let vault = Vault::new([(0, SecretKey([7; 32]))].into());
        let keys = ServerKeys::new(vec![(1, SecretKey([1; 32]))]);
        let service = Service::open(Config { limits, ..Config::default() }, keys, vault, records).unwrap();
        Self { service, archives: BTreeMap::new(), at: START }
    }

    fn step(&mut self, command: Command) -> Effects {
        self.at = self.at.plus_ms(1);
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.at.0.to_le_bytes());
        let effects = self.service.apply(Stamp { at: self.at, entropy }, command);
        for change in &effects.batch.changes {
            if let Change::Put(record) = change
                && let Key::Archive(id) = record.key()
            {
                self.archives.insert(id, record.clone());
            }
        }
        effects
    }

    fn request(&self, request: Request) -> Command {
        let claims = Claims::Account { account: ADA, epoch: 0, issued_at: START, expires_at: Millis(u64::MAX) };
        let caller = Caller::new(Some(claims), [127, 0, 0, 1].into());
        Command::Request { id: RequestId(self.at.0), caller, request: Box::new(request) }
    }

    /// Tables of the member that are over and archived.
    fn archived(&mut self, count: usize) -> Vec<TableId> {
        for _ in 0..count {
            let create = CreateTable { kind: "tic-tac-toe-vs-house".into(), stake: Some(1), ..CreateTable::default() };
            let effects = self.step(self.request(Request::CreateTable(create)));
            let Answer::Created(created) = &effects.replies[0].1.as_ref().unwrap().answer else { unreachable!() };
            let table = created.table_id;
            drop(self.step(self.request(Request::Forfeit(table))));
        }
        while self.archives.len() < count {
            self.at = self.service.next_deadline().unwrap().at.max(self.at);
            drop(self.step(Command::Tick));
        }
        self.archives.keys().copied().collect()
    }

    /// Open a stream after a cursor.
    #[expect(clippy::wildcard_enum_match_arm, reason = "other answers and queries are not part of it")]
    fn stream(&mut self, after: MemberCursor) -> Work {
        let mut work = Work::default();
        let mut commands = vec![self.request(Request::StreamMe(StreamMe { after: Some(Box::new(after)) }))];
        while let Some(command) = commands.pop() {
            let effects = self.step(command);
            work.steps += 1;
            for (_, reply) in &effects.replies {
                match reply.as_ref().unwrap().answer {
                    Answer::Me(_) | Answer::MyTables(_) | Answer::MyInvitations(_) => work.responses += 1,
                    Answer::Table(_) => work.tables += 1,
                    _ => {}
                }
            }
            for (query, of) in effects.queries {
                work.queries += 1;
                let rows = match of {
                    Query::Archive(table) => self.archives.get(&table).cloned().into_iter().collect(),
                    _ => Vec::new(),
                };
                commands.push(Command::Found { query, rows: Ok(rows) });
            }
        }
        work
    }
}

#[test]
fn a_forged_cursor_costs_no_more_than_an_honest_one() {
    let mut room = Room::new();
    let own = room.archived(MAX_TABLES);
    let honest = MemberCursor { seen: own.into_iter().map(|id| (id, SEEN)).collect(), ..MemberCursor::default() };
    let honest = room.stream(honest);
    let expected = Work { steps: MAX_TABLES + 1, queries: MAX_TABLES, responses: 3, tables: MAX_TABLES };
    assert_eq!(honest, expected, "one query and one step for each table");
    let day = START.0.to_be_bytes()[2..].iter().fold(0, |id, byte| id << 8 | u128::from(*byte)) << 80;
    let unknown = |n: usize| day | n as u128;
    let seen: BTreeMap<_, _> = (0..MAX_TABLES).map(|n| (TableId(unknown(n)), SEEN)).collect();
    let forged = room.stream(MemberCursor { seen: seen.clone(), ..MemberCursor::default() });
    assert_eq!(forged, Work { tables: 0, ..expected }, "an unknown table costs what an archived one costs");
    // All ids that a cursor can have, and none of them is known. Parties are in memory.
    let most = MemberCursor {
        seen,
        duels: (0..MAX_DUELS).map(|n| (DuelId(unknown(n)), 7)).collect(),
        parties: (0..MAX_PARTIES)
            .map(|n| (PartyId(unknown(n)), PartyCursor { messages: 9, table: None, erased: 0 }))
            .collect(),
        ..MemberCursor::default()
    };
    let queries = MAX_TABLES + MAX_DUELS;
    assert_eq!(room.stream(most), Work { steps: queries + 1, queries, responses: 3, tables: 0 });
}
