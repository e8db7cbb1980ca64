//! Rows as bytes. A key is one byte for its kind and then its fields, so that bytes sort as keys do; a value is one
//! byte for the version of its encoding and then the row in postcard.

mod former;
mod key;
mod row;
mod table;

pub use key::{decode_key, encode_key};
pub use row::{decode, encode};

/// The kind byte of storage's own rows; no record has it.
pub const META: u8 = 0;
