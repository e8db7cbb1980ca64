//! A game with changed rules: tables of the old version are played, replayed and verified by it. A program without that
//! version reports so and loses nothing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod calls;

use calls::Calls;
use serde_json::json;
use std::collections::BTreeMap;
use turnstone_service::answer::{Answer, SharedAnswer, TableView};
use turnstone_service::config::Config;
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Command, Order, Query, SlotChange, Stamp};
use turnstone_service::games::{Bundle, Played, PolicyName, Registry, Verdict};
use turnstone_service::ids::TableId;
use turnstone_service::personal::Vault;
use turnstone_service::record::{Change, Key, Record};
use turnstone_service::rejection::{NotJoinable, Rejection, TableRejection};
use turnstone_service::request::{
    Act, AgentKind, Caller, Challenge, CreateTable, DuelFormat, Join, JoinTable, ReadTable, RecoveryCode, Replay,
    Request, RequestId, SaveAgent,
};
use turnstone_service::secret::{self, Secret};
use turnstone_service::service::Service;
use turnstone_service::time::Millis;

const NOON: u64 = 20_000 * 86_400_000 + 43_200_000;

const OLD: Registry = Registry::new(&[&Played::<Calls<1>>::NEW], &[]);
const UPGRADED: Registry = Registry::new(&[&Played::<Calls<2>>::NEW], &[&Played::<Calls<1>>::NEW]);
/// A program without the old version.
const FORGETFUL: Registry = Registry::new(&[&Played::<Calls<2>>::NEW], &[]);

/// Services that run one after another over the same rows.
struct World {
    service: Service,
    rows: BTreeMap<Key, Record>,
    personal: Vec<(u32, secret::SecretKey)>,
    asked: u64,
    at: u64,
}

type Member = Option<Claims>;

fn keys() -> ServerKeys {
    ServerKeys::new(vec![(1, secret::SecretKey([7; 32]))])
}

fn config(games: Registry) -> Config {
    let mut config = Config { games, ..Config::default() };
    config.limits.credential_per_minute = 0;
    config
}

impl World {
    fn new(games: Registry) -> Self {
        let service = Service::open(config(games), keys(), Vault::default(), []).unwrap();
        Self { service, rows: BTreeMap::new(), personal: Vec::new(), asked: 0, at: NOON }
    }

    /// Open another program over the stored rows.
    fn becomes(&mut self, games: Registry) {
        let mut vault = Vault::default();
        self.personal.iter().for_each(|(slot, key)| vault.insert(*slot, key.clone()));
        let hot = self.rows.values().filter(|record| !record.key().is_cold()).cloned();
        self.service = Service::open(config(games), keys(), vault, hot).unwrap();
        self.service.audit().unwrap();
    }

    fn step(&mut self, command: Command) -> Option<Result<Answer, Rejection>> {
        self.asked += 1;
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.asked.to_be_bytes());
        let mut effects = self.service.apply(Stamp { at: Millis(self.at), entropy }, command);
        for change in effects.batch.changes {
            match change {
                Change::Put(record) => drop(self.rows.insert(record.key(), record)),
                Change::Remove(key) => drop(self.rows.remove(&key)),
            }
        }
        for slot in effects.batch.slots {
            if let SlotChange::Fill(slot, key) = slot {
                self.personal.push((slot, key));
            }
        }
        if let Some((query, Query::Archive(table))) = effects.queries.pop() {
            let rows = Ok(self.rows.get(&Key::Archive(table)).cloned().into_iter().collect());
            return self.step(Command::Found { query, rows });
        }
        let (_, reply) = effects.replies.pop()?;
        Some(reply.map(|replied| replied.answer).map_err(|rejected| rejected.rejection))
    }

    fn ask(&mut self, claims: &Member, request: Request) -> Result<Answer, Rejection> {
        let caller = Caller::new(claims.clone(), [127, 0, 0, 1].into());
        let id = RequestId(self.asked);
        self.step(Command::Request { id, caller, request: Box::new(request) }).unwrap()
    }

    fn members(&mut self) -> [Member; 2] {
        let order = Order::Invite { uses: 2, expires_in_s: None, test: false };
        let Some(Ok(Answer::Invited(invited))) = self.step(Command::Operate { id: RequestId(0), order }) else {
            unreachable!()
        };
        ["ada", "bob"].map(|name| {
            let (handle, invite_code) = (name.to_owned(), Secret::new(invited.invite_code.clone()));
            let client_ref = format!("00000000-0000-4000-8000-{:012}", self.asked);
            let Ok(Answer::Joined(joined)) = self.ask(&None, Request::Join(Join { invite_code, handle, client_ref }))
            else {
                unreachable!()
            };
            let (handle, recovery_code) = (joined.handle, Secret::new(joined.recovery_code));
            let Ok(Answer::Token(token)) = self.ask(&None, Request::IssueToken(RecoveryCode { handle, recovery_code }))
            else {
                unreachable!()
            };
            keys().read_token(&token.token)
        })
    }

    fn create(&mut self, host: &Member) -> TableId {
        let create = CreateTable { kind: "calls".into(), stake: Some(10), ..CreateTable::default() };
        let Ok(Answer::Created(created)) = self.ask(host, Request::CreateTable(create)) else { unreachable!() };
        created.table_id
    }

    /// A table where both sit, and the first has called a number.
    fn begin(&mut self, [ada, bob]: &[Member; 2], number: u8) -> TableId {
        let table = self.create(ada);
        self.ask(bob, Request::JoinTable(table, JoinTable { client_seed: None })).unwrap();
        self.call(ada, table, number).unwrap();
        table
    }

    /// An agent that calls at random.
    fn agent(&mut self, owner: &Member) -> String {
        let save = SaveAgent {
            name: "caller".into(),
            kind: AgentKind::Policy,
            prompt: None,
            policy: Some(PolicyName::Random),
            aggression: None,
            accepts_challenges: None,
            stake_limit: None,
        };
        let Ok(Answer::AgentSaved(saved)) = self.ask(owner, Request::SaveAgent(save)) else { unreachable!() };
        saved.agent_id.to_string()
    }

    /// A duel of at most three legs, of which none has been dealt.
    fn duel(&mut self, [ada, bob]: &[Member; 2]) {
        let challenge = Challenge {
            agent_id: self.agent(ada),
            opponent_agent_id: self.agent(bob),
            game_id: "calls".into(),
            format: DuelFormat::Bo3,
            stake: 10,
            rematch_of: None,
            client_ref: None,
            client_seed: None,
        };
        let caller = Caller::new(ada.clone(), [127, 0, 0, 1].into());
        let request = Box::new(Request::Challenge(challenge));
        assert!(self.step(Command::Request { id: RequestId(self.asked), caller, request }).is_none());
    }

    /// The versions of all tables, and whether the duel is over.
    fn legs(&self) -> (Vec<&str>, bool) {
        fn version(record: &Record) -> Option<&str> {
            if let Record::Table(_, row) = record { Some(&row.version) } else { None }
        }
        let is_over = |record: &Record| matches!(record, Record::Duel(_, row) if row.end.is_some());
        (self.rows.values().filter_map(version).collect(), self.rows.values().any(is_over))
    }

    fn call(&mut self, who: &Member, table: TableId, number: u8) -> Result<Answer, Rejection> {
        let action = json!({ "type": "call", "number": number });
        self.ask(who, Request::Act(table, Act { action, expected_plies: None, events: None }))
    }

    fn read(&mut self, who: &Member, table: TableId) -> Result<SharedAnswer<TableView>, Rejection> {
        let read = ReadTable { wait_ms: 0, events_since: Some(0), msgs_since: None };
        let Answer::Table(view) = self.ask(who, Request::ReadTable(table, read))? else { unreachable!() };
        Ok(view)
    }

    fn replay(&mut self, who: &Member, table: TableId) -> Result<Bundle, Rejection> {
        let Answer::Replay(replay) = self.ask(who, Request::Replay(table, Replay { seat: None }))? else {
            unreachable!()
        };
        Ok(Bundle::clone(&replay.bundle))
    }

    /// Run everything that is due within this time.
    fn pass(&mut self, ms: u64) {
        self.at += ms;
        while self.service.next_deadline().is_some_and(|due| due.at.0 <= self.at) {
            assert!(self.step(Command::Tick).is_none());
        }
    }
}

fn unknown<T>() -> Result<T, Rejection> {
    Err(Rejection::UnknownRules { game: "calls".into(), version: "1".into() })
}

fn scores(bundle: &Bundle) -> Vec<i64> {
    bundle.outcome.iter().map(|entry| entry.score).collect()
}

#[test]
fn tables_keep_the_version_that_they_began_with() {
    let mut world = World::new(OLD);
    let members = world.members();
    let [ada, bob] = &members;
    let (begun, waiting) = (world.begin(&members, 9), world.create(ada));

    world.becomes(UPGRADED);
    let made = world.begin(&members, 3);
    world.ask(bob, Request::JoinTable(waiting, JoinTable { client_seed: None })).unwrap();
    world.call(ada, waiting, 9).unwrap();
    for table in [begun, waiting, made] {
        world.call(bob, table, 1).unwrap();
    }
    let bundles = [begun, waiting, made].map(|table| world.replay(ada, table).unwrap());
    let reported: Vec<_> = bundles.iter().map(|bundle| (bundle.version.as_str(), scores(bundle))).collect();
    assert_eq!(reported, [("1", vec![10, -10]), ("1", vec![10, -10]), ("2", vec![-10, 10])]);
    assert_eq!([&bundles[0], &bundles[2]].map(|bundle| bundle.config.get("highest").cloned()), [None, Some(3.into())]);

    // A downloaded bundle is verified by every program that has its version.
    let [old, _, new] = &bundles;
    assert_eq!([old, new].map(|bundle| UPGRADED.verify(bundle)), [Verdict::Holds, Verdict::Holds]);
    assert_eq!(OLD.verify(old), Verdict::Holds);
    let of_version = |version: &str| Bundle { version: version.into(), ..old.clone() };
    for (games, bundle) in [(FORGETFUL, old.clone()), (OLD, new.clone()), (UPGRADED, of_version("3"))] {
        assert_eq!(games.verify(&bundle), Verdict::Unknown("it does not know this version of the game".into()));
    }
    assert!(matches!(UPGRADED.verify(&of_version("2")), Verdict::Broken(_)), "by the other rules");

    // The same after they are archived.
    world.pass(3_600_000);
    assert!(world.read(ada, begun).unwrap().archived);
    let again = [begun, waiting, made].map(|table| world.replay(ada, table).unwrap());
    assert_eq!(again.map(|bundle| bundle.digest), bundles.map(|bundle| bundle.digest));
}

#[test]
fn reports_a_missing_version_and_loses_nothing() {
    let mut world = World::new(OLD);
    let members = world.members();
    let [ada, bob] = &members;
    let over = world.begin(&members, 9);
    world.call(bob, over, 1).unwrap();
    let (running, left, waiting) = (world.begin(&members, 9), world.begin(&members, 9), world.create(ada));
    let digest = world.replay(ada, over).unwrap().digest;

    world.becomes(FORGETFUL);
    assert_eq!(world.read(bob, running).map(drop), unknown());
    assert_eq!(world.read(ada, over).map(drop), unknown());
    assert_eq!(world.call(bob, running, 1).map(drop), unknown());
    assert_eq!(world.ask(bob, Request::Forfeit(running)).map(drop), unknown());
    assert_eq!(world.ask(bob, Request::JoinTable(waiting, JoinTable { client_seed: None })).map(drop), unknown());
    assert_eq!(world.replay(bob, over).map(drop), unknown());
    // Everything that needs no rules works: the end card, the lists, leaving a waiting table, and other tables.
    let Ok(Answer::Card(card)) = world.ask(ada, Request::EndCard(over)) else { unreachable!() };
    assert_eq!(card.seats.iter().map(|seat| seat.score).collect::<Vec<_>>(), [10, -10]);
    let Ok(Answer::MyTables(mine)) = world.ask(ada, Request::MyTables) else { unreachable!() };
    assert_eq!(mine.tables.len(), 3);
    world.ask(ada, Request::Forfeit(waiting)).unwrap();
    let made = world.begin(&members, 3);
    world.call(bob, made, 1).unwrap();
    assert_eq!(world.replay(ada, made).unwrap().version, "2");

    // A program that has the rules continues where the old one stopped.
    world.becomes(UPGRADED);
    world.call(bob, running, 1).unwrap();
    assert_eq!(scores(&world.replay(ada, running).unwrap()), [10, -10]);

    // No turn ends where a move is impossible, and ended tables are still archived.
    world.becomes(FORGETFUL);
    world.pass(7 * 86_400_000);
    assert_eq!(world.read(bob, left).map(drop), unknown());
    assert!(world.read(ada, over).unwrap().archived);
    assert_eq!(world.replay(ada, over).map(drop), unknown());
    let not_waiting = TableRejection::NotJoinable(NotJoinable::NotWaiting);
    assert_eq!(
        world.ask(bob, Request::JoinTable(waiting, JoinTable { client_seed: None })).map(drop),
        Err(not_waiting.into())
    );

    // A program that has been away does not count the time as thinking time: bob's turn begins anew.
    world.becomes(UPGRADED);
    world.pass(0);
    world.pass(900_000);
    assert_eq!(scores(&world.replay(ada, left).unwrap()), [10, -10], "bob's turn is long over");
    assert_eq!(world.replay(ada, over).unwrap().digest, digest);
}

#[test]
fn a_duel_keeps_the_version_that_it_began_with() {
    let mut world = World::new(OLD);
    let members = world.members();
    world.duel(&members);

    // A program without the version leaves the duel and its stakes as they are.
    world.becomes(FORGETFUL);
    world.pass(60_000);
    assert_eq!(world.legs(), (vec![], false));

    world.becomes(UPGRADED);
    while !world.legs().1 {
        world.pass(1);
    }
    let (versions, _) = world.legs();
    assert!(versions.len() >= 2 && versions.iter().all(|version| *version == "1"), "{versions:?}");
    world.service.audit().unwrap();
}
