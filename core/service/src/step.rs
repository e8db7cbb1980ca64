//! One step in progress. It gives each handler the parts that its signature names, collects replies, and answers the
//! long-polls that the step's changes concern.

use crate::answer::{Answer, EndReason};
use crate::bundles::Bundles;
use crate::credentials::ServerKeys;
use crate::effects::{Batch, BatchId, Effects, Rejected, Replied, Reply, WakeReason};
use crate::handled::{Handled, HandlerResult};
use crate::handlers::admin::search::LastSeen;
use crate::handlers::duels::running::Duelling;
use crate::handlers::fairness::{DayClosing, DayStart, Signer};
use crate::handlers::queue::Presence;
use crate::handlers::refs::InFlight;
use crate::handlers::tables::retention::ChatSearch;
use crate::handlers::tables::view::SharedViews;
use crate::handlers::watches::{self, Affected};
use crate::limits::Limiter;
use crate::pending::{Calls, PendingQuery, Queries};
use crate::rejection::{Auth, Rejection};
use crate::request::{RequestId, Requester};
use crate::state::{HotState, Transaction};
use crate::timers::Timers;
use crate::watches::{PendingWatch, Watches};

/// The parts of a running service that are not stored.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) watches: Watches,
    /// Timers that do not follow from records: ends of watches, and work of the leader.
    pub(crate) agenda: Timers,
    pub(crate) limiter: Limiter,
    pub(crate) bundles: Bundles,
    pub(crate) queries: Queries,
    pub(crate) calls: Calls,
    pub(crate) duelling: Duelling,
    pub(crate) presence: Presence,
    /// The time of each member's newest request since the start. It is not stored, because reads write nothing.
    pub(crate) seen: LastSeen,
    pub(crate) refs: InFlight,
    pub(crate) search: ChatSearch,
    pub(crate) closing: DayClosing,
    pub(crate) day_start: DayStart,
    /// Whether another core makes the batches.
    pub(crate) follows: bool,
    /// Whether this core leads and has not made a step since.
    pub(crate) begins: bool,
    pub(crate) draining: bool,
    /// Whether the disk is nearly full.
    pub(crate) full: bool,
}

impl Parts {
    /// The timers that the core acts on: those of the records, and the others. One that follows only ends its watches.
    pub(crate) fn timers<'a>(&'a self, state: &'a HotState) -> impl Iterator<Item = &'a Timers> {
        let of_leader = (!self.follows).then(|| [&state.timers, self.duelling.timers(), self.presence.timers()]);
        of_leader.into_iter().flatten().chain([&self.agenda])
    }
}

/// A step in progress. Handlers do not get it: they take the transaction and the parts that they need.
pub(crate) struct Step<'a> {
    pub(crate) tx: Transaction<'a>,
    pub(crate) keys: &'a ServerKeys,
    pub(crate) signer: &'a Signer,
    pub(crate) parts: &'a mut Parts,
    /// Watches whose time is over. They are answered at the end of the step.
    pub(crate) ended_watches: Vec<RequestId>,
    /// The watches with news or an end, and why they were checked.
    pub(crate) woken: Vec<(RequestId, WakeReason)>,
    pub(crate) replies: Vec<(RequestId, Reply)>,
}

impl<'a> Step<'a> {
    pub(crate) const fn new(
        tx: Transaction<'a>,
        keys: &'a ServerKeys,
        signer: &'a Signer,
        parts: &'a mut Parts,
    ) -> Self {
        Self { tx, keys, signer, parts, ended_watches: Vec::new(), woken: Vec::new(), replies: Vec::new() }
    }

    /// Reply to a request, or keep it pending.
    pub(crate) fn finish(&mut self, to: Requester, handled: HandlerResult) {
        let reply = match handled {
            Ok(Handled::Now(replied)) => Ok(*replied),
            Ok(Handled::Ask(query, asked)) => {
                self.parts.queries.send(query, PendingQuery::Request(Box::new(to), asked));
                return;
            }
            Ok(Handled::Stream(cursor, is_first)) => return self.open_stream(to, cursor, is_first),
            Ok(Handled::Ended(event)) => return self.open_ended(&to, event),
            Ok(Handled::Await(duel)) => return self.parts.duelling.wait(duel, to, self.tx.now),
            Ok(Handled::Poll(cursor, wait_ms)) => match watches::may_wait(&self.tx, &self.parts.watches, &to.caller) {
                Ok(()) => {
                    let until = self.tx.now.plus_ms(wait_ms);
                    let long_poll = PendingWatch { caller: to.caller, cursor, until, once: true, searches: false };
                    return self.parts.watches.add(to.id, long_poll, &mut self.parts.agenda);
                }
                Err(full) => Err(full.into()),
            },
            Err(rejection) => Err(rejection),
        };
        self.reply_to_duellists();
        self.reply(&to, reply);
    }

    pub(crate) fn reply_to_order(&mut self, id: RequestId, answer: Result<Answer, Rejection>) {
        self.reply_to_duellists();
        self.replies.push((id, answer.map(Replied::plain).map_err(Rejected::from)));
    }

    /// Give a reply, with the rest of the caller's window.
    pub(crate) fn reply(&mut self, to: &Requester, reply: Result<Replied, Rejection>) {
        // A request that ends with one of these errors was not counted.
        let counted = !matches!(reply, Err(Rejection::Auth(Auth::NotSignedIn | Auth::Frozen) | Rejection::Unavailable));
        let left = || self.parts.limiter.left(&to.caller, to.class, self.tx.now, &self.tx.config.limits);
        let rate = if counted { left() } else { None };
        let reply = match reply {
            Ok(replied) => Ok(Replied { rate, ..replied }),
            Err(rejection) => Err(Rejected { rejection, rate }),
        };
        self.replies.push((to.id, reply));
    }

    /// Reply to the callers whose duels have ended or who no longer wait for them.
    fn reply_to_duellists(&mut self) {
        for (to, answer) in self.parts.duelling.take_answers() {
            self.reply(&to, answer.map(Replied::plain));
        }
    }

    /// Give the replies that these changes and the step's time have made due. All show the state at the end of the step.
    pub(crate) fn wake(&mut self, affected: Affected) {
        let to_check = affected.watches(&self.parts.watches);
        for account in affected.accounts {
            self.parts.duelling.reject_signed_out(&self.tx, account);
        }
        self.reply_to_duellists();
        let mut views = SharedViews::default();
        for (id, why) in to_check {
            self.check_news(id, false, why, &mut views);
        }
        for id in std::mem::take(&mut self.ended_watches) {
            self.check_news(id, true, WakeReason::Deadline, &mut views);
        }
    }

    /// Before a stop, answer every long-poll, end every stream and reject every request that waits for a duel. The next
    /// start continues the duels.
    pub(crate) fn drain(&mut self) {
        self.parts.draining = true;
        if !self.parts.follows {
            // The next process begins to serve after this moment.
            self.tx.touch();
        }
        let mut views = SharedViews::default();
        for (id, once) in self.parts.watches.pending.iter().map(|(id, watch)| (*id, watch.once)).collect::<Vec<_>>() {
            if once {
                self.check_news(id, true, WakeReason::Drain, &mut views);
            } else {
                self.woken.push((id, WakeReason::Drain));
                self.end_stream(id, EndReason::Draining);
            }
        }
        self.parts.duelling.reject_all();
    }

    /// The effects of the step. `newest` is the number of the previous batch, and then of this one.
    pub(crate) fn effects(self, newest: &mut BatchId) -> Effects {
        let (changes, slots) = self.tx.finish();
        if !changes.is_empty() {
            newest.0 += 1;
        }
        let (queries, calls) = (self.parts.queries.take(), self.parts.calls.take());
        Effects {
            batch: Batch { id: *newest, changes, slots },
            woken: self.woken,
            replies: self.replies,
            queries,
            calls,
        }
    }
}
