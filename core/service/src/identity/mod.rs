//! Identities elsewhere and their proofs, with a file for each kind of proof.

mod in_app;
mod proof;
#[cfg(test)]
mod tests;
mod widget;

pub(crate) use in_app::InApp;
pub(crate) use proof::{Identity, PROVIDER, Proof, verify};
pub(crate) use widget::Widget;
