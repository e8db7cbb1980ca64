//! The process of a standby, and the server's side of it.

use super::host::HostState;
use super::machines::{Running, STANDBY_PORT};
use crate::world::{HostId, ms};
use madsim::time::sleep;
use std::io;
use std::sync::Arc;
use turnstone_engine::Closing;
use turnstone_engine::env::Env;
use turnstone_engine::peers::{PeerBounds, PeerPlace, serve_peers};
use turnstone_link::{PeerAddress, SharedKey};
use turnstone_standby::{Feed, FollowError, Follower, Primary, announce, serve};
use turnstone_storage::State;

pub(super) const KEY: [u8; 32] = [9; 32];
/// As in the shipped server.
const CONNECTIONS: PeerBounds = PeerBounds { unproven: 64, unproven_per_address: 8, proven: 16 };

/// A standby until it is ended or cannot go on.
pub(super) async fn follow(host: &Arc<HostState>, machine: HostId) {
    let from = PeerAddress::parse(&HostState::standby_address(1 - machine)).expect("an address");
    let mut follower = match Follower::open(host.clock(machine), host.directory(machine), SharedKey::new(KEY), from) {
        Ok(follower) => follower,
        Err(error) => return host.fail(format!("the data directory of a standby opens: {error}")),
    };
    let (progress, storage) = (follower.progress(), follower.storage());
    host.slot(machine).running = Some(Running::Standby { progress, storage: storage.clone() });
    let looking = async {
        loop {
            // The directory is closed while a snapshot is installed.
            if storage.state().is_some() {
                host.look_at_standby(machine, storage.head());
            }
            sleep(ms(20)).await;
        }
    };
    let fatal = tokio::select! {
        biased;
        fatal = follower.run() => fatal,
        () = looking => return,
    };
    match fatal {
        // The operator follows a server that another one has replaced.
        FollowError::EarlierTerm { .. } => host.hit("premise: a standby rejected a server that was replaced"),
        fatal => host.fail(format!("a standby goes on after every fault: {fatal}")),
    }
}

/// Begin to serve the standby of this state, and inform the former primary if there is one.
pub(super) async fn lead(
    host: &Arc<HostState>,
    machine: HostId,
    feed: Arc<Feed>,
    state: Arc<dyn State>,
) -> io::Result<()> {
    let (clock, directory) = (host.clock(machine), host.directory(machine));
    let (own, promoted) = (clock.clone(), directory.clone());
    clock.spawn(async move {
        // It ends with the process, or once the former primary has confirmed.
        let _ = announce(&own, &promoted, &SharedKey::new(KEY)).await;
    });
    let primary = Arc::new(Primary { machine: clock.clone(), feed, key: SharedKey::new(KEY), state, directory });
    let (listener, own) = (host.net.listen(machine, STANDBY_PORT).await?, clock.clone());
    clock.spawn(async move {
        // It ends with the process.
        let (_close, closing) = Closing::new();
        let serve_one = move |stream, mut place: PeerPlace| {
            let primary = primary.clone();
            async move { serve(stream, primary, || place.prove()).await }
        };
        serve_peers(&own, listener, CONNECTIONS, closing, serve_one).await;
    });
    Ok(())
}
