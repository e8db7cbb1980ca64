//! The network between machines and clients. A link may be cut in each direction, and a machine without power says nothing: what
//! was sent waits, and the other end is not told.

use crate::network::stream::{Listener, PeerBuffers, SimStream};
use crate::parts::lock;
use hyper_util::rt::TokioIo;
use madsim::net::NetSim;
use madsim::runtime::{Handle, NodeHandle};
use madsim::time::{Sleep, TimeHandle, advance, sleep};
use std::collections::BTreeSet;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant, UNIX_EPOCH};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use turnstone_http::connections::Listen;

/// How far an end may write ahead of what the end that dialled it reads.
const ROOM: usize = 256 << 10;
/// How long an attempt to connect to a machine takes that says nothing.
const NO_ANSWER: Duration = Duration::from_secs(20);

/// What a slow link carries at a time, and the pause after it.
const SLOW_BYTES: usize = 256;
const SLOW_PAUSE: Duration = Duration::from_millis(20);

/// A machine or a client, in the order in which they were added.
pub(crate) type HostId = usize;

/// The network. Clones are the same.
#[derive(Clone)]
pub(crate) struct SimNet {
    state: Arc<Mutex<NetState>>,
    buffers: PeerBuffers,
    handle: Handle,
    /// The beginning of the run, from which all clocks count.
    pub(crate) began: Instant,
}

#[derive(Default)]
struct NetState {
    hosts: Vec<Host>,
    /// Links that carry nothing, by the sender and the receiver.
    cuts: BTreeSet<(HostId, HostId)>,
    /// Links that carry [`SLOW_BYTES`] each [`SLOW_PAUSE`].
    slow: BTreeSet<(HostId, HostId)>,
    /// Ends that wait for a peer that says nothing.
    silent: Vec<Waker>,
}

struct Host {
    name: String,
    node: NodeHandle,
    has_power: bool,
    is_paused: bool,
}

pub(crate) const DAY_MS: u64 = 86_400_000;

/// The true time in Unix milliseconds, which is also that of `Date` headers.
pub(crate) fn wall_ms() -> u64 {
    TimeHandle::current().now_time().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// The network of all hosts.
pub(crate) const HOSTS: &str = "10.1.0.0/24";

/// The address of a host.
pub(crate) const fn address(host: HostId) -> Ipv4Addr {
    Ipv4Addr::new(10, 1, 0, host as u8 + 1)
}

impl SimNet {
    /// The maximum delay of a message that was sent over a cut link, counted from the repair of the link.
    pub(crate) const RETRY: Duration = Duration::from_secs(10);

    /// The network of this runtime, with packets that take up to this time. The clocks are this time before the turn of a day.
    pub(crate) fn new(slowest: Duration, before_midnight: Duration) -> Self {
        let today = Duration::from_millis(wall_ms() % DAY_MS);
        advance(2 * Duration::from_millis(DAY_MS) - today - before_midnight);
        NetSim::current().update_config(|config| config.send_latency = Duration::from_micros(100)..slowest);
        let (state, buffers) = (Arc::default(), PeerBuffers::default());
        Self { state, buffers, handle: Handle::current(), began: TimeHandle::current().now_instant() }
    }

    fn lock(&self) -> MutexGuard<'_, NetState> {
        lock(&self.state)
    }

    /// The time since the beginning of the run.
    pub(crate) fn now(&self) -> Duration {
        TimeHandle::current().now_instant().saturating_duration_since(self.began)
    }

    /// Ready at this time of the run.
    pub(crate) async fn until(&self, at: Duration) {
        sleep(at.saturating_sub(self.now())).await;
    }

    /// Add a host, whose process is this task whenever it starts.
    pub(crate) fn add<F>(&self, name: &str, process: impl Fn() -> F + Send + Sync + 'static) -> HostId
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let id = self.lock().hosts.len();
        let node = self.handle.create_node().name(name).ip(IpAddr::V4(address(id))).init(process).build();
        self.lock().hosts.push(Host { name: name.to_owned(), node, has_power: true, is_paused: false });
        id
    }

    /// Do something on a host that is never killed.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        host: HostId,
        work: impl Future<Output = T> + Send + 'static,
    ) -> madsim::task::JoinHandle<T> {
        let node = self.lock().hosts[host].node.clone();
        node.spawn(work)
    }

    /// Start the process of a host.
    pub(crate) fn start(&self, host: HostId) {
        self.change(|state| {
            state.hosts[host].has_power = true;
            state.hosts[host].is_paused = false;
        });
        let id = self.lock().hosts[host].node.id();
        self.handle.restart(id);
    }

    /// End the process of a host at once. If its power is cut, no other host learns of it.
    pub(crate) fn kill(&self, host: HostId, is_power: bool) {
        let mut state = self.lock();
        state.hosts[host].has_power &= !is_power;
        let id = state.hosts[host].node.id();
        drop(state);
        self.handle.kill(id);
    }

    pub(crate) fn pause(&self, host: HostId, is_paused: bool) {
        let mut state = self.lock();
        state.hosts[host].is_paused = is_paused;
        let id = state.hosts[host].node.id();
        drop(state);
        if is_paused { self.handle.pause(id) } else { self.handle.resume(id) }
    }

    pub(crate) fn is_paused(&self, host: HostId) -> bool {
        self.lock().hosts[host].is_paused
    }

    /// Let one host receive nothing of another one any more, or let what waits arrive.
    pub(crate) fn cut(&self, from: HostId, to: HostId, is_cut: bool) {
        let state = self.lock();
        let (one, other) = (state.hosts[from].node.id(), state.hosts[to].node.id());
        drop(state);
        if is_cut {
            NetSim::current().clog_link(one, other);
        } else {
            NetSim::current().unclog_link(one, other);
        }
        self.change(|state| {
            if is_cut {
                state.cuts.insert((from, to))
            } else {
                state.cuts.remove(&(from, to))
            };
        });
    }

    /// Let one host receive little at a time of another one, or as much as there is.
    pub(crate) fn slow_down(&self, from: HostId, to: HostId, is_slow: bool) {
        let slow = &mut self.lock().slow;
        if is_slow {
            slow.insert((from, to));
        } else {
            slow.remove(&(from, to));
        }
    }

    /// Repair all links that are cut.
    pub(crate) fn repair(&self) {
        let cuts = self.lock().cuts.clone();
        cuts.into_iter().for_each(|(from, to)| self.cut(from, to, false));
    }

    fn change(&self, change: impl FnOnce(&mut NetState)) {
        let mut state = self.lock();
        change(&mut state);
        let silent = std::mem::take(&mut state.silent);
        drop(state);
        silent.into_iter().for_each(Waker::wake);
    }

    /// Connect to a host by its name.
    pub(crate) async fn connect(&self, from: HostId, name: &str, port: u16) -> io::Result<NetStream> {
        self.connect_with_room(from, name, port, ROOM).await
    }

    /// Connect to a host by its name. It may write this many bytes ahead of what is read here.
    pub(crate) async fn connect_with_room(
        &self,
        from: HostId,
        name: &str,
        port: u16,
        room: usize,
    ) -> io::Result<NetStream> {
        let to = self.lock().hosts.iter().position(|host| host.name == name).ok_or(ErrorKind::NotFound)?;
        let is_silent = || self.lock().is_silent(to, from) || self.lock().is_silent(from, to);
        if !is_silent() {
            let connected = SimStream::connect(&self.buffers, &format!("{}:{port}", address(to)), room).await;
            // madsim refuses a connection over a link that was cut meanwhile.
            if connected.is_ok() || !is_silent() {
                return Ok(NetStream { stream: connected?, net: self.clone(), peer: to, own: from, pause: None });
            }
        }
        sleep(NO_ANSWER).await;
        Err(ErrorKind::TimedOut.into())
    }

    /// Listen on a port of this host.
    pub(crate) async fn listen(&self, host: HostId, port: u16) -> io::Result<NetListener> {
        Ok(NetListener { listener: Listener::bind(self.buffers.clone(), port).await?, net: self.clone(), host })
    }
}

impl NetState {
    /// Whether nothing of one host reaches another one.
    fn is_silent(&self, from: HostId, to: HostId) -> bool {
        !self.hosts[from].has_power || self.cuts.contains(&(from, to))
    }
}

/// One end of a connection between two hosts.
pub(crate) struct NetStream {
    stream: SimStream,
    net: SimNet,
    own: HostId,
    peer: HostId,
    /// Until a slow link carries more.
    pause: Option<Pin<Box<Sleep>>>,
}

impl AsyncRead for NetStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let room = into.remaining();
        let polled = self.read_at_its_speed(context, into);
        let has_ended = matches!(&polled, Poll::Ready(read) if read.is_err() || into.remaining() == room);
        let mut state = self.net.lock();
        if has_ended && room > 0 && state.is_silent(self.peer, self.own) {
            state.silent.push(context.waker().clone());
            return Poll::Pending;
        }
        polled
    }
}

impl AsyncWrite for NetStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.unless_silent(polled, bytes.len())
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.unless_silent(polled, ())
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(context);
        self.unless_silent(polled, ())
    }
}

impl NetStream {
    fn read_at_its_speed(&mut self, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(context));
            self.pause = None;
        }
        if !self.net.lock().slow.contains(&(self.peer, self.own)) {
            return Pin::new(&mut self.stream).poll_read(context, into);
        }
        let mut bytes = [0; SLOW_BYTES];
        let mut part = ReadBuf::new(&mut bytes[..into.remaining().min(SLOW_BYTES)]);
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut part))?;
        into.put_slice(part.filled());
        self.pause = Some(Box::pin(sleep(SLOW_PAUSE)));
        Poll::Ready(Ok(()))
    }

    /// An end that has gone without a word takes everything, for all that the other end knows.
    fn unless_silent<T>(&self, polled: Poll<io::Result<T>>, taken: T) -> Poll<io::Result<T>> {
        match polled {
            Poll::Ready(Err(_)) if self.net.lock().is_silent(self.peer, self.own) => Poll::Ready(Ok(taken)),
            polled => polled,
        }
    }
}

/// A listener of a host. Clones are the same.
#[derive(Clone)]
pub(crate) struct NetListener {
    listener: Listener,
    net: SimNet,
    host: HostId,
}

impl Listen for NetListener {
    type Arrived = TokioIo<NetStream>;
    type Stream = TokioIo<NetStream>;

    async fn accept(&self) -> io::Result<(Self::Arrived, IpAddr)> {
        let (stream, peer) = self.listener.accept().await?;
        let IpAddr::V4(address) = peer else { return Err(ErrorKind::Unsupported.into()) };
        let [.., last] = address.octets();
        let (net, own, host) = (self.net.clone(), self.host, usize::from(last) - 1);
        Ok((TokioIo::new(NetStream { stream: stream.into_inner(), net, own, peer: host, pause: None }), peer))
    }

    fn open(arrived: Self::Arrived) -> io::Result<Self::Stream> {
        Ok(arrived)
    }
}
