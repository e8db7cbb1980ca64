//! The accept loop of every listener: connections bounded in total and for each address, until they are to close.
//! Generic over the world, so that the simulator accepts and drains with the same code as the program.

use crate::env::Env;
use crate::seldom::Seldom;
use crate::transport::Closing;
use ipnet::IpNet;
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use turnstone_service::subnet::Subnet;

/// How long to wait after a connection that could not be accepted.
const RELIEF: Duration = Duration::from_millis(50);

/// A source of connections.
pub trait Listen: Send + Sync + 'static {
    /// An accepted connection.
    type Arrived: Send + 'static;
    /// The stream that it carries.
    type Stream: Send + 'static;

    /// The next connection, and the address of its peer.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Arrived, IpAddr)>> + Send;

    /// Open it; called on the thread that serves it.
    fn open(arrived: Self::Arrived) -> io::Result<Self::Stream>;
}

/// Bounds of the connections of one listener.
#[derive(Clone, Debug)]
pub struct ConnectionBounds {
    /// In all. Further ones wait to be accepted.
    pub most: u32,
    /// From one address. Further ones are closed. With 0 there is no limit.
    pub per_address: u32,
    /// Proxies whose connections are not counted: they carry those of many clients.
    pub trusted_proxies: Vec<IpNet>,
}

/// The place of a connection among the bounds, held until this is dropped.
pub struct ConnectionPlace {
    _in_all: OwnedSemaphorePermit,
    _neighbour: Neighbour,
}

/// Accept connections until `closing`, and hand each to `serve`. Then wait for the open ones, at most for `drain`.
pub async fn serve_connections<E: Env, L: Listen>(
    env: &E,
    listener: L,
    bounds: ConnectionBounds,
    drain: Duration,
    closing: Closing,
    serve: impl FnMut(L::Arrived, IpAddr, ConnectionPlace) + Send,
) {
    let connections = Connections::new(bounds);
    closing.ends(connections.accept(env, &listener, serve)).await;
    drop(listener);
    if !drain.is_zero() {
        connections.ended(env, drain).await;
    }
}

/// The connections of a listener.
struct Connections {
    places: Arc<Semaphore>,
    bounds: ConnectionBounds,
    neighbours: Arc<Neighbours>,
    full: Seldom,
    crowded: Seldom,
}

impl Connections {
    /// With these bounds. One address has half of the places at most, however few they are.
    fn new(mut bounds: ConnectionBounds) -> Self {
        if bounds.per_address > 0 {
            bounds.per_address = bounds.per_address.min(bounds.most.div_ceil(2));
        }
        Self {
            places: Arc::new(Semaphore::new(bounds.most as usize)),
            bounds,
            neighbours: Arc::default(),
            full: Seldom::default(),
            crowded: Seldom::default(),
        }
    }

    /// Accept connections, without an end.
    async fn accept<E: Env, L: Listen>(
        &self,
        env: &E,
        listener: &L,
        mut serve: impl FnMut(L::Arrived, IpAddr, ConnectionPlace) + Send,
    ) {
        loop {
            if self.places.available_permits() == 0 && self.full.is_due(env.instant()) {
                tracing::warn!(most = self.bounds.most, "the limit of connections is reached: further ones wait");
            }
            let place = self.places.clone().acquire_owned().await.expect("the semaphore is never closed");
            match listener.accept().await {
                Ok((arrived, peer)) => {
                    if let Some(neighbour) = self.neighbour(env, peer) {
                        serve(arrived, peer, ConnectionPlace { _in_all: place, _neighbour: neighbour });
                    }
                }
                Err(error) => {
                    // Out of descriptors, most likely: connections that end free some.
                    tracing::warn!(%error, "a connection could not be accepted");
                    env.sleep(RELIEF).await;
                }
            }
        }
    }

    /// The peer among those of its address, if there is room for one more.
    fn neighbour(&self, env: &impl Env, peer: IpAddr) -> Option<Neighbour> {
        let ConnectionBounds { per_address, trusted_proxies, .. } = &self.bounds;
        let limit = if is_trusted(peer, trusted_proxies) { 0 } else { *per_address };
        let neighbour = Neighbours::enter(&self.neighbours, peer.into(), limit);
        if neighbour.is_none() && self.crowded.is_due(env.instant()) {
            tracing::warn!(%peer, limit, "the limit of connections of an address is reached: further ones are closed");
        }
        neighbour
    }

    /// Wait for connections to end: each does after its current request.
    async fn ended(self, env: &impl Env, drain: Duration) {
        tokio::select! {
            biased;
            _ = self.places.acquire_many(self.bounds.most) => {}
            () = env.sleep(drain) => tracing::warn!("some connections did not end in time"),
        }
    }
}

/// Whether an address is one of these proxies.
pub fn is_trusted(peer: IpAddr, trusted: &[IpNet]) -> bool {
    let peer = peer.to_canonical();
    trusted.iter().any(|net| net.contains(&peer))
}

/// How many connections each address has.
#[derive(Default)]
struct Neighbours(Mutex<HashMap<Subnet, u32>>);

impl Neighbours {
    fn counts(&self) -> MutexGuard<'_, HashMap<Subnet, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more of an address that may have `limit`; 0 means no limit.
    fn enter(own: &Arc<Self>, subnet: Subnet, limit: u32) -> Option<Neighbour> {
        let mut counts = own.counts();
        let count = counts.entry(subnet).or_default();
        if limit != 0 && *count >= limit {
            return None;
        }
        *count += 1;
        Some(Neighbour { neighbours: own.clone(), subnet })
    }
}

/// A connection that is counted as long as this lives.
struct Neighbour {
    neighbours: Arc<Neighbours>,
    subnet: Subnet,
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        let mut counts = self.neighbours.counts();
        if let Some(count) = counts.get_mut(&self.subnet) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.subnet);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_connections_free_their_places_and_leave_no_entry() {
        let neighbours = Arc::<Neighbours>::default();
        let enter = |address: &str| Neighbours::enter(&neighbours, address.parse::<IpAddr>().unwrap().into(), 2);
        let first = enter("2001:db8::1").unwrap();
        let second = enter("2001:db8::2").unwrap();
        assert!(enter("2001:db8::3").is_none(), "the third of one /64");
        let other = enter("2001:db8:0:1::1").unwrap();
        drop(first);
        let third = enter("2001:db8::3").unwrap();
        assert!(enter("2001:db8::1").is_none());
        drop((second, third, other));
        assert!(neighbours.counts().is_empty());
    }

    #[test]
    fn an_address_has_half_of_the_places_at_most() {
        let limit = |most, per_address| {
            Connections::new(ConnectionBounds { most, per_address, trusted_proxies: Vec::new() }).bounds.per_address
        };
        assert_eq!(limit(120_000, 1000), 1000);
        assert_eq!(limit(188, 1000), 94);
        assert_eq!(limit(188, 0), 0, "no limit");
    }
}
