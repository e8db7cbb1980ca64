//! The one program: serves, and does what an operator or a doubting player needs.

mod commands;

use clap::Parser;
use rustix::fs::Mode;
use std::process::ExitCode;

/// Requests make many small allocations on one thread and free them on another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Whatever this process makes is for its owner alone.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let arguments = commands::Arguments::parse();
    let logs = turnstone_server::logs::start();
    let ended = arguments.run();
    // What is still to be written comes before the last word.
    drop(logs);
    match ended {
        Ok(code) => code,
        Err(error) => {
            eprintln!("turnstone: {error}");
            ExitCode::FAILURE
        }
    }
}
