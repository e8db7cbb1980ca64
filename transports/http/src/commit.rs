//! The headers `Commit` and `Min-Commit` of a cluster: the newest commit that a response can show, and the newest that a client
//! has seen.

use http::{HeaderMap, HeaderName};
use turnstone_api::invalid::Invalid;

const COMMIT: HeaderName = HeaderName::from_static("commit");
const MIN_COMMIT: HeaderName = HeaderName::from_static("min-commit");

/// The commit of a response; 0 if it names none.
pub(crate) fn of(headers: &HeaderMap) -> u64 {
    let value = headers.get(COMMIT).and_then(|value| value.to_str().ok());
    value.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// Name the commit, unless the response of another node names one.
pub(crate) fn add(headers: &mut HeaderMap, commit: u64) {
    if commit > 0 && !headers.contains_key(COMMIT) {
        headers.insert(COMMIT, commit.into());
    }
}

/// How far beyond the newest known commit the one that a client has seen can be: a node may learn of commits late, but not of
/// so many.
const MAX_COMMITS_AHEAD: u64 = 1_000_000;

/// The commit that a client has seen; 0 if it names none. `newest` is the newest that this node knows of, 0 if it knows none.
pub(crate) fn seen(headers: &HeaderMap, newest: u64) -> Result<u64, Invalid> {
    let mut sent = headers.get_all(MIN_COMMIT).iter();
    let Some(first) = sent.next() else { return Ok(0) };
    if sent.next().is_some() {
        return Err(Invalid::parameter("Min-Commit", "comes twice"));
    }
    let digits = first.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|digits| digits.parse().ok());
    let number: u64 = number.ok_or_else(|| Invalid::parameter("Min-Commit", "must be the number of a commit"))?;
    if newest > 0 && number > newest.saturating_add(MAX_COMMITS_AHEAD) {
        let what = "is more than 1000000 beyond the newest commit of this server: take the number of a response of this server";
        return Err(Invalid::parameter("Min-Commit", what));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_names_one_commit_in_digits() {
        let read = |values: &[&'static str]| {
            let name = |value: &&'static str| (MIN_COMMIT, http::HeaderValue::from_static(value));
            seen(&values.iter().map(name).collect(), 0)
        };
        assert_eq!(read(&[]), Ok(0));
        assert_eq!(read(&["18446744073709551615"]), Ok(u64::MAX));
        for malformed in [&[""][..], &["-1"], &["+1"], &["1.5"], &["18446744073709551616"], &["1", "1"]] {
            assert!(read(malformed).is_err(), "{malformed:?}");
        }
    }

    #[test]
    fn a_client_names_no_commit_far_beyond_the_newest() {
        let read =
            |seen_by_client: u64, newest| seen(&[(MIN_COMMIT, seen_by_client.into())].into_iter().collect(), newest);
        assert_eq!(read(1_000_007, 7), Ok(1_000_007));
        assert!(read(1_000_008, 7).is_err() && read(u64::MAX, 7).is_err());
        assert_eq!(read(u64::MAX, u64::MAX - 7), Ok(u64::MAX));
        assert_eq!(read(u64::MAX, 0), Ok(u64::MAX), "the node knows no commit yet");
    }

    #[test]
    fn a_response_keeps_the_commit_of_the_node_that_made_it() {
        let mut headers = HeaderMap::new();
        add(&mut headers, 0);
        assert_eq!((headers.len(), of(&headers)), (0, 0));
        add(&mut headers, 7);
        add(&mut headers, 9);
        assert_eq!(of(&headers), 7);
    }
}
