//! The machine of an end of a link.

use std::future::Future;
use std::io;
use std::pin::Pin;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use turnstone_engine::env::Env;
use turnstone_engine::runtime::Tokio;

/// What a link needs of a machine besides clocks and tasks: connections, and threads for work that blocks. A server has
/// sockets; the simulator has a model.
pub trait LinkMachine: Env + Unpin {
    /// A connection to another machine.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// How many parts of a snapshot may wait between a task and a thread.
    const PARTS: usize;

    /// Connect to a port of another machine.
    fn connect(&self, host: &str, port: u16) -> impl Future<Output = io::Result<Self::Stream>> + Send;

    /// Do work that blocks. It may begin before the result is awaited.
    fn blocking<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Blocking<T>;
}

/// The result of work that blocks.
pub type Blocking<T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send>>;

impl LinkMachine for Tokio {
    type Stream = TcpStream;

    const PARTS: usize = 4;

    async fn connect(&self, host: &str, port: u16) -> io::Result<TcpStream> {
        let stream = TcpStream::connect((host, port)).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn blocking<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Blocking<T> {
        let running = self.handle().spawn_blocking(work);
        Box::pin(async { running.await.map_err(io::Error::other) })
    }
}
