//! Tables: made, joined, played, settled, archived, read and talked at.

mod archive;
mod chat;
mod create;
mod join;
mod list;
mod play;
mod read;
mod settle;
mod table;
mod view;

pub(crate) use chat::{KEPT, PAGE, WHO};
pub(crate) use create::{Plan, is_open_eligible};
pub(crate) use list::ROWS;
pub(crate) use table::{Table, Tables};
