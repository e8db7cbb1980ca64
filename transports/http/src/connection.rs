//! One connection, from its first byte to its last. The transport reads the first bytes itself, because only they show
//! which version of HTTP is used, and a peer that never sends them must not keep its place.

use super::body::MAX_BODY_BYTES;
use super::message::MAX_HEADER_BYTES;
use super::peer::Peer;
use super::stream::Stream;
use super::streams::Streams;
use super::transport::HttpTransport;
use hyper::rt::{Read, ReadBuf, Write};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use std::convert::Infallible;
use std::future::{Future, pending, poll_fn};
use std::mem::MaybeUninit;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use turnstone_engine::env::{Env, Sleep};
use turnstone_engine::hyper_env::Hyper;

/// How long a head may take to arrive, and an HTTP/1 connection may idle.
const HEAD_DEADLINE: Duration = Duration::from_secs(20);
/// A longer head is rejected by hyper before it is complete.
const MAX_HEAD_BYTES: usize = 128 << 10;
/// The first bytes of every HTTP/2 connection.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// How long an HTTP/2 connection may have no stream.
const IDLE: Duration = Duration::from_secs(60);
/// How long a peer without a stream may take to close after GOAWAY.
const FAREWELL: Duration = Duration::from_secs(5);

/// The bounds of one HTTP/2 connection.
mod most {
    /// Concurrent requests. The library keeps capacity for the maximum so far, as long as the connection lasts.
    pub(super) const STREAMS: u32 = 64;
    /// Bytes of bodies that were sent and not yet read.
    pub(super) const UNREAD: u32 = 256 << 10;
    /// Bytes that a stream buffers ahead of its peer's window.
    pub(super) const SEND_BUFFER: usize = 64 << 10;
    /// Streams that the peer has reset before they were processed.
    pub(super) const PENDING_RESETS: usize = 20;
    /// Streams that were reset because of the peer's errors.
    pub(super) const ERRORS: usize = 64;
}

impl<E: Env + Unpin> HttpTransport<E> {
    /// Serve one connection until it ends, or until `closing` is ready and its last request is answered.
    pub async fn serve<T>(self: Arc<Self>, mut stream: T, address: IpAddr, closing: impl Future<Output = ()>)
    where
        T: Read + Write + Unpin + Send + 'static,
    {
        let mut closing = pin!(closing);
        let Some(first) = first_bytes(&self.env, &mut stream, closing.as_mut()).await else { return };
        let is_http2 = first.starts_with(PREFACE);
        let stream = Stream::new(self.env.clone(), stream, first);
        if is_http2 {
            // Boxed: it is larger than the state of most connections.
            Box::pin(self.serve_http2(stream, address, closing)).await;
        } else {
            self.serve_http1(stream, address, closing).await;
        }
    }

    async fn serve_http1<T>(self: Arc<Self>, stream: T, address: IpAddr, closing: Pin<&mut impl Future<Output = ()>>)
    where
        T: Read + Write + Unpin + Send + 'static,
    {
        let mut builder = http1::Builder::new();
        builder.timer(Hyper(self.env.clone())).header_read_timeout(HEAD_DEADLINE).max_buf_size(MAX_HEAD_BYTES);
        let peer = Arc::new(Peer::new(address));
        let service = service_fn(move |request| {
            // Boxed, or every enclosing future would keep space for it as long as the request is pending.
            let (transport, peer, request) = (self.clone(), peer.clone(), Box::new(request));
            // Boxed, or hyper would keep space for it while a stream is read, and between requests.
            Box::pin(async move { Ok::<_, Infallible>(transport.answer(request, &peer).await) })
        });
        let connection = pin!(builder.serve_connection(stream, service));
        run(connection, closing, http1::Connection::graceful_shutdown, pending()).await;
    }

    async fn serve_http2<T>(self: Arc<Self>, stream: T, address: IpAddr, closing: Pin<&mut impl Future<Output = ()>>)
    where
        T: Read + Write + Unpin + Send + 'static,
    {
        let streams = Streams::new(self.env.clone(), self.stream_memory(), address);
        let mut builder = http2::Builder::new(streams.clone());
        builder
            .timer(Hyper(self.env.clone()))
            .max_concurrent_streams(most::STREAMS)
            .max_header_list_size(MAX_HEADER_BYTES as u32)
            .initial_stream_window_size(Some(MAX_BODY_BYTES as u32))
            .initial_connection_window_size(Some(most::UNREAD))
            .max_send_buf_size(most::SEND_BUFFER)
            .max_pending_accept_reset_streams(Some(most::PENDING_RESETS))
            .max_local_error_reset_streams(Some(most::ERRORS))
            .keep_alive_interval(Some(Duration::from_secs(30)))
            .keep_alive_timeout(Duration::from_secs(20));
        let (asked, peer) = (streams.clone(), Arc::new(Peer::new(address)));
        let service = service_fn(move |request| {
            let (transport, peer, request) = (self.clone(), peer.clone(), Box::new(request));
            asked.answer(async move { transport.answer(request, &peer).await })
        });
        let connection = pin!(builder.serve_connection(stream, service));
        let over = pin!(async {
            tokio::select! {
                biased;
                () = closing => {}
                () = streams.idle_for(IDLE) => {}
            }
        });
        run(connection, over, http2::Connection::graceful_shutdown, streams.idle_for(FAREWELL)).await;
    }
}

/// Run a connection to its end; once it is to be `over`, only to the end of its last request, or until its peer counts
/// as `gone`.
async fn run<C: Future>(
    mut connection: Pin<&mut C>,
    mut over: Pin<&mut impl Future<Output = ()>>,
    shut_down: fn(Pin<&mut C>),
    gone: impl Future<Output = ()>,
) {
    // An error concerns only this peer, and its connection is closed: there is nothing to report.
    tokio::select! {
        biased;
        _ = &mut connection => return,
        () = &mut over => {}
    }
    shut_down(connection.as_mut());
    tokio::select! {
        biased;
        _ = connection => {}
        () = gone => {}
    }
}

/// The first bytes of a peer, as many as are needed to distinguish HTTP/1 from HTTP/2. `None` if the peer disconnects
/// or is too slow, or if the server closes before.
async fn first_bytes<F: Future<Output = ()>>(
    env: &impl Env,
    stream: &mut (impl Read + Unpin),
    mut closing: Pin<&mut F>,
) -> Option<Vec<u8>> {
    let mut first = Vec::new();
    let mut late: Sleep = env.sleep(HEAD_DEADLINE);
    poll_fn(|context| {
        if let Poll::Ready(is_reported) = poll_first(stream, context, &mut first) {
            return Poll::Ready(is_reported.then(|| std::mem::take(&mut first)));
        }
        let is_over = closing.as_mut().poll(context).is_ready() || Pin::new(&mut late).poll(context).is_ready();
        if is_over { Poll::Ready(None) } else { Poll::Pending }
    })
    .await
}

/// Read until the bytes are the preface of HTTP/2 or cannot become it. False if the peer disconnects before.
fn poll_first(stream: &mut (impl Read + Unpin), context: &mut Context<'_>, first: &mut Vec<u8>) -> Poll<bool> {
    // Capacity for an ordinary head: it is read in one go.
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
