//! The service as a value: one step takes a command and returns all that it brings about.

use crate::answer::{Answer, CurrentSeatGrantResponse, DeploymentIdentity, Okay};
use crate::config::Config;
use crate::credentials::{Claims, ServerKeys};
use crate::effects::{Batch, BatchId, Command, Effects, Order, QueryId, Refused, Replied, Stamp, Unreadable};
use crate::fold::{Draft, Folded};
use crate::ids::{AccountId, PartyId, TableId};
use crate::limits::Limiter;
use crate::personal::Vault;
use crate::polls::Polls;
use crate::record::{Book, Damage, Record};
use crate::refusal::{Auth, Refusal};
use crate::request::{Caller, RateClass, Request, RequestId};
use crate::secret::Random;
use crate::step::{Handled, Outcome, Step};
use crate::time::Millis;
use crate::timers::{Deadline, Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// All of Turnstone but its sockets and disks.
pub struct Service {
    state: Folded,
    keys: ServerKeys,
    polls: Polls,
    /// What is due besides what the records say: polls that end, and what whoever leads has to see to.
    agenda: Timers,
    limiter: Limiter,
    pending: BTreeMap<QueryId, Pending>,
    in_flight: BTreeMap<[u8; 32], BatchId>,
    now: Millis,
    /// The newest batch that was made.
    newest: BatchId,
    next_query: u64,
    draining: bool,
    full: bool,
}

/// What waits for rows from storage.
#[derive(Debug)]
pub(crate) enum Pending {
    /// A request.
    Request { id: RequestId, caller: Box<Caller>, class: RateClass, asked: Asked },
    /// The service itself: it drops old practice tables.
    PracticeGoes,
}

/// What the rows are for.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    /// A read of an archived table: messages after the cursor come along, if it was sent.
    Table(TableId, Option<u64>),
    /// Its chat after the cursor.
    Messages(TableId, u64),
    /// A request that needs a running table: refused, once it is known whether the caller may know of it.
    Closed(TableId, Refusal),
    /// Something that only who has a seat at the archived table may hear.
    OwnSeat(Result<CurrentSeatGrantResponse, Refusal>),
    Replay(TableId),
    Card(TableId),
    /// A party with its messages after the cursor.
    Party(PartyId, u64),
    History,
    Ledger,
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
        if state.books.sum() != 0 {
            return Err(Damage(format!("the books do not balance: their sum is {}", state.books.sum())));
        }
        let now = state.latest;
        let mut service = Self {
            state,
            keys,
            polls: Polls::default(),
            agenda: Timers::default(),
            limiter: Limiter::default(),
            pending: BTreeMap::new(),
            in_flight: BTreeMap::new(),
            now,
            newest: BatchId(0),
            next_query: 0,
            draining: false,
            full: false,
        };
        service.lead();
        Ok(service)
    }

    /// Begin to make batches: at a start, and when a follower takes over. What was begun and not ended is taken up, and
    /// the turn of the day is awaited.
    pub fn lead(&mut self) {
        self.agenda.set(self.now.day().next().start(), Timer::DayTurns);
        self.state.resume_erasures(self.now, &mut self.agenda);
    }

    /// One step. A stamp from the past counts as now.
    pub fn apply(&mut self, stamp: Stamp, command: Command) -> Effects {
        self.now = self.now.max(stamp.at);
        let mut step = self.step(stamp.entropy);
        match command {
            Command::Request { id, caller, request } => step.request(id, caller, *request),
            Command::Hangup(id) => step.polls.forget(id, step.agenda),
            Command::Found { query, rows } => step.found(query, rows),
            Command::Durable(batch) => step.in_flight.retain(|_, made_in| *made_in > batch),
            Command::Tick => step.tick(),
            Command::Operate { id, order } => step.operate(id, order),
        }
        step.wake();
        let Step { state, replies, queries, draining, full, .. } = step;
        let (changes, slots) = state.finish();
        (self.draining, self.full) = (draining, full);
        if !changes.is_empty() {
            self.newest = BatchId(self.newest.0 + 1);
        }
        debug_assert_eq!(self.state.books.sum(), 0, "chips are conserved");
        Effects { batch: Batch { id: self.newest, changes, slots }, replies, queries }
    }

    fn step(&mut self, entropy: [u8; 32]) -> Step<'_> {
        Step {
            state: Draft::new(&mut self.state, self.now),
            keys: &self.keys,
            polls: &mut self.polls,
            agenda: &mut self.agenda,
            limiter: &mut self.limiter,
            pending: &mut self.pending,
            in_flight: &mut self.in_flight,
            batch: BatchId(self.newest.0 + 1),
            next_query: &mut self.next_query,
            draining: self.draining,
            full: self.full,
            class: RateClass::Ordinary,
            now: self.now,
            random: Random::new(entropy),
            replies: Vec::new(),
            queries: Vec::new(),
            touched_tables: BTreeSet::new(),
            touched_parties: BTreeSet::new(),
            touched_accounts: BTreeSet::new(),
        }
    }

    /// When the next [`Command::Tick`] is wanted, and for what.
    pub fn next_deadline(&self) -> Option<Deadline> {
        first_due(self.state.timers.next(), self.agenda.next())
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

    /// Check all that must hold of the state as a whole: the books balance, and the chips held by tables are those of
    /// the tables.
    pub fn audit(&self) -> Result<(), Damage> {
        let sum = self.state.books.sum();
        if sum != 0 {
            return Err(Damage(format!("the books do not balance: their sum is {sum}")));
        }
        let (held, by_tables) = (self.state.books.get(Book::Held).balance, self.state.tables.held());
        if held != by_tables {
            return Err(Damage(format!("{held} chips are held, the tables say {by_tables}")));
        }
        for (book, purse) in self.state.books.iter() {
            let may_be_negative = matches!(book, Book::Mint | Book::House);
            if purse.balance < 0 && !may_be_negative {
                return Err(Damage(format!("{book:?} has {} chips", purse.balance)));
            }
        }
        Ok(())
    }

    /// sha256 over what the hot records say; equal for cores that absorbed the same batches.
    pub fn digest(&self) -> [u8; 32] {
        crate::digest::of(&self.state)
    }

    /// The chips of an account, for tests and the simulator's oracles.
    pub fn balance_of(&self, account: AccountId) -> i64 {
        self.state.books.get(Book::Member(account)).balance
    }
}

/// The first of what the records and the agenda have.
fn first_due(records: Option<Deadline>, agenda: Option<Deadline>) -> Option<Deadline> {
    records.into_iter().chain(agenda).min_by_key(|due| (due.at, due.timer))
}

impl Step<'_> {
    fn request(&mut self, id: RequestId, caller: Caller, request: Request) {
        let caller = self.with_one_credential(caller);
        let class = request.rate();
        self.class = class;
        match self.admit(&caller, &request).and_then(|()| self.handle(id, &caller, request)) {
            Ok(Handled::Now(replied)) => self.reply(id, &caller, class, Ok(*replied)),
            Ok(Handled::Later) => {}
            Err(refusal) => self.reply(id, &caller, class, Err(refusal)),
        }
    }

    /// Of a session and a seat the session counts where its account has a seat at that table.
    fn with_one_credential(&self, mut caller: Caller) -> Caller {
        let Some(seat) = caller.seat.take_if(|seat| self.admits(seat)) else { return caller };
        let table = match &seat {
            Claims::Seat { table, .. } => self.state.table(*table),
            Claims::Account { .. } => None,
        };
        let sits = |claims: &Claims| match claims {
            Claims::Account { account, .. } => table.is_some_and(|table| table.seat_of(*account).is_some()),
            Claims::Seat { .. } => false,
        };
        if !caller.claims.as_ref().is_some_and(|claims| self.admits(claims) && sits(claims)) {
            caller.claims = Some(seat);
        }
        caller
    }

    /// Give a reply, with what is left of the caller's window.
    pub(crate) fn reply(&mut self, id: RequestId, caller: &Caller, class: RateClass, reply: Result<Replied, Refusal>) {
        // Only what these refuse has not been counted.
        let counted = !matches!(reply, Err(Refusal::Auth(Auth::NotSignedIn) | Refusal::Unavailable));
        let left = || self.limiter.left(caller, class, self.now, &self.state.config.limits);
        let rate = if counted { left() } else { None };
        let reply = match reply {
            Ok(replied) => Ok(Replied { rate, ..replied }),
            Err(refusal) => Err(Refused { refusal, rate }),
        };
        self.replies.push((id, reply));
    }

    /// Credentials, then limits.
    fn admit(&mut self, caller: &Caller, request: &Request) -> Result<(), Refusal> {
        if self.draining {
            return Err(Refusal::Unavailable);
        }
        if caller.claims.as_ref().is_some_and(|claims| !self.admits(claims)) {
            return Err(Auth::NotSignedIn.into());
        }
        self.limiter.count(caller, request.rate(), self.now, &self.state.config.limits)?;
        if let Ok(account) = self.member(caller) {
            self.refill(account);
        }
        if self.full && request.creates() { Err(Refusal::Full) } else { Ok(()) }
    }

    fn handle(&mut self, id: RequestId, caller: &Caller, request: Request) -> Outcome {
        match request {
            Request::Admission(_) => Ok(Answer::Ok(Okay::default()).into()),
            Request::Join { invite_code, handle, client_ref } => self.join(&invite_code, &handle, &client_ref),
            Request::Token { handle, recovery_code } => self.issue_token(caller, &handle, &recovery_code),
            Request::Recover { handle, recovery_code } => self.recover(caller, &handle, &recovery_code),
            Request::Rotate { recovery_code } => self.rotate(caller, &recovery_code),
            Request::Logout => self.logout(caller),
            Request::Me => self.me(caller),
            Request::Erase { confirm_handle } => self.erase(caller, &confirm_handle),
            Request::Profile => self.profile(caller),
            Request::EditProfile { bio, avatar_url, show_messenger } => {
                self.edit_profile(caller, bio, avatar_url, show_messenger)
            }
            Request::MyTables => self.my_tables(caller),
            Request::MyInvitations => self.my_invitations(caller),
            Request::History { game_id, limit, before } => self.history(id, caller, game_id, limit, before),
            Request::Ledger { since, limit } => self.ledger(id, caller, since, limit),
            Request::Referral => self.referral(caller),
            Request::PauseState => self.pause_state(caller),
            Request::Pause { duration } => self.pause(caller, duration),
            Request::Games => self.games(caller),
            Request::Practice { kind, client_ref } => self.practice(caller, &kind, &client_ref),
            Request::CreateTable(create) => self.create_table(caller, create),
            Request::ReadTable(read) => self.read_table(id, caller, read),
            Request::Act(act) => self.act(id, caller, &act),
            Request::Forfeit { table } => self.forfeit(id, caller, table),
            Request::OpenTables { game_id } => self.open_tables(game_id.as_deref()),
            Request::PlayingTables => self.playing_tables(),
            Request::JoinTable { table } => self.join_table(id, caller, table),
            Request::Decline { table } => self.decline(id, caller, table),
            Request::Messages { table, since } => self.messages(id, caller, table, since),
            Request::PostMessage { table, body, client_id } => {
                self.post_message(id, caller, table, &body, client_id.as_deref())
            }
            Request::Replay { table } => self.replay(id, caller, table),
            Request::Card { table } => self.card(id, caller, table),
            Request::Daily => self.daily(caller),
            Request::IssueGrant { table, client_ref, expires_in_s } => {
                self.issue_grant(id, caller, table, &client_ref, expires_in_s)
            }
            Request::CurrentGrant { table } => self.current_grant(id, caller, table),
            Request::RevokeGrant { table, grant } => self.revoke_grant(caller, table, grant),
            Request::ClaimGrant { claim_token, client_ref } => self.claim_grant(&claim_token, &client_ref),
            Request::Leaderboard { limit } => self.leaderboard(caller, limit),
            Request::Player { handle } => self.player(caller, &handle),
            Request::CreateParty => self.create_party(caller),
            Request::JoinParty { party } => self.join_party(caller, party),
            Request::SetVisibility { party, visibility } => self.set_visibility(caller, party, visibility),
            Request::PartyTable { party, kind, stake, seats } => self.party_table(caller, party, kind, stake, seats),
            Request::Party { party, wait_ms, msgs_since } => self.party(id, caller, party, wait_ms, msgs_since),
            Request::PostPartyMessage { party, body, client_id } => {
                self.post_party_message(caller, party, &body, client_id.as_deref())
            }
            Request::Deployment => Ok(self.deployment().into()),
        }
    }

    fn found(&mut self, query: QueryId, rows: Result<Vec<Record>, Unreadable>) {
        let (id, caller, class, asked) = match self.pending.remove(&query) {
            Some(Pending::Request { id, caller, class, asked }) => (id, caller, class, asked),
            // What does not read is looked for again when the day turns.
            Some(Pending::PracticeGoes) => return self.drop_practice(&rows.unwrap_or_default()),
            None => return,
        };
        // The credential may have ended while the rows were looked up.
        let admitted = caller.claims.as_ref().is_none_or(|claims| self.admits(claims));
        let Ok(rows) = rows.as_deref() else { return self.reply(id, &caller, class, Err(Refusal::Unavailable)) };
        let reply = match asked {
            _ if !admitted => Err(Auth::NotSignedIn.into()),
            Asked::Table(table, messages) => self.archived_view(&caller, table, messages, rows),
            Asked::Messages(table, since) => self.archived_messages(&caller, table, since, rows),
            Asked::Closed(table, refusal) => self.archived_closed(&caller, table, refusal, rows),
            Asked::OwnSeat(own) => self.archived_own_seat(&caller, own, rows),
            Asked::Replay(table) => self.archived_replay(table, rows),
            Asked::Card(table) => self.archived_card(table, rows),
            Asked::Party(party, since) => self.party_view(&caller, party, since, rows).map(Answer::Party),
            Asked::History => Ok(self.history_of(rows)),
            Asked::Ledger => Ok(Self::ledger_of(rows)),
        };
        self.reply(id, &caller, class, reply.map(Replied::plain));
    }

    /// Do all that is due, in deadline order.
    fn tick(&mut self) {
        while let Some(due) = first_due(self.state.timers.next(), self.agenda.next()).filter(|due| due.at <= self.now) {
            self.agenda.cancel(due.at, due.timer);
            match due.timer {
                Timer::Turn(table) => self.turn_ends(table),
                Timer::WaitingEnds(table) => self.waiting_ends(table),
                Timer::Archive(table) => self.archive(table),
                Timer::GrantEnds(grant) => self.grant_ends(grant),
                Timer::PollEnds(request) => self.poll_ends(request),
                Timer::RefEnds(hash) => self.forget_ref(hash),
                Timer::ErasedLeaves(account, after) => self.leave_all(account, after),
                Timer::DayTurns => self.day_turns(),
                Timer::PartyEnds(party) => self.party_ends(party),
                Timer::PracticeGoes => self.find_old_practice(),
            }
            // What the records made due is done with when they say so.
            assert!(self.state.timers.next() != Some(due), "{:?} brought nothing about", due.timer);
            // What is still due comes with the next tick.
            if !self.has_room() {
                break;
            }
        }
    }

    fn operate(&mut self, id: RequestId, order: Order) {
        match order {
            Order::Invite { uses, expires_in_s, test } => {
                let invited = self.mint_invitation(uses, expires_in_s, test);
                self.replies.push((id, Ok(Replied::plain(Answer::Invited(invited)))));
            }
            Order::Drain => {
                self.draining = true;
                self.answer_all_polls();
                self.replies.push((id, Ok(Replied::plain(Answer::Ok(Okay::default())))));
            }
            Order::Full(full) => {
                self.full = full;
                self.replies.push((id, Ok(Replied::plain(Answer::Ok(Okay::default())))));
            }
        }
    }

    fn deployment(&self) -> Answer {
        let deployment = &self.state.config.deployment;
        Answer::Deployment(DeploymentIdentity {
            schema_version: 1,
            attested: false,
            commit_sha: deployment.commit_sha.clone(),
            deployment_id: deployment.deployment_id.clone(),
            environment: deployment.environment.clone(),
            schema_ready: true,
        })
    }
}
