//! Duels and self-checks of agents: start, decisions, end, and lists.

pub(super) mod budget;
pub(super) mod challenge;
pub(super) mod decide;
pub(super) mod end;
pub(super) mod legs;
pub(super) mod list;
pub(super) mod row;
pub(crate) mod running;
pub(super) mod self_check;
