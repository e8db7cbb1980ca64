//! `turnstone backup`, `restore` and `check`

use super::{CommandResult, block_on, must_exist, must_have_keys, say, whole_path};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use turnstone_directory::{DirectoryOptions, Opened, SERVER_KEYS};
use turnstone_server::config::Config;
use turnstone_server::host;
use turnstone_server::operator::{self, OperatorReply, OperatorRequest};
use turnstone_server::storage::engine;
use turnstone_storage::NEW_KEYS_COST;

#[derive(Args, Debug)]
pub(super) struct Backup {
    /// The file to write; it must not exist
    file: PathBuf,
    /// Include the server's root secrets in the backup, so that tokens stay valid after a restore
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
                must_have_keys(config)?;
                let mut opened = engine(config).open(data, config.durability().into())?;
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
        let commit = engine(config).restore(&self.file, data)?;
        say(&format!("commit {} restored to {}", commit.n, data.display()));
        if !engine(config).has_server_keys(data)? {
            say(&format!("The server keys were not in the backup. {}", without_keys(data)));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What the first start over a restored directory without server keys does, and how to avoid it.
fn without_keys(data: &Path) -> String {
    let keys = data.join(SERVER_KEYS);
    format!(
        "Put your copy of server.keys at {} (mode 600) before the first start. Without it `turnstone serve` generates \
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
            must_exist(config)?;
            let options = DirectoryOptions { only_check: true, ..config.durability().into() };
            let Opened { mut storage, keys, has_drawn_keys, .. } = engine(config).open(data, options)?;
            let commit = host::check(storage.state().as_ref(), config, keys)?;
            storage.stop()?;
            lacks_keys = has_drawn_keys;
            commit.n
        }
    };
    say(&format!("all is whole at commit {commit}"));
    if lacks_keys {
        say(&format!("There are no server keys yet; this check does not need them. {}", without_keys(data)));
    }
    Ok(ExitCode::SUCCESS)
}
