//! The judge's state beside the model.

use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use turnstone_service::answer::FallbackReasons;

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

#[derive(Default)]
pub(crate) struct PushResults {
    /// Pushes in flight by their calls.
    pub(crate) called: BTreeMap<CallId, PushSent>,
    /// Until when the push service of a browser accepts nothing for a turn.
    pub(crate) rests: BTreeMap<(NoticeId, u32, [u8; 32]), Millis>,
    /// The topics of the sent pushes.
    pub(crate) topics: BTreeMap<TableId, String>,
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
    /// Calls of duels that ended in the step that made the call.
    pub(crate) of_ended: BTreeSet<CallId>,
    /// Decisions that the model did not make.
    pub(crate) failures: u32,
}

/// What members may do so often in an hour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hourly {
    Duel,
    SelfCheck,
    Ticket,
}

impl Hourly {
    pub(crate) const fn quota(self) -> fn(Retry) -> Quota {
        match self {
            Self::Duel => Quota::Duels,
            Self::SelfCheck => Quota::SelfChecks,
            Self::Ticket => Quota::Tickets,
        }
    }

    pub(crate) const fn limit(self, settings: &WorldSettings) -> u32 {
        match self {
            Self::Duel => settings.duels_per_hour,
            Self::SelfCheck => settings.selfchecks_per_hour,
            Self::Ticket => settings.tickets_per_hour,
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
    /// Practice tables opened by the guests of an address in these ten minutes.
    pub(crate) lately: BTreeMap<Vec<u8>, u32>,
    pub(crate) hour: u64,
    pub(crate) hourly: BTreeMap<(AccountId, Hourly), u32>,
    pub(crate) day: Day,
    pub(crate) today: BTreeMap<Vec<u8>, u32>,
    pub(crate) guests: BTreeMap<Vec<u8>, Vec<TableId>>,
    /// Friendly tables that guests of an address made.
    pub(crate) friendly: BTreeMap<Vec<u8>, Vec<TableId>>,
}

impl Windows {
    pub(crate) fn turn(&mut self, now: Millis) {
        if std::mem::replace(&mut self.minute, now.0 / RATE_MS) != now.0 / RATE_MS {
            self.requests.clear();
        }
        if std::mem::replace(&mut self.ten_minutes, now.0 / LOGINS_MS) != now.0 / LOGINS_MS {
            self.failed.clear();
            self.lately.clear();
        }
        if std::mem::replace(&mut self.hour, now.0 / HOUR_MS) != now.0 / HOUR_MS {
            self.hourly.clear();
        }
        if std::mem::replace(&mut self.day, now.day()) != now.day() {
            self.today.clear();
        }
    }
}

/// A quota of a request: whether it was exhausted, its limit, and when there is room again. The latter is unknown if it
/// depends on other acts.
pub(crate) struct Room {
    pub(crate) quota: fn(Retry) -> Quota,
    pub(crate) over: bool,
    pub(crate) limit: u32,
    pub(crate) free_at: Option<Millis>,
}

impl Room {
    pub(crate) fn of(quota: fn(Retry) -> Quota, used: usize, limit: u32, free_at: Option<Millis>) -> Self {
        Self { quota, over: limit != 0 && used >= limit as usize, limit, free_at }
    }
}

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

/// A reply, the state before its step, and the changes of the step.
#[derive(Clone, Copy)]
pub(crate) struct StepReply<'a> {
    pub(crate) id: RequestId,
    pub(crate) reply: &'a Reply,
    pub(crate) before: &'a StateBefore,
    pub(crate) changes: &'a [Change],
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

/// The version of what is archived: it never changes.
pub(crate) const ARCHIVED: u64 = u64::MAX;
/// The version of someone who does not have the seats of now.
pub(crate) const FORMER: u64 = u64::MAX - 1;
/// The version of someone with an id that was made within a tick: it may be of a row that was there for a moment.
pub(crate) const UNSURE: u64 = u64::MAX - 2;

/// What an id has a digest of: the row of a table, whether it is archived, its players whose names an erasure has changed,
/// the number of messages in its chat that name an erased member, and when its turns were renewed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SeatsSeen {
    pub(crate) row: TableRow,
    pub(crate) archived: bool,
    pub(crate) erased: Vec<AccountId>,
    pub(crate) erased_messages: usize,
    pub(crate) renewed: Millis,
    /// The rematch that the reader sees.
    pub(crate) rematch: Option<TableId>,
}

/// The digests of the seats and the status of tables.
#[derive(Default)]
pub(crate) struct SeatDigests(BTreeMap<TableId, Vec<(SeatsSeen, u64)>>);

impl SeatDigests {
    /// The version of what someone has who has this digest: that of now if it is of this row.
    pub(crate) fn version(&self, table: TableId, digest: u64, seats: &SeatsSeen, now: u64) -> u64 {
        let known = self.0.get(&table).and_then(|known| known.iter().find(|(_, own)| *own == digest));
        known.map_or(UNSURE, |(of, _)| if of == seats { now } else { FORMER })
    }

    /// Equal rows with the same names have one digest, in every process, and others have others.
    pub(crate) fn keep(&mut self, table: TableId, digest: u64, seats: SeatsSeen) -> CheckResult {
        let known = self.0.entry(table).or_default();
        let mut is_known = false;
        for (of, own) in known.iter() {
            let same = *of == seats;
            let said = || format!("{table}: {digest:x} of {seats:?}");
            must(same == (*own == digest), "an id tells the seats and the status of a table", said)?;
            is_known |= same;
        }
        if !is_known {
            known.push((seats, digest));
        }
        Ok(())
    }
}
