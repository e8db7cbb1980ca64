//! Reply queues, one for each thread with waiting callers. The loop puts all replies of a group commit for a thread
//! into its queue and wakes it once; the thread then wakes its own tasks, which costs no system call.

use crate::subscription::StreamReplies;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};
use turnstone_service::effects::Reply;

/// Where the replies to a request go.
pub(crate) enum ReplyRecipient {
    /// To a caller that waits for one.
    Caller(oneshot::Sender<Reply>),
    /// To the reader of a stream.
    Reader(ReaderEnd),
    /// The same, and more will follow.
    ReaderStays(Arc<StreamReplies>),
}

/// The loop's end of a stream. A reader whose end is dropped without a last reply has lost the loop.
pub(crate) struct ReaderEnd(pub(crate) Arc<StreamReplies>);

impl Drop for ReaderEnd {
    fn drop(&mut self) {
        self.0.lose();
    }
}

impl ReplyRecipient {
    /// Whether no caller waits any more.
    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Self::Caller(caller) => caller.is_closed(),
            Self::Reader(ReaderEnd(replies)) | Self::ReaderStays(replies) => replies.is_closed(),
        }
    }
}

/// A reply and its recipient.
struct Delivery {
    to: ReplyRecipient,
    reply: Reply,
}

impl Delivery {
    fn hand_over(self) {
        let Self { to, reply } = self;
        match to {
            // A caller that has just disconnected needs no reply.
            ReplyRecipient::Caller(caller) => drop(caller.send(reply)),
            ReplyRecipient::Reader(ReaderEnd(ref replies)) => replies.put(reply),
            ReplyRecipient::ReaderStays(replies) => replies.put(reply),
        }
    }
}

/// The sender of a thread's queue.
#[derive(Default)]
pub(crate) struct ReplyQueue {
    replies: Mutex<Vec<Delivery>>,
    waker: Notify,
}

impl ReplyQueue {
    /// Deliver the replies of the queue; runs on the thread itself and never returns.
    pub(crate) async fn deliver(self: Arc<Self>) {
        loop {
            self.waker.notified().await;
            let replies = mem::take(&mut *self.replies());
            replies.into_iter().for_each(Delivery::hand_over);
        }
    }

    fn replies(&self) -> MutexGuard<'_, Vec<Delivery>> {
        self.replies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The reply channel of one caller.
pub(crate) struct ReturnPath {
    pub(crate) queue: Option<Arc<ReplyQueue>>,
    pub(crate) to: ReplyRecipient,
}

impl ReturnPath {
    /// The path of a reply that others follow: only streams have such.
    pub(crate) fn of_event(&self) -> Option<Self> {
        let ReplyRecipient::Reader(ReaderEnd(replies)) = &self.to else { return None };
        Some(Self { queue: self.queue.clone(), to: ReplyRecipient::ReaderStays(replies.clone()) })
    }
}

/// The replies of a group commit, by thread.
#[derive(Default)]
pub(crate) struct Outbox(Vec<(Arc<ReplyQueue>, Vec<Delivery>)>);

impl Outbox {
    /// Add a reply for its thread.
    pub(crate) fn put(&mut self, ReturnPath { queue, to }: ReturnPath, reply: Reply) {
        let delivery = Delivery { to, reply };
        let Some(queue) = queue else { return delivery.hand_over() };
        match self.0.iter_mut().find(|(own, _)| Arc::ptr_eq(own, &queue)) {
            Some((_, replies)) => replies.push(delivery),
            None => self.0.push((queue, vec![delivery])),
        }
    }

    /// Deliver all replies.
    pub(crate) fn send(self) {
        for (queue, mut replies) in self.0 {
            queue.replies().append(&mut replies);
            queue.waker.notify_one();
        }
    }
}
