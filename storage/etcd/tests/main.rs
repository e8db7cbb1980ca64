//! Tests of the log on a model of etcd.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod entries;
mod leading;
mod model;
