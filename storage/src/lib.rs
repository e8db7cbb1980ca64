//! Where records are kept. The engine loop writes through [`Storage`] and reads through [`State`]; behind these stand
//! [`Memory`] (a log over a [`Disk`], for tests and the simulator) and [`Directory`] (what a server owns on its disk, on
//! fjall). Both keep the same promises and pass the same tests.
//!
//! What belongs together: a round of batches becomes one commit, all or nothing; every commit carries its number and a
//! running hash, so that a history which lost something is refused and never served; what is personal is sealed with
//! keys that stand in a file of their own, because a log-structured store keeps deleted bytes for long.
//!
//! ```ignore
//! let mut storage = Directory::open(path, Durability::Sync)?;
//! let keys = storage.server_keys();
//! let service = load(&mut storage, |vault, records| Service::open(config, keys, vault, records))?;
//! let state = storage.state();
//! loop {
//!     let mut round = Round::default();
//!     // For each command: a batch that `add` refuses begins the next round.
//!     round.add(&effects.batch)?;
//!     storage.append(&round)?; // Now replies may leave, and Command::Durable(round.last()) may come in.
//!     let rows = state.query(&query)?; // For Command::Found; it sees what was appended before.
//! }
//! storage.stop()?;
//! ```

mod backup;
mod chain;
mod directory;
mod disk;
mod encoding;
mod failure;
mod files;
mod journal;
mod making;
mod mark;
mod memory;
mod mend;
mod ownership;
mod personal_keys;
mod port;
mod query;
mod rest;
mod round;
mod salvage;
mod server_keys;
mod store;
#[cfg(test)]
mod tests;

pub use backup::{backup, restore};
pub use chain::Commit;
pub use directory::{Directory, Durability, Opening};
pub use disk::{Disk, MemoryDisk, Pending};
pub use failure::{AppendError, Failure};
pub use journal::TornTail;
pub use memory::Memory;
pub use ownership::Whereabouts;
pub use port::{Records, Snapshot, State, Storage, check, load};
pub use query::KeyRange;
pub use rest::{DamagedFile, Health};
pub use round::{Full, MAX_ROUND_BYTES, Round};
pub use salvage::{Salvaged, salvage};
pub use server_keys::FILE as SERVER_KEYS;
