//! The link of the version before, whose sessions have keys that follow from the shared key and random bytes of both ends.
//! A machine of this version speaks it with one of the version before. Delete this file, and what names it, in the version
//! after this one.
//!
//! It authenticates and encrypts as the present link does, but an attacker who learns the shared key later can read a recording.
//! Someone between two machines without the key can make either believe that the other is of the version before. So a machine
//! of this version marks its random bytes: keys follow from them, so that no other machine can change them, and one of this
//! version ends a session that another one of this version would lead by the former link.

use crate::key::SharedKey;
use crate::session::unreadable;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use hkdf::Hkdf;
use sha2::Sha256;
use std::io::{self, ErrorKind};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// The protocol in the `Upgrade` header.
pub(crate) const PROTOCOL: &str = "turnstone-standby";
/// The first bytes of each side.
const GREETING: &[u8; 20] = b"turnstone standby 1\n";
/// The last of the random bytes of a machine of this version.
const MARK: &[u8; 8] = b"\nlink 2\n";

/// Seals or opens the messages of a direction.
pub(crate) struct FormerSeal {
    cipher: ChaCha20Poly1305,
    number: u64,
}

/// Exchange the random bytes. Returns the seals of the sending and the receiving direction.
pub(crate) async fn open<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    key: &SharedKey,
    dials: bool,
) -> io::Result<(FormerSeal, FormerSeal)> {
    let mut own = [0; 32];
    getrandom::fill(&mut own)?;
    own[32 - MARK.len()..].copy_from_slice(MARK);
    exchange(stream, key, dials, own).await
}

/// The same with these random bytes.
pub(crate) async fn exchange<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    key: &SharedKey,
    dials: bool,
    own: [u8; 32],
) -> io::Result<(FormerSeal, FormerSeal)> {
    stream.write_all(&[GREETING.as_slice(), &own].concat()).await?;
    stream.flush().await?;
    let (mut greeting, mut theirs) = ([0; GREETING.len()], [0; 32]);
    stream.read_exact(&mut greeting).await?;
    stream.read_exact(&mut theirs).await?;
    if greeting != *GREETING {
        return Err(unreadable(()));
    }
    if own.ends_with(MARK) && theirs.ends_with(MARK) {
        let why = "both machines have the present link, and a machine between them made them use the former one";
        return Err(io::Error::new(ErrorKind::InvalidData, why));
    }
    let (primary, standby) = if dials { (theirs, own) } else { (own, theirs) };
    let derived = Hkdf::<Sha256>::new(Some(&[primary, standby].concat()), key.reveal());
    let seal = |info: &[u8]| {
        let mut key = [0; 32];
        derived.expand(info, &mut key).expect("32 bytes are asked for");
        FormerSeal { cipher: ChaCha20Poly1305::new(&key.into()), number: 0 }
    };
    let (to_primary, to_standby) = (seal(b"turnstone: to the primary"), seal(b"turnstone: to the standby"));
    Ok(if dials { (to_primary, to_standby) } else { (to_standby, to_primary) })
}

impl FormerSeal {
    fn next_nonce(&mut self) -> Nonce {
        let mut nonce = [0; 12];
        nonce[4..].copy_from_slice(&self.number.to_be_bytes());
        self.number += 1;
        nonce.into()
    }

    /// The bytes of a message on the wire.
    pub(crate) fn seal(&mut self, plain: &[u8]) -> io::Result<Vec<u8>> {
        let nonce = self.next_nonce();
        let sealed = self.cipher.encrypt(&nonce, plain).map_err(unreadable)?;
        let length = u32::try_from(sealed.len()).map_err(io::Error::other)?;
        Ok([length.to_be_bytes().as_slice(), &sealed].concat())
    }

    /// Read a message of no more than this many bytes.
    pub(crate) async fn open<R: AsyncRead + Unpin>(&mut self, from: &mut R, most: usize) -> io::Result<Vec<u8>> {
        let length = from.read_u32().await? as usize;
        if length > most {
            return Err(unreadable(()));
        }
        let mut sealed = vec![0; length];
        from.read_exact(&mut sealed).await?;
        let nonce = self.next_nonce();
        self.cipher.decrypt(&nonce, sealed.as_slice()).map_err(unreadable)
    }
}
