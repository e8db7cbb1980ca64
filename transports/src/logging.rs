//! Logs: one line an event on stderr, for people on a terminal, JSON otherwise.

use std::io::{IsTerminal, stderr};
use tracing_subscriber::EnvFilter;

/// Start logging. `RUST_LOG` chooses what is told, `info` if it is not set.
pub(crate) fn start() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let format = tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr);
    if stderr().is_terminal() {
        format.init();
    } else {
        format.json().flatten_event(true).init();
    }
}
