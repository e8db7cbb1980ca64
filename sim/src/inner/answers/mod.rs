//! Whole answers: what each request is answered with, from its first field to its last, as the model has it.

mod account;
mod agents;
mod around;
mod club;
mod done;
mod expected;
mod grants;
mod hands;
mod lists;
mod parties;
mod replay;
mod rows;
mod view;

pub(crate) use expected::AnsweredStep;
pub(crate) use rows::ANSWERS;
