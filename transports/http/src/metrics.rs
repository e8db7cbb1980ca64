//! What the door has answered, in the text form that Prometheus reads. Labels come from the route table alone: nothing
//! that a caller sent becomes one.

use super::routes::ROUTES;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters by route and by the first digit of the status.
pub struct Metrics {
    answered: Vec<[AtomicU64; 6]>,
    parked: AtomicU64,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        Self { answered: ROUTES.iter().map(|_| Default::default()).collect(), parked: AtomicU64::new(0) }
    }

    /// A request of the route at this place of the table was answered.
    pub(crate) fn answered(&self, place: usize, status: http::StatusCode) {
        let class = usize::from(status.as_u16() / 100).min(5);
        self.answered[place][class].fetch_add(1, Ordering::Relaxed);
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
        for (route, classes) in ROUTES.iter().zip(&self.answered) {
            for (class, count) in classes.iter().enumerate() {
                let count = count.load(Ordering::Relaxed);
                if count > 0 {
                    let (method, path) = (route.method(), route.path());
                    writeln!(
                        page,
                        "turnstone_http_answers_total{{method=\"{method}\",path=\"{path}\",status=\"{class}xx\"}} {count}"
                    )
                    .expect("a text takes all that is written to it");
                }
            }
        }
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
