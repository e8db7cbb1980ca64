//! The real binary on a real disk and real sockets.

#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod books;
mod bounds;
mod building;
#[path = "../load/client.rs"]
mod client;
mod damage;
mod descriptors;
mod dev;
mod keeping;
mod kills;
mod leaving;
mod listeners;
mod mcp;
mod metrics;
mod nightly;
mod notices;
mod operator;
mod outside;
#[path = "../load/process.rs"]
#[allow(dead_code, reason = "the load client asks for figures, too")]
mod process;
mod prompts;
mod readme;
mod running;
mod secrets;
mod seeing;
mod sockets;
mod standby;
mod streams;
mod turnstone;
mod upgrading;
mod verifying;

use std::sync::LazyLock;

/// The binary under test: the one that `TURNSTONE` names, or the one that was built with these tests.
fn binary() -> &'static str {
    static BINARY: LazyLock<String> =
        LazyLock::new(|| std::env::var("TURNSTONE").unwrap_or_else(|_| env!("CARGO_BIN_EXE_turnstone").to_owned()));
    &BINARY
}
