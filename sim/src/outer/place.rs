//! The server of a world, and what its clients may ask about the world: whether there is trouble, and what was seen.

use super::Report;
use crate::count::Counts;
use crate::inner::FaultyDisk;
use crate::rng::{Rng, mix};
use hyper_util::rt::TokioIo;
use madsim::net::TcpListener;
use madsim::time::{TimeHandle, sleep_until, timeout};
use std::future::{Future, pending};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};
use tokio::sync::Notify;
use turnstone_core::answer::Answer;
use turnstone_core::config::{Config, Limits};
use turnstone_core::credentials::ServerKeys;
use turnstone_core::effects::Order;
use turnstone_core::secret::Key;
use turnstone_core::service::Service;
use turnstone_core::time::Millis;
use turnstone_storage::{Memory, load};
use turnstone_transports::engine::{Bell, Engine, Handle, Rounds, Turn};
use turnstone_transports::env::{Clock, Env, Sleep};
use turnstone_transports::http::{Door, Settings};

/// What a world shares.
pub(super) struct Place {
    seed: u64,
    pub(super) disk: FaultyDisk,
    skew_ms: Arc<AtomicI64>,
    /// Counts what disturbs: a request during which it stays the same met no fault.
    troubles: AtomicU64,
    calm: AtomicBool,
    starts: AtomicU64,
    notes: Mutex<Notes>,
}

#[derive(Default)]
struct Notes {
    counts: Counts,
    trace: u64,
    answered: u64,
    failure: Option<String>,
    invitation: Option<String>,
    /// Tables that were made, for others to find.
    tables: Vec<String>,
}

impl Place {
    pub(super) fn new(seed: u64, lies: bool) -> Self {
        Self {
            seed,
            disk: if lies { FaultyDisk::lying() } else { FaultyDisk::default() },
            skew_ms: Arc::default(),
            troubles: AtomicU64::new(0),
            calm: AtomicBool::new(false),
            starts: AtomicU64::new(0),
            notes: Mutex::default(),
        }
    }

    pub(super) fn hit(&self, what: &'static str) {
        self.notes().counts.hit(what);
    }

    pub(super) fn disturb(&self) {
        self.troubles.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn troubles(&self) -> u64 {
        self.troubles.load(Ordering::Relaxed)
    }

    pub(super) fn skew(&self, ms: i64) {
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
        self.notes().failure.get_or_insert(what);
    }

    /// A client was told this.
    pub(super) fn told(&self, status: u16, body: &[u8]) {
        let mut notes = self.notes();
        notes.answered += 1;
        let mut trace = notes.trace ^ u64::from(status);
        for byte in body {
            trace = (trace ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        notes.trace = trace;
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

    pub(super) fn report(&self) -> Report {
        let notes = self.notes();
        Report {
            counts: notes.counts.clone(),
            trace: notes.trace,
            answered: notes.answered,
            failure: notes.failure.clone(),
        }
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The world as the door sees it: madsim's time with a skew on the wall clock.
#[derive(Clone)]
struct Weather(Arc<AtomicI64>);

impl Clock for Weather {
    fn now(&self) -> Millis {
        let since = TimeHandle::current().now_time().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis((since.as_millis() as u64).saturating_add_signed(self.0.load(Ordering::Relaxed)))
    }
}

impl Env for Weather {
    fn instant(&self) -> Instant {
        TimeHandle::current().now_instant()
    }

    fn sleep_until(&self, deadline: Instant) -> Sleep {
        Sleep::new(sleep_until(deadline))
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        drop(madsim::task::spawn(task));
    }
}

struct Ringer(Arc<Notify>);

impl Bell for Ringer {
    fn ring(&self) {
        self.0.notify_one();
    }
}

/// A server from its start to its death.
pub(super) async fn serve(place: Arc<Place>) {
    let keys = ServerKeys::new(vec![(1, Key([7; 32]))]);
    let config = Config {
        limits: Limits {
            credential_per_minute: 0,
            anonymous_per_minute: 0,
            requests_per_minute: 0,
            ..Limits::default()
        },
        ..Config::default()
    };
    let mut storage = Memory::open(place.disk.clone()).expect("the disk opens");
    let (limits, own_keys) = (config.limits.clone(), keys.clone());
    let service = load(&mut storage, |vault, records| Service::open(config, own_keys, vault, records));
    let service = service.expect("the store reads").expect("its records fit");
    let env = Weather(place.skew_ms.clone());
    let bell = Arc::new(Notify::new());
    let handle = Handle::new(Ringer(bell.clone()));
    let start = place.starts.fetch_add(1, Ordering::Relaxed);
    let mut dice = Rng::new(mix(&[place.seed, 0xd1ce, start]));
    let mut engine = Engine::new(Rounds::new(service, storage), handle.clone(), env.clone(), move || dice.bytes());
    let settings = Settings {
        base_url: "http://127.0.0.1:80".to_owned(),
        trusted_proxies: Vec::new(),
        cors_origins: Vec::new(),
        limits,
    };
    let door = Door::new(env.clone(), handle.clone(), keys, settings);
    let listener = TcpListener::bind("0.0.0.0:80").await.expect("the port is free");
    env.spawn(async move {
        while let Ok((stream, peer)) = listener.accept().await {
            let door = door.clone();
            drop(madsim::task::spawn(door.serve(TokioIo::new(stream), peer.ip(), pending())));
        }
    });
    if place.invitation().is_none() {
        let place = place.clone();
        env.spawn(async move {
            let reply = handle.operate(Order::Invite { uses: 1_000, expires_in_s: None, test: false }).await;
            if let Ok(Answer::Invited(invited)) = reply.map(|replied| replied.answer) {
                place.notes().invitation = Some(invited.invite_code);
            }
        });
    }
    loop {
        match engine.turn() {
            Ok(Turn::Again) => madsim::task::yield_now().await,
            Ok(Turn::Sleep(longest)) => drop(timeout(longest.max(Duration::from_millis(1)), bell.notified()).await),
            Ok(Turn::Over) => return,
            Err(broken) => return place.fail(format!("the loop broke: {broken:?}")),
        }
    }
}
