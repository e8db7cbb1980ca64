//! The accept loop of the listeners that are not the HTTP transport's: a bounded number of peers at a time.

use std::future::poll_fn;
use std::io;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// How long to wait after a connection that could not be accepted.
const RELIEF: Duration = Duration::from_millis(100);

/// Accept and serve peers without an end, `most` at a time. More wait to be accepted until one is done.
pub(crate) async fn accept_each<S, F>(
    most: usize,
    poll: impl Fn(&mut Context<'_>) -> Poll<io::Result<S>>,
    serve: impl Fn(S) -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let places = Arc::new(Semaphore::new(most));
    loop {
        let place = places.clone().acquire_owned().await.expect("the semaphore is never closed");
        match poll_fn(&poll).await {
            Ok(stream) => {
                let served = serve(stream);
                drop(tokio::spawn(async move {
                    served.await;
                    drop(place);
                }));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(RELIEF).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::Notify;
    use tokio::time::timeout;

    #[tokio::test]
    async fn serves_no_more_peers_at_a_time_than_the_bound() {
        let accepted = AtomicUsize::new(0);
        let accept = |_: &mut Context<'_>| Poll::Ready(Ok(accepted.fetch_add(1, Ordering::Relaxed)));
        let loops = accept_each(3, accept, |_| pending());
        assert!(timeout(Duration::from_millis(20), loops).await.is_err(), "it has no end");
        assert_eq!(accepted.into_inner(), 3);
    }

    #[tokio::test]
    async fn a_peer_that_is_done_makes_room_for_the_next() {
        let (accepted, last) = (AtomicUsize::new(0), Notify::new());
        let accept = |_: &mut Context<'_>| {
            if accepted.load(Ordering::Relaxed) == 100 {
                // It may be polled again before the test ends.
                last.notify_one();
                return Poll::Pending;
            }
            accepted.fetch_add(1, Ordering::Relaxed);
            Poll::Ready(Ok(()))
        };
        let loops = accept_each(1, accept, |()| async {});
        tokio::select! {
            () = loops => {}
            () = last.notified() => {}
        }
        assert_eq!(accepted.into_inner(), 100);
    }
}
