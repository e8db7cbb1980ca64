//! The replies to a request that opens a stream: a queue with a bound in bytes between the loop and one reader.

use crate::inbox::Inbox;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use turnstone_service::answer::{Answer, EndReason, StreamEnd};
use turnstone_service::effects::{Replied, Reply, ReplyPlace, is_last};
use turnstone_service::rejection::Rejection;
use turnstone_service::request::{Request, RequestId};

/// Bytes of events that may wait for a reader. A single event may be larger.
pub const WAITING_BYTES: usize = 64 << 10;
/// The same for a member's stream, which has an event for each of their tables at once when it begins or goes on.
pub const WAITING_BYTES_OF_MEMBER: usize = 1 << 20;

/// The bytes that may wait for the reader of the stream that this request opens.
pub(crate) const fn most_waiting(request: &Request) -> usize {
    if matches!(request, Request::StreamMe(_)) { WAITING_BYTES_OF_MEMBER } else { WAITING_BYTES }
}

/// The bytes of an event. That a stream is open, or an error, is no event.
fn size_of(reply: &Reply) -> usize {
    match reply {
        Ok(Replied { place: ReplyPlace::Opened, .. }) | Err(_) => 0,
        Ok(Replied { place: ReplyPlace::Event(id), answer, .. }) => id.bytes() + answer.json().len(),
        Ok(Replied { answer, .. }) => answer.json().len(),
    }
}

/// The queue of one reader, shared by the loop and the subscription.
pub(crate) struct StreamReplies {
    queue: Mutex<ReplyBacklog>,
    inbox: Arc<Inbox>,
    id: RequestId,
    /// How many bytes may wait.
    most: usize,
}

#[derive(Default)]
struct ReplyBacklog {
    waiting: VecDeque<Box<Reply>>,
    bytes: usize,
    waker: Option<Waker>,
    state: SubscriptionState,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum SubscriptionState {
    /// No reply has been read.
    #[default]
    Asked,
    /// Events follow.
    Open,
    /// The last reply is in the queue, or was read.
    Last,
    /// The reader was too slow: what waits is the rest.
    Cut,
    /// The loop has ended.
    Lost,
    /// The reader is gone, or has got the last reply.
    Closed,
}

impl StreamReplies {
    fn lock(&self) -> MutexGuard<'_, ReplyBacklog> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Put a reply. If more waits than may, the reader is cut off, and the stream ends in the core.
    pub(crate) fn put(&self, reply: Reply) {
        let size = size_of(&reply);
        let mut queue = self.lock();
        if !matches!(queue.state, SubscriptionState::Asked | SubscriptionState::Open) {
            return;
        }
        if queue.bytes > 0 && queue.bytes + size > self.most {
            queue.state = SubscriptionState::Cut;
            wake(queue);
            return self.inbox.hang_up(self.id);
        }
        if is_last(&reply) {
            queue.state = SubscriptionState::Last;
        }
        queue.bytes += size;
        queue.waiting.push_back(Box::new(reply));
        wake(queue);
    }

    /// Whether the reader is gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().state == SubscriptionState::Closed
    }

    /// The loop has ended.
    pub(crate) fn lose(&self) {
        let mut queue = self.lock();
        if matches!(queue.state, SubscriptionState::Asked | SubscriptionState::Open) {
            queue.state = SubscriptionState::Lost;
            wake(queue);
        }
    }
}

fn wake(mut queue: MutexGuard<'_, ReplyBacklog>) {
    let waker = queue.waker.take();
    drop(queue);
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// A stream: its first reply is an error, or says that the stream is open; then its events follow, and at last a
/// [`StreamEnd`]. Dropping it ends the stream.
#[must_use]
pub struct Subscription {
    replies: Arc<StreamReplies>,
    is_open: bool,
}

impl Subscription {
    /// A subscription and the end for the loop.
    pub(crate) fn new(inbox: Arc<Inbox>, id: RequestId, most: usize) -> (Arc<StreamReplies>, Self) {
        let replies = Arc::new(StreamReplies { queue: Mutex::default(), inbox, id, most });
        (replies.clone(), Self { replies, is_open: false })
    }

    /// The next reply; `None` after the last one.
    pub async fn next(&mut self) -> Option<Reply> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// The same, for a future that is written by hand.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Reply>> {
        let mut queue = self.replies.lock();
        if let Some(reply) = queue.waiting.pop_front() {
            queue.bytes -= size_of(&reply);
            if queue.waiting.is_empty() {
                // A quiet stream keeps no buffer.
                queue.waiting = VecDeque::new();
            }
            if queue.state == SubscriptionState::Asked {
                queue.state = SubscriptionState::Open;
            }
            self.is_open = true;
            return Poll::Ready(Some(*reply));
        }
        let reason = match queue.state {
            SubscriptionState::Asked | SubscriptionState::Open => {
                if !queue.waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
                    queue.waker = Some(context.waker().clone());
                }
                return Poll::Pending;
            }
            SubscriptionState::Last | SubscriptionState::Closed => None,
            SubscriptionState::Cut => Some(EndReason::Slow),
            SubscriptionState::Lost => Some(EndReason::Unavailable),
        };
        queue.state = SubscriptionState::Closed;
        Poll::Ready(reason.map(|reason| match self.is_open {
            true => Ok(Replied::plain(Answer::StreamEnd(StreamEnd { reason }))),
            false => Err(Rejection::Unavailable.into()),
        }))
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut queue = self.replies.lock();
        let before = std::mem::replace(&mut queue.state, SubscriptionState::Closed);
        queue.waiting.clear();
        drop(queue);
        if matches!(before, SubscriptionState::Asked | SubscriptionState::Open) {
            self.replies.inbox.hang_up(self.replies.id);
        }
    }
}
