//! The shared state of a run: the machine and the clocks, the judge, and the active faults.

use super::exchange::{ClientRequest, ClientResponse, HalfRead};
use super::judge::NetworkJudge;
use super::log::LogBook;
use super::machines::{Begins, DATA, MACHINES, PairNotes, Slot};
use super::measures::Measured;
use super::setup::NetworkSetup;
use super::{Form, NetworkReport};
use crate::inner::provide_keys;
use crate::parts::lock;
use crate::progress;
use crate::rng::mix;
use crate::world::{HostId, MachineClock, SimNet, address};
use madsim::time::Instant;
use prometheus_client::registry::Registry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::net::IpAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;
use tokio::sync::Notify;
use turnstone_http::Pages;
use turnstone_service::config::Limits;
use turnstone_service::ids::AccountId;
use xxhash_rust::xxh3::xxh3_64;

pub(super) struct HostState {
    pub(super) seed: u64,
    pub(super) setup: NetworkSetup,
    pub(super) net: SimNet,
    pub(super) slots: [Mutex<Slot>; MACHINES],
    /// The machine that clients connect to.
    pub(super) serving: AtomicUsize,
    pub(super) pair: Mutex<PairNotes>,
    /// The documents of all servers of the run.
    pub(super) pages: OnceLock<Arc<Pages>>,
    /// Starts and promotions. Processes of earlier numbers are not judged.
    pub(super) starts: AtomicU64,
    /// Makes the server stop.
    pub(super) stop: Notify,
    /// Makes the server take the newest limits.
    pub(super) reload: Notify,
    /// Kept connections: those of each client, and at the end those that clients share behind a proxy.
    pub(super) lines: [Mutex<Vec<KeptLine>>; 6],
    pub(super) log: LogBook,
    /// The metrics of the server.
    pub(super) registry: Mutex<Option<Registry>>,
    notes: Mutex<HostNotes>,
    judge: Mutex<NetworkJudge>,
}

/// The active faults when a request was sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct SendMark {
    disturbed: u64,
    drains: u64,
    /// There was no fault, and no stop in progress.
    is_calm: bool,
}

/// A connection, and the faults of its last use.
pub(super) type KeptLine = (HalfRead, SendMark);

#[derive(Default)]
pub(super) struct HostNotes {
    pub(super) report: NetworkReport,
    /// The server takes connections.
    pub(super) is_up: bool,
    /// The server has stopped, or ended by itself.
    pub(super) has_stopped: bool,
    /// The server reports that it stops soon.
    pub(super) is_leaving: bool,
    /// A disk failure is planned, or the standby may be out of reach: the loop may fail.
    pub(super) may_break: bool,
    /// The faults are over.
    pub(super) calm: bool,
    /// Accounts by their names in the log.
    pub(super) pseudonyms: BTreeMap<String, AccountId>,
    pub(super) measured: Measured,
    /// The requests of clients for the erasure of their accounts, by number, with the time of the response.
    pub(super) erasures: BTreeMap<u64, Option<Instant>>,
    /// Bodies by their tags.
    tags: BTreeMap<String, Vec<u8>>,
    pub(super) sent: u64,
    /// Requests up to this step were drawn before the state of the service became an earlier one.
    pub(super) forgotten: u32,
    /// The number of active faults, and a number that changes with each.
    troubles: u32,
    disturbed: u64,
    drains: u64,
    draining: bool,
    drained_at: Option<Instant>,
    /// Request ids that the server generated.
    pub(super) own_ids: BTreeSet<String>,
    /// Limits that were in force, each until it was certainly replaced.
    pub(super) limits: Vec<(Limits, Option<Instant>)>,
}

impl HostState {
    pub(super) fn new(seed: u64, form: Form, net: SimNet, log: LogBook) -> Self {
        let setup = NetworkSetup::draw(seed, form);
        let slots = std::array::from_fn(|machine| {
            let drift = (mix(&[seed, 0xd21f, machine as u64]) % 2_000) as i64 - 1_000;
            let clock = MachineClock { net: net.clone(), host: machine, skew_ms: Arc::default(), drift };
            Mutex::new(Slot::new(clock, if machine == 0 { Begins::Server } else { Begins::Standby }))
        });
        let host = Self {
            seed,
            judge: Mutex::new(NetworkJudge::new(setup.settings.clone())),
            setup,
            net,
            slots,
            serving: AtomicUsize::new(0),
            pair: Mutex::default(),
            pages: OnceLock::new(),
            starts: AtomicU64::new(0),
            stop: Notify::new(),
            reload: Notify::new(),
            lines: Default::default(),
            log,
            registry: Mutex::default(),
            notes: Mutex::default(),
        };
        host.check(provide_keys(&host.disk(0), Path::new(DATA), &host.setup.settings.keys_text()));
        host
    }

    pub(super) fn hit(&self, what: &'static str) {
        let mut notes = self.notes();
        notes.report.totals.counts.hit(what);
        if what.starts_with("fault: ") {
            notes.report.story.fault(what);
        }
    }

    /// A fault begins: responses may be late or lost.
    pub(super) fn trouble_begins(&self) {
        let mut notes = self.notes();
        notes.troubles += 1;
        notes.disturbed += 1;
    }

    pub(super) fn trouble_ends(&self) {
        let mut notes = self.notes();
        notes.troubles -= 1;
        notes.disturbed += 1;
    }

    /// These limits may be in force from now on.
    pub(super) fn limits_begin(&self, limits: &Limits) {
        self.notes().limits.push((limits.clone(), None));
    }

    /// The newest limits are in force, and no others.
    pub(super) fn limits_hold(&self) {
        if let Some((_, before)) = self.notes().limits.split_last_mut() {
            before.iter_mut().for_each(|(_, until)| *until = until.or_else(|| Some(Instant::now())));
        }
    }

    /// Whether limits match that may have been in force since this time.
    pub(super) fn limits_since(&self, moment: Instant, fit: impl Fn(&Limits) -> bool) -> bool {
        let notes = self.notes();
        notes.limits.iter().rev().any(|(limits, until)| until.is_none_or(|until| until >= moment) && fit(limits))
    }

    /// The server begins a clean stop.
    pub(super) fn drain_begins(&self) {
        let mut notes = self.notes();
        notes.drains += 1;
        notes.draining = true;
        notes.drained_at = Some(Instant::now());
    }

    /// The server has started again.
    pub(super) fn drain_ends(&self) {
        let mut notes = self.notes();
        (notes.draining, notes.is_leaving) = (false, false);
    }

    pub(super) fn mark(&self) -> SendMark {
        let HostNotes { disturbed, troubles, drains, draining, .. } = *self.notes();
        SendMark { disturbed, drains, is_calm: troubles == 0 && !draining }
    }

    /// Whether there was no fault and no stop since then.
    pub(super) fn all_well_since(&self, mark: SendMark) -> bool {
        self.undisturbed_since(mark) && self.notes().drains == mark.drains
    }

    /// Whether there was no fault since then, other than a clean stop.
    pub(super) fn undisturbed_since(&self, mark: SendMark) -> bool {
        mark.is_calm && self.notes().disturbed == mark.disturbed
    }

    /// Whether there was exactly one fault since then, which is over.
    pub(super) fn only_one_trouble_since(&self, mark: SendMark) -> bool {
        self.all_well_since(SendMark { disturbed: mark.disturbed + 2, ..mark })
    }

    /// Whether the server began to stop well after this time, without another fault.
    pub(super) fn was_drained_after(&self, mark: SendMark, moment: Instant) -> bool {
        let is_after = |at: Instant| at > moment + Duration::from_millis(500);
        self.undisturbed_since(mark) && !self.all_well_since(mark) && self.notes().drained_at.is_some_and(is_after)
    }

    /// A rule was violated. The first violation is reported.
    pub(super) fn fail(&self, what: String) {
        let NetworkReport { failure, story, .. } = &mut self.notes().report;
        story.broken(&what);
        failure.get_or_insert(what);
    }

    pub(super) fn has_failed(&self) -> bool {
        self.notes().report.failure.is_some()
    }

    pub(super) fn check(&self, held: Result<(), impl Display>) {
        if let Err(what) = held {
            self.fail(what.to_string());
        }
    }

    /// The number of the next request.
    pub(super) fn next_number(&self) -> u64 {
        let mut notes = self.notes();
        notes.sent += 1;
        progress::beat(self.seed, notes.sent as u32);
        notes.sent
    }

    /// A client received this response.
    pub(super) fn response(&self, client: u64, ask: &ClientRequest, response: &ClientResponse) {
        let order = self.judge().order;
        let NetworkReport { totals, story, .. } = &mut self.notes().report;
        story.response(client, ask, response);
        totals.work += 1;
        let headers = response.headers.iter().filter(|(name, _)| name != "date");
        let headers: String = headers.flat_map(|(name, value)| [name, ": ", value, "\n"]).collect();
        let parts = [totals.trace, response.status.into(), xxh3_64(headers.as_bytes()), xxh3_64(&response.body)];
        totals.trace = mix(&parts);
        totals.traces.push((story.last(), mix(&[totals.trace, order])));
    }

    pub(super) const fn client(number: u64) -> HostId {
        MACHINES + number as HostId
    }

    pub(super) const fn client_address(number: u64) -> IpAddr {
        IpAddr::V4(address(Self::client(number)))
    }

    pub(super) fn report(&self, simulated_ms: u64) -> NetworkReport {
        let judge = self.judge();
        let mut report = std::mem::take(&mut self.notes().report);
        report.form = if self.setup.pair.is_some() { Form::Pair } else { Form::Alone };
        report.totals.counts.merge(&judge.counts);
        report.totals.trace = mix(&[report.totals.trace, judge.order]);
        report.totals.simulated_ms = simulated_ms;
        report
    }

    pub(super) fn notes(&self) -> MutexGuard<'_, HostNotes> {
        lock(&self.notes)
    }

    pub(super) fn judge(&self) -> MutexGuard<'_, NetworkJudge> {
        lock(&self.judge)
    }
}

impl HostNotes {
    /// Record a body with its tag, which must not belong to another body. Returns whether it is new.
    pub(super) fn learn_tag(&mut self, tag: &str, body: &[u8]) -> Result<bool, String> {
        let known = self.tags.entry(tag.to_owned());
        let is_new = matches!(known, std::collections::btree_map::Entry::Vacant(_));
        let is_same = known.or_insert_with(|| body.to_owned()) == body;
        if is_same { Ok(is_new) } else { Err(format!("the tag {tag} stands for two bodies")) }
    }
}
