//! The room that makes the core's calls to the outside: it notifies browsers, asks the model, and writes through the
//! messenger's bot.

#[allow(dead_code, reason = "its calls come next")]
mod push;

pub use push::vapid::VapidKey;
