//! What hyper lets pass and the door refuses: a request with both Content-Length and Transfer-Encoding (hyper drops the
//! length before anybody sees it), and a peer that does not read its answers. Both are seen on the stream itself, and so
//! is what hyper answers without asking the door.

use super::bare::{Instead, instead_of};
use super::names::RequestIds;
use crate::env::{Env, Sleep};
use hyper::rt::{Read, ReadBufCursor, Write};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

/// How long a peer may leave an answer unread.
const STALLED: Duration = Duration::from_secs(30);
/// A head longer than this is refused by hyper before it is complete.
pub(crate) const LONGEST_HEAD: usize = 128 << 10;

/// Whether the request that was read last says its length twice. One before it that still waits for its answer is
/// refused with it: who sends such a thing is not to be trusted with the other either.
#[derive(Clone, Default)]
pub(crate) struct Ambiguous(Arc<AtomicBool>);

impl Ambiguous {
    /// Whether it does.
    pub(crate) fn get(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// A peer's stream, watched.
pub(crate) struct Watched<E, T> {
    env: E,
    stream: T,
    /// What was read of it before it was watched.
    first: Vec<u8>,
    heads: Heads,
    stalled: Option<Sleep>,
    ids: RequestIds,
    /// What is being written in the place of a bare refusal.
    instead: Option<Instead>,
}

impl<E: Env, T> Watched<E, T> {
    /// Watch a stream of which these bytes have been read already.
    pub(crate) fn new(env: E, stream: T, first: Vec<u8>, ids: RequestIds) -> (Self, Ambiguous) {
        let ambiguous = Ambiguous::default();
        let heads = Heads { state: State::Head(Vec::new()), ambiguous: ambiguous.clone() };
        (Self { env, stream, first, heads, stalled: None, ids, instead: None }, ambiguous)
    }

    /// A write that made no progress: after a while the peer counts as gone.
    fn waited<R>(&mut self, context: &mut Context<'_>, wrote: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        if wrote.is_ready() {
            self.stalled = None;
            return wrote;
        }
        let env = &self.env;
        let stalled = self.stalled.get_or_insert_with(|| env.sleep_until(env.instant() + STALLED));
        ready!(std::future::Future::poll(Pin::new(stalled), context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<E: Env + Unpin, T: Write + Unpin> Watched<E, T> {
    /// Write all that takes the place of a bare refusal, and say of that one that it is written.
    fn poll_instead(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let Some(Instead { bare, rest }) = &mut self.instead else { return Poll::Ready(Ok(0)) };
        while !rest.is_empty() {
            let wrote = ready!(Pin::new(&mut self.stream).poll_write(context, rest))?;
            if wrote == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            rest.drain(..wrote);
        }
        let bare = *bare;
        self.instead = None;
        Poll::Ready(Ok(bare))
    }

    /// Whether these bytes are a bare refusal, or the rest of the one in its place is still to be written.
    fn is_bare(&mut self, bytes: &[u8]) -> bool {
        if self.instead.is_none() {
            self.instead = instead_of(bytes, || self.ids.next());
        }
        self.instead.is_some()
    }
}

impl<E: Env + Unpin, T: Read + Unpin> Read for Watched<E, T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.first.is_empty() {
            let mut now = std::mem::take(&mut self.first);
            self.first = now.split_off(into.remaining().min(now.len()));
            self.heads.see(&now);
            into.put_slice(&now);
            return Poll::Ready(Ok(()));
        }
        const CHUNK: usize = 16 << 10;
        let mut bytes = [const { std::mem::MaybeUninit::uninit() }; CHUNK];
        let room = into.remaining().min(CHUNK);
        let mut chunk = hyper::rt::ReadBuf::uninit(&mut bytes[..room]);
        ready!(Pin::new(&mut self.stream).poll_read(context, chunk.unfilled()))?;
        self.heads.see(chunk.filled());
        into.put_slice(chunk.filled());
        Poll::Ready(Ok(()))
    }
}

impl<E: Env + Unpin, T: Write + Unpin> Write for Watched<E, T> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = if self.is_bare(bytes) {
            self.poll_instead(context)
        } else {
            Pin::new(&mut self.stream).poll_write(context, bytes)
        };
        self.waited(context, wrote)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.waited(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = if self.is_bare(parts.first().map_or(&[], |part| part)) {
            self.poll_instead(context)
        } else {
            Pin::new(&mut self.stream).poll_write_vectored(context, parts)
        };
        self.waited(context, wrote)
    }
}

/// Follows the heads of HTTP/1 requests through a stream. A chunked body is the last of its connection, because the door
/// closes after it: its chunks need not be followed.
struct Heads {
    state: State,
    ambiguous: Ambiguous,
}

enum State {
    /// In a head, of which this has come so far in earlier reads.
    Head(Vec<u8>),
    /// In a body, of which so much is to come.
    Body(u64),
    /// Nothing more to be followed.
    Rest,
}

impl Heads {
    fn see(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            match &mut self.state {
                State::Rest => return,
                State::Body(left) => {
                    let here = bytes.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
                    bytes = &bytes[here..];
                    *left -= here as u64;
                    if *left == 0 {
                        self.state = State::Head(Vec::new());
                    }
                }
                State::Head(earlier) if earlier.is_empty() => match end_of_head(bytes) {
                    Some(end) => {
                        self.state = self.after(&bytes[..end]);
                        bytes = &bytes[end..];
                    }
                    None => {
                        earlier.extend_from_slice(bytes);
                        return;
                    }
                },
                State::Head(earlier) => {
                    let seen = earlier.len();
                    earlier.extend_from_slice(bytes);
                    let head = std::mem::take(earlier);
                    match end_of_head(&head) {
                        Some(end) => {
                            self.state = self.after(&head[..end]);
                            bytes = &bytes[end.saturating_sub(seen)..];
                        }
                        None if head.len() > LONGEST_HEAD => self.state = State::Rest,
                        None => {
                            self.state = State::Head(head);
                            return;
                        }
                    }
                }
            }
        }
    }

    /// What follows a head.
    fn after(&self, head: &[u8]) -> State {
        let (mut length, mut chunked) = (None, false);
        for line in head.split(|byte| *byte == b'\n') {
            let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
            let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
            if name.eq_ignore_ascii_case(b"content-length") {
                length = Some(std::str::from_utf8(value).ok().and_then(|text| text.parse::<u64>().ok()));
            }
            chunked |= name.eq_ignore_ascii_case(b"transfer-encoding");
        }
        self.ambiguous.0.store(chunked && length.is_some(), Ordering::Release);
        let is_http2 = head.starts_with(b"PRI * HTTP/2");
        match length {
            None if !chunked && !is_http2 => State::Head(Vec::new()),
            Some(Some(0)) if !chunked => State::Head(Vec::new()),
            Some(Some(length)) if !chunked => State::Body(length),
            None | Some(None | Some(_)) => State::Rest,
        }
    }
}

/// Where a head ends: after the first empty line that is not its first.
fn end_of_head(bytes: &[u8]) -> Option<usize> {
    let mut from = bytes.iter().position(|byte| !matches!(byte, b'\r' | b'\n'))?;
    loop {
        from += bytes[from..].iter().position(|byte| *byte == b'\n')? + 1;
        match &bytes[from..] {
            [b'\n', ..] => return Some(from + 1),
            [b'\r', b'\n', ..] => return Some(from + 2),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the last head of a stream was ambiguous, read whole and byte by byte.
    fn is_ambiguous(stream: &str) -> bool {
        let run = |pieces: &mut dyn Iterator<Item = &[u8]>| {
            let mut heads = Heads { state: State::Head(Vec::new()), ambiguous: Ambiguous::default() };
            pieces.for_each(|piece| heads.see(piece));
            heads.ambiguous.get()
        };
        let whole = run(&mut std::iter::once(stream.as_bytes()));
        assert_eq!(whole, run(&mut stream.as_bytes().chunks(1)));
        assert_eq!(whole, run(&mut stream.as_bytes().chunks(7)));
        whole
    }

    #[test]
    fn two_lengths_are_seen_in_either_order() {
        assert!(is_ambiguous("POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"));
        assert!(is_ambiguous("POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\nCONTENT-LENGTH: 3\r\n\r\n"));
        assert!(!is_ambiguous("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"));
        assert!(!is_ambiguous("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"));
    }

    #[test]
    fn bodies_are_not_taken_for_heads() {
        let body = "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
        let first = format!("POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        assert!(!is_ambiguous(&first));
        let both = "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
        assert!(is_ambiguous(&format!("{first}\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n{both}")));
    }
}
