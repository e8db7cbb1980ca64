//! A store of the version before, in which the secrets of days and the seeds of tables are stored as they are, with a
//! running table. The first start hides them, and the table is played to its end and verifies.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use turnstone_fairness::check::{Checker, FairCode, FairRecord, FairVerdict, Kept};
use turnstone_fairness::{MoveFact, Receipt, Says, SigningKey, Statement, commitment, receipts, text_hash, tree};
use turnstone_games::SHIPPED;
use turnstone_service::answer::Answer;
use turnstone_service::config::Config;
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Command, Replied, SlotChange, Stamp};
use turnstone_service::games::{DailyWord, Deal, SeedOf};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::personal::Sealed;
use turnstone_service::record::{
    AccountRow, BalanceRow, Change, DailyRow, DayName, FairDayRow, Key, LedgerAccount, Record, RecoveryRow, SecretForm,
    SeedRow, StatementRow, TableRow,
};
use turnstone_service::request::{Act, Caller, CreateTable, NumberedList, ReadTable, Replay, Request, RequestId};
use turnstone_service::secret::SecretKey;
use turnstone_service::service::Service;
use turnstone_service::time::{Day, Millis};
use turnstone_storage::encoding::encode;
use turnstone_storage::{Memory, MemoryDisk, Storage, load};
use turnstone_storage_conformance::samples::{append_next, changes};

const START: Millis = Millis(1_800_000_000_000);
const ADA: AccountId = AccountId(1);

fn keys() -> ServerKeys {
    ServerKeys::new(vec![(1, SecretKey([1; 32]))])
}

fn signing_key() -> SigningKey {
    keys().signing_keys().pop().unwrap()
}

/// The secret of a day that the version before has drawn: no key gives it.
const fn drawn(day: Day) -> [u8; 32] {
    [day.0 as u8; 32]
}

/// The chain of the version before: it stated secrets two days ahead, and its first day was the day before yesterday.
fn former_chain() -> Vec<Record> {
    let today = START.day();
    let day = |number: u32| Day(today.0 + number - 2);
    let secret = |day: Day| Says::Secret { day: day.to_string(), commit: commitment(&drawn(day)) };
    let list =
        |day: Day| Says::List { day: day.to_string(), secret: Some(drawn(day)), tables: 0, root: tree::root(&[]) };
    let says = [
        (0, Says::Key(signing_key().public())),
        (0, secret(day(0))),
        (0, secret(day(1))),
        (0, secret(day(2))),
        (1, secret(day(3))),
        (1, list(day(0))),
        (2, secret(day(4))),
        (2, list(day(1))),
    ];
    let mut previous = [0; 32];
    let rows = says.into_iter().zip(1..).map(|((at, says), number)| {
        let at = day(at).start().0 + 5;
        let signed = Statement { number, previous, at, says }.signed(&signing_key());
        previous = text_hash(&signed.text);
        let row = StatementRow { text: signed.text, key: signed.key, signature: signed.signature.to_vec() };
        Record::Statement(number, row)
    });
    rows.collect()
}

/// The number of its statements.
const FORMER: u32 = 8;

fn former_days() -> impl Iterator<Item = Record> {
    let today = START.day();
    let closed = [Some(6), Some(8), None, None, None];
    (today.0 - 2..).map(Day).zip(closed).map(|(day, closed_by)| {
        let row = FairDayRow { secret: drawn(day), numbers: 0, closed_by, form: SecretForm::Clear };
        Record::FairDay(DayName::of(day), row)
    })
}

/// A server in memory.
struct Server {
    disk: MemoryDisk,
    storage: Memory,
    service: Service,
    at: Millis,
}

impl Server {
    fn new() -> Self {
        let recovery = RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] };
        let row = AccountRow::new(0, Sealed::Open("ada".into()), recovery, START);
        let chips = |balance| BalanceRow { balance, ..BalanceRow::default() };
        let records = [
            Record::Account(ADA, Box::new(row)),
            Record::Balance(LedgerAccount::Mint, chips(-1000)),
            Record::Balance(LedgerAccount::Member(ADA), chips(1000)),
        ];
        let (disk, records) = (MemoryDisk::default(), records.into_iter().chain(former_days()).chain(former_chain()));
        let mut storage = Memory::open(disk.clone()).unwrap();
        let fill = SlotChange::Fill(0, SecretKey([7; 32]));
        append_next(&mut storage, &changes(records.map(Change::Put), [fill])).unwrap();
        Self::open(disk, START)
    }

    fn open(disk: MemoryDisk, at: Millis) -> Self {
        let mut storage = Memory::open(disk.clone()).unwrap();
        let open = |vault, records: &mut dyn Iterator<Item = Record>| {
            Service::open(Config::default(), keys(), vault, records).unwrap()
        };
        let service = load(&mut storage, open).unwrap();
        Self { disk, storage, service, at }
    }

    /// One step, and the steps for its queries. Returns the last reply.
    fn step(&mut self, command: Command) -> Option<Replied> {
        self.at = self.at.plus_ms(1);
        let effects = self.service.apply(Stamp { at: self.at, entropy: [self.at.0 as u8; 32] }, command);
        append_next(&mut self.storage, &changes(effects.batch.changes, effects.batch.slots)).unwrap();
        let mut replied = effects.replies.into_iter().next_back().map(|(_, reply)| reply.unwrap());
        for (query, of) in effects.queries {
            let rows = self.storage.state().query(&of).unwrap();
            replied = self.step(Command::Found { query, rows: Ok(rows) }).or(replied);
        }
        replied
    }

    /// Do everything that is due until a moment.
    fn wait_until(&mut self, until: Millis) {
        while let Some(due) = self.service.next_deadline().filter(|due| due.at <= until) {
            self.at = self.at.max(due.at);
            self.step(Command::Tick);
        }
        self.at = until;
    }

    fn ask(&mut self, request: Request) -> Replied {
        let claims = Claims::Account { account: ADA, epoch: 0, issued_at: START, expires_at: Millis(u64::MAX) };
        let caller = Caller::new(Some(claims), [127, 0, 0, 1].into());
        let id = RequestId(self.at.0);
        self.step(Command::Request { id, caller, request: Box::new(request) }).unwrap()
    }

    fn json(&mut self, request: Request) -> Value {
        serde_json::to_value(self.ask(request).answer).unwrap()
    }

    fn table(&mut self, kind: &str, daily: bool) -> TableId {
        let create = CreateTable { kind: kind.into(), stake: Some(10), daily, ..CreateTable::default() };
        let Answer::Created(created) = self.ask(Request::CreateTable(create)).answer else { unreachable!() };
        created.table_id
    }

    /// Make the first legal move. Returns the line of its receipt.
    fn play(&mut self, table: TableId) -> String {
        let view = self.json(Request::ReadTable(table, ReadTable { wait_ms: 0, events_since: None, msgs_since: None }));
        let action = view["state"]["legalActions"][0].clone();
        let act = Act { action: action.clone(), expected_plies: None, events: None };
        let fact = self.ask(Request::Act(table, act)).accepted.unwrap().fact;
        let [receipt] = receipts([&fact], &signing_key()).try_into().unwrap();
        format!("{table} {action}\t{}", header(&fact, &receipt))
    }

    fn records(&self) -> Vec<Record> {
        self.storage.state().snapshot().unwrap().records().collect::<Result<_, _>>().unwrap()
    }

    /// All stored bytes.
    fn bytes(&self) -> Vec<u8> {
        self.records().iter().flat_map(|record| encode(record).1).collect()
    }

    /// Write all rows as the version before did, and remove what it did not write.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other row is as it was")]
    fn make_former(&mut self) {
        let former = self.records().into_iter().filter_map(|record| match record {
            Record::FairDay(name, row) => {
                let row = FairDayRow { secret: drawn(name.day), form: SecretForm::Clear, ..row };
                Some(Change::Put(Record::FairDay(name, row)))
            }
            Record::Daily(day, row) => {
                let row = DailyRow { seed: challenge(day), form: SecretForm::Clear, ..row };
                Some(Change::Put(Record::Daily(day, row)))
            }
            Record::Table(id, mut row) => {
                show_seed(id, &mut row);
                Some(Change::Put(Record::Table(id, row)))
            }
            Record::Archive(id, mut row) => {
                show_seed(id, &mut row.table);
                Some(Change::Put(Record::Archive(id, row)))
            }
            Record::Statement(number, _) if number > FORMER => Some(Change::Remove(Key::Statement(number))),
            _ => None,
        });
        let former: Vec<Change> = former.collect();
        append_next(&mut self.storage, &changes(former, [])).unwrap();
        let bytes = self.bytes();
        assert!(secrets().iter().all(|secret| has(&bytes, secret)), "the version before stored them as they are");
        let version = |record: &Record| encode(record).1[0];
        let is_former =
            |record: &Record| !matches!(record, Record::FairDay(..) | Record::Daily(..)) || version(record) == 1;
        assert!(self.records().iter().all(is_former));
    }

    fn verdict(&mut self, table: TableId, receipts: &[String]) -> FairVerdict {
        let mut record = FairRecord::default();
        record.statements.push(self.json(Request::Fairness(NumberedList { from: 1 })));
        record.lists.push(self.json(Request::FairnessDay(START.day(), NumberedList { from: 1 })));
        let bundle = self.json(Request::Replay(table, Replay { seat: None }));
        let kept = Kept { receipts: receipts.to_vec(), ..Kept::default() };
        Checker::new(SHIPPED, &record).verdict(&bundle, &kept)
    }
}

fn header(fact: &MoveFact, receipt: &Receipt) -> String {
    let bytes = |bytes: &[u8]| format!(":{}:", STANDARD.encode(bytes));
    let path: Vec<String> = receipt.path.iter().map(|hash| bytes(hash)).collect();
    let (MoveFact { ply, seat, at, .. }, Receipt { index, count, .. }) = (fact, receipt);
    format!(
        "ply={ply}, seat={seat}, at={at}, index={index}, count={count}, path=({}), key={}, signature={}",
        path.join(" "),
        bytes(&receipt.key),
        bytes(&receipt.signature)
    )
}

fn show_seed(id: TableId, row: &mut TableRow) {
    if let Some(seed) = row.seed.open(id, row.setup.deal.as_deref(), &keys()) {
        row.seed = SeedRow::Clear(seed);
    }
}

/// The seed of a day's challenge.
fn challenge(day: Day) -> [u8; 32] {
    let seed_of = Some(SeedOf::Daily(DailyWord::Daily));
    let deal = Deal { day: day.to_string(), number: 0, seed_of, brought: Vec::new() };
    *deal.seed(&drawn(day)).as_bytes()
}

/// What the version before has stored as it is.
fn secrets() -> Vec<[u8; 32]> {
    let today = START.day();
    (today.0..=today.0 + 2).map(|day| drawn(Day(day))).chain([challenge(today)]).collect()
}

fn has(bytes: &[u8], secret: &[u8; 32]) -> bool {
    bytes.windows(32).any(|window| window == secret)
        || bytes.windows(64).any(|window| window == hex::encode(secret).as_bytes())
}

#[test]
fn a_running_table_of_the_version_before_is_hidden_and_verifies() {
    let mut server = Server::new();
    let running = server.table("connect-four-vs-house", false);
    let mut kept = vec![server.play(running)];
    let Answer::Daily(daily) = server.ask(Request::DailyBoard).answer else { unreachable!() };
    let over = server.table(&daily.kind, true);
    server.ask(Request::Forfeit(over));
    server.wait_until(START.plus_s(700));
    let is_archived = |records: &[Record]| records.iter().any(|record| record.key() == Key::Archive(over));
    assert!(is_archived(&server.records()));
    server.make_former();
    let seed = |records: &[Record]| {
        let seed_of = |record: &Record| {
            if let Record::Table(id, row) = record { Some(row.seed).filter(|_| *id == running) } else { None }
        };
        records.iter().find_map(seed_of).unwrap()
    };
    let SeedRow::Clear(own) = seed(&server.records()) else { panic!("it was stored as it is") };

    let mut server = Server::open(server.disk, server.at);
    server.step(Command::Tick);
    for secret in secrets().iter().chain([&own]) {
        let shows = |record: &Record| has(&encode(record).1, secret);
        assert!(!server.records().iter().any(shows), "{:?}", server.records().iter().find(|record| shows(record)));
    }
    assert!(matches!(seed(&server.records()), SeedRow::Sealed { .. }));
    // The chain continues, and the secrets of the days that were stated stay.
    let chain = former_chain();
    assert!(chain.iter().all(|record| server.records().contains(record)));

    let mut server = Server::open(server.disk, server.at);
    kept.push(server.play(running));
    server.ask(Request::Forfeit(running));
    server.wait_until(START.day().next().start().plus_s(3600));
    for (table, kept) in [(running, kept.as_slice()), (over, &[])] {
        let verdict = server.verdict(table, kept);
        assert_eq!(verdict.code, FairCode::Holds, "{verdict:?}");
    }
}
