//! One step in progress: the state it reads and changes, the time and dice it was given, and what it brings about.
//! The matters themselves are methods of [`Step`], each in the file that owns it.

use crate::answer::{SharedAnswer, TableView};
use crate::bundles::Bundles;
use crate::calls::{Call, CallId};
use crate::credentials::{Claims, ServerKeys};
use crate::duelling::Duelling;
use crate::effects::{Query, QueryId, Replied, Reply};
use crate::ids::{AccountId, PartyId, TableId};
use crate::limits::Limiter;
use crate::pending::{PendingCall, PendingQuery};
use crate::polls::Polls;
use crate::record::{Key, Record};
use crate::refusal::{Auth, Refusal};
use crate::request::{Caller, RateClass, RequestId};
use crate::secret::Random;
use crate::state::Draft;
use crate::time::Millis;
use crate::timers::Timers;
use std::collections::{BTreeMap, BTreeSet};

/// A step in progress.
pub(crate) struct Step<'a> {
    /// What is so, to read; [`Step::put`] and [`Step::remove`] change it.
    pub(crate) state: Draft<'a>,
    pub(crate) keys: &'a ServerKeys,
    pub(crate) polls: &'a mut Polls,
    pub(crate) agenda: &'a mut Timers,
    pub(crate) limiter: &'a mut Limiter,
    pub(crate) bundles: &'a mut Bundles,
    pub(crate) pending: &'a mut BTreeMap<QueryId, PendingQuery>,
    /// Calls to the outside that are under way.
    pub(crate) calling: &'a mut BTreeMap<CallId, PendingCall>,
    /// Duels that run, as far as records do not tell.
    pub(crate) duelling: &'a mut Duelling,
    /// See [`crate::service::Service`].
    pub(crate) seen: &'a mut BTreeMap<AccountId, Millis>,
    /// References whose effect is not durable yet.
    pub(crate) in_flight: &'a mut BTreeMap<[u8; 32], crate::effects::BatchId>,
    /// The batch that this step's changes go into, if there are any.
    pub(crate) batch: crate::effects::BatchId,
    /// While archived tables are looked up for old chats: the lowest id of those with a chat that were archived meanwhile.
    pub(crate) chat_search: &'a mut Option<TableId>,
    pub(crate) next_query: &'a mut u64,
    pub(crate) next_call: &'a mut u64,
    pub(crate) draining: bool,
    /// Whether the disk is nearly full.
    pub(crate) full: bool,
    /// The window that the request counts in.
    pub(crate) class: RateClass,
    pub(crate) now: Millis,
    pub(crate) random: Random,
    pub(crate) replies: Vec<(RequestId, Reply)>,
    pub(crate) queries: Vec<(QueryId, Query)>,
    pub(crate) calls: Vec<(CallId, Call)>,
    /// What spectators of a table see who know of so many events, since the last change.
    pub(crate) views: BTreeMap<(TableId, Option<u64>), SharedAnswer<TableView>>,
    /// Long-polls that have waited long enough: they get what there is when the step is done.
    pub(crate) ended_polls: Vec<RequestId>,
    /// What moved: their long-polls are looked at when the step is done.
    pub(crate) touched_tables: BTreeSet<TableId>,
    pub(crate) touched_parties: BTreeSet<PartyId>,
    /// Whose credentials may have ended.
    pub(crate) touched_accounts: BTreeSet<AccountId>,
}

/// What a handler came to.
pub(crate) enum Handled {
    /// A reply.
    Now(Box<Replied>),
    /// The request is parked, or waits for rows from storage.
    Later,
}

pub(crate) type HandlerResult = Result<Handled, Refusal>;

impl From<crate::answer::Answer> for Handled {
    fn from(answer: crate::answer::Answer) -> Self {
        Self::Now(Box::new(Replied::plain(answer)))
    }
}

impl From<Replied> for Handled {
    fn from(replied: Replied) -> Self {
        Self::Now(Box::new(replied))
    }
}

impl Step<'_> {
    /// Write a record: into memory now, into storage with the batch.
    pub(crate) fn put(&mut self, record: Record) {
        self.views.clear();
        self.state.put(record);
    }

    /// Remove a record.
    pub(crate) fn remove(&mut self, key: Key) {
        self.views.clear();
        self.state.remove(key);
    }

    /// Whether a step that does many things may begin with one more of them.
    pub(crate) fn has_room(&mut self) -> bool {
        self.state.has_room()
    }

    /// Ask storage for rows that are not in memory.
    pub(crate) fn ask(&mut self, query: Query, pending: PendingQuery) -> Handled {
        let id = QueryId(*self.next_query);
        *self.next_query += 1;
        self.pending.insert(id, pending);
        self.queries.push((id, query));
        Handled::Later
    }

    /// Have something asked or told outside, once this step is durable.
    pub(crate) fn call(&mut self, call: Call, pending: PendingCall) -> CallId {
        let id = CallId(*self.next_call);
        *self.next_call += 1;
        self.calling.insert(id, pending);
        self.calls.push((id, call));
        id
    }

    /// The member who asks: a session that still counts.
    pub(crate) fn member(&self, caller: &Caller) -> Result<AccountId, Refusal> {
        match &caller.claims {
            Some(Claims::Account { account, .. }) => Ok(*account),
            Some(Claims::Seat { .. }) | None => Err(Auth::NotSignedIn.into()),
        }
    }

    /// Whether what a credential claims still counts.
    pub(crate) fn admits(&self, claims: &Claims) -> bool {
        self.admit_claims(claims).is_ok()
    }

    /// The same, and why not.
    pub(crate) fn admit_claims(&self, claims: &Claims) -> Result<(), Auth> {
        let counts = self.claims_count(claims);
        let owner = match claims {
            Claims::Account { account, .. } => Some(*account),
            Claims::Seat { grant, .. } => grant.and_then(|grant| self.state.grants.get(grant)).map(|row| row.owner),
        };
        if !counts {
            return Err(Auth::NotSignedIn);
        }
        owner.map_or(Ok(()), |owner| self.is_not_frozen(owner))
    }

    /// Refuses the credentials of an account that the operator has frozen.
    pub(crate) fn is_not_frozen(&self, account: AccountId) -> Result<(), Auth> {
        if self.state.is_frozen(account) { Err(Auth::Frozen) } else { Ok(()) }
    }

    /// Until when a member writes in no chat, if the operator has muted him.
    pub(crate) fn muted_until(&self, account: AccountId) -> Option<Millis> {
        let until = self.state.sanctions.get(&account)?.muted_until;
        until.filter(|until| *until > self.now)
    }

    /// Whether nothing has ended what a credential claims.
    fn claims_count(&self, claims: &Claims) -> bool {
        match claims {
            Claims::Account { account, epoch, expires_at, .. } => {
                let known = self.state.accounts.get(*account);
                *expires_at > self.now && known.is_some_and(|a| !a.is_erased() && a.row.epoch == *epoch)
            }
            Claims::Seat { table, seat, grant, expires_at } => {
                *expires_at > self.now
                    && self.state.table(*table).is_some()
                    && grant.is_none_or(|grant| self.state.grants.is_claimed(grant, *table, *seat))
            }
        }
    }
}
