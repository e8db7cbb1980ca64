//! What the door has answered, in the text form that Prometheus reads. Labels come from the route table alone: nothing
//! that a caller sent becomes one.

use super::routes::ROUTES;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters by route and by the first digit of the status; the files and pages of the web client are one more.
pub struct Metrics {
    answered: Vec<StatusCounts>,
    site: StatusCounts,
    parked: AtomicU64,
}

#[derive(Default)]
struct StatusCounts([AtomicU64; 6]);

impl StatusCounts {
    fn count(&self, status: http::StatusCode) {
        let class = usize::from(status.as_u16() / 100).min(5);
        self.0[class].fetch_add(1, Ordering::Relaxed);
    }

    fn write(&self, page: &mut String, method: &str, path: &str) {
        for (class, count) in self.0.iter().enumerate() {
            let count = count.load(Ordering::Relaxed);
            if count > 0 {
                writeln!(
                    page,
                    "turnstone_http_answers_total{{method=\"{method}\",path=\"{path}\",status=\"{class}xx\"}} {count}"
                )
                .expect("a text takes all that is written to it");
            }
        }
    }
}

impl Metrics {
    pub(crate) fn new() -> Self {
        Self {
            answered: ROUTES.iter().map(|_| StatusCounts::default()).collect(),
            site: StatusCounts::default(),
            parked: AtomicU64::new(0),
        }
    }

    /// A request of the route at this place of the table was answered.
    pub(crate) fn answered(&self, place: usize, status: http::StatusCode) {
        self.answered[place].count(status);
    }

    /// A request for something of the web client was answered.
    pub(crate) fn answered_site(&self, status: http::StatusCode) {
        self.site.count(status);
    }

    /// Count a request as open until the guard is dropped.
    pub(crate) fn open(&self) -> OpenRequest<'_> {
        self.parked.fetch_add(1, Ordering::Relaxed);
        OpenRequest(self)
    }

    /// The page.
    pub fn page(&self) -> String {
        let mut page = String::from(
            "# HELP turnstone_http_answers_total Answered requests.\n# TYPE turnstone_http_answers_total counter\n",
        );
        for (route, counts) in ROUTES.iter().zip(&self.answered) {
            counts.write(&mut page, route.method().as_str(), route.path());
        }
        self.site.write(&mut page, "GET", "site");
        let open = self.parked.load(Ordering::Relaxed);
        write!(
            page,
            "# HELP turnstone_http_open_requests Requests that wait for their answer, parked polls among them.\n\
             # TYPE turnstone_http_open_requests gauge\nturnstone_http_open_requests {open}\n"
        )
        .expect("a text takes all that is written to it");
        page
    }
}

/// A request that waits for its answer.
pub(crate) struct OpenRequest<'a>(&'a Metrics);

impl Drop for OpenRequest<'_> {
    fn drop(&mut self) {
        self.0.parked.fetch_sub(1, Ordering::Relaxed);
    }
}
