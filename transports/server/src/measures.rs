//! All metrics: those that the transports, the loop and outbound calls count as they run, and those that are read for a
//! request.

use crate::logs;
use crate::watch::{FileSystem, FreeSpace};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::time::timeout;
use turnstone_engine::{Check, Handle};
use turnstone_service::stats::Stats;
use turnstone_standby::Feed;
use turnstone_storage::{Health, State};

/// How long the loop may take to report its statistics.
const PATIENCE: Duration = Duration::from_secs(2);

type Seconds = Gauge<f64, AtomicU64>;

/// Where the readings come from.
pub(crate) struct Sources {
    pub(crate) handle: Handle,
    pub(crate) state: Arc<dyn State>,
    pub(crate) data: PathBuf,
    /// Bytes below which the disk is nearly full.
    pub(crate) mark: u64,
    /// The commits for the standby, if there is a listener for one.
    pub(crate) feed: Option<Arc<Feed>>,
}

/// The readings of one request.
#[derive(Clone, Default)]
pub(crate) struct Readings {
    /// `None` if the loop did not answer.
    pub(crate) stats: Option<Stats>,
    pub(crate) health: Health,
    /// Free bytes on the disk; `None` if unknown.
    pub(crate) free: Option<u64>,
    /// Failing readiness checks.
    pub(crate) failing: Vec<Check>,
    /// When the newest backup was verified, in Unix seconds; 0 if none was.
    pub(crate) backed_up_at: u64,
}

/// The file in the data directory that a backup job touches once its backup has been verified.
const VERIFIED: &str = "backup.verified";

/// When a backup was last verified, in Unix seconds; 0 if none was.
fn backed_up_at(data: &Path) -> u64 {
    let touched = std::fs::metadata(data.join(VERIFIED)).and_then(|found| found.modified()).ok();
    touched.and_then(|at| at.duration_since(UNIX_EPOCH).ok()).map_or(0, |since| since.as_secs())
}

impl Sources {
    pub(crate) async fn ask(self: &Arc<Self>) -> Readings {
        if let Some(feed) = &self.feed {
            feed.measure();
        }
        let stats = timeout(PATIENCE, self.handle.stats()).await.ok().flatten();
        let own = self.clone();
        // The store and the disk may block.
        let look = move || (own.state.health(), FileSystem(own.data.clone()).left().ok(), backed_up_at(&own.data));
        let (health, free, backed_up_at) = tokio::task::spawn_blocking(look).await.unwrap_or_default();
        Readings { stats, health, free, failing: self.handle.failing(Instant::now()), backed_up_at }
    }
}

/// All metrics.
pub(crate) struct Measures {
    registry: Registry,
    service: OfService,
    store: OfStore,
    process: OfProcess,
    dropped_lines: Counter,
    /// Held while one request sets the readings and encodes them.
    reading: Mutex<()>,
}

impl Measures {
    /// With the metrics of the server's parts.
    pub(crate) fn new(parts: impl FnOnce(&mut Registry)) -> Self {
        let mut registry = Registry::default();
        let process = OfProcess::register(&mut registry);
        let own = registry.sub_registry_with_prefix("turnstone");
        parts(own);
        let (service, store) = (OfService::register(own), OfStore::register(own));
        let dropped_lines = Counter::default();
        own.register(
            "log_lines_dropped",
            "Log lines that were dropped because the reader was too slow",
            dropped_lines.clone(),
        );
        let commit = crate::version::commit().unwrap_or_default();
        let build = Info::new([("version", env!("CARGO_PKG_VERSION")), ("commit", commit)]);
        own.register("build", "Which build this is", build);
        Self { registry, service, store, process, dropped_lines, reading: Mutex::default() }
    }

    /// The page with these readings.
    pub(crate) fn page(&self, sources: &Sources, found: &Readings) -> String {
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        self.service.set(sources, found);
        self.store.set(sources, found);
        self.process.look();
        raise(&self.dropped_lines, logs::dropped_lines());
        let mut page = String::new();
        encode(&mut page, &self.registry).expect("writing to a string cannot fail");
        page
    }
}

/// Raise a counter to a count that is kept elsewhere.
fn raise(counter: &Counter, to: u64) {
    counter.inc_by(to.saturating_sub(counter.get()));
}

fn set(gauge: &Gauge, value: u64) {
    gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
}

fn gauge(registry: &mut Registry, name: &str, help: &str) -> Gauge {
    let gauge = Gauge::default();
    registry.register(name, help, gauge.clone());
    gauge
}

fn counter(registry: &mut Registry, name: &str, help: &str) -> Counter {
    let counter = Counter::default();
    registry.register(name, help, counter.clone());
    counter
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct StatusLabels {
    status: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct HolderLabels {
    holder: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct CheckLabels {
    check: &'static str,
}

/// The state of the service.
struct OfService {
    accounts: Gauge,
    agents: Gauge,
    parties: Gauge,
    grants: Gauge,
    duels: Gauge,
    tables: Family<StatusLabels, Gauge>,
    polls: Gauge,
    overdue: Gauge,
    queries: Gauge,
    calls: Gauge,
    granted: Gauge,
    chips: Family<HolderLabels, Gauge>,
    surplus: Gauge,
    unclaimed: Gauge,
    ready: Family<CheckLabels, Gauge>,
    still: Seconds,
}

impl OfService {
    fn register(registry: &mut Registry) -> Self {
        let (tables, chips, ready, still) =
            (Family::default(), Family::default(), Family::default(), Seconds::default());
        registry.register("tables", "Tables in memory", Family::clone(&tables));
        registry.register(
            "chips",
            "Chips by who holds them; those of tables and duels are held",
            Family::clone(&chips),
        );
        registry.register("ready", "1 if the readiness check passes", Family::clone(&ready));
        registry.register("engine_still_seconds", "Seconds since the last iteration of the loop", still.clone());
        Self {
            accounts: gauge(registry, "accounts", "Accounts ever created, including erased ones"),
            agents: gauge(registry, "agents", "Saved agents"),
            parties: gauge(registry, "parties", "Parties"),
            grants: gauge(registry, "seat_grants", "Stored seat grants"),
            duels: gauge(registry, "running_duels", "Running duels"),
            tables,
            polls: gauge(registry, "parked_polls", "Pending long-polls"),
            overdue: gauge(registry, "overdue_deadlines", "Deadlines that have passed and were not handled"),
            queries: gauge(registry, "pending_queries", "Pending reads of storage"),
            calls: gauge(registry, "pending_calls", "Pending outbound calls"),
            granted: gauge(registry, "granted_chips", "Chips granted and not withdrawn"),
            chips,
            surplus: gauge(registry, "books_surplus_chips", "Chips in excess of those granted: always 0"),
            unclaimed: gauge(registry, "books_unclaimed_chips", "Held chips without a table or duel: always 0"),
            ready,
            still,
        }
    }

    fn set(&self, sources: &Sources, found: &Readings) {
        for check in Check::ALL {
            let holds = !found.failing.contains(&check);
            self.ready.get_or_create(&CheckLabels { check: check.name() }).set(i64::from(holds));
        }
        let still = sources.handle.metrics().still_for(Instant::now());
        self.still.set(still.unwrap_or_default().as_secs_f64());
        let Some(stats) = &found.stats else { return };
        set(&self.accounts, stats.accounts);
        set(&self.agents, stats.agents);
        set(&self.parties, stats.parties);
        set(&self.grants, stats.grants);
        set(&self.duels, stats.duels);
        set(&self.polls, stats.polls);
        set(&self.overdue, stats.overdue);
        set(&self.queries, stats.queries);
        set(&self.calls, stats.calls);
        let (tables, chips) = (&stats.tables, &stats.chips);
        for (status, count) in [
            ("waiting", tables.waiting),
            ("playing", tables.playing),
            ("settled", tables.settled),
            ("cancelled", tables.cancelled),
        ] {
            set(&self.tables.get_or_create(&StatusLabels { status }), count);
        }
        self.granted.set(chips.granted);
        for (holder, sum) in [("members", chips.members), ("house", chips.house), ("held", chips.held)] {
            self.chips.get_or_create(&HolderLabels { holder }).set(sum);
        }
        self.surplus.set(chips.surplus());
        self.unclaimed.set(chips.unclaimed());
    }
}

/// The state of the store and its disk.
struct OfStore {
    bytes: Gauge,
    free: Gauge,
    mark: Gauge,
    scrubbed_bytes: Counter,
    scrubs: Counter,
    scrubbed_at: Gauge,
    damaged_files: Gauge,
    failed_merges: Counter,
    backed_up_at: Gauge,
}

impl OfStore {
    fn register(registry: &mut Registry) -> Self {
        Self {
            bytes: gauge(registry, "storage_bytes", "Bytes of the store on the disk, including its journals"),
            free: gauge(registry, "storage_free_bytes", "Free bytes on the disk"),
            mark: gauge(registry, "storage_free_mark_bytes", "Free bytes below which nothing new is created"),
            scrubbed_bytes: counter(
                registry,
                "storage_scrub_bytes",
                "Bytes of the store that were read to see whether they are whole",
            ),
            scrubs: counter(registry, "storage_scrubs", "Completed scrubs of all files of the store"),
            scrubbed_at: gauge(
                registry,
                "storage_scrub_completed_timestamp_seconds",
                "When that was last done, in Unix time; 0 before",
            ),
            damaged_files: gauge(registry, "storage_damaged_files", "Damaged files of the store"),
            failed_merges: counter(registry, "storage_failed_merges", "Failed compactions of the store"),
            backed_up_at: gauge(
                registry,
                "backup_verified_timestamp_seconds",
                "When the newest backup was verified, in Unix time; 0 if none was",
            ),
        }
    }

    fn set(&self, sources: &Sources, found: &Readings) {
        let Health { scrubbed_bytes, scrubs, scrubbed_at, damaged_files, failed_merges, stored_bytes } = found.health;
        set(&self.bytes, stored_bytes);
        if let Some(free) = found.free {
            set(&self.free, free);
        }
        set(&self.mark, sources.mark);
        raise(&self.scrubbed_bytes, scrubbed_bytes);
        raise(&self.scrubs, scrubs);
        set(&self.scrubbed_at, scrubbed_at);
        set(&self.damaged_files, damaged_files);
        raise(&self.failed_merges, failed_merges);
        set(&self.backed_up_at, found.backed_up_at);
    }
}

/// The system's metrics of the process, by their conventional names.
struct OfProcess {
    cpu: Counter<f64, AtomicU64>,
    resident: Gauge,
    virtual_memory: Gauge,
    open_files: Gauge,
    most_files: Gauge,
    threads: Gauge,
}

impl OfProcess {
    fn register(registry: &mut Registry) -> Self {
        let (cpu, started) = (Counter::default(), Seconds::default());
        registry.register("process_cpu_seconds", "CPU seconds used", Counter::clone(&cpu));
        // By the clock: the machine's start in /proc is hidden from a service that sees only its own processes.
        if let Ok(now) = SystemTime::now().duration_since(UNIX_EPOCH) {
            started.set(now.as_secs_f64());
        }
        registry.register("process_start_time_seconds", "Start of the process, in Unix time", started);
        Self {
            cpu,
            resident: gauge(registry, "process_resident_memory_bytes", "Resident memory"),
            virtual_memory: gauge(registry, "process_virtual_memory_bytes", "Virtual memory"),
            open_files: gauge(registry, "process_open_fds", "Open files and sockets"),
            most_files: gauge(registry, "process_max_fds", "Limit of open files and sockets"),
            threads: gauge(registry, "process_threads", "Threads"),
        }
    }

    /// Unknown values stay unchanged.
    #[cfg(target_os = "linux")]
    fn look(&self) {
        use rustix::time::{ClockId, clock_gettime};
        let used = clock_gettime(ClockId::ProcessCPUTime);
        let cpu = used.tv_sec as f64 + used.tv_nsec as f64 / 1e9;
        self.cpu.inc_by((cpu - self.cpu.get()).max(0.0));
        // In pages: the virtual memory, the resident part of it, and parts of that.
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let bytes = |pages: &str| Some(pages.parse::<u64>().ok()?.saturating_mul(rustix::param::page_size() as u64));
        for (gauge, pages) in [&self.virtual_memory, &self.resident].into_iter().zip(pages.split(' ')) {
            bytes(pages).inspect(|bytes| set(gauge, *bytes));
        }
        let entries = |folder: &str| std::fs::read_dir(folder).map(|entries| entries.count() as u64);
        if let Ok(threads) = entries("/proc/self/task") {
            set(&self.threads, threads);
        }
        // The folder itself is open while it is read.
        if let Ok(open) = entries("/proc/self/fd") {
            set(&self.open_files, open.saturating_sub(1));
        }
        let most = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        set(&self.most_files, most.unwrap_or(u64::MAX));
    }

    #[cfg(not(target_os = "linux"))]
    fn look(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use turnstone_engine::Waker;
    use turnstone_service::stats::{Chips, TableCounts};
    use turnstone_storage::{Memory, MemoryDisk, Storage};

    struct NoWaker;

    impl Waker for NoWaker {
        fn wake(&self) {}
    }

    fn sources() -> Sources {
        let state = Memory::open(MemoryDisk::default()).unwrap().state();
        Sources { handle: Handle::new(NoWaker), state, data: PathBuf::new(), mark: 0, feed: None }
    }

    /// What each series of a page says.
    fn series(page: &str) -> BTreeMap<String, f64> {
        let samples = page.lines().filter(|line| !line.starts_with('#'));
        samples
            .map(|line| line.rsplit_once(' ').unwrap())
            .map(|(name, value)| (name.into(), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn each_thing_that_is_found_is_shown() {
        let measures = Measures::new(|_| ());
        let mut sources = sources();
        let nothing = Readings { stats: Some(Stats::default()), ..Readings::default() };
        let before = series(&measures.page(&sources, &nothing));
        sources.mark = 1;
        let found = Readings {
            stats: Some(Stats {
                accounts: 2,
                agents: 3,
                parties: 4,
                grants: 5,
                duels: 6,
                tables: TableCounts { waiting: 7, playing: 8, settled: 9, cancelled: 10 },
                polls: 11,
                overdue: 12,
                queries: 13,
                calls: 14,
                chips: Chips { granted: 1000, members: 15, house: -16, held: 17, staked: 18 },
            }),
            health: Health {
                scrubbed_bytes: 19,
                scrubs: 20,
                scrubbed_at: 21,
                damaged_files: 22,
                failed_merges: 23,
                stored_bytes: 24,
            },
            free: Some(25),
            failing: vec![Check::Store],
            backed_up_at: 26,
        };
        let after = series(&measures.page(&sources, &found));
        let expected = [
            ("accounts", 2.0),
            ("agents", 3.0),
            ("parties", 4.0),
            ("seat_grants", 5.0),
            ("running_duels", 6.0),
            ("tables{status=\"waiting\"}", 7.0),
            ("tables{status=\"playing\"}", 8.0),
            ("tables{status=\"settled\"}", 9.0),
            ("tables{status=\"cancelled\"}", 10.0),
            ("parked_polls", 11.0),
            ("overdue_deadlines", 12.0),
            ("pending_queries", 13.0),
            ("pending_calls", 14.0),
            ("granted_chips", 1000.0),
            ("chips{holder=\"members\"}", 15.0),
            ("chips{holder=\"house\"}", -16.0),
            ("chips{holder=\"held\"}", 17.0),
            ("books_surplus_chips", -984.0),
            ("books_unclaimed_chips", -1.0),
            ("storage_scrub_bytes_total", 19.0),
            ("storage_scrubs_total", 20.0),
            ("storage_scrub_completed_timestamp_seconds", 21.0),
            ("storage_damaged_files", 22.0),
            ("storage_failed_merges_total", 23.0),
            ("storage_bytes", 24.0),
            ("storage_free_bytes", 25.0),
            ("storage_free_mark_bytes", 1.0),
            ("backup_verified_timestamp_seconds", 26.0),
        ];
        for (name, value) in expected {
            let name = format!("turnstone_{name}");
            assert_eq!((before[&name], after[&name]), (0.0, value), "{name}");
        }
        let ready = |page: &BTreeMap<String, f64>, check: &str| page[&format!("turnstone_ready{{check=\"{check}\"}}")];
        for check in Check::ALL {
            assert_eq!(ready(&before, check.name()), 1.0, "{check:?}");
            assert_eq!(ready(&after, check.name()), f64::from(u8::from(check != Check::Store)), "{check:?}");
        }
        // A loop that does not answer leaves what it said last, and a count never goes back.
        let silent = series(&measures.page(&sources, &Readings::default()));
        assert_eq!(silent["turnstone_accounts"], 2.0);
        assert_eq!(silent["turnstone_storage_scrubs_total"], 20.0);
    }
}
