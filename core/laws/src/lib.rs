//! A referee for every game. It follows a match by what the public could write down (the config, the seed once it is
//! open, the log, and what each viewer was shown) and says which law was broken, if one was.
//!
//! It was written from the rules and not from the engines, it imports nothing of them and is plain where they are fast:
//! a fault in one of the two shows as a difference between them.

mod cards;
mod difference;
mod games;
mod law;
mod referee;
mod stream;
mod told;

pub use referee::{Broken, Entry, Referee, SeatShare, Shown, Viewer};
