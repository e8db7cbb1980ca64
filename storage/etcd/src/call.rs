//! Transactions of etcd, and their JSON. Everything that reads or writes keys is a transaction; one without comparisons is
//! a plain read or write.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;

/// What must hold for a transaction to succeed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compare {
    /// The key was created at this revision; 0 if it does not exist.
    Created { key: Vec<u8>, revision: i64 },
    /// The key has this value.
    Value { key: Vec<u8>, value: Vec<u8> },
}

/// A part of a transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Write a key.
    Put {
        key: Vec<u8>,
        value: Vec<u8>,
        /// The lease that it ends with; 0 for none.
        lease: i64,
    },
    /// Read a key, or with `end` the keys before that.
    Range {
        /// The first key.
        key: Vec<u8>,
        /// The first key behind the range.
        end: Option<Vec<u8>>,
        /// The most keys to read; 0 for no limit.
        limit: u32,
    },
    /// Delete a key, or with `end` the keys before that.
    Delete {
        /// The first key.
        key: Vec<u8>,
        /// The first key behind the range.
        end: Option<Vec<u8>>,
    },
}

impl Op {
    /// Read one key.
    pub const fn get(key: Vec<u8>) -> Self {
        Self::Range { key, end: None, limit: 0 }
    }
}

/// A transaction.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Txn {
    /// All of them must hold.
    pub compare: Vec<Compare>,
    /// Done if they hold.
    pub success: Vec<Op>,
    /// Done otherwise.
    pub failure: Vec<Op>,
}

impl Txn {
    /// A transaction without comparisons.
    pub const fn of(success: Vec<Op>) -> Self {
        Self { compare: Vec::new(), success, failure: Vec::new() }
    }
}

/// A key with its value. As JSON it has the form of the gateway.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(default)]
pub struct KeyValue {
    #[serde(deserialize_with = "bytes_of")]
    pub key: Vec<u8>,
    #[serde(deserialize_with = "bytes_of")]
    pub value: Vec<u8>,
    /// The revision at which it was created.
    #[serde(rename = "create_revision", deserialize_with = "number_of")]
    pub created: i64,
    /// Its lease; 0 for none.
    #[serde(deserialize_with = "number_of")]
    pub lease: i64,
}

/// The result of a part of a transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpAnswer {
    /// Written or deleted.
    Done,
    /// The keys that were read, ascending.
    Range(Vec<KeyValue>),
}

/// The result of a transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TxnAnswer {
    /// The revision of the store after it.
    pub revision: i64,
    /// Whether the comparisons held.
    pub succeeded: bool,
    /// The results of the parts that were done, in their order.
    pub answers: Vec<OpAnswer>,
}

impl TxnAnswer {
    /// The keys that the part with this number read; none if it did not read.
    pub fn range(&self, part: usize) -> &[KeyValue] {
        match self.answers.get(part) {
            Some(OpAnswer::Range(found)) => found,
            Some(OpAnswer::Done) | None => &[],
        }
    }

    /// The key that the part with this number read.
    pub fn get(&self, part: usize) -> Option<&KeyValue> {
        self.range(part).first()
    }
}

/// Why a call has no result. It may have been carried out, unless etcd says that it was not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EtcdError {
    /// No endpoint was reached, or the connection was lost.
    #[error("etcd cannot be reached: {0}")]
    Lost(String),
    /// No result in time.
    #[error("etcd did not answer in time")]
    TimedOut,
    /// etcd reports an error.
    #[error("etcd reports: {0}")]
    Rejected(String),
    /// The answer is not one of etcd.
    #[error("the answer is not one of etcd: {0}")]
    Unreadable(String),
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

fn unreadable(error: impl ToString) -> EtcdError {
    EtcdError::Unreadable(error.to_string())
}

fn range_json(key: &[u8], end: Option<&Vec<u8>>) -> Value {
    let mut range = json!({ "key": base64(key) });
    if let Some(end) = end {
        range["range_end"] = base64(end).into();
    }
    range
}

fn op_json(op: &Op) -> Value {
    match op {
        Op::Put { key, value, lease } => {
            json!({ "request_put": { "key": base64(key), "value": base64(value), "lease": lease.to_string() } })
        }
        Op::Range { key, end, limit } => {
            let mut range = range_json(key, end.as_ref());
            range["limit"] = limit.to_string().into();
            json!({ "request_range": range })
        }
        Op::Delete { key, end } => json!({ "request_delete_range": range_json(key, end.as_ref()) }),
    }
}

fn compare_json(compare: &Compare) -> Value {
    match compare {
        Compare::Created { key, revision } => json!({
            "key": base64(key), "target": "CREATE", "result": "EQUAL", "create_revision": revision.to_string(),
        }),
        Compare::Value { key, value } => json!({
            "key": base64(key), "target": "VALUE", "result": "EQUAL", "value": base64(value),
        }),
    }
}

impl Txn {
    pub(crate) fn json(&self) -> Vec<u8> {
        let ops = |ops: &[Op]| ops.iter().map(op_json).collect::<Vec<_>>();
        let compare: Vec<Value> = self.compare.iter().map(compare_json).collect();
        let txn = json!({ "compare": compare, "success": ops(&self.success), "failure": ops(&self.failure) });
        txn.to_string().into_bytes()
    }
}

/// The gateway writes 64-bit numbers as texts, and leaves out what is 0, false or empty.
#[derive(Deserialize, Serialize, Default)]
#[serde(default)]
pub(crate) struct JsonHeader {
    pub(crate) revision: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonTxn {
    header: JsonHeader,
    succeeded: bool,
    responses: Vec<JsonOp>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonOp {
    response_range: Option<JsonRange>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonRange {
    kvs: Vec<KeyValue>,
}

/// A number as the gateway writes it.
pub(crate) fn number(text: &str) -> Result<i64, EtcdError> {
    if text.is_empty() { Ok(0) } else { text.parse().map_err(unreadable) }
}

/// Bytes of JSON for each object of an answer, at least: a key has several fields. An answer with more objects than that is
/// none of etcd, and would need many times its size in memory.
const OBJECT_BYTES: usize = 32;
/// Objects of an answer without keys.
const FEW_OBJECTS: usize = 64;

/// Read an answer of etcd. A whole key is read at once, without a copy of its parts, so that an answer never needs more than
/// about four times its size.
pub(crate) fn read_json<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, EtcdError> {
    // The texts of etcd have none: they are base64 and numbers.
    let objects = bytes.iter().filter(|byte| **byte == b'{').count();
    if objects > FEW_OBJECTS + bytes.len() / OBJECT_BYTES {
        return Err(unreadable("it has too many parts for its size"));
    }
    serde_json::from_slice(bytes).map_err(unreadable)
}

fn bytes_of<'de, D: Deserializer<'de>>(text: D) -> Result<Vec<u8>, D::Error> {
    let text = <Cow<'de, str>>::deserialize(text)?;
    STANDARD.decode(text.as_bytes()).map_err(D::Error::custom)
}

fn number_of<'de, D: Deserializer<'de>>(text: D) -> Result<i64, D::Error> {
    let text = <Cow<'de, str>>::deserialize(text)?;
    number(&text).map_err(D::Error::custom)
}

impl TxnAnswer {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, EtcdError> {
        let JsonTxn { header, succeeded, responses } = read_json(bytes)?;
        let answer = |op: JsonOp| op.response_range.map_or(OpAnswer::Done, |range| OpAnswer::Range(range.kvs));
        let answers = responses.into_iter().map(answer).collect();
        match number(&header.revision)? {
            // Every answer of etcd has one.
            0 => Err(unreadable("an answer without a revision")),
            revision => Ok(Self { revision, succeeded, answers }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_the_gateway_is_read() {
        let answer = br#"{"header":{"cluster_id":"1","revision":"12"},"succeeded":true,"responses":[
            {"response_put":{"header":{"revision":"12"}}},
            {"response_range":{"header":{"revision":"12"},"kvs":[{"key":"YQ==","create_revision":"3","mod_revision":"12",
            "version":"2","value":"Yg==","lease":"7587870000000000001"}],"count":"1"}},
            {"response_range":{"header":{"revision":"12"}}}]}"#;
        let read = TxnAnswer::read(answer).unwrap();
        let found = KeyValue { key: b"a".to_vec(), value: b"b".to_vec(), created: 3, lease: 7_587_870_000_000_000_001 };
        assert_eq!((read.revision, read.succeeded), (12, true));
        assert_eq!(read.answers, [OpAnswer::Done, OpAnswer::Range(vec![found]), OpAnswer::Range(Vec::new())]);
        assert!(!TxnAnswer::read(br#"{"header":{"revision":"1"}}"#).unwrap().succeeded, "what is false is left out");
    }

    #[test]
    fn what_is_no_answer_is_an_error() {
        for bytes in [
            b"".as_slice(),
            b"[]",
            br#"{"header":{"revision":"x"}}"#,
            br#"{"responses":[{"response_range":{"kvs":[{"key":"?"}]}}]}"#,
        ] {
            assert!(matches!(TxnAnswer::read(bytes), Err(EtcdError::Unreadable(_))), "{bytes:?}");
        }
    }

    #[test]
    fn an_answer_with_more_parts_than_its_size_allows_is_an_error() {
        let answer = |keys: String| {
            let head = r#"{"header":{"revision":"1"},"responses":[{"response_range":{"kvs":["#;
            TxnAnswer::read(format!("{head}{keys}]}}}}]}}").as_bytes())
        };
        let real = r#"{"key":"dHVybnN0b25lL2xvZy8AAA==","create_revision":"1","mod_revision":"1","version":"1","value":"Yg=="}"#;
        assert_eq!(answer([real; 1000].join(",")).unwrap().range(0).len(), 1000);
        assert!(matches!(answer(["{}"; 1000].join(",")), Err(EtcdError::Unreadable(_))));
        let parts = format!(r#"{{"header":{{"revision":"1"}},"responses":[{}]}}"#, ["{}"; 1000].join(","));
        assert!(matches!(TxnAnswer::read(parts.as_bytes()), Err(EtcdError::Unreadable(_))));
    }

    #[test]
    fn a_transaction_is_written_in_the_form_of_the_gateway() {
        let txn = Txn {
            compare: vec![Compare::Created { key: b"a".to_vec(), revision: 5 }],
            success: vec![Op::Put { key: b"a".to_vec(), value: b"b".to_vec(), lease: 9 }],
            failure: vec![Op::Delete { key: b"a".to_vec(), end: Some(b"b".to_vec()) }],
        };
        let written: Value = serde_json::from_slice(&txn.json()).unwrap();
        let expected = json!({
            "compare": [{ "key": "YQ==", "target": "CREATE", "result": "EQUAL", "create_revision": "5" }],
            "success": [{ "request_put": { "key": "YQ==", "value": "Yg==", "lease": "9" } }],
            "failure": [{ "request_delete_range": { "key": "YQ==", "range_end": "Yg==" } }],
        });
        assert_eq!(written, expected);
    }
}
