//! A data directory: a [`Directory`] is what a server owns on its disk, and stands behind the port of
//! `turnstone_storage`. It knows its files, and neither the operating system that has them ([`System`]) nor the engine
//! that keeps the rows ([`RowsEngine`]): a server has both as they are ([`Os`] and the crate beside this one), the simulator
//! has a disk that fails.
//!
//! An engine may open a damaged store without a word and drop what is behind the damage, so nothing of it is believed:
//! the chain in its rows, the high-water mark beside it and the journal are read before anything is served.

mod ahead;
mod backup;
mod directory;
mod engine;
mod files;
mod journal;
mod making;
mod mark;
mod os;
mod ownership;
mod salvage;
mod server_keys;
mod store;
mod system;
#[cfg(test)]
mod tests;

pub use backup::{backup, receive, restore, send};
pub use directory::{Directory, DirectoryOptions};
pub use engine::{AtRest, Durable, RawRows, Rows, RowsEngine, RowsSnapshot};
pub use journal::TornTail;
pub use os::Os;
pub use salvage::{Found, Gap, Salvaged, salvage};
pub use server_keys::{FILE as SERVER_KEYS, add as add_server_key, next as next_server_key};
pub use store::Store;
pub use system::{Look, Open, System, SystemFile};
