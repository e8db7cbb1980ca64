//! Web push (RFC 8030).

pub(crate) mod encryption;
mod sender;
pub(crate) mod vapid;

pub(crate) use sender::{PushSender, PushSettings};
