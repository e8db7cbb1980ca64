//! The doors to the outside: members who come from a messenger, browsers that are notified.

mod endpoint;
mod messenger;
mod notices;
mod push;
mod webhook;
