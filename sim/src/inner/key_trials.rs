//! Server keys that are lost, and new ones.

use super::driver::Driver;
use super::machine::SimDirectory;
use super::machine::{Machine, Stage};
use super::starts::write_keys;
use super::trials::reported;
use crate::prelude::*;
use turnstone_directory::{DirectoryOptions, SERVER_KEYS, System};
use turnstone_storage::Durability;

impl Driver {
    /// The keys are gone, and the operator goes on with new ones, in which something may go wrong.
    pub(super) fn new_keys(&mut self, machine: &Machine, rng: &mut Rng) -> CheckResult {
        let (path, file) = (self.path.clone(), self.path.join(SERVER_KEYS));
        write_keys(machine, &file, None)?;
        let opening = DirectoryOptions { accept_new_keys: true, ..Durability::Sync.into() };
        Self::trouble(machine, rng, 16);
        let made = SimDirectory::open_on(machine, &self.engine, &path, opening).map(drop);
        self.settle(Stage::Keys, machine, rng, &made)?;
        let text = machine.read(&file).unwrap_or_default();
        let whole = text.len() == "1 ".len() + 64 + 1 && text.ends_with(b"\n");
        must(whole || (text.is_empty() && made.is_err()), "key files are never half written", || {
            format!("{} bytes, told {made:?}", text.len())
        })?;
        let again = SimDirectory::open_on(machine, &self.engine, &path, opening);
        let directory = again.map_err(|error| reported("new keys are accepted", &error))?;
        self.truth().expect_in(&directory)?;
        drop(directory);
        let opened = self.open_at(machine, &path).map(drop);
        must(opened.is_ok(), "keys that were accepted are those of the records", || format!("{opened:?}"))
    }
}
