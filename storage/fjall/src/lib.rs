//! The embedded engine, on fjall. No other crate knows fjall; `turnstone_directory` knows the files of a data
//! directory, and is tested here on a real disk.
//!
//! fjall opens a damaged store without an error and drops everything behind the damage, and a compaction that meets a
//! damaged table poisons the whole database. So fjall's own compaction is off, and the maintenance thread compacts and
//! scrubs.

mod failure;
mod maintenance;
mod rows;
mod tables;
#[cfg(test)]
mod tests;

pub use rows::{Fjall, FjallRows, FjallSnapshot};
use turnstone_directory::{Directory, OnSystem, Os};

/// The engine on this machine's disk.
pub const FJALL: OnSystem<Os, Fjall> = OnSystem { system: Os, engine: Fjall };

/// Storage in a data directory on this machine's disk.
pub type FjallDirectory = Directory<Os, Fjall>;
