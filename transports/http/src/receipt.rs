//! The header `Move-Receipt`: the receipt for an accepted move as a dictionary of RFC 8941.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderValue;
use std::fmt::Write;
use turnstone_fairness::Receipt;
use turnstone_service::effects::AcceptedMove;

/// The value of the header; `None` if the move has no receipt.
pub fn value(accepted: &AcceptedMove) -> Option<HeaderValue> {
    let AcceptedMove { fact, receipt } = accepted;
    let Receipt { index, count, path, key, signature } = receipt.as_ref()?;
    let mut text = String::with_capacity(320 + 48 * path.len());
    write!(text, "ply={}, seat={}, at={}, index={index}, count={count}, path=(", fact.ply, fact.seat, fact.at)
        .expect("a string takes every text");
    for (place, hash) in path.iter().enumerate() {
        if place > 0 {
            text.push(' ');
        }
        push_bytes(&mut text, hash);
    }
    text.push_str("), key=");
    push_bytes(&mut text, key);
    text.push_str(", signature=");
    push_bytes(&mut text, signature);
    Some(HeaderValue::try_from(text).expect("numbers and base64 are plain ASCII"))
}

/// A byte sequence of RFC 8941, section 3.3.5.
fn push_bytes(text: &mut String, bytes: &[u8]) {
    text.push(':');
    STANDARD.encode_string(bytes, text);
    text.push(':');
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_fairness::MoveFact;

    fn header(path: Vec<[u8; 32]>) -> HeaderValue {
        let fact = MoveFact { table: "t".to_owned(), ply: 5, seat: 0, action: [1; 32], at: 1_764_115_200_000 };
        let receipt = Receipt { index: 2, count: 4, path, key: [0xfb; 32], signature: [2; 64] };
        value(&AcceptedMove { fact, receipt: Some(receipt) }).unwrap()
    }

    #[test]
    fn the_header_is_a_dictionary_of_numbers_and_byte_sequences() {
        const KEY: &str = "+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s=";
        const SIGNATURE: &str =
            "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg==";
        let expected = |path: &str| {
            format!(
                "ply=5, seat=0, at=1764115200000, index=2, count=4, path=({path}), key=:{KEY}:, signature=:{SIGNATURE}:"
            )
        };
        assert_eq!(header(Vec::new()), expected(""));
        let (ones, threes) =
            ("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=", "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM=");
        assert_eq!(header(vec![[1; 32]]), expected(&format!(":{ones}:")));
        assert_eq!(header(vec![[1; 32], [3; 32]]), expected(&format!(":{ones}: :{threes}:")));
    }
}
