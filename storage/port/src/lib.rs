//! The storage interface. The engine loop writes through [`Storage`] and reads through [`State`]. Implementations are
//! [`Memory`] (a log over a [`Disk`], for tests and the simulator) and the data directory of `turnstone_directory`.
//! Each passes the tests of `turnstone_storage_conformance`.
//!
//! The batches of a group commit become one commit, all or nothing. Every commit carries its number and a running hash,
//! so that a history with a gap is rejected and never served. Personal data is encrypted with keys in a separate file,
//! because a log-structured store keeps deleted bytes for a long time.
//!
//! ```
//! use turnstone_service::effects::{Effects, Query};
//! use turnstone_storage::{AppendError, GroupCommit, Storage};
//!
//! /// A group commit of a loop: the effects of the waiting commands, and a query that one of them asked for.
//! fn commit(storage: &mut dyn Storage, made: &[Effects], query: &Query) -> Result<(), Box<dyn std::error::Error>> {
//!     let mut group = GroupCommit::default();
//!     for effects in made {
//!         group.add(&effects.batch).map_err(AppendError::Full)?; // One that does not fit begins the next one.
//!     }
//!     storage.append(storage.head(), &group)?; // Replies may leave now, and Command::Durable(group.last()) follows.
//!     let _rows = storage.state().query(query)?; // For Command::Found. It sees everything appended before.
//!     Ok(())
//! }
//! ```

mod chain;
mod disk;
pub mod encoding;
mod error;
mod group;
mod health;
mod memory;
pub mod personal_keys;
mod port;
mod query;
mod reading;

pub use chain::{Commit, KEPT_COMMITS, check_chain};
pub use disk::{Disk, MemoryDisk, Pending};
pub use error::{AppendError, NEW_KEYS_COST, RESTORE, SALVAGE, StorageError};
pub use group::{GroupCommit, GroupFullError, MAX_GROUP_BYTES, RawChange, push_change, raw_changes};
pub use health::{DamagedFile, Health};
pub use memory::Memory;
pub use port::{Appending, Durability, HotRecords, Records, Snapshot, State, Storage, read_hot};
pub use query::KeyRange;
pub use reading::{StateReading, check, check_stored, load, read_core};
