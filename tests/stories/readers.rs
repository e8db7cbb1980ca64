//! Readers of event streams: the text of a response that goes on, event by event.

use crate::world::Response;
use hyper::body::Bytes;
use std::sync::{Arc, Mutex, MutexGuard};

/// The received part of a response that the test has not read yet.
#[derive(Default)]
pub(crate) struct Received {
    /// The whole response; of a stream, its head with an empty body.
    pub(crate) response: Option<Response>,
    /// The text of a stream so far.
    text: String,
    /// Whether the body has ended.
    pub(crate) is_over: bool,
}

/// The receiving end of a response, shared with the task that reads it.
#[derive(Clone, Default)]
pub(crate) struct Receiver(Arc<Mutex<Received>>);

impl Receiver {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Received> {
        self.0.lock().unwrap()
    }

    /// The whole response has arrived.
    pub(crate) fn whole(&self, response: Response) {
        let mut received = self.lock();
        received.response = Some(response);
        received.is_over = true;
    }

    /// The head of a stream has arrived.
    pub(crate) fn opened(&self, head: http::response::Parts) {
        self.lock().response = Some(http::Response::from_parts(head, Bytes::new()));
    }

    /// More of a stream has arrived.
    pub(crate) fn more(&self, text: &[u8]) {
        self.lock().text.push_str(std::str::from_utf8(text).unwrap());
    }

    /// A stream has ended.
    pub(crate) fn over(&self) {
        self.lock().is_over = true;
    }
}

impl Received {
    /// The events that have arrived whole.
    pub(crate) fn take(&mut self) -> Vec<Event> {
        let end = self.text.rfind("\n\n").map_or(0, |end| end + 2);
        let rest = self.text.split_off(end);
        let whole = std::mem::replace(&mut self.text, rest);
        whole.split_terminator("\n\n").map(Event::read).collect()
    }
}

/// One event, or a comment.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    /// Its name; empty for a comment.
    pub(crate) name: String,
    pub(crate) data: String,
}

impl Event {
    fn read(text: &str) -> Self {
        let mut event = Self::default();
        for line in text.lines().filter(|line| !line.starts_with(':')) {
            let (field, value) = line.split_once(": ").unwrap_or_else(|| panic!("no field: {line}"));
            match field {
                "id" => event.id = Some(value.to_owned()),
                "event" => value.clone_into(&mut event.name),
                "data" => value.clone_into(&mut event.data),
                _ => panic!("{field} is no field of an event"),
            }
        }
        event
    }

    pub(crate) fn is_comment(&self) -> bool {
        self.name.is_empty()
    }

    /// As HTTP writes it.
    pub(crate) fn written(&self) -> String {
        let id = self.id.iter().map(|id| format!("id: {id}\n")).collect::<String>();
        format!("{id}event: {}\ndata: {}\n\n", self.name, self.data)
    }
}

/// Whether a response is a stream.
pub(crate) fn is_stream(response: &Response) -> bool {
    response.headers().get("content-type").is_some_and(|kind| kind == "text/event-stream")
}
