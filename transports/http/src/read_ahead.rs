//! The body of a forwarded response. It leaves the link between the nodes as fast as it arrives, within a bound in bytes, and
//! not as fast as its reader takes it: a link is shared by many readers.

use super::forward::ForwardPlace;
use super::memory::StreamShare;
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use turnstone_engine::env::Env;

/// Bytes of a response that are taken from the link before its reader takes them. Beyond that, what the reader leaves on the
/// link is bounded by the flow-control window of its stream.
const AHEAD: u32 = 64 << 10;

/// What is left of a body.
pub(crate) struct BodyReadAhead {
    parts: mpsc::UnboundedReceiver<Result<BodyPart, hyper::Error>>,
    size: SizeHint,
    is_empty: bool,
}

/// Bytes that were taken from the link, and their share of [`AHEAD`] until the reader takes them.
struct BodyPart {
    bytes: Bytes,
    _room: OwnedSemaphorePermit,
}

impl BodyReadAhead {
    /// Take a body from its link. Its place is free as soon as the body has ended, or its reader is gone.
    pub(crate) fn new(env: &impl Env, body: Incoming, place: ForwardPlace, share: StreamShare) -> Self {
        let (size, is_empty) = (body.size_hint(), body.is_end_stream());
        let (sender, parts) = mpsc::unbounded_channel();
        if !is_empty {
            env.spawn(take(body, sender, place, share));
        }
        Self { parts, size, is_empty }
    }

    pub(crate) fn poll_bytes(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let part = ready!(self.parts.poll_recv(context));
        self.size = SizeHint::default();
        Poll::Ready(part.map(|part| part.map(|part| Frame::data(part.bytes))))
    }

    pub(crate) const fn is_end_stream(&self) -> bool {
        self.is_empty
    }

    pub(crate) fn size_hint(&self) -> SizeHint {
        self.size
    }
}

async fn take(
    mut body: Incoming,
    parts: mpsc::UnboundedSender<Result<BodyPart, hyper::Error>>,
    _place: ForwardPlace,
    mut share: StreamShare,
) {
    let ahead = Arc::new(Semaphore::new(AHEAD as usize));
    let mut reserved = 0;
    loop {
        let frame = tokio::select! {
            biased;
            () = parts.closed() => return,
            frame = body.frame() => frame,
        };
        let Some(frame) = frame else { return };
        // A response here has no trailers.
        let bytes = match frame.map(|frame| frame.into_data().unwrap_or_default()) {
            Ok(bytes) => bytes,
            Err(error) => {
                // The reader may be gone.
                let _ = parts.send(Err(error));
                return;
            }
        };
        let more = bytes.len().min(AHEAD as usize - reserved);
        let fits = share.grow(more);
        reserved += if fits { more } else { 0 };
        // Without memory to read ahead, the reader takes everything before the next part follows.
        let room = if fits { (bytes.len() as u32).min(AHEAD) } else { AHEAD };
        let room = tokio::select! {
            biased;
            () = parts.closed() => return,
            room = ahead.clone().acquire_many_owned(room) => room.expect("the semaphore is never closed"),
        };
        if parts.send(Ok(BodyPart { bytes, _room: room })).is_err() {
            return;
        }
    }
}
