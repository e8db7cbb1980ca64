//! A watch: changes of keys in the order of their revisions, each as a line of JSON.

use crate::call::{CallError, JsonHeader, JsonKeyValue, KeyValue, base64, number};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::SendRequest;
use serde::Deserialize;
use serde_json::json;
use std::collections::VecDeque;

/// The longest line: etcd cuts its answers at about the size of a request.
const LINE_BYTES: usize = 16 << 20;

/// A change of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WatchEvent {
    /// It was written.
    Put(KeyValue),
    /// It was deleted.
    Deleted(Vec<u8>),
}

/// An open watch.
pub struct Watch {
    body: Incoming,
    /// The connection ends when this is dropped.
    _connection: SendRequest<Full<Bytes>>,
    /// What has been received and is no whole line yet.
    line: Vec<u8>,
    events: VecDeque<WatchEvent>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonLine {
    result: JsonResult,
    error: serde_json::Value,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonResult {
    header: JsonHeader,
    canceled: bool,
    compact_revision: String,
    cancel_reason: String,
    events: Vec<JsonEvent>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonEvent {
    r#type: String,
    kv: JsonKeyValue,
}

impl Watch {
    pub(crate) fn request(key: &[u8], end: &[u8], revision: i64) -> Vec<u8> {
        let create = json!({
            "key": base64(key), "range_end": base64(end), "start_revision": revision.to_string(), "fragment": true,
        });
        json!({ "create_request": create }).to_string().into_bytes()
    }

    pub(crate) const fn new(connection: SendRequest<Full<Bytes>>, body: Incoming) -> Self {
        Self { body, _connection: connection, line: Vec::new(), events: VecDeque::new() }
    }

    /// The next change. An error means that the watch has ended. This future can be dropped.
    pub async fn next(&mut self) -> Result<WatchEvent, CallError> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(event);
            }
            let ended = || CallError::Lost("the watch has ended".to_owned());
            let frame = self.body.frame().await.ok_or_else(ended)?;
            let frame = frame.map_err(|error| CallError::Lost(error.to_string()))?;
            let Ok(data) = frame.into_data() else { continue };
            self.take(&data)?;
        }
    }

    /// Whether the next change has been received already.
    pub fn has_next(&self) -> bool {
        !self.events.is_empty()
    }

    fn take(&mut self, data: &[u8]) -> Result<(), CallError> {
        for part in data.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if self.line.len() > LINE_BYTES {
                return Err(CallError::Unreadable("a line of a watch is too long".to_owned()));
            }
            if self.line.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                self.events.extend(read(&line)?);
            }
        }
        Ok(())
    }
}

fn read(line: &[u8]) -> Result<Vec<WatchEvent>, CallError> {
    let line: JsonLine = serde_json::from_slice(line).map_err(|error| CallError::Unreadable(error.to_string()))?;
    if !line.error.is_null() {
        return Err(CallError::Rejected(line.error.to_string()));
    }
    let JsonResult { header, canceled, compact_revision, cancel_reason, events } = line.result;
    if canceled || number(&compact_revision)? > 0 {
        return Err(CallError::Rejected(format!("a watch ended at revision {}: {cancel_reason}", header.revision)));
    }
    let event = |event: JsonEvent| {
        let found = KeyValue::try_from(event.kv)?;
        Ok(if event.r#type == "DELETE" { WatchEvent::Deleted(found.key) } else { WatchEvent::Put(found) })
    };
    events.into_iter().map(event).collect()
}
