//! Logs: one line an event on stderr, as text on a terminal, as JSON otherwise. Logging never waits for the reader. The
//! last warnings and security events are kept for the status page.

use std::collections::VecDeque;
use std::fmt::{self, Write};
use std::io::{self, BufWriter, IsTerminal, Stderr, stderr};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{FilterExt, Targets, filter_fn};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Registry, fmt as layers};

/// Lines that may wait to be written; further ones are dropped.
const WAITING: usize = 16_384;
/// Bytes of one write.
const WRITTEN: usize = 64 << 10;
/// The pause of the writing thread after a write.
const REST: Duration = Duration::from_millis(5);
/// The number of events that are kept.
const KEPT: usize = 100;

/// Changes the level.
static REFILTER: OnceLock<Handle<Targets, Registry>> = OnceLock::new();
static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();
static RECENT: Mutex<VecDeque<Recent>> = Mutex::new(VecDeque::new());

/// Start logging. `RUST_LOG` sets the level, or else `server.log_level`, once that is read. Pending lines are written
/// when the result is dropped.
pub fn start() -> WorkerGuard {
    let (writer, guard) =
        NonBlockingBuilder::default().buffered_lines_limit(WAITING).thread_name("log").finish(Restful::default());
    DROPPED.get_or_init(|| writer.error_counter());
    let (filter, refilter) = reload::Layer::new(from_environment().unwrap_or_else(|| of_level("info")));
    REFILTER.get_or_init(|| refilter);
    let lines = layers::layer().with_writer(writer);
    let lines = if stderr().is_terminal() { lines.boxed() } else { lines.json().flatten_event(true).boxed() };
    let kept = RecentLayer.with_filter(filter_fn(is_kept));
    let filter = filter.and(filter_fn(is_ours));
    tracing_subscriber::registry().with(lines.with_filter(filter)).with(kept).init();
    guard
}

/// The output of the log thread. A write for each line would be expensive, so the thread pauses after a write, and the
/// lines that arrive meanwhile are written at once.
struct Restful(BufWriter<Stderr>);

impl Default for Restful {
    fn default() -> Self {
        Self(BufWriter::with_capacity(WRITTEN, stderr()))
    }
}

impl io::Write for Restful {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::Write::write(&mut self.0, bytes)
    }

    /// Called when no line is waiting.
    fn flush(&mut self) -> io::Result<()> {
        io::Write::flush(&mut self.0)?;
        std::thread::sleep(REST);
        Ok(())
    }
}

/// Log by this level from now on, unless `RUST_LOG` sets one.
pub fn follow(level: &str) {
    if let Some(refilter) = REFILTER.get()
        && from_environment().is_none()
    {
        // It fails when logging has ended.
        let _ = refilter.reload(of_level(level));
    }
}

fn from_environment() -> Option<Targets> {
    std::env::var("RUST_LOG").ok()?.parse().ok()
}

/// Of the store's engine, only warnings matter to the operator.
fn of_level(level: &str) -> Targets {
    format!("fjall=warn,lsm_tree=warn,{level}").parse().unwrap_or_default()
}

/// Not of the SDK of the Model Context Protocol, at any level: its lines contain whole messages, and those contain
/// credentials and texts of members.
fn is_ours(event: &Metadata<'_>) -> bool {
    event.target() != "rmcp" && !event.target().starts_with("rmcp::")
}

/// Lines that were dropped because the reader was too slow.
pub(crate) fn dropped_lines() -> u64 {
    DROPPED.get().map_or(0, |dropped| dropped.dropped_lines() as u64)
}

/// The events that are kept, the newest first.
pub(crate) fn recent() -> Vec<Recent> {
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).iter().rev().cloned().collect()
}

/// A warning, an error or a security event.
#[derive(Clone, Debug)]
pub(crate) struct Recent {
    pub(crate) at: SystemTime,
    pub(crate) level: Level,
    pub(crate) target: &'static str,
    /// Its message and its fields.
    pub(crate) text: String,
}

/// Keeps warnings, errors and security events.
fn is_kept(event: &Metadata<'_>) -> bool {
    event.is_event() && is_ours(event) && (event.target() == "turnstone::security" || *event.level() <= Level::WARN)
}

struct RecentLayer;

impl<S: Subscriber> Layer<S> for RecentLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut text = FieldText::default();
        event.record(&mut text);
        let (level, target) = (*event.metadata().level(), event.metadata().target());
        let recent = Recent { at: SystemTime::now(), level, target, text: text.0 };
        let mut kept = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(recent);
    }
}

/// Formats fields in a line.
#[derive(Default)]
struct FieldText(String);

impl Visit for FieldText {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let space = if self.0.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = match field.name() {
            "message" => write!(self.0, "{space}{value:?}"),
            name => write!(self.0, "{space}{name}={value:?}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_a_bounded_number_of_warnings_and_security_events() {
        let kept = RecentLayer.with_filter(filter_fn(is_kept));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(kept), || {
            tracing::info!("nothing of note");
            tracing::error!(target: "rmcp::service", "a whole message");
            tracing::info!(target: "turnstone::security", event = "join", account = 7);
            for number in 0..KEPT - 1 {
                tracing::warn!(number, "a warning");
            }
        });
        let kept = recent();
        assert_eq!(kept.len(), KEPT);
        assert_eq!((kept[0].text.as_str(), kept[0].level), ("a warning number=98", Level::WARN));
        assert_eq!((kept[99].text.as_str(), kept[99].target), ("event=join account=7", "turnstone::security"));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(RecentLayer), || {
            tracing::warn!("one more")
        });
        assert_eq!((recent().len(), recent()[99].text.as_str()), (KEPT, "a warning number=0"));
    }
}
