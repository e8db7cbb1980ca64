//! Checks of a message that precede all others.

use super::problem::Problem;
use http::Version;
use http::header::HOST;

/// The maximum number of headers of a request.
const MOST_HEADERS: usize = 64;
/// The maximum bytes of all headers of a request.
pub(crate) const LARGEST_HEADERS: usize = 16 << 10;

/// Check the size of the head, and that it names one host.
pub(crate) fn check_message<B>(request: &http::Request<B>) -> Result<(), Problem> {
    let headers = request.headers();
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if headers.len() > MOST_HEADERS || size > LARGEST_HEADERS {
        return Err(Problem::LargeHead);
    }
    let hosts = headers.get_all(HOST).iter().count();
    let named =
        hosts == 1 || (hosts == 0 && request.uri().authority().is_some() && request.version() == Version::HTTP_2);
    if !named && request.version() != Version::HTTP_10 || hosts > 1 {
        return Err(Problem::Host);
    }
    Ok(())
}
