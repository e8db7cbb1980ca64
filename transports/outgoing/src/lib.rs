//! The room that makes the core's calls to the outside: it notifies browsers, asks the model, and writes through the
//! messenger's bot. Where a call may go, how long it may take and how much may come back is settled here; what it is for
//! is the core's. Nothing that is said or answered is logged, nor any URL: a host's name alone.
//!
//! [`Outgoing`] stands behind the loop's port [`turnstone_engine::Outbound`].

mod addresses;
mod bot;
mod client;
mod counts;
mod gate;
mod model;
mod outcome;
mod outgoing;
mod push;
mod resolver;
#[cfg(test)]
mod tests;

pub use bot::BotSettings;
pub use counts::Counts;
pub use model::ModelSettings;
pub use outgoing::{Outgoing, Settings, UnusableSettings};
pub use push::vapid::VapidKey;
