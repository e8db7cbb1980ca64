//! What a server asks of its doors: to serve until they are told to close.

use std::future::Future;
use std::pin::Pin;
use tokio_util::sync::{CancellationToken, DropGuard};

/// A way in for callers, whatever they speak.
pub trait Door: Send {
    /// Take callers until `closing`, then end what was begun, and return. The service is drained before doors close:
    /// by then it takes no new requests, and parked ones have been answered.
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The word to close, for as many as wait for it: they hear it in the order in which they began to wait.
#[derive(Clone)]
pub struct Closing(CancellationToken);

/// Gives the word; dropping it does so, too.
pub struct Close(DropGuard);

impl Closing {
    /// The word, and who gives it.
    pub fn new() -> (Close, Self) {
        let word = CancellationToken::new();
        (Close(word.clone().drop_guard()), Self(word))
    }

    /// Wait for it.
    pub async fn told(self) {
        self.0.cancelled_owned().await;
    }

    /// Do something until then.
    pub async fn ends(self, work: impl Future<Output = ()>) {
        tokio::select! {
            biased;
            () = self.told() => {}
            () = work => {}
        }
    }
}

impl Close {
    /// Give the word.
    pub fn tell(self) {
        drop(self.0);
    }
}
