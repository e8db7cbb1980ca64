//! Messages over a byte stream, each sealed with a key of its session and direction.
//!
//! Both sides send 32 random bytes. HKDF-SHA256 over the shared key and both makes one key for each direction, so that a
//! message of another session or of the other direction does not open. The number of a message in its direction is its
//! nonce, so that one that is repeated, left out or moved does not open either. The kind of a message is inside it. An
//! error of the seal says nothing about its cause.

use crate::key::SharedKey;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use hkdf::Hkdf;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::Sha256;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::time::timeout;

/// How long a peer may take for its request, and then to prove the key.
pub(crate) const PROOF: Duration = Duration::from_secs(3);
/// How long a peer may be silent, or take for a message.
pub const SILENCE: Duration = Duration::from_secs(10);

/// The first bytes of each side; another version has others.
const GREETING: &[u8; 20] = b"turnstone standby 1\n";
/// The maximum length of a message of a peer that has not proved the key.
const FIRST_BYTES: usize = 1 << 10;
/// The maximum length of any other: a group commit with its personal keys, or a part of a snapshot.
const MAX_BYTES: usize = 4 << 20;

/// A side of a session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Primary,
    Standby,
}

/// The sending direction.
pub struct Sender<W> {
    to: W,
    seal: FrameSeal,
}

/// The receiving direction.
pub struct Receiver<R> {
    from: R,
    seal: FrameSeal,
    most: usize,
}

struct FrameSeal {
    cipher: ChaCha20Poly1305,
    number: u64,
}

impl FrameSeal {
    fn next_nonce(&mut self) -> Nonce {
        let mut nonce = [0; 12];
        nonce[4..].copy_from_slice(&self.number.to_be_bytes());
        self.number += 1;
        nonce.into()
    }
}

/// Both directions of a session over a stream.
pub type Directions<S> = (Sender<WriteHalf<S>>, Receiver<ReadHalf<S>>);

/// Accept a session. Its first message proves the key; `proved` is called then, and says whether there is room for the peer.
pub async fn accept<S: AsyncRead + AsyncWrite + Unpin, T: DeserializeOwned>(
    stream: S,
    key: &SharedKey,
    proved: impl FnOnce() -> bool,
) -> io::Result<(T, Directions<S>)> {
    let proof = async {
        let (to, mut from) = open(stream, key, Side::Primary).await?;
        io::Result::Ok((from.next().await?, (to, from)))
    };
    let accepted = timeout(PROOF, proof).await??;
    if proved() { Ok(accepted) } else { Err(io::Error::other("there are too many connections with the key")) }
}

/// Open a session with a first message. Returns the answer to it, which proves the key.
pub async fn dial<S: AsyncRead + AsyncWrite + Unpin, T: DeserializeOwned>(
    stream: S,
    key: &SharedKey,
    first: &impl Serialize,
) -> io::Result<(T, Directions<S>)> {
    let answered = async {
        let (mut to, mut from) = open(stream, key, Side::Standby).await?;
        to.send_now(first).await?;
        Ok((from.next().await?, (to, from)))
    };
    // A peer with another key closes the connection without a word.
    in_time(answered).await.map_err(|error| {
        if error.kind() == ErrorKind::UnexpectedEof {
            let why = "the peer closed the connection: compare the key files of both machines";
            return io::Error::new(error.kind(), why);
        }
        error
    })
}

/// The result of a future that waits for a peer, which may be silent for 10 s.
pub async fn in_time<T>(waits: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let late = |_| io::Error::new(ErrorKind::TimedOut, "the peer is silent");
    timeout(SILENCE, waits).await.map_err(late)?
}

/// Exchange the random bytes. The key is proved by the first message of each side.
async fn open<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    key: &SharedKey,
    side: Side,
) -> io::Result<Directions<S>> {
    let mut own = [0; 32];
    getrandom::fill(&mut own)?;
    stream.write_all(&[GREETING.as_slice(), &own].concat()).await?;
    stream.flush().await?;
    let mut greeting = [0; GREETING.len()];
    let mut theirs = [0; 32];
    stream.read_exact(&mut greeting).await?;
    stream.read_exact(&mut theirs).await?;
    if greeting != *GREETING {
        return Err(unreadable());
    }
    let (primary, standby) = if side == Side::Primary { (own, theirs) } else { (theirs, own) };
    let derived = Hkdf::<Sha256>::new(Some(&[primary, standby].concat()), key.reveal());
    let seal = |info: &[u8]| {
        let mut key = [0; 32];
        derived.expand(info, &mut key).expect("32 bytes are asked for");
        FrameSeal { cipher: ChaCha20Poly1305::new(&key.into()), number: 0 }
    };
    let (to_primary, to_standby) = (seal(b"turnstone: to the primary"), seal(b"turnstone: to the standby"));
    let (send, receive) = if side == Side::Primary { (to_standby, to_primary) } else { (to_primary, to_standby) };
    let (from, to) = tokio::io::split(stream);
    Ok((Sender { to, seal: send }, Receiver { from, seal: receive, most: FIRST_BYTES }))
}

impl<W: AsyncWrite + Unpin> Sender<W> {
    /// Seal a message and write it.
    pub async fn send(&mut self, message: &impl Serialize) -> io::Result<()> {
        let plain = postcard::to_stdvec(message).map_err(io::Error::other)?;
        let nonce = self.seal.next_nonce();
        let sealed = self.seal.cipher.encrypt(&nonce, plain.as_slice()).map_err(|_| unreadable())?;
        let length = u32::try_from(sealed.len()).map_err(io::Error::other)?;
        if sealed.len() > MAX_BYTES {
            return Err(io::Error::other(format!("a message of {length} bytes is too long for the link")));
        }
        self.to.write_all(&length.to_be_bytes()).await?;
        self.to.write_all(&sealed).await
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
        let length = self.from.read_u32().await? as usize;
        if length > self.most {
            return Err(unreadable());
        }
        let mut sealed = vec![0; length];
        self.from.read_exact(&mut sealed).await?;
        let nonce = self.seal.next_nonce();
        let plain = self.seal.cipher.decrypt(&nonce, sealed.as_slice()).map_err(|_| unreadable())?;
        // The peer has the key.
        self.most = MAX_BYTES;
        postcard::from_bytes(&plain).map_err(|_| unreadable())
    }
}

/// The one error for everything that is not a message of this session.
fn unreadable() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the peer has another key, or sent something else than the next message")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{DuplexStream, duplex};

    const KEY: SharedKey = SharedKey::new([7; 32]);

    /// A session, and the bytes in between in both directions: what the standby's side writes arrives at the second
    /// stream, what is written there arrives at the primary's side.
    struct Tapped {
        standby: Directions<DuplexStream>,
        primary: Directions<DuplexStream>,
        from_standby: DuplexStream,
        to_primary: DuplexStream,
    }

    async fn tapped(standby_key: &SharedKey) -> Tapped {
        let (standby, mut from_standby) = duplex(1 << 20);
        let (primary, mut to_primary) = duplex(1 << 20);
        let (standby, primary, ()) = tokio::join!(
            async { open(standby, standby_key, Side::Standby).await.unwrap() },
            async { open(primary, &KEY, Side::Primary).await.unwrap() },
            async {
                let (mut one, mut other) = ([0; 52], [0; 52]);
                from_standby.read_exact(&mut one).await.unwrap();
                to_primary.write_all(&one).await.unwrap();
                to_primary.read_exact(&mut other).await.unwrap();
                from_standby.write_all(&other).await.unwrap();
            }
        );
        Tapped { standby, primary, from_standby, to_primary }
    }

    /// The bytes of one message on the wire.
    async fn wire(stream: &mut DuplexStream) -> Vec<u8> {
        let length = stream.read_u32().await.unwrap();
        let mut bytes = vec![0; length as usize];
        stream.read_exact(&mut bytes).await.unwrap();
        [&length.to_be_bytes(), bytes.as_slice()].concat()
    }

    async fn rejects(primary: &mut Receiver<ReadHalf<DuplexStream>>) {
        let error = primary.next::<u32>().await.unwrap_err();
        assert_eq!(error.to_string(), unreadable().to_string());
    }

    #[tokio::test]
    async fn messages_arrive_in_order() {
        let mut session = tapped(&KEY).await;
        for number in 0..3_u32 {
            session.standby.0.send_now(&number).await.unwrap();
            let bytes = wire(&mut session.from_standby).await;
            session.to_primary.write_all(&bytes).await.unwrap();
            assert_eq!(session.primary.1.next::<u32>().await.unwrap(), number);
        }
    }

    #[tokio::test]
    async fn rejects_every_changed_byte_of_a_message() {
        let mut at = 4;
        loop {
            let mut session = tapped(&KEY).await;
            session.standby.0.send_now(&5_u32).await.unwrap();
            let mut bytes = wire(&mut session.from_standby).await;
            if at == bytes.len() {
                break;
            }
            bytes[at] ^= 1;
            session.to_primary.write_all(&bytes).await.unwrap();
            rejects(&mut session.primary.1).await;
            at += 1;
        }
    }

    #[tokio::test]
    async fn rejects_a_repeated_message_and_one_of_the_other_direction() {
        let mut session = tapped(&KEY).await;
        session.standby.0.send_now(&5_u32).await.unwrap();
        let bytes = wire(&mut session.from_standby).await;
        session.to_primary.write_all(&[bytes.as_slice(), &bytes].concat()).await.unwrap();
        assert_eq!(session.primary.1.next::<u32>().await.unwrap(), 5);
        rejects(&mut session.primary.1).await;
        let mut session = tapped(&KEY).await;
        session.primary.0.send_now(&5_u32).await.unwrap();
        let own = wire(&mut session.to_primary).await;
        session.to_primary.write_all(&own).await.unwrap();
        rejects(&mut session.primary.1).await;
    }

    #[tokio::test]
    async fn rejects_a_message_of_another_session() {
        let (mut first, mut second) = (tapped(&KEY).await, tapped(&KEY).await);
        first.standby.0.send_now(&5_u32).await.unwrap();
        let bytes = wire(&mut first.from_standby).await;
        second.to_primary.write_all(&bytes).await.unwrap();
        rejects(&mut second.primary.1).await;
    }

    #[tokio::test]
    async fn rejects_another_key_and_a_long_first_message() {
        let mut session = tapped(&SharedKey::new([8; 32])).await;
        session.standby.0.send_now(&5_u32).await.unwrap();
        let bytes = wire(&mut session.from_standby).await;
        session.to_primary.write_all(&bytes).await.unwrap();
        rejects(&mut session.primary.1).await;
        let mut session = tapped(&KEY).await;
        session.to_primary.write_all(&2000_u32.to_be_bytes()).await.unwrap();
        rejects(&mut session.primary.1).await;
    }
}
