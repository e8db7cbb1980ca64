//! Parties: members with a chat, a current table and standings.

pub(super) mod changes;
pub(super) mod requests;
