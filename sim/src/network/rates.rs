//! The headers of rate limits.

use super::client::{SentState, SimClient};
use super::exchange::ClientResponse;
use turnstone_service::config::Limits;
use turnstone_service::effects::Reply;
use turnstone_service::request::RateClass;

/// The end of the `RateLimit` header in a response to this reply.
pub(super) fn rate_of(reply: &Reply) -> Option<String> {
    let rate = reply.as_ref().map_or_else(|rejected| rejected.rate, |replied| replied.rate);
    rate.map(|rate| format!(";r={};t={}", rate.remaining, rate.resets_in_s))
}

/// Whether a response has this `RateLimit`.
pub(super) fn has_rate(rate: Option<&str>, response: &ClientResponse) -> bool {
    match (rate, response.header("ratelimit")) {
        (None, None) => true,
        (Some(own), Some(rate)) => rate.ends_with(own),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// The name of a rate limit, and its quota.
fn policy(class: RateClass, is_known: bool, limits: &Limits) -> String {
    let (name, quota) = match (class, is_known) {
        (RateClass::Credential, _) => ("credentials", limits.credential_per_minute),
        (_, false) => ("anonymous", limits.anonymous_per_minute),
        (RateClass::Move, true) => ("moves", limits.moves_per_minute),
        (RateClass::Ordinary, true) => ("requests", limits.requests_per_minute),
    };
    format!("\"{name}\";q={quota};w=60")
}

impl SimClient {
    /// Whether the rate limit of a response is one of the request's own, with a quota that may have been in force.
    pub(super) fn fits_policy(
        &self,
        class: RateClass,
        is_known: bool,
        sent: &SentState,
        response: &ClientResponse,
    ) -> bool {
        let (named, rate) = (response.header("ratelimit-policy"), response.header("ratelimit"));
        let (Some(named), Some(rate)) = (named, rate) else { return named.is_none() && rate.is_none() };
        let fits = |limits: &Limits| named == policy(class, is_known, limits);
        named.split(';').next() == rate.split(';').next() && self.host.limits_since(sent.began, fits)
    }
}
