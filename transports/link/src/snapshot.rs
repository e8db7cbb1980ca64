//! A snapshot over a sealed link: a backup with the server keys, in parts.

use crate::machine::LinkMachine;
use crate::replica::ReplicaDirectory;
use crate::session::{Receiver, Sender, in_time};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use turnstone_storage::{State, StorageError};

/// Bytes of a part.
const PART_BYTES: usize = 256 << 10;

/// Send a snapshot of the state, with the server keys of the data directory: the messages of its parts, and `end`.
pub async fn send_snapshot<L: LinkMachine, W: AsyncWrite + Unpin + Send, M: Serialize + Send + Sync>(
    machine: &L,
    (directory, state): (&Arc<ReplicaDirectory>, &Arc<dyn State>),
    to: &mut Sender<W>,
    (part, end): (impl Fn(Vec<u8>) -> M + Send, M),
) -> io::Result<()> {
    let (parts, sent) = mpsc::channel(L::PARTS);
    let (directory, state) = (directory.clone(), state.clone());
    let read = machine.blocking(move || {
        let mut out = PartWriter { parts, part: Vec::new() };
        directory.send(state.as_ref(), &mut out)?;
        out.pass_on().map_err(StorageError::io("send the snapshot"))
    });
    // With its end, what is still read has no receiver.
    let send = async {
        let mut sent = sent;
        while let Some(bytes) = sent.recv().await {
            in_time(machine, to.send(&part(bytes))).await?;
        }
        io::Result::Ok(())
    };
    let (read, sending) = tokio::join!(read, send);
    sending?;
    read?.map_err(io::Error::other)?;
    in_time(machine, to.send_now(&end)).await
}

/// Receive a snapshot in a file of the data directory, which replaces an earlier one. `part` reads each message: a part, or the
/// end. Returns the number of its commit.
pub async fn receive_snapshot<L: LinkMachine, R: AsyncRead + Unpin + Send, M: DeserializeOwned + Send>(
    machine: &L,
    directory: &Arc<ReplicaDirectory>,
    from: &mut Receiver<R>,
    part: impl Fn(M) -> io::Result<Option<Vec<u8>>> + Send,
) -> io::Result<u64> {
    let (parts, received) = mpsc::channel(L::PARTS);
    let directory = directory.clone();
    let mut reader = PartReader { received, part: Vec::new(), read: 0 };
    let saved = machine.blocking(move || directory.receive(&mut reader));
    let complete = pass_on(machine, from, parts, part).await;
    // A snapshot that ends too early is not saved.
    let saved = saved.await?;
    complete?;
    Ok(saved.map_err(io::Error::other)?.n)
}

async fn pass_on<R: AsyncRead + Unpin + Send, M: DeserializeOwned + Send>(
    machine: &impl LinkMachine,
    from: &mut Receiver<R>,
    parts: mpsc::Sender<Vec<u8>>,
    part: impl Fn(M) -> io::Result<Option<Vec<u8>>> + Send,
) -> io::Result<()> {
    while let Some(bytes) = part(in_time(machine, from.next()).await?)? {
        // The end of the receiver is reported by its own result.
        drop(parts.send(bytes).await);
    }
    Ok(())
}

/// Cuts the bytes of a snapshot into parts.
struct PartWriter {
    parts: mpsc::Sender<Vec<u8>>,
    part: Vec<u8>,
}

impl PartWriter {
    fn pass_on(&mut self) -> io::Result<()> {
        let part = std::mem::take(&mut self.part);
        self.parts.blocking_send(part).map_err(|_| io::Error::from(ErrorKind::BrokenPipe))
    }
}

impl Write for PartWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.extend_from_slice(bytes);
        if self.part.len() >= PART_BYTES {
            self.pass_on()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads the parts of a snapshot as a stream.
struct PartReader {
    received: mpsc::Receiver<Vec<u8>>,
    part: Vec<u8>,
    read: usize,
}

impl Read for PartReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.read == self.part.len() {
            let Some(part) = self.received.blocking_recv() else { return Ok(0) };
            (self.part, self.read) = (part, 0);
        }
        let copied = (self.part.len() - self.read).min(out.len());
        out[..copied].copy_from_slice(&self.part[self.read..self.read + copied]);
        self.read += copied;
        Ok(copied)
    }
}
