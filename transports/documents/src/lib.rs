//! The documents that a server hands out: the OpenAPI document, `skill.md`, `llms.txt`, the rules and the pages under
//! `/docs`. They are made from the contract and from the table of routes, which the HTTP transport serves.

pub mod docs;
#[cfg(test)]
mod golden;
pub mod llms;
pub mod llms_full;
pub mod openapi;
pub mod packages;
pub mod route;
mod routes;
pub mod rules;
pub mod skill;
pub mod status;

pub use routes::{OPERATOR_ROUTES, ROUTES};

/// The header with which a client continues a stream.
pub const LAST_EVENT_ID: &str = "Last-Event-ID";
/// The default header in which the messenger sends the secret of its webhook.
pub const WEBHOOK_HEADER: &str = "X-Messenger-Bot-Api-Secret-Token";
