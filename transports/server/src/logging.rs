//! Logs: one line an event on stderr, for people on a terminal, JSON otherwise.

use std::io::{IsTerminal, stderr};
use std::sync::OnceLock;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

/// Lines that may wait to be written; more are dropped. Nobody waits for whoever reads them.
const WAITING: usize = 16_384;

type Refilter = Box<dyn Fn(EnvFilter) + Send + Sync>;

/// Lets other lines through from then on.
static REFILTER: OnceLock<Refilter> = OnceLock::new();

/// Start logging. `RUST_LOG` chooses what is told, or else `server.log_level`, once that is read. All lines are written
/// when what this returns is dropped.
pub(crate) fn start() -> WorkerGuard {
    let (writer, guard) =
        NonBlockingBuilder::default().buffered_lines_limit(WAITING).thread_name("log").finish(stderr());
    let filter = from_environment().unwrap_or_else(|| of_level("info"));
    let format = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    let refilter: Refilter = if stderr().is_terminal() {
        let format = format.with_filter_reloading();
        let handle = format.reload_handle();
        format.init();
        Box::new(move |filter| drop(handle.reload(filter)))
    } else {
        let format = format.json().flatten_event(true).with_filter_reloading();
        let handle = format.reload_handle();
        format.init();
        Box::new(move |filter| drop(handle.reload(filter)))
    };
    drop(REFILTER.set(refilter));
    guard
}

/// Tell what this level lets through from now on, unless `RUST_LOG` chooses.
pub(crate) fn follow(level: &str) {
    if let Some(refilter) = REFILTER.get()
        && from_environment().is_none()
    {
        refilter(of_level(level));
    }
}

fn from_environment() -> Option<EnvFilter> {
    EnvFilter::try_from_default_env().ok()
}

/// The store's engine has nothing for the operator but warnings.
fn of_level(level: &str) -> EnvFilter {
    EnvFilter::new(format!("fjall=warn,lsm_tree=warn,{level}"))
}
