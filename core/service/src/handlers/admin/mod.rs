//! What the operator does to members and tables, each act with a record of it, and what the operator is shown.

pub(super) mod acts;
pub(super) mod audit;
pub(super) mod chats;
pub(crate) mod search;
pub(super) mod show;
pub(super) mod void;
