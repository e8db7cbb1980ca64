//! What hyper refuses by itself, before the door sees a request: bytes that are no HTTP, a head that is far too large. It
//! writes a status and no body; the peer is to get the form of every other error instead.

use super::problem::Problem;
use super::refusal::Said;

/// A refusal that takes the place of a bare one.
pub(super) struct Instead {
    /// How long the bare one is.
    pub(super) bare: usize,
    /// What of the new one is still to be written.
    pub(super) rest: Vec<u8>,
}

/// What is to be written instead of these bytes, if they are a refusal of hyper's own: whatever the door itself answers
/// has a name in its head.
pub(super) fn instead_of(bytes: &[u8], name: impl FnOnce() -> String) -> Option<Instead> {
    let [b'H', b'T', b'T', b'P', b'/', b'1', b'.', _, b' ', b'4', ..] = bytes else { return None };
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.ends_with("\r\n\r\n"))?;
    let (status, headers) = text.split_once("\r\n")?;
    if headers.contains("x-request-id") {
        return None;
    }
    let said = Said::from(match status.split(' ').nth(1)? {
        "414" => Problem::LongPath,
        "431" => Problem::LargeHead,
        _ => Problem::Malformed,
    });
    let body = serde_json::to_string(&said.body()).expect("a refusal is plain data");
    let rest = format!(
        "{status}\r\ncontent-type: application/json\r\ncache-control: no-store\r\nx-request-id: {}\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        name(),
        body.len()
    );
    Some(Instead { bare: bytes.len(), rest: rest.into_bytes() })
}
