//! HTTP connections of a listener, shared out to the threads in turn.

use crate::HttpTransport;
use hyper::rt::{Read, Write};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use turnstone_engine::connections::serve_connections;
use turnstone_engine::env::Env;
use turnstone_engine::{Closing, Transport};

pub use turnstone_engine::connections::{ConnectionBounds, Listen};

/// How long connections may take to close when the server stops.
const DRAIN: Duration = Duration::from_secs(6);

/// The HTTP transport with its listener.
pub struct HttpListener<E, L> {
    env: E,
    listener: L,
    transports: Vec<Arc<HttpTransport<E>>>,
    bounds: ConnectionBounds,
}

impl<E, L> HttpListener<E, L> {
    /// Connections of this listener, for one [`HttpTransport`] a thread. `env` accepts them.
    pub fn new(env: E, listener: L, transports: Vec<Arc<HttpTransport<E>>>, bounds: ConnectionBounds) -> Self {
        Self { env, listener, transports, bounds }
    }
}

impl<E: Env + Unpin, L: Listen<Stream: Read + Write + Unpin>> Transport for HttpListener<E, L> {
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let Self { env, listener, transports, bounds } = *self;
        Box::pin(async move {
            let mut in_turn = transports.iter().cycle();
            serve_connections(&env, listener, bounds, DRAIN, closing.clone(), |arrived, peer, place| {
                let Some(transport) = in_turn.next().cloned() else { return };
                let closing = closing.clone();
                transport.env.clone().spawn(async move {
                    match L::open(arrived) {
                        Ok(stream) => transport.serve(stream, peer, closing.signalled()).await,
                        Err(error) => tracing::warn!(%error, "a connection could not be opened"),
                    }
                    drop(place);
                });
            })
            .await;
        })
    }
}
