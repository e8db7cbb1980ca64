//! The metrics of a server against what its clients have seen of it. Clients do not see every response, so most counters are
//! compared with the least that they must be.

use super::client::{Exchanged, SentState, SimClient};
use super::exchange::ClientResponse;
use super::host::HostState;
use crate::coverage::{OF_OPERATORS, checked};
use crate::parts::lock;
use crate::rejections::route_of;
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use std::collections::BTreeMap;
use turnstone_service::effects::{Rejected, Reply};
use turnstone_service::rejection::{Quota, Rejection};

/// The metrics that are compared.
pub(super) const KNOWN: [&str; 7] = [
    "http_requests",
    "http_poll_seconds",
    "http_open_requests",
    "http_limited",
    "security_events",
    "engine_commit_seconds",
    "clock_jumps",
];

/// What a server has done since its start, as far as it is known.
#[derive(Default)]
pub(super) struct Measured {
    /// Its number among the starts of the run.
    pub(super) start: u64,
    /// The least value of counters, by the texts of their names and labels.
    least: BTreeMap<String, u64>,
    /// How often the clock was set forward, and back.
    pub(super) clock_set: [u64; 2],
}

impl Measured {
    pub(super) fn event(&mut self, event: &str, result: &str) {
        self.add(format!("security_events_total{{event=\"{event}\",result=\"{result}\"}}"));
    }

    pub(super) fn limited(&mut self, quota: &Quota, rate: &str) {
        let limit = match quota {
            Quota::Rate(_) => rate,
            Quota::FailedLogins(_) => "failed_logins",
            Quota::LongPolls(_) => "long_polls",
            Quota::AllLongPolls(_) => "all_long_polls",
            Quota::Watching(_) => "watch_streams",
            Quota::ActiveTables(_) => "active_tables",
            Quota::Parties(_) => "parties",
            _ => return,
        };
        self.add(format!("http_limited_total{{limit=\"{limit}\"}}"));
    }

    fn add(&mut self, name: String) {
        *self.least.entry(name).or_default() += 1;
    }
}

impl SimClient {
    /// Count a response of the server that still runs.
    pub(super) fn measure(&self, (ask, sent, response): Exchanged<'_>) {
        let mut notes = self.host.notes();
        let Some(route) = route_of(ask.method, &ask.path).filter(|_| sent.start == notes.measured.start) else {
            return;
        };
        let labels = format!("method=\"{}\",route=\"{}\"", ask.method, route.path());
        let class = response.status / 100;
        notes.measured.add(format!("http_requests_total{{{labels},status=\"{class}xx\"}}"));
        if ask.wait_s() > 0.0 && response.status == 200 {
            notes.measured.add(format!("http_poll_seconds_count{{{labels}}}"));
        }
    }
}

impl SimClient {
    /// Count a rejection by a limit.
    pub(super) fn measure_limit(&self, sent: &SentState, response: &ClientResponse, reply: &Reply) {
        let Err(Rejected { rejection: Rejection::Quota(quota), .. }) = reply else { return };
        let rate = response.header("ratelimit").and_then(|rate| rate.split('"').nth(1)).unwrap_or_default();
        let mut notes = self.host.notes();
        if sent.start == notes.measured.start {
            notes.measured.limited(quota, rate);
        }
    }
}

impl HostState {
    /// A server has started, with these metrics.
    pub(super) fn measure_begins(&self, start: u64, registry: Registry) {
        self.notes().measured = Measured { start, ..Measured::default() };
        *lock(&self.registry) = Some(registry);
    }

    /// Compare the metrics. If all is quiet, no request is open.
    pub(super) fn check_measures(&self, is_quiet: bool) {
        let mut text = String::new();
        if let Some(registry) = &*lock(&self.registry) {
            self.check(encode(&mut text, registry));
        }
        let shown: BTreeMap<&str, f64> = text
            .lines()
            .filter_map(|line| line.strip_prefix("turnstone_")?.rsplit_once(' '))
            .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
            .collect();
        let value = |name: &str| shown.get(name).copied().unwrap_or_default();
        let commits = self.judge().commits;
        let mut notes = self.notes();
        let Measured { least, clock_set, .. } = &notes.measured;
        let mut wrong: Vec<String> = Vec::new();
        let mut must = |name: &str, range: std::ops::RangeInclusive<f64>| {
            if !range.contains(&value(name)) {
                wrong.push(format!("the metric {name} is {}, and must be in {range:?}", value(name)));
            }
        };
        for (name, least) in least {
            must(name, *least as f64..=f64::MAX);
        }
        let commits = commits as f64;
        must("engine_commit_seconds_count", (commits - 1.0).max(0.0)..=commits + 1.0);
        must("clock_jumps_total{direction=\"forward\"}", 0.0..=clock_set[0] as f64);
        must("clock_jumps_total{direction=\"back\"}", 0.0..=clock_set[1] as f64);
        if is_quiet {
            must("http_open_requests", 0.0..=0.0);
        }
        let compared: Vec<&str> = KNOWN
            .into_iter()
            .filter(|name| match *name {
                "http_open_requests" => is_quiet,
                "engine_commit_seconds" => true,
                "clock_jumps" => clock_set.iter().any(|times| *times > 0),
                name => least.keys().any(|own| own.starts_with(name)),
            })
            .collect();
        for name in compared {
            notes.report.totals.counts.hit_cell(&OF_OPERATORS, &checked(&format!("the metric {name}"), "its value"));
        }
        drop(notes);
        if let Some(what) = wrong.into_iter().next() {
            self.fail(what);
        }
    }
}
