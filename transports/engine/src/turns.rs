//! The loop without a thread: it moves requests from the inbox into a group commit, and replies to the waiting callers.

use super::group_commits::{Broken, GroupCommits, Meter, Released, StateMachine};
use super::inbox::{Handle, Phase, Submission, Taken};
use super::monotonic::Monotonic;
use super::outbound::{Outbound, ReturnTo};
use super::reply_queue::{Outbox, ReturnPath};
use crate::env::Clock;
use crate::metrics::Metrics;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use turnstone_service::effects::{BatchId, Command, Stamp, is_last};
use turnstone_service::request::RequestId;
use turnstone_service::service::Service;
use turnstone_service::stats::Stats;
use turnstone_service::time::Millis;
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
    callers: BTreeMap<RequestId, ReturnPath>,
    submissions: Vec<Submission>,
    /// Callers that requested statistics after the group commit.
    curious: Vec<oneshot::Sender<Stats>>,
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
            callers: BTreeMap::new(),
            submissions: Vec::new(),
            curious: Vec::new(),
        }
    }

    /// Take the waiting requests, run a group commit, send the replies. After a failure the caller must drop the engine
    /// and end the process.
    pub fn turn(&mut self) -> Result<Turn, Broken> {
        self.take();
        let Self { rounds, clock, dice, instant, handle, .. } = self;
        let (at, began) = (clock.now(), instant.instant());
        let late_ms = rounds.next_deadline().filter(|due| due.at <= at).map(|due| at.since(due.at));
        let Released { replies, calls, commands } = rounds.run(|batch| Stamp { at, entropy: dice(batch) })?;
        measure(handle.metrics(), (began, instant.instant()), commands, late_ms);
        let mut outbox = Outbox::default();
        for (id, reply) in replies {
            let way = match is_last(&reply) {
                true => self.callers.remove(&id),
                false => self.callers.get(&id).and_then(ReturnPath::of_event),
            };
            if let Some(way) = way {
                outbox.put(way, reply);
            }
        }
        outbox.send();
        for (id, call) in calls {
            self.outbound.call(call, ReturnTo::new(self.handle.clone(), id));
        }
        let now = self.clock.now();
        for curious in self.curious.drain(..) {
            // The caller may have disconnected meanwhile.
            let _ = curious.send(self.rounds.service().core().stats(now));
        }
        Ok(self.next(now))
    }

    /// Whether the clock jumps to the next deadline, so that there is no need to wait for it.
    pub fn leaps(&self) -> bool {
        self.clock.leaps(self.rounds.next_deadline().map(|deadline| deadline.at))
    }

    /// The core and its storage, for the simulator to inspect.
    pub const fn rounds(&mut self) -> &mut GroupCommits<S, M> {
        &mut self.rounds
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
