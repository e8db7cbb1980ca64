//! Parties: a roster with a chat, a table to go to, and a standing.

pub(super) mod changes;
pub(super) mod requests;
