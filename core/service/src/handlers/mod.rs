//! The upper layer: the effects of commands. Handlers read the state, write records, and take the parts of a service
//! that they need. They are grouped like the routes of the API.

mod accounts;
pub(crate) mod admin;
mod admission;
mod agents;
mod blocks;
pub(crate) mod chips;
mod club;
mod day;
mod dispatch;
pub(crate) mod duels;
pub(crate) mod fairness;
mod integrations;
mod members;
mod news;
mod parties;
pub(crate) mod queue;
pub(crate) mod ratings;
pub(crate) mod refs;
pub(crate) mod serving;
pub(crate) mod tables;
pub(crate) mod watches;

pub(crate) use admin::audit::entry as audit_entry;
