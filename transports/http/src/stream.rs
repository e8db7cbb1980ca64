//! The stream of a connection as hyper reads it: first the bytes that the transport has already read. A peer that does
//! not read its responses counts as gone after a while.

use hyper::rt::{Read, ReadBufCursor, Write};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use turnstone_engine::env::{Env, Sleep};

/// How long a peer may leave all written bytes unread.
const STALLED: Duration = Duration::from_secs(30);

/// A peer's stream.
pub(super) struct Stream<E, T> {
    env: E,
    stream: T,
    /// The bytes that were read before.
    first: Vec<u8>,
    stalled: Option<Sleep>,
}

impl<E: Env, T> Stream<E, T> {
    /// A stream of which these bytes have already been read.
    pub(super) const fn new(env: E, stream: T, first: Vec<u8>) -> Self {
        Self { env, stream, first, stalled: None }
    }

    /// A write that makes no progress fails after a while.
    fn waited<R>(&mut self, context: &mut Context<'_>, wrote: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        if wrote.is_ready() {
            self.stalled = None;
            return wrote;
        }
        let env = &self.env;
        let stalled = self.stalled.get_or_insert_with(|| env.sleep(STALLED));
        ready!(Pin::new(stalled).poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<E: Env + Unpin, T: Read + Unpin> Read for Stream<E, T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        if self.first.is_empty() {
            return Pin::new(&mut self.stream).poll_read(context, into);
        }
        let mut now = std::mem::take(&mut self.first);
        self.first = now.split_off(into.remaining().min(now.len()));
        into.put_slice(&now);
        Poll::Ready(Ok(()))
    }
}

impl<E: Env + Unpin, T: Write + Unpin> Write for Stream<E, T> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.waited(context, wrote)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.waited(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.waited(context, shut)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.waited(context, wrote)
    }
}
