//! The HTTP transport: HTTP/1.1 and HTTP/2 over any stream. Everything else is derived from one table of routes.

mod answers;
mod body;
mod caller;
mod commit;
mod connection;
pub mod connections;
mod cors;
mod docs;
mod document;
mod entry;
mod events;
pub mod forward;
#[cfg(test)]
mod golden;
mod json;
mod llms;
mod memory;
mod message;
mod metrics;
pub mod mount;
mod names;
pub mod openapi;
mod packages;
mod pages;
mod peer;
pub mod problem;
mod query;
mod read_ahead;
mod receipt;
pub mod rejection;
pub mod route;
mod router;
mod routes;
mod rules;
mod runtime;
mod seldom;
mod site;
pub mod skill;
mod stream;
mod streams;
mod transport;

pub use llms::document as llms_document;
pub use llms::full::of_game as shapes_of_game;
pub use memory::StreamBounds;
pub use metrics::HttpMetrics;
pub use packages::Packages;
pub use pages::Pages;
pub use receipt::value as move_receipt;
pub use routes::ROUTES;
pub use rules::of_game as rules_of_game;
pub use transport::{HttpSettings, HttpTransport};

/// The default header in which the messenger sends the secret of its webhook.
pub const WEBHOOK_HEADER: &str = "X-Messenger-Bot-Api-Secret-Token";
