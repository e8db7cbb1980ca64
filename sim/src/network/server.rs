//! The server of a run, from its start to its end.

use super::host::{DATA, HostState, PORT, SERVER};
use super::on_tokio::OnTokio;
use super::setup::{MOST_CONNECTIONS, NetworkSetup};
use crate::inner::{EventLog, FaultyStorage, ObservedService, SimEngine};
use crate::parts::{LoopWaker, http_settings};
use crate::rng::{Rng, mix};
use crate::world::MachineClock;
use madsim::time::{advance, sleep, timeout};
use prometheus_client::registry::Registry;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{Notify, oneshot};
use turnstone_documents::packages::Packages;
use turnstone_engine::env::Env;
use turnstone_engine::{Closing, Engine, GroupCommits, Handle, NotConnectedError, Phase, Port, Transport, Turn};
use turnstone_http::connections::{ConnectionBounds, HttpListener};
use turnstone_http::mount::Mount;
use turnstone_http::{HttpSettings, HttpTransport, Pages};
use turnstone_mcp::Mcp;
use turnstone_service::answer::Answer;
use turnstone_service::effects::{BatchId, Order};
use turnstone_service::record::Record;
use turnstone_service::service::Service;
use turnstone_storage::{Durability, Storage, load};

const ENGINE: SimEngine = SimEngine { journal_bytes: 256 << 10 };

/// The core and its storage, with all records.
fn open(host: &HostState, log: EventLog) -> Result<(Service, FaultyStorage, Vec<Record>), Box<dyn Error>> {
    let (machine, path, durability) = (&host.machine, Path::new(DATA), Durability::Sync.into());
    let mut storage = FaultyStorage::open(machine, &ENGINE, path, durability, log, Arc::default())?;
    let (keys, config) = (host.setup.settings.keys(), host.setup.settings.config());
    let service = load(&mut storage, |vault, records| Service::open(config, keys, vault, records))??;
    let records = storage.state().snapshot()?.records().collect::<Result<_, _>>()?;
    Ok((service, storage, records))
}

/// A server from its start until it is stopped, its disk fails or it is killed.
pub(super) async fn serve(host: Arc<HostState>) {
    let log = host.judge().log.clone();
    host.limits_begin(&host.setup.settings.config().limits);
    host.limits_hold();
    let (service, storage, records) = match open(&host, log.clone()) {
        Ok(opened) => opened,
        Err(error) => return host.fail(format!("a store that was written opens: {error}")),
    };
    let started = host.judge().started(service.now(), records);
    host.check(started);
    let service = ObservedService::new(service, log, None);
    let env = host.clock.clone();
    let notify = Arc::new(Notify::new());
    let handle = Handle::new(LoopWaker(notify.clone()));
    let start = host.starts.fetch_add(1, Ordering::Relaxed);
    let mut dice = Rng::new(mix(&[host.seed, 0xd1ce, start]));
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
    let mut registry = Registry::with_prefix("turnstone");
    transport.metrics().register(&mut registry);
    handle.metrics().register(&mut registry);
    host.measure_begins(start, registry);
    env.spawn(reload(handle.clone(), host.clone()));
    let (over, mut is_over) = oneshot::channel();
    let at_loop = host.clone();
    env.spawn(async move {
        turns(engine, &notify, &at_loop).await;
        // There is no receiver if the server has been stopped.
        let _ = over.send(());
    });
    if host.judge().known.codes.is_empty() {
        env.spawn(invite(handle.clone(), host.clone()));
    }
    let listener = host.net.listen(SERVER, PORT).await.expect("the port is free");
    host.notes().is_up = true;
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
    host.notes().has_stopped = true;
}

fn settings_of(setup: &NetworkSetup) -> HttpSettings {
    let (trusted_proxies, cors_origins) = (setup.trusted_proxies(), setup.cors_origins.clone());
    let stream_bounds = setup.streams;
    HttpSettings { trusted_proxies, cors_origins, access_log: true, stream_bounds, ..http_settings(setup.base_url) }
}

/// The loop in its own task.
async fn turns<D: FnMut(BatchId) -> [u8; 32]>(
    mut engine: Engine<FaultyStorage, MachineClock, D, ObservedService>,
    notify: &Notify,
    host: &HostState,
) {
    loop {
        let turn = engine.turn();
        // The syncs took this long, and no other task has run since.
        advance(Duration::from_millis(host.machine.waited_ms()));
        let judged = host.judge().turned(turn.is_err());
        host.check(judged);
        match turn {
            Ok(Turn::Again) => madsim::task::yield_now().await,
            Ok(Turn::Sleep(longest)) => drop(timeout(longest.max(Duration::from_millis(1)), notify.notified()).await),
            Ok(Turn::Over) => {
                if let Err(error) = engine.rounds().storage().stop() {
                    host.fail(format!("a stop in order failed: {error}"));
                }
                return;
            }
            Err(broken) => {
                if !host.notes().may_break {
                    host.fail(format!("the loop broke: {broken:?}"));
                }
                return;
            }
        }
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
