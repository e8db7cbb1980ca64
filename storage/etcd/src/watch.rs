//! A watch: changes of keys in the order of their revisions, each as a line of JSON.

use crate::call::{EtcdError, JsonHeader, KeyValue, base64, number, read_json};
use crate::connection::EtcdWatch;
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
    error: Option<JsonError>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonError {
    message: String,
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
    kv: KeyValue,
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

    fn take(&mut self, data: &[u8]) -> Result<(), EtcdError> {
        for part in data.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if self.line.len() > LINE_BYTES {
                return Err(EtcdError::Unreadable("a line of a watch is too long".to_owned()));
            }
            if self.line.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                self.events.extend(read(&line)?);
            }
        }
        Ok(())
    }
}

impl EtcdWatch for Watch {
    async fn next(&mut self) -> Result<WatchEvent, EtcdError> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(event);
            }
            let ended = || EtcdError::Lost("the watch has ended".to_owned());
            let frame = self.body.frame().await.ok_or_else(ended)?;
            let frame = frame.map_err(|error| EtcdError::Lost(error.to_string()))?;
            let Ok(data) = frame.into_data() else { continue };
            self.take(&data)?;
        }
    }

    fn has_next(&self) -> bool {
        !self.events.is_empty()
    }
}

fn read(line: &[u8]) -> Result<Vec<WatchEvent>, EtcdError> {
    let line: JsonLine = read_json(line)?;
    if let Some(error) = line.error {
        return Err(EtcdError::Rejected(error.message));
    }
    let JsonResult { header, canceled, compact_revision, cancel_reason, events } = line.result;
    if canceled || number(&compact_revision)? > 0 {
        return Err(EtcdError::Rejected(format!("a watch ended at revision {}: {cancel_reason}", header.revision)));
    }
    let event = |event: JsonEvent| {
        let found = event.kv;
        if event.r#type == "DELETE" { WatchEvent::Deleted(found.key) } else { WatchEvent::Put(found) }
    };
    Ok(events.into_iter().map(event).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_changes_in_their_order() {
        let created = br#"{"result":{"header":{"revision":"3"},"created":true}}"#;
        assert_eq!(read(created).unwrap(), []);
        let line = br#"{"result":{"header":{"revision":"9"},"events":[{"kv":{"key":"YQ==","create_revision":"9","mod_revision":"9",
            "version":"1","value":"Yg=="}},{"type":"DELETE","kv":{"key":"Yw==","mod_revision":"9"}}]}}"#;
        let put = KeyValue { key: b"a".to_vec(), value: b"b".to_vec(), created: 9, lease: 0 };
        assert_eq!(read(line).unwrap(), [WatchEvent::Put(put), WatchEvent::Deleted(b"c".to_vec())]);
    }

    #[test]
    fn a_watch_that_etcd_ends_is_an_error() {
        let compacted = br#"{"result":{"header":{"revision":"9"},"canceled":true,"compact_revision":"7"}}"#;
        let failed = br#"{"error":{"grpc_code":14,"message":"etcdserver: no leader"}}"#;
        for line in [compacted.as_slice(), failed] {
            assert!(matches!(read(line), Err(EtcdError::Rejected(_))));
        }
        assert!(matches!(read(b"<html>"), Err(EtcdError::Unreadable(_))));
    }
}
