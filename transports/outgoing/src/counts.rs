//! What was called and what came of it, in the text form that Prometheus reads.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use turnstone_service::calls::{Call, CallResult};

/// A kind of calls, as its label says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Decide,
    Push,
    Tell,
}

const KINDS: [&str; 3] = ["decide", "push", "tell"];
const RESULTS: [&str; 6] = ["decided", "undecided", "delivered", "gone", "refused", "failed"];

impl Kind {
    pub(crate) const fn of(call: &Call) -> Self {
        match call {
            Call::Decide(_) => Self::Decide,
            Call::Push(_) => Self::Push,
            Call::Tell(_) => Self::Tell,
        }
    }
}

const fn place(result: CallResult) -> usize {
    match result {
        CallResult::Decided(_) => 0,
        CallResult::Undecided => 1,
        CallResult::Delivered => 2,
        CallResult::Gone => 3,
        CallResult::Refused => 4,
        CallResult::Failed { .. } => 5,
    }
}

/// Counters by kind and result, and those that wait for their result.
#[derive(Default, Debug)]
pub struct Counts {
    results: [[AtomicU64; RESULTS.len()]; KINDS.len()],
    under_way: [AtomicU64; KINDS.len()],
}

impl Counts {
    /// Count a call as under way until the guard is dropped.
    pub(crate) fn begin(self: &Arc<Self>, kind: Kind) -> UnderWay {
        self.under_way[kind as usize].fetch_add(1, Ordering::Relaxed);
        UnderWay { counts: self.clone(), kind }
    }

    /// This came of a call.
    pub(crate) fn count(&self, kind: Kind, result: CallResult) {
        self.results[kind as usize][place(result)].fetch_add(1, Ordering::Relaxed);
    }

    /// The page.
    pub fn page(&self) -> String {
        let mut page = String::from(
            "# HELP turnstone_outgoing_calls_total Calls to the outside.\n# TYPE turnstone_outgoing_calls_total counter\n",
        );
        for (kind, results) in KINDS.iter().zip(&self.results) {
            for (result, count) in RESULTS.iter().zip(results) {
                let count = count.load(Ordering::Relaxed);
                if count > 0 {
                    writeln!(page, "turnstone_outgoing_calls_total{{kind=\"{kind}\",result=\"{result}\"}} {count}")
                        .expect("a text takes all that is written to it");
                }
            }
        }
        page.push_str(
            "# HELP turnstone_outgoing_calls_under_way Calls to the outside that wait for their turn or their result.\n\
             # TYPE turnstone_outgoing_calls_under_way gauge\n",
        );
        for (kind, count) in KINDS.iter().zip(&self.under_way) {
            let count = count.load(Ordering::Relaxed);
            writeln!(page, "turnstone_outgoing_calls_under_way{{kind=\"{kind}\"}} {count}")
                .expect("a text takes all that is written to it");
        }
        page
    }
}

/// A call that waits for its result.
pub(crate) struct UnderWay {
    counts: Arc<Counts>,
    kind: Kind,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.counts.under_way[self.kind as usize].fetch_sub(1, Ordering::Relaxed);
    }
}
