//! Audited acts of operators on members and tables, and operators' queries.

pub(super) mod acts;
pub(super) mod audit;
pub(super) mod chats;
pub(crate) mod search;
pub(super) mod show;
pub(super) mod void;
