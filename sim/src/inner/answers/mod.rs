//! Answers: what each request is answered with. Secrets, tokens, views, chats and pages are compared to the letter; of
//! all else each field is a fact that the model knows of the thing (`facts.rs`), and what was written is what is read.

mod account;
mod done;
mod duels;
mod expected;
mod facts;
mod issued;
mod lists;
mod made;
mod operator;
mod parties;
mod replay;
mod view;

pub(crate) use expected::{ANSWERS, AnsweredStep};
