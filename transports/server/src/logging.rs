//! Logs: one line an event on stderr, for people on a terminal, JSON otherwise.

use std::io::{IsTerminal, stderr};
use tracing_subscriber::EnvFilter;

/// What is told where `RUST_LOG` does not say: the store's engine has nothing for the operator but warnings.
const TOLD: &str = "info,fjall=warn,lsm_tree=warn";

/// Start logging. `RUST_LOG` chooses what is told.
pub(crate) fn start() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(TOLD));
    let format = tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr);
    if stderr().is_terminal() {
        format.init();
    } else {
        format.json().flatten_event(true).init();
    }
}
