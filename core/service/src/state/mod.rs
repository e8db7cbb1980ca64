//! The lower layer: everything that the hot records say, in memory, with indexes and timers. Only the fold over changes
//! can change it. The upper layer, `handlers`, reads it and writes records.

mod accounts;
mod agent_days;
mod agents;
mod blocks;
mod consistency;
mod days;
mod duels;
mod fairness;
mod fold;
mod grants;
mod hot;
mod house_losses;
mod identities;
mod ledger;
mod live;
mod members;
mod message;
mod notices;
mod outages;
mod parties;
mod ranking;
mod ratings;
mod referral_trees;
mod sameness;
mod seal;
mod table;
mod tables;
mod weeks;

pub(crate) use accounts::Account;
pub(crate) use agents::{Agent, GONE, HOUSE};
pub use consistency::ColdRows;
pub(crate) use days::DayBoard;
pub(crate) use duels::{OwnerPair, REF_RETENTION_S};
pub(crate) use fold::{Folded, Transaction};
pub(crate) use hot::{HotState, RememberedRef};
pub(crate) use ledger::{FLOOR, gain_from_house, has_house};
pub(crate) use live::LiveMatch;
pub(crate) use message::{ChatMessage, NONCE_FOLLOWS};
pub(crate) use outages::{MAX_OUTAGES, SHORT_MS};
pub(crate) use parties::Party;
pub(crate) use ratings::Pool;
pub(crate) use sameness::first_difference;
pub(crate) use seal::Seal;
pub(crate) use table::{Table, table_status};
pub(crate) use weeks::week_of;
