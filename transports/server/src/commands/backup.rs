//! `turnstone backup`, `restore` and `check`

use super::{CommandResult, block_on, must_exist, must_have_keys, say, whole_path};
use crate::config::Config;
use crate::host;
use crate::operator::{ask_server, save_backup};
use crate::storage::engine;
use clap::Args;
use serde_json::json;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use turnstone_api::operation::operator::CHECK_STORED;
use turnstone_directory::{DirectoryOptions, Opened, SERVER_KEYS};
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
        let commit = match block_on(save_backup(data, &json!({ "withKeys": self.with_keys }), &file))?? {
            Some(commit) => commit.n,
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
    /// Restore it although its records contradict each other, to salvage what they have
    #[arg(long)]
    unchecked: bool,
}

impl Restore {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        let data = &config.server.data;
        let commit = engine(config).restore(&self.file, data)?;
        if !self.unchecked {
            self.check(config)?;
        }
        say(&format!("commit {} restored to {}", commit.n, data.display()));
        if !engine(config).has_server_keys(data)? {
            say(&format!("The server keys were not in the backup. {}", without_keys(data)));
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Restore {
    /// Check what was restored as `turnstone check` does. Nothing is left of a backup whose records contradict each other.
    fn check(&self, config: &Config) -> Result<(), Box<dyn Error>> {
        let data = &config.server.data;
        let options = DirectoryOptions { only_check: true, ..config.durability().into() };
        let checked = engine(config).open(data, options).map_err(|error| error.to_string()).and_then(|opened| {
            let Opened { mut storage, keys, .. } = opened;
            let checked = host::check(storage.state().as_ref(), config, keys);
            storage.stop().map_err(|error| error.to_string())?;
            checked
        });
        let Err(why) = checked else { return Ok(()) };
        // It was empty or absent before.
        std::fs::remove_dir_all(data).map_err(|error| format!("remove {}: {error}", data.display()))?;
        let file = self.file.display();
        Err(format!(
            "{file} is not restored: {why}. Take another backup. If there is none, `turnstone restore --unchecked` restores this \
             one, and `turnstone salvage` then copies what is readable"
        )
        .into())
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
#[derive(Args, Debug)]
pub(super) struct CheckCommand {
    /// This is a restored copy that is only checked: say nothing about its server keys
    #[arg(long)]
    copy: bool,
}

impl CheckCommand {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        check(config, self.copy)
    }
}

fn check(config: &Config, is_copy: bool) -> CommandResult {
    let data = &config.server.data;
    let mut lacks_keys = false;
    let (commit, ratings) = match block_on(ask_server(data, &CHECK_STORED, &json!({})))?? {
        Some(checked) => {
            let commit = checked["commit"].as_u64().ok_or("the server did not answer with a commit")?;
            (commit, checked["ratings"].as_str().unwrap_or_default().to_owned())
        }
        None => {
            must_exist(config)?;
            let options = DirectoryOptions { only_check: true, ..config.durability().into() };
            let Opened { mut storage, keys, has_drawn_keys, .. } = engine(config).open(data, options)?;
            let (commit, ratings) = host::check(storage.state().as_ref(), config, keys)?;
            storage.stop()?;
            lacks_keys = has_drawn_keys;
            (commit.n, host::of_ratings(&ratings))
        }
    };
    say(&format!("all is whole at commit {commit}"));
    if !ratings.is_empty() {
        say(&ratings);
    }
    if lacks_keys && !is_copy {
        say(&format!("There are no server keys yet; this check does not need them. {}", without_keys(data)));
    }
    Ok(ExitCode::SUCCESS)
}
