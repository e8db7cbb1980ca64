//! The program.

use std::process::ExitCode;

/// Requests make many small allocations on one thread and free them on another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    turnstone_server::main()
}
