//! The one program: serves, and does what an operator or a doubting player needs.

mod commands;
mod logging;

use clap::Parser;
use std::process::ExitCode;

/// Requests make many small allocations on one thread and free them on another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = commands::Arguments::parse();
    logging::start();
    match arguments.run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("turnstone: {error}");
            ExitCode::FAILURE
        }
    }
}
