//! Rules for the texts of keys.

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::filter::Targets;

/// A rule for a text.
pub(super) struct Rule {
    /// In words.
    pub name: &'static str,
    /// Whether a text satisfies it.
    pub holds: fn(&str) -> bool,
}

pub(super) static ANY: Rule = Rule { name: "a text", holds: |_| true };
pub(super) static SECRET: Rule = Rule { name: "a secret", holds: |_| true };
pub(super) static PATH: Rule = Rule { name: "a path", holds: |_| true };
/// Its type checks it.
pub(super) static PROXY: Rule = Rule { name: "an address or a network", holds: |_| true };
pub(super) static HTTP_URL: Rule = Rule { name: "an http or https URL", holds: |url| http_url(url).is_some() };
pub(super) static HTTP_ORIGIN: Rule = Rule {
    name: "an http or https URL without a path, user or password",
    holds: |url| {
        http_url(url).is_some_and(|uri| matches!(uri.path(), "" | "/") && uri.query().is_none() && !has_user(&uri))
    },
};
pub(super) static ORIGIN: Rule = Rule {
    name: "an origin such as https://example.org",
    holds: |url| http_url(url).is_some_and(|uri| uri.path() == "/" && !url.ends_with('/') && !has_user(&uri)),
};
pub(super) static DEPLOYMENT_ID: Rule = Rule {
    name: "dpl_ and 1 to 128 letters or digits",
    holds: |id| {
        let rest = id.strip_prefix("dpl_").unwrap_or("");
        (1..=128).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
    },
};
pub(super) static CLUSTER_NAME: Rule = Rule {
    name: "1 to 64 letters, digits, `-`, `_` or `.`",
    holds: |name| {
        (1..=64).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    },
};
pub(super) static LOG_FILTER: Rule = Rule {
    name: "error, warn, info, debug, trace or off, or targets with levels: info,turnstone_http=debug",
    holds: |filter| {
        // A single word that is no level would be read as a target, and turn everything else off.
        let lone_words = filter.split(',').filter(|part| !part.contains('='));
        !filter.trim().is_empty()
            && filter.parse::<Targets>().is_ok()
            && lone_words.map(str::trim).all(|word| word.parse::<LevelFilter>().is_ok())
    },
};
pub(super) static HOST_NAME: Rule = Rule {
    name: "the name of a host, `*.example.org` for every host within a domain, or `*` for any",
    holds: |host| {
        let name = host.strip_prefix("*.").unwrap_or(host);
        host == "*" || (!name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b)))
    },
};
pub(super) static CONTACT: Rule = Rule {
    name: "a mailto: or https: URI",
    holds: |subject| subject.starts_with("mailto:") || subject.starts_with("https://"),
};
pub(super) static HEADER_NAME: Rule =
    Rule { name: "the name of a header", holds: |name| name.parse::<http::HeaderName>().is_ok() };

/// The URL, if it is one of HTTP.
fn http_url(text: &str) -> Option<http::Uri> {
    let uri: http::Uri = text.parse().ok()?;
    let known = matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|host| !host.is_empty());
    known.then_some(uri)
}

/// Whether a URL has a user or password, which a URL that is shown to members must not.
fn has_user(uri: &http::Uri) -> bool {
    uri.authority().is_some_and(|authority| authority.as_str().contains('@'))
}
