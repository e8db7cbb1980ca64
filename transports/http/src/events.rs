//! Event streams (`text/event-stream`), which go on as long as their readers stay.

use http::HeaderMap;
use hyper::body::Bytes;
use std::fmt::Write;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use turnstone_api::invalid::Invalid;
use turnstone_documents::LAST_EVENT_ID;
use turnstone_engine::Subscription;
use turnstone_engine::env::{Env, Sleep};
use turnstone_service::answer::{Answer, EndReason, StreamEnd};
use turnstone_service::effects::{Replied, Reply, ReplyPlace};
use turnstone_service::request::Request;

/// A stream without an event for this long gets a comment, so that proxies and peers see that it lives.
const QUIET: Duration = Duration::from_secs(15);
const COMMENT: &[u8] = b":\n\n";
/// The bytes of an event beside its id and its data.
const AROUND_DATA: usize = 128;

/// The events of a stream.
pub(crate) struct StreamBody {
    subscription: Subscription,
    /// Sleeps until a comment is due.
    sleep: Box<dyn Fn() -> Sleep + Send + Sync>,
    quiet: Option<Sleep>,
}

impl StreamBody {
    pub(crate) fn new(env: &impl Env, subscription: Subscription) -> Box<Self> {
        let env = env.clone();
        let sleep = Box::new(move || env.sleep(QUIET));
        Box::new(Self { subscription, sleep, quiet: None })
    }

    /// The bytes of the next event or comment; `None` after the last event.
    pub(crate) fn poll_bytes(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Poll::Ready(reply) = self.subscription.poll_next(context) {
            self.quiet = None;
            return Poll::Ready(reply.map(|reply| written(reply).into()));
        }
        ready!(Pin::new(self.quiet.get_or_insert_with(&self.sleep)).poll(context));
        // Another sleep begins when the comment has been taken.
        self.quiet = None;
        Poll::Ready(Some(Bytes::from_static(COMMENT)))
    }
}

/// An event with the lines of its fields. JSON that is not indented has one line.
fn written(reply: Reply) -> String {
    let unavailable = |_| Replied::plain(Answer::StreamEnd(StreamEnd { reason: EndReason::Unavailable }));
    let Replied { answer, place, .. } = reply.unwrap_or_else(unavailable);
    let data = answer.json();
    let mut event = String::with_capacity(data.len() + AROUND_DATA);
    if let ReplyPlace::Event(id) = place {
        writeln!(event, "id: {id}").expect("writing to a String cannot fail");
    }
    event.extend(["event: ", answer.event().unwrap_or("message"), "\ndata: ", &data, "\n\n"]);
    event
}

/// Continue a stream after the event that its client names in a header.
pub(crate) fn resume(request: &mut Request, headers: &HeaderMap) -> Result<(), Invalid> {
    let mut sent = headers.get_all(LAST_EVENT_ID).iter();
    let Some(only) = sent.next() else { return Ok(()) };
    if sent.next().is_some() {
        return Err(Invalid::parameter(LAST_EVENT_ID, "comes twice"));
    }
    // An id is plain ASCII.
    request.resume(LAST_EVENT_ID, only.to_str().unwrap_or(""))
}
