//! What a world shares: its disk and clocks, whether there is trouble, what was told to whom, and what was seen.

use super::OuterReport;
use super::disk::FaultyDisk;
use super::exchange::{ClientRequest, ClientResponse};
use super::facts::KnownFacts;
use super::finish::SeenViews;
use super::responses::{Audience, LoggedResponse, ResponseLog};
use super::story::Story;
use super::stream::PeerBuffers;
use crate::count::Counts;
use crate::progress;
use crate::rng::Rng;
use madsim::time::{Instant, TimeHandle};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, UNIX_EPOCH};
use tokio::sync::Notify;

/// What a world shares.
pub(super) struct HostState {
    pub(super) seed: u64,
    pub(super) disk: FaultyDisk,
    pub(super) gates: PeerBuffers,
    pub(super) skew_ms: Arc<AtomicI64>,
    pub(super) starts: AtomicU64,
    /// Rings for the server to stop.
    pub(super) stop: Notify,
    /// The server takes connections.
    pub(super) is_up: AtomicBool,
    /// The server has stopped in order.
    pub(super) has_stopped: AtomicBool,
    /// The disk is to fail: the loop may break.
    pub(super) may_break: AtomicBool,
    calm: AtomicBool,
    notes: Mutex<HostNotes>,
}

/// What things were like when a request was sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct SendMark {
    disturbed: u64,
    troubles: u32,
    drains: u64,
    draining: bool,
}

#[derive(Default)]
pub(super) struct HostNotes {
    pub(super) counts: Counts,
    pub(super) facts: KnownFacts,
    pub(super) log: ResponseLog,
    /// What was seen of matches, until they are judged; and tables of which the end was looked at.
    pub(super) seen: SeenViews,
    pub(super) ended: BTreeSet<String>,
    trace: u64,
    answered: u64,
    sent: u64,
    failure: Option<String>,
    story: Story,
    pub(super) invitation: Option<String>,
    /// Tables that were made, for others to find.
    tables: Vec<String>,
    pub(super) parties: Vec<String>,
    /// Claim tokens for whoever wants to play.
    pub(super) offers: Vec<SeatOffer>,
    /// Tables and chats that only some may know of: by clients.
    pub(super) private: BTreeMap<String, BTreeSet<u64>>,
    /// The present handle of each client.
    pub(super) handles: BTreeMap<u64, String>,
    /// Whose handle it is or was.
    pub(super) clients: BTreeMap<String, u64>,
    /// Tables whose grants may have been ended by the owner.
    pub(super) ended_grants: BTreeSet<String>,
    /// How far ahead the wall clock ever was.
    most_ahead_ms: i64,
    /// Members that may have been erased.
    pub(super) erased: BTreeSet<String>,
    /// Those that are, with the number of the newest request at the time.
    pub(super) gone: BTreeMap<String, u64>,
    /// Troubles that are going on, and a number that changes with each.
    troubles: u32,
    disturbed: u64,
    drains: u64,
    draining: bool,
    drained_at: Option<Instant>,
}

/// A seat for whoever comes.
#[derive(Clone)]
pub(super) struct SeatOffer {
    pub(super) from: u64,
    pub(super) table: String,
    pub(super) token: String,
}

impl HostState {
    pub(super) fn new(seed: u64, lies: bool) -> Self {
        Self {
            seed,
            disk: if lies { FaultyDisk::lying() } else { FaultyDisk::default() },
            gates: PeerBuffers::default(),
            skew_ms: Arc::default(),
            starts: AtomicU64::new(0),
            stop: Notify::new(),
            is_up: AtomicBool::new(false),
            has_stopped: AtomicBool::new(false),
            may_break: AtomicBool::new(false),
            calm: AtomicBool::new(false),
            notes: Mutex::default(),
        }
    }

    pub(super) fn hit(&self, what: &'static str) {
        let mut notes = self.notes();
        notes.counts.hit(what);
        if what.starts_with("fault: ") {
            notes.story.fault(what);
        }
    }

    /// Something begins after which answers may be late or lost.
    pub(super) fn trouble_begins(&self) {
        let mut notes = self.notes();
        notes.troubles += 1;
        notes.disturbed += 1;
    }

    /// It is over.
    pub(super) fn trouble_ends(&self) {
        let mut notes = self.notes();
        notes.troubles -= 1;
        notes.disturbed += 1;
    }

    /// The server begins to stop in order.
    pub(super) fn drain_begins(&self) {
        let mut notes = self.notes();
        notes.drains += 1;
        notes.draining = true;
        notes.drained_at = Some(Instant::now());
    }

    /// It is there again.
    pub(super) fn drain_ends(&self) {
        self.notes().draining = false;
    }

    pub(super) fn mark(&self) -> SendMark {
        let notes = self.notes();
        let HostNotes { disturbed, troubles, drains, draining, .. } = *notes;
        SendMark { disturbed, troubles, drains, draining }
    }

    /// Whether all was well from then on, up to now.
    pub(super) fn all_well_since(&self, mark: SendMark) -> bool {
        self.undisturbed_since(mark) && self.notes().drains == mark.drains
    }

    /// Whether nothing was wrong from then on but that the server may have stopped in order.
    pub(super) fn undisturbed_since(&self, mark: SendMark) -> bool {
        mark.troubles == 0 && !mark.draining && self.notes().disturbed == mark.disturbed
    }

    /// Whether nothing was wrong from then on but one trouble, which has come and gone.
    pub(super) fn only_one_trouble_since(&self, mark: SendMark) -> bool {
        let notes = self.notes();
        mark.troubles == 0 && !mark.draining && notes.disturbed == mark.disturbed + 2 && notes.drains == mark.drains
    }

    /// Whether the server was told to stop in order well after this moment, and nothing else was wrong.
    pub(super) fn was_drained_after(&self, mark: SendMark, moment: Instant) -> bool {
        let parked = |at: Instant| at > moment + Duration::from_millis(500);
        self.undisturbed_since(mark) && !self.all_well_since(mark) && self.notes().drained_at.is_some_and(parked)
    }

    /// The latest that the server's clock can be at.
    pub(super) fn latest_now_ms(&self) -> u64 {
        let since = TimeHandle::current().now_time().duration_since(UNIX_EPOCH).unwrap_or_default();
        (since.as_millis() as u64).saturating_add_signed(self.notes().most_ahead_ms)
    }

    pub(super) fn skew(&self, ms: i64) {
        let mut notes = self.notes();
        notes.most_ahead_ms = notes.most_ahead_ms.max(ms);
        drop(notes);
        self.skew_ms.store(ms, Ordering::Relaxed);
    }

    /// The faults are over.
    pub(super) fn calm(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    /// A rule was broken. The first one counts.
    pub(super) fn fail(&self, what: String) {
        let mut notes = self.notes();
        notes.story.broken(&what);
        notes.failure.get_or_insert(what);
    }

    /// Whether tables end within a run.
    pub(super) fn is_quick(&self) -> bool {
        super::server::is_quick(self.seed)
    }

    pub(super) fn has_failed(&self) -> bool {
        self.notes().failure.is_some()
    }

    /// A rule must hold.
    pub(super) fn check(&self, held: Result<(), String>) {
        if let Err(what) = held {
            self.fail(what);
        }
    }

    /// The number of the next request.
    pub(super) fn next_number(&self) -> u64 {
        let mut notes = self.notes();
        notes.sent += 1;
        progress::beat(self.seed, notes.sent as u32);
        notes.sent
    }

    /// The number of the newest request.
    pub(super) fn newest_number(&self) -> u64 {
        self.notes().sent
    }

    /// A client was told this.
    pub(super) fn response(&self, client: u64, sent: u64, ask: &ClientRequest, response: &ClientResponse) {
        let mut notes = self.notes();
        notes.story.response(client, ask, response);
        notes.answered += 1;
        let mut trace = notes.trace ^ u64::from(response.status);
        let mut mix = |bytes: &[u8]| {
            for byte in bytes {
                trace = (trace ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        let mut bytes = Vec::new();
        for (name, value) in response.headers.iter().filter(|(name, _)| name != "date") {
            bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
        }
        mix(&bytes);
        mix(&response.body);
        notes.trace = trace;
        // The documents are the same for all.
        if !matches!(ask.path.as_str(), "/" | "/skill.md" | "/openapi.json" | "/rules.json") {
            bytes.extend_from_slice(&response.body);
            notes.hear(client, sent, ask, reveals(&response.json), bytes);
        }
    }

    /// A client was told this much of an answer.
    pub(super) fn told_a_part(&self, client: u64, sent: u64, ask: &ClientRequest, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.notes().hear(client, sent, ask, true, bytes.to_vec());
        }
    }

    pub(super) fn plant(&self, text: &str, whom: Audience) {
        self.notes().log.plant(text, whom);
    }

    pub(super) fn invitation(&self) -> Option<String> {
        self.notes().invitation.clone()
    }

    pub(super) fn made(&self, table: &str) {
        self.notes().tables.push(table.to_owned());
    }

    pub(super) fn some_table(&self, rng: &mut Rng) -> Option<String> {
        let notes = self.notes();
        let recent = notes.tables.len().saturating_sub(6);
        rng.pick(&notes.tables[recent..]).cloned()
    }

    pub(super) fn all_tables(&self) -> Vec<String> {
        self.notes().tables.clone()
    }

    pub(super) fn report(&self) -> OuterReport {
        let mut notes = self.notes();
        let seeds: Vec<String> = notes.facts.seeds.keys().cloned().collect();
        for seed in &seeds {
            notes.log.plant(seed, Audience::Reveal);
        }
        let (bytes, secrets) = (notes.log.bytes(), notes.log.secrets());
        notes.counts.add("secrets: bytes searched", bytes);
        notes.counts.add("secrets: planted", secrets);
        notes.counts.add("secrets: revealed seeds", seeds.len() as u64);
        let leak = std::mem::take(&mut notes.log).search();
        OuterReport {
            counts: notes.counts.clone(),
            trace: notes.trace,
            answered: notes.answered,
            failure: notes.failure.clone().or(leak),
            story: notes.story.text(),
        }
    }

    pub(super) fn notes(&self) -> MutexGuard<'_, HostNotes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HostNotes {
    /// Whether a table was made for others to find.
    pub(super) fn is_made(&self, table: &str) -> bool {
        self.tables.iter().any(|made| made == table)
    }

    fn hear(&mut self, client: u64, sent: u64, ask: &ClientRequest, reveals: bool, bytes: Vec<u8>) {
        let tells_credentials = ask.tells_credentials();
        let path = format!("{} {}", ask.method, ask.path);
        self.log.hear(LoggedResponse { client, sent, path, tells_credentials, reveals, bytes });
    }
}

/// Whether an answer is the view or the replay of a match that is over.
fn reveals(json: &Value) -> bool {
    let is_over = |view: &Value| view["state"]["terminal"] == true;
    is_over(json) || is_over(&json["table"]) || json["sessionId"].is_string()
}
