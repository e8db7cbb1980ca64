//! Listeners on tokio, and a transport that serves each connection by a function.

use crate::runtime::Tokio;
use hyper_util::rt::TokioIo;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use turnstone_engine::connections::{ConnectionBounds, Listen, serve_connections};
use turnstone_engine::env::Env;
use turnstone_engine::peers::{PeerBounds, PeerPlace, serve_peers};
use turnstone_engine::{Closing, Transport};

/// A TCP listener. Its connections are opened on the runtime that serves them.
pub(crate) struct Tcp(pub(crate) TcpListener);

impl Listen for Tcp {
    type Arrived = std::net::TcpStream;
    type Stream = TokioIo<TcpStream>;

    async fn accept(&self) -> io::Result<(Self::Arrived, IpAddr)> {
        let (stream, peer) = self.0.accept().await?;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY");
        }
        Ok((stream.into_std()?, peer.ip()))
    }

    fn open(arrived: Self::Arrived) -> io::Result<Self::Stream> {
        TcpStream::from_std(arrived).map(TokioIo::new)
    }
}

/// A Unix socket. Its peers are on this machine.
pub(crate) struct Unix(pub(crate) UnixListener);

impl Listen for Unix {
    type Arrived = UnixStream;
    type Stream = UnixStream;

    async fn accept(&self) -> io::Result<(Self::Arrived, IpAddr)> {
        let (stream, _) = self.0.accept().await?;
        Ok((stream, Ipv4Addr::LOCALHOST.into()))
    }

    fn open(arrived: Self::Arrived) -> io::Result<Self::Stream> {
        Ok(arrived)
    }
}

/// A transport that serves each connection with `serve`, at most `most` at a time. It does not wait for them at the
/// end.
pub(crate) fn each<L: Listen, T: Future<Output = ()> + Send + 'static>(
    listener: L,
    most: u32,
    serve: impl Fn(L::Stream) -> T + Send + Sync + 'static,
) -> Box<dyn Transport> {
    Box::new(EachConnection { listener, most, serve })
}

/// A transport for peers that have to prove something. `serve` holds the place of each, and says so there once it has.
pub(crate) fn each_peer<L: Listen, T: Future<Output = ()> + Send + 'static>(
    listener: L,
    bounds: PeerBounds,
    serve: impl Fn(L::Stream, PeerPlace) -> T + Send + Sync + 'static,
) -> Box<dyn Transport> {
    Box::new(EachPeer { listener, bounds, serve })
}

struct EachPeer<L, F> {
    listener: L,
    bounds: PeerBounds,
    serve: F,
}

impl<L, F, T> Transport for EachPeer<L, F>
where
    L: Listen,
    F: Fn(L::Stream, PeerPlace) -> T + Send + Sync + 'static,
    T: Future<Output = ()> + Send + 'static,
{
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let Self { listener, bounds, serve } = *self;
        Box::pin(async move { serve_peers(&Tokio::current(), listener, bounds, closing, serve).await })
    }
}

struct EachConnection<L, F> {
    listener: L,
    most: u32,
    serve: F,
}

impl<L, F, T> Transport for EachConnection<L, F>
where
    L: Listen,
    F: Fn(L::Stream) -> T + Send + Sync + 'static,
    T: Future<Output = ()> + Send + 'static,
{
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let Self { listener, most, serve } = *self;
        Box::pin(async move {
            let env = Tokio::current();
            let bounds = ConnectionBounds { most, per_address: 0, trusted_proxies: Vec::new() };
            serve_connections(&env, listener, bounds, Duration::ZERO, closing, |arrived, _, place| {
                match L::open(arrived).map(&serve) {
                    Ok(served) => env.spawn(async move {
                        served.await;
                        drop(place);
                    }),
                    Err(error) => tracing::warn!(%error, "a connection could not be opened"),
                }
            })
            .await;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::Notify;

    /// A listener with this many connections, which says when they have all been accepted.
    #[derive(Clone)]
    struct Crowd(Arc<(AtomicUsize, Notify)>);

    impl Listen for Crowd {
        type Arrived = ();
        type Stream = ();

        async fn accept(&self) -> io::Result<((), IpAddr)> {
            let (left, last) = &*self.0;
            if left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err() {
                last.notify_one();
                pending::<()>().await;
            }
            Ok(((), Ipv4Addr::LOCALHOST.into()))
        }

        fn open((): ()) -> io::Result<()> {
            Ok(())
        }
    }

    fn crowd(of: usize) -> Crowd {
        Crowd(Arc::new((AtomicUsize::new(of), Notify::new())))
    }

    #[tokio::test]
    async fn serves_no_more_peers_at_a_time_than_the_bound() {
        let (crowd, (_close, closing)) = (crowd(5), Closing::new());
        let transport = each(crowd.clone(), 3, |()| pending());
        let running = tokio::spawn(transport.serve(closing));
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(!running.is_finished(), "it has no end");
        assert_eq!(crowd.0.0.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn a_peer_that_is_done_makes_room_for_the_next() {
        let (crowd, (close, closing)) = (crowd(100), Closing::new());
        let transport = each(crowd.clone(), 1, |()| ready(()));
        let running = tokio::spawn(transport.serve(closing));
        crowd.0.1.notified().await;
        close.tell();
        running.await.unwrap();
    }
}
