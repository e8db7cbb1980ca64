//! Web push (RFC 8030).

pub(crate) mod encryption;
pub(crate) mod vapid;
