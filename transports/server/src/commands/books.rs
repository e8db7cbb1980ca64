//! `turnstone backup`, `restore` and `check`

use super::{CommandResult, block_on, must_have_keys, say, whole_path};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use turnstone_server::config::Config;
use turnstone_server::host;
use turnstone_server::operator::{self, OperatorReply, OperatorRequest};
use turnstone_server::storage::{self, Opened, SERVER_KEYS};
use turnstone_storage::Commit;

#[derive(Args, Debug)]
pub(super) struct Backup {
    /// The file to write; it must not be there yet
    file: PathBuf,
    /// Put the server's root secrets into the backup: tokens then stay valid after a restore
    #[arg(long)]
    with_keys: bool,
}

impl Backup {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        let file = whole_path(&self.file)?;
        let data = &config.server.data;
        let commit = match block_on(operator::save_backup(data, self.with_keys, &file))?? {
            Some(saved) => saved?.n,
            None => alone(config, |opened| {
                host::backup(opened.storage.state().as_ref(), data, self.with_keys, &file)
                    .map_err(|error| error.to_string())
            })?,
        };
        say(&format!("backup of commit {commit} written to {} and verified", file.display()));
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Args, Debug)]
pub(super) struct Restore {
    /// The backup
    file: PathBuf,
}

impl Restore {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        let data = &config.server.data;
        let commit = storage::restore(&self.file, data)?;
        say(&format!("commit {} restored to {}", commit.n, data.display()));
        let keys = data.join(SERVER_KEYS);
        if !keys.try_exists()? {
            say(&format!(
                "The server keys were not in the backup. Put the server.keys that you kept at {} (mode 600) before the \
                 first start; without it the first start makes a new one, and all tokens are void",
                keys.display()
            ));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// `turnstone check`
pub(super) fn check(config: &Config) -> CommandResult {
    let commit = match block_on(operator::ask(&config.server.data, OperatorRequest::Check))?? {
        Some(OperatorReply::Done { commit }) => commit,
        Some(OperatorReply::Failed { error }) => return Err(error.into()),
        Some(OperatorReply::Invited { .. } | OperatorReply::Dev(_) | OperatorReply::Answered { .. }) => {
            return Err("the server gave another answer than was asked for".into());
        }
        None => alone(config, |opened| host::check(opened.storage.state().as_ref(), config, opened.keys.clone()))?,
    };
    say(&format!("all is whole at commit {commit}"));
    Ok(ExitCode::SUCCESS)
}

/// Do it where no server runs. Returns the number of the commit.
fn alone(
    config: &Config,
    work: impl FnOnce(&Opened) -> Result<Commit, String>,
) -> Result<u64, Box<dyn std::error::Error>> {
    must_have_keys(&config.server.data)?;
    let mut opened = storage::open(config, &config.server.data, false)?;
    let commit = work(&opened)?;
    opened.storage.stop()?;
    Ok(commit.n)
}
