//! A log of commits in etcd, which the nodes of a cluster share. Each node keeps the state that the log makes.
//!
//! One transaction of etcd appends a commit: it compares the revision at which the leader's key was created and the bytes of
//! the head, and then puts the entry and the new head. This comparison alone makes the log safe. The lease on the leader's
//! key only decides which node tries to append.
//!
//! [`Append`] and [`Leadership`] decide and do no I/O: a caller sends their transactions over an [`EtcdConnection`] and hands
//! them the answers. A server's is an [`EtcdClient`]; a test has a model of etcd.
//!
//! The client speaks etcd's JSON gateway over HTTP/1.1, with the HTTP and TLS libraries that the server has in any case. A
//! client for gRPC would add about two dozen crates and a compiler for protocol buffers. On one busy machine of 2 cores, with one
//! member of etcd, an append of 400 bytes took 0.6 to 1.5 ms (median) through the gateway and 0.3 to 0.4 ms with `etcd-client`,
//! one of 64 KiB 3 to 8 ms and 0.7 to 0.9 ms; the 99th percentiles were alike for 400 bytes, some 10 ms. This process spent 60 us
//! on an append of 400 bytes by JSON and 90 us by gRPC. So the gateway costs latency, not processor time here, and one append
//! takes the moves of all tables since the last one. gRPC would be worth its crates if a move had to take a millisecond less.

mod append;
mod call;
mod client;
mod connection;
mod entry;
mod keys;
mod leadership;
mod tls;
mod version;
mod watch;

pub use append::{Append, Appended};
pub use call::{Compare, EtcdError, KeyValue, Op, OpAnswer, Txn, TxnAnswer};
pub use client::{EtcdClient, EtcdSettings, SettingsError};
pub use connection::{EtcdConnection, EtcdWatch};
pub use entry::{CommitEntry, EntryError, LogKey, MAX_ENTRY_BYTES, entry_commit};
pub use keys::Keys;
pub use leadership::{Campaigned, LEASE, Leadership, NodeRole};
pub use tls::CertificateEnds;
pub use version::{OldEtcd, check_versions};
pub use watch::{Watch, WatchEvent};
