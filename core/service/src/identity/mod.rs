//! Who somebody is elsewhere, and how that is proven: one file for each kind of proof.

mod in_app;
mod proof;
#[cfg(test)]
mod tests;
mod widget;

pub(crate) use in_app::InApp;
pub(crate) use proof::{Identity, PROVIDER, Proof, verify};
pub(crate) use widget::Widget;
