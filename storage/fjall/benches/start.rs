//! What a start costs: a data directory of a million accounts, with and without a hundred thousand running tables, is
//! opened and loaded by a process of its own, which says how long that took and what memory it holds then.
//!
//! `cargo bench -p turnstone-fjall --bench start`, with other numbers: `-- 100000 10000`

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench that cannot set itself up has failed")]

use serde_json::json;
use std::path::Path;
use std::process::Command as Process;
use std::time::{Duration, Instant};
use turnstone_fjall::FjallDirectory;
use turnstone_service::answer::Answer;
use turnstone_service::config::{Config, Limits};
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Batch, BatchId, Command, Effects, SlotChange, Stamp};
use turnstone_service::ids::AccountId;
use turnstone_service::personal::{Sealed, Vault};
use turnstone_service::record::{AccountRow, BalanceRow, Change, LedgerAccount, Record, RecoveryRow};
use turnstone_service::request::{Act, Caller, CreateTable, JoinTable, Pace, Request, RequestId};
use turnstone_service::secret::SecretKey;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;
use turnstone_storage::{Durability, GroupCommit, Storage, load};

/// As the server has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const START: Millis = Millis(1_800_000_000_000);
const CHIPS: i64 = 1_000_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [mode, path] = words.as_slice()
        && mode == "--load"
    {
        return measure(Path::new(path));
    }
    let mut numbers = words.iter().map(|word| word.parse::<u32>().unwrap());
    let (accounts, tables) = (numbers.next().unwrap_or(1_000_000), numbers.next().unwrap_or(100_000));
    let empty = of(accounts, 0);
    let full = of(accounts, tables);
    println!("{accounts} accounts, no table:        {:.2} s, {} MiB", empty.0.as_secs_f64(), empty.1 >> 10);
    println!("{accounts} accounts, {tables} tables: {:.2} s, {} MiB", full.0.as_secs_f64(), full.1 >> 10);
    let each = (full.1 - empty.1).saturating_mul(1024) / u64::from(tables.max(1));
    println!("a running table of tic-tac-toe, four moves in: {each} bytes");
}

/// Make such a directory and let another process load it: the time, and its resident memory in KiB.
fn of(accounts: u32, tables: u32) -> (Duration, u64) {
    let place = tempfile::tempdir().unwrap();
    fill(place.path(), accounts, tables);
    let own = std::env::current_exe().unwrap();
    let output = Process::new(own).arg("--load").arg(place.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let reported = String::from_utf8(output.stdout).unwrap();
    let mut numbers = reported.split_whitespace().map(|number| number.parse::<u64>().unwrap());
    (Duration::from_millis(numbers.next().unwrap()), numbers.next().unwrap())
}

fn measure(path: &Path) {
    let began = Instant::now();
    let mut directory = FjallDirectory::open(path, Durability::Buffered).unwrap();
    let keys = directory.server_keys();
    let service =
        load(&mut directory, |vault, records| Service::open(config(), keys, vault, records)).unwrap().unwrap();
    let took = began.elapsed().as_millis();
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let resident = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap().split_whitespace().nth(1).unwrap();
    println!("{took} {resident}");
    drop(service);
}

fn config() -> Config {
    let limits = Limits {
        requests_per_minute: 0,
        moves_per_minute: 0,
        active_tables: 0,
        tables_per_day: 0,
        ..Limits::default()
    };
    Config { limits, ..Config::default() }
}

/// A data directory, written as a server writes it.
fn fill(path: &Path, accounts: u32, tables: u32) {
    let mut directory = FjallDirectory::open(path, Durability::Buffered).unwrap();
    let mut log = Log { directory: &mut directory, round: GroupCommit::default() };
    let rows: Vec<Record> = members(accounts).collect();
    for some in rows.chunks(1000) {
        let slot_of = |record: &Record| if let Record::Account(_, row) = record { row.slot } else { None };
        let slots = some.iter().filter_map(slot_of).map(|slot| SlotChange::Fill(slot, SecretKey([7; 32]))).collect();
        log.take(&Batch { id: BatchId(1), changes: some.iter().cloned().map(Change::Put).collect(), slots });
    }
    let vault = Vault::new((0..accounts).map(|slot| (slot, SecretKey([7; 32]))).collect());
    let service = Service::open(config(), ServerKeys::new(vec![(1, SecretKey([1; 32]))]), vault, rows).unwrap();
    let mut club = Club { service, steps: 0, log };
    for table in 0..tables {
        club.table(table * 2 % accounts, (table * 2 + 1) % accounts);
    }
    club.log.write();
    directory.stop().unwrap();
}

/// GroupCommits as full as they may be.
struct Log<'a> {
    directory: &'a mut FjallDirectory,
    round: GroupCommit,
}

impl Log<'_> {
    fn take(&mut self, batch: &Batch) {
        if self.round.add(batch).is_err() {
            self.write();
            self.round.add(batch).unwrap();
        }
    }

    fn write(&mut self) {
        let head = self.directory.head();
        let _ = self.directory.append(head, &std::mem::take(&mut self.round)).unwrap();
    }
}

struct Club<'a> {
    service: Service,
    steps: u64,
    log: Log<'a>,
}

impl Club<'_> {
    /// A table by mail between two members, four moves in.
    fn table(&mut self, host: u32, guest: u32) {
        let kind = "tic-tac-toe-vs-house".into();
        let create = CreateTable { kind, stake: Some(1), open: true, pace: Pace::Daily, ..CreateTable::default() };
        let effects = self.ask(host, Request::CreateTable(create));
        let Answer::Created(created) = &effects.replies[0].1.as_ref().unwrap().answer else { unreachable!() };
        let table = created.table_id;
        let _ =
            self.ask(guest, Request::JoinTable(table, JoinTable { client_seed: None })).replies[0].1.as_ref().unwrap();
        for (ply, cell) in [4, 0, 2, 6].into_iter().enumerate() {
            let act = || {
                let action = json!({ "type": "mark", "cell": cell });
                Request::Act(table, Act { action, expected_plies: Some(ply as u64), events: None })
            };
            // Who begins was drawn.
            if self.ask(host, act()).replies[0].1.is_err() {
                let _ = self.ask(guest, act()).replies[0].1.as_ref().unwrap();
            }
        }
    }

    fn ask(&mut self, who: u32, request: Request) -> Effects {
        self.steps += 1;
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.steps.to_le_bytes());
        let expires_at = Millis(u64::MAX);
        let claims = Claims::Account { account: account(who).0, epoch: 0, issued_at: START, expires_at };
        let caller = Caller::new(Some(claims), [127, 0, 0, 1].into());
        let command = Command::Request { id: RequestId(self.steps), caller, request: Box::new(request) };
        let effects = self.service.apply(Stamp { at: START, entropy }, command);
        self.log.take(&effects.batch);
        effects
    }
}

fn members(count: u32) -> impl Iterator<Item = Record> {
    let rows = (0..count).map(account).map(|(id, row)| Record::Account(id, Box::new(row)));
    let balance = BalanceRow { balance: CHIPS, ..BalanceRow::default() };
    let balances = (0..count).map(move |at| Record::Balance(LedgerAccount::Member(account(at).0), balance));
    let minted = BalanceRow { balance: -CHIPS * i64::from(count), ..BalanceRow::default() };
    rows.chain([Record::Balance(LedgerAccount::Mint, minted)]).chain(balances)
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
