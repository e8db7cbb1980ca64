//! Metrics of a node.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::time::Duration;
use turnstone_etcd::CertificateEnds;

/// Buckets in seconds for an append to the log.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

#[derive(Clone, Debug)]
pub struct ClusterMetrics {
    pub(crate) leads: Gauge,
    commit: Gauge,
    behind: Gauge,
    pub(crate) terms: Counter,
    pub(crate) retries: Counter,
    pub(crate) snapshots: Counter,
    pub(crate) unforwarded: Counter,
    pub(crate) clock_difference: Gauge,
    append_seconds: Histogram,
    certificate_ends: Family<CertificateLabels, Gauge>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct CertificateLabels {
    certificate: &'static str,
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
            clock_difference: Gauge::default(),
            append_seconds: Histogram::new(SECONDS),
            certificate_ends: Family::default(),
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

    /// When the certificates of the connections to etcd end.
    pub fn certificates(&self, ends: CertificateEnds) {
        let CertificateEnds { authority, client, server } = ends;
        for (certificate, end) in [("authority", authority), ("client", client), ("etcd", server)] {
            if let Some(end) = end {
                let gauge = self.certificate_ends.get_or_create(&CertificateLabels { certificate });
                gauge.set(end.try_into().unwrap_or(i64::MAX));
            }
        }
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
        registry.register(
            "cluster_clock_difference_seconds",
            "How far this machine's clock is ahead of the leader's, in whole seconds",
            self.clock_difference.clone(),
        );
        registry.register(
            "cluster_certificate_end_seconds",
            "When a certificate for etcd ends, in seconds since 1970",
            self.certificate_ends.clone(),
        );
    }
}
