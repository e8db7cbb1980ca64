//! The doors of Turnstone and the loop between them and the core: HTTP, the operator's socket, callers in the same
//! process. What a request means is for the core to say; here it is read, put in line, made durable and answered.

pub mod config;
pub mod connections;
mod descriptors;
pub mod engine;
pub mod env;
pub mod host;
pub mod http;
pub mod local;
mod metrics;
pub mod operator;
mod seldom;
pub mod server;
pub mod storage;
pub mod version;
pub mod watch;
