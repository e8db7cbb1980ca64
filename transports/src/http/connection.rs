//! One connection, from its first byte to its last. The door reads the first bytes itself, because only they tell which
//! HTTP is spoken, and a peer that never says so must not hold its place.

use super::body::LARGEST_BODY;
use super::door::{Door, LARGEST_HEADERS};
use super::framing::{Ambiguous, LONGEST_HEAD, Watched};
use crate::env::{Env, Hyper, Sleep};
use hyper::rt::{Read, ReadBuf, Write};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::mem::MaybeUninit;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

/// How long a head may take to come, and a connection may idle.
const HEAD_DEADLINE: Duration = Duration::from_secs(20);
/// What every connection of HTTP/2 begins with.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Requests at a time on one HTTP/2 connection.
const STREAMS: u32 = 128;

/// Who is at the other end, and how his messages are framed: what a request needs of its connection.
pub(super) struct Peer {
    pub(super) address: IpAddr,
    pub(super) ambiguous: Ambiguous,
}

impl<E: Env + Unpin> Door<E> {
    /// Serve one connection until it ends, or until `closing` is ready and its last request is answered.
    pub async fn serve<T>(self: Arc<Self>, mut stream: T, address: IpAddr, closing: impl Future<Output = ()>)
    where
        T: Read + Write + Unpin + Send + 'static,
    {
        let mut closing = pin!(closing);
        let Some(first) = first_bytes(&self.env, &mut stream, closing.as_mut()).await else { return };
        let is_http2 = first.starts_with(PREFACE);
        let env = self.env.clone();
        let (stream, ambiguous) = Watched::new(env.clone(), stream, first, self.request_ids.clone());
        let shared = Arc::new((self, Peer { address, ambiguous }));
        let service = service_fn(move |request| {
            // In a box, or every future that hands it on would keep room for it as long as the request is parked.
            let (shared, request) = (shared.clone(), Box::new(request));
            async move { Ok::<_, Infallible>(shared.0.answer(request, &shared.1).await) }
        });
        if is_http2 {
            // In a box of its own: it is larger than what most connections need.
            let mut connection = Box::pin(http2(env).serve_connection(stream, service));
            run(connection.as_mut(), closing, http2::Connection::graceful_shutdown).await;
        } else {
            let connection = pin!(http1(env).serve_connection(stream, service));
            run(connection, closing, http1::Connection::graceful_shutdown).await;
        }
    }
}

fn http1<E: Env + Unpin>(env: E) -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder.timer(Hyper(env)).header_read_timeout(HEAD_DEADLINE).max_buf_size(LONGEST_HEAD);
    builder
}

fn http2<E: Env + Unpin>(env: E) -> http2::Builder<Hyper<E>> {
    let mut builder = http2::Builder::new(Hyper(env.clone()));
    builder
        .timer(Hyper(env))
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(LARGEST_HEADERS as u32)
        .initial_stream_window_size(Some(LARGEST_BODY as u32))
        .initial_connection_window_size(Some(1 << 20))
        .max_send_buf_size(256 << 10)
        .keep_alive_interval(Some(Duration::from_secs(30)))
        .keep_alive_timeout(Duration::from_secs(20));
    builder
}

/// Run a connection to its end; once the server wants to close it, only to the end of its last request.
async fn run<C: Future, F: Future<Output = ()>>(
    mut connection: Pin<&mut C>,
    mut closing: Pin<&mut F>,
    shut_down: fn(Pin<&mut C>),
) {
    let has_ended = poll_fn(|context| {
        if connection.as_mut().poll(context).is_ready() {
            return Poll::Ready(true);
        }
        closing.as_mut().poll(context).map(|()| false)
    });
    if !has_ended.await {
        shut_down(connection.as_mut());
        // An error here is the peer's: it has nobody else to be told to.
        drop(connection.await);
    }
}

/// What a peer says first, as much as it takes to know which HTTP it is. Nothing if it leaves, or takes too long for it,
/// or the server wants to close before.
async fn first_bytes<F: Future<Output = ()>>(
    env: &impl Env,
    stream: &mut (impl Read + Unpin),
    mut closing: Pin<&mut F>,
) -> Option<Vec<u8>> {
    let mut first = Vec::new();
    let mut late: Sleep = env.sleep_until(env.instant() + HEAD_DEADLINE);
    poll_fn(|context| {
        if let Poll::Ready(is_told) = poll_first(stream, context, &mut first) {
            return Poll::Ready(is_told.then(|| std::mem::take(&mut first)));
        }
        let is_over = closing.as_mut().poll(context).is_ready() || Pin::new(&mut late).poll(context).is_ready();
        if is_over { Poll::Ready(None) } else { Poll::Pending }
    })
    .await
}

/// Read until the bytes are the preface of HTTP/2 or cannot become it. False if the peer leaves before.
fn poll_first(stream: &mut (impl Read + Unpin), context: &mut Context<'_>, first: &mut Vec<u8>) -> Poll<bool> {
    // Room for the head of an ordinary request: it is read in one go.
    let mut bytes = [const { MaybeUninit::uninit() }; 1 << 10];
    while first.len() < PREFACE.len() && PREFACE.starts_with(first) {
        let mut chunk = ReadBuf::uninit(&mut bytes);
        let read = ready!(Pin::new(&mut *stream).poll_read(context, chunk.unfilled()));
        if read.is_err() || chunk.filled().is_empty() {
            return Poll::Ready(false);
        }
        first.extend_from_slice(chunk.filled());
    }
    Poll::Ready(true)
}
