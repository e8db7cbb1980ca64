//! One step in progress. It gives each handler the parts that its signature names, collects replies, and answers the
//! long-polls that the step's changes concern.

use crate::answer::{Answer, EndReason};
use crate::bundles::Bundles;
use crate::credentials::ServerKeys;
use crate::effects::{Batch, BatchId, Effects, Rejected, Replied, Reply};
use crate::handled::{Handled, HandlerResult};
use crate::handlers::admin::search::LastSeen;
use crate::handlers::duels::running::Duelling;
use crate::handlers::fairness::{DayClosing, DayStart, Signer};
use crate::handlers::polls;
use crate::handlers::polls::Touched;
use crate::handlers::refs::InFlight;
use crate::handlers::tables::retention::ChatSearch;
use crate::handlers::tables::view::SharedViews;
use crate::limits::Limiter;
use crate::pending::{Calls, PendingQuery, Queries};
use crate::polls::{PendingPoll, Polls, Replies};
use crate::rejection::{Auth, Rejection};
use crate::request::{RateClass, RequestId, Requester};
use crate::state::{HotState, Transaction};
use crate::timers::Timers;

/// The parts of a running service that are not stored.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) polls: Polls,
    /// Timers that do not follow from records: ends of polls, and work of the leader.
    pub(crate) agenda: Timers,
    pub(crate) limiter: Limiter,
    pub(crate) bundles: Bundles,
    pub(crate) queries: Queries,
    pub(crate) calls: Calls,
    pub(crate) duelling: Duelling,
    /// The time of each member's newest request since the start. It is not stored, because reads write nothing.
    pub(crate) seen: LastSeen,
    pub(crate) refs: InFlight,
    pub(crate) search: ChatSearch,
    pub(crate) closing: DayClosing,
    pub(crate) day_start: DayStart,
    /// Whether another core makes the batches.
    pub(crate) follows: bool,
    pub(crate) draining: bool,
    /// Whether the disk is nearly full.
    pub(crate) full: bool,
}

impl Parts {
    /// The timers that the core acts on: those of the records, and the others. One that follows only ends its long-polls
    /// and streams.
    pub(crate) fn timers<'a>(&'a self, state: &'a HotState) -> impl Iterator<Item = &'a Timers> {
        let of_leader = (!self.follows).then(|| [&state.timers, self.duelling.timers()]);
        of_leader.into_iter().flatten().chain([&self.agenda])
    }
}

/// A step in progress. Handlers do not get it: they take the transaction and the parts that they need.
pub(crate) struct Step<'a> {
    pub(crate) tx: Transaction<'a>,
    pub(crate) keys: &'a ServerKeys,
    pub(crate) signer: &'a Signer,
    pub(crate) parts: &'a mut Parts,
    /// Long-polls and streams whose time is over. They are answered at the end of the step.
    pub(crate) ended_polls: Vec<RequestId>,
    pub(crate) replies: Vec<(RequestId, Reply)>,
}

impl<'a> Step<'a> {
    pub(crate) const fn new(
        tx: Transaction<'a>,
        keys: &'a ServerKeys,
        signer: &'a Signer,
        parts: &'a mut Parts,
    ) -> Self {
        Self { tx, keys, signer, parts, ended_polls: Vec::new(), replies: Vec::new() }
    }

    /// Reply to a request, or keep it pending.
    pub(crate) fn finish(&mut self, to: Requester, handled: HandlerResult) {
        let reply = match handled {
            Ok(Handled::Now(replied)) => Ok(*replied),
            Ok(Handled::Ask(query, asked)) => {
                self.parts.queries.send(query, PendingQuery::Request(Box::new(to), asked));
                return;
            }
            Ok(Handled::Stream(on, is_first)) => return self.open_stream(to, on, is_first),
            Ok(Handled::MemberStream(account, has)) => return self.open_member_stream(to, account, *has),
            Ok(Handled::Ended(event)) => return self.open_ended(&to, event),
            Ok(Handled::Await(duel)) => return self.parts.duelling.wait(duel, to, self.tx.now),
            Ok(Handled::Poll(on, wait_ms)) => match polls::may_wait(&self.tx, &self.parts.polls, &to.caller) {
                Ok(()) => {
                    let (until, replies) = (self.tx.now.plus_ms(wait_ms), Replies::One);
                    let poll = PendingPoll { caller: to.caller, on, until, replies };
                    return self.parts.polls.add(to.id, poll, &mut self.parts.agenda);
                }
                Err(full) => Err(full.into()),
            },
            Err(rejection) => Err(rejection),
        };
        self.reply_to_duellists();
        self.reply(&to, reply);
    }

    pub(crate) fn reply_to_operator(&mut self, id: RequestId, answer: Result<Answer, Rejection>) {
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
    pub(crate) fn wake(&mut self, touched: Touched) {
        let looked_at = touched.polls(&self.parts.polls);
        for account in touched.accounts {
            self.parts.duelling.reject_signed_out(&self.tx, account);
        }
        self.reply_to_duellists();
        let mut views = SharedViews::default();
        for id in looked_at {
            self.reply_to_poll(id, false, &mut views);
        }
        for id in std::mem::take(&mut self.ended_polls) {
            self.reply_to_poll(id, true, &mut views);
        }
    }

    /// Before a stop, answer every long-poll, end every stream and reject every request that waits for a duel. The next
    /// start continues the duels.
    pub(crate) fn drain(&mut self) {
        self.parts.draining = true;
        let mut views = SharedViews::default();
        for id in self.parts.polls.pending.keys().copied().collect::<Vec<_>>() {
            if self.is_stream(id) {
                self.end_stream(id, EndReason::Draining);
            } else {
                self.reply_to_poll(id, true, &mut views);
            }
        }
        self.parts.duelling.reject_all();
    }

    fn is_stream(&self, id: RequestId) -> bool {
        self.parts.polls.pending.get(&id).is_some_and(|poll| poll.replies != Replies::One)
    }

    fn reply_to_poll(&mut self, id: RequestId, at_once: bool, views: &mut SharedViews) {
        if self.is_stream(id) {
            return self.advance_stream(id, false, views);
        }
        let Some(poll) = self.parts.polls.pending.get(&id) else { return };
        let Some(news) = polls::news(&self.tx, poll, at_once, views).transpose() else { return };
        let Some(poll) = self.parts.polls.forget(id, &mut self.parts.agenda) else { return };
        self.finish(Requester { id, caller: poll.caller, class: RateClass::Ordinary }, news);
    }

    /// The effects of the step. `newest` is the number of the previous batch, and then of this one.
    pub(crate) fn effects(self, newest: &mut BatchId) -> Effects {
        let (changes, slots) = self.tx.finish();
        if !changes.is_empty() {
            newest.0 += 1;
        }
        let (queries, calls) = (self.parts.queries.take(), self.parts.calls.take());
        Effects { batch: Batch { id: *newest, changes, slots }, replies: self.replies, queries, calls }
    }
}
