//! The model: what it is asked, and what its answer means.

mod answer;
mod asker;
mod question;

pub(crate) use asker::ModelAsker;
pub use asker::ModelSettings;
