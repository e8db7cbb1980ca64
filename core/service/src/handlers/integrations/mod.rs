//! Connections to other services: identities of a messenger, and push notifications.

pub(super) mod endpoint;
pub(super) mod messenger;
pub(super) mod notices;
pub(super) mod push;
pub(super) mod webhook;
