//! Metrics of the loop, and counters that all transports share.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Buckets in seconds for work in memory, or with one sync of a disk.
const QUICK: [f64; 14] = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];
/// Buckets in seconds for late deadlines.
const LATE: [f64; 11] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];
/// Buckets for commands of an iteration.
const COMMANDS: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];
/// Buckets for bytes of a commit.
const BYTES: [f64; 7] = [256.0, 1024.0, 4096.0, 16_384.0, 65_536.0, 262_144.0, 1_048_576.0];

/// A security event, as it is counted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct SecurityLabels {
    event: &'static str,
    result: &'static str,
}

/// The direction in which the machine's clock was set.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct JumpLabels {
    direction: &'static str,
}

#[derive(Debug)]
pub struct Metrics {
    pub(crate) round_seconds: Histogram,
    pub(crate) round_commands: Histogram,
    pub(crate) wake_delay_seconds: Histogram,
    commit_seconds: Histogram,
    commit_bytes: Histogram,
    commits: AtomicU64,
    last_commit_micros: AtomicU64,
    pub(crate) unreadable: Counter,
    security: Family<SecurityLabels, Counter>,
    pub(crate) clock_ahead_seconds: Gauge<f64, AtomicU64>,
    clock_jumps: Family<JumpLabels, Counter>,
    /// When the loop's thread last ran, by the machine's clock, independent of the loop's clock.
    turned: Mutex<Option<Instant>>,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let metrics = Self {
            round_seconds: Histogram::new(QUICK),
            round_commands: Histogram::new(COMMANDS),
            wake_delay_seconds: Histogram::new(LATE),
            commit_seconds: Histogram::new(QUICK),
            commit_bytes: Histogram::new(BYTES),
            commits: AtomicU64::new(0),
            last_commit_micros: AtomicU64::new(0),
            unreadable: Counter::default(),
            security: Family::default(),
            clock_ahead_seconds: Gauge::default(),
            clock_jumps: Family::default(),
            turned: Mutex::default(),
        };
        // Both are shown from the start, so that the first jump is a change.
        for direction in ["forward", "back"] {
            drop(metrics.clock_jumps.get_or_create(&JumpLabels { direction }));
        }
        metrics
    }

    /// Count a security event.
    pub fn security(&self, event: &'static str, result: &'static str) {
        self.security.get_or_create(&SecurityLabels { event, result }).inc();
    }

    /// Count a jump of the machine's clock.
    pub(crate) fn clock_jumped(&self, direction: &'static str) {
        self.clock_jumps.get_or_create(&JumpLabels { direction }).inc();
    }

    /// Record that the loop's thread makes progress, for the check that it does not hang.
    pub fn turns(&self, now: Instant) {
        *self.turned.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    /// How long the loop has not run; it runs at least once a second. `None` before its first iteration, and without a
    /// thread.
    pub fn still_for(&self, now: Instant) -> Option<Duration> {
        let turned = *self.turned.lock().unwrap_or_else(PoisonError::into_inner);
        turned.map(|turned| now.saturating_duration_since(turned))
    }

    /// Count a commit, its duration and its bytes.
    pub(crate) fn committed(&self, took: Duration, bytes: usize) {
        self.commit_seconds.observe(took.as_secs_f64());
        self.commit_bytes.observe(bytes as f64);
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.last_commit_micros.store(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// The number of commits, and the duration of the last one.
    pub fn commits(&self) -> (u64, Duration) {
        let took = Duration::from_micros(self.last_commit_micros.load(Ordering::Relaxed));
        (self.commits.load(Ordering::Relaxed), took)
    }

    pub fn register(&self, registry: &mut Registry) {
        let mut histogram = |name: &str, help: &str, histogram: &Histogram| {
            registry.register(name, help, histogram.clone());
        };
        histogram("engine_round_seconds", "Duration of loop iterations with work", &self.round_seconds);
        histogram("engine_round_commands", "Commands of a loop iteration, deadlines included", &self.round_commands);
        histogram(
            "engine_wake_delay_seconds",
            "By how much the loop was late for the deadline that was due first",
            &self.wake_delay_seconds,
        );
        histogram("engine_commit_seconds", "Commits, each with its sync", &self.commit_seconds);
        histogram("engine_commit_bytes", "Bytes of the rows of a commit", &self.commit_bytes);
        registry.register(
            "engine_unreadable_queries",
            "Reads of stored rows that failed because rows are damaged",
            self.unreadable.clone(),
        );
        registry.register(
            "clock_ahead_seconds",
            "How far the service's clock is ahead of the machine's",
            self.clock_ahead_seconds.clone(),
        );
        registry.register(
            "clock_jumps",
            "How often the machine's clock was set by a second or more",
            self.clock_jumps.clone(),
        );
        registry.register("security_events", "Security events, unlogged ones included", self.security.clone());
    }
}
