//! Rules that several fields share, in the form that garde expects.

use super::text::{fault_of_guest_name, fault_of_line, fault_of_lines, fault_of_picture};
use crate::secret::Secret;
use garde::rules::length::chars::HasChars;
use serde_json::Value;
use turnstone_games::SHIPPED;

/// A text that may be absent.
pub(crate) trait Text {
    fn text(&self) -> Option<&str>;
}

impl Text for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl Text for Secret {
    fn text(&self) -> Option<&str> {
        Some(self.reveal())
    }
}

impl HasChars for Secret {
    fn num_chars(&self) -> usize {
        self.reveal().chars().count()
    }
}

impl<T: Text> Text for Option<T> {
    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(Text::text)
    }
}

fn check(holds: bool, rule: &'static str) -> garde::Result {
    fault((!holds).then_some(rule))
}

fn fault(rule: Option<&'static str>) -> garde::Result {
    rule.map_or(Ok(()), |rule| Err(garde::Error::new(rule)))
}

pub(crate) fn one_line(value: &impl Text, (): &()) -> garde::Result {
    fault(value.text().and_then(fault_of_line))
}

pub(crate) fn uri(value: &impl Text, (): &()) -> garde::Result {
    check(value.text().is_none_or(|text| fluent_uri::Uri::parse(text).is_ok()), "must be a URI")
}

pub(crate) fn lines(value: &impl Text, (): &()) -> garde::Result {
    fault(value.text().and_then(fault_of_lines))
}

pub(crate) fn guest_name(value: &impl Text, (): &()) -> garde::Result {
    fault(value.text().and_then(fault_of_guest_name))
}

pub(crate) fn picture(value: &impl Text, (): &()) -> garde::Result {
    fault(value.text().and_then(fault_of_picture))
}

#[expect(clippy::ptr_arg, reason = "the signature that garde asks for")]
pub(crate) fn uuid(value: &String, (): &()) -> garde::Result {
    let hyphens = [8, 13, 18, 23];
    let is_uuid = value.len() == 36
        && value.bytes().enumerate().all(
            |(at, byte)| {
                if hyphens.contains(&at) { byte == b'-' } else { byte.is_ascii_hexdigit() }
            },
        );
    check(is_uuid, "must be a UUID")
}

/// A secret UUID: with the same key and contents, a repeated request returns a credential.
pub(crate) fn secret_uuid(value: &String, (): &()) -> garde::Result {
    uuid(value, &())?;
    let is_known = PUBLISHED.iter().any(|known| known.eq_ignore_ascii_case(value));
    check(!is_known, "is from an example, so others know it: send a new random UUID")
}

/// UUIDs that others can know: those of the examples of earlier versions, of RFC 4122, and the two special ones.
const PUBLISHED: [&str; 8] = [
    "0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad001",
    "0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad002",
    "0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad003",
    "0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad004",
    "5f6cbd13-54c5-43b1-b3a7-8f3b0f0c2a11",
    "123e4567-e89b-12d3-a456-426614174000",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
];

#[expect(clippy::ptr_arg, reason = "the signature that garde asks for")]
pub(crate) fn table_kind(value: &String, (): &()) -> garde::Result {
    if SHIPPED.kind(value).is_some() {
        return Ok(());
    }
    let kinds: Vec<&str> = SHIPPED.kinds().map(|(_, kind)| kind.kind).collect();
    Err(garde::Error::new(format!("must be one of the table kinds: {}", kinds.join(", "))))
}

pub(crate) fn object(value: &Value, (): &()) -> garde::Result {
    check(value.is_object(), "must be an object")
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that garde asks for")]
pub(crate) fn long_poll(wait_ms: &u64, (): &()) -> garde::Result {
    check(*wait_ms <= 50_000, "greater than 50 seconds")
}
