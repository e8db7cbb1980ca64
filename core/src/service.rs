//! The service as a value: one step takes a command and returns all that it brings about.

use crate::config::Config;
use crate::credentials::ServerKeys;
use crate::effects::{Batch, Command, Deadline, Effects, Stamp};
use crate::personal::Vault;
use crate::record::Record;
use crate::refusal::Refusal;

/// Records that cannot be what this program wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage(pub String);

/// All of Turnstone but its sockets and disks.
pub struct Service {
    #[expect(dead_code, reason = "grows")]
    config: Config,
    #[expect(dead_code, reason = "grows")]
    keys: ServerKeys,
    #[expect(dead_code, reason = "grows")]
    vault: Vault,
}

impl Service {
    /// The service as its hot records left it.
    pub fn open(
        config: Config,
        keys: ServerKeys,
        vault: Vault,
        _records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, Damage> {
        Ok(Self { config, keys, vault })
    }

    /// One step.
    pub fn apply(&mut self, _stamp: Stamp, command: Command) -> Effects {
        let mut effects = Effects::default();
        if let Command::Request { id, .. } = command {
            effects.replies.push((id, Err(Refusal::Unavailable)));
        }
        effects
    }

    /// When the next [`Command::Tick`] is wanted.
    pub fn next_deadline(&self) -> Option<Deadline> {
        None
    }

    /// Take over a batch that another core made: the same function over records that `open` folds.
    pub fn absorb(&mut self, _batch: &Batch) -> Result<(), Damage> {
        Ok(())
    }

    /// sha256 over all that the hot records say; equal for cores that absorbed the same batches.
    pub fn digest(&self) -> [u8; 32] {
        [0; 32]
    }
}
