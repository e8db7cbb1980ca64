//! Members: joining, sessions, profiles, invitations, pause, erasure.

mod erase;
mod history;
mod invite;
mod join;
mod kin;
mod profile;
mod referral;
mod session;

pub(crate) use join::{canonical_handle, plain_handle};
