//! The oracles that look at replies and polls: what may be told to whom, and when.

mod calls;
mod disk;
mod facts;
mod pages;
mod parked_counts;
mod parties;
mod polls;
mod quotas;
mod refused;
mod rounds;
mod secrets;
mod times;
mod views;

pub(crate) use calls::{PushResults, PushSent};
pub(crate) use facts::AcknowledgedFact;
pub(crate) use pages::ExpectedPage;
pub(crate) use quotas::Windows;
pub(crate) use rounds::RoundOracle;
pub(crate) use views::status_of;

use super::answers::AnsweredStep;
use super::judge::{Judge, PendingRequest, RequestStage};
use super::model::{CheckResult, FLOOR, Model, must};
use super::permissions::Ruling;
use quotas::Used;
use turnstone_service::answer::Answer;
use turnstone_service::credentials::Claims;
use turnstone_service::effects::{Refused, Replied, Reply};
use turnstone_service::games::Seat;
use turnstone_service::ids::{AccountId, AgentId, TableId};
use turnstone_service::record::{AccountRow, AgentRow, Change, LedgerAccount, Player, Reason, Record};
use turnstone_service::refusal::{Refusal, TableRefusal};
use turnstone_service::request::{Pace, Request, RequestId};
use turnstone_service::time::Millis;

/// What there was to be known before a step.
#[derive(Default)]
pub(crate) struct StateBefore {
    /// The request of the step, if it is one.
    pub(crate) id: Option<RequestId>,
    /// Whether much may happen in it: a poll can end, and then the table move on.
    pub(crate) tick: bool,
    /// Whether its credential counted.
    counted: bool,
    /// Whether it is for a seat of its caller that somebody else plays.
    delegated: bool,
    /// The table's plies and events, and whether the action is legal there and in time.
    plies: u64,
    pub(crate) head: u64,
    legal: bool,
    /// Whether the caller is owed a refill.
    owed: bool,
    /// Whether the caller has a table of the day.
    pub(crate) tried: bool,
    /// What the caller has used of the quota that the request counts in.
    used: Used,
    /// Guest tables of the caller's address that make room for another, oldest first.
    idle_practice: Vec<TableId>,
    /// What the house may still lose to the caller, if there is a bound.
    house_left: Option<i64>,
    /// How many accounts there were.
    pub(crate) accounts: usize,
    /// The caller's account, and how many identities, browsers and agents were his.
    pub(crate) account: Option<Box<AccountRow>>,
    pub(crate) belongings: (u32, u32, u32),
    /// The caller's agent of the name that is to be saved.
    pub(crate) agent: Option<(AgentId, AgentRow)>,
    /// What is to be said against the request.
    pub(crate) ruling: Ruling,
}

impl StateBefore {
    /// Before an order of the operator.
    pub(crate) fn order(id: RequestId, ruling: Ruling) -> Self {
        Self { id: Some(id), counted: true, ruling, ..Self::default() }
    }

    /// Whether the credential counted.
    pub(crate) const fn is_counted(&self) -> bool {
        self.counted
    }

    /// Before a tick.
    pub(crate) fn tick() -> Self {
        Self { tick: true, ..Self::default() }
    }
}

/// The account that a request comes from.
pub(crate) fn account_of(pending: &PendingRequest) -> Option<AccountId> {
    match &pending.caller.claims {
        Some(Claims::Account { account, .. }) => Some(*account),
        Some(Claims::Seat { .. }) | None => None,
    }
}

/// The table that a request is about, where a delegated seat matters.
#[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
const fn played_table(request: &Request) -> Option<TableId> {
    match request {
        Request::ReadTable(read) => Some(read.table),
        Request::Act(act) => Some(act.table),
        Request::Forfeit { table } => Some(*table),
        _ => None,
    }
}

/// The table that a request looks at, of which nothing is left when it was practice and its time is over.
#[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
const fn looked_at(request: &Request) -> Option<TableId> {
    match request {
        Request::Replay { table, .. } | Request::Card { table } | Request::Messages { table, .. } => Some(*table),
        Request::ReadTable(read) => Some(read.table),
        _ => None,
    }
}

/// Whether a request only looks.
const fn is_read(request: &Request) -> bool {
    matches!(
        request,
        Request::Admission(_)
            | Request::Token { .. }
            | Request::Recover { .. }
            | Request::Me
            | Request::Profile
            | Request::MyTables
            | Request::MyInvitations
            | Request::History { .. }
            | Request::Ledger { .. }
            | Request::PauseState
            | Request::Games
            | Request::PushKey
            | Request::ReadTable(_)
            | Request::OpenTables { .. }
            | Request::PlayingTables
            | Request::Agents { .. }
            | Request::Duel { .. }
            | Request::Duels { .. }
            | Request::Messages { .. }
            | Request::Replay { .. }
            | Request::Card { .. }
            | Request::Daily
            | Request::CurrentGrant { .. }
            | Request::Leaderboard { .. }
            | Request::Player { .. }
            | Request::Party { .. }
    )
}

/// What even a refused request may bring about: the daily refill, the deal of a day that began, and their moment.
fn is_harmless(change: &Change) -> bool {
    match change {
        Change::Put(Record::Ledger(_, _, row)) => row.reason == Reason::Grant,
        Change::Put(Record::Balance(..) | Record::Daily(..) | Record::Clock(_)) => true,
        Change::Put(_) | Change::Remove(_) => false,
    }
}

impl Model {
    /// Whether a credential counts at `now`.
    pub(crate) fn counts(&self, claims: &Claims, now: Millis) -> bool {
        self.has_not_ended(claims, now) && !self.owner_of(claims).is_some_and(|owner| self.is_frozen(owner))
    }

    /// Whether nothing but a frozen account keeps a credential from counting.
    pub(crate) fn is_kept_out(&self, claims: &Claims, now: Millis) -> bool {
        self.has_not_ended(claims, now) && !self.counts(claims, now)
    }

    /// Whose account a credential speaks for.
    fn owner_of(&self, claims: &Claims) -> Option<AccountId> {
        match claims {
            Claims::Account { account, .. } => Some(*account),
            Claims::Seat { grant, .. } => grant.and_then(|grant| self.grants.get(&grant)).map(|row| row.owner),
        }
    }

    fn has_not_ended(&self, claims: &Claims, now: Millis) -> bool {
        match claims {
            Claims::Account { account, epoch, expires_at, .. } => {
                let row = self.accounts.get(account);
                *expires_at > now && row.is_some_and(|row| row.slot.is_some() && row.epoch == *epoch)
            }
            Claims::Seat { table, seat, grant, expires_at } => {
                let claimed = grant.is_none_or(|grant| {
                    let row = self.grants.get(&grant);
                    row.is_some_and(|row| row.seat == *seat && row.claimed.is_some() && !row.ended)
                });
                *expires_at > now && self.tables.contains_key(table) && claimed
            }
        }
    }

    /// The seat of a credential at a table, hot or cold.
    pub(crate) fn seat(&self, claims: Option<&Claims>, table: TableId) -> Option<Seat> {
        match claims? {
            Claims::Account { account, .. } => {
                let players = &self.row(table)?.players;
                players.iter().position(|player| *player == Player::Member(*account)).map(Seat::at)
            }
            Claims::Seat { table: own, seat, .. } => (*own == table).then_some(*seat),
        }
    }
}

impl Judge {
    pub(crate) fn look_before(&self, id: RequestId, pending: &PendingRequest) -> StateBefore {
        let claims = pending.caller.claims.as_ref();
        let now = self.next_now();
        let counted = claims.is_none_or(|claims| self.model.counts(claims, now));
        let owed = account_of(pending).is_some_and(|account| self.model.is_owed(account, now.day()));
        let used = self.used(pending);
        let idle_practice = self.idle_guest_tables(pending, self.next_now());
        let tried = account_of(pending).is_some_and(|id| self.model.tries.contains_key(&(now.day(), id)));
        let house_left = account_of(pending).and_then(|account| self.model.house_left(account, now.day()));
        let ruling = self.ruling(pending, counted, now);
        let mut before = StateBefore {
            id: Some(id),
            counted,
            owed,
            tried,
            used,
            idle_practice,
            house_left,
            ruling,
            ..StateBefore::default()
        };
        self.look_at_caller(pending, &mut before);
        let Some(table) = played_table(&pending.request) else { return before };
        let Some(known) = self.model.tables.get(&table) else { return before };
        before.plies = known.plies.len() as u64;
        before.head = known.events.len() as u64;
        if let Some(seat) = account_of(pending).filter(|_| known.is_playing()).and_then(|id| known.seat_of(id)) {
            before.delegated = self.model.is_delegated(table, seat, now);
        }
        if let (Request::Act(act), Some(board)) = (&pending.request, &known.board)
            && let Some(seat) = self.model.seat(claims, table)
        {
            let in_time = known.turn_ends(seat).is_none_or(|at| at > now);
            before.legal = in_time && known.is_playing() && board.find(seat, &act.action).is_some();
        }
        before
    }

    /// The core's clock in the step to come.
    pub(crate) fn next_now(&self) -> Millis {
        self.now().max(self.at)
    }

    /// What the caller's account was, where a request changes it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that change much")]
    fn look_at_caller(&self, pending: &PendingRequest, before: &mut StateBefore) {
        before.accounts = self.model.accounts.len();
        let Some(account) = account_of(pending) else { return };
        let row = || self.model.accounts.get(&account).map(|row| Box::new(row.clone()));
        match &pending.request {
            Request::EditProfile { .. } | Request::Pause { .. } => before.account = row(),
            Request::Erase { .. } => before.belongings = self.model.belongings(account),
            Request::SaveAgent(save) => {
                let named = |row: &AgentRow| self.model.agent_name(row).to_lowercase() == save.name.to_lowercase();
                let found = self.model.agents_of(account).find(|(_, row)| named(row));
                before.agent = found.map(|(id, row)| (id, row.clone()));
            }
            _ => {}
        }
    }

    /// A reply as it comes out of a step, before anything else changes.
    pub(crate) fn check_reply(
        &mut self,
        id: RequestId,
        reply: &Reply,
        before: &StateBefore,
        changes: &[Change],
    ) -> CheckResult {
        let Some(pending) = self.pending.remove(&id) else { return Ok(()) };
        let checked = self.check_reply_to(&pending, id, reply, before, changes);
        self.pending.insert(id, PendingRequest { stage: RequestStage::Replied, ..pending });
        checked
    }

    fn check_reply_to(
        &mut self,
        pending: &PendingRequest,
        id: RequestId,
        reply: &Reply,
        before: &StateBefore,
        changes: &[Change],
    ) -> CheckResult {
        let own = before.id == Some(id);
        let claims = pending.caller.claims.as_ref();
        let counts =
            if own { before.counted } else { claims.is_none_or(|claims| self.model.counts(claims, self.now())) };
        let delegated = if own { before.delegated } else { self.is_closed(pending) };
        let told = || reply.as_ref().map(|replied| &replied.answer);
        let said = || format!("{} {:?}: {:?}, {changes:?}", pending.who, pending.request, told());
        if own && (reply.is_err() || is_read(&pending.request)) {
            must(changes.iter().all(is_harmless), "a read and a refusal change nothing", said)?;
        }
        self.check_full(pending, reply, own && counts)?;
        self.check_permission(pending, reply, own, counts, before, changes)?;
        match reply {
            Ok(replied) => {
                must(counts, "a credential that has ended opens nothing", said)?;
                must(!delegated, "a delegated seat is closed to its owner", said)?;
                if own && before.owed {
                    let book = account_of(pending).map(LedgerAccount::Member);
                    let refilled = changes.iter().any(|change| is_refill(change, book));
                    must(refilled, "who is under the floor is refilled", said)?;
                }
                if own && !before.owed && account_of(pending).is_some_and(|id| self.model.wealth(id) < FLOOR) {
                    self.counts.hit("premise: under the floor on a day that had its refill");
                }
                self.check_secrets(pending, replied)?;
                self.check_use(pending, replied, own, before)?;
                self.check_answer(pending, replied, own, before)?;
                let step = AnsweredStep { pending, id, replied, before, changes };
                self.check_issued(&step)?;
                self.check_whole(&step)
            }
            Err(Refused { refusal, .. }) => {
                if !counts {
                    self.counts.hit(if own {
                        "premise: a credential that has ended was used"
                    } else {
                        "premise: a request that waited ended with its credential"
                    });
                }
                if delegated {
                    self.counts.hit(if own {
                        "premise: the owner of a delegated seat tried it"
                    } else {
                        "premise: a poll ended as its seat was delegated"
                    });
                }
                self.check_refusal(pending, refusal, own, before)
            }
        }
    }

    /// Whether what is granted and refused is what the table of permissions says: of a request's own step by what was
    /// before it, of one that waited by what is now. One that waited for a duel was let in when it came.
    fn check_permission(
        &mut self,
        pending: &PendingRequest,
        reply: &Reply,
        own: bool,
        counts: bool,
        before: &StateBefore,
        changes: &[Change],
    ) -> CheckResult {
        if !own {
            // In a tick a poll may be told what was before that which came next.
            let earlier = before.tick && reply.is_ok() && matches!(pending.stage, RequestStage::Parked(_));
            // A leg may be dealt, and even end, while its table is looked for among those that are archived.
            let dealt = matches!(pending.stage, RequestStage::Searching { known: false })
                && matches!(reply, Err(Refused { refusal: Refusal::Table(TableRefusal::NotFound), .. }));
            if earlier || dealt || matches!(pending.stage, RequestStage::Duelling) {
                return Ok(());
            }
            let ruling = self.ruling(pending, counts, self.now());
            return self.check_ruling(pending, &ruling, reply, false);
        }
        self.check_ruling(pending, &before.ruling, reply, true)?;
        let Ok(replied) = reply else { return Ok(()) };
        if !replied.replayed && pending.who != "operator" {
            self.note_reference(pending, changes)?;
        }
        self.check_dates(pending, replied, changes)
    }

    /// Whether a request that has waited is for a seat of its caller that somebody else plays now.
    fn is_closed(&self, pending: &PendingRequest) -> bool {
        let closed = |table: TableId| {
            let known = self.model.tables.get(&table).filter(|known| known.is_playing())?;
            Some(self.model.is_delegated(table, known.seat_of(account_of(pending)?)?, self.now()))
        };
        played_table(&pending.request).and_then(closed).unwrap_or_default()
    }

    fn check_answer(
        &mut self,
        pending: &PendingRequest,
        replied: &Replied,
        own: bool,
        before: &StateBefore,
    ) -> CheckResult {
        let claims = pending.caller.claims.as_ref();
        let answer = &replied.answer;
        if let Some(table) = looked_at(&pending.request) {
            let over = self.model.is_over_practice(table, self.now());
            must(!over, "practice is gone when its time is over", || {
                format!("{} {:?}: {answer:?}", pending.who, pending.request)
            })?;
        }
        match (answer, &pending.request) {
            (Answer::Table(view), Request::ReadTable(read)) => {
                if !own && self.model.tables.contains_key(&view.id) {
                    self.counts.hit("premise: a parked poll got its view");
                }
                let since = if let RequestStage::Parked(parked) = &pending.stage {
                    parked.since
                } else {
                    read.events_since.map(|since| since.min(before.head))
                };
                if own && read.events_since.is_some_and(|since| since > before.head) {
                    self.counts.hit("premise: a cursor from the future");
                }
                self.check_view(claims, view, since, before.tick)
            }
            (Answer::Acted(acted), Request::Act(act)) => {
                let fits = act.expected_plies.is_none_or(|expected| expected == before.plies);
                must(fits, "a stale move is refused", || format!("{act:?} at {}", before.plies))?;
                must(before.legal, "only a legal move is taken", || format!("{act:?}"))?;
                let seat = self.model.seat(claims, act.table);
                let table = self.model.tables.get(&act.table);
                let ply = table.and_then(|table| table.plies.get(before.plies as usize));
                must(ply.map(|ply| ply.seat) == seat, "a move that was taken is in the log", || format!("{act:?}"))?;
                let taken = table.and_then(|table| table.move_at(before.plies));
                let same = taken.is_none_or(|taken| *taken == act.action);
                must(same, "a move that was taken is in the log", || format!("{act:?}: {taken:?}"))?;
                self.counts.hit("premise: a move was taken");
                let Some(view) = &acted.table else { return Ok(()) };
                self.check_view(claims, view, act.events_since, false)
            }
            (Answer::Created(made), Request::CreateTable(create)) => {
                let fits = !create.daily || create.pace == Pace::Live;
                must(fits, "the deal of a day has no turns of days", || format!("{create:?}"))?;
                // A second try of the day is the first one's table.
                let new = !create.daily || !before.tried;
                if own && new && !replied.replayed { self.check_house_purse(made.table_id, before) } else { Ok(()) }
            }
            (Answer::Joining(_), Request::JoinTable { table }) => self.check_house_purse(*table, before),
            (Answer::Replay(replay), Request::Replay { table, .. }) => self.check_replay(*table, &replay.bundle),
            (Answer::Claimed(_), Request::ClaimGrant { claim_token, client_ref }) => {
                self.check_claim(claim_token, client_ref)
            }
            _ => Ok(()),
        }
    }
}

/// Whether a change is a refill of a book.
fn is_refill(change: &Change, book: Option<LedgerAccount>) -> bool {
    match change {
        Change::Put(Record::Ledger(of, _, row)) => Some(*of) == book && row.reason == Reason::Grant,
        Change::Put(_) | Change::Remove(_) => false,
    }
}
