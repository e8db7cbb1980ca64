//! The commands of the program.

mod admin;
mod books;
mod dev;
mod health;
mod invite;
mod reloading;
mod salvage;
mod searches;
mod serve;
mod supervisor;
mod verify;

use clap::{Parser, Subcommand};
use std::error::Error;
use std::future::Future;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;
use turnstone_server::config::{Config, Configured, Flags};
use turnstone_server::storage;
use turnstone_storage::Failure;

static VERSION: LazyLock<String> = LazyLock::new(turnstone_server::version::version);

/// Turn-based games with play-money chips, for people and programs.
#[derive(Parser, Debug)]
#[command(name = "turnstone", version = VERSION.as_str())]
pub(crate) struct Arguments {
    /// The configuration file (or TURNSTONE_CONFIG); turnstone.toml in the working directory if there is one
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The data directory (or TURNSTONE_DATA)
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    serve: serve::Serve,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Serve (this is what happens without a command)
    Serve(serve::Serve),
    /// Mint an invitation code, beside a running server or without one
    Invite(invite::Invite),
    /// See and do what operators do to members, tables and invitations, beside a running server or without one; every
    /// act is written down
    Admin(admin::Admin),
    /// Play a replay again and say what holds: exit status 0, or 1 if it does not, 2 while the seed is sealed, 3 if this
    /// build does not know its rules
    Verify(verify::Verify),
    /// Ask a server that was started with `serve --dev` for accounts, and move its clock
    Dev(dev::DevCommand),
    /// Ask a running server whether it is ready: exit status 0, or 1 with what it said
    Health(health::HealthCommand),
    /// Write a backup into a new file, beside a running server or without one
    Backup(books::Backup),
    /// Make a data directory of a backup
    Restore(books::Restore),
    /// Walk all that is stored and say whether it is whole
    Check,
    /// Bring what reads of a damaged data directory over into a new one, and list what is missing: exit status 1 if
    /// anything is
    Salvage(salvage::Salvage),
}

/// What a command comes to. An error is told in one line.
type CommandResult = Result<ExitCode, Box<dyn Error>>;

impl Arguments {
    pub(crate) fn run(self) -> CommandResult {
        let mut flags = Flags { config: self.config, data: self.data, listen: None, dev: false };
        match self.command {
            None => self.serve.run(flags),
            Some(CliCommand::Serve(mut serve)) => {
                serve.or(self.serve);
                serve.run(flags)
            }
            Some(CliCommand::Verify(verify)) => verify.run(),
            Some(CliCommand::Health(health)) => health.run(&load(&flags)?),
            Some(CliCommand::Dev(dev)) => dev.run(),
            Some(CliCommand::Admin(admin)) => admin.run(&load(&flags)?),
            Some(CliCommand::Invite(invite)) => invite.run(&load(&flags)?),
            Some(CliCommand::Backup(backup)) => backup.run(&load(&flags)?),
            Some(CliCommand::Restore(restore)) => {
                flags.listen = None;
                restore.run(&load(&flags)?)
            }
            Some(CliCommand::Salvage(salvage)) => salvage.run(&load(&flags)?),
            Some(CliCommand::Check) => books::check(&load(&flags)?),
        }
    }
}

fn load(flags: &Flags) -> Result<Config, Box<dyn Error>> {
    Ok(configured(flags)?.config)
}

/// The configuration. What was meant for it and says nothing is told: it was most likely mistyped.
fn configured(flags: &Flags) -> Result<Configured, Box<dyn Error>> {
    let configured = Configured::load(flags)?;
    for variable in &configured.unknown_variables {
        tracing::warn!(?variable, "this environment variable names no key of the configuration and no flag");
    }
    Ok(configured)
}

/// Run a future on this thread.
fn block_on<F: Future>(future: F) -> std::io::Result<F::Output> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(future))
}

/// The whole path of a file, for a server that has another working directory.
fn whole_path(file: &Path) -> std::io::Result<PathBuf> {
    std::path::absolute(file)
}

/// A data directory must be there: a server alone makes one, or a mistyped path would get one.
fn must_exist(data: &Path) -> Result<(), Box<dyn Error>> {
    if storage::exists(data)? {
        return Ok(());
    }
    let data = whole_path(data)?;
    let data = data.display();
    Err(format!(
        "there is no data directory at {data}. `turnstone serve --data {data}` makes one; if it is elsewhere, say so with \
         --data or `server.data`"
    )
    .into())
}

/// A command that writes needs the keys that the records were written with. Only a server makes new ones, at its start: a
/// directory that was just restored would otherwise get other keys than those that were kept for it.
fn must_have_keys(data: &Path) -> Result<(), Box<dyn Error>> {
    must_exist(data)?;
    let keys = data.join(storage::SERVER_KEYS);
    if keys.try_exists()? {
        return Ok(());
    }
    Err(Failure::KeysMissing(keys).into())
}

/// Tell the operator something on standard output. One who does not read it (`turnstone serve | head -3`) stops nothing.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}
