//! The shared key: a file with 64 hexadecimal characters, the same on all machines.

use hkdf::Hkdf;
use rustix::fs::Mode;
use sha2::Sha256;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use turnstone_service::secret::SecretKey;

/// The key that both ends of a link have. It prints as `***`.
#[derive(Clone, Debug)]
pub struct SharedKey(SecretKey);

/// Why a file with the shared key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// It cannot be read.
    #[error("the key file {}: {error}", .file.display())]
    Io { file: PathBuf, error: io::Error },
    /// Its content is not a key.
    #[error("{} must have 64 hexadecimal characters. `turnstone standby-key FILE` creates such a file", .0.display())]
    NoKey(PathBuf),
    /// Other users may read it.
    #[error(
        "other users may read {} (mode {mode:03o}), and with it everything that the server stores. If no other user has \
         read it, `chmod 600` it; otherwise create a new key for all machines", .file.display()
    )]
    Readable { file: PathBuf, mode: u32 },
}

impl SharedKey {
    /// A key of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(SecretKey(bytes))
    }

    /// Read the key from its file.
    pub fn read(file: &Path) -> Result<Self, KeyFileError> {
        let failed = |error| KeyFileError::Io { file: file.to_owned(), error };
        let mode = std::fs::metadata(file).map_err(failed)?.mode() & 0o777;
        if mode & (Mode::RWXG | Mode::RWXO).bits() != 0 {
            return Err(KeyFileError::Readable { file: file.to_owned(), mode });
        }
        let text = std::fs::read_to_string(file).map_err(failed)?;
        let mut key = [0; 32];
        hex::decode_to_slice(text.trim(), &mut key).map_err(|_| KeyFileError::NoKey(file.to_owned()))?;
        Ok(Self::new(key))
    }

    /// The key that follows from this one for another purpose.
    pub fn derive(&self, purpose: &str) -> Self {
        let mut key = [0; 32];
        let derived = Hkdf::<Sha256>::new(None, &self.0.0);
        derived.expand(purpose.as_bytes(), &mut key).expect("32 bytes are asked for");
        Self::new(key)
    }

    /// Its bytes.
    pub const fn reveal(&self) -> &[u8; 32] {
        &self.0.0
    }

    /// Write a new key to a new file that only its owner can read.
    pub fn create(file: &Path) -> io::Result<()> {
        let mut key = [0; 32];
        getrandom::fill(&mut key)?;
        let mut out: File = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
        writeln!(out, "{}", hex::encode(key))?;
        out.sync_all()
    }
}
