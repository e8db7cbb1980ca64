//! The transports' side of the loop: a bounded inbox, and replies as futures that report when they are dropped.

use crate::env::Env;
use crate::metrics::Metrics;
use crate::reply_queue::{ReaderEnd, ReplyQueue, ReplyRecipient, ReturnPath};
use crate::subscription::{Subscription, most_waiting};
use crate::watched::Watched;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use turnstone_service::answer::{Answer, Invited};
use turnstone_service::calls::{CallId, CallResult};
use turnstone_service::effects::{Command, Order, Reply};
use turnstone_service::rejection::Rejection;
use turnstone_service::request::{Caller, Request, RequestId};
use turnstone_service::stats::Stats;

/// Requests that may wait for the loop; further ones are rejected.
const INBOX_REQUESTS: usize = 16_384;
/// Bytes of bodies that may wait for the loop.
const INBOX_BYTES: usize = 16 << 20;

/// Wakes the thread that runs the loop.
pub trait Waker: Send + Sync + 'static {
    fn wake(&self);
}

/// The phase of the service.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Storage is being opened.
    Starting,
    /// Requests are accepted.
    Serving,
    /// New requests are rejected; accepted ones are being answered.
    Draining,
    /// The loop has ended.
    Stopped,
}

/// The readiness checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// The service is neither starting nor stopping.
    Serving,
    /// The loop runs.
    Engine,
    /// The data directory can be written.
    Store,
    /// The disk has room for new objects.
    Disk,
}

impl Check {
    pub const ALL: [Self; 4] = [Self::Serving, Self::Engine, Self::Store, Self::Disk];

    /// The name of the check.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Serving => "serving",
            Self::Engine => "engine",
            Self::Store => "store",
            Self::Disk => "disk",
        }
    }
}

/// A loop that has not run for this time is not ready: it runs at least once a second.
const STILL: Duration = Duration::from_secs(5);

/// A handle for sending requests to the core. Clones lead to the same loop.
#[derive(Clone)]
pub struct Handle {
    inbox: Arc<Inbox>,
    queue: Option<Arc<ReplyQueue>>,
}

pub(crate) struct Inbox {
    queue: Mutex<Queue>,
    next_id: AtomicU64,
    phase: Watched<Phase>,
    /// The number of the newest commit that replies can show.
    commit: Watched<u64>,
    follows: AtomicBool,
    full: AtomicBool,
    leaving: AtomicBool,
    read_only: AtomicBool,
    metrics: Metrics,
    waker: Box<dyn Waker>,
}

#[derive(Default)]
struct Queue {
    submissions: VecDeque<Submission>,
    bytes: usize,
    hangups: Vec<RequestId>,
    /// Results of outbound calls: the core bounds the number of calls.
    returned: Vec<(CallId, CallResult)>,
    /// Callers that requested statistics.
    curious: Vec<oneshot::Sender<Stats>>,
}

/// Sent together with requests to the loop.
pub(crate) struct Taken {
    pub(crate) hangups: Vec<RequestId>,
    pub(crate) returned: Vec<(CallId, CallResult)>,
    pub(crate) curious: Vec<oneshot::Sender<Stats>>,
}

/// A command with the reply channel of its caller.
pub(crate) struct Submission {
    pub(crate) id: RequestId,
    pub(crate) command: Command,
    pub(crate) way: ReturnPath,
    weight: usize,
}

impl Handle {
    /// A handle whose loop is woken by `waker`, in the phase `Starting`.
    pub fn new(waker: impl Waker) -> Self {
        let inbox = Inbox {
            queue: Mutex::default(),
            next_id: AtomicU64::new(1),
            phase: Watched::new(Phase::Starting),
            commit: Watched::new(0),
            follows: AtomicBool::new(false),
            full: AtomicBool::new(false),
            leaving: AtomicBool::new(false),
            read_only: AtomicBool::new(false),
            metrics: Metrics::new(),
            waker: Box::new(waker),
        };
        Self { inbox: Arc::new(inbox), queue: None }
    }

    /// The same handle, for callers that all wait on the thread that runs the tasks of `env`: replies of a group commit
    /// are sent to that thread at once, and wake it once. Otherwise each reply wakes its caller separately.
    pub fn on_thread(&self, env: &impl Env) -> Self {
        let queue = Arc::<ReplyQueue>::default();
        env.spawn(queue.clone().deliver());
        Self { inbox: self.inbox.clone(), queue: Some(queue) }
    }

    /// Put a request; `bytes` is its size as it was received. Dropping the future withdraws a pending request.
    pub fn submit(&self, caller: Caller, request: Request, bytes: usize) -> PendingReply {
        let request = Box::new(request);
        self.send(bytes, Phase::Serving, |id| Command::Request { id, caller, request })
    }

    /// Put a request that opens a stream; `bytes` is its size as it was received.
    pub fn subscribe(&self, caller: Caller, request: Request, bytes: usize) -> Subscription {
        let id = self.next_id();
        let (replies, subscription) = Subscription::new(self.inbox.clone(), id, most_waiting(&request));
        let request = Box::new(request);
        // An error means that the reader's end was dropped: it reports that the service is not available.
        let to = ReplyRecipient::Reader(ReaderEnd(replies));
        self.put(bytes, Phase::Serving, id, Command::Request { id, caller, request }, to);
        subscription
    }

    /// Put an order of the process itself.
    pub fn operate(&self, order: Order) -> PendingReply {
        self.send(0, Phase::Draining, |id| Command::Operate { id, order })
    }

    /// Mint an invitation that the server itself needs.
    pub async fn invite(&self, uses: u32) -> Result<Invited, Rejection> {
        let replied = self.operate(Order::Invite { uses, expires_in_s: None, test: false }).await;
        let Answer::Invited(invited) = replied.map_err(|rejected| rejected.rejection)?.answer else {
            unreachable!("the answer to this order")
        };
        Ok(invited)
    }

    /// The phase of the service.
    pub fn phase(&self) -> Phase {
        self.inbox.phase.get()
    }

    /// Whether the core follows another one: it answers only what reads.
    pub fn is_following(&self) -> bool {
        self.inbox.follows.load(Ordering::Acquire)
    }

    pub(crate) fn follows(&self, follows: bool) {
        self.inbox.follows.store(follows, Ordering::Release);
    }

    /// A number at least as high as that of every commit that replies have shown so far.
    pub fn commit(&self) -> u64 {
        self.inbox.commit.get()
    }

    pub(crate) fn reached(&self, commit: u64) {
        self.inbox.commit.set(commit);
    }

    /// Wait until replies show at least this commit. False if the loop ends before.
    pub async fn shows(&self, commit: u64) -> bool {
        tokio::select! {
            biased;
            _ = self.inbox.commit.wait_for(|known| *known >= commit) => true,
            _ = self.wait_for(|phase| *phase == Phase::Stopped) => false,
        }
    }

    /// Whether the disk is nearly full.
    pub fn is_full(&self) -> bool {
        self.inbox.full.load(Ordering::Relaxed)
    }

    /// Record whether the disk is nearly full, for health checks.
    pub fn set_full(&self, full: bool) {
        self.inbox.full.store(full, Ordering::Relaxed);
    }

    /// Whether the service is about to drain.
    pub fn is_leaving(&self) -> bool {
        self.inbox.leaving.load(Ordering::Relaxed)
    }

    /// Record that the service is about to drain, for readiness checks.
    pub fn set_leaving(&self) {
        self.inbox.leaving.store(true, Ordering::Relaxed);
    }

    /// Whether the data directory cannot be written.
    pub fn is_read_only(&self) -> bool {
        self.inbox.read_only.load(Ordering::Relaxed)
    }

    /// Record whether the data directory cannot be written, for health checks.
    pub fn set_read_only(&self, read_only: bool) {
        self.inbox.read_only.store(read_only, Ordering::Relaxed);
    }

    /// The failing checks, the most serious first.
    pub fn failing(&self, now: Instant) -> Vec<Check> {
        let is_still = self.metrics().still_for(now).is_some_and(|still| still > STILL);
        let fails = |check: &Check| match check {
            Check::Serving => self.phase() != Phase::Serving || self.is_leaving(),
            Check::Engine => is_still,
            Check::Store => self.is_read_only(),
            Check::Disk => self.is_full(),
        };
        Check::ALL.into_iter().filter(fails).collect()
    }

    /// The metrics of the loop.
    pub fn metrics(&self) -> &Metrics {
        &self.inbox.metrics
    }

    /// Statistics after the loop's next iteration; `None` if there is no running loop.
    pub async fn stats(&self) -> Option<Stats> {
        let (tell, reported) = oneshot::channel();
        if !matches!(self.phase(), Phase::Serving | Phase::Draining) {
            return None;
        }
        self.inbox.lock().curious.push(tell);
        self.inbox.waker.wake();
        reported.await.ok()
    }

    /// Wait for a phase.
    pub(crate) async fn wait_for(&self, wanted: impl Fn(&Phase) -> bool) -> Phase {
        self.inbox.phase.wait_for(wanted).await
    }

    /// Enter a phase and wake the loop.
    pub fn enter(&self, phase: Phase) {
        self.inbox.phase.set(phase);
        self.inbox.waker.wake();
    }

    /// Wake the loop after a clock was moved.
    pub fn wake(&self) {
        self.inbox.waker.wake();
    }

    fn send(&self, weight: usize, until: Phase, command: impl FnOnce(RequestId) -> Command) -> PendingReply {
        let id = self.next_id();
        let (reply, replied) = oneshot::channel();
        let is_put = self.put(weight, until, id, command(id), ReplyRecipient::Caller(reply));
        PendingReply { inbox: is_put.then(|| self.inbox.clone()), id, replied }
    }

    fn next_id(&self) -> RequestId {
        RequestId(self.inbox.next_id.fetch_add(1, Ordering::Relaxed))
    }

    /// Put a command; false if there is no room for it or no loop that takes it.
    fn put(&self, weight: usize, until: Phase, id: RequestId, command: Command, to: ReplyRecipient) -> bool {
        let mut queue = self.inbox.lock();
        let room = queue.submissions.len() < INBOX_REQUESTS && queue.bytes + weight <= INBOX_BYTES;
        let phase = self.phase();
        if !room || phase == Phase::Starting || phase > until {
            return false;
        }
        let was_empty = queue.submissions.is_empty();
        queue.bytes += weight;
        let way = ReturnPath { queue: self.queue.clone(), to };
        queue.submissions.push_back(Submission { id, command, way, weight });
        drop(queue);
        if was_empty {
            self.inbox.waker.wake();
        }
        true
    }

    /// Pass the result of an outbound call to the loop.
    pub(crate) fn returned(&self, call: CallId, result: CallResult) {
        self.inbox.lock().returned.push((call, result));
        self.inbox.waker.wake();
    }

    /// Take at most `limit` requests, the ids of those whose caller has gone, and the results of outbound calls.
    pub(crate) fn take(&self, limit: usize, submissions: &mut Vec<Submission>) -> Taken {
        let mut queue = self.inbox.lock();
        let count = limit.min(queue.submissions.len());
        let taken = queue.submissions.drain(..count);
        submissions.extend(taken);
        queue.bytes -= submissions.iter().map(|submission| submission.weight).sum::<usize>();
        Taken {
            hangups: std::mem::take(&mut queue.hangups),
            returned: std::mem::take(&mut queue.returned),
            curious: std::mem::take(&mut queue.curious),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        let queue = self.inbox.lock();
        queue.submissions.is_empty()
            && queue.hangups.is_empty()
            && queue.returned.is_empty()
            && queue.curious.is_empty()
    }

    /// End the loop: waiting requests are answered with [`Rejection::Unavailable`].
    pub(crate) fn stop(&self) {
        self.enter(Phase::Stopped);
        *self.inbox.lock() = Queue::default();
    }
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn hang_up(&self, id: RequestId) {
        self.lock().hangups.push(id);
        self.waker.wake();
    }
}

/// The future of a reply.
#[must_use]
pub struct PendingReply {
    /// The inbox that is notified when this future is dropped; `None` once the reply has arrived.
    inbox: Option<Arc<Inbox>>,
    id: RequestId,
    replied: oneshot::Receiver<Reply>,
}

impl Future for PendingReply {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Reply> {
        let replied = Pin::new(&mut self.replied).poll(context);
        replied.map(|reply| {
            self.inbox = None;
            reply.unwrap_or_else(|_| Err(Rejection::Unavailable.into()))
        })
    }
}

impl Drop for PendingReply {
    fn drop(&mut self) {
        if let Some(inbox) = self.inbox.take() {
            inbox.hang_up(self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_service::answer::Okay;
    use turnstone_service::cursor::{EventId, PartyCursor};
    use turnstone_service::effects::{Replied, ReplyPlace};

    struct NoLoop;

    impl Waker for NoLoop {
        fn wake(&self) {}
    }

    /// The core of a node that takes a snapshot is dropped while clients wait for a commit.
    #[tokio::test]
    async fn a_wait_for_a_commit_ends_with_the_loop() {
        let handle = Handle::new(NoLoop);
        handle.reached(4);
        assert!(handle.shows(4).await);
        let waits = handle.shows(5);
        handle.enter(Phase::Stopped);
        let ended = tokio::time::timeout(Duration::from_secs(30), waits).await;
        assert_eq!(ended, Ok(false));
    }

    /// In the step that opens a stream, its first event follows before the reader has taken anything.
    #[tokio::test]
    async fn a_single_event_of_a_stream_may_be_larger_than_the_bound() {
        let (replies, mut stream) = Subscription::new(Handle::new(NoLoop).inbox.clone(), RequestId(1), 5);
        let reply = |place| Ok(Replied { place, ..Replied::plain(Answer::Ok(Okay::default())) });
        let event = |messages| ReplyPlace::Event(EventId::Party(PartyCursor { messages, table: None, erased: 0 }));
        for place in [ReplyPlace::Opened, event(1), event(2)] {
            replies.put(reply(place));
        }
        let read = [stream.next().await, stream.next().await, stream.next().await];
        let places = read.map(|reply| reply.and_then(Result::ok).map(|replied| replied.place));
        assert_eq!(
            places,
            [Some(ReplyPlace::Opened), Some(event(1)), Some(ReplyPlace::Last)],
            "the second is too much"
        );
    }
}
