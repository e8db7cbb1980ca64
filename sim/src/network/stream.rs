//! Both ends of a connection on madsim's network, with what madsim lacks: a window, so that a peer that does not read
//! makes the other one wait, and flushes that send nothing when there is nothing to send.

use crate::parts::lock;
use hyper_util::rt::TokioIo;
use madsim::net::{TcpListener, TcpStream};
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use turnstone_http::connections::Listen;

#[derive(Default)]
pub(crate) struct BufferState {
    room: usize,
    unread: usize,
    is_gone: bool,
    writer: Option<Waker>,
}

pub(crate) type PeerBuffer = Arc<Mutex<BufferState>>;

/// Change the window and wake the writer.
fn change(gate: &PeerBuffer, change: impl FnOnce(&mut BufferState)) {
    let mut window = lock(gate);
    change(&mut window);
    window.writer.take().into_iter().for_each(Waker::wake);
}

/// The windows of all connections, by the address of the client's end.
pub(crate) type PeerBuffers = Arc<Mutex<BTreeMap<SocketAddr, PeerBuffer>>>;

/// One end of a connection.
pub(crate) struct SimStream {
    stream: TcpStream,
    gate: PeerBuffer,
    is_client: bool,
    is_dirty: bool,
}

impl SimStream {
    /// Connect to the server, which may write this many bytes ahead of what is read.
    pub(crate) async fn connect(gates: &PeerBuffers, server: &str, room: usize) -> io::Result<Self> {
        let stream = TcpStream::connect(server).await?;
        let gate = PeerBuffer::default();
        lock(&gate).room = room.max(1);
        lock(gates).insert(stream.local_addr()?, gate.clone());
        Ok(Self { stream, gate, is_client: true, is_dirty: false })
    }
}

impl AsyncRead for SimStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, into);
        if self.is_client {
            let bytes = into.filled().len() - before;
            change(&self.gate, |window| window.unread = window.unread.saturating_sub(bytes));
        }
        polled
    }
}

impl AsyncWrite for SimStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let mut bytes = bytes;
        if !self.is_client {
            let mut window = lock(&self.gate);
            if window.is_gone {
                return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
            }
            let room = window.room.saturating_sub(window.unread);
            if room == 0 && !bytes.is_empty() {
                window.writer = Some(context.waker().clone());
                drop(window);
                // Send what was written so far, or its reader could never make room.
                let _ = self.send(context)?;
                return Poll::Pending;
            }
            bytes = &bytes[..bytes.len().min(room)];
            window.unread += bytes.len();
        }
        self.is_dirty |= !bytes.is_empty();
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.send(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.send(context)
    }
}

impl SimStream {
    fn send(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.is_dirty {
            return Poll::Ready(Ok(()));
        }
        self.is_dirty = false;
        Pin::new(&mut self.stream).poll_flush(context)
    }
}

impl Drop for SimStream {
    fn drop(&mut self) {
        if self.is_client {
            change(&self.gate, |window| window.is_gone = true);
        }
    }
}

/// A listener. Clones are the same.
#[derive(Clone)]
pub(crate) struct Listener {
    listener: Arc<TcpListener>,
    gates: PeerBuffers,
}

impl Listener {
    pub(crate) async fn bind(gates: PeerBuffers, port: u16) -> io::Result<Self> {
        Ok(Self { listener: Arc::new(TcpListener::bind(("0.0.0.0", port)).await?), gates })
    }
}

impl Listen for Listener {
    type Arrived = TokioIo<SimStream>;
    type Stream = TokioIo<SimStream>;

    fn open(arrived: Self::Arrived) -> io::Result<Self::Stream> {
        Ok(arrived)
    }

    async fn accept(&self) -> io::Result<(Self::Arrived, IpAddr)> {
        let (stream, peer) = self.listener.accept().await?;
        let gate = lock(&self.gates).remove(&peer).unwrap_or_default();
        Ok((TokioIo::new(SimStream { stream, gate, is_client: false, is_dirty: false }), peer.ip()))
    }
}
