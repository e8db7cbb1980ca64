//! What a server states and signs about its deals: the list of a day, the chain of statements, receipts for moves.
//! `transports/FAIRNESS.md` describes the formats.

pub mod check;
mod entry;
mod keys;
mod receipt;
mod statement;
pub mod tree;

pub use entry::{Ending, Entry, seed_of, table_hash};
pub use keys::{SigningKey, is_signed};
pub use receipt::{MoveFact, Receipt, receipts};
pub use statement::{EraReason, Says, Signed, Statement, commitment, day_name, split_day_name, text_hash};
