//! Passes the events of the loop to the judge and keeps the released replies, from which responses have to be made.

use crate::inner::{CallerState, EventLog, Input, Judge, LoopEvent, Scene, Violation, WorldSettings, learn_rejection};
use crate::rng::mix;
use madsim::time::Instant;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use turnstone_engine::Released;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::{Reply, ReplyPlace, is_last};
use turnstone_service::record::Record;
use turnstone_service::request::{Caller, Request, RequestId};
use turnstone_service::time::Millis;

/// A reply that the loop released.
pub(super) struct ReleasedReply {
    /// The request of the core. Each process counts its own.
    pub(super) id: RequestId,
    pub(super) caller: Caller,
    pub(super) request: Request,
    pub(super) reply: Arc<Reply>,
    pub(super) at: Instant,
    /// Whether a response used it.
    pub(super) is_taken: bool,
}

impl ReleasedReply {
    /// Whether it is an event of a stream, the last one included.
    pub(super) fn is_event(&self) -> bool {
        self.reply.as_ref().as_ref().is_ok_and(|replied| replied.place != ReplyPlace::Opened)
    }
}

/// The judge of a run, the state of its clients, and the released replies.
pub(super) struct NetworkJudge {
    judge: Judge,
    pub(super) known: CallerState,
    pub(super) keys: ServerKeys,
    /// The events at the boundary of the loop.
    pub(super) log: EventLog,
    /// Group commits of the server.
    pub(super) commits: u64,
    /// A hash of the order in which replies were released.
    pub(super) order: u64,
    /// Requests of the core without a reply.
    asked: BTreeMap<RequestId, (Caller, Request)>,
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
        let (asked, released) = (BTreeMap::new(), BTreeMap::new());
        Self { judge, known, keys, log: EventLog::default(), commits: 0, order: 0, asked, released }
    }

    /// A server has started from these records. The one before it has ended.
    pub(super) fn started(&mut self, now: Millis, records: Vec<Record>) -> Result<(), Violation> {
        self.log.take();
        self.asked.clear();
        self.commits = 0;
        self.judge.stopped();
        self.judge.started(now, records)
    }

    /// The loop has completed a turn. Its replies are released unless it failed.
    pub(super) fn turned(&mut self, broke: bool) -> Result<(), Violation> {
        let events = self.log.take();
        self.commits += events.iter().filter(|event| matches!(event, LoopEvent::Append { .. })).count() as u64;
        let first = events.iter().find_map(|event| match event {
            LoopEvent::Applied(applied) => Some((applied.at, applied.due)),
            LoopEvent::Append { .. } | LoopEvent::Stored(..) | LoopEvent::Read { .. } => None,
        });
        let Some((at, due)) = first else { return Ok(()) };
        self.judge.begin_commit(at, due.is_some_and(|due| due.at <= at));
        let mut released = Released::default();
        for event in events {
            if let LoopEvent::Applied(applied) = &event {
                if let (Input::Request(id), Some(asked)) = (&applied.input, &applied.asked) {
                    self.asked.insert(*id, (asked.0.clone(), asked.1.clone()));
                }
                released.replies.extend(applied.effects.replies.iter().cloned());
                released.calls.extend(applied.effects.calls.iter().cloned());
            }
            self.judge.event(event)?;
        }
        if broke {
            return Ok(());
        }
        let rests = self.judge.next.is_none_or(|due| due.at > at);
        self.judge.end_commit(&released, rests)?;
        for (id, reply) in released.replies {
            self.order = mix(&[self.order, id.0]);
            self.judge.released(id, &reply);
            let asked = if is_last(&reply) { self.asked.remove(&id) } else { self.asked.get(&id).cloned() };
            if let Some((caller, request)) = asked {
                let to = self.released.entry(caller.address).or_default();
                let (reply, at) = (Arc::new(reply), Instant::now());
                to.push(ReleasedReply { id, caller, request, reply, at, is_taken: false });
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
