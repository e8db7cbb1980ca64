//! Metrics of outbound calls: counts, results and durations.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::time::Instant;
use turnstone_service::calls::{Call, CallResult};

/// Buckets in seconds for a call, including its wait in the queue and its retries.
const SECONDS: [f64; 10] = [0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CallKind {
    Decide,
    Push,
    Tell,
}

impl CallKind {
    const ALL: [Self; 3] = [Self::Decide, Self::Push, Self::Tell];

    pub(crate) const fn of(call: &Call) -> Self {
        match call {
            Call::Decide(_) => Self::Decide,
            Call::Push(_) => Self::Push,
            Call::Tell(_) => Self::Tell,
        }
    }

    const fn labels(self) -> KindLabels {
        let kind = match self {
            Self::Decide => "decide",
            Self::Push => "push",
            Self::Tell => "tell",
        };
        KindLabels { kind }
    }

    const fn with(self, result: CallResult) -> ResultLabels {
        ResultLabels { kind: self.labels().kind, result: label_of(result) }
    }
}

const fn label_of(result: CallResult) -> &'static str {
    match result {
        CallResult::Decided(_) | CallResult::DecidedAgain(_) => "decided",
        CallResult::Undecided => "undecided",
        CallResult::TimedOut => "timed_out",
        CallResult::Delivered => "delivered",
        CallResult::Gone => "gone",
        CallResult::Refused => "refused",
        CallResult::Rejected => "rejected",
        CallResult::Failed { .. } => "failed",
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct ResultLabels {
    kind: &'static str,
    result: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct TokenLabels {
    direction: &'static str,
}

/// Counters by kind and result, and the calls that wait for their result.
#[derive(Debug)]
pub struct Counts {
    results: Family<ResultLabels, Counter>,
    under_way: Family<KindLabels, Gauge>,
    seconds: Family<ResultLabels, Histogram, fn() -> Histogram>,
    questions: Counter,
    tokens: Family<TokenLabels, Counter>,
}

impl Default for Counts {
    fn default() -> Self {
        let (results, under_way) = (Family::default(), Family::<KindLabels, Gauge>::default());
        for kind in CallKind::ALL {
            under_way.get_or_create(&kind.labels()).set(0);
        }
        let seconds = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> Histogram);
        let counts = Self { results, under_way, seconds, questions: Counter::default(), tokens: Family::default() };
        counts.used(0, 0);
        counts
    }
}

impl Counts {
    /// Count a call as under way until the guard is dropped.
    pub(crate) fn begin(self: &Arc<Self>, kind: CallKind) -> UnderWay {
        self.under_way.get_or_create(&kind.labels()).inc();
        UnderWay { counts: self.clone(), kind, since: Instant::now() }
    }

    /// Count the result of a call.
    pub(crate) fn count(&self, kind: CallKind, result: CallResult) {
        self.results.get_or_create(&kind.with(result)).inc();
    }

    /// Count a question to the model: a decision takes one or two.
    pub(crate) fn asked(&self) {
        self.questions.inc();
    }

    /// Count the tokens of question and response, as the model reports them.
    pub(crate) fn used(&self, prompt: u64, completion: u64) {
        self.tokens.get_or_create(&TokenLabels { direction: "prompt" }).inc_by(prompt);
        self.tokens.get_or_create(&TokenLabels { direction: "completion" }).inc_by(completion);
    }

    pub fn register(&self, registry: &mut Registry) {
        registry.register("outgoing_calls", "Finished outbound calls", self.results.clone());
        registry.register(
            "outgoing_calls_under_way",
            "Calls to the outside that wait for their turn or their result",
            self.under_way.clone(),
        );
        registry.register(
            "outgoing_call_seconds",
            "Calls to the outside, from when they were taken to their result",
            self.seconds.clone(),
        );
        registry.register(
            "outgoing_model_questions",
            "Questions sent to the model: a decision takes one or two",
            self.questions.clone(),
        );
        registry.register(
            "outgoing_model_tokens",
            "Tokens of questions and answers, as the model's answers report them",
            self.tokens.clone(),
        );
    }
}

/// A call that waits for its result.
pub(crate) struct UnderWay {
    counts: Arc<Counts>,
    kind: CallKind,
    since: Instant,
}

impl UnderWay {
    /// Count the result of the call.
    pub(crate) fn ended(self, result: CallResult) {
        self.counts.count(self.kind, result);
        self.counts.seconds.get_or_create(&self.kind.with(result)).observe(self.since.elapsed().as_secs_f64());
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.counts.under_way.get_or_create(&self.kind.labels()).dec();
    }
}
