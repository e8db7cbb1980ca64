//! The hash of JSON that does not depend on how it was written.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The sha256 of the canonical form (RFC 8785) of a JSON value.
pub fn canonical_hash(value: &Value) -> [u8; 32] {
    // Each accepted move and each finished table comes here, and the general way takes several times as long.
    let text = if is_plain(value) { serde_json::to_vec(value) } else { serde_json_canonicalizer::to_vec(value) };
    Sha256::digest(text.expect("a JSON value has a canonical form")).into()
}

/// Whether the JSON that `serde_json` writes is canonical: its maps are sorted by bytes, and RFC 8785 sorts by units of
/// UTF-16; its decimals differ from those of ECMAScript.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => true,
        Value::Number(number) => number.as_i64().is_some_and(|number| number.unsigned_abs() < 1 << 53),
        Value::Array(items) => items.iter().all(is_plain),
        Value::Object(members) => members.iter().all(|(name, value)| name.is_ascii() && is_plain(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    #[test]
    fn the_hash_is_that_of_the_canonical_json() {
        let action = serde_json::json!({"type": "place", "cell": 4.0, "ship": "b"});
        let canonical = r#"{"cell":4,"ship":"b","type":"place"}"#;
        assert_eq!(canonical_hash(&action), <[u8; 32]>::from(Sha256::digest(canonical)));
    }

    /// JSON values with the numbers and names whose canonical form differs from what `serde_json` writes.
    fn values() -> impl Strategy<Value = Value> {
        let number = prop_oneof![
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            (-20_i64..20).prop_map(|at| Value::from((1_i64 << 53) + at)),
            any::<f64>().prop_map(Value::from),
            (-9..9).prop_map(|at| Value::from(f64::from(at))),
        ];
        let text = prop_oneof!["[\u{0}-\u{ff}]{0,6}", "[\u{e000}-\u{ffff}\u{10000}-\u{10fff}]{1,2}"];
        let plain =
            prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::from), text.clone().prop_map(Value::from)];
        prop_oneof![number, plain].prop_recursive(3, 16, 4, move |inner| {
            let list = vec(inner.clone(), 0..4).prop_map(Value::from);
            let members =
                vec((text.clone(), inner), 0..4).prop_map(|members| Value::Object(members.into_iter().collect()));
            prop_oneof![list, members]
        })
    }

    proptest! {
        #[test]
        fn plain_json_is_canonical(value in values()) {
            let canonical = serde_json_canonicalizer::to_vec(&value).expect("a canonical form");
            prop_assert_eq!(canonical_hash(&value), <[u8; 32]>::from(Sha256::digest(canonical)));
        }
    }
}
