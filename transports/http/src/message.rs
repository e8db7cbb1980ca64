//! Checks of a message that precede all others.

use super::problem::Problem;
use http::Version;
use http::header::HOST;
use http::uri::Authority;

/// The maximum number of headers of a request.
const MAX_HEADERS: usize = 64;
/// The maximum bytes of all headers of a request.
pub(crate) const MAX_HEADER_BYTES: usize = 16 << 10;

/// Check the size of the head, and that it names one host, which has the form of one.
pub(crate) fn check_message<B>(request: &http::Request<B>) -> Result<(), Problem> {
    let headers = request.headers();
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if headers.len() > MAX_HEADERS || size > MAX_HEADER_BYTES {
        return Err(Problem::LargeHead);
    }
    let hosts = headers.get_all(HOST).iter().count();
    let named =
        hosts == 1 || (hosts == 0 && request.uri().authority().is_some() && request.version() == Version::HTTP_2);
    if !named && request.version() != Version::HTTP_10 || hosts > 1 {
        return Err(Problem::Host);
    }
    // RFC 9112, 3.2: an empty one is allowed.
    if headers.get(HOST).is_some_and(|host| !host.is_empty() && Authority::try_from(host.as_bytes()).is_err()) {
        return Err(Problem::Host);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_the_form_of_one() {
        let is_checked =
            |host: &str| check_message(&http::Request::get("/").header(HOST, host).body(()).unwrap()).is_ok();
        for host in ["", "turnstone.example", "turnstone.example:8080", "192.0.2.1", "[2001:db8::1]:80", "games_2.lan"]
        {
            assert!(is_checked(host), "{host:?}");
        }
        for host in ["a b", "a/b", "http://a", "[2001:db8::1", "a:b:c", "\u{e9}"] {
            assert!(!is_checked(host), "{host:?}");
        }
    }
}
