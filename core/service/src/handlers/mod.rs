//! The upper floor: what commands bring about. Handlers read the state and write records; they are grouped as the API
//! groups its routes.

mod accounts;
mod admin;
mod agents;
mod chips;
mod club;
mod dispatch;
mod doors;
mod parties;
mod polls;
mod refs;
mod tables;

pub(crate) use admin::audit_entry;
