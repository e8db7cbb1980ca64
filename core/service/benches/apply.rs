//! The cost of a command in the core, with building its batch: a join, a move, an answered long-poll, a table created
//! and settled, with a thousand and with a million accounts; and the lists of tables, with few and with very many.
//!
//! `cargo bench -p turnstone-service --bench apply`

#![allow(clippy::unwrap_used, reason = "a bench that cannot set itself up has failed")]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a bench looks at the clock")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::{Duration, Instant};
use turnstone_service::answer::Answer;
use turnstone_service::config::{Config, Limits};
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Command, Effects, Order, Stamp};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::personal::{Sealed, Vault};
use turnstone_service::record::{AccountRow, BalanceRow, LedgerAccount, Record, RecoveryRow};
use turnstone_service::request::{
    Act, Caller, CreateTable, Join, JoinTable, Leaderboard, OpenTables, ReadTable, Request, RequestId,
};
use turnstone_service::secret::{Secret, SecretKey};
use turnstone_service::service::Service;
use turnstone_service::time::Millis;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const START: Millis = Millis(1_800_000_000_000);

/// A service with many accounts, two of which play.
struct Club {
    service: Service,
    steps: u64,
}

impl Club {
    fn of(accounts: u32) -> Self {
        let limits = Limits {
            requests_per_minute: 0,
            moves_per_minute: 0,
            credential_per_minute: 0,
            active_tables: 0,
            tables_per_day: 0,
            ..Limits::default()
        };
        let config = Config { limits, ..Config::default() };
        let keys = ServerKeys::new(vec![(1, SecretKey([1; 32]))]);
        let vault = Vault::new((0..accounts).map(|slot| (slot, SecretKey([7; 32]))).collect());
        let rows = (0..accounts).map(account).map(|(id, row)| Record::Account(id, Box::new(row)));
        let each = 1_000_000;
        // All have played, so that all are ranked.
        let balance = |at: u32| BalanceRow {
            balance: each,
            net: i64::from(at % 5000),
            settled_tables: 1,
            ..BalanceRow::default()
        };
        let balances = (0..accounts).map(|at| Record::Balance(LedgerAccount::Member(account(at).0), balance(at)));
        let minted = BalanceRow { balance: -each * i64::from(accounts), ..BalanceRow::default() };
        let mint = Record::Balance(LedgerAccount::Mint, minted);
        let service = Service::open(config, keys, vault, rows.chain([mint]).chain(balances)).unwrap();
        Self { service, steps: 0 }
    }

    fn stamp(&mut self) -> Stamp {
        self.steps += 1;
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.steps.to_le_bytes());
        Stamp { at: START.plus_ms(self.steps), entropy }
    }

    fn apply(&mut self, command: Command) -> Effects {
        let stamp = self.stamp();
        self.service.apply(stamp, command)
    }

    /// The same, with an invitation that has enough uses for all joins of a bench.
    fn inviting(accounts: u32) -> (Self, Secret) {
        let mut club = Self::of(accounts);
        let order = Order::Invite { uses: u32::MAX, expires_in_s: None, test: false };
        let effects = club.apply(Command::Operate { id: RequestId(0), order });
        let Answer::Invited(invited) = &effects.replies[0].1.as_ref().unwrap().answer else { unreachable!() };
        let code = Secret::new(invited.invite_code.clone());
        (club, code)
    }

    /// A join with a new handle and idempotency key.
    fn join(&mut self, invite_code: &Secret) -> Command {
        self.steps += 1;
        let (handle, client_ref) = (format!("new-{}", self.steps), format!("ref-{}", self.steps));
        let request = Request::Join(Join { invite_code: invite_code.clone(), handle, client_ref });
        let caller = Caller::new(None, [127, 0, 0, 1].into());
        Command::Request { id: RequestId(self.steps), caller, request: Box::new(request) }
    }

    fn ask(&mut self, who: u32, request: Request) -> Effects {
        let command = self.command(who, request);
        self.apply(command)
    }

    fn command(&mut self, who: u32, request: Request) -> Command {
        let claims =
            Claims::Account { account: account(who).0, epoch: 0, issued_at: START, expires_at: Millis(u64::MAX) };
        let caller = Caller::new(Some(claims), [127, 0, 0, 1].into());
        self.steps += 1;
        Command::Request { id: RequestId(self.steps), caller, request: Box::new(request) }
    }

    /// A tic-tac-toe table of members 0 and 1, and the commands of a drawn match there.
    fn table(&mut self) -> (TableId, Vec<Command>) {
        let create =
            CreateTable { kind: "tic-tac-toe-vs-house".into(), stake: Some(1), open: true, ..CreateTable::default() };
        let effects = self.ask(0, Request::CreateTable(create));
        let Answer::Created(created) = &effects.replies[0].1.as_ref().unwrap().answer else { unreachable!() };
        let table = created.table_id;
        let _ = self.ask(1, Request::JoinTable(table, JoinTable { client_seed: None }));
        let start = u32::from(self.starter(table));
        let cells = [4, 0, 2, 6, 3, 5, 1, 7, 8];
        let moves = cells.iter().enumerate();
        let commands = moves.map(|(ply, cell)| {
            let action = json!({ "type": "mark", "cell": cell });
            let act = Act { action, expected_plies: Some(ply as u64), events: None };
            self.command((start + ply as u32) % 2, Request::Act(table, act))
        });
        (table, commands.collect())
    }

    fn starter(&mut self, table: TableId) -> u8 {
        let read = ReadTable { wait_ms: 0, events_since: None, msgs_since: None };
        let effects = self.ask(0, Request::ReadTable(table, read));
        let Answer::Table(view) = &effects.replies[0].1.as_ref().unwrap().answer else { unreachable!() };
        let view: Value = serde_json::from_str(view.state.view.as_ref().unwrap().0.get()).unwrap();
        view["start"].as_u64().unwrap() as u8
    }
}

fn account(at: u32) -> (AccountId, AccountRow) {
    let id = AccountId(u128::from(at).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) % (1 << 120));
    let row = AccountRow::new(
        at,
        Sealed::Open(format!("member-{at}")),
        RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] },
        START,
    );
    (id, row)
}

/// The time of `measured` on the results of `prepare`, summed over all rounds.
fn time<T>(
    club: &mut Club,
    rounds: u64,
    prepare: impl Fn(&mut Club) -> T,
    measured: impl Fn(&mut Club, T),
) -> Duration {
    let mut total = Duration::ZERO;
    for _ in 0..rounds {
        // Settled tables are archived in time, as on a server.
        club.steps += 700_000;
        while club.service.next_deadline().is_some_and(|due| due.at <= START.plus_ms(club.steps)) {
            let _ = club.apply(Command::Tick);
        }
        let prepared = prepare(club);
        let start = Instant::now();
        measured(club, prepared);
        total += start.elapsed();
    }
    total
}

fn run(club: &mut Club, commands: Vec<Command>) {
    for command in commands {
        let _ = black_box(club.apply(command));
    }
}

/// The cost of the lists with very many running tables and few waiting ones.
fn lists(criterion: &mut Criterion) {
    for tables in [100, 100_000] {
        let mut club = Club::of(1_000);
        for _ in 0..tables {
            let _ = club.table();
        }
        let create = CreateTable { kind: "rps-vs-house".into(), stake: Some(1), open: true, ..CreateTable::default() };
        let _ = club.ask(0, Request::CreateTable(create));
        let mut group = criterion.benchmark_group(format!("{tables} tables are played"));
        for game in [None, Some("rps"), Some("chess")] {
            let game_id = game.map(str::to_owned);
            group.bench_function(format!("open tables of {}", game.unwrap_or("all games")), |bench| {
                bench.iter(|| black_box(club.ask(0, Request::OpenTables(OpenTables { game_id: game_id.clone() }))));
            });
        }
        group.bench_function("tables that are played", |bench| {
            bench.iter(|| black_box(club.ask(0, Request::PlayingTables)));
        });
        group.bench_function("the numbers of a scrape", |bench| {
            bench.iter(|| black_box(club.service.stats(club.service.now())));
        });
        group.finish();
    }
}

/// Joins with an operator's invitation, at a thousand and at a million accounts. A club that has doubled is replaced,
/// so that each figure belongs to its size. The old one is kept, because joins of both sizes must use new memory.
fn joins(criterion: &mut Criterion) {
    for accounts in [1_000, 1_000_000] {
        let (mut club, mut kept) = (Club::inviting(accounts), Vec::new());
        let mut group = criterion.benchmark_group(format!("{accounts} accounts"));
        group.throughput(Throughput::Elements(1));
        group.warm_up_time(Duration::from_secs(1));
        group.bench_function("a join", |bench| {
            bench.iter_custom(|rounds| {
                let mut total = Duration::ZERO;
                for _ in 0..rounds {
                    if club.0.service.stats(START).accounts > u64::from(accounts) * 2 {
                        kept.push(std::mem::replace(&mut club, Club::inviting(accounts)));
                    }
                    let command = club.0.join(&club.1.clone());
                    let start = Instant::now();
                    let effects = black_box(club.0.apply(command));
                    total += start.elapsed();
                    assert!(effects.replies[0].1.is_ok(), "the join succeeds");
                }
                total
            });
        });
        group.finish();
    }
}

fn benches(criterion: &mut Criterion) {
    for accounts in [1_000, 1_000_000] {
        let mut club = Club::of(accounts);
        let mut group = criterion.benchmark_group(format!("{accounts} accounts"));
        group.throughput(Throughput::Elements(8));
        group.bench_function("moves", |bench| {
            bench.iter_custom(|rounds| {
                let eight_moves = |club: &mut Club| {
                    let mut commands = club.table().1;
                    commands.truncate(8);
                    commands
                };
                time(&mut club, rounds, eight_moves, run)
            });
        });
        group.throughput(Throughput::Elements(1));
        group.bench_function("a move that answers a long-poll", |bench| {
            bench.iter_custom(|rounds| {
                let pending = |club: &mut Club| {
                    let (table, mut commands) = club.table();
                    commands.truncate(1);
                    for who in [0, 1] {
                        let read = ReadTable { wait_ms: 50_000, events_since: Some(2), msgs_since: None };
                        let effects = club.ask(who, Request::ReadTable(table, read));
                        assert!(effects.replies.is_empty(), "pending");
                    }
                    commands
                };
                time(&mut club, rounds, pending, run)
            });
        });
        group.bench_function("a table created, joined, played and settled", |bench| {
            bench.iter_custom(|rounds| {
                time(
                    &mut club,
                    rounds,
                    |_| (),
                    |club, ()| {
                        let commands = club.table().1;
                        run(club, commands);
                    },
                )
            });
        });
        group.bench_function("the leaderboard, with the caller's rank", |bench| {
            bench.iter(|| {
                black_box(club.ask(accounts - 1, Request::Leaderboard(Leaderboard { limit: 20, period: None })))
            });
        });
        group.bench_function("the numbers of a scrape", |bench| {
            bench.iter(|| black_box(club.service.stats(club.service.now())));
        });
        group.finish();
    }
}

criterion_group!(apply, joins, lists, benches);
criterion_main!(apply);
