//! The operator's hands: what he does to members and tables, each with a record of it, and what he is shown.

mod acts;
mod chats;
mod search;
mod show;
mod void;

pub(super) use show::audit_page;
pub(crate) use show::entry as audit_entry;
