//! A snapshot over a sealed link: a backup with the server keys, in parts.

use crate::session::{Receiver, Sender, in_time};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use turnstone_directory::{Os, receive};
use turnstone_storage::{State, StorageError};

/// Bytes of a part, and the number of parts in memory.
const PART_BYTES: usize = 256 << 10;
const PARTS: usize = 4;

/// Send a snapshot of the state, with the server keys of the data directory: the messages of its parts, and `end`.
pub async fn send_snapshot<W: AsyncWrite + Unpin, M: Serialize>(
    state: &Arc<dyn State>,
    data: &Path,
    to: &mut Sender<W>,
    (part, end): (impl Fn(Vec<u8>) -> M, M),
) -> io::Result<()> {
    let (parts, mut sent) = mpsc::channel(PARTS);
    let (state, data) = (state.clone(), data.to_owned());
    let read = tokio::task::spawn_blocking(move || {
        let mut out = PartWriter { parts, part: Vec::new() };
        turnstone_directory::send(&Os, state.as_ref(), Some(&data), &mut out)?;
        out.pass_on().map_err(StorageError::io("send the snapshot"))
    });
    while let Some(bytes) = sent.recv().await {
        in_time(to.send(&part(bytes))).await?;
    }
    read.await.map_err(io::Error::other)?.map_err(io::Error::other)?;
    in_time(to.send_now(&end)).await
}

/// Receive a snapshot in a new file, which replaces an earlier one. `part` reads each message: a part, or the end. Returns the
/// number of its commit.
pub async fn receive_snapshot<R: AsyncRead + Unpin, M: DeserializeOwned>(
    from: &mut Receiver<R>,
    file: &Path,
    part: impl Fn(M) -> io::Result<Option<Vec<u8>>>,
) -> io::Result<u64> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let (parts, received) = mpsc::channel(PARTS);
    let own = file.to_owned();
    let mut reader = PartReader { received, part: Vec::new(), read: 0 };
    let saved = tokio::task::spawn_blocking(move || receive(&Os, &mut reader, &own));
    let complete = pass_on(from, parts, part).await;
    // A snapshot that ends too early is not saved.
    let saved = saved.await.map_err(io::Error::other)?;
    complete?;
    Ok(saved.map_err(io::Error::other)?.n)
}

async fn pass_on<R: AsyncRead + Unpin, M: DeserializeOwned>(
    from: &mut Receiver<R>,
    parts: mpsc::Sender<Vec<u8>>,
    part: impl Fn(M) -> io::Result<Option<Vec<u8>>>,
) -> io::Result<()> {
    while let Some(bytes) = part(in_time(from.next()).await?)? {
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
