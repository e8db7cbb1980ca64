//! Tables: creation, seats, play, settlement, archive, views, chat, the daily challenge, and seat grants.

pub(super) mod archive;
pub(super) mod card;
pub(super) mod chat;
pub(super) mod course;
pub(super) mod create;
pub(super) mod daily;
pub(super) mod friendly;
pub(super) mod grants;
pub(super) mod join;
pub(super) mod list;
pub(super) mod open;
pub(super) mod plan;
pub(super) mod play;
pub(super) mod practice;
pub(super) mod read;
pub(super) mod rematch;
pub(super) mod replay;
pub(crate) mod retention;
pub(super) mod seating;
pub(super) mod settle;
pub(super) mod turns;
pub(crate) mod view;
pub(super) mod viewer;
pub(super) mod void;
