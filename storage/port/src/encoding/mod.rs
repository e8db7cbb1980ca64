//! Rows as bytes. A key is one byte for its kind and then its fields, so that bytes sort as keys do; a value is one
//! byte for the version of its encoding and then the row in postcard.

mod former;
mod key;
mod row;

pub use key::{
    NEWEST_KIND, decode_key, encode_key, fair_roots_prefix, history_of_game_prefix, history_prefix, hot_prefixes,
    party_prefix, plies_prefix, practice_ended_prefix,
};
pub use row::{decode, encode};

/// The kind byte of storage's own rows; no record has it.
pub const META: u8 = 0;
