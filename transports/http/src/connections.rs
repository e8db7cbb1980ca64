//! The open connections, bounded in total and for each address. Generic over the environment, so that the simulator
//! accepts and drains with the same code as the program.

use crate::HttpDoor;
use crate::caller::is_trusted;
use crate::seldom::Seldom;
use hyper::rt::{Read, Write};
use ipnet::IpNet;
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use turnstone_engine::env::Env;
use turnstone_engine::{Closing, Door};
use turnstone_service::subnet::Subnet;

/// How long connections may take to close when the server stops.
const DRAIN: Duration = Duration::from_secs(6);
/// How long to wait after a failed accept.
const RELIEF: Duration = Duration::from_millis(50);

/// A listener.
pub trait Listen: Send + Sync + 'static {
    /// An accepted connection.
    type Arrived: Send + 'static;
    /// Its stream.
    type Stream: Read + Write + Unpin + Send + 'static;

    /// The next connection, and its peer's address.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Arrived, IpAddr)>> + Send;

    /// Open it; called on the thread that serves it.
    fn open(arrived: Self::Arrived) -> io::Result<Self::Stream>;
}

/// The bounds of concurrent connections.
#[derive(Clone, Debug)]
pub struct ConnectionBounds {
    /// In total. More wait to be accepted until one ends.
    pub most: u32,
    /// From one address. Further ones are closed. 0 means no limit.
    pub per_address: u32,
    /// Proxies whose connections are not counted: they carry many clients.
    pub trusted_proxies: Vec<IpNet>,
}

/// The HTTP transport with its listener: connections are distributed to the threads in turn.
pub struct HttpListener<E, L> {
    env: E,
    listener: L,
    transports: Vec<Arc<HttpDoor<E>>>,
    connections: Connections,
}

impl<E: Env + Unpin, L: Listen> HttpListener<E, L> {
    /// Connections of this listener, with one `HttpDoor` for each thread. `env` accepts them.
    pub fn new(env: E, listener: L, transports: Vec<Arc<HttpDoor<E>>>, bounds: ConnectionBounds) -> Self {
        Self { env, listener, transports, connections: Connections::new(bounds) }
    }
}

impl<E: Env + Unpin, L: Listen> Door for HttpListener<E, L> {
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let Self { env, listener, transports, connections } = *self;
        Box::pin(async move {
            closing.clone().ends(connections.accept(&env, &listener, &transports, &closing)).await;
            drop(listener);
            connections.ended(&env).await;
        })
    }
}

/// The connections of a server.
struct Connections {
    places: Arc<Semaphore>,
    bounds: ConnectionBounds,
    neighbours: Arc<Neighbours>,
    full: Seldom,
    crowded: Seldom,
}

impl Connections {
    /// With these bounds. One address gets half of the places at most, however few they are.
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

    /// Accept and serve connections for ever.
    async fn accept<E: Env + Unpin, L: Listen>(
        &self,
        env: &E,
        listener: &L,
        transports: &[Arc<HttpDoor<E>>],
        closing: &Closing,
    ) {
        let mut in_turn = transports.iter().cycle();
        loop {
            if self.places.available_permits() == 0 && self.full.is_due(env.instant()) {
                tracing::warn!(most = self.bounds.most, "as many connections as there may be: more wait");
            }
            let place = self.places.clone().acquire_owned().await.expect("the semaphore is never closed");
            match listener.accept().await {
                Ok((arrived, peer)) => match (self.neighbour(env, peer), in_turn.next()) {
                    (Some(neighbour), Some(transport)) => {
                        serve::<E, L>(transport, arrived, peer, closing.clone(), (place, neighbour))
                    }
                    _ => drop(arrived),
                },
                Err(error) => {
                    // Most likely out of file descriptors: ending connections free some.
                    tracing::warn!(%error, "a connection could not be accepted");
                    env.sleep_until(env.instant() + RELIEF).await;
                }
            }
        }
    }

    /// The peer, counted among those of its address; `None` if there is no place for one more.
    fn neighbour(&self, env: &impl Env, peer: IpAddr) -> Option<Neighbour> {
        let ConnectionBounds { per_address, trusted_proxies, .. } = &self.bounds;
        let limit = if is_trusted(peer, trusted_proxies) { 0 } else { *per_address };
        let neighbour = Neighbours::enter(&self.neighbours, peer.into(), limit);
        if neighbour.is_none() && self.crowded.is_due(env.instant()) {
            tracing::warn!(%peer, limit, "as many connections as an address may have: more are closed");
        }
        neighbour
    }

    /// Wait for connections to end: each ends after its present request.
    async fn ended(self, env: &impl Env) {
        tokio::select! {
            biased;
            _ = self.places.acquire_many(self.bounds.most) => {}
            () = env.sleep_until(env.instant() + DRAIN) => tracing::warn!("some connections did not end in time"),
        }
    }
}

/// Serve a connection on the thread of its transport's tasks; its place is released at the end.
fn serve<E: Env + Unpin, L: Listen>(
    transport: &Arc<HttpDoor<E>>,
    arrived: L::Arrived,
    peer: IpAddr,
    closing: Closing,
    place: (OwnedSemaphorePermit, Neighbour),
) {
    let own = transport.clone();
    transport.env.spawn(async move {
        match L::open(arrived) {
            Ok(stream) => own.serve(stream, peer, closing.told()).await,
            Err(error) => tracing::warn!(%error, "a connection could not be opened"),
        }
        drop(place);
    });
}

/// The number of connections by address.
#[derive(Default)]
struct Neighbours(Mutex<HashMap<Subnet, u32>>);

impl Neighbours {
    fn counts(&self) -> MutexGuard<'_, HashMap<Subnet, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Count one more connection of an address that may have `limit`; 0 means no limit.
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

/// A connection that is counted until this is dropped.
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
