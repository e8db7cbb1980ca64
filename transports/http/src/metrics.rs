//! Metrics of the HTTP transport. Labels come only from the route table and from our own lists: no label comes from a
//! caller's input.

use http::StatusCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::OnceLock;
use std::time::Duration;
use turnstone_documents::ROUTES;
use turnstone_service::effects::Rate;
use turnstone_service::rejection::Quota;

/// Buckets in seconds for a request without a wait.
const QUICK: [f64; 14] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Buckets in seconds for a long-poll, which may wait for fifty.
const POLL: [f64; 10] = [0.01, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0, 60.0];
/// By the first digit of the status; the last are those whose caller disconnected.
const STATUSES: [&str; 5] = ["2xx", "3xx", "4xx", "5xx", "left"];

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: &'static str,
    status: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RouteLabels {
    method: &'static str,
    route: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct LimitLabels {
    limit: &'static str,
}

pub struct HttpMetrics {
    requests: Family<RequestLabels, Counter>,
    request_seconds: Family<RouteLabels, Histogram, fn() -> Histogram>,
    poll_seconds: Family<RouteLabels, Histogram, fn() -> Histogram>,
    open: Gauge,
    limited: Family<LimitLabels, Counter>,
    /// The metrics of the routes, by index in the table: looked up once.
    routes: Vec<OnceLock<OfRoute>>,
}

/// The metrics of one route.
struct OfRoute {
    requests: [Counter; STATUSES.len()],
    request_seconds: Histogram,
    poll_seconds: OnceLock<Histogram>,
}

/// A request that was answered, or whose caller disconnected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    /// The index of its route in the table, if it has one.
    pub(crate) place: Option<usize>,
    pub(crate) method: &'static str,
    /// The target of its path.
    pub(crate) route: &'static str,
    /// Whether it was a long-poll.
    pub(crate) is_poll: bool,
    /// The status of its response.
    pub(crate) status: Option<StatusCode>,
    pub(crate) took: Duration,
}

impl HttpMetrics {
    pub(crate) fn new() -> Self {
        let quick: fn() -> Histogram = || Histogram::new(QUICK);
        let poll: fn() -> Histogram = || Histogram::new(POLL);
        Self {
            requests: Family::default(),
            request_seconds: Family::new_with_constructor(quick),
            poll_seconds: Family::new_with_constructor(poll),
            open: Gauge::default(),
            limited: Family::default(),
            routes: ROUTES.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// Count a request and its duration.
    pub(crate) fn measured(&self, request: Measured) {
        let Measured { place, method, route, is_poll, status, took } = request;
        let status = status.map_or(4, |status| usize::from(status.as_u16() / 100).clamp(2, 5) - 2);
        let seconds = took.as_secs_f64();
        let Some(place) = place else {
            self.requests.get_or_create(&RequestLabels { method, route, status: STATUSES[status] }).inc();
            let family = if is_poll { &self.poll_seconds } else { &self.request_seconds };
            family.get_or_create(&RouteLabels { method, route }).observe(seconds);
            return;
        };
        let own = self.routes[place].get_or_init(|| self.of_route(&RouteLabels { method, route }));
        own.requests[status].inc();
        if is_poll {
            let labels = RouteLabels { method, route };
            own.poll_seconds.get_or_init(|| self.poll_seconds.get_or_create_owned(&labels)).observe(seconds);
        } else {
            own.request_seconds.observe(seconds);
        }
    }

    /// With all statuses at zero, so that the first failure shows as an increase.
    fn of_route(&self, RouteLabels { method, route }: &RouteLabels) -> OfRoute {
        let counter = |status| self.requests.get_or_create_owned(&RequestLabels { method, route, status });
        OfRoute {
            requests: STATUSES.map(counter),
            request_seconds: self.request_seconds.get_or_create_owned(&RouteLabels { method, route }),
            poll_seconds: OnceLock::new(),
        }
    }

    /// Count a request as open until the guard is dropped.
    pub(crate) fn open(&self) -> OpenRequest<'_> {
        self.open.inc();
        OpenRequest(self)
    }

    /// Count a rejection by a limit; `rate` is the rate limit of the request.
    pub(crate) fn limited(&self, quota: Quota, rate: Option<Rate>) {
        let limit = match quota {
            Quota::Rate(_) => rate.map_or("requests", |rate| rate.name),
            Quota::FailedLogins(_) => "failed_logins",
            Quota::LongPolls(_) => "long_polls",
            Quota::AllLongPolls(_) => "all_long_polls",
            Quota::Watching(_) => "watch_streams",
            Quota::Practice(_) => "practice_active",
            Quota::PracticeInTenMinutes(_) => "practice_in_ten_minutes",
            Quota::PracticeToday(_) => "practice_today",
            Quota::Friendly(_) => "friendly_tables",
            Quota::AllFriendly(_) => "all_friendly_tables",
            Quota::ActiveTables(_) => "active_tables",
            Quota::TablesToday(_) => "tables_today",
            Quota::Tickets(_) => "tickets_an_hour",
            Quota::Parties(_) => "parties",
            Quota::Blocks(_) => "blocks",
            Quota::PushSubscriptions(_) => "push_subscriptions",
            Quota::Duels(_) => "duels",
            Quota::Rematch(_) => "rematch",
            Quota::SelfChecks(_) => "self_checks",
            Quota::ModelCalls(_) => "model_calls",
        };
        self.limited.get_or_create(&LimitLabels { limit }).inc();
    }

    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "http_requests",
            "Requests with a response, or whose caller disconnected",
            self.requests.clone(),
        );
        registry.register(
            "http_request_seconds",
            "From the head of a request to its response, without long-polls; of an event stream to its head",
            self.request_seconds.clone(),
        );
        registry.register("http_poll_seconds", "The same for long-polls", self.poll_seconds.clone());
        registry.register(
            "http_open_requests",
            "Requests without a response yet, including pending long-polls",
            self.open.clone(),
        );
        registry.register("http_limited", "Requests rejected by a limit", self.limited.clone());
    }
}

/// A request without a response yet.
pub(crate) struct OpenRequest<'a>(&'a HttpMetrics);

impl Drop for OpenRequest<'_> {
    fn drop(&mut self) {
        self.0.open.dec();
    }
}
