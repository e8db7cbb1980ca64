//! A data directory. A [`Directory`] implements the interface of `turnstone_storage` over files on a disk. It is
//! generic over the operating system ([`System`]) and the engine that keeps the rows ([`RowsEngine`]): a server uses
//! [`Os`] and the engine of its configuration ([`StorageEngine`]), the simulator a disk that fails.
//!
//! An engine may open a damaged store without an error and drop everything behind the damage. So the chain in its rows,
//! the high-water mark beside it and the journal are checked before anything is served.

mod ahead;
mod backup;
mod directory;
mod engine;
mod files;
mod install;
mod making;
mod os;
mod ownership;
mod salvage;
mod server_keys;
mod storage_engine;
mod store;
mod system;
mod torn_tail;
mod watermark;

pub use backup::{backup, receive, restore, send};
pub use directory::{Directory, DirectoryOptions};
pub use engine::{
    AtRest, Durable, JournalBatch, JournalFormat, JournalRow, Maintained, RawRows, Rows, RowsEngine, RowsSnapshot,
};
pub use install::{finish_install, install};
pub use os::Os;
pub use salvage::{Found, Gap, Salvaged, salvage};
pub use server_keys::FILE as SERVER_KEYS;
pub use storage_engine::{OnSystem, Opened, StorageEngine};
pub use store::Store;
pub use system::{Look, Open, System, SystemFile};
pub use torn_tail::TornTail;
