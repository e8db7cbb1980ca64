//! Request ids, so that a caller and an operator can refer to the same request (`X-Request-Id`).

use super::answers::own_value;
use http::{HeaderMap, HeaderValue};
use hyper::body::Bytes;
use std::sync::atomic::{AtomicU64, Ordering};

/// The prefix if the caller sends no id: the transport's start time, and a counter.
pub(crate) struct RequestIds {
    start: String,
    next: AtomicU64,
}

impl RequestIds {
    /// Ids of a transport that was started at this time.
    pub(crate) fn new(start: u64) -> Self {
        Self { start: format!("{start:x}-"), next: AtomicU64::new(1) }
    }

    fn next(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        format!("{}{number:x}", self.start)
    }

    /// The caller's own id, if it is valid, or the next one.
    pub(crate) fn of(&self, headers: &HeaderMap) -> HeaderValue {
        let sane = |value: &&HeaderValue| {
            let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:+/=".contains(byte);
            (1..=128).contains(&value.len()) && value.as_bytes().iter().all(plain)
        };
        let own = headers.get("x-request-id").filter(sane).map(own_value);
        own.unwrap_or_else(|| {
            HeaderValue::from_maybe_shared(Bytes::from(self.next())).expect("hex digits and a hyphen")
        })
    }
}
