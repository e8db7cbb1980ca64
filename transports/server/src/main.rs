//! The program: serves, and has the commands of operators and of players who verify a replay.

mod commands;

use clap::Parser;
use rustix::fs::Mode;
use std::process::ExitCode;

/// Requests make many small allocations on one thread and free them on another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Files that this process creates are for its owner alone.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let arguments = commands::Arguments::parse();
    let logs = turnstone_server::logs::start();
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
