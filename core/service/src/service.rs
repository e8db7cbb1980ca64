//! The service as a value: one step takes a command and returns all that it brings about.

use crate::bundles::Bundles;
use crate::calls::CallId;
use crate::config::Config;
use crate::credentials::ServerKeys;
use crate::duelling::Duelling;
use crate::effects::{Batch, BatchId, Command, Effects, QueryId, Stamp};
use crate::ids::{AccountId, TableId};
use crate::limits::Limiter;
use crate::pending::{PendingCall, PendingQuery};
use crate::personal::Vault;
use crate::polls::Polls;
use crate::record::{Damage, LedgerAccount, Record};
use crate::request::RateClass;
use crate::secret::Random;
pub use crate::state::ColdRows;
use crate::state::{Draft, Folded, HotState};
use crate::stats::{Chips, Stats};
use crate::step::Step;
use crate::time::Millis;
use crate::timers::{Deadline, Timer, Timers, first_due};
use std::collections::{BTreeMap, BTreeSet};

/// All of Turnstone but its sockets and disks.
pub struct Service {
    state: Folded,
    keys: ServerKeys,
    polls: Polls,
    /// What is due besides what the records say: polls that end, and what whoever leads has to see to.
    agenda: Timers,
    limiter: Limiter,
    bundles: Bundles,
    pending: BTreeMap<QueryId, PendingQuery>,
    calling: BTreeMap<CallId, PendingCall>,
    duelling: Duelling,
    /// When each member's newest request since the start came in. It is not stored, because reads write nothing.
    seen: BTreeMap<AccountId, Millis>,
    in_flight: BTreeMap<[u8; 32], BatchId>,
    /// While archived tables are looked up for old chats: the lowest id of those with a chat that were archived meanwhile.
    chat_search: Option<TableId>,
    now: Millis,
    /// The newest batch that was made.
    newest: BatchId,
    next_query: u64,
    next_call: u64,
    draining: bool,
    full: bool,
}

impl Service {
    /// The service as its hot records left it. They come in the order of their keys.
    pub fn open(
        config: Config,
        keys: ServerKeys,
        vault: Vault,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, Damage> {
        let state = Folded::open(config, vault, records)?;
        let now = state.latest;
        let mut service = Self {
            state,
            keys,
            polls: Polls::default(),
            agenda: Timers::default(),
            limiter: Limiter::default(),
            bundles: Bundles::default(),
            pending: BTreeMap::new(),
            calling: BTreeMap::new(),
            duelling: Duelling::default(),
            seen: BTreeMap::new(),
            in_flight: BTreeMap::new(),
            chat_search: None,
            now,
            newest: BatchId(0),
            next_query: 0,
            next_call: 0,
            draining: false,
            full: false,
        };
        service.audit()?;
        service.lead();
        Ok(service)
    }

    /// Begin to make batches: at a start, and when a follower takes over. What was begun and not ended is taken up, and
    /// the turn of the day is awaited.
    pub fn lead(&mut self) {
        // What there was to take up when it was opened may have been done by another since, or would be done twice.
        self.duelling.sleep(&mut self.agenda);
        self.agenda = Timers::default();
        self.agenda.set(self.now.day().next().start(), Timer::DayTurns);
        self.state.resume_erasures(self.now, &mut self.agenda);
        self.state.resume_notices(self.now, &mut self.agenda);
        if self.state.duels.running() > 0 {
            self.duelling.wake(self.now, &mut self.agenda);
        }
    }

    /// One step. A stamp from the past counts as now.
    pub fn apply(&mut self, stamp: Stamp, command: Command) -> Effects {
        self.now = self.now.max(stamp.at);
        let mut step = self.step(stamp.entropy);
        match command {
            Command::Request { id, caller, request } => step.request(id, caller, *request),
            Command::Hangup(id) => {
                step.polls.forget(id, step.agenda);
                step.duelling.hang_up(id);
            }
            Command::Found { query, rows } => step.found(query, rows),
            Command::Durable(batch) => step.in_flight.retain(|_, made_in| *made_in > batch),
            Command::Returned { call, result } => step.returned(call, result),
            Command::Tick => step.tick(),
            Command::Operate { id, order } => step.operate(id, order),
        }
        step.wake();
        let Step { state, replies, queries, calls, draining, full, .. } = step;
        let (changes, slots) = state.finish();
        (self.draining, self.full) = (draining, full);
        if !changes.is_empty() {
            self.newest = BatchId(self.newest.0 + 1);
        }
        debug_assert_eq!(self.state.ledger.sum(), 0, "chips are conserved");
        Effects { batch: Batch { id: self.newest, changes, slots }, replies, queries, calls }
    }

    fn step(&mut self, entropy: [u8; 32]) -> Step<'_> {
        Step {
            state: Draft::new(&mut self.state, self.now),
            keys: &self.keys,
            polls: &mut self.polls,
            agenda: &mut self.agenda,
            limiter: &mut self.limiter,
            bundles: &mut self.bundles,
            pending: &mut self.pending,
            calling: &mut self.calling,
            duelling: &mut self.duelling,
            seen: &mut self.seen,
            in_flight: &mut self.in_flight,
            chat_search: &mut self.chat_search,
            batch: BatchId(self.newest.0 + 1),
            next_query: &mut self.next_query,
            next_call: &mut self.next_call,
            draining: self.draining,
            full: self.full,
            class: RateClass::Ordinary,
            now: self.now,
            random: Random::new(entropy),
            replies: Vec::new(),
            queries: Vec::new(),
            calls: Vec::new(),
            views: BTreeMap::new(),
            ended_polls: Vec::new(),
            touched_tables: BTreeSet::new(),
            touched_parties: BTreeSet::new(),
            touched_accounts: BTreeSet::new(),
        }
    }

    /// When the next [`Command::Tick`] is wanted, and for what.
    pub fn next_deadline(&self) -> Option<Deadline> {
        first_due(self.state.timers.next(), self.agenda.next())
    }

    /// All that is due, by its time, for whoever looks at a core that stands still.
    pub fn deadlines(&self) -> Vec<Deadline> {
        let set = self.state.timers.iter().chain(self.agenda.iter());
        let mut due: Vec<Deadline> = set.map(|&(at, timer)| Deadline { at, timer }).collect();
        due.sort_by_key(|due| (due.at, due.timer));
        due
    }

    /// The time by the core's clock, which never goes back while it runs.
    pub const fn now(&self) -> Millis {
        self.now
    }

    /// Take over a batch that another core made: the same function over records that `open` folds.
    pub fn absorb(&mut self, batch: &Batch) -> Result<(), Damage> {
        self.state.absorb(&batch.changes, &batch.slots)?;
        self.now = self.now.max(self.state.latest);
        Ok(())
    }

    /// Check all that must hold of the state as a whole: the ledger balances, the chips that are held are those of the
    /// tables, and of the legs of duels that have not been dealt, and what is counted along is what there is.
    pub fn audit(&self) -> Result<(), Damage> {
        let sum = self.state.ledger.sum();
        if sum != 0 {
            return Err(Damage(format!("the books do not balance: their sum is {sum}")));
        }
        let (held, by_tables) =
            (self.state.ledger.get(LedgerAccount::Held).balance, self.state.tables.held() + self.state.duels.held());
        if held != by_tables {
            return Err(Damage(format!("{held} chips are held, tables and duels say {by_tables}")));
        }
        if !self.state.ledger.counts_right() || !self.state.tables.counts_right() {
            return Err(Damage("the tables or the members' chips were miscounted".to_owned()));
        }
        for (account, row) in self.state.ledger.iter() {
            let may_be_negative = matches!(account, LedgerAccount::Mint | LedgerAccount::House);
            if row.balance < 0 && !may_be_negative {
                return Err(Damage(format!("{account:?} has {} chips", row.balance)));
            }
        }
        Ok(())
    }

    /// Check the rows that a start leaves in storage against those that it has read.
    pub fn check_cold(&self, rows: &ColdRows) -> Result<(), Damage> {
        self.state.check_cold(rows)
    }

    /// Numbers for whoever looks after the service. None of them is counted for it but what is overdue and what running
    /// duels hold: the loop stands still meanwhile.
    pub fn stats(&self, now: Millis) -> Stats {
        let Self { state, polls, agenda, pending, calling, .. } = self;
        let overdue = state.timers.overdue(now) + agenda.overdue(now);
        Stats {
            accounts: state.accounts.len() as u64,
            agents: state.agents.iter().len() as u64,
            parties: state.parties.iter().len() as u64,
            grants: state.grants.iter().len() as u64,
            duels: state.duels.running() as u64,
            tables: state.tables.counts().clone(),
            polls: polls.parked.len() as u64,
            overdue: overdue as u64,
            queries: pending.len() as u64,
            calls: calling.len() as u64,
            chips: self.chips(),
        }
    }

    fn chips(&self) -> Chips {
        let HotState { ledger, tables, duels, .. } = &*self.state;
        let chips_of = |book| ledger.get(book).balance;
        Chips {
            granted: -chips_of(LedgerAccount::Mint),
            members: ledger.of_all_members(),
            house: chips_of(LedgerAccount::House),
            held: chips_of(LedgerAccount::Held),
            staked: tables.held() + duels.held(),
        }
    }

    /// The first thing of which the hot records of two cores say something else, with what either says; nothing if they
    /// have absorbed the same batches. For the simulator alone: it tells seeds.
    pub fn first_difference(&self, other: &Self) -> Option<[String; 2]> {
        crate::state::first_difference(&self.state, &other.state)
    }

    /// The chips of an account, for tests and the simulator's oracles.
    pub fn balance_of(&self, account: AccountId) -> i64 {
        self.state.ledger.get(LedgerAccount::Member(account)).balance
    }
}
