//! The judge's state beside the model.

use crate::inner::oracles::Room;
use crate::rules::{DUELS_WINDOW_S, FAILED_LOGINS_WINDOW_S, RATE_WINDOW_S};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use turnstone_service::answer::FallbackReasons;
use turnstone_service::calls::{CallId, CallResult};
use turnstone_service::ids::{AccountId, DuelId, TableId};
use turnstone_service::record::{AuditRow, HistoryRow, LedgerRow, NoticeId, RefResult};
use turnstone_service::request::{RateClass, RequestId};
use turnstone_service::time::{Day, Millis};

/// The expected rows of a page at the time of its query.
#[derive(Debug)]
pub(crate) enum ExpectedPage {
    History(Vec<HistoryRow>),
    Ledger(Vec<(u64, LedgerRow)>),
    Duels(Vec<DuelId>),
    Audit(Vec<(u64, AuditRow)>),
}

/// A push that was sent: the notice, the turn, the number of the try, and the browser.
pub(crate) type PushSent = (NoticeId, u32, u8, [u8; 32]);

/// The results of pushes.
#[derive(Default)]
pub(crate) struct PushResults {
    /// Pushes in flight by their calls.
    pub(crate) called: BTreeMap<CallId, PushSent>,
    /// The first result of each call.
    pub(crate) results: BTreeMap<CallId, CallResult>,
    /// Until when the push service of a browser accepts nothing for a turn.
    pub(crate) rests: BTreeMap<(NoticeId, u32, [u8; 32]), Millis>,
    /// The topics of the sent pushes.
    pub(crate) topics: BTreeMap<TableId, String>,
}

impl PushResults {
    /// An outbound call returned.
    pub(crate) fn reported(&mut self, call: CallId, result: CallResult) {
        if self.called.contains_key(&call) {
            self.results.entry(call).or_insert(result);
        }
    }
}

/// A decision that was requested from the model.
pub(crate) struct AskedDecision {
    pub(crate) duel: DuelId,
    pub(crate) table: TableId,
    pub(crate) ply: u32,
    pub(crate) side: usize,
    pub(crate) choices: usize,
    pub(crate) reasons: FallbackReasons,
    pub(crate) until: Millis,
}

/// The expected state of model calls in this process.
#[derive(Default)]
pub(crate) struct Decisions {
    pub(crate) asked: BTreeMap<CallId, AskedDecision>,
    pub(crate) results: BTreeMap<CallId, CallResult>,
    /// Calls of duels that ended in the step that made the call.
    pub(crate) of_ended: BTreeSet<CallId>,
    /// Decisions that the model did not make.
    pub(crate) failures: u32,
}

impl Decisions {
    /// An outbound call returned.
    pub(crate) fn reported(&mut self, call: CallId, result: CallResult) {
        if self.asked.contains_key(&call) {
            self.results.entry(call).or_insert(result);
        }
    }
}

/// Counters that the service does not store: a restart resets them.
#[derive(Default)]
pub(crate) struct Windows {
    pub(crate) minute: u64,
    pub(crate) requests: BTreeMap<(String, RateClass), u32>,
    pub(crate) ten_minutes: u64,
    pub(crate) failed: BTreeMap<Vec<u8>, u32>,
    pub(crate) hour: u64,
    /// Duels and self-checks of members.
    pub(crate) begun: BTreeMap<(AccountId, bool), u32>,
    pub(crate) day: Day,
    pub(crate) today: BTreeMap<Vec<u8>, u32>,
    pub(crate) guests: BTreeMap<Vec<u8>, Vec<TableId>>,
}

/// The windows in milliseconds.
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

/// The state before a step.
#[derive(Default)]
pub(crate) struct StateBefore {
    /// The request of the step, if it is one.
    pub(crate) id: Option<RequestId>,
    /// Whether it is a tick, in which a poll can end before its table changes.
    pub(crate) tick: bool,
    /// Whether the credential was valid.
    pub(crate) counted: bool,
    /// The plies and events of the table.
    pub(crate) plies: u64,
    pub(crate) head: u64,
    /// Whether the caller is due a refill.
    pub(crate) owed: bool,
    /// Whether the caller has played the daily challenge.
    pub(crate) tried: bool,
    /// The quotas that the request counts against.
    pub(crate) rooms: Vec<Room>,
    /// The guest tables of the caller's address, and those that can be ended for another, oldest first.
    pub(crate) guest_tables: usize,
    pub(crate) idle_practice: Vec<TableId>,
    /// The remaining daily loss of the house to the caller, if it is limited.
    pub(crate) house_left: Option<i64>,
    /// The facts of the subject of an edit.
    pub(crate) facts: Value,
    /// The expected errors.
    pub(crate) ruling: Ruling,
}

/// The expected result of a request: success if `against` is empty, otherwise an error with one of these causes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ruling {
    pub(crate) against: Vec<&'static str>,
    /// The record of the idempotency key, if the request is a repetition that gets the earlier answer.
    pub(crate) again: Option<[u8; 32]>,
}

impl From<Vec<&'static str>> for Ruling {
    fn from(against: Vec<&'static str>) -> Self {
        Self { against, again: None }
    }
}

/// A key in its scope.
pub(crate) type Scoped = (&'static str, String, String);

/// The meaning of a key.
pub(crate) struct KnownReference {
    pub(crate) contents: String,
    /// The record of the key.
    pub(crate) row: [u8; 32],
    pub(crate) made: RefResult,
    pub(crate) at: Millis,
    /// The answer without its tokens, which may be signed with another key.
    pub(crate) answer: Option<String>,
}

/// All keys of the run.
pub(crate) type References = BTreeMap<Scoped, KnownReference>;
