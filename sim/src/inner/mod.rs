//! The inner ring: the core on storage on a disk that tears, without async.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "an oracle looks at the few requests and answers that it knows something about"
)]

mod bugs;
mod deed;
mod disk;
mod driver;
mod generate;
mod known;
mod model;
mod run;
mod settings;
mod shrink;
mod watch;
mod world;

pub use bugs::Bug;
pub use deed::{Deed, What};
pub(crate) use disk::FaultyDisk;
pub use model::Violation;
pub use run::{Failure, Report, Story, play, run};
pub use settings::{Settings, Swarm};
pub use shrink::shrink;
