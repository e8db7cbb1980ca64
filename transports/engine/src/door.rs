//! What a server asks of its doors: to serve until they are told to close.

use std::future::Future;
use std::pin::Pin;
use tokio::sync::watch;

/// A way in for callers, whatever they speak.
pub trait Door: Send {
    /// Take callers until `closing`, then end what was begun, and return. The service is drained before doors close:
    /// by then it takes no new requests, and parked ones have been answered.
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The word to close, for as many as wait for it.
#[derive(Clone)]
pub struct Closing(watch::Receiver<bool>);

/// Gives the word; dropping it does so, too.
pub struct Close(watch::Sender<bool>);

impl Closing {
    /// The word, and who gives it.
    pub fn new() -> (Close, Self) {
        let (close, closing) = watch::channel(false);
        (Close(close), Self(closing))
    }

    /// Wait for it.
    pub async fn told(mut self) {
        // An error means that whoever would have given it is gone, which is as good a reason.
        let _ = self.0.wait_for(|close| *close).await;
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
    pub fn tell(&self) {
        self.0.send_replace(true);
    }
}
