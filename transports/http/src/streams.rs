//! HTTP/2 rules that hyper does not enforce: a connection without a stream is closed, a response that its peer's flow
//! control leaves unread is dropped and its stream reset, and the memory of streams is bounded.

use super::answers::Response;
use super::memory::{StreamMemory, StreamShare};
use super::response_body::ResponseBody;
use h2::Reason;
use hyper::body::{Body, Buf, Bytes, Frame, SizeHint};
use hyper::rt::Executor;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use turnstone_engine::env::Env;

/// How long a response may wait for its peer to read it, from when it is ready.
const UNREAD: Duration = Duration::from_secs(30);

/// The streams of one connection, and the executor of their tasks.
pub(super) struct Streams<E> {
    env: E,
    open: Arc<watch::Sender<usize>>,
    /// The stream of the latest request from hyper, which spawns its task right after.
    newest: Arc<Mutex<Option<NewStream>>>,
    memory: Arc<StreamMemory>,
    peer: IpAddr,
}

/// The decision about a stream's request.
enum NewStream {
    /// No memory is left: it is reset.
    Rejected,
    /// It is served. Counts the parts of its response that its peer was to read; 0 if it owes none.
    Served(Arc<AtomicU64>),
}

impl<E: Clone> Clone for Streams<E> {
    fn clone(&self) -> Self {
        let Self { env, open, newest, memory, peer } = self;
        Self { env: env.clone(), open: open.clone(), newest: newest.clone(), memory: memory.clone(), peer: *peer }
    }
}

impl<E: Env> Streams<E> {
    /// The streams of a new connection of this peer: none.
    pub(super) fn new(env: E, memory: Arc<StreamMemory>, peer: IpAddr) -> Self {
        Self { env, open: Arc::new(watch::Sender::new(0)), newest: Arc::default(), memory, peer }
    }

    /// The response of a stream in hyper's form. An error resets the stream with its reason.
    pub(super) fn answer<F>(
        &self,
        answer: F,
    ) -> impl Future<Output = Result<http::Response<Owed>, h2::Error>> + use<F, E>
    where
        F: Future<Output = Response>,
    {
        let owed = Arc::new(AtomicU64::new(0));
        let share = self.memory.stream(self.peer, self.env.instant());
        *self.newest() = Some(match &share {
            Some(_) => NewStream::Served(owed.clone()),
            None => NewStream::Rejected,
        });
        // Boxed, and freed once the response is ready: the response may wait for long.
        let served = share.map(|share| (share, Box::pin(answer)));
        async move {
            let Some((mut share, answer)) = served else { return Err(Reason::REFUSED_STREAM.into()) };
            let (head, body) = answer.await.into_parts();
            let bytes = match body {
                ResponseBody::Whole(body) => whole(body),
                body @ (ResponseBody::Events(_) | ResponseBody::Mounted(_) | ResponseBody::Forwarded(_)) => {
                    let rest = Rest::Parts { body, owed, number: 0 };
                    return Ok(http::Response::from_parts(head, Owed { rest, lent: None, _share: share }));
                }
            };
            owed.store(1, Ordering::Release);
            // A document is shared by all its readers.
            if bytes.is_unique() && !share.grow(bytes.len()) {
                return Err(Reason::ENHANCE_YOUR_CALM.into());
            }
            Ok(http::Response::from_parts(head, Owed::new(bytes, share)))
        }
    }

    /// Wait until no stream has been open for this time.
    pub(super) async fn idle_for(&self, long: Duration) {
        let mut open = self.open.subscribe();
        loop {
            // The sender lives as long as this borrow.
            let _ = open.wait_for(|open| *open == 0).await;
            tokio::select! {
                biased;
                _ = open.changed() => {}
                () = self.env.sleep(long) => return,
            }
        }
    }

    fn newest(&self) -> MutexGuard<'_, Option<NewStream>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<E: Env, F: Future<Output = ()> + Send + 'static> Executor<F> for Streams<E> {
    fn execute(&self, stream: F) {
        let newest = self.newest().take();
        let owed = match newest {
            Some(NewStream::Rejected) => {
                // Its end is known: it is reset here, and needs no task.
                let _ = pin!(stream).poll(&mut Context::from_waker(Waker::noop()));
                return;
            }
            Some(NewStream::Served(owed)) => Some(owed),
            None => None,
        };
        let env = self.env.clone();
        let open = OpenStream::new(self.open.clone());
        self.env.spawn(async move {
            let _open = open;
            let mut stream = pin!(stream);
            let (mut late, mut awaited) = (None, 0);
            poll_fn(|context| {
                if stream.as_mut().poll(context).is_ready() {
                    return Poll::Ready(());
                }
                let now = owed.as_ref().map_or(0, |owed| owed.load(Ordering::Acquire));
                if now != awaited {
                    awaited = now;
                    late = (now != 0).then(|| env.sleep(UNREAD));
                }
                late.as_mut().map_or(Poll::Pending, |late| Pin::new(late).poll(context))
            })
            .await;
        });
    }
}

/// A stream that is counted until this is dropped.
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

/// The bytes of a body that is available as a whole.
fn whole(mut body: http_body_util::Full<Bytes>) -> Bytes {
    match Pin::new(&mut body).poll_frame(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Some(Ok(frame))) => frame.into_data().unwrap_or_default(),
        Poll::Ready(None) | Poll::Pending => Bytes::new(),
    }
}

/// A body whose next part, or end, follows only once its peer has read the part before: until then its stream is open,
/// can be reset, and holds its share of memory.
pub(super) struct Owed {
    rest: Rest,
    lent: Option<oneshot::Receiver<Infallible>>,
    _share: StreamShare,
}

/// What is left to read.
enum Rest {
    /// The whole body, until it is lent, and its size.
    Whole(Option<Bytes>, u64),
    /// Parts as they come. Each has a number.
    Parts { body: ResponseBody, owed: Arc<AtomicU64>, number: u64 },
}

impl Owed {
    fn new(bytes: Bytes, share: StreamShare) -> Self {
        let size = bytes.len() as u64;
        let rest = Rest::Whole(Some(bytes).filter(|bytes| !bytes.is_empty()), size);
        Self { rest, lent: None, _share: share }
    }
}

impl Body for Owed {
    type Data = Lent;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Lent>, hyper::Error>>> {
        let Self { rest, lent: place, .. } = &mut *self;
        if let Some(lent) = place {
            // The sender is dropped together with the bytes: this is its end.
            let _ = ready!(Pin::new(lent).poll(context));
        }
        let bytes = match rest {
            Rest::Whole(bytes, _) => bytes.take(),
            Rest::Parts { body, owed, number } => {
                *place = None;
                owed.store(0, Ordering::Release);
                let frame = ready!(Pin::new(body).poll_frame(context)).transpose()?;
                *number += 1;
                owed.store(*number, Ordering::Release);
                // A response here has no trailers.
                frame.and_then(|frame| frame.into_data().ok())
            }
        };
        let Some(bytes) = bytes else { return Poll::Ready(None) };
        let (back, lent) = oneshot::channel();
        *place = Some(lent);
        Poll::Ready(Some(Ok(Frame::data(Lent { bytes, _back: back }))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.rest, Rest::Whole(None, _)) && self.lent.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        match self.rest {
            Rest::Whole(_, size) => SizeHint::with_exact(size),
            Rest::Parts { .. } => SizeHint::default(),
        }
    }
}

/// Bytes that hyper drops when they are written.
pub(super) struct Lent {
    bytes: Bytes,
    /// Dropped together with the bytes, which notifies its receiver.
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
