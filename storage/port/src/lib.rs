//! Where records are kept. The engine loop writes through [`Storage`] and reads through [`State`]; behind these stands an
//! engine: [`Memory`] here (a log over a [`Disk`], for tests and the simulator), a data directory in `turnstone_fjall`. All
//! keep the same promises, and [`conformance`] tries them on each.
//!
//! What belongs together: a round of batches becomes one commit, all or nothing; every commit carries its number and a
//! running hash, so that a history which lost something is refused and never served; what is personal is sealed with
//! keys that stand in a file of their own, because a log-structured store keeps deleted bytes for long.
//!
//! ```
//! use turnstone_service::effects::{Effects, Query};
//! use turnstone_storage::{AppendError, Round, Storage};
//!
//! /// A round of a loop: what the commands that waited brought about, and a query that one of them asked for.
//! fn round(storage: &mut dyn Storage, made: &[Effects], query: &Query) -> Result<(), Box<dyn std::error::Error>> {
//!     let mut round = Round::default();
//!     for effects in made {
//!         round.add(&effects.batch).map_err(AppendError::Full)?; // One that does not fit begins the next round.
//!     }
//!     storage.append(storage.head(), &round)?; // Now replies may leave, and Command::Durable(round.last()) comes in.
//!     let _rows = storage.state().query(query)?; // For Command::Found; it sees what was appended before.
//!     Ok(())
//! }
//! ```

mod chain;
pub mod conformance;
mod disk;
pub mod encoding;
mod failure;
mod health;
mod memory;
pub mod personal_keys;
mod port;
mod query;
mod round;
#[cfg(test)]
mod tests;

pub use chain::{Commit, KEPT_COMMITS, check_chain};
pub use disk::{Disk, MemoryDisk, Pending};
pub use failure::{AppendError, Failure, NEW_KEYS_COST, RESTORE, SALVAGE};
pub use health::{DamagedFile, Health};
pub use memory::Memory;
pub use port::{Durability, HotRecords, Records, Snapshot, State, Storage, check, load, read_core, read_hot};
pub use query::KeyRange;
pub use round::{Full, MAX_ROUND_BYTES, RawChange, Round, push_change, raw_changes};
