//! The upper floor: what commands bring about. Handlers read the state and write records, and take the parts of a
//! service that they need; they are grouped as the API groups its routes.

mod accounts;
pub(crate) mod admin;
mod admission;
mod agents;
mod chips;
mod club;
mod day;
mod dispatch;
mod doors;
pub(crate) mod duels;
mod parties;
pub(crate) mod polls;
pub(crate) mod refs;
pub(crate) mod tables;

pub(crate) use admin::audit::entry as audit_entry;
