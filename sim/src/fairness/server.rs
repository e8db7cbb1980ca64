//! A server whose operator can do everything: stop it, copy and change its store, exchange its keys, set its clock.

use super::Published;
use crate::inner::prelude::*;
use crate::inner::unlimited;
use turnstone_engine::GroupCommits;
use turnstone_fairness::{Says, Statement, commitment, text_hash};
use turnstone_service::config::{Begins, DaysAhead};
use turnstone_storage::{Memory, MemoryDisk, load};

/// When a run begins.
const START_MS: u64 = 1_800_000_000_000;
/// The members, who have many chips.
pub(super) const MEMBERS: [AccountId; 2] = [AccountId(1), AccountId(2)];
const CHIPS: i64 = 1_000_000;
/// How long a start takes.
const START_TAKES_MS: u64 = 5_000;
/// Copies that are kept, the newest last.
const COPIES: usize = 12;
/// Group commits after which a step has not come to rest.
const MOST_COMMITS: u32 = 20_000;
const WORKS: &str = "a server starts and works whatever its operator does";

/// The rows of a store and its personal keys, and the keys of its server.
#[derive(Clone)]
pub(super) struct Copied {
    pub(super) rows: Vec<Record>,
    personal: BTreeMap<u32, SecretKey>,
    keys: Vec<(u32, SecretKey)>,
}

/// A statement that can be changed and signed again.
pub(super) struct Draft {
    pub(super) at: u64,
    pub(super) says: Says,
    /// The public key that signs it.
    pub(super) signer: [u8; 32],
}

pub(super) struct Server {
    /// The wall clock, in epoch milliseconds.
    pub(super) clock: u64,
    /// How far it is ahead of a right clock.
    pub(super) ahead_ms: u64,
    /// Oldest first; the newest signs.
    pub(super) keys: Vec<(u32, SecretKey)>,
    /// The newest key that others may know.
    pub(super) compromised: Option<u32>,
    pub(super) config: Config,
    commits: GroupCommits<Memory>,
    dice: Rng,
    pub(super) asked: u64,
    /// Copies of the store after the latest requests.
    pub(super) copies: VecDeque<Copied>,
    /// A hash over all replies.
    pub(super) trace: u64,
}

/// A key of a server, by its number.
pub(super) const fn key(number: u32) -> SecretKey {
    SecretKey([number as u8; 32])
}

fn failed<E: std::fmt::Display>(error: E) -> Violation {
    Violation { rule: WORKS, seen: error.to_string() }
}

impl Server {
    /// A new server with two members.
    pub(super) fn new(seed: u64, days_ahead: u32) -> Result<Self, Violation> {
        let recovery = RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] };
        let balance = |balance| BalanceRow { balance, ..BalanceRow::default() };
        let (mut rows, mut personal) = (Vec::new(), BTreeMap::new());
        for (slot, member) in (0..).zip(MEMBERS) {
            let handle = Sealed::Open(format!("member{slot}"));
            personal.insert(slot, key(200 + slot));
            rows.push(Record::Account(member, Box::new(AccountRow::new(slot, handle, recovery, Millis(START_MS)))));
            rows.push(Record::Balance(LedgerAccount::Member(member), balance(CHIPS)));
        }
        rows.push(Record::Balance(LedgerAccount::Mint, balance(-CHIPS * MEMBERS.len() as i64)));
        let keys = vec![(1, key(1))];
        let mut config = Config { days_ahead: DaysAhead(days_ahead), ..unlimited() };
        (config.limits.practice_per_day, config.limits.tables_per_day) = (0, 0);
        config.bounds.sign_of_life_ms = 0;
        config.economy.house_purse = 0;
        let copied = Copied { rows, personal, keys: keys.clone() };
        let commits = open(&copied, ServerKeys::new(keys.clone()), config.clone())?;
        let mut server = Self {
            clock: START_MS,
            ahead_ms: 0,
            keys,
            compromised: None,
            config,
            commits,
            dice: Rng::new(mix(&[seed, 0xd1ce])),
            asked: 0,
            copies: VecDeque::new(),
            trace: seed,
        };
        server.settle().map(drop)?;
        Ok(server)
    }

    /// The time by a right clock.
    pub(super) const fn right(&self) -> u64 {
        self.clock - self.ahead_ms
    }

    /// The core's time.
    pub(super) fn now(&self) -> Millis {
        self.commits.service().now().max(Millis(self.clock))
    }

    /// The name of a day in the current era.
    pub(super) fn day_name(&mut self, day: Day) -> Result<DayName, Violation> {
        let says = self.copied()?.rows.iter().filter_map(draft).map(|draft| draft.says).collect::<Vec<_>>();
        let era =
            says.iter().filter_map(|says| if let Says::Era { era, .. } = says { Some(*era) } else { None }).next_back();
        Ok(DayName { day, era: era.unwrap_or_default() })
    }

    /// The secret of a day, which one of the keys gives.
    pub(super) fn day_secret(&mut self, day: Day) -> Result<[u8; 32], Violation> {
        let said = |record: &Record| match draft(record)?.says {
            Says::Secret { day: stated, commit } if stated == day.to_string() => Some(commit),
            _ => None,
        };
        let stated = self.copied()?.rows.iter().filter_map(said).next_back();
        let keys = ServerKeys::new(self.keys.clone());
        let mut secrets = keys.day_secrets(day).map(|(_, secret)| secret);
        secrets.find(|secret| Some(commitment(secret)) == stated).ok_or_else(|| failed("no key gives the secret"))
    }

    /// Start with a store. The operator accepts new keys where those of the store are gone.
    pub(super) fn start(&mut self, copied: &Copied, restored: bool) -> CheckResult {
        let has = |(id, _): &(u32, SecretKey)| self.keys.iter().any(|(own, _)| own == id);
        self.begin(copied, Begins { restored, new_keys: !copied.keys.iter().all(has) })
    }

    /// Start with a store, and accept this.
    pub(super) fn begin(&mut self, copied: &Copied, begins: Begins) -> CheckResult {
        let keys = ServerKeys::new(self.keys.clone());
        let keys = match self.compromised {
            Some(id) => keys.with_compromised(id),
            None => keys,
        };
        // A start takes longer than an era needs to begin.
        self.clock += START_TAKES_MS;
        self.commits = open(copied, keys, Config { begins, ..self.config.clone() })?;
        // What begins with a start does not wait for a clock that is behind.
        self.commits.push(Command::Tick);
        self.settle().map(drop)
    }

    /// Stop and start.
    pub(super) fn restart(&mut self) -> CheckResult {
        let copied = self.copied()?;
        self.start(&copied, false)
    }

    /// A copy of the store as it is.
    pub(super) fn copied(&mut self) -> Result<Copied, Violation> {
        let state = self.commits.storage().state();
        let rows = state.snapshot().and_then(|snapshot| snapshot.records().collect()).map_err(failed)?;
        Ok(Copied { rows, personal: state.personal_keys().map_err(failed)?, keys: self.keys.clone() })
    }

    /// Change rows while the server is stopped.
    pub(super) fn edit(&mut self, change: impl FnOnce(&mut Vec<Record>)) -> CheckResult {
        let mut copied = self.copied()?;
        change(&mut copied.rows);
        self.start(&copied, false)
    }

    /// Change statements while the server is stopped, and sign them again. Each is signed by its signer.
    pub(super) fn restate(&mut self, change: impl FnOnce(&mut Vec<Draft>)) -> CheckResult {
        // Keys that are lost were kept by an operator who cheats.
        let newest = self.keys.last().map_or(1, |(number, _)| *number);
        let keys = ServerKeys::new((1..=newest).map(|number| (number, key(number))).collect()).signing_keys();
        self.edit(|rows| {
            let mut drafts: Vec<Draft> = rows.iter().filter_map(draft).collect();
            change(&mut drafts);
            rows.retain(|record| !matches!(record, Record::Statement(..)));
            let (mut previous, mut lists) = ([0; 32], BTreeMap::new());
            for (number, Draft { at, says, signer }) in (1..).zip(drafts) {
                if let Says::List { day, .. } = &says {
                    lists.insert(DayName::parse(day).unwrap_or_default(), number);
                }
                let Some(key) = keys.iter().find(|key| key.public() == signer) else { continue };
                let signed = Statement { number, previous, at, says }.signed(key);
                previous = text_hash(&signed.text);
                let signature = signed.signature.to_vec();
                rows.push(Record::Statement(number, StatementRow { text: signed.text, key: signed.key, signature }));
            }
            for record in rows {
                if let Record::FairDay(name, row) = record {
                    row.closed_by = row.closed_by.and(lists.get(name).copied());
                }
            }
        })
    }

    /// Let time pass, with everything that is due in it.
    pub(super) fn pass(&mut self, ms: u64) -> CheckResult {
        let until = self.clock + ms;
        while let Some(due) = self.commits.next_deadline().filter(|due| due.at.0 <= until) {
            self.clock = self.clock.max(due.at.0);
            self.settle()?;
        }
        self.clock = self.clock.max(until);
        Ok(())
    }

    /// The server is off for a time.
    pub(super) fn outage(&mut self, ms: u64) -> CheckResult {
        self.clock += ms;
        self.restart()
    }

    /// The reply to a member's request.
    pub(super) fn ask(&mut self, member: AccountId, request: Request) -> Result<Reply, Violation> {
        let expires_at = Millis(u64::MAX);
        let claims = Claims::Account { account: member, epoch: 0, issued_at: Millis(START_MS), expires_at };
        let caller = Caller::new(Some(claims), [192, 0, 2, member.0 as u8].into());
        self.reply(|id| Command::Request { id, caller, request: Box::new(request) })
    }

    /// The reply to a request of the operator.
    pub(super) fn administer(&mut self, request: Request) -> Result<Reply, Violation> {
        let caller = Caller { operator: Some("operator".to_owned()), ..Caller::new(None, [127, 0, 0, 1].into()) };
        self.reply(|id| Command::Request { id, caller, request: Box::new(request) })
    }

    fn reply(&mut self, command: impl FnOnce(RequestId) -> Command) -> Result<Reply, Violation> {
        self.asked += 1;
        let own = RequestId(self.asked);
        self.commits.push(command(own));
        let replies = self.settle()?;
        let copied = self.copied()?;
        self.copies.push_back(copied);
        if self.copies.len() > COPIES {
            self.copies.pop_front();
        }
        let reply = replies.into_iter().find(|(id, _)| *id == own).map(|(_, reply)| reply);
        reply.ok_or_else(|| failed("a request has no reply"))
    }

    /// Run until nothing is due.
    fn settle(&mut self) -> Result<Vec<(RequestId, Reply)>, Violation> {
        let mut replies = Vec::new();
        for _ in 0..MOST_COMMITS {
            let (at, dice) = (Millis(self.clock), &mut self.dice);
            let released = self.commits.run(|_| Stamp { at, entropy: dice.bytes() }).map_err(failed)?;
            for (id, reply) in released.replies {
                let said = match &reply {
                    Ok(replied) => replied.answer.json().into_owned(),
                    Err(rejected) => format!("{:?}", rejected.rejection),
                };
                self.trace = said
                    .bytes()
                    .fold(self.trace, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
                replies.push((id, reply));
            }
            if self.commits.is_idle() && self.commits.next_deadline().is_none_or(|due| due.at.0 > self.clock) {
                return Ok(replies);
            }
            self.clock += 1;
        }
        Err(failed("it does not come to rest"))
    }

    /// Everything that it publishes.
    pub(super) fn published(&mut self) -> Result<Published, Violation> {
        let (at, keys, config) = (self.now(), ServerKeys::new(self.keys.clone()), self.config.clone());
        let begins = Begins { new_keys: true, ..Begins::default() };
        let fold = |vault: Vault, records: &mut dyn Iterator<Item = Record>| {
            Service::follow(Config { begins, ..config }, keys, vault, records)
        };
        let mut reader = load(self.commits.storage(), fold).map_err(failed)?.map_err(failed)?;
        let rows = self.commits.storage().state().snapshot().map_err(failed)?;
        Ok(Published::read(&mut reader, &*rows, at))
    }
}

fn open(copied: &Copied, keys: ServerKeys, config: Config) -> Result<GroupCommits<Memory>, Violation> {
    let mut memory = Memory::open(MemoryDisk::default()).map_err(failed)?;
    let slots = copied.personal.iter().map(|(slot, key)| SlotChange::Fill(*slot, key.clone())).collect();
    let mut batch = Batch { slots, ..Batch::default() };
    for rows in copied.rows.chunks(200) {
        batch.changes = rows.iter().cloned().map(Change::Put).collect();
        let mut group = GroupCommit::default();
        group.add(&std::mem::take(&mut batch)).map_err(failed)?;
        memory.append(memory.head(), &group).map_err(failed)?;
    }
    let fold = |vault: Vault, records: &mut dyn Iterator<Item = Record>| Service::open(config, keys, vault, records);
    let service = load(&mut memory, fold).map_err(failed)?.map_err(failed)?;
    Ok(GroupCommits::new(service, memory))
}

fn draft(record: &Record) -> Option<Draft> {
    let Record::Statement(_, row) = record else { return None };
    let Statement { at, says, .. } = Statement::parse(&row.text)?;
    Some(Draft { at, says, signer: row.key })
}
