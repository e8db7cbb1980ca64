//! The commands of the program.

mod admin;
mod backup;
mod cluster;
mod dev;
mod fetch;
mod health;
mod invite;
mod lan;
mod mcp;
mod reloading;
mod salvage;
mod searches;
mod serve;
mod standby;
mod supervisor;
mod verify;

use crate::config::{Config, Configured, Flags};
use crate::storage::engine;
use clap::{Parser, Subcommand};
use http::header::HOST;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper_util::rt::TokioIo;
use std::error::Error;
use std::future::Future;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;
use tokio::io::{AsyncRead, AsyncWrite};
use turnstone_directory::SERVER_KEYS;
use turnstone_storage::StorageError;

static VERSION: LazyLock<String> = LazyLock::new(crate::version::version);

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
    /// Serve (the default without a command)
    Serve(serve::Serve),
    /// Create an invitation code, on a running server or on its data directory
    Invite(invite::Invite),
    /// Administer members, tables and invitations, on a running server or on its data directory; every act is recorded
    /// in the audit log
    Admin(admin::Admin),
    /// Verify replay bundles: exit status 0 if they hold, 1 if one does not, 2 while a seed is sealed, 3 if this build
    /// does not know the rules
    Verify(verify::Verify),
    /// Create accounts on a server that was started with `serve --dev`, and advance its clock
    Dev(dev::DevCommand),
    /// Check whether a running server is ready: exit status 0, or 1 with its response
    Health(health::HealthCommand),
    /// Serve the Model Context Protocol on standard input and output for a client on this machine, and forward it to a
    /// running server
    Mcp(mcp::McpCommand),
    /// Write a backup to a new file, from a running server or from its data directory
    Backup(backup::Backup),
    /// Create a data directory from a backup
    Restore(backup::Restore),
    /// Follow a primary: take a snapshot of it, then write its commits to the data directory as they come
    Standby(standby::StandbyCommand),
    /// Write a new key for a primary and its standby to a file
    StandbyKey(standby::StandbyKeyCommand),
    /// Make the data directory of a stopped standby that of a server, and print what may be missing
    Promote,
    /// Begin a cluster, or show its state
    #[command(subcommand)]
    Cluster(cluster::ClusterCommand),
    /// Check everything stored: files, chain, records and ledger
    Check(backup::CheckCommand),
    /// Copy every readable record of a damaged data directory to a new one, and list what is missing: exit status 1 if
    /// anything is
    Salvage(salvage::Salvage),
}

/// The result of a command. An error is printed in one line.
type CommandResult = Result<ExitCode, Box<dyn Error>>;

impl Arguments {
    pub(crate) fn run(self) -> CommandResult {
        let mut flags = Flags { config: self.config, data: self.data, listen: None, lan: false, dev: false };
        match self.command {
            None => self.serve.run(flags),
            Some(CliCommand::Serve(mut serve)) => {
                serve.or(self.serve);
                serve.run(flags)
            }
            Some(CliCommand::Verify(verify)) => verify.run(),
            Some(CliCommand::Health(health)) => health.run(&load(&flags)?),
            Some(CliCommand::Dev(dev)) => dev.run(),
            Some(CliCommand::Mcp(mcp)) => mcp.run(),
            Some(CliCommand::Admin(admin)) => admin.run(&load(&flags)?),
            Some(CliCommand::Invite(invite)) => invite.run(&load(&flags)?),
            Some(CliCommand::Backup(backup)) => backup.run(&load(&flags)?),
            Some(CliCommand::Restore(restore)) => {
                flags.listen = None;
                restore.run(&load(&flags)?)
            }
            Some(CliCommand::Salvage(salvage)) => salvage.run(&load(&flags)?),
            Some(CliCommand::Standby(standby)) => standby.run(&load(&flags)?),
            Some(CliCommand::StandbyKey(key)) => key.run(),
            Some(CliCommand::Promote) => standby::promote_standby(&load(&flags)?),
            Some(CliCommand::Cluster(cluster)) => cluster.run(&load(&flags)?),
            Some(CliCommand::Check(check)) => check.run(&load(&flags)?),
        }
    }
}

fn load(flags: &Flags) -> Result<Config, Box<dyn Error>> {
    Ok(Configured::load(flags)?.config)
}

/// Send a request on a new connection.
pub(crate) async fn send(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    host: &str,
    mut request: Request<Full<Bytes>>,
) -> Result<Response<Incoming>, Box<dyn Error>> {
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    drop(tokio::spawn(connection));
    request.headers_mut().insert(HOST, host.parse()?);
    Ok(sender.send_request(request).await?)
}

/// Run a future on this thread.
fn block_on<F: Future>(future: F) -> std::io::Result<F::Output> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(future))
}

/// The absolute path of a file, for a server with another working directory.
fn whole_path(file: &Path) -> std::io::Result<PathBuf> {
    std::path::absolute(file)
}

/// Fail without a data directory. Only a server creates one, so that a mistyped path does not get one.
fn must_exist(config: &Config) -> Result<(), Box<dyn Error>> {
    if engine(config).exists(&config.server.data)? {
        return Ok(());
    }
    let data = whole_path(&config.server.data)?;
    let data = data.display();
    Err(format!(
        "there is no data directory at {data}. `turnstone serve --data {data}` creates one; if it is elsewhere, set \
         --data or `server.data`"
    )
    .into())
}

/// Fail without server keys: a command that writes needs those that the records were written with. Only a server
/// generates new ones, so that a restored directory does not get other keys than the operator's copy.
pub(crate) fn must_have_keys(config: &Config) -> Result<(), Box<dyn Error>> {
    must_exist(config)?;
    if engine(config).has_server_keys(&config.server.data)? {
        return Ok(());
    }
    Err(StorageError::KeysMissing(config.server.data.join(SERVER_KEYS)).into())
}

/// Print to standard output. A closed pipe (`turnstone serve | head -3`) is ignored.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}
