//! Passes the events of the loop to the judge and keeps the released replies, from which responses have to be made.

use crate::inner::{CallerState, Input, Judge, LoopEvent, Scene, Violation, WorldSettings, learn_rejection};
use crate::rng::mix;
use madsim::time::Instant;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use turnstone_engine::Released;
use turnstone_service::calls::{Call, CallId};
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::{BatchId, Effects, Reply, ReplyPlace, SlotChange, is_last};
use turnstone_service::record::Record;
use turnstone_service::request::{Caller, Request, RequestId};
use turnstone_service::secret::SecretKey;
use turnstone_service::time::Millis;

/// A reply that the loop released.
pub(super) struct ReleasedReply {
    /// The request of the core. Each process counts its own.
    pub(super) id: RequestId,
    pub(super) caller: Caller,
    pub(super) request: Request,
    pub(super) reply: Arc<Reply>,
    pub(super) at: Instant,
    /// Whether it left the server that had not been replaced.
    pub(super) is_current: bool,
    /// Whether a response used it.
    pub(super) is_taken: bool,
}

impl ReleasedReply {
    /// Whether it is an event of a stream, the last one included.
    pub(super) fn is_event(&self) -> bool {
        self.reply.as_ref().as_ref().is_ok_and(|replied| replied.place != ReplyPlace::Opened)
    }
}

/// What a loop owes to its callers.
#[derive(Default)]
pub(super) struct LoopTrace {
    /// Requests of the core without a last reply.
    asked: BTreeMap<RequestId, (Caller, Request)>,
    /// Replies and calls that are not released, with the batch that they depend on.
    replies: VecDeque<(BatchId, (RequestId, Reply))>,
    calls: VecDeque<(BatchId, (CallId, Call))>,
    stored: BatchId,
    /// The time of the newest turn.
    at: Millis,
}

impl LoopTrace {
    fn take(&mut self, event: &LoopEvent) {
        match event {
            LoopEvent::Applied(applied) => {
                if let (Input::Request(id), Some(asked)) = (&applied.input, &applied.asked) {
                    self.asked.insert(*id, (asked.0.clone(), asked.1.clone()));
                }
                let Effects { batch, replies, calls, .. } = &applied.effects;
                self.replies.extend(replies.iter().map(|reply| (batch.id, reply.clone())));
                self.calls.extend(calls.iter().map(|call| (batch.id, call.clone())));
            }
            LoopEvent::Stored(batch, _) => self.stored = *batch,
            LoopEvent::Append { .. } | LoopEvent::Read { .. } => {}
        }
    }

    /// What may leave: all that depends on durable batches.
    fn release(&mut self) -> Released {
        let stored = self.stored;
        let replies = std::iter::from_fn(|| self.replies.pop_front_if(|(batch, _)| *batch <= stored));
        let replies = replies.map(|(_, reply)| reply).collect();
        let calls = std::iter::from_fn(|| self.calls.pop_front_if(|(batch, _)| *batch <= stored));
        Released { replies, calls: calls.map(|(_, call)| call).collect(), commands: 0 }
    }
}

/// The judge of a run, the state of its clients, and the released replies.
pub(super) struct NetworkJudge {
    judge: Judge,
    pub(super) known: CallerState,
    pub(super) keys: ServerKeys,
    /// Group commits of the server.
    pub(super) commits: u64,
    /// A hash of the order in which replies were released.
    pub(super) order: u64,
    /// Replies by the address of their callers, in the order of release.
    released: BTreeMap<IpAddr, Vec<ReleasedReply>>,
}

impl Deref for NetworkJudge {
    type Target = Judge;

    fn deref(&self) -> &Judge {
        &self.judge
    }
}

impl Scene for NetworkJudge {
    fn known(&self) -> &CallerState {
        &self.known
    }

    fn clock(&self) -> u64 {
        self.judge.now.0
    }
}

impl NetworkJudge {
    pub(super) fn new(settings: WorldSettings) -> Self {
        let (keys, known) = (settings.keys(), CallerState::new(settings.server_keys));
        let judge = Judge::of_core(settings, Millis(0));
        Self { judge, known, keys, commits: 0, order: 0, released: BTreeMap::new() }
    }

    /// A server has started from these records. The one before it has ended, or is not judged any more.
    pub(super) fn started(&mut self, now: Millis, records: Vec<Record>) -> Result<(), Violation> {
        self.commits = 0;
        self.judge.stopped();
        self.judge.started(now, records)
    }

    /// The state of the service may be an earlier one, in which nothing that clients know needs to be.
    pub(super) fn forget(&mut self, keys: BTreeMap<u32, SecretKey>) {
        self.known = CallerState::new(self.judge.settings.server_keys);
        let keys: Vec<SlotChange> = keys.into_iter().map(|(slot, key)| SlotChange::Fill(slot, key)).collect();
        self.judge.roll_back(&keys);
    }

    /// A loop has completed a turn. Its replies are released unless it failed. `is_current` unless another server has taken over:
    /// then only its replies are noted.
    pub(super) fn turned(
        &mut self,
        trace: &mut LoopTrace,
        events: Vec<LoopEvent>,
        broke: bool,
        is_current: bool,
    ) -> Result<(), Violation> {
        if events.is_empty() {
            return Ok(());
        }
        let first = events.iter().find_map(|event| match event {
            LoopEvent::Applied(applied) => Some((applied.at, applied.due)),
            LoopEvent::Append { .. } | LoopEvent::Stored(..) | LoopEvent::Read { .. } => None,
        });
        let (at, due) = first.unwrap_or((trace.at, None));
        trace.at = at;
        if is_current {
            self.commits += events.iter().filter(|event| matches!(event, LoopEvent::Append { .. })).count() as u64;
            self.judge.begin_commit(at, due.is_some_and(|due| due.at <= at));
        }
        for event in events {
            trace.take(&event);
            if is_current {
                self.judge.event(event)?;
            }
        }
        if broke {
            return Ok(());
        }
        let released = trace.release();
        if is_current {
            let rests = self.judge.next.is_none_or(|due| due.at > at);
            self.judge.end_commit(&released, rests)?;
        }
        for (id, reply) in released.replies {
            self.order = mix(&[self.order, id.0]);
            if is_current {
                self.judge.released(id, &reply);
            }
            let asked = if is_last(&reply) { trace.asked.remove(&id) } else { trace.asked.get(&id).cloned() };
            if let Some((caller, request)) = asked {
                let to = self.released.entry(caller.address).or_default();
                let (reply, at) = (Arc::new(reply), Instant::now());
                to.push(ReleasedReply { id, caller, request, reply, at, is_current, is_taken: false });
            }
        }
        Ok(())
    }

    /// Update the state of a caller from the reply to a request.
    pub(super) fn learn(&mut self, (who, step): &(String, u32), request: &Request, reply: &Reply) {
        match reply {
            Ok(replied) => {
                if matches!(request, Request::Logout(_) | Request::RotateRecovery(_)) {
                    self.known.lose_token(who);
                }
                self.known.learn(&self.keys, *step, who, replied);
            }
            Err(rejected) => {
                let newest = !who.contains('/') && !self.known.seats.contains_key(who);
                learn_rejection(&mut self.known, who, newest, request, &rejected.rejection);
            }
        }
    }

    /// Number of replies that were released for an address.
    pub(super) fn count(&self, address: IpAddr) -> usize {
        self.released.get(&address).map_or(0, Vec::len)
    }

    /// The replies that were released for an address after this many.
    pub(super) fn since(&mut self, address: IpAddr, count: usize) -> &mut [ReleasedReply] {
        self.released.get_mut(&address).map(|all| &mut all[count..]).unwrap_or_default()
    }
}
