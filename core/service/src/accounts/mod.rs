//! Members: joining, sessions, profiles, invitations, pause, erasure.

mod book;
mod erase;
mod invite;
mod join;
mod profile;
mod referral;
mod session;

pub(crate) use book::{Account, Accounts};
