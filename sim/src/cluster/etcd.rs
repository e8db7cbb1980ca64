//! A model of etcd: keys with revisions, transactions, leases on its own clock, watches over a history that is compacted. It
//! decides nothing about faults.

use super::truth::{KEYS, LogTruth};
use crate::count::Counts;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;
use turnstone_etcd::{Compare, EtcdError, KeyValue, Op, OpAnswer, Txn, TxnAnswer, WatchEvent};
use turnstone_storage::Commit;

/// What a backup of etcd holds.
#[derive(Clone, Default)]
pub(super) struct Kept {
    revision: i64,
    pub(super) keys: BTreeMap<Vec<u8>, KeyValue>,
}

#[derive(Default)]
pub(super) struct Store {
    pub(super) kept: Kept,
    /// Changes by their revisions, since the compaction.
    pub(super) history: VecDeque<(i64, WatchEvent)>,
    compacted: i64,
    /// Leases with their time to live and their end on etcd's clock.
    leases: BTreeMap<i64, (Duration, Duration)>,
    granted: i64,
    /// Whether writes are rejected because the quota is used up.
    pub(super) is_full: bool,
    /// How often each append was sent, by the head that it writes.
    sent: BTreeMap<Vec<u8>, u32>,
    pub(super) counts: Counts,
    pub(super) truth: LogTruth,
}

fn rejected(why: &str) -> EtcdError {
    EtcdError::Rejected(why.to_owned())
}

impl Store {
    pub(super) fn new(truth: LogTruth) -> Self {
        let kept = Kept { revision: 1, ..Kept::default() };
        Self { kept, granted: 100, truth, ..Self::default() }
    }

    pub(super) fn grant(&mut self, seconds: u64, now: Duration) -> i64 {
        self.granted += 1;
        let long = Duration::from_secs(seconds);
        self.leases.insert(self.granted, (long, now + long));
        self.granted
    }

    pub(super) fn keep_alive(&mut self, lease: i64, now: Duration) -> bool {
        let Some((long, until)) = self.leases.get_mut(&lease) else { return false };
        *until = now + *long;
        true
    }

    /// End a lease: its keys are deleted.
    pub(super) fn revoke(&mut self, lease: i64) {
        let Some(_) = self.leases.remove(&lease) else { return };
        let on_it = self.kept.keys.values().filter(|found| found.lease == lease);
        let ops: Vec<Op> = on_it.map(|found| Op::Delete { key: found.key.clone(), end: None }).collect();
        if !ops.is_empty() {
            self.change(&ops, 0);
        }
    }

    /// End the leases whose time is over.
    pub(super) fn expire(&mut self, now: Duration) {
        let over = self.leases.iter().filter(|(_, (_, until))| *until <= now);
        let over: Vec<i64> = over.map(|(lease, _)| *lease).collect();
        over.into_iter().for_each(|lease| self.revoke(lease));
    }

    /// A new leader of etcd gives each lease its whole time again.
    pub(super) fn extend_leases(&mut self, now: Duration) {
        self.leases.values_mut().for_each(|(long, until)| *until = now + *long);
    }

    pub(super) fn get(&self, key: &[u8]) -> Option<&KeyValue> {
        self.kept.keys.get(key)
    }

    /// Carry out a transaction of the node with this number.
    pub(super) fn txn(&mut self, txn: &Txn, node: usize) -> Result<TxnAnswer, EtcdError> {
        let succeeded = txn.compare.iter().all(|compare| self.holds(compare));
        let ops = if succeeded { &txn.success } else { &txn.failure };
        for op in ops {
            if let Op::Put { lease, .. } = op {
                if self.is_full {
                    return Err(rejected("etcdserver: mvcc: database space exceeded"));
                }
                if *lease != 0 && !self.leases.contains_key(lease) {
                    return Err(rejected("etcdserver: requested lease not found"));
                }
            }
        }
        let answers = self.change(ops, node);
        self.count(txn, succeeded);
        Ok(TxnAnswer { revision: self.kept.revision, succeeded, answers })
    }

    /// Whether a transaction is an append, or begins a term.
    pub(super) fn is_append(txn: &Txn) -> bool {
        let writes_head = |op: &Op| matches!(op, Op::Put { key, .. } if *key == KEYS.head());
        !txn.compare.is_empty() && txn.success.iter().any(writes_head)
    }

    /// The answer of an etcd that claims a success, and has written nothing.
    pub(super) fn claim(&mut self, txn: &Txn) -> TxnAnswer {
        self.counts.hit("fault: etcd claimed a success");
        let answers = txn.failure.iter().map(|op| self.carry_out(op, 0)).collect();
        TxnAnswer { revision: self.kept.revision, succeeded: true, answers }
    }

    /// The head that an append writes.
    fn head_of<'a>(&self, txn: &'a Txn) -> Option<&'a Vec<u8>> {
        txn.success.iter().find_map(|op| match op {
            Op::Put { key, value, .. } if !txn.compare.is_empty() && *key == KEYS.head() => Some(value),
            _ => None,
        })
    }

    /// A node sends a transaction, which may not arrive.
    pub(super) fn sending(&mut self, txn: &Txn) {
        if let Some(head) = self.head_of(txn).cloned() {
            *self.sent.entry(head).or_default() += 1;
        }
    }

    /// Count what became of a campaign or an append.
    fn count(&mut self, txn: &Txn, succeeded: bool) {
        if matches!(txn.success.first(), Some(Op::Put { key, .. }) if *key == KEYS.leader()) {
            self.counts.hit(if succeeded { "premise: a campaign was won" } else { "premise: a campaign was lost" });
        }
        let Some(head) = self.head_of(txn) else { return };
        let is_again = self.sent.get(head).is_some_and(|times| *times > 1);
        let commit = Commit::from_bytes(head).unwrap_or_default();
        let is_logged = self.truth.commits.get(&commit.n) == Some(&commit);
        self.counts.hit(match (succeeded, is_logged) {
            (true, _) if is_again => "premise: an append was sent again, and was not written before",
            (true, _) => "premise: an append was written",
            (false, true) => "premise: an append was sent again, and was written before",
            (false, false) => "premise: an append was rejected",
        });
    }

    fn holds(&self, compare: &Compare) -> bool {
        match compare {
            Compare::Created { key, revision } => self.get(key).map_or(0, |found| found.created) == *revision,
            Compare::Value { key, value } => self.get(key).is_some_and(|found| found.value == *value),
        }
    }

    fn change(&mut self, ops: &[Op], node: usize) -> Vec<OpAnswer> {
        if ops.iter().any(|op| !matches!(op, Op::Range { .. })) {
            self.kept.revision += 1;
        }
        let answers = ops.iter().map(|op| self.carry_out(op, node)).collect();
        let lease = self.get(&KEYS.leader()).map_or(0, |leader| leader.lease);
        self.truth.appended(ops, lease);
        answers
    }

    fn carry_out(&mut self, op: &Op, node: usize) -> OpAnswer {
        let revision = self.kept.revision;
        match op {
            Op::Put { key, value, lease } => {
                let created = self.get(key).map_or(revision, |found| found.created);
                let written = KeyValue { key: key.clone(), value: value.clone(), created, lease: *lease };
                self.kept.keys.insert(key.clone(), written.clone());
                self.history.push_back((revision, WatchEvent::Put(written)));
            }
            Op::Range { key, end, limit } => {
                let limit = if *limit == 0 { usize::MAX } else { *limit as usize };
                return OpAnswer::Range(self.range(key, end.as_deref()).take(limit).cloned().collect());
            }
            Op::Delete { key, end } => {
                let gone: Vec<Vec<u8>> = self.range(key, end.as_deref()).map(|found| found.key.clone()).collect();
                for key in gone {
                    self.kept.keys.remove(&key);
                    self.truth.deleted(&key, node);
                    self.history.push_back((revision, WatchEvent::Deleted(key)));
                }
            }
        }
        OpAnswer::Done
    }

    fn range(&self, key: &[u8], end: Option<&[u8]>) -> impl Iterator<Item = &KeyValue> {
        let end = end.map_or_else(|| [key, &[0]].concat(), <[u8]>::to_vec);
        self.kept.keys.range(key.to_vec()..end.max(key.to_vec())).map(|(_, found)| found)
    }

    /// The changes of a range from a revision on.
    pub(super) fn changes(&self, key: &[u8], end: &[u8], from: i64) -> Result<Vec<(i64, WatchEvent)>, EtcdError> {
        if from <= self.compacted {
            return Err(rejected("etcdserver: mvcc: required revision has been compacted"));
        }
        let after = self.history.partition_point(|(revision, _)| *revision < from);
        let is_in = |event: &WatchEvent| match event {
            WatchEvent::Put(found) => found.key.as_slice() >= key && found.key.as_slice() < end,
            WatchEvent::Deleted(gone) => gone.as_slice() >= key && gone.as_slice() < end,
        };
        Ok(self.history.range(after..).filter(|(_, event)| is_in(event)).cloned().collect())
    }

    pub(super) fn compact(&mut self) {
        self.compacted = self.kept.revision;
        self.history.clear();
    }

    /// Go back to a backup. Its leases begin again.
    pub(super) fn restore(&mut self, backup: Kept, now: Duration) {
        self.kept = backup;
        self.history.clear();
        self.compacted = 0;
        self.extend_leases(now);
    }
}
