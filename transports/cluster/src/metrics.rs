//! Metrics of a node.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::time::Duration;

/// Buckets in seconds for an append to the log.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

/// The metrics.
#[derive(Clone, Debug)]
pub struct ClusterMetrics {
    pub(crate) leads: Gauge,
    commit: Gauge,
    behind: Gauge,
    pub(crate) terms: Counter,
    pub(crate) retries: Counter,
    pub(crate) snapshots: Counter,
    pub(crate) unforwarded: Counter,
    append_seconds: Histogram,
}

impl Default for ClusterMetrics {
    fn default() -> Self {
        Self {
            leads: Gauge::default(),
            commit: Gauge::default(),
            behind: Gauge::default(),
            terms: Counter::default(),
            retries: Counter::default(),
            snapshots: Counter::default(),
            unforwarded: Counter::default(),
            append_seconds: Histogram::new(SECONDS),
        }
    }
}

impl ClusterMetrics {
    pub(crate) fn position(&self, applied: u64, head: u64) {
        self.commit.set(applied.try_into().unwrap_or(i64::MAX));
        self.behind.set(head.saturating_sub(applied).try_into().unwrap_or(i64::MAX));
    }

    pub(crate) fn appended(&self, took: Duration) {
        self.append_seconds.observe(took.as_secs_f64());
    }

    /// Register all of them.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("cluster_leads", "1 if this node leads", self.leads.clone());
        registry.register("cluster_commit", "The last commit of this node", self.commit.clone());
        registry.register("cluster_behind_commits", "Commits of the log that this node lacks", self.behind.clone());
        registry.register("cluster_terms", "Terms that this node has begun", self.terms.clone());
        registry.register("cluster_append_retries", "Appends to the log that were sent again", self.retries.clone());
        registry.register("cluster_snapshots", "Snapshots that this node has installed", self.snapshots.clone());
        registry.register(
            "cluster_unforwarded",
            "Requests that were rejected because no leader was reached",
            self.unforwarded.clone(),
        );
        registry.register(
            "cluster_append_seconds",
            "From a group commit to its entry in the log",
            self.append_seconds.clone(),
        );
    }
}
