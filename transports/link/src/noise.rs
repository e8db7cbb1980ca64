//! The link by the Noise Protocol Framework (<https://noiseprotocol.org/noise.html>), as `Noise_NNpsk0_25519_ChaChaPoly_SHA256`.
//!
//! Each session has new keys, from a Diffie-Hellman exchange between keys of that session alone: an attacker who learns the
//! shared key later cannot read a recording. Both handshake messages are sealed with the shared key. The hash of the handshake begins with the
//! version, the purpose and the name of the end that is dialled. The dialling end cannot be known there before, so its name is
//! the content of the first message, which the hash includes, too.
//!
//! A message is sent as several Noise messages, each after its length, if one is too short for it. The numbers of Noise
//! messages have 64 bits, so no session needs new keys while it lasts.
//!
//! The protocol is `snow`'s. Its primitives here are those that the program has anyway.

use crate::key::SharedKey;
use crate::session::{FIRST_BYTES, LinkEnd, unreadable};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use curve25519_dalek::MontgomeryPoint;
use sha2::{Digest, Sha256};
use snow::params::{CipherChoice, DHChoice, HashChoice};
use snow::resolvers::CryptoResolver;
use snow::types::{Cipher, Dh, Hash, Random};
use snow::{Builder, Error, HandshakeState, StatelessTransportState};
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

const PATTERN: &str = "Noise_NNpsk0_25519_ChaChaPoly_SHA256";
/// The version of the link: it begins the hash of each handshake, and the key of the handshake follows from it.
const VERSION: &str = "turnstone: link 2";
/// The maximum length of a Noise message, and how much longer it is than its content.
const MAX_NOISE_BYTES: usize = 65_535;
const TAG: usize = 16;

/// Seals or opens the messages of a direction.
pub(crate) struct NoiseSeal {
    transport: Arc<StatelessTransportState>,
    /// The number of the next Noise message.
    next: u64,
}

/// Open a session with a peer that answers. Returns the seals of the sending and the receiving direction.
pub(crate) async fn dial<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    key: &SharedKey,
    (own, peer): (&str, LinkEnd<'_>),
) -> io::Result<(NoiseSeal, NoiseSeal)> {
    let mut state = handshake(key, peer, |builder| builder.build_initiator())?;
    write_step(stream, &mut state, own.as_bytes()).await?;
    read_step(stream, &mut state).await?;
    seals(state)
}

/// Answer a peer that dials. Its message may be a repeated one: only the first message after the handshake proves that it has
/// the key. Returns its name, too.
pub(crate) async fn answer<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    key: &SharedKey,
    own: LinkEnd<'_>,
) -> io::Result<((NoiseSeal, NoiseSeal), String)> {
    let mut state = handshake(key, own, |builder| builder.build_responder())?;
    let name = String::from_utf8(read_step(stream, &mut state).await?).map_err(unreadable)?;
    write_step(stream, &mut state, &[]).await?;
    Ok((seals(state)?, name))
}

fn handshake(
    key: &SharedKey,
    answers: LinkEnd<'_>,
    build: impl Fn(Builder<'_>) -> Result<HandshakeState, Error>,
) -> io::Result<HandshakeState> {
    let psk = key.derive(VERSION);
    let prologue = postcard::to_stdvec(&(VERSION, answers.purpose, answers.name)).map_err(io::Error::other)?;
    let builder = Builder::with_resolver(PATTERN.parse().map_err(unreadable)?, Box::new(Primitives));
    builder.psk(0, psk.reveal()).and_then(|builder| build(builder.prologue(&prologue)?)).map_err(unreadable)
}

async fn write_step<W: AsyncWrite + Unpin>(to: &mut W, state: &mut HandshakeState, content: &[u8]) -> io::Result<()> {
    let mut message = [0; 2 + FIRST_BYTES];
    let length = state.write_message(content, &mut message[2..]).map_err(unreadable)?;
    message[..2].copy_from_slice(&length_bytes(length));
    to.write_all(&message[..2 + length]).await?;
    to.flush().await
}

async fn read_step<R: AsyncRead + Unpin>(from: &mut R, state: &mut HandshakeState) -> io::Result<Vec<u8>> {
    let message = read_noise(from, FIRST_BYTES).await?;
    let mut content = vec![0; FIRST_BYTES];
    let length = state.read_message(&message, &mut content).map_err(unreadable)?;
    content.truncate(length);
    Ok(content)
}

fn seals(state: HandshakeState) -> io::Result<(NoiseSeal, NoiseSeal)> {
    let transport = Arc::new(state.into_stateless_transport_mode().map_err(unreadable)?);
    let seal = || NoiseSeal { transport: transport.clone(), next: 0 };
    Ok((seal(), seal()))
}

/// Read a Noise message of no more than this many bytes.
async fn read_noise<R: AsyncRead + Unpin>(from: &mut R, most: usize) -> io::Result<Vec<u8>> {
    let length = usize::from(from.read_u16().await?);
    if !(TAG..=most).contains(&length) {
        return Err(unreadable(()));
    }
    let mut message = vec![0; length];
    from.read_exact(&mut message).await?;
    Ok(message)
}

fn length_bytes(length: usize) -> [u8; 2] {
    u16::try_from(length).expect("a Noise message is shorter").to_be_bytes()
}

impl NoiseSeal {
    fn next(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// The bytes of a message on the wire. A Noise message of the maximum length is followed by another one.
    pub(crate) fn seal(&mut self, mut plain: &[u8]) -> io::Result<Vec<u8>> {
        let mut wire = Vec::with_capacity(plain.len() + (2 + TAG) * (1 + plain.len() / (MAX_NOISE_BYTES - TAG)));
        loop {
            let (content, rest) = plain.split_at(plain.len().min(MAX_NOISE_BYTES - TAG));
            let (at, length) = (wire.len() + 2, content.len() + TAG);
            wire.extend_from_slice(&length_bytes(length));
            wire.resize(at + length, 0);
            let number = self.next();
            self.transport.write_message(number, content, &mut wire[at..]).map_err(unreadable)?;
            if length < MAX_NOISE_BYTES {
                return Ok(wire);
            }
            plain = rest;
        }
    }

    /// Read a message of no more than this many bytes.
    pub(crate) async fn open<R: AsyncRead + Unpin>(&mut self, from: &mut R, most: usize) -> io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        loop {
            let sealed = read_noise(from, most.saturating_sub(plain.len())).await?;
            let at = plain.len();
            plain.resize(at + sealed.len() - TAG, 0);
            let number = self.next();
            self.transport.read_message(number, &sealed, &mut plain[at..]).map_err(unreadable)?;
            if sealed.len() < MAX_NOISE_BYTES {
                return Ok(plain);
            }
        }
    }
}

/// The primitives of the pattern.
struct Primitives;

impl CryptoResolver for Primitives {
    fn resolve_rng(&self) -> Option<Box<dyn Random>> {
        Some(Box::new(SystemRandom))
    }

    fn resolve_dh(&self, choice: &DHChoice) -> Option<Box<dyn Dh>> {
        matches!(choice, DHChoice::Curve25519).then(|| Box::<X25519>::default() as _)
    }

    fn resolve_hash(&self, choice: &HashChoice) -> Option<Box<dyn Hash>> {
        matches!(choice, HashChoice::SHA256).then(|| Box::<HashSha256>::default() as _)
    }

    fn resolve_cipher(&self, choice: &CipherChoice) -> Option<Box<dyn Cipher>> {
        let cipher = || ChaChaPoly(ChaCha20Poly1305::new(&[0; 32].into()));
        matches!(choice, CipherChoice::ChaChaPoly).then(|| Box::new(cipher()) as _)
    }
}

struct SystemRandom;

impl Random for SystemRandom {
    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Error> {
        getrandom::fill(out).map_err(|_| Error::Rng)
    }
}

#[derive(Default)]
struct X25519 {
    private: [u8; 32],
    public: [u8; 32],
}

impl Dh for X25519 {
    fn name(&self) -> &'static str {
        "25519"
    }

    fn pub_len(&self) -> usize {
        32
    }

    fn priv_len(&self) -> usize {
        32
    }

    fn set(&mut self, private: &[u8]) {
        self.private.copy_from_slice(private);
        self.public = MontgomeryPoint::mul_base_clamped(self.private).to_bytes();
    }

    fn generate(&mut self, random: &mut dyn Random) -> Result<(), Error> {
        let mut private = [0; 32];
        random.try_fill_bytes(&mut private)?;
        self.set(&private);
        Ok(())
    }

    fn pubkey(&self) -> &[u8] {
        &self.public
    }

    fn privkey(&self) -> &[u8] {
        &self.private
    }

    fn dh(&self, public: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let public = public.first_chunk().ok_or(Error::Dh)?;
        out[..32].copy_from_slice(MontgomeryPoint(*public).mul_clamped(self.private).as_bytes());
        Ok(())
    }
}

struct ChaChaPoly(ChaCha20Poly1305);

fn nonce(number: u64) -> Nonce {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&number.to_le_bytes());
    nonce.into()
}

impl Cipher for ChaChaPoly {
    fn name(&self) -> &'static str {
        "ChaChaPoly"
    }

    fn set(&mut self, key: &[u8; 32]) {
        self.0 = ChaCha20Poly1305::new(key.into());
    }

    fn encrypt(&self, number: u64, aad: &[u8], msg: &[u8], out: &mut [u8]) -> usize {
        let sealed = self.0.encrypt(&nonce(number), Payload { msg, aad }).expect("a Noise message is short enough");
        out[..sealed.len()].copy_from_slice(&sealed);
        sealed.len()
    }

    fn decrypt(&self, number: u64, aad: &[u8], msg: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let plain = self.0.decrypt(&nonce(number), Payload { msg, aad }).map_err(|_| Error::Decrypt)?;
        out[..plain.len()].copy_from_slice(&plain);
        Ok(plain.len())
    }
}

#[derive(Default)]
struct HashSha256(Sha256);

impl Hash for HashSha256 {
    fn name(&self) -> &'static str {
        "SHA256"
    }

    fn block_len(&self) -> usize {
        64
    }

    fn hash_len(&self) -> usize {
        32
    }

    fn reset(&mut self) {
        Digest::reset(&mut self.0);
    }

    fn input(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    fn result(&mut self, out: &mut [u8]) {
        out[..32].copy_from_slice(&self.0.finalize_reset());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        hex::decode(text).unwrap()
    }

    /// The vector of this pattern in <https://github.com/haskell-cryptography/cacophony>.
    #[test]
    fn the_handshake_is_that_of_a_published_test_vector() {
        let prologue = bytes("4a6f686e2047616c74");
        let psk = bytes("54686973206973206d7920417573747269616e20706572737065637469766521").try_into().unwrap();
        let side = |private: &[u8], build: fn(Builder<'_>) -> Result<HandshakeState, Error>| {
            let builder = Builder::with_resolver(PATTERN.parse().unwrap(), Box::new(Primitives));
            let builder = builder.psk(0, &psk).unwrap().prologue(&prologue).unwrap();
            build(builder.fixed_ephemeral_key_for_testing_only(private)).unwrap()
        };
        let private = bytes("893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a");
        let mut dials = side(&private, |builder| builder.build_initiator());
        let private = bytes("bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b");
        let mut answers = side(&private, |builder| builder.build_responder());
        let (mut wire, mut plain) = ([0; 256], [0; 256]);
        let length = dials.write_message(&bytes("4c756477696720766f6e204d69736573"), &mut wire).unwrap();
        let expected = "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c794479b962b8aff8485742ac32f905ba4536\
                        9e2465fb59e138a93d67a0d1266b6a54";
        assert_eq!(hex::encode(&wire[..length]), expected);
        answers.read_message(&wire[..length], &mut plain).unwrap();
        let length = answers.write_message(&bytes("4d757272617920526f746862617264"), &mut wire).unwrap();
        let expected = "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843d6062704d5a9c422a8e834423f8c1fea\
                        da7e8d0d910a1a2cd030fb584221e3";
        assert_eq!(hex::encode(&wire[..length]), expected);
        dials.read_message(&wire[..length], &mut plain).unwrap();
        let (dials, answers) = (seals(dials).unwrap().0, seals(answers).unwrap().0);
        let length = dials.transport.write_message(0, &bytes("462e20412e20486179656b"), &mut wire).unwrap();
        assert_eq!(hex::encode(&wire[..length]), "e632c3763d7669067383433197a3baddf146e9e70ad4b4e9e59e0f");
        let length = answers.transport.write_message(0, &bytes("4361726c204d656e676572"), &mut wire).unwrap();
        assert_eq!(hex::encode(&wire[..length]), "64c6bee32ea91c8474bb4c21d7a700109ad45af77b29764ba5eb1e");
    }
}
