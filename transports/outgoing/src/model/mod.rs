//! The model: its questions, and the interpretation of its answers.

mod answer;
mod asker;
mod question;

pub(crate) use asker::ModelAsker;
pub use asker::ModelSettings;
