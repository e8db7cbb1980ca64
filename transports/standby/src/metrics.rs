//! Metrics of a primary's standby. Without a standby they stay 0.

use crate::follower::{StandbyActivity, StandbyProgress};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::atomic::AtomicU64;

/// Buckets in seconds for the time from the primary's disk to the standby's.
const SECONDS: [f64; 14] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

#[derive(Clone, Debug)]
pub struct StandbyMetrics {
    pub(crate) connected: Gauge,
    pub(crate) written: Gauge,
    pub(crate) behind_commits: Gauge,
    pub(crate) behind_bytes: Gauge,
    pub(crate) behind_seconds: Gauge<f64, AtomicU64>,
    pub(crate) snapshots: Counter,
    pub(crate) rejected: Counter,
    pub(crate) write_seconds: Histogram,
}

impl Default for StandbyMetrics {
    fn default() -> Self {
        Self {
            connected: Gauge::default(),
            written: Gauge::default(),
            behind_commits: Gauge::default(),
            behind_bytes: Gauge::default(),
            behind_seconds: Gauge::default(),
            snapshots: Counter::default(),
            rejected: Counter::default(),
            write_seconds: Histogram::new(SECONDS),
        }
    }
}

impl StandbyMetrics {
    /// Snapshots sent completely so far.
    pub fn snapshots(&self) -> u64 {
        self.snapshots.get()
    }

    /// Connections without the shared key so far.
    pub fn rejections(&self) -> u64 {
        self.rejected.get()
    }

    /// Register all of them.
    pub fn register(&self, registry: &mut Registry) {
        let gauges = [
            ("standby_connected", "1 if a standby is connected", &self.connected),
            ("standby_written_commit", "The last commit on the standby's disk", &self.written),
            ("standby_behind_commits", "Commits that the standby has not confirmed", &self.behind_commits),
            ("standby_behind_bytes", "Bytes of these commits that are held for it", &self.behind_bytes),
        ];
        for (name, help, gauge) in gauges {
            registry.register(name, help, gauge.clone());
        }
        registry.register(
            "standby_behind_seconds",
            "Age of the oldest commit that the standby has not confirmed; 0 if it has all",
            self.behind_seconds.clone(),
        );
        registry.register("standby_snapshots", "Snapshots sent completely to a standby", self.snapshots.clone());
        registry.register("standby_rejected", "Connections without the shared key", self.rejected.clone());
        registry.register(
            "standby_write_seconds",
            "From a commit on this disk to the standby's confirmation",
            self.write_seconds.clone(),
        );
    }
}

/// The metrics of a standby itself.
#[derive(Clone, Default, Debug)]
pub struct FollowerMetrics {
    following: Gauge,
    commit: Gauge,
    seen: Gauge,
    silent_seconds: Gauge<f64, AtomicU64>,
}

impl FollowerMetrics {
    /// Show how far a standby is.
    pub fn show(&self, progress: &StandbyProgress) {
        let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        self.following.set(i64::from(progress.doing == StandbyActivity::Following));
        self.commit.set(number(progress.commit));
        self.seen.set(number(progress.seen.commit.max(progress.commit)));
        self.silent_seconds.set(progress.heard.map_or(0.0, |heard| heard.elapsed().as_secs_f64()));
    }

    /// Register all of them.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("follower_following", "1 if this standby follows its primary", self.following.clone());
        registry.register("follower_commit", "The last commit of this standby", self.commit.clone());
        registry.register("follower_seen_commit", "The last commit of the primary that it has seen", self.seen.clone());
        registry.register(
            "follower_silent_seconds",
            "How long it has received nothing; 0 if it has received nothing since its start",
            self.silent_seconds.clone(),
        );
    }
}
