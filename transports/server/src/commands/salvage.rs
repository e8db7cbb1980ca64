//! `turnstone salvage`

use super::{CommandResult, say};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use turnstone_server::config::Config;
use turnstone_server::host;
use turnstone_server::storage::{self, Opened, Salvaged};

#[derive(Args, Debug)]
pub(super) struct Salvage {
    /// The damaged data directory, which no server may be using. It stays as it is
    dir: PathBuf,
    /// The data directory to make; it must be empty or not be there yet
    new: PathBuf,
}

impl Salvage {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        if !storage::exists(&self.dir)? {
            return Err(format!("there is no data directory at {}", self.dir.display()).into());
        }
        let Salvaged { commit, records, missing } = storage::salvage(&self.dir, &self.new)?;
        for line in &missing {
            say(&format!("missing: {line}"));
        }
        let Opened { mut storage, keys, .. } = storage::open(config, &self.new, false)?;
        host::check(storage.state().as_ref(), config, keys)?;
        storage.stop()?;
        let new = self.new.display();
        say(&format!(
            "{records} records as of commit {commit} brought over to {new}, which is whole and can be served"
        ));
        if missing.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        say(&format!("{} things are missing, or were left out for what is: they are listed above", missing.len()));
        Ok(ExitCode::FAILURE)
    }
}
