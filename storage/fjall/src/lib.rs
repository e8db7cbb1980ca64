//! Storage in a data directory, on fjall: a [`Directory`] is what a server owns on its disk, and stands behind the port
//! of `turnstone_storage`. Nothing else in the workspace knows fjall or what the files of the directory are.
//!
//! The engine opens a damaged store without a word and drops what is behind the damage, so nothing of it is believed:
//! the chain in its rows, the high-water mark beside it and the journal are read before anything is served, and what
//! lies at rest is read again and again.

mod backup;
mod directory;
mod failure;
mod files;
mod journal;
mod making;
mod mark;
mod mend;
mod ownership;
mod rest;
mod salvage;
mod server_keys;
mod store;
#[cfg(test)]
mod tests;

pub use backup::{backup, restore};
pub use directory::{Directory, Opening};
pub use journal::TornTail;
pub use salvage::{Salvaged, salvage};
pub use server_keys::FILE as SERVER_KEYS;
