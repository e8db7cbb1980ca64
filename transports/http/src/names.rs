//! Names for requests, so that a caller and an operator can speak of the same one (`X-Request-Id`).

use super::answers::own_value;
use http::{HeaderMap, HeaderValue};
use hyper::body::Bytes;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where the caller brings no name: when the door was made and how many it has named.
pub(crate) struct RequestIds {
    start: String,
    next: AtomicU64,
}

impl RequestIds {
    /// Names of a door that was made at this time.
    pub(crate) fn new(start: u64) -> Self {
        Self { start: format!("{start:x}-"), next: AtomicU64::new(1) }
    }

    fn next(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        format!("{}{number:x}", self.start)
    }

    /// The caller's own, if it is a sane one, or the next.
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
