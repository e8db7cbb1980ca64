//! Members: joining, sessions, profiles, invitations, pause, erasure.

pub(super) mod erase;
pub(super) mod handle;
pub(super) mod history;
pub(super) mod invite;
pub(super) mod join;
pub(super) mod kin;
pub(super) mod profile;
pub(super) mod referral;
pub(super) mod rows;
pub(super) mod session;
