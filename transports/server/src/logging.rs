//! Logs: one line an event on stderr, for people on a terminal, JSON otherwise.

use std::io::{IsTerminal, stderr};
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

/// What is told where `RUST_LOG` does not say: the store's engine has nothing for the operator but warnings.
const TOLD: &str = "info,fjall=warn,lsm_tree=warn";
/// Lines that may wait to be written; more are dropped. Nobody waits for whoever reads them.
const WAITING: usize = 16_384;

/// Start logging. `RUST_LOG` chooses what is told. All lines are written when what this returns is dropped.
pub(crate) fn start() -> WorkerGuard {
    let (writer, guard) =
        NonBlockingBuilder::default().buffered_lines_limit(WAITING).thread_name("log").finish(stderr());
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(TOLD));
    let format = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    if stderr().is_terminal() {
        format.init();
    } else {
        format.json().flatten_event(true).init();
    }
    guard
}
