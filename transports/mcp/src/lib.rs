//! The Model Context Protocol: a few tools for language models, each one or a few operations of the contract, with
//! resources and a prompt. The official SDK reads and writes the protocol; the HTTP transport carries it.
//!
//! Each request is answered by itself: there are no sessions, so that a restart ends nothing.

mod arguments;
mod calls;
mod envelope;
mod failure;
mod handler;
mod prompt;
mod resources;
mod result;
mod schema;
mod service;
mod text;
mod tools;
mod untrusted;

pub use service::{MCP_PATH, Mcp};
