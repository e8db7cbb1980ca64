//! Which node leads, without I/O: the lease on a monotonic clock, and the campaign.

use crate::call::{Compare, Op, Txn, TxnAnswer};
use crate::keys::Keys;
use std::time::Duration;
use turnstone_storage::Commit;

/// The time that etcd keeps a lease without a sign of its node.
pub const LEASE: Duration = Duration::from_secs(3);
/// A node stops to lead this long before its lease can end.
const MARGIN: Duration = Duration::from_secs(1);

/// What a node does. Times are on its monotonic clock, since any moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeRole {
    /// It applies what another node appends.
    Following,
    /// It tries to become the leader. The outcome may be unknown.
    Campaigning,
    /// It appends, as long as its lease lasts. Its key was created at this revision.
    Leading {
        /// The revision.
        created: i64,
    },
    /// It was the leader. It must drop what it has not appended before it follows again.
    Fenced,
}

/// The lease and the role of a node.
#[derive(Clone, Debug)]
pub struct Leadership {
    role: NodeRole,
    /// The id of the lease, and until when the node may act on it.
    lease: Option<(i64, Duration)>,
}

/// The outcome of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Campaigned {
    /// The node leads.
    Won,
    /// Another one does, or the head has moved.
    Lost,
}

impl Default for Leadership {
    fn default() -> Self {
        Self { role: NodeRole::Following, lease: None }
    }
}

impl Leadership {
    pub fn role(&mut self, now: Duration) -> NodeRole {
        if matches!(self.role, NodeRole::Leading { .. }) && self.lease(now).is_none() {
            self.role = NodeRole::Fenced;
        }
        self.role
    }

    /// The lease, if the node may act on it now.
    pub fn lease(&self, now: Duration) -> Option<i64> {
        self.lease.filter(|(_, until)| now < *until).map(|(id, _)| id)
    }

    /// Until when the node may lead, if it leads.
    pub fn leads_until(&mut self, now: Duration) -> Option<Duration> {
        if let NodeRole::Leading { .. } = self.role(now) { self.lease.map(|(_, until)| until) } else { None }
    }

    /// etcd granted or renewed a lease, by a request that was sent at `sent`.
    pub fn renewed(&mut self, id: i64, sent: Duration) {
        let until = sent + (LEASE - MARGIN);
        match &mut self.lease {
            Some((own, known)) if *own == id => *known = (*known).max(until),
            Some(_) | None => self.lease = Some((id, until)),
        }
    }

    /// The lease has ended, or was given back.
    pub fn ended(&mut self) {
        self.lease = None;
        if matches!(self.role, NodeRole::Leading { .. }) {
            self.role = NodeRole::Fenced;
        }
    }

    /// The node learned from etcd that it does not lead.
    pub fn fence(&mut self) {
        if matches!(self.role, NodeRole::Leading { .. }) {
            self.role = NodeRole::Fenced;
        }
    }

    /// What was not appended is dropped: the node follows.
    pub fn follow(&mut self) {
        self.role = NodeRole::Following;
    }

    /// Try to become the leader, with everything up to `head` applied. `None` without a lease to act on. The transaction
    /// can be sent again after an unknown outcome.
    pub fn campaign(&mut self, keys: &Keys, value: Vec<u8>, head: Commit, now: Duration) -> Option<Txn> {
        let lease = self.lease(now)?;
        if !matches!(self.role, NodeRole::Following | NodeRole::Campaigning) {
            return None;
        }
        self.role = NodeRole::Campaigning;
        let (leader, head_key) = (keys.leader(), keys.head());
        Some(Txn {
            compare: vec![
                Compare::Created { key: leader.clone(), revision: 0 },
                Compare::Value { key: head_key, value: head.to_bytes().to_vec() },
            ],
            success: vec![Op::Put { key: leader.clone(), value, lease }],
            failure: vec![Op::get(leader)],
        })
    }

    /// The answer to the campaign. A leader's key on this node's lease is its own: an earlier answer was lost.
    pub fn campaigned(&mut self, answer: &TxnAnswer, now: Duration) -> Campaigned {
        let lease = self.lease(now);
        let created = match answer.get(0) {
            _ if answer.succeeded => Some(answer.revision),
            Some(leader) if Some(leader.lease) == lease => Some(leader.created),
            Some(_) | None => None,
        };
        match created.filter(|_| lease.is_some()) {
            Some(created) => {
                self.role = NodeRole::Leading { created };
                Campaigned::Won
            }
            None => {
                self.role = NodeRole::Following;
                Campaigned::Lost
            }
        }
    }
}
