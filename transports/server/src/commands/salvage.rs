//! `turnstone salvage`

use super::{CommandResult, say};
use crate::config::Config;
use crate::host;
use crate::storage::engine;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use turnstone_directory::{Opened, Salvaged};

#[derive(Args, Debug)]
pub(super) struct Salvage {
    /// The damaged data directory, which no server may be using. It is not changed
    dir: PathBuf,
    /// The data directory to create; it must be empty or not exist
    new: PathBuf,
}

impl Salvage {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        let engine = engine(config);
        if !engine.exists(&self.dir)? {
            return Err(format!("there is no data directory at {}", self.dir.display()).into());
        }
        let Salvaged { commit, records, missing } = engine.salvage(&self.dir, &self.new)?;
        for line in &missing {
            say(&format!("missing: {line}"));
        }
        let Opened { mut storage, keys, .. } = engine.open(&self.new, config.durability().into())?;
        let (_, ratings) = host::check(storage.state().as_ref(), config, keys)?;
        storage.stop()?;
        if ratings.gaps > 0 {
            say(&host::of_ratings(&ratings));
        }
        let new = self.new.display();
        say(&format!(
            "{records} records as of commit {commit} copied to {new}, which passed its check and can be served"
        ));
        if missing.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        say(&format!("{} items are missing or were left out: they are listed above", missing.len()));
        Ok(ExitCode::FAILURE)
    }
}
