//! What hyper leaves to us of HTTP/2: a connection without a stream does not stay, and an answer that its peer's flow
//! control leaves unread is dropped, its stream reset.

use super::answers::Response;
use http_body_util::Full;
use hyper::body::{Body, Buf, Bytes, Frame, SizeHint};
use hyper::rt::Executor;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use turnstone_engine::env::Env;

/// How long an answer may wait for its peer to take it, from the moment that it is ready.
const UNREAD: Duration = Duration::from_secs(30);

/// The streams of one connection, and the tasks that they run in.
pub(super) struct Streams<E> {
    env: E,
    open: Arc<watch::Sender<usize>>,
    /// Whether the request that hyper asked the door for last is answered: hyper makes its task right after.
    newest: Arc<Mutex<Option<Arc<AtomicBool>>>>,
}

impl<E: Clone> Clone for Streams<E> {
    fn clone(&self) -> Self {
        Self { env: self.env.clone(), open: self.open.clone(), newest: self.newest.clone() }
    }
}

impl<E: Env> Streams<E> {
    /// Those of a new connection: none.
    pub(super) fn new(env: E) -> Self {
        Self { env, open: Arc::new(watch::Sender::new(0)), newest: Arc::default() }
    }

    /// The answer of a stream as hyper takes it.
    pub(super) fn answer<F>(
        &self,
        answer: F,
    ) -> impl Future<Output = Result<http::Response<Owed>, Infallible>> + use<F, E>
    where
        F: Future<Output = Response>,
    {
        let answered = Arc::new(AtomicBool::new(false));
        *self.newest() = Some(answered.clone());
        async move {
            let response = answer.await;
            answered.store(true, Ordering::Release);
            Ok(response.map(Owed::new))
        }
    }

    /// Wait until for so long no stream was open.
    pub(super) async fn idle_for(&self, long: Duration) {
        let mut open = self.open.subscribe();
        loop {
            // The sender lives as long as this borrow of it.
            let _ = open.wait_for(|open| *open == 0).await;
            tokio::select! {
                biased;
                _ = open.changed() => {}
                () = self.env.sleep_until(self.env.instant() + long) => return,
            }
        }
    }

    fn newest(&self) -> MutexGuard<'_, Option<Arc<AtomicBool>>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<E: Env, F: Future<Output = ()> + Send + 'static> Executor<F> for Streams<E> {
    fn execute(&self, stream: F) {
        let env = self.env.clone();
        let open = OpenStream::new(self.open.clone());
        let answered = self.newest().take();
        self.env.spawn(async move {
            let _open = open;
            let mut stream = pin!(stream);
            let mut late = None;
            poll_fn(|context| {
                if stream.as_mut().poll(context).is_ready() {
                    return Poll::Ready(());
                }
                if late.is_none() && answered.as_ref().is_some_and(|answered| answered.load(Ordering::Acquire)) {
                    late = Some(env.sleep_until(env.instant() + UNREAD));
                }
                late.as_mut().map_or(Poll::Pending, |late| Pin::new(late).poll(context))
            })
            .await;
        });
    }
}

/// A stream that is counted as long as this lives.
struct OpenStream(Arc<watch::Sender<usize>>);

impl OpenStream {
    fn new(open: Arc<watch::Sender<usize>>) -> Self {
        open.send_modify(|open| *open += 1);
        Self(open)
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.send_modify(|open| *open -= 1);
    }
}

/// A body that ends only once its peer has taken it: until then its stream is open, and can be reset.
pub(super) struct Owed {
    body: Full<Bytes>,
    lent: Option<oneshot::Receiver<Infallible>>,
}

impl Owed {
    const fn new(body: Full<Bytes>) -> Self {
        Self { body, lent: None }
    }
}

impl Body for Owed {
    type Data = Lent;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Lent>, Infallible>>> {
        if let Some(lent) = &mut self.lent {
            return Pin::new(lent).poll(context).map(|_| None);
        }
        let Some(Ok(frame)) = ready!(Pin::new(&mut self.body).poll_frame(context)) else { return Poll::Ready(None) };
        let (back, lent) = oneshot::channel();
        self.lent = Some(lent);
        Poll::Ready(Some(Ok(frame.map_data(|bytes| Lent { bytes, _back: back }))))
    }

    fn is_end_stream(&self) -> bool {
        self.lent.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Bytes that hyper drops when they are written.
pub(super) struct Lent {
    bytes: Bytes,
    /// Dropped with them, which its receiver hears.
    _back: oneshot::Sender<Infallible>,
}

impl Buf for Lent {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
    }
}
