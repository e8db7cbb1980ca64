//! What single keys take.

use super::PrivateUrl;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

fn check(holds: bool, rule: &'static str) -> garde::Result {
    if holds { Ok(()) } else { Err(garde::Error::new(rule)) }
}

/// The URL, if it is one of HTTP.
fn is_http(text: &str) -> Option<http::Uri> {
    let uri: http::Uri = text.parse().ok()?;
    let known = matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|host| !host.is_empty());
    known.then_some(uri)
}

/// Whether a URL has a user or password, which a URL that is shown to members must not.
fn has_user(uri: &http::Uri) -> bool {
    uri.authority().is_some_and(|authority| authority.as_str().contains('@'))
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
pub(super) fn http_url(value: &Option<PrivateUrl>, (): &()) -> garde::Result {
    check(value.as_ref().is_none_or(|url| is_http(url.reveal()).is_some()), "must be an http or https URL")
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
pub(super) fn http_origin(value: &Option<String>, (): &()) -> garde::Result {
    let is_origin = |url: &String| {
        is_http(url).is_some_and(|uri| matches!(uri.path(), "" | "/") && uri.query().is_none() && !has_user(&uri))
    };
    check(value.as_ref().is_none_or(is_origin), "must be an http or https URL without a path, user or password")
}

#[expect(clippy::ptr_arg, reason = "the signature that garde asks for")]
pub(super) fn origin(value: &String, (): &()) -> garde::Result {
    let is_origin = is_http(value).is_some_and(|uri| uri.path() == "/" && !value.ends_with('/') && !has_user(&uri));
    check(is_origin, "must be an origin such as https://example.org")
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
pub(super) fn is_deployment_id(value: &Option<String>, (): &()) -> garde::Result {
    let is_id = |id: &String| {
        let rest = id.strip_prefix("dpl_").unwrap_or("");
        (1..=128).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    check(value.as_ref().is_none_or(is_id), "must be dpl_ and 1 to 128 letters or digits")
}

pub(super) fn log_filter(value: &String, (): &()) -> garde::Result {
    // A lone word that is no level would be taken for a target, and turn all else off.
    let lone_words = value.split(',').filter(|part| !part.contains('='));
    let is_filter = !value.trim().is_empty()
        && EnvFilter::try_new(value).is_ok()
        && lone_words.map(str::trim).all(|word| word.parse::<LevelFilter>().is_ok());
    check(
        is_filter,
        "must be error, warn, info, debug, trace or off, or targets with levels: info,turnstone_http=debug",
    )
}

/// `*`, or the name of a host, which may begin with `*.`.
pub(super) fn host_names(value: &[String], (): &()) -> garde::Result {
    let is_name = |host: &String| {
        let name = host.strip_prefix("*.").unwrap_or(host);
        host == "*" || (!name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b)))
    };
    check(value.iter().all(is_name), "must be names of hosts, such as push.example.org or *.example.org")
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
pub(super) fn contact(value: &Option<String>, (): &()) -> garde::Result {
    let is_contact = |subject: &String| subject.starts_with("mailto:") || subject.starts_with("https://");
    check(value.as_ref().is_none_or(is_contact), "must be a mailto: or https: URI")
}

#[expect(clippy::ptr_arg, reason = "the signature that garde asks for")]
pub(super) fn header_name(value: &String, (): &()) -> garde::Result {
    check(value.parse::<http::HeaderName>().is_ok(), "must be the name of a header")
}
