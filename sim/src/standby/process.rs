//! The process of a machine: a server with its listener for a standby, or a standby.

use super::world::{BASE_URL, Begins, DATA, PORT, Running, STANDBY_PORT, StandbyWorld};
use crate::inner::unlimited;
use crate::parts::{LoopWaker, http_settings};
use crate::rng::{Rng, mix};
use crate::world::ms;
use madsim::time::{sleep, timeout};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use turnstone_directory::DirectoryOptions;
use turnstone_engine::env::Env;
use turnstone_engine::peers::{PeerBounds, serve_peers};
use turnstone_engine::{
    Closing, Engine, GroupBounds, GroupCommits, Handle, LoopError, NotConnectedError, Port, Transport, Turn,
};
use turnstone_http::HttpTransport;
use turnstone_http::connections::{ConnectionBounds, HttpListener};
use turnstone_link::{DirectoryRole, PeerAddress, RoleError, SharedKey};
use turnstone_service::service::Service;
use turnstone_standby::{Feed, FollowError, Follower, Primary, Replicated, StandbyMetrics, announce, serve};
use turnstone_storage::{AppendError, Durability, Storage, load};

const KEY: [u8; 32] = [9; 32];
const BOUNDS: ConnectionBounds = ConnectionBounds { most: 256, per_address: 0, trusted_proxies: Vec::new() };
/// As in the shipped server.
const CONNECTIONS: PeerBounds = PeerBounds { unproven: 64, unproven_per_address: 8, proven: 16 };
const OPENS: &str = "a data directory opens";

/// The process of a machine until it cannot go on.
pub(super) async fn run_process(world: Arc<StandbyWorld>, machine: usize) {
    let begins = world.slot(machine).begins;
    match begins {
        Begins::Server => run_server(&world, machine).await,
        Begins::StandbyOf(other) => follow(&world, machine, other).await,
    }
    drop(world.net.spawn(world.members, {
        let world = world.clone();
        async move { world.end_process(machine, None) }
    }));
}

async fn follow(world: &Arc<StandbyWorld>, machine: usize, other: usize) {
    let clock = world.clock(machine);
    let from = PeerAddress::parse(&StandbyWorld::address(other)).expect("an address");
    let mut follower = match Follower::open(clock, world.directory(machine), SharedKey::new(KEY), from) {
        Ok(follower) => follower,
        Err(error) => return world.fail(OPENS, error.to_string()),
    };
    let progress = follower.progress();
    let storage = follower.storage();
    let confirmed = world.slot(machine).confirmed;
    if storage.head().n < confirmed {
        let seen = format!("machine {machine} has {}, and had confirmed {confirmed}", storage.head().n);
        world.fail("what a standby has confirmed is on its disk", seen);
    }
    world.slot(machine).running = Some(Running::Standby { progress, state: storage.state() });
    let looking = async {
        loop {
            sleep(ms(20)).await;
            // The directory is closed while a snapshot is installed.
            if let Some(state) = storage.state() {
                world.look(machine, storage.head());
                if let Some(Running::Standby { state: own, .. }) = &mut world.slot(machine).running {
                    *own = Some(state);
                }
            }
        }
    };
    let fatal = tokio::select! {
        biased;
        fatal = follower.run() => fatal,
        () = looking => return,
    };
    match fatal {
        // The operator follows a server that another one has replaced.
        FollowError::EarlierTerm { .. } => world.hit("premise: a standby rejected a server that was replaced"),
        fatal => world.fail("a standby goes on after every fault", format!("machine {machine}: {fatal}")),
    }
}

async fn run_server(world: &Arc<StandbyWorld>, machine: usize) {
    let (clock, directory) = (world.clock(machine), world.directory(machine));
    let role = directory.role().ok().flatten();
    let least_term = match DirectoryRole::may_serve(role.as_ref()) {
        Ok(least_term) => least_term,
        Err(RoleError::Superseded(_)) => return world.hit("premise: a server that was replaced did not start"),
        Err(error) => return world.fail(OPENS, error.to_string()),
    };
    let options = DirectoryOptions { least_term, ..Durability::Sync.into() };
    let opened = match world.engine(machine).open(Path::new(DATA), options) {
        Ok(opened) => opened,
        Err(error) => return world.fail(OPENS, error.to_string()),
    };
    let (storage, keys) = (opened.storage, opened.keys);
    let (own, promoted) = (clock.clone(), directory.clone());
    clock.spawn(async move {
        // It ends with the process, or once the former primary knows.
        let _ = announce(&own, &promoted, &SharedKey::new(KEY)).await;
    });
    let feed = Feed::new(storage.head(), storage.term(), world.bounds, StandbyMetrics::default());
    let (key, state) = (SharedKey::new(KEY), storage.state());
    let primary = Primary { machine: clock.clone(), feed: feed.clone(), key, state: state.clone(), directory };
    let (listener, primary, own) = (world.net.listen(clock.host, STANDBY_PORT).await, Arc::new(primary), clock.clone());
    let Ok(listener) = listener else { return world.fail(OPENS, "the port of the standby is taken".to_owned()) };
    clock.spawn(async move {
        let (_close, closing) = Closing::new();
        let serve_one = move |stream, mut place: turnstone_engine::peers::PeerPlace| {
            let primary = primary.clone();
            async move { serve(stream, primary, || place.prove()).await }
        };
        serve_peers(&own, listener, CONNECTIONS, closing, serve_one).await;
    });
    let mut storage = Replicated::new(storage, feed.clone(), world.waits);
    world.notes().commits.insert((storage.head().n, storage.head().term), storage.head());
    let service = load(&mut storage, |vault, records| Service::open(unlimited(), keys.clone(), vault, records));
    let Ok(Ok(service)) = service else { return world.fail(OPENS, "its records make no core".to_owned()) };
    let wake = Arc::<Notify>::default();
    let handle = Handle::new(LoopWaker(wake.clone()));
    let running = Running::Server { handle: handle.clone(), feed: feed.clone(), state };
    world.slot(machine).running = Some(running);
    // As the shipped server does it before its first commit, without a thread that waits.
    while world.waits.is_some() && feed.figures().written != Some(feed.figures().head) && feed.superseded_by().is_none()
    {
        sleep(ms(20)).await;
    }
    let port = Port::new(handle.clone(), keys);
    let (settings, pages) = (http_settings(BASE_URL), world.pages.clone());
    let http = HttpTransport::with_pages(clock.clone(), port, settings, Vec::new(), pages);
    let Ok(listener) = world.net.listen(clock.host, PORT).await else { return };
    let (_close, closing) = Closing::new();
    clock.spawn(Box::new(HttpListener::new(clock.clone(), listener, vec![http], BOUNDS)).serve(closing));
    let rounds = GroupCommits::new(service, storage).bounded(GroupBounds { commands: 4, ..GroupBounds::default() });
    let mut dice = Rng::new(mix(&[world.seed, 0xd1ce, machine as u64, world.net.now().as_micros() as u64]));
    let mut engine = Engine::new(rounds, handle, clock.clone(), move |_| dice.bytes(), NotConnectedError);
    let term = feed.term();
    loop {
        let turn = engine.turn();
        let head = engine.rounds().storage().head();
        world.notes().commits.insert((head.n, head.term), head);
        note_confirmed(world, machine, &feed);
        let longest: Duration = match turn {
            Ok(Turn::Again) => Duration::from_micros(50),
            Ok(Turn::Sleep(longest)) => longest.max(ms(1)),
            Ok(Turn::Over) => return,
            Err(LoopError::Write(AppendError::Fenced)) => {
                if !world.is_replaced(term) {
                    world.fail("only a promotion ends a server", format!("machine {machine}"));
                }
                return world.hit("premise: a server learned that it was replaced");
            }
            Err(LoopError::Write(AppendError::Unknown(_))) if world.waits.is_some() => {
                return world.hit("premise: a server ended because its standby did not confirm");
            }
            Err(broken) => return world.fail("a server goes on after every fault", broken.to_string()),
        };
        tokio::select! {
            biased;
            _ = feed.superseded() => return world.hit("premise: a server learned that it was replaced"),
            _ = timeout(longest, wake.notified()) => {}
        }
    }
}

/// What the primary counts as written must be on the other machine's disk, also after a power failure.
fn note_confirmed(world: &StandbyWorld, machine: usize, feed: &Feed) {
    let figures = feed.figures();
    let other = 1 - machine;
    if let Some(written) = figures.written.filter(|_| figures.is_connected) {
        let mut slot = world.slot(other);
        if matches!(slot.running, Some(Running::Standby { .. })) {
            slot.confirmed = slot.confirmed.max(written);
        }
    }
}
