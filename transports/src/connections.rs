//! The connections that are open: at most so many at a time, and the word to close them. Generic over the world, so that
//! the simulator accepts and drains with the same code as the program.

use crate::engine::{Handle, Phase};
use crate::env::Env;
use crate::http::Door;
use hyper::rt::{Read, Write};
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use turnstone_core::effects::Order;

/// How long connections may take to end when the server does.
const DRAIN: Duration = Duration::from_secs(6);
/// How long to wait after a connection that could not be accepted.
const RELIEF: Duration = Duration::from_millis(50);

/// Where connections come from.
pub trait Listen: Send + Sync {
    /// What they carry.
    type Stream: Read + Write + Unpin + Send + 'static;

    /// The next connection, and where it comes from.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, IpAddr)>> + Send;
}

/// The connections of a server.
pub struct Connections {
    close: watch::Sender<bool>,
    places: Arc<Semaphore>,
    most: u32,
}

impl Connections {
    /// Room for so many at a time. More wait to be accepted until one ends.
    pub fn new(most: u32) -> Self {
        let places = Arc::new(Semaphore::new(most as usize));
        Self { close: watch::Sender::new(false), places, most }
    }

    /// Serve whoever comes, without an end.
    pub async fn accept<E: Env + Unpin, L: Listen>(&self, env: &E, listener: &L, door: &Arc<Door<E>>) {
        loop {
            let place = self.places.clone().acquire_owned().await.expect("the semaphore is never closed");
            match listener.accept().await {
                Ok((stream, peer)) => self.serve(env, stream, peer, door.clone(), place),
                Err(error) => {
                    // Out of descriptors, most likely: those that end give them back.
                    tracing::warn!(%error, "a connection could not be accepted");
                    env.sleep_until(env.instant() + RELIEF).await;
                }
            }
        }
    }

    fn serve<E: Env + Unpin, T>(
        &self,
        env: &E,
        stream: T,
        peer: IpAddr,
        door: Arc<Door<E>>,
        place: OwnedSemaphorePermit,
    ) where
        T: Read + Write + Unpin + Send + 'static,
    {
        let mut close = self.close.subscribe();
        env.spawn(async move {
            let closing = async move {
                // An error means that the server is gone, which is as good a reason.
                let _ = close.wait_for(|close| *close).await;
            };
            door.serve(stream, peer, closing).await;
            drop(place);
        });
    }

    /// No new requests; parked polls are answered; connections end after the request they are at.
    pub async fn drain(self, env: &impl Env, handle: &Handle) {
        if handle.phase() == Phase::Serving {
            handle.enter(Phase::Draining);
            // A refusal means that the loop is over already.
            let _ = handle.operate(Order::Drain).await;
        }
        self.close.send_replace(true);
        tokio::select! {
            biased;
            _ = self.places.acquire_many(self.most) => {}
            () = env.sleep_until(env.instant() + DRAIN) => tracing::warn!("some connections did not end in time"),
        }
    }
}
