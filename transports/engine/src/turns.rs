//! The loop without a thread: it moves requests from the inbox into a group commit, and replies to the waiting callers.

use super::follow::{FollowOrder, Orders};
use super::group_commits::{GroupCommits, LoopError, Meter, Released, StateMachine};
use super::inbox::{Handle, Phase, Submission, Taken};
use super::monotonic::Monotonic;
use super::outbound::{Outbound, ReturnTo};
use super::reply_queue::{Outbox, ReturnPath};
use super::seldom::SeldomReasons;
use crate::env::Clock;
use crate::metrics::Metrics;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use turnstone_service::effects::{BatchId, Command, Reply, Stamp, is_last};
use turnstone_service::request::RequestId;
use turnstone_service::service::Service;
use turnstone_service::stats::Stats;
use turnstone_service::time::Millis;
use turnstone_service::timers::{Deadline, Timer};
use turnstone_storage::Storage;

/// Requests that wait for a group commit, at most; further ones stay in the inbox.
const TAKEN: usize = 512;
/// The longest sleep: a wall clock that was set forward is noticed after this time.
const NAP: Duration = Duration::from_secs(1);

/// [`GroupCommits`] with an inbox and waiting callers. Dropping it answers all waiting callers.
pub struct Engine<S, C, D, M = Service> {
    rounds: GroupCommits<S, M>,
    handle: Handle,
    clock: Monotonic<Arc<C>>,
    instant: Arc<C>,
    dice: D,
    outbound: Box<dyn Outbound>,
    /// The orders of the task that follows the log, if this core follows or has followed one.
    orders: Option<Orders<S>>,
    /// MemberSelector to tell that their order is done.
    ordering: Vec<oneshot::Sender<()>>,
    callers: BTreeMap<RequestId, ReturnPath>,
    submissions: Vec<Submission>,
    /// Callers that requested statistics after the group commit.
    curious: Vec<oneshot::Sender<Stats>>,
    /// Limits the log lines of jumps of the clock.
    jumps: SeldomReasons,
}

/// The next step after an iteration of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Run another iteration at once.
    Again,
    /// Wait until woken, at most for this time.
    Sleep(Duration),
    /// End: the service has stopped and everything is on disk.
    Over,
}

impl<S: Storage, C: Clock, D: FnMut(BatchId) -> [u8; 32], M: StateMachine> Engine<S, C, D, M> {
    /// A loop over this core, fed through `handle`; `outbound` makes its outbound calls. From now on requests are
    /// accepted. `dice` returns the entropy of each command, from the last batch before it.
    pub fn new(
        mut rounds: GroupCommits<S, M>,
        handle: Handle,
        clock: C,
        dice: D,
        outbound: impl Outbound + 'static,
    ) -> Self {
        handle.follows(rounds.follows());
        handle.reached(rounds.head().n);
        handle.enter(Phase::Serving);
        let instant = Arc::new(clock);
        let own = instant.clone();
        rounds.measure(Meter { instant: Box::new(move || own.instant()), handle: handle.clone() });
        let clock = Monotonic::new(instant.clone(), rounds.service().core().now());
        let outbound = Box::new(outbound);
        Self {
            rounds,
            handle,
            clock,
            instant,
            dice,
            outbound,
            orders: None,
            ordering: Vec::new(),
            callers: BTreeMap::new(),
            submissions: Vec::new(),
            curious: Vec::new(),
            jumps: SeldomReasons::default(),
        }
    }

    /// Take the orders of a task that follows a log, until the core leads.
    pub fn obey(&mut self, orders: Orders<S>) {
        self.orders = Some(orders);
    }

    /// Take the waiting requests, run a group commit, send the replies. After a failure the caller must drop the engine
    /// and end the process.
    pub fn turn(&mut self) -> Result<Turn, LoopError> {
        self.take();
        let absorbed = self.follow()?;
        let Self { rounds, clock, dice, instant, handle, .. } = self;
        let (at, began) = (clock.now(), instant.instant());
        // A core that begins to serve is not late.
        let is_late = |due: &Deadline| due.at <= at && due.timer != Timer::ServingBegins;
        let late_ms = rounds.next_deadline().filter(is_late).map(|due| at.since(due.at));
        let Released { replies, calls, commands } = rounds.run(|batch| Stamp { at, entropy: dice(batch) })?;
        measure(handle.metrics(), (began, instant.instant()), commands, late_ms);
        // Before the replies that show it.
        handle.reached(rounds.head().n);
        let mut outbox = Outbox::default();
        for (id, reply) in absorbed.into_iter().chain(replies) {
            let way = match is_last(&reply) {
                true => self.callers.remove(&id),
                false => self.callers.get(&id).and_then(ReturnPath::of_event),
            };
            if let Some(way) = way {
                outbox.put(way, reply);
            }
        }
        outbox.send();
        for done in self.ordering.drain(..) {
            // Its task may have ended meanwhile.
            let _ = done.send(());
        }
        for (id, call) in calls {
            self.outbound.call(call, ReturnTo::new(self.handle.clone(), id));
        }
        let now = self.clock.now();
        self.report_clock();
        for curious in self.curious.drain(..) {
            // The caller may have disconnected meanwhile.
            let _ = curious.send(self.rounds.service().core().stats(now));
        }
        Ok(self.next(now))
    }

    /// Log and count jumps of the machine's clock, and measure how far the core's clock is ahead of it.
    fn report_clock(&mut self) {
        let ahead_ms = self.clock.ahead_ms();
        self.handle.metrics().clock_ahead_seconds.set(ahead_ms as f64 / 1000.0);
        let Some(ms) = self.clock.take_jump() else { return };
        let (direction, by_s) = (if ms > 0 { "forward" } else { "back" }, ms.unsigned_abs() as f64 / 1000.0);
        self.handle.metrics().clock_jumped(direction);
        if !self.jumps.is_due(direction, self.instant.instant()) {
            return;
        }
        let ahead_s = ahead_ms as f64 / 1000.0;
        if ms > 0 {
            tracing::warn!(by_s, "the machine's clock was set forward: what is due by it has expired");
        } else {
            tracing::warn!(
                by_s,
                ahead_s,
                "the machine's clock was set back: the service goes on at its own time, which is ahead until the clock has caught up"
            );
        }
    }

    /// Whether the clock jumps to the next deadline, so that there is no need to wait for it.
    pub fn leaps(&self) -> bool {
        self.clock.leaps(self.rounds.next_deadline().map(|deadline| deadline.at))
    }

    /// The core and its storage, for the simulator to inspect.
    pub const fn rounds(&mut self) -> &mut GroupCommits<S, M> {
        &mut self.rounds
    }

    /// Carry out the orders of the task that follows the log. Returns the replies that they make due.
    fn follow(&mut self) -> Result<Vec<(RequestId, Reply)>, LoopError> {
        let mut replies = Vec::new();
        while let Some(order) = self.orders.as_mut().and_then(Orders::next) {
            let done = match order {
                FollowOrder::Absorb(commit, done) => {
                    replies.append(&mut self.rounds.absorb(self.clock.now(), &commit)?.replies);
                    done
                }
                FollowOrder::Lead(storage, done) => {
                    self.rounds.lead(storage)?;
                    self.handle.follows(false);
                    done
                }
            };
            // The clock of the core that led may be ahead.
            self.clock.advance(self.rounds.service().core().now());
            self.ordering.push(done);
        }
        Ok(replies)
    }

    fn take(&mut self) {
        let room = TAKEN.saturating_sub(self.rounds.waiting());
        let Taken { hangups, returned, curious } = self.handle.take(room, &mut self.submissions);
        self.curious = curious;
        for submission in self.submissions.drain(..) {
            // The caller disconnected before the loop saw the request.
            if submission.way.to.is_closed() {
                continue;
            }
            self.callers.insert(submission.id, submission.way);
            self.rounds.push(submission.command);
        }
        for id in hangups {
            if self.callers.remove(&id).is_some() {
                self.rounds.push(Command::Hangup(id));
            }
        }
        for (call, result) in returned {
            self.rounds.push(Command::Returned { call, result });
        }
    }

    fn next(&self, now: Millis) -> Turn {
        if !self.rounds.has_room() {
            // Storage wakes the loop.
            return Turn::Sleep(NAP);
        }
        if self.rounds.waiting() > 0 || !self.handle.is_empty() {
            return Turn::Again;
        }
        if self.rounds.is_idle() && self.handle.phase() == Phase::Stopped {
            return Turn::Over;
        }
        let Some(deadline) = self.rounds.next_deadline() else { return Turn::Sleep(NAP) };
        match deadline.at.since(now) {
            0 => Turn::Again,
            ms => Turn::Sleep(NAP.min(Duration::from_millis(ms))),
        }
    }
}

/// Record the duration of an iteration that had something to do.
fn measure(metrics: &Metrics, (began, ended): (Instant, Instant), commands: usize, late_ms: Option<u64>) {
    if commands > 0 {
        metrics.round_seconds.observe(ended.saturating_duration_since(began).as_secs_f64());
        metrics.round_commands.observe(commands as f64);
    }
    if let Some(ms) = late_ms {
        metrics.wake_delay_seconds.observe(ms as f64 / 1000.0);
    }
}

impl<S, C, D, M> Drop for Engine<S, C, D, M> {
    fn drop(&mut self) {
        self.handle.stop();
    }
}
