//! The way of commits from the task that follows a log to the loop of a core that follows.

use crate::group_commits::AbsorbedCommit;
use crate::inbox::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

/// Gives commits to the loop of a core that follows, and makes it lead. `S` is the storage of the loop.
pub struct Commits<S> {
    /// The sender waits for each order, so that there are never two.
    orders: UnboundedSender<FollowOrder<S>>,
    handle: Handle,
}

/// The loop's end of [`Commits`].
pub struct Orders<S>(UnboundedReceiver<FollowOrder<S>>);

impl<S> Orders<S> {
    pub(crate) fn next(&mut self) -> Option<FollowOrder<S>> {
        self.0.try_recv().ok()
    }
}

/// What the loop of a core that follows is to do, and whom to tell once it is done.
pub(crate) enum FollowOrder<S> {
    /// Apply a commit.
    Absorb(Box<AbsorbedCommit>, oneshot::Sender<()>),
    /// Lead over this storage.
    Lead(S, oneshot::Sender<()>),
}

/// The loop has ended, perhaps because it could not do this. Its thread returns the reason.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the loop has ended")]
pub struct LoopEndedError;

impl<S> Commits<S> {
    /// The way to the loop behind `handle`, and its end there.
    pub fn new(handle: Handle) -> (Self, Orders<S>) {
        let (orders, ordered) = unbounded_channel();
        (Self { orders, handle }, Orders(ordered))
    }

    /// Apply a commit, and wait until its replies have been sent.
    pub async fn absorb(&self, commit: AbsorbedCommit) -> Result<(), LoopEndedError> {
        self.send(|done| FollowOrder::Absorb(Box::new(commit), done)).await
    }

    /// Lead from now on, over a storage of the same data that appends.
    pub async fn lead(&self, storage: S) -> Result<(), LoopEndedError> {
        self.send(|done| FollowOrder::Lead(storage, done)).await
    }

    async fn send(&self, order: impl FnOnce(oneshot::Sender<()>) -> FollowOrder<S>) -> Result<(), LoopEndedError> {
        let (done, is_done) = oneshot::channel();
        self.orders.send(order(done)).map_err(|_| LoopEndedError)?;
        self.handle.wake();
        is_done.await.map_err(|_| LoopEndedError)
    }
}
