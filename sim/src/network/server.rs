//! The server of a run, from its start to its end.

use super::follower::{follow, lead};
use super::host::HostState;
use super::judge::LoopTrace;
use super::machines::{Begins, DATA, PORT, Running};
use super::on_tokio::OnTokio;
use super::setup::{MOST_CONNECTIONS, NetworkSetup};
use crate::inner::{EventLog, LoopEvent, ObservedService, ObservedStorage};
use crate::parts::{LoopWaker, http_settings};
use crate::rng::{Rng, mix};
use crate::world::{HostId, MachineClock, ms};
use madsim::time::{advance, sleep, timeout};
use prometheus_client::registry::Registry;
use std::error::Error;
use std::future::pending;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{Notify, oneshot};
use turnstone_directory::DirectoryOptions;
use turnstone_documents::packages::Packages;
use turnstone_engine::env::Env;
use turnstone_engine::{
    Closing, Engine, GroupCommits, Handle, LoopError, NotConnectedError, Phase, Port, Transport, Turn,
};
use turnstone_http::connections::{ConnectionBounds, HttpListener};
use turnstone_http::mount::Mount;
use turnstone_http::{HttpSettings, HttpTransport, Pages};
use turnstone_link::{DirectoryRole, RoleError};
use turnstone_mcp::Mcp;
use turnstone_service::answer::Answer;
use turnstone_service::effects::{BatchId, Order};
use turnstone_service::service::Service;
use turnstone_standby::{Feed, Replicated, StandbyMetrics};
use turnstone_storage::{AppendError, Durability, Storage, load};

/// The storage of a server, with the feed of its standby.
type Opened = (Box<dyn Storage>, Option<Arc<Feed>>);
/// The same as the judge sees it.
type LoopStorage = ObservedStorage<Box<dyn Storage>>;

/// The number of a server that does not know yet that it was replaced.
const UNAWARE: u64 = 0;

/// What a machine runs, until it cannot go on.
pub(super) async fn run_process(host: Arc<HostState>, machine: HostId) {
    let begins = host.slot(machine).begins;
    match begins {
        Begins::Server => serve(&host, machine).await,
        Begins::Standby if host.setup.pair.is_some() => follow(&host, machine).await,
        Begins::Standby => pending().await,
    }
    let mut slot = host.slot(machine);
    (slot.runs, slot.running) = (false, None);
}

/// The storage of a server, which in a pair waits for its standby before its first commit if responses do so. `None` if another
/// server has replaced this one.
async fn open(host: &Arc<HostState>, machine: HostId) -> Result<Option<Opened>, Box<dyn Error>> {
    let role = host.directory(machine).role()?;
    let least_term = match DirectoryRole::may_serve(role.as_ref()) {
        Ok(least_term) => least_term,
        Err(RoleError::Superseded(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let options = DirectoryOptions { least_term, ..Durability::Sync.into() };
    let storage = host.engine(machine).open(Path::new(DATA), options)?.storage;
    let Some(pair) = host.setup.pair else {
        host.slot(machine).running = Some(Running::Server { feed: None, state: storage.state() });
        return Ok(Some((storage, None)));
    };
    let feed = Feed::new(storage.head(), storage.term(), pair.bounds, StandbyMetrics::default());
    host.note_commit(machine, storage.head(), None);
    host.slot(machine).running = Some(Running::Server { feed: Some(feed.clone()), state: storage.state() });
    lead(host, machine, feed.clone(), storage.state()).await?;
    // As the shipped server does it, without a thread that waits.
    while pair.waits.is_some() && feed.figures().written != Some(feed.figures().head) {
        if feed.superseded_by().is_some() {
            return Ok(None);
        }
        sleep(ms(20)).await;
    }
    Ok(Some((Box::new(Replicated::new(storage, feed.clone(), pair.waits)), Some(feed))))
}

/// The core of a server that has started with its number, and the storage of its loop.
fn begin(
    host: &HostState,
    machine: HostId,
    storage: Box<dyn Storage>,
    log: &EventLog,
) -> Result<(u64, Service, LoopStorage), Box<dyn Error>> {
    let (keys, config) = (host.setup.settings.keys(), host.setup.settings.config());
    let mut storage = ObservedStorage::new(storage, log.clone());
    let service = load(&mut storage, |vault, records| Service::open(config, keys, vault, records))??;
    log.take();
    if machine != host.serving() {
        return Ok((UNAWARE, service, storage));
    }
    let begun = host.starts.fetch_add(1, Ordering::Relaxed) + 1;
    host.limits_begin(&host.setup.settings.config().limits);
    host.limits_hold();
    let state = storage.state();
    let records = state.snapshot()?.records().collect::<Result<_, _>>()?;
    host.started(service.now(), records, state.personal_keys()?).map_err(|violation| violation.to_string())?;
    Ok((begun, service, storage))
}

/// A server from its start until it is stopped, its disk fails or it is killed.
async fn serve(host: &Arc<HostState>, machine: HostId) {
    let opened = match open(host, machine).await {
        Ok(Some(opened)) => opened,
        Ok(None) => return host.hit("premise: a server that was replaced did not start"),
        Err(error) => return host.fail(format!("a store that was written opens: {error}")),
    };
    let (storage, feed) = opened;
    let log = EventLog::default();
    let (begun, service, storage) = match begin(host, machine, storage, &log) {
        Ok(begun) => begun,
        Err(error) => return host.fail(format!("a server starts: {error}")),
    };
    let service = ObservedService::new(service, log.clone(), None);
    let env = host.clock(machine);
    let notify = Arc::new(Notify::new());
    let handle = Handle::new(LoopWaker(notify.clone()));
    let mut dice = Rng::new(mix(&[host.seed, 0xd1ce, begun]));
    let engine = Engine::new(
        GroupCommits::new(service, storage),
        handle.clone(),
        env.clone(),
        move |_| dice.bytes(),
        NotConnectedError,
    );
    let port = Port::new(handle.clone(), host.setup.settings.keys());
    // They take far longer to make than the rest of a start.
    let pages = host.pages.get_or_init(|| Arc::new(Pages::new(host.setup.base_url, "", &Packages::default()))).clone();
    let mounts: Vec<Arc<dyn Mount>> =
        vec![Arc::new(OnTokio::new(Mcp::new(env.clone(), host.setup.base_url, Packages::default())))];
    let transport = HttpTransport::with_pages(env.clone(), port.clone(), settings_of(&host.setup), mounts, pages);
    let transport = transport.on_thread(env.clone());
    if host.is_current(begun) {
        let mut registry = Registry::with_prefix("turnstone");
        transport.metrics().register(&mut registry);
        handle.metrics().register(&mut registry);
        host.measure_begins(begun, registry);
        env.spawn(reload(handle.clone(), host.clone()));
        if host.judge().known.codes.is_empty() {
            env.spawn(invite(handle.clone(), host.clone()));
        }
    }
    let (over, mut is_over) = oneshot::channel();
    let process = ServerProcess { host: host.clone(), machine, begun, log, feed, trace: LoopTrace::default() };
    env.spawn(async move {
        process.turns(engine, &notify).await;
        // There is no receiver if the server has been stopped.
        let _ = over.send(());
    });
    let listener = host.net.listen(machine, PORT).await.expect("the port is free");
    host.notes().is_up |= host.is_current(begun);
    let (per_address, trusted_proxies) = (host.setup.per_address, host.setup.trusted_proxies());
    let bounds = ConnectionBounds { most: MOST_CONNECTIONS, per_address, trusted_proxies };
    let (close, closing) = Closing::new();
    let mut serving = Box::new(HttpListener::new(env, listener, vec![transport], bounds)).serve(closing);
    let is_stopping = tokio::select! {
        biased;
        _ = &mut is_over => false,
        () = host.stop.notified() => true,
        () = &mut serving => true,
    };
    if host.is_current(begun) {
        host.notes().is_up = false;
    }
    let draining = async {
        if is_stopping && !host.setup.lag.is_zero() {
            handle.set_leaving();
            sleep(host.setup.lag).await;
        }
        port.drain().await;
        close.tell();
    };
    tokio::join!(draining, serving);
    handle.enter(Phase::Stopped);
    if is_stopping {
        let _ = is_over.await;
        host.check_measures(false);
    }
    if host.is_current(begun) {
        host.notes().has_stopped = true;
    }
}

fn settings_of(setup: &NetworkSetup) -> HttpSettings {
    let (trusted_proxies, cors_origins) = (setup.trusted_proxies(), setup.cors_origins.clone());
    let stream_bounds = setup.streams;
    HttpSettings { trusted_proxies, cors_origins, access_log: true, stream_bounds, ..http_settings(setup.base_url) }
}

/// The process of a server, as its loop needs it.
struct ServerProcess {
    host: Arc<HostState>,
    machine: HostId,
    /// Its number among the starts.
    begun: u64,
    log: EventLog,
    feed: Option<Arc<Feed>>,
    trace: LoopTrace,
}

impl ServerProcess {
    /// The loop in its own task.
    async fn turns<D: FnMut(BatchId) -> [u8; 32]>(
        mut self,
        mut engine: Engine<LoopStorage, MachineClock, D, ObservedService>,
        notify: &Notify,
    ) {
        loop {
            let turn = engine.turn();
            // The syncs took this long, and no other task has run since.
            advance(Duration::from_millis(self.host.disk(self.machine).waited_ms()));
            self.host.note_commit(self.machine, engine.rounds().storage().head(), self.feed.as_deref());
            self.judge(turn.is_err());
            match turn {
                Ok(Turn::Again) => madsim::task::yield_now().await,
                Ok(Turn::Sleep(longest)) => {
                    let superseded = async {
                        match &self.feed {
                            Some(feed) => drop(feed.superseded().await),
                            None => pending().await,
                        }
                    };
                    tokio::select! {
                        biased;
                        () = superseded => return self.is_replaced(),
                        _ = timeout(longest.max(ms(1)), notify.notified()) => {}
                    }
                }
                Ok(Turn::Over) => {
                    if let Err(error) = engine.rounds().storage().stop() {
                        self.host.fail(format!("a stop in order failed: {error}"));
                    }
                    return;
                }
                Err(LoopError::Write(AppendError::Fenced)) if self.feed.is_some() => return self.is_replaced(),
                Err(broken) => {
                    let is_unknown = matches!(broken, LoopError::Write(AppendError::Unknown(_)));
                    if is_unknown && self.host.waits_for_standby() {
                        self.host.hit("premise: a server ended because its standby did not confirm");
                    }
                    if self.host.is_current(self.begun) && !self.host.notes().may_break {
                        self.host.fail(format!("the loop broke: {broken:?}"));
                    }
                    return;
                }
            }
        }
    }

    /// Let the judge see the turn, unless another server has taken over. With a standby that responses wait for, nothing is
    /// acknowledged from then on but what that server has.
    fn judge(&mut self, broke: bool) {
        let events = self.log.take();
        let is_current = self.host.is_current(self.begun);
        if !is_current && self.host.waits_for_standby() {
            self.check_replaced(&events);
        }
        let judged = self.host.judge().turned(&mut self.trace, events, broke, is_current);
        self.host.check(judged);
    }

    fn check_replaced(&self, events: &[LoopEvent]) {
        let stored = events.iter().filter_map(|event| match event {
            LoopEvent::Stored(_, commit) => Some(commit.n),
            LoopEvent::Applied(_) | LoopEvent::Append { .. } | LoopEvent::Read { .. } => None,
        });
        let (newest, promoted) = (stored.max(), self.host.pair().promotion.as_ref().map(|promotion| promotion.commit));
        if newest > promoted {
            self.host.fail(format!("a server that was replaced at commit {promoted:?} acknowledges {newest:?}"));
        }
    }

    fn is_replaced(&self) {
        if self.host.is_current(self.begun) {
            self.host.fail("only a promotion ends a server".to_owned());
        }
        self.host.hit("premise: a server learned that it was replaced");
    }
}

/// Pass changed limits to the core.
async fn reload(handle: Handle, host: Arc<HostState>) {
    loop {
        host.reload.notified().await;
        let Some((limits, _)) = host.notes().limits.last().cloned() else { continue };
        if handle.operate(Order::Limits(limits)).await.is_ok() {
            host.limits_hold();
        }
    }
}

async fn invite(handle: Handle, host: Arc<HostState>) {
    let reply = handle.operate(Order::Invite { uses: 1_000, expires_in_s: None, test: false }).await;
    if let Ok(Answer::Invited(invited)) = reply.map(|replied| replied.answer) {
        host.judge().known.codes.insert(0, invited.invite_code);
    }
}
