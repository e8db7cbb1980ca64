//! The server: its configuration, its data directory, its transports on tokio, and administration. The service decides
//! what a request means; this crate keeps it running. The program and its commands are here, too: in a crate of its
//! own the program would compile all tasks again.

pub mod cluster;
mod commands;
pub mod config;
mod descriptors;
pub mod dev;
pub mod host;
mod http;
mod listeners;
pub mod logs;
mod measures;
mod metrics;
pub mod operator;
mod overview;
pub mod runtime;
pub mod server;
pub mod standby;
pub mod storage;
mod transports;
pub mod version;
pub mod watch;

use clap::Parser;
use rustix::fs::Mode;
use std::process::ExitCode;

/// The program: serves, and has the commands of operators and of players who verify a replay.
pub fn main() -> ExitCode {
    // Files that this process creates are for its owner alone.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let arguments = commands::Arguments::parse();
    let logs = logs::start();
    let ended = arguments.run();
    // Pending log lines are written before the error.
    drop(logs);
    match ended {
        Ok(code) => code,
        Err(error) => {
            eprintln!("turnstone: {error}");
            ExitCode::FAILURE
        }
    }
}
