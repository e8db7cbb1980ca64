//! The doors to the outside: members who come from a messenger, browsers that are notified.

pub(super) mod endpoint;
pub(super) mod messenger;
pub(super) mod notices;
pub(super) mod push;
pub(super) mod webhook;
