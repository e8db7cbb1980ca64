//! A core that follows answers reads and its own long-polls from the batches of the core that leads, and can take over.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use serde_json::Value;
use turnstone_service::answer::Answer;
use turnstone_service::config::Config;
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::cursor::EventId;
use turnstone_service::effects::{Batch, Command, Effects, Order, Reply, ReplyPlace, Stamp};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::personal::{Sealed, Vault};
use turnstone_service::record::{AccountRow, BalanceRow, LedgerAccount, Record, RecoveryRow};
use turnstone_service::rejection::Rejection;
use turnstone_service::request::{Act, Caller, CreateTable, Logout, ReadTable, Request, RequestId, StreamTable};
use turnstone_service::secret::SecretKey;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;

const START: Millis = Millis(1_800_000_000_000);
const DAY_MS: u64 = 86_400_000;
const ADA: AccountId = AccountId(1);

/// A core that leads and one that follows it.
struct Pair {
    leader: Service,
    follower: Service,
    steps: u64,
}

fn records() -> [Record; 3] {
    let recovery = RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] };
    let row = AccountRow::new(0, Sealed::Open("ada".into()), recovery, START);
    let chips = |balance| BalanceRow { balance, ..BalanceRow::default() };
    [
        Record::Account(ADA, Box::new(row)),
        Record::Balance(LedgerAccount::Mint, chips(-1000)),
        Record::Balance(LedgerAccount::Member(ADA), chips(1000)),
    ]
}

impl Pair {
    fn new() -> Self {
        let keys = || ServerKeys::new(vec![(1, SecretKey([1; 32]))]);
        let vault = || Vault::new([(0, SecretKey([7; 32]))].into());
        let leader = Service::open(Config::default(), keys(), vault(), records()).unwrap();
        let follower = Service::follow(Config::default(), keys(), vault(), records()).unwrap();
        let mut pair = Self { leader, follower, steps: 0 };
        pair.lead(Command::Tick);
        pair
    }

    fn stamp(&mut self) -> Stamp {
        self.steps += 1;
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.steps.to_le_bytes());
        Stamp { at: START.plus_ms(self.steps), entropy }
    }

    fn request(&self, request: Request) -> Command {
        let claims = Claims::Account { account: ADA, epoch: 0, issued_at: START, expires_at: Millis(u64::MAX) };
        let caller = Caller::new(Some(claims), [127, 0, 0, 1].into());
        Command::Request { id: RequestId(self.steps + 1), caller, request: Box::new(request) }
    }

    /// A step of the leader, which the follower absorbs. Returns the replies of both.
    fn lead(&mut self, command: Command) -> [Vec<(RequestId, Reply)>; 2] {
        let stamp = self.stamp();
        let Effects { batch, replies, .. } = self.leader.apply(stamp, command);
        let absorbed = self.follower.absorb(stamp.at, &batch).unwrap();
        assert!(writes_nothing(&absorbed.batch));
        [replies, absorbed.replies]
    }

    fn ask_leader(&mut self, request: Request) -> [Vec<(RequestId, Reply)>; 2] {
        let command = self.request(request);
        self.lead(command)
    }

    fn ask_follower(&mut self, request: Request) -> Vec<(RequestId, Reply)> {
        let (command, stamp) = (self.request(request), self.stamp());
        let effects = self.follower.apply(stamp, command);
        assert!(writes_nothing(&effects.batch));
        effects.replies
    }

    fn table(&mut self) -> TableId {
        let create = CreateTable { kind: "tic-tac-toe-vs-house".into(), stake: Some(1), ..CreateTable::default() };
        let [replies, _] = self.ask_leader(Request::CreateTable(create));
        let Ok(Answer::Created(created)) = replies[0].1.as_ref().map(|replied| &replied.answer) else { unreachable!() };
        created.table_id
    }
}

fn writes_nothing(batch: &Batch) -> bool {
    batch.changes.is_empty() && batch.slots.is_empty()
}

fn poll(table: TableId, wait_ms: u64, events_since: u64) -> Request {
    Request::ReadTable(table, ReadTable { wait_ms, events_since: Some(events_since), msgs_since: None })
}

fn json((_, reply): &(RequestId, Reply)) -> Value {
    serde_json::to_value(&reply.as_ref().unwrap().answer).unwrap()
}

fn act(table: TableId, view: &Value) -> Request {
    let action = view["state"]["legalActions"][0].clone();
    Request::Act(table, Act { action, expected_plies: None, events: None })
}

#[test]
fn a_follower_answers_reads_and_wakes_its_own_polls_and_streams() {
    let mut pair = Pair::new();
    let table = pair.table();
    let read = pair.ask_follower(poll(table, 0, 0));
    let [expected, _] = pair.ask_leader(poll(table, 0, 0));
    assert_eq!(json(&read[0]), json(&expected[0]));
    let before = json(&read[0])["state"]["plies"].as_u64().unwrap();
    let cursor = json(&read[0])["state"]["eventsAt"].as_u64().unwrap();
    assert!(pair.ask_follower(poll(table, 20_000, cursor)).is_empty(), "it waits");
    let stream = StreamTable { events_since: Some(cursor), msgs_since: None, after: None };
    assert!(!pair.ask_follower(Request::StreamTable(table, stream)).is_empty(), "it is open");
    let [_, woken] = pair.ask_leader(act(table, &json(&read[0])));
    let plies: Vec<u64> = woken.iter().map(|reply| json(reply)["state"]["plies"].as_u64().unwrap()).collect();
    assert_eq!(plies, [before + 2; 2], "the long-poll and the stream show the move and the house's");
}

#[test]
fn a_follower_rejects_what_changes_something() {
    let mut pair = Pair::new();
    let table = pair.table();
    for request in [Request::Forfeit(table), Request::CreateParty, Request::Logout(Logout { everywhere: true })] {
        let replies = pair.ask_follower(request);
        assert_eq!(replies[0].1.as_ref().unwrap_err().rejection, Rejection::Unavailable);
    }
    let order = Order::Invite { uses: 1, expires_in_s: None, test: false };
    let stamp = pair.stamp();
    let effects = pair.follower.apply(stamp, Command::Operate { id: RequestId(900), order });
    assert!(writes_nothing(&effects.batch) && effects.replies[0].1.is_err());
}

#[test]
fn a_follower_without_news_shows_the_challenge_of_the_next_day_and_does_nothing_that_is_due() {
    let mut pair = Pair::new();
    pair.table();
    let tomorrow = |entropy| Stamp { at: START.plus_ms(DAY_MS), entropy: [entropy; 32] };
    let daily = pair.request(Request::DailyBoard);
    let alone = pair.follower.apply(tomorrow(91), daily);
    assert!(writes_nothing(&alone.batch));
    assert_eq!(pair.follower.next_deadline(), None, "the turn of the table is the leader's");
    assert!(writes_nothing(&pair.follower.apply(tomorrow(92), Command::Tick).batch));
    assert!(!writes_nothing(&pair.leader.apply(tomorrow(93), Command::Tick).batch));
    let daily = pair.request(Request::DailyBoard);
    let led = pair.leader.apply(tomorrow(94), daily);
    assert_eq!(json(&alone.replies[0]), json(&led.replies[0]));
}

/// When the turns end that these replies show.
fn deadlines(replies: &[(RequestId, Reply)]) -> Vec<u64> {
    replies.iter().filter_map(|reply| json(reply)["state"]["turnDeadlineAt"].as_u64()).collect()
}

#[test]
fn streams_show_the_time_left_after_an_outage() {
    let mut pair = Pair::new();
    let table = pair.table();
    let view = json(&pair.ask_follower(poll(table, 0, 0))[0]);
    let cursor = view["state"]["eventsAt"].as_u64().unwrap();
    let stream =
        || Request::StreamTable(table, StreamTable { events_since: Some(cursor), msgs_since: None, after: None });
    // One stays with a follower, and one is on the node that takes over.
    let mut third = Pair::new();
    third.table();
    third.ask_follower(stream());
    let opened = pair.ask_follower(stream());
    let shown = opened[1].1.as_ref().unwrap().place.clone();
    assert!(pair.ask_follower(poll(table, 20_000, cursor)).is_empty(), "it waits");
    pair.follower.lead();
    let later = START.plus_ms(60_000);
    let Effects { batch, replies, .. } = pair.follower.apply(Stamp { at: later, entropy: [9; 32] }, Command::Tick);
    let expected = view["state"]["turnDeadlineAt"].as_u64().unwrap() + 60_000;
    let renewed = deadlines(&replies);
    assert_eq!(renewed.len(), 2, "a stream and a long-poll");
    assert!(renewed.iter().all(|at| at.abs_diff(expected) < 10), "{renewed:?}, not {expected}");
    let absorbed = third.follower.absorb(later, &batch).unwrap();
    assert_eq!(deadlines(&absorbed.replies), [renewed[0]]);
    // A reader who continues after the event from before the outage has the new clock, too.
    let ReplyPlace::Event(EventId::Table(after)) = shown else { unreachable!() };
    let after = StreamTable { events_since: None, msgs_since: None, after: Some(after) };
    let command = pair.request(Request::StreamTable(table, after));
    let again = pair.follower.apply(Stamp { at: later, entropy: [10; 32] }, command);
    assert_eq!(deadlines(&again.replies), [renewed[0]]);
}

#[test]
fn a_follower_takes_over_with_its_long_polls() {
    let mut pair = Pair::new();
    let table = pair.table();
    let read = pair.ask_follower(poll(table, 0, 0));
    let view = json(&read[0]);
    let cursor = view["state"]["eventsAt"].as_u64().unwrap();
    pair.ask_follower(poll(table, 20_000, cursor));
    pair.ask_follower(poll(table, 1000, cursor));
    pair.follower.lead();
    let (command, stamp) = (pair.request(act(table, &view)), pair.stamp());
    let effects = pair.follower.apply(stamp, command);
    assert!(!writes_nothing(&effects.batch));
    assert_eq!(effects.replies.len(), 3, "the move, and both long-polls");
    assert!(pair.follower.next_deadline().is_some(), "it acts on deadlines now");
}
