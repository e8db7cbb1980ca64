//! The service as a value: one step takes a command and returns all its effects.

use crate::config::Config;
use crate::credentials::ServerKeys;
use crate::effects::{Batch, BatchId, Command, Effects, Stamp};
use crate::handlers::chips::ledger;
use crate::handlers::fairness::{self, DayStart, Signer};
pub use crate::handlers::ratings::check::RatingCheck;
use crate::handlers::serving;
use crate::handlers::watches::Affected;
use crate::personal::Vault;
use crate::record::{Change, DamageError, LedgerAccount, Record};
use crate::secret::Random;
pub use crate::state::ColdRows;
use crate::state::{Folded, HotState, Transaction};
use crate::stats::{Chips, Stats};
use crate::step::{Parts, Step};
use crate::time::Millis;
use crate::timers::{Deadline, Timer, Timers, first_due};
use turnstone_fairness::SigningKey;

/// What is lost with keys of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyLoss {
    /// Running tables, which become void.
    pub running_tables: usize,
    /// Days that are not closed, whose deals stay unproven.
    pub open_days: usize,
    pub their_tables: u64,
}

/// All of Turnstone except its sockets and disks.
pub struct Service {
    state: Folded,
    keys: ServerKeys,
    signer: Signer,
    parts: Parts,
    now: Millis,
    /// The number of the newest batch.
    newest: BatchId,
}

impl Service {
    /// Open a core that leads from the hot records of a store, in the order of their keys.
    pub fn open(
        config: Config,
        keys: ServerKeys,
        vault: Vault,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, DamageError> {
        let mut service = Self::follow(config, keys, vault, records)?;
        service.lead();
        Ok(service)
    }

    /// Open a core that follows: it absorbs the batches of another core, answers what only reads, and makes no batches.
    pub fn follow(
        config: Config,
        keys: ServerKeys,
        vault: Vault,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, DamageError> {
        let state = Folded::open(config, keys.clone(), vault, records)?;
        let now = state.latest;
        let signer = Signer::new(&keys);
        let parts = Parts { follows: true, ..Parts::default() };
        let service = Self { state, keys, signer, parts, now, newest: BatchId(0) };
        service.audit()?;
        Ok(service)
    }

    /// Start to make batches: at a start, and when a follower takes over. Unfinished work is resumed, and the timer of
    /// the next day is set. Long-polls and streams stay pending.
    pub fn lead(&mut self) {
        let Parts { agenda, duelling, follows, begins, day_start, .. } = &mut self.parts;
        (*follows, *begins, *day_start) = (false, true, DayStart::default());
        agenda.set(self.now, Timer::ServingBegins);
        if self.state.config.bounds.sign_of_life_ms > 0 {
            agenda.set(self.now, Timer::SignOfLife);
        }
        // The day of the newest batch has begun. Its refills may be unfinished.
        let newest = self.state.latest;
        let unfinished = ledger::due_on(&self.state, newest.day()).next().is_some();
        agenda.set(if unfinished { newest } else { newest.day().next().start() }, Timer::DayTurns);
        fairness::wake(&self.state, agenda, self.now);
        self.state.resume_erasures(self.now, agenda);
        self.state.resume_notices(self.now, agenda);
        if self.state.duels.running() > 0 {
            duelling.wake(self.now);
        }
    }

    /// One step. A stamp from the past counts as now.
    pub fn apply(&mut self, stamp: Stamp, command: Command) -> Effects {
        self.now = self.now.max(stamp.at).max(self.state.fairness.tables_from());
        self.parts.refs.begin(BatchId(self.newest.0 + 1));
        let mut tx = Transaction::new(&mut self.state, self.now, Random::new(stamp.entropy));
        if !self.parts.follows {
            let Parts { day_start, duelling, presence, queries, agenda, begins, .. } = &mut self.parts;
            let served_until = tx.latest;
            if !fairness::begin_days(&mut tx, &self.signer, day_start, duelling, queries) {
                agenda.set(tx.now.plus_ms(1), Timer::DaysClose);
            }
            // An era that begins moves the time.
            if std::mem::take(begins) {
                serving::begin(&mut tx, served_until);
                presence.begin(&tx, tx.now);
            }
            // The second of an era that has just begun is over.
            self.now = tx.now;
        }
        let mut step = Step::new(tx, &self.keys, &self.signer, &mut self.parts);
        match command {
            Command::Request { id, caller, request } => step.request(id, caller, *request),
            Command::Hangup(id) => {
                let Parts { watches, duelling, agenda, .. } = step.parts;
                watches.forget(id, agenda);
                duelling.hang_up(id);
            }
            Command::Found { query, rows } => step.found(query, rows),
            Command::Durable(batch) => step.parts.refs.durable(batch),
            Command::Returned { call, result } => step.returned(call, result),
            Command::Tick => step.tick(),
            Command::Operate { id, order } => step.operate(id, order),
        }
        let affected = Affected::by(&step.tx, step.tx.changes(), &step.parts.watches);
        step.wake(affected);
        let effects = step.effects(&mut self.newest);
        debug_assert_eq!(self.state.ledger.sum(), 0, "chips are conserved");
        effects
    }

    /// All timers that this core acts on. One that follows only ends its long-polls and streams.
    fn timers(&self) -> impl Iterator<Item = &Timers> {
        self.parts.timers(&self.state)
    }

    /// The time and the reason of the next [`Command::Tick`].
    pub fn next_deadline(&self) -> Option<Deadline> {
        first_due(self.timers())
    }

    /// All deadlines in order, to inspect a core that is not running.
    pub fn deadlines(&self) -> Vec<Deadline> {
        let set = self.timers().flat_map(Timers::iter);
        let mut due: Vec<Deadline> = set.map(|&(at, timer)| Deadline { at, timer }).collect();
        due.sort_by_key(|due| (due.at, due.timer));
        due
    }

    /// What is lost with keys that the server had; `None` if none is lost.
    pub fn lost_with_keys(&self) -> Option<KeyLoss> {
        fairness::lost_with_keys(&self.state)
    }

    /// The core's time, which never goes back.
    pub const fn now(&self) -> Millis {
        self.now
    }

    /// The key that signs receipts: the newest.
    pub fn signing_key(&self) -> SigningKey {
        self.keys.signing_keys().pop().expect("a server has a key")
    }

    /// Apply a batch of the core that leads, by the same fold that `open` uses. The effects are those of the long-polls
    /// and streams that the batch concerns; their own batch is empty. After an error the core must be opened again.
    pub fn absorb(&mut self, at: Millis, batch: &Batch) -> Result<Effects, DamageError> {
        self.state.absorb(&batch.changes, &batch.slots)?;
        self.now = self.now.max(at).max(self.state.latest);
        if batch.changes.iter().any(|change| matches!(change, Change::Put(Record::Statement(..)))) {
            self.state.check_server_keys()?;
        }
        // Replies need no random bytes.
        let tx = Transaction::new(&mut self.state, self.now, Random::new([0; 32]));
        let mut step = Step::new(tx, &self.keys, &self.signer, &mut self.parts);
        let affected = Affected::by(&step.tx, &batch.changes, &step.parts.watches);
        step.wake(affected);
        Ok(step.effects(&mut self.newest))
    }

    /// Check the invariants of the whole state: the ledger balances, the held chips are those of tables and of duel
    /// legs that have not been dealt, and running counts are right.
    pub fn audit(&self) -> Result<(), DamageError> {
        let sum = self.state.ledger.sum();
        if sum != 0 {
            return Err(DamageError(format!("the books do not balance: their sum is {sum}")));
        }
        let (held, by_tables) =
            (self.state.ledger.get(LedgerAccount::Held).balance, self.state.tables.held() + self.state.duels.held());
        if held != by_tables {
            return Err(DamageError(format!("{held} chips are held, tables and duels say {by_tables}")));
        }
        if !self.state.ledger.counts_right() || !self.state.tables.counts_right() {
            return Err(DamageError("the tables or the members' chips were miscounted".to_owned()));
        }
        for (account, row) in self.state.ledger.iter() {
            let may_be_negative = matches!(account, LedgerAccount::Mint | LedgerAccount::House);
            if row.balance < 0 && !may_be_negative {
                return Err(DamageError(format!("{account:?} has {} chips", row.balance)));
            }
        }
        Ok(())
    }

    /// Check the cold rows of a store against the rows that a start has read.
    pub fn check_cold(&self, rows: &ColdRows) -> Result<(), DamageError> {
        self.state.check_cold(rows)
    }

    /// Compute the ratings of a store again: each step by its table, and the steps of each player in their order.
    pub fn check_ratings(&self, rows: &ColdRows) -> Result<RatingCheck, DamageError> {
        self.state.check_ratings(rows)
    }

    /// Numbers for monitoring. All but the overdue timers and the chips of running duels are kept up to date by each
    /// step, because the loop stands still meanwhile.
    pub fn stats(&self, now: Millis) -> Stats {
        let Self { state, parts: Parts { watches, queries, calls, .. }, .. } = self;
        let overdue: usize = self.timers().map(|timers| timers.overdue(now)).sum();
        Stats {
            accounts: state.accounts.len() as u64,
            agents: state.agents.iter().len() as u64,
            parties: state.parties.iter().len() as u64,
            grants: state.grants.iter().len() as u64,
            duels: state.duels.running() as u64,
            tables: state.tables.counts().clone(),
            polls: watches.pending.len() as u64,
            overdue: overdue as u64,
            queries: queries.pending().len() as u64,
            calls: calls.pending().len() as u64,
            chips: self.chips(),
        }
    }

    fn chips(&self) -> Chips {
        let HotState { ledger, tables, duels, .. } = &*self.state;
        let chips_of = |account| ledger.get(account).balance;
        Chips {
            granted: -chips_of(LedgerAccount::Mint),
            members: ledger.of_all_members(),
            house: chips_of(LedgerAccount::House),
            held: chips_of(LedgerAccount::Held),
            staked: tables.held() + duels.held(),
        }
    }

    /// The slots of the personal keys that the core has, in order. For the simulator.
    pub fn personal_slots(&self) -> Vec<u32> {
        self.state.vault.slots()
    }

    /// The first part in which the states of two cores differ, as each has it; `None` if both have the same. For the
    /// simulator only, because it shows seeds.
    pub fn first_difference(&self, other: &Self) -> Option<[String; 2]> {
        crate::state::first_difference(&self.state, &other.state)
    }
}
