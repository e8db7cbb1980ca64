//! Rows that are valid separately and contradict each other: a changed backup with a recomputed hash. A start and a
//! check load them or report the error, and never panic.

use crate::backups::{BACKUP, parts, sealed};
use crate::cases;
use crate::change::{Cut, cut, cuts};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::path::Path;
use std::sync::LazyLock;
use turnstone_directory::StorageEngine;
use turnstone_fjall::{FJALL, FjallDirectory};
use turnstone_service::answer::Answer;
use turnstone_service::config::{Config, Limits};
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Command, Order, Query, SlotChange, Stamp};
use turnstone_service::games::{Events, PolicyName, SHIPPED, Seed};
use turnstone_service::ids::TableId;
use turnstone_service::personal::Vault;
use turnstone_service::record::{Change, Key, Record};
use turnstone_service::request::{
    Act, AgentKind, Caller, Challenge, CreatePartyTable, CreateTable, DuelFormat, EditProfile, EraseAccount, Fallback,
    IssueSeatGrant, Join, JoinQueue, JoinTable, Opponents, Pace, PostMessage, Practice, RecoveryCode, Request,
    RequestId, SaveAgent,
};
use turnstone_service::secret::{Secret, SecretKey};
use turnstone_service::service::Service;
use turnstone_service::time::Millis;
use turnstone_storage::encoding::{decode, encode};
use turnstone_storage::{Durability, GroupCommit, Storage, check_stored, load, push_change};

const NOON: u64 = 20_000 * 86_400_000 + 43_200_000;
/// Parts of a backup.
const COMMIT: u8 = 1;
const ROWS: u8 = 2;
const KEYS: u8 = 3;

type Member = Option<Claims>;

/// A service and its stored records.
struct World {
    service: Service,
    rows: BTreeMap<Key, Record>,
    keys: BTreeMap<u32, SecretKey>,
    at: u64,
    asked: u64,
}

fn config() -> Config {
    let no_limit = Limits { credential_per_minute: 0, ..Limits::default() };
    Config { limits: no_limit, ..Config::default() }
}

fn server_keys() -> ServerKeys {
    ServerKeys::new(vec![(1, SecretKey([7; 32]))])
}

impl World {
    fn new() -> Self {
        let service = Service::open(config(), server_keys(), Vault::default(), []).unwrap();
        Self { service, rows: BTreeMap::new(), keys: BTreeMap::new(), at: NOON, asked: 0 }
    }

    fn step(&mut self, command: Command) -> Option<Answer> {
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
            match slot {
                SlotChange::Fill(slot, key) => drop(self.keys.insert(slot, key)),
                SlotChange::Destroy(slot) => drop(self.keys.remove(&slot)),
            }
        }
        if let Some((query, Query::Archive(table))) = effects.queries.pop() {
            let rows = Ok(self.rows.get(&Key::Archive(table)).cloned().into_iter().collect());
            return self.step(Command::Found { query, rows });
        }
        let (_, reply) = effects.replies.pop()?;
        Some(reply.map_err(|rejected| format!("{:?}", rejected.rejection)).unwrap().answer)
    }

    fn ask(&mut self, claims: &Member, request: Request) -> Option<Answer> {
        let caller = Caller::new(claims.clone(), [127, 0, 0, 1].into());
        let id = RequestId(self.asked);
        self.step(Command::Request { id, caller, request: Box::new(request) })
    }

    /// Advance the time by this much, and run everything that is due within it.
    fn pass(&mut self, ms: u64) {
        self.at += ms;
        while self.service.next_deadline().is_some_and(|due| due.at.0 <= self.at) {
            self.step(Command::Tick);
        }
    }

    fn members(&mut self) -> [Member; 4] {
        let order = Order::Invite { uses: 9, expires_in_s: Some(86_400), test: false };
        let Some(Answer::Invited(invited)) = self.step(Command::Operate { id: RequestId(0), order }) else { panic!() };
        ["ada", "bob", "cyn", "dan"].map(|name| {
            let (handle, invite_code) = (name.to_owned(), Secret::new(invited.invite_code.clone()));
            let client_ref = uuid(self.asked);
            let Some(Answer::Joined(joined)) = self.ask(&None, Request::Join(Join { invite_code, handle, client_ref }))
            else {
                panic!()
            };
            let (handle, recovery_code) = (joined.handle, Secret::new(joined.recovery_code));
            let Some(Answer::Token(token)) =
                self.ask(&None, Request::IssueToken(RecoveryCode { handle, recovery_code }))
            else {
                panic!()
            };
            server_keys().read_token(&token.token)
        })
    }

    fn table(&mut self, host: &Member, create: CreateTable) -> TableId {
        let Some(Answer::Created(created)) = self.ask(host, Request::CreateTable(create)) else { panic!() };
        created.table_id
    }

    fn mark(&mut self, who: &Member, table: TableId, cell: u8) {
        let action = json!({ "type": "mark", "cell": cell });
        self.ask(who, Request::Act(table, Act { action, expected_plies: None, events: None }));
    }

    /// An agent that plays by a policy.
    fn agent(&mut self, owner: &Member) -> String {
        let (kind, policy) = (AgentKind::Policy, Some(PolicyName::Random));
        let name = "player".to_owned();
        let save = SaveAgent {
            name,
            kind,
            prompt: None,
            policy,
            aggression: None,
            accepts_challenges: None,
            stake_limit: None,
        };
        let Some(Answer::AgentSaved(saved)) = self.ask(owner, Request::SaveAgent(save)) else { panic!() };
        saved.agent_id.to_string()
    }
}

fn uuid(n: u64) -> String {
    format!("00000000-0000-4000-8000-{n:012}")
}

fn create(kind: &str) -> CreateTable {
    CreateTable { kind: kind.to_owned(), stake: Some(10), ..CreateTable::default() }
}

fn ticket(kind: &str, key: u64) -> Request {
    Request::JoinQueue(JoinQueue {
        kind: kind.to_owned(),
        stake: None,
        seats: None,
        rated: None,
        opponents: Opponents::People,
        fallback: Fallback::None,
        client_ref: uuid(key),
        client_seed: None,
    })
}

/// Members with nearly every kind of object.
fn full_world() -> World {
    let mut world = World::new();
    let members = world.members();
    let [ada, bob, cyn, dan] = &members;
    world.ask(
        ada,
        Request::EditProfile(EditProfile {
            bio: Some(Some("reads".into())),
            avatar_url: None,
            show_messenger: None,
            ranked: None,
        }),
    );
    world.ask(ada, Request::Referral);
    // Two tables that end: one is archived, the other stays in memory.
    for (host, guest) in [(ada, bob), (cyn, bob)] {
        let open =
            CreateTable { open: true, client_ref: Some("a-first-table".into()), ..create("tic-tac-toe-vs-house") };
        let table = world.table(host, open);
        world.ask(guest, Request::JoinTable(table, JoinTable { client_seed: None }));
        world.ask(
            guest,
            Request::PostTableMessage(table, PostMessage { body: "well met".into(), client_id: Some("1".into()) }),
        );
        world.ask(guest, Request::Forfeit(table));
        if host == ada {
            world.pass(700_000);
        }
    }
    // A waiting one, one with an invitation, a daily one, several against the house.
    world.table(cyn, CreateTable { open: true, ..create("connect-four-vs-house") });
    world.table(dan, CreateTable { invited: Some("ada".into()), ..create("tic-tac-toe-vs-house") });
    let days = world.table(ada, CreateTable { open: true, pace: Pace::Daily, ..create("tic-tac-toe-vs-house") });
    world.ask(bob, Request::JoinTable(days, JoinTable { client_seed: None }));
    let mover = if starts(&world, days) == 0 { ada } else { bob };
    world.mark(mover, days, 4);
    world.ask(ada, Request::IssueSeatGrant(days, IssueSeatGrant { client_ref: uuid(9), expires_in_seconds: 3_600 }));
    for kind in ["holdem-vs-house", "blackjack", "minesweeper-vs-house", "mancala-vs-house"] {
        world.table(cyn, create(kind));
    }
    world.table(bob, CreateTable { daily: true, ..create("blackjack") });
    world.ask(
        &None,
        Request::Practice(Practice {
            kind: "battleship-vs-house".into(),
            client_ref: uuid(10),
            level: None,
            client_seed: None,
            open: true,
            seats: None,
            name: Some("Zoe".into()),
        }),
    );
    // A ticket that waits, and one that was matched.
    world.ask(cyn, ticket("mancala-vs-house", 21));
    world.ask(ada, ticket("rps-vs-house", 22));
    world.ask(dan, ticket("rps-vs-house", 23));
    // A party with a table and messages.
    world.ask(ada, Request::CreateParty);
    let party = world.rows.keys().find_map(|key| if let Key::Party(id) = key { Some(*id) } else { None }).unwrap();
    world.ask(bob, Request::JoinParty(party));
    world.ask(
        ada,
        Request::CreatePartyTable(party, CreatePartyTable { kind: "rps-vs-house".into(), stake: 5, seats: None }),
    );
    world.ask(bob, Request::PostPartyMessage(party, PostMessage { body: "here I am".into(), client_id: None }));
    // A running duel, and an erased member.
    let (agent_id, opponent_agent_id) = (world.agent(ada), world.agent(bob));
    let (game_id, format) = ("connect-four".to_owned(), DuelFormat::Bo5);
    world.ask(
        ada,
        Request::Challenge(Challenge {
            agent_id,
            opponent_agent_id,
            game_id,
            format,
            stake: 2,
            rematch_of: None,
            client_ref: Some(uuid(11)),
            client_seed: None,
        }),
    );
    world.step(Command::Tick);
    world.ask(dan, Request::EraseAccount(EraseAccount { confirm_handle: "dan".into() }));
    world
}

fn starts(world: &World, table: TableId) -> usize {
    let Some(Record::Table(_, row)) = world.rows.get(&Key::Table(table)) else { panic!() };
    let rules = SHIPPED.find(&row.game_id, &row.version).unwrap();
    let seed = row.seed.open(table, row.setup.deal.as_deref(), &server_keys());
    let seed = Seed::from_bytes(seed.unwrap());
    let board = rules.deal(&row.setup, &seed, &mut Events::off()).unwrap();
    board.to_act().first().unwrap().index()
}

static WORLD: LazyLock<(Vec<Record>, BTreeMap<u32, SecretKey>)> = LazyLock::new(|| {
    let world = full_world();
    (world.rows.into_values().collect(), world.keys)
});

/// A backup of these records and keys with the correct hash.
fn backup(records: &[Record], keys: &BTreeMap<u32, SecretKey>) -> Vec<u8> {
    let mut rows = GroupCommit::default().encode();
    let encoded: BTreeMap<Vec<u8>, Vec<u8>> = records.iter().map(encode).collect();
    for (key, value) in &encoded {
        push_change(&mut rows, key, Some(value));
    }
    let keys = keys.iter().flat_map(|(slot, key)| [&slot.to_be_bytes()[..], &key.0].concat()).collect();
    let commit = parts(&BACKUP).into_iter().find(|(kind, _)| *kind == COMMIT).unwrap();
    sealed(&[commit, (ROWS, rows), (KEYS, keys)])
}

/// Restore it, check it as `turnstone check` does, start over it and run what is due at once.
fn starts_over(backup: &[u8]) -> Result<(), String> {
    let home = tempfile::tempdir().unwrap();
    let (file, data) = (home.path().join("backup"), home.path().join("data"));
    std::fs::write(&file, backup).unwrap();
    FJALL.restore(&file, &data).map_err(|failure| failure.to_string())?;
    checks(&data)
}

fn checks(data: &Path) -> Result<(), String> {
    let mut storage = FjallDirectory::open(data, Durability::Buffered).map_err(|failure| failure.to_string())?;
    let checked = check_stored(storage.state().as_ref(), config(), server_keys());
    checked.map_err(|failure| failure.to_string())?.map_err(|damage| damage.to_string())?;
    let service = load(&mut storage, |vault, records| Service::open(config(), server_keys(), vault, records));
    let mut service = service.map_err(|failure| failure.to_string())?.map_err(|damage| damage.to_string())?;
    let now = service.now();
    let _ = service.stats(now);
    for step in 0..20_u8 {
        if service.next_deadline().is_some_and(|due| due.at <= now.plus_s(60)) {
            let _ = service.apply(Stamp { at: now.plus_s(60), entropy: [step; 32] }, Command::Tick);
        }
    }
    service.audit().map_err(|damage| damage.to_string())
}

/// One change of a record.
#[derive(Clone, Debug)]
enum Mutation {
    /// Copy a value of a record of any kind to another place.
    Graft { to: Index, place: Index, from: Index, source: Index },
    /// Replace a number.
    Number { of: Index, place: Index, number: Value },
    /// Shorten a list, or repeat its last item.
    Length { of: Index, place: Index, longer: bool },
    /// Remove a value.
    Drop(Index),
    /// Move a value to the place of another of its kind.
    Replace { from: Index, to: Index },
    /// Replace bytes.
    Bytes { of: Index, cuts: Vec<Cut> },
}

fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let index = any::<Index>;
    let edges = [0, 1, 2, 7, 255, 256, -1, i64::MAX, i64::MIN, 1 << 31, 1 << 40, (1 << 53) + 1];
    let unsigned = [u64::MAX, u64::MAX / 1000, u64::from(u32::MAX)];
    let numbers: Vec<Value> = edges.into_iter().map(Value::from).chain(unsigned.into_iter().map(Value::from)).collect();
    let number = proptest::sample::select(numbers);
    let mutation = prop_oneof![
        6 => (index(), index(), index(), index()).prop_map(|(to, place, from, source)| Mutation::Graft { to, place, from, source }),
        6 => (index(), index(), number).prop_map(|(of, place, number)| Mutation::Number { of, place, number }),
        3 => (index(), index(), any::<bool>()).prop_map(|(of, place, longer)| Mutation::Length { of, place, longer }),
        2 => index().prop_map(Mutation::Drop),
        3 => (index(), index()).prop_map(|(from, to)| Mutation::Replace { from, to }),
        2 => (index(), cuts()).prop_map(|(of, cuts)| Mutation::Bytes { of, cuts }),
    ];
    proptest::collection::vec(mutation, 1..4)
}

/// The places of all values of a kind in a JSON value.
fn places(value: &Value, is_meant: &impl Fn(&Value) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((place, value)) = open.pop() {
        if is_meant(value) {
            found.push(place.clone());
        }
        match value {
            Value::Array(items) => {
                open.extend(items.iter().enumerate().map(|(at, item)| (format!("{place}/{at}"), item)))
            }
            Value::Object(fields) => open.extend(fields.iter().map(|(name, field)| (format!("{place}/{name}"), field))),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found
}

fn pick<'a, T>(index: &Index, of: &'a [T]) -> Option<&'a T> {
    (!of.is_empty()).then(|| &of[index.index(of.len())])
}

const fn is_leaf(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

/// The record with this JSON; `None` if no record has it.
fn record_of(value: Value) -> Option<Record> {
    serde_json::from_value(value).ok()
}

fn mutated(records: &mut Vec<Record>, mutation: &Mutation) -> Option<()> {
    let json = |records: &[Record], index: &Index| serde_json::to_value(pick(index, records).unwrap()).unwrap();
    let at = |records: &[Record], index: &Index| index.index(records.len());
    match mutation {
        Mutation::Graft { to, place, from, source } => {
            let (mut value, other) = (json(records, to), json(records, from));
            let place = pick(place, &places(&value, &is_leaf))?.clone();
            let target = value.pointer_mut(&place).unwrap();
            let alike = |value: &Value| discriminant(value) == discriminant(&*target);
            let source = pick(source, &places(&other, &alike))?.clone();
            *target = other.pointer(&source).unwrap().clone();
            let to = at(records, to);
            records[to] = record_of(value)?;
        }
        Mutation::Number { of, place, number } => {
            let mut value = json(records, of);
            let place = pick(place, &places(&value, &Value::is_number))?.clone();
            *value.pointer_mut(&place).unwrap() = number.clone();
            let of = at(records, of);
            records[of] = record_of(value)?;
        }
        Mutation::Length { of, place, longer } => {
            let mut value = json(records, of);
            let place = pick(place, &places(&value, &Value::is_array))?.clone();
            let items = value.pointer_mut(&place).unwrap().as_array_mut().unwrap();
            let last = items.pop()?;
            if *longer {
                items.extend([last.clone(), last]);
            }
            let of = at(records, of);
            records[of] = record_of(value)?;
        }
        Mutation::Drop(index) => drop(records.remove(at(records, index))),
        Mutation::Replace { from, to } => {
            let mut value = json(records, from);
            let own = json(records, to);
            // Both are an object of one member: the kind, with the key's fields and the row.
            let (kind, own) = own.as_object()?.iter().next()?;
            let fields = value.get_mut(kind)?.as_array_mut()?;
            let own = own.as_array()?;
            let row = fields.len() - 1;
            fields[..row].clone_from_slice(&own[..row]);
            let to = at(records, to);
            records[to] = record_of(value)?;
        }
        Mutation::Bytes { of, cuts } => {
            let (key, value) = encode(pick(of, records)?);
            let of = at(records, of);
            records[of] = decode(&key, &cut(value, cuts)).ok()?;
        }
    }
    Some(())
}

#[test]
fn an_unchanged_store_starts() {
    let (records, keys) = &*WORLD;
    assert_eq!(starts_over(&backup(records, keys)), Ok(()));
    let kinds: BTreeSet<u8> = records.iter().map(|record| encode(record).0[0]).collect();
    assert!(kinds.len() >= 24, "{} kinds of records", kinds.len());
    let round_trips =
        records.iter().filter(|record| record_of(serde_json::to_value(record).unwrap()).as_ref() == Some(*record));
    assert_eq!(round_trips.count(), records.len(), "each has a JSON that it is read from");
}

#[test]
fn mutations_are_loaded_and_rejected() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (records, keys) = &*WORLD;
    let mut reported: BTreeMap<bool, u32> = BTreeMap::new();
    for _ in 0..60 {
        let mutations = mutations().new_tree(&mut runner).unwrap().current();
        let mut changed = records.clone();
        for mutation in &mutations {
            mutated(&mut changed, mutation);
        }
        if changed != *records {
            *reported.entry(starts_over(&backup(&changed, keys)).is_ok()).or_default() += 1;
        }
    }
    assert!(reported.get(&true) >= Some(&5) && reported.get(&false) >= Some(&5), "both come: {reported:?}");
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn rows_that_contradict_each_other_are_named_and_never_a_panic(mutations in mutations()) {
        let (records, keys) = &*WORLD;
        let mut changed = records.clone();
        for mutation in &mutations {
            mutated(&mut changed, mutation);
        }
        if let Err(said) = starts_over(&backup(&changed, keys)) {
            prop_assert!(!said.is_empty() && !said.contains('\n'), "{said:?} is no sentence");
        }
    }
}
