//! The server: its configuration, its data directory, its transports on tokio, and administration. The service decides
//! what a request means; this crate keeps it running.

pub mod admin;
pub mod cluster;
pub mod config;
mod descriptors;
pub mod dev;
pub mod host;
mod http;
mod listeners;
pub mod logs;
mod measures;
mod metrics;
pub mod operator;
mod overview;
pub mod runtime;
pub mod server;
pub mod standby;
pub mod storage;
mod transports;
pub mod version;
pub mod watch;
