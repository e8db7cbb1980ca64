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
//! client for gRPC would add about two dozen crates and a compiler for protocol buffers. The gateway costs base64 and JSON
//! for each commit, which is small beside the two writes to a disk that a commit in etcd waits for.

mod append;
mod call;
mod client;
mod connection;
mod entry;
mod keys;
mod leadership;
mod watch;

pub use append::{Append, Appended};
pub use call::{Compare, EtcdError, KeyValue, Op, OpAnswer, Txn, TxnAnswer};
pub use client::{EtcdClient, EtcdSettings, SettingsError};
pub use connection::{EtcdConnection, EtcdWatch};
pub use entry::{CommitEntry, LARGEST_ENTRY, LogKey, Unopened, entry_commit};
pub use keys::Keys;
pub use leadership::{Campaigned, LEASE, Leadership, NodeRole};
pub use watch::{Watch, WatchEvent};
