//! Life between the tables: leaderboard, histories, parties, the deal of the day.

mod daily;
mod days;
mod history;
mod leaderboard;
mod parties;
mod ranking;

pub(crate) use days::Days;
pub(crate) use parties::Parties;
pub(crate) use ranking::Ranking;
