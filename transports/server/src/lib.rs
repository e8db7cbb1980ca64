//! The server: its configuration, its data directory, its doors on tokio, and what an operator does with it. What a
//! request means is for the service to say; here it is kept running.

mod accept;
pub mod config;
mod descriptors;
pub mod dev;
pub mod hands;
pub mod host;
pub mod logs;
mod measures;
mod metrics;
pub mod operator;
mod overview;
pub mod runtime;
pub mod server;
pub mod storage;
pub mod version;
pub mod watch;
