//! Outbound calls: browser notifications, the model, and the messenger's bot. This crate decides which addresses a call
//! may reach, and bounds its time and size; the core decides the purpose. Contents and URLs are never logged, only host
//! names.
//!
//! [`Outgoing`] implements the loop's interface [`turnstone_engine::Outbound`].

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
pub use outgoing::{Outgoing, Settings, SettingsError};
pub use push::vapid::VapidKey;
