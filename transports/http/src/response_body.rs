//! The body of a response: whole, or in parts as they come.

use super::events::StreamBody;
use super::mount::MountedPieces;
use super::read_ahead::BodyReadAhead;
use http_body_util::Full;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};

pub(crate) enum ResponseBody {
    /// All of it.
    Whole(Full<Bytes>),
    /// Events, as they come.
    Events(Box<StreamBody>),
    /// What a mounted service sends, as it comes.
    Mounted(MountedPieces),
    /// The body of another node's response.
    Forwarded(BodyReadAhead),
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        match &mut *self {
            Self::Whole(body) => {
                let frame = Pin::new(body).poll_frame(context);
                frame.map(|frame| frame.map(|frame| frame.map_err(|never| match never {})))
            }
            Self::Forwarded(body) => body.poll_bytes(context),
            Self::Events(events) => events.poll_bytes(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes)))),
            Self::Mounted(pieces) => pieces(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes)))),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Whole(body) => body.is_end_stream(),
            Self::Events(_) | Self::Mounted(_) => false,
            Self::Forwarded(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(body) => body.size_hint(),
            Self::Events(_) | Self::Mounted(_) => SizeHint::default(),
            Self::Forwarded(body) => body.size_hint(),
        }
    }
}

impl From<Bytes> for ResponseBody {
    fn from(bytes: Bytes) -> Self {
        Self::Whole(Full::new(bytes))
    }
}
