//! Replies on their way to the threads that wait for them. The loop hands over what a round has for a thread at once and
//! wakes it once; the thread then wakes its own tasks, which costs no system call.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};
use turnstone_service::effects::Reply;

/// A reply, and whom it is for.
struct Delivery {
    caller: oneshot::Sender<Reply>,
    reply: Reply,
}

impl Delivery {
    fn hand_over(self) {
        // A caller who left in this moment needs no answer.
        let _ = self.caller.send(self.reply);
    }
}

/// The way to one thread.
#[derive(Default)]
pub(crate) struct Lane {
    replies: Mutex<Vec<Delivery>>,
    bell: Notify,
}

impl Lane {
    /// Hand on what is put here, for ever; to be run on the thread itself.
    pub(crate) async fn deliver(self: Arc<Self>) {
        loop {
            self.bell.notified().await;
            let replies = mem::take(&mut *self.replies());
            replies.into_iter().for_each(Delivery::hand_over);
        }
    }

    fn replies(&self) -> MutexGuard<'_, Vec<Delivery>> {
        self.replies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The way back to one caller.
pub(crate) struct ReturnPath {
    pub(crate) lane: Option<Arc<Lane>>,
    pub(crate) reply: oneshot::Sender<Reply>,
}

/// What a round has for its callers, by their threads.
#[derive(Default)]
pub(crate) struct Outbox(Vec<(Arc<Lane>, Vec<Delivery>)>);

impl Outbox {
    /// Put a reply to the others for its thread.
    pub(crate) fn put(&mut self, ReturnPath { lane, reply: caller }: ReturnPath, reply: Reply) {
        let delivery = Delivery { caller, reply };
        let Some(lane) = lane else { return delivery.hand_over() };
        match self.0.iter_mut().find(|(own, _)| Arc::ptr_eq(own, &lane)) {
            Some((_, replies)) => replies.push(delivery),
            None => self.0.push((lane, vec![delivery])),
        }
    }

    /// Hand everything over.
    pub(crate) fn send(self) {
        for (lane, mut replies) in self.0 {
            lane.replies().append(&mut replies);
            lane.bell.notify_one();
        }
    }
}
