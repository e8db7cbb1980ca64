//! One append to the log, without I/O.

use crate::call::{Compare, KeyValue, Op, Txn, TxnAnswer};
use crate::keys::Keys;
use turnstone_storage::Commit;

/// An append that is under way. Its transaction can be sent again after an unknown outcome: it never makes a second commit,
/// because the head that it compares with is gone after the first one.
#[derive(Clone, Debug)]
pub struct Append {
    txn: Txn,
    expected: Commit,
    commit: Commit,
    /// The revision at which the leader's key was created.
    created: i64,
}

/// The state of an append after an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// The commit is in the log.
    Written,
    /// Nothing is known to have changed: send the same transaction again.
    Again,
    /// It is not in the log and never will be: another leader follows the same head, or this one is none any more.
    Fenced,
}

impl Append {
    /// Append a sealed entry with this commit after `expected`, as the leader whose key was created at this revision.
    pub fn new(keys: &Keys, created: i64, expected: Commit, commit: Commit, sealed: Vec<u8>) -> Self {
        let (leader, head, log) = (keys.leader(), keys.head(), keys.log(commit.n));
        let txn = Txn {
            compare: vec![
                Compare::Created { key: leader.clone(), revision: created },
                Compare::Value { key: head.clone(), value: expected.to_bytes().to_vec() },
            ],
            success: vec![
                Op::Put { key: log.clone(), value: sealed, lease: 0 },
                Op::Put { key: head.clone(), value: commit.to_bytes().to_vec(), lease: 0 },
                // An answer must show what it says has been written.
                Op::get(head.clone()),
            ],
            failure: vec![Op::get(head), Op::get(leader), Op::get(log)],
        };
        Self { txn, expected, commit, created }
    }

    /// The commit that it makes.
    pub const fn commit(&self) -> Commit {
        self.commit
    }

    /// The transaction to send, the same each time.
    pub const fn request(&self) -> &Txn {
        &self.txn
    }

    fn is_head(&self, found: &KeyValue) -> bool {
        self.txn.failure.first().is_some_and(|op| matches!(op, Op::Range { key, .. } if *key == found.key))
    }

    /// What an answer of etcd means. One that contradicts itself is no answer: what is not in the log must not be applied.
    pub fn answered(&self, answer: &TxnAnswer) -> Appended {
        let shows_commit = |found: &KeyValue| self.is_head(found) && found.value == self.commit.to_bytes();
        if answer.succeeded && answer.get(2).is_some_and(shows_commit) {
            return Appended::Written;
        }
        if !answer.get(0).is_some_and(|found| self.is_head(found)) {
            // It is no answer to this transaction.
            return Appended::Again;
        }
        let value = |part| answer.get(part).map(|found| found.value.as_slice());
        if value(0) == Some(self.commit.to_bytes().as_slice()) {
            return Appended::Written;
        }
        // A later leader may have appended behind it already.
        let own =
            self.txn.success.first().and_then(|op| if let Op::Put { value, .. } = op { Some(value) } else { None });
        if value(2).is_some() && value(2) == own.map(Vec::as_slice) {
            return Appended::Written;
        }
        let leads = answer.get(1).is_some_and(|leader| leader.created == self.created);
        if leads && value(0) == Some(self.expected.to_bytes().as_slice()) { Appended::Again } else { Appended::Fenced }
    }
}
