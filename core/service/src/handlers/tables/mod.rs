//! Tables: made, joined, played, settled, archived, read and talked at; the deal of the day; seats that are handed out.

mod archive;
mod chat;
mod create;
mod daily;
mod grants;
mod join;
mod list;
mod old_chats;
mod play;
mod read;
mod replay;
mod settle;
mod view;

pub(crate) use chat::WHO;
pub(crate) use create::{Plan, is_open_eligible};
pub(crate) use list::label;
