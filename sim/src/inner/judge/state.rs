//! What the judge remembers beside the model.

use crate::inner::oracles::Room;
use crate::prelude::*;

/// What a page should hold, as of the moment when it was looked up.
#[derive(Debug)]
pub(crate) enum ExpectedPage {
    History(Vec<HistoryRow>),
    Ledger(Vec<(u64, LedgerRow)>),
    Duels(Vec<DuelId>),
    Audit(Vec<(u64, AuditRow)>),
}

/// What has left for a browser: of which notice, of which turn, and the how-manieth try.
pub(crate) type PushSent = (NoticeId, u32, u8, [u8; 32]);

/// What came of what has left for browsers.
#[derive(Default)]
pub(crate) struct PushResults {
    /// The pushes on their way, by the calls that they are.
    pub(crate) called: BTreeMap<CallId, PushSent>,
    /// What was said to each call first.
    pub(crate) results: BTreeMap<CallId, CallResult>,
    /// Until when a browser's service wants to hear nothing of a turn.
    pub(crate) rests: BTreeMap<(NoticeId, u32, [u8; 32]), Millis>,
    /// The topics of what has left.
    pub(crate) topics: BTreeMap<TableId, String>,
}

impl PushResults {
    /// The outside says what came of a call.
    pub(crate) fn reported(&mut self, call: CallId, result: CallResult) {
        if self.called.contains_key(&call) {
            self.results.entry(call).or_insert(result);
        }
    }
}

/// A decision that the model was asked for.
pub(crate) struct AskedDecision {
    pub(crate) duel: DuelId,
    pub(crate) table: TableId,
    pub(crate) ply: u32,
    pub(crate) side: usize,
    pub(crate) choices: usize,
    pub(crate) reasons: FallbackReasons,
    pub(crate) until: Millis,
}

/// What is known of the model in this process.
#[derive(Default)]
pub(crate) struct Decisions {
    pub(crate) asked: BTreeMap<CallId, AskedDecision>,
    pub(crate) results: BTreeMap<CallId, CallResult>,
    /// Decisions that it did not make.
    pub(crate) failures: u32,
}

impl Decisions {
    /// The outside reports the result of a call.
    pub(crate) fn reported(&mut self, call: CallId, result: CallResult) {
        if self.asked.contains_key(&call) {
            self.results.entry(call).or_insert(result);
        }
    }
}

/// What the service counts without storing it: a restart begins anew.
#[derive(Default)]
pub(crate) struct Windows {
    pub(crate) minute: u64,
    pub(crate) requests: BTreeMap<(String, RateClass), u32>,
    pub(crate) ten_minutes: u64,
    pub(crate) failed: BTreeMap<Vec<u8>, u32>,
    pub(crate) hour: u64,
    /// Duels and self-checks that members began.
    pub(crate) begun: BTreeMap<(AccountId, bool), u32>,
    pub(crate) day: Day,
    pub(crate) today: BTreeMap<Vec<u8>, u32>,
    pub(crate) guests: BTreeMap<Vec<u8>, Vec<TableId>>,
}

/// The windows, in milliseconds.
pub(crate) const RATE_MS: u64 = RATE_WINDOW_S * 1_000;
pub(crate) const LOGINS_MS: u64 = FAILED_LOGINS_WINDOW_S * 1_000;
pub(crate) const DUELS_MS: u64 = DUELS_WINDOW_S * 1_000;

impl Windows {
    pub(crate) fn turn(&mut self, now: Millis) {
        if self.minute != now.0 / RATE_MS {
            self.minute = now.0 / RATE_MS;
            self.requests.clear();
        }
        if self.ten_minutes != now.0 / LOGINS_MS {
            self.ten_minutes = now.0 / LOGINS_MS;
            self.failed.clear();
        }
        if self.hour != now.0 / DUELS_MS {
            self.hour = now.0 / DUELS_MS;
            self.begun.clear();
        }
        if self.day != now.day() {
            self.day = now.day();
            self.today.clear();
        }
    }
}

/// What there was to be known before a step.
#[derive(Default)]
pub(crate) struct StateBefore {
    /// The request of the step, if it is one.
    pub(crate) id: Option<RequestId>,
    /// Whether much may happen in it: a poll can end, and then the table move on.
    pub(crate) tick: bool,
    /// Whether its credential counted.
    pub(crate) counted: bool,
    /// The table's plies and events.
    pub(crate) plies: u64,
    pub(crate) head: u64,
    /// Whether the caller is owed a refill.
    pub(crate) owed: bool,
    /// Whether the caller has a table of the day.
    pub(crate) tried: bool,
    /// The quotas that the request counts in.
    pub(crate) rooms: Vec<Room>,
    /// How many guest tables the caller's address has, and those that make room for another, oldest first.
    pub(crate) guest_tables: usize,
    pub(crate) idle_practice: Vec<TableId>,
    /// What the house may still lose to the caller, if there is a bound.
    pub(crate) house_left: Option<i64>,
    /// The facts of what is to be edited.
    pub(crate) facts: Value,
    /// What is to be said against the request.
    pub(crate) ruling: Ruling,
}

impl StateBefore {
    /// Before an order of the operator.
    pub(crate) fn order(id: RequestId, ruling: Ruling) -> Self {
        Self { id: Some(id), counted: true, ruling, ..Self::default() }
    }

    /// Before a tick.
    pub(crate) fn tick() -> Self {
        Self { tick: true, ..Self::default() }
    }
}

/// What there is to be said against a request. It is granted if that is nothing, and refused for one of these causes
/// otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ruling {
    pub(crate) against: Vec<&'static str>,
    /// If it is a repetition, which gets the earlier answer again: the record of its key.
    pub(crate) again: Option<[u8; 32]>,
}

impl From<Vec<&'static str>> for Ruling {
    fn from(against: Vec<&'static str>) -> Self {
        Self { against, again: None }
    }
}

/// A key in its scope.
pub(crate) type Scoped = (&'static str, String, String);

/// What a key stood for.
pub(crate) struct KnownReference {
    pub(crate) contents: String,
    /// The record of it.
    pub(crate) row: [u8; 32],
    pub(crate) made: RefResult,
    pub(crate) at: Millis,
    /// What was answered, but for tokens, which may be signed with another key.
    pub(crate) answer: Option<String>,
}

/// All keys that ever were.
pub(crate) type References = BTreeMap<Scoped, KnownReference>;
