//! What a node needs of etcd. [`crate::EtcdClient`] is the connection of a server; the simulator has a model.

use crate::call::{EtcdError, Txn, TxnAnswer};
use crate::watch::WatchEvent;
use std::future::Future;

/// A connection to etcd. A clone is a connection of its own.
pub trait EtcdConnection: Clone + Send + 'static {
    /// An open watch.
    type Watch: EtcdWatch;

    /// Carry out a transaction.
    fn txn(&mut self, txn: &Txn) -> impl Future<Output = Result<TxnAnswer, EtcdError>> + Send;

    /// Create a lease that lasts this many seconds. Returns its id.
    fn grant(&mut self, seconds: u64) -> impl Future<Output = Result<i64, EtcdError>> + Send;

    /// Keep a lease alive. False if it has ended.
    fn keep_alive(&mut self, lease: i64) -> impl Future<Output = Result<bool, EtcdError>> + Send;

    /// End a lease: its keys are deleted.
    fn revoke(&mut self, lease: i64) -> impl Future<Output = Result<(), EtcdError>> + Send;

    /// Watch the keys of a range from a revision on.
    fn watch(
        &mut self,
        key: &[u8],
        end: &[u8],
        revision: i64,
    ) -> impl Future<Output = Result<Self::Watch, EtcdError>> + Send;

    /// Use another endpoint from now on.
    fn rotate(&mut self);
}

/// An open watch.
pub trait EtcdWatch: Send + Sync {
    /// The next change. An error means that the watch has ended. This future can be dropped.
    fn next(&mut self) -> impl Future<Output = Result<WatchEvent, EtcdError>> + Send;

    /// Whether the next change has been received already.
    fn has_next(&self) -> bool;
}
