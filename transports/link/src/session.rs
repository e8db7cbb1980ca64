//! A session: messages over a byte stream, each sealed with a key of its session and direction.
//!
//! A message of another session or of the other direction does not open, and neither does one that is repeated, left out or
//! moved: its number in its direction is its nonce. The kind of a message is inside it. An error of the seal says nothing about
//! its cause.

use crate::former::{self, FormerSeal};
use crate::key::SharedKey;
use crate::noise::{self, NoiseSeal};
use http::HeaderValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf};
use turnstone_engine::env::{Env, within};

/// How long a peer may take for its request, and then to prove the key.
pub(crate) const PROOF: Duration = Duration::from_secs(3);
/// How long a peer may be silent, or take for a message.
pub const SILENCE: Duration = Duration::from_secs(10);
/// The maximum length of a message of a peer that has not proved the key.
pub(crate) const FIRST_BYTES: usize = 1 << 10;
/// The maximum length of any other: a group commit with its personal keys, or a part of a snapshot.
const MAX_BYTES: usize = 4 << 20;

/// An end that answers: what its links are for, and its name there. Both ends must have the same in mind.
#[derive(Clone, Copy, Debug)]
pub struct LinkEnd<'a> {
    /// What its links are for.
    pub purpose: &'a str,
    pub name: &'a str,
}

/// A byte stream, and the version of the link that both ends use on it.
#[derive(Debug)]
pub struct Carried<S> {
    pub(crate) stream: S,
    pub(crate) version: LinkVersion,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinkVersion {
    Present,
    /// That of the version before.
    Former,
}

impl LinkVersion {
    /// The protocol in the `Upgrade` header.
    pub(crate) const fn protocol(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Present => "turnstone-link/2",
            Self::Former => former::PROTOCOL,
        })
    }

    pub(crate) fn of_protocol(value: &HeaderValue) -> Option<Self> {
        [Self::Present, Self::Former].into_iter().find(|version| version.protocol() == *value)
    }
}

impl<S> Carried<S> {
    /// A stream for the present version.
    pub const fn new(stream: S) -> Self {
        Self { stream, version: LinkVersion::Present }
    }

    /// A stream for the version before.
    pub const fn former(stream: S) -> Self {
        Self { stream, version: LinkVersion::Former }
    }
}

/// The sending direction.
pub struct Sender<W> {
    to: W,
    seal: Seal,
}

/// The receiving direction.
pub struct Receiver<R> {
    from: R,
    seal: Seal,
    most: usize,
}

/// Both directions of a session over a stream.
pub type Directions<S> = (Sender<WriteHalf<S>>, Receiver<ReadHalf<S>>);

/// Seals or opens the messages of a direction.
enum Seal {
    Noise(NoiseSeal),
    Former(FormerSeal),
}

/// Accept a session. Its first message proves the key; `proved` is called then, and says whether there is room for the peer.
pub async fn accept<S: AsyncRead + AsyncWrite + Unpin + Send, T: DeserializeOwned + Send>(
    env: &impl Env,
    Carried { mut stream, version }: Carried<S>,
    key: &SharedKey,
    own: LinkEnd<'_>,
    proved: impl FnOnce() -> bool,
) -> io::Result<(T, Directions<S>)> {
    let proof = async {
        let seals = match version {
            LinkVersion::Present => {
                let (seals, peer) = noise::answer(&mut stream, key, own).await?;
                tracing::debug!(peer, purpose = own.purpose, "a link");
                noise_seals(seals)
            }
            LinkVersion::Former => former_seals(former::open(&mut stream, key, false).await?),
        };
        let (to, mut from) = directions(stream, seals);
        io::Result::Ok((from.next().await?, (to, from)))
    };
    let accepted = in_this_time(env, PROOF, proof).await?;
    if proved() { Ok(accepted) } else { Err(io::Error::other("there are too many connections with the key")) }
}

/// Open a session with a peer, under a name of this end and with a first message. Returns the answer, which proves the key.
pub async fn dial<S: AsyncRead + AsyncWrite + Unpin + Send, T: DeserializeOwned + Send>(
    env: &impl Env,
    Carried { mut stream, version }: Carried<S>,
    key: &SharedKey,
    (own, peer): (&str, LinkEnd<'_>),
    first: &(impl Serialize + Sync),
) -> io::Result<(T, Directions<S>)> {
    let answered = async {
        let seals = match version {
            LinkVersion::Present => noise_seals(noise::dial(&mut stream, key, (own, peer)).await?),
            LinkVersion::Former => former_seals(former::open(&mut stream, key, true).await?),
        };
        let (mut to, mut from) = directions(stream, seals);
        to.send_now(first).await?;
        Ok((from.next().await?, (to, from)))
    };
    // A peer with another key closes the connection without an answer.
    in_time(env, answered).await.map_err(|error| {
        if error.kind() == ErrorKind::UnexpectedEof {
            let why = "the peer closed the connection: compare the key files of both machines";
            return io::Error::new(error.kind(), why);
        }
        error
    })
}

fn noise_seals((to, from): (NoiseSeal, NoiseSeal)) -> (Seal, Seal) {
    (Seal::Noise(to), Seal::Noise(from))
}

fn former_seals((to, from): (FormerSeal, FormerSeal)) -> (Seal, Seal) {
    (Seal::Former(to), Seal::Former(from))
}

fn directions<S: AsyncRead + AsyncWrite>(stream: S, (send, receive): (Seal, Seal)) -> Directions<S> {
    let (from, to) = tokio::io::split(stream);
    (Sender { to, seal: send }, Receiver { from, seal: receive, most: FIRST_BYTES })
}

/// The result of a future that waits for a peer, which may be silent for 10 s.
pub async fn in_time<T>(env: &impl Env, waits: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    in_this_time(env, SILENCE, waits).await
}

/// The result of a future that waits for a peer for this time at most.
pub(crate) async fn in_this_time<T>(
    env: &impl Env,
    longest: Duration,
    waits: impl Future<Output = io::Result<T>>,
) -> io::Result<T> {
    let late = || Err(io::Error::new(ErrorKind::TimedOut, "the peer is silent"));
    within(env, longest, waits).await.unwrap_or_else(late)
}

impl<W: AsyncWrite + Unpin> Sender<W> {
    /// Seal a message and write it.
    pub async fn send(&mut self, message: &impl Serialize) -> io::Result<()> {
        let plain = postcard::to_stdvec(message).map_err(io::Error::other)?;
        let wire = match &mut self.seal {
            Seal::Noise(seal) => seal.seal(&plain)?,
            Seal::Former(seal) => seal.seal(&plain)?,
        };
        if wire.len() > MAX_BYTES {
            return Err(io::Error::other(format!("a message of {} bytes is too long for the link", plain.len())));
        }
        self.to.write_all(&wire).await
    }

    /// Pass on everything written so far.
    pub async fn flush(&mut self) -> io::Result<()> {
        self.to.flush().await
    }

    /// Send a message at once.
    pub async fn send_now(&mut self, message: &impl Serialize) -> io::Result<()> {
        self.send(message).await?;
        self.flush().await
    }
}

impl<R: AsyncRead + Unpin> Receiver<R> {
    /// The next message. It is not safe to drop this future and go on with the session.
    pub async fn next<T: DeserializeOwned>(&mut self) -> io::Result<T> {
        let plain = match &mut self.seal {
            Seal::Noise(seal) => seal.open(&mut self.from, self.most).await?,
            Seal::Former(seal) => seal.open(&mut self.from, self.most).await?,
        };
        // The peer has the key.
        self.most = MAX_BYTES;
        postcard::from_bytes(&plain).map_err(unreadable)
    }
}

/// The one error for everything that is not a message of this session.
pub(crate) fn unreadable<E>(_: E) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the peer has another key, or sent something else than the next message")
}

#[cfg(test)]
mod tests;
