//! The interface of a transport: it serves until it is closed.

use std::future::Future;
use std::pin::Pin;
use tokio_util::sync::{CancellationToken, DropGuard};

/// A transport, for any protocol.
pub trait Transport: Send {
    /// Serve callers until `closing`, then finish the running requests, and return. The service is drained before
    /// transports close: by then it takes no new requests, and pending long-polls have been answered.
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The shutdown token, for any number of waiters: they are woken in the order in which they began to wait.
#[derive(Clone)]
pub struct Closing(CancellationToken);

/// Sends the signal; dropping it does so, too.
pub struct Close(DropGuard);

impl Closing {
    /// A token and its sender.
    pub fn new() -> (Close, Self) {
        let word = CancellationToken::new();
        (Close(word.clone().drop_guard()), Self(word))
    }

    /// Wait for the signal.
    pub async fn signalled(self) {
        self.0.cancelled_owned().await;
    }

    /// Run a future until the signal.
    pub async fn ends(self, work: impl Future<Output = ()>) {
        tokio::select! {
            biased;
            () = self.signalled() => {}
            () = work => {}
        }
    }
}

impl Close {
    /// Send the signal.
    pub fn tell(self) {
        drop(self.0);
    }
}
