//! A referee for every game. It follows a match by its public data (the config, the seed once it is revealed, the log,
//! and what each viewer was shown) and reports the first broken rule, if any.
//!
//! It is written from the rules, independently of the engines, and imports nothing of them. It is simple where they are
//! fast. A fault in one of the two shows as a difference between them.

mod cards;
mod difference;
mod expected;
mod games;
mod house;
mod law;
mod reference;
mod stream;

pub use house::{has_house_rule, house_may_choose};
pub use reference::{Broken, Entry, ReferenceModel, SeatShare, Shown, Viewer};
