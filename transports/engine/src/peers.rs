//! The accept loop of a listener whose peers have to prove something. Peers that have not proved it yet have few places. A new
//! one is always accepted, in place of the oldest if there are too many: so they keep no proven peer out, and none of those
//! that prove it at once.

use crate::connections::Listen;
use crate::env::Env;
use crate::seldom::Seldom;
use crate::transport::Closing;
use std::collections::VecDeque;
use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use turnstone_service::subnet::Subnet;

/// How long to wait after a connection that could not be accepted.
const RELIEF: Duration = Duration::from_millis(50);

/// Bounds of the peers of a listener.
#[derive(Clone, Copy, Debug)]
pub struct PeerBounds {
    /// Peers that have proved nothing yet, in all.
    pub unproven: usize,
    /// The same from one address.
    pub unproven_per_address: usize,
    /// Proven peers.
    pub proven: usize,
}

/// The peers of a listener.
struct Peers {
    bounds: PeerBounds,
    state: Mutex<PeersState>,
}

#[derive(Default)]
struct PeersState {
    last: u64,
    /// In the order in which they came.
    unproven: VecDeque<Unproven>,
    proven: usize,
}

struct Unproven {
    number: u64,
    address: Subnet,
    /// Displaces the peer.
    leave: Arc<Notify>,
}

/// The place of a peer, until this is dropped.
pub struct PeerPlace {
    peers: Arc<Peers>,
    number: u64,
    is_proven: bool,
    leave: Arc<Notify>,
}

impl Peers {
    fn state(&self) -> MutexGuard<'_, PeersState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new peer. Returns it, and whether another one had to leave.
    fn enter(own: &Arc<Self>, address: Subnet) -> (PeerPlace, bool) {
        let mut state = own.state();
        let of_address = state.unproven.iter().filter(|peer| peer.address == address).count();
        let displaced = if of_address >= own.bounds.unproven_per_address {
            state.unproven.iter().position(|peer| peer.address == address)
        } else {
            (state.unproven.len() >= own.bounds.unproven).then_some(0)
        };
        let displaced = displaced.and_then(|place| state.unproven.remove(place));
        if let Some(displaced) = &displaced {
            displaced.leave.notify_one();
        }
        state.last += 1;
        let (number, leave) = (state.last, Arc::<Notify>::default());
        state.unproven.push_back(Unproven { number, address, leave: leave.clone() });
        drop(state);
        (PeerPlace { peers: own.clone(), number, is_proven: false, leave }, displaced.is_some())
    }
}

impl PeerPlace {
    /// The peer has proved what it has to. False if there are too many such peers, or if it was displaced.
    pub fn prove(&mut self) -> bool {
        let mut state = self.peers.state();
        let place = state.unproven.iter().position(|peer| peer.number == self.number);
        let Some(place) = place.filter(|_| state.proven < self.peers.bounds.proven) else { return false };
        state.unproven.remove(place);
        state.proven += 1;
        self.is_proven = true;
        true
    }
}

impl Drop for PeerPlace {
    fn drop(&mut self) {
        let mut state = self.peers.state();
        if self.is_proven {
            state.proven -= 1;
        } else {
            state.unproven.retain(|peer| peer.number != self.number);
        }
    }
}

/// Accept connections until `closing`. Each is served by a task of its own, which is not waited for at the end.
pub async fn serve_peers<E: Env, L: Listen, T: Future<Output = ()> + Send + 'static>(
    env: &E,
    listener: L,
    bounds: PeerBounds,
    closing: Closing,
    serve: impl Fn(L::Stream, PeerPlace) -> T + Send + Sync,
) {
    let (peers, crowded) = (Arc::new(Peers { bounds, state: Mutex::default() }), Seldom::default());
    let accept = async {
        loop {
            let (arrived, peer): (_, IpAddr) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    env.sleep(RELIEF).await;
                    continue;
                }
            };
            let (place, has_displaced) = Peers::enter(&peers, peer.into());
            if has_displaced && crowded.is_due(env.instant()) {
                tracing::warn!(%peer, ?bounds, "too many connections of peers that have proved nothing: the oldest are closed");
            }
            let leave = place.leave.clone();
            match L::open(arrived).map(|stream| serve(stream, place)) {
                Ok(served) => env.spawn(async move {
                    tokio::select! {
                        biased;
                        () = leave.notified() => {}
                        () = served => {}
                    }
                }),
                Err(error) => tracing::warn!(%error, "a connection could not be opened"),
            }
        }
    };
    closing.ends(accept).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: PeerBounds = PeerBounds { unproven: 4, unproven_per_address: 2, proven: 2 };

    fn peers() -> Arc<Peers> {
        Arc::new(Peers { bounds: BOUNDS, state: Mutex::default() })
    }

    fn enter(peers: &Arc<Peers>, last: u8) -> (PeerPlace, bool) {
        Peers::enter(peers, IpAddr::from([192, 0, 2, last]).into())
    }

    fn left(place: &PeerPlace) -> bool {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        std::pin::pin!(place.leave.notified()).poll(&mut context).is_ready()
    }

    #[test]
    fn a_new_peer_displaces_the_oldest_unproven_one_of_its_address_and_then_of_all() {
        let peers = peers();
        let (first, second, other) = (enter(&peers, 1).0, enter(&peers, 1).0, enter(&peers, 2).0);
        let (third, has_displaced) = enter(&peers, 1);
        assert!(has_displaced && left(&first) && !left(&second) && !left(&other));
        let (fourth, has_displaced) = enter(&peers, 3);
        assert!(!has_displaced);
        let (fifth, has_displaced) = enter(&peers, 4);
        assert!(has_displaced && left(&second) && !left(&third), "the oldest of all");
        drop((first, second, third, other, fourth, fifth));
        assert!(peers.state().unproven.is_empty());
    }

    #[test]
    fn a_proven_peer_is_never_displaced_and_their_number_is_bounded() {
        let peers = peers();
        let mut proven: Vec<PeerPlace> = (0..2).map(|_| enter(&peers, 1).0).collect();
        assert!(proven.iter_mut().all(PeerPlace::prove));
        let flood: Vec<_> = (0..100).map(|number| enter(&peers, number % 3)).collect();
        assert!(proven.iter().all(|place| !left(place)));
        assert!(!enter(&peers, 9).0.prove(), "there are two already");
        drop(proven.pop());
        let mut next = enter(&peers, 9).0;
        assert!(next.prove());
        drop((flood, next, proven));
        let state = peers.state();
        assert_eq!((state.unproven.len(), state.proven), (0, 0));
    }

    #[test]
    fn a_displaced_peer_can_prove_nothing_any_more() {
        let peers = peers();
        let mut first = enter(&peers, 1).0;
        let _others = (enter(&peers, 1), enter(&peers, 1));
        assert!(!first.prove());
    }
}
