//! `turnstone backup`, `restore` and `check`

use super::{CommandResult, block_on, must_exist, must_have_keys, say, whole_path};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use turnstone_server::config::Config;
use turnstone_server::host;
use turnstone_server::operator::{self, OperatorReply, OperatorRequest};
use turnstone_server::storage::{self, Opened, SERVER_KEYS};
use turnstone_storage::NEW_KEYS_COST;

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
            None => {
                must_have_keys(data)?;
                let mut opened = storage::open(config, data, false)?;
                let commit = host::backup(opened.storage.state().as_ref(), data, self.with_keys, &file)?;
                opened.storage.stop()?;
                commit.n
            }
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
        if !data.join(SERVER_KEYS).try_exists()? {
            say(&format!("The server keys were not in the backup. {}", without_keys(data)));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What the first start over a restored directory does that has no server keys, and how to avoid it.
fn without_keys(data: &Path) -> String {
    let keys = data.join(SERVER_KEYS);
    format!(
        "Put the server.keys that you kept at {} (mode 600) before the first start. Without it `turnstone serve` makes \
         new keys there, and {NEW_KEYS_COST}",
        keys.display()
    )
}

/// `turnstone check`
pub(super) fn check(config: &Config) -> CommandResult {
    let data = &config.server.data;
    let mut lacks_keys = false;
    let of = |reply| if let OperatorReply::Done { commit } = reply { Some(commit) } else { None };
    let commit = match block_on(operator::ask(data, OperatorRequest::Check, of))?? {
        Some(commit) => commit,
        None => {
            must_exist(data)?;
            let Opened { mut storage, keys, has_drawn_keys, .. } = storage::open_to_check(config, data)?;
            let commit = host::check(storage.state().as_ref(), config, keys)?;
            storage.stop()?;
            lacks_keys = has_drawn_keys;
            commit.n
        }
    };
    say(&format!("all is whole at commit {commit}"));
    if lacks_keys {
        say(&format!("There are no server keys yet, and nothing of this check needs them. {}", without_keys(data)));
    }
    Ok(ExitCode::SUCCESS)
}
