//! A model of etcd: keys with revisions, leases, transactions. A lost answer is the caller's matter.

use std::collections::BTreeMap;
use turnstone_etcd::{Compare, KeyValue, Op, OpAnswer, Txn, TxnAnswer};

#[derive(Default)]
pub(crate) struct Model {
    revision: i64,
    keys: BTreeMap<Vec<u8>, KeyValue>,
    leases: i64,
}

impl Model {
    pub(crate) fn grant(&mut self) -> i64 {
        self.leases += 1;
        self.leases
    }

    /// A lease ends: its keys are deleted.
    pub(crate) fn end(&mut self, lease: i64) {
        self.revision += 1;
        self.keys.retain(|_, found| found.lease != lease);
    }

    pub(crate) fn get(&self, key: &[u8]) -> Option<&KeyValue> {
        self.keys.get(key)
    }

    pub(crate) fn txn(&mut self, txn: &Txn) -> TxnAnswer {
        let succeeded = txn.compare.iter().all(|compare| self.holds(compare));
        let ops = if succeeded { &txn.success } else { &txn.failure };
        if ops.iter().any(|op| !matches!(op, Op::Range { .. })) {
            self.revision += 1;
        }
        let answers = ops.iter().map(|op| self.carry_out(op)).collect();
        TxnAnswer { revision: self.revision, succeeded, answers }
    }

    fn holds(&self, compare: &Compare) -> bool {
        match compare {
            Compare::Created { key, revision } => self.keys.get(key).map_or(0, |found| found.created) == *revision,
            Compare::Value { key, value } => self.keys.get(key).is_some_and(|found| found.value == *value),
        }
    }

    fn carry_out(&mut self, op: &Op) -> OpAnswer {
        match op {
            Op::Put { key, value, lease } => {
                let created = self.keys.get(key).map_or(self.revision, |found| found.created);
                let written = KeyValue { key: key.clone(), value: value.clone(), created, lease: *lease };
                self.keys.insert(key.clone(), written);
                OpAnswer::Done
            }
            Op::Range { key, end: None, .. } => OpAnswer::Range(self.keys.get(key).cloned().into_iter().collect()),
            Op::Range { key, end: Some(end), limit } => {
                let found = self.keys.range(key.clone()..end.clone()).map(|(_, found)| found.clone());
                let limit = if *limit == 0 { usize::MAX } else { *limit as usize };
                OpAnswer::Range(found.take(limit).collect())
            }
            Op::Delete { key, end } => {
                let end = end.clone().unwrap_or_else(|| [key.as_slice(), &[0]].concat());
                self.keys.retain(|own, _| own < key || *own >= end);
                OpAnswer::Done
            }
        }
    }
}
