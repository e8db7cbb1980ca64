//! The judge: the model and the state of the oracles. It gets the events at the boundary of the loop, the released
//! replies, and the starts of the process. It does not depend on how they came about.

mod applied;
mod commits;
mod pending;
mod state;

pub(crate) use commits::CommitOracle;
pub(crate) use pending::{
    ExpectedChat, OpenMemberStream, OpenStream, PendingPoll, PendingRequest, RequestStage, account_of, is_read,
    status_of, table_of,
};
pub(crate) use state::{
    ARCHIVED, AskedDecision, Decisions, ExpectedPage, FORMER, Hourly, KnownReference, PushResults, PushSent, Room,
    Ruling, Scoped, SeatDigests, SeatsSeen, StateBefore, StepReply, UNSURE, Windows,
};

use super::callers::hidden_words;
use crate::fairness::Pocket;
use crate::inner::events::{AppliedCommand, Input, LoopEvent};
use crate::inner::model::Model;
use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use std::net::{IpAddr, Ipv4Addr};

/// The caller of an operator's order.
const OPERATOR: Caller = Caller::new(None, IpAddr::V4(Ipv4Addr::LOCALHOST));

/// The expected state of a service.
#[derive(Default)]
pub(crate) struct Judge {
    pub(crate) settings: WorldSettings,
    /// The limits that a start restores. An operator may have set others since.
    limits: Limits,
    /// The events of the run.
    pub(crate) counts: Counts,
    pub(crate) model: Model,
    /// The expected behaviour of the loop.
    pub(crate) commits: CommitOracle,
    /// The time of this group commit.
    pub(super) at: Millis,
    /// The core's clock after the last event, and its next deadline.
    pub(crate) now: Millis,
    pub(crate) next: Option<Deadline>,
    /// Number of commands of the core.
    pub(super) commands: u64,
    pub(crate) pending: BTreeMap<RequestId, PendingRequest>,
    /// What the receipts of this group commit must acknowledge.
    pub(crate) moves: BTreeMap<RequestId, (String, Value)>,
    /// What the players have kept for the verification of their deals.
    pub(crate) pocket: Pocket,
    /// Queries that storage was not asked.
    queries: VecDeque<(QueryId, Query)>,
    pub(crate) searches: BTreeMap<QueryId, RequestId>,
    /// The expected results of chat queries.
    pub(crate) chats: BTreeMap<QueryId, ExpectedChat>,
    /// The expected result of the query whose rows came with this step.
    pub(crate) chat: Option<ExpectedChat>,
    /// Whether the core was notified that the disk is nearly full.
    pub(crate) full: bool,
    pub(crate) pages: BTreeMap<RequestId, ExpectedPage>,
    /// Duels by the requests that started them.
    pub(crate) begun: BTreeMap<RequestId, DuelId>,
    /// Handles of erased members, while they are reserved.
    pub(crate) freed: BTreeMap<AccountId, (String, Millis)>,
    /// Keys of browsers, by their sealed form.
    pub(crate) browser_keys: BTreeMap<Vec<u8>, (String, String)>,
    /// Idempotency keys that were used.
    pub(crate) references: BTreeMap<Scoped, KnownReference>,
    /// Whether a start has changed the length of daily turns. Earlier notices have the old length.
    pub(crate) daily_turns_changed: bool,
    /// Whether a day has begun and its work is not done.
    pub(crate) day_turns: bool,
    /// The counters that the service does not store.
    pub(crate) windows: Windows,
    /// The time of the newest batch that storage was given, of the newest that it has, and of the newest one when replies
    /// were released, which must never be lost.
    appended: Millis,
    stored: Millis,
    acknowledged: Millis,
    /// When the core first saw a repeatable request.
    pub(crate) first_tries: BTreeMap<u32, Millis>,
    /// Secrets with the caller who may see them.
    pub(crate) secrets: BTreeMap<String, String>,
    /// Secrets of batches that are not durable yet.
    pub(crate) unsure: Vec<String>,
    pub(crate) pushed: BTreeSet<PushSent>,
    pub(crate) push_results: PushResults,
    /// The first result of each call that is in flight.
    pub(crate) results: BTreeMap<CallId, CallResult>,
    /// The expected state of model calls.
    pub(crate) decisions: Decisions,
    pub(crate) digests: BTreeMap<TableId, String>,
    /// Tables whose digest was in no reply that left.
    pub(crate) unsure_digests: Vec<TableId>,
    /// The digests of seats and status in the ids of events, by what they are digests of.
    pub(crate) seats: SeatDigests,
}

impl Judge {
    /// The judge of a new service with these settings, whose clock is at `now`.
    pub(crate) fn new(settings: WorldSettings, now: Millis) -> Self {
        Self {
            limits: settings.config().limits,
            model: Model::new(settings.config(), settings.keys()),
            commits: CommitOracle::new(settings.group_bounds()),
            at: now,
            now,
            // Data from outside the service is shown to no caller.
            secrets: hidden_words().map(|word| (word, "outside data".to_owned())).collect(),
            settings,
            ..Self::default()
        }
    }

    /// A judge that does not see the queue of the loop, only the commands of the core.
    pub(crate) fn of_core(settings: WorldSettings, now: Millis) -> Self {
        let commits = CommitOracle::numbered(settings.group_bounds());
        Self { commits, ..Self::new(settings, now) }
    }

    /// A command is queued, with its request if it is one.
    pub(crate) fn push(&mut self, command: &Command, pending: Option<PendingRequest>) {
        self.pending.extend(pending.map(|pending| (pending.id, pending)));
        self.commits.push(command);
    }

    /// A group commit begins at this time, with or without a timer that is due.
    pub(crate) const fn begin_commit(&mut self, at: Millis, is_due: bool) {
        self.at = at;
        self.commits.begin(is_due);
    }

    pub(crate) fn event(&mut self, event: LoopEvent) -> CheckResult {
        match event {
            LoopEvent::Applied(mut applied) => {
                self.take_in(&mut applied);
                self.commits.applied(&applied, self.at)?;
                self.queries.extend(applied.effects.queries.iter().cloned());
                self.next = applied.next;
                self.applied(&mut applied)?;
                self.commits.keep(applied.effects.batch);
                Ok(())
            }
            LoopEvent::Append { group, .. } => {
                let (batches, more) = self.commits.append(&group)?;
                if more {
                    self.counts.hit("premise: a group commit was full");
                }
                let clock =
                    |change: &Change| if let Change::Put(Record::Clock(at)) = change { Some(*at) } else { None };
                let newest = batches.iter().flat_map(|batch| &batch.changes).filter_map(clock).max();
                self.appended = self.appended.max(newest.unwrap_or_default());
                Ok(())
            }
            LoopEvent::Stored(batch, _) => {
                self.commits.stored(batch);
                self.stored = self.appended;
                Ok(())
            }
            LoopEvent::Read { failed } => {
                if failed {
                    self.counts.hit("fault: a read of cold rows failed");
                }
                if let Some((query, what)) = self.queries.pop_front() {
                    self.expect_page(query);
                    self.expect_chat(query, &what);
                }
                self.commits.read()
            }
        }
    }

    /// A group commit is over, with these replies and calls. `rests` if no timer is due.
    pub(crate) fn end_commit(&mut self, released: &Released, rests: bool) -> CheckResult {
        if rests {
            self.check_under_way()?;
            // While the wall clock is behind, immediate work waits until it has caught up.
            if self.at >= self.now {
                self.counts.add("premise: erased members were checked", self.model.leaving.len() as u64);
                self.model.check_left()?;
            }
        }
        self.commits.end(&released.replies, &released.calls)?;
        self.acknowledged = self.stored;
        self.keep_rewritten();
        if self.commits.is_under_way() {
            self.counts.hit("premise: an append was under way while commands were applied");
            return Ok(());
        }
        self.moves.clear();
        self.unsure.clear();
        self.unsure_digests.clear();
        must!(self.queries.is_empty(), "storage is asked what the core asks", "{:?}", self.queries)
    }

    /// A read of an archived table that was queried before the row was rewritten shows the old row, even if it is
    /// answered several group commits later.
    fn keep_rewritten(&mut self) {
        if self.model.rewritten.is_empty() {
            return;
        }
        let searches = |pending: &&PendingRequest| matches!(pending.stage, RequestStage::Searching { .. });
        let searched = self.pending.values().filter(searches).filter_map(|pending| table_of(&pending.request));
        let of_stream = |pending: &PendingRequest| match &pending.stage {
            RequestStage::Member(stream) => match &stream.searches {
                Some(Query::Archive(table)) => Some(*table),
                _ => None,
            },
            _ => None,
        };
        let searched: BTreeSet<TableId> = searched.chain(self.pending.values().filter_map(of_stream)).collect();
        self.model.rewritten.retain(|table| searched.contains(table));
    }

    /// A reply leaves. Returned is what it answers, unless its peer has hung up.
    pub(crate) fn released(&mut self, id: RequestId, reply: &Reply) -> Option<PendingRequest> {
        let pending = if is_last(reply) { self.pending.remove(&id) } else { self.pending.get(&id).cloned() };
        pending.filter(|pending| !pending.gone)
    }

    /// An unknown request belongs to the owner of its credential.
    fn take_in(&mut self, applied: &mut AppliedCommand) {
        let step = self.commands as u32;
        let pending = match (&applied.input, applied.asked.take()) {
            (Input::Request(id), Some(asked)) => {
                let (caller, request) = *asked;
                PendingRequest::new(*id, (step, step), &name_of(caller.claims.as_ref()), caller, request)
            }
            (Input::Operate(id, order), _) if !self.pending.contains_key(id) => {
                PendingRequest::of_operator(*id, step, OPERATOR, order.clone())
            }
            _ => return,
        };
        self.pending.insert(pending.id, pending);
    }

    /// The next start has these settings.
    pub(crate) fn configure(&mut self, settings: WorldSettings) {
        if settings.server_keys > self.settings.server_keys {
            self.counts.hit("premise: a server key was added");
        }
        self.daily_turns_changed |= settings.daily_turn_s != self.settings.daily_turn_s;
        self.limits = settings.config().limits;
        self.settings = settings;
    }

    /// The process has ended, with everything that it had only in memory.
    pub(crate) fn stopped(&mut self) {
        self.commits = self.commits.anew(self.settings.group_bounds());
        (self.appended, self.stored) = (self.acknowledged, self.acknowledged);
        self.pending.clear();
        self.moves.clear();
        self.queries.clear();
        // The progress of the calls is unknown.
        self.pushed.clear();
        self.results.clear();
        (self.push_results, self.decisions) = Default::default();
        self.searches.clear();
        self.chats.clear();
        self.pages.clear();
        self.begun.clear();
        self.windows = Windows::default();
        self.full = false;
        self.settings.set_limits(&self.limits);
        // The rest of a day's work is done for the first caller.
        self.day_turns = false;
        // A match may go on otherwise than in a reply that never left.
        for table in std::mem::take(&mut self.unsure_digests) {
            self.digests.remove(&table);
        }
        // Secrets that were never durable were never shown: they may be generated again for another caller.
        for secret in std::mem::take(&mut self.unsure) {
            self.secrets.remove(&secret);
        }
    }

    /// The next process may start from an earlier state, with these personal keys: it need not have anything that was seen.
    pub(crate) fn roll_back(&mut self, keys: &[SlotChange]) {
        self.stopped();
        let before = std::mem::replace(self, Self::of_core(self.settings.clone(), Millis::default()));
        (self.counts, self.model) = (before.counts, before.model);
        self.model.forget(keys);
    }

    /// A process has started from these records, with its clock at `now`.
    pub(crate) fn started(&mut self, now: Millis, records: Vec<Record>) -> CheckResult {
        (self.at, self.now) = (now, now);
        self.reread(records)?;
        let latest = self.model.latest;
        must!(now >= latest, "the core's clock never goes back", "{latest:?} to {now:?} in a restart")?;
        let acknowledged = self.acknowledged;
        must!(latest >= acknowledged, "acknowledged changes are kept", "{latest:?}, not {acknowledged:?}")
    }

    /// Build the model again from the stored records.
    pub(crate) fn reread(&mut self, records: Vec<Record>) -> CheckResult {
        let mut model = Model::of((self.settings.config(), self.settings.keys()), self.model.keys(), records)?;
        model.gone = std::mem::take(&mut self.model.gone);
        model.keep_references(&mut self.model);
        // After a start all erased members are checked again.
        model.leaving = model.accounts.iter().filter(|(_, row)| row.slot.is_none()).map(|(id, _)| *id).collect();
        self.model = model;
        Ok(())
    }
}

/// The name of a caller, by the credential.
fn name_of(claims: Option<&Claims>) -> String {
    match claims {
        Some(Claims::Account { account, .. }) => account.to_string(),
        Some(Claims::Seat { table, seat, .. }) => format!("seat {} of {table}", seat.0),
        None => "stranger".to_owned(),
    }
}
