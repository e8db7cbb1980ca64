//! The HTTP transport: HTTP/1.1 and HTTP/2 over any stream. Everything else is derived from one table of routes.

mod access_log;
mod answers;
mod body;
mod caller;
mod commit;
mod connection;
pub mod connections;
mod cors;
mod document;
mod events;
pub mod forward;
#[cfg(test)]
#[path = "../../documents/src/golden.rs"]
mod golden;
mod json;
mod memory;
mod message;
mod metrics;
pub mod mount;
pub mod operator;
mod pages;
mod peer;
pub mod problem;
mod query;
mod read_ahead;
mod receipt;
pub mod rejection;
pub mod request;
mod request_ids;
mod response_body;
mod router;
mod seldom;
mod site;
mod stream;
mod streams;
mod transport;

pub use memory::StreamBounds;
pub use metrics::HttpMetrics;
pub use pages::Pages;
pub use receipt::value as move_receipt;
pub use transport::{HttpSettings, HttpTransport};
