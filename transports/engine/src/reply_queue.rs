//! Reply queues, one for each thread with waiting callers. The loop puts all replies of a group commit for a thread
//! into its queue and wakes it once; the thread then wakes its own tasks, which costs no system call.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};
use turnstone_service::effects::Reply;

/// A reply and its recipient.
struct Delivery {
    caller: oneshot::Sender<Reply>,
    reply: Reply,
}

impl Delivery {
    fn hand_over(self) {
        // A caller that has just disconnected needs no reply.
        let _ = self.caller.send(self.reply);
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
    pub(crate) reply: oneshot::Sender<Reply>,
}

/// The replies of a group commit, by thread.
#[derive(Default)]
pub(crate) struct Outbox(Vec<(Arc<ReplyQueue>, Vec<Delivery>)>);

impl Outbox {
    /// Add a reply for its thread.
    pub(crate) fn put(&mut self, ReturnPath { queue, reply: caller }: ReturnPath, reply: Reply) {
        let delivery = Delivery { caller, reply };
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
