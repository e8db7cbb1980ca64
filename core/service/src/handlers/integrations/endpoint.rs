//! Which endpoints of push services are accepted. The addresses that a name resolves to are checked at each call.

use crate::config::Push;
use fluent_uri::Uri;
use fluent_uri::component::Host;

/// The fault of an endpoint, if it has one.
pub(super) fn fault_of(endpoint: &str, config: &Push) -> Option<&'static str> {
    const NO_URL: &str = "must be an https URL";
    let Ok(uri) = Uri::parse(endpoint) else { return Some(NO_URL) };
    let scheme = uri.scheme().as_str().to_ascii_lowercase();
    let Some(authority) = uri.authority().filter(|authority| authority.port_to_u16().is_ok()) else {
        return Some(NO_URL);
    };
    if authority.has_userinfo() || uri.has_fragment() {
        return Some("must have no user, password or fragment");
    }
    let host = authority.host_parsed();
    if config.allow_loopback && is_loopback(&host) && matches!(scheme.as_str(), "http" | "https") {
        return None;
    }
    if scheme != "https" {
        return Some(NO_URL);
    }
    let Host::RegName(name) = host else { return Some("must lead to a host by its name") };
    let name = name.as_str().to_ascii_lowercase();
    if !is_dns_name(&name) {
        return Some("must lead to a host by its name");
    }
    let allowed = config.allowed_hosts.iter().any(|allowed| allows(&allowed.to_ascii_lowercase(), &name));
    (!allowed).then_some("must lead to a push service that this server allows")
}

fn is_loopback(host: &Host<'_>) -> bool {
    match host {
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
        Host::RegName(name) => name.as_str().eq_ignore_ascii_case("localhost"),
        _ => false,
    }
}

/// Labels of letters, digits and hyphens, separated by dots; the last label is not a number (RFC 1123, 2.1).
fn is_dns_name(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = name.rsplit('.').next().unwrap_or("");
    let is_number = last.starts_with("0x") || last.bytes().all(|byte| byte.is_ascii_digit());
    name.len() <= 253 && name.contains('.') && name.split('.').all(is_label) && !is_number
}

fn allows(allowed: &str, name: &str) -> bool {
    match allowed.strip_prefix('*') {
        Some("") => true,
        // `*.example.org` stands for the hosts within the domain, not for the domain itself.
        Some(within) => within.starts_with('.') && name.len() > within.len() && name.ends_with(within),
        None => allowed == name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_URL: &str = "must be an https URL";
    const NO_NAME: &str = "must lead to a host by its name";
    const NOT_ALLOWED: &str = "must lead to a push service that this server allows";

    fn any() -> Push {
        Push { allowed_hosts: vec!["*".into()], ..Push::default() }
    }

    #[test]
    fn allows_the_push_services_of_the_large_browsers() {
        let fault = |host: &str| fault_of(&format!("https://{host}/send/abc"), &Push::default());
        for good in [
            "fcm.googleapis.com",
            "FCM.googleapis.com:443",
            "updates.push.services.mozilla.com",
            "web.push.apple.com",
            "wns2-par02p.notify.windows.com",
            "a.b.notify.windows.com",
        ] {
            assert_eq!(fault(good), None, "{good}");
        }
        for other in [
            "example.org",
            "notify.windows.com",
            "evilnotify.windows.com",
            "a.notify.windows.com.example.org",
            "fcm.googleapis.com.example.org",
            "xfcm.googleapis.com",
        ] {
            assert_eq!(fault(other), Some(NOT_ALLOWED), "{other}");
        }
    }

    #[test]
    fn rejects_hosts_that_are_no_names_even_if_any_host_is_allowed() {
        let fault = |host: &str| fault_of(&format!("https://{host}/a"), &any());
        assert_eq!(fault("push.example.org"), None);
        for bad in [
            "localhost",
            "printer",
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f.0.0.0x1",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "a..example.org",
            "example.org.",
            "-a.example.org",
            "a-.example.org",
            "a_b.example.org",
            "%61.example.org",
            "",
        ] {
            assert_eq!(fault(bad), Some(NO_NAME), "{bad}");
        }
    }

    #[test]
    fn rejects_endpoints_without_https_or_with_a_user() {
        for bad in
            ["", "a", "http://push.example.org/a", "ftp://push.example.org", "https:a", "https://a.example:99999/"]
        {
            assert_eq!(fault_of(bad, &any()), Some(NO_URL), "{bad}");
        }
        for bad in ["https://ada@push.example.org/", "https://ada:x@push.example.org/", "https://push.example.org/#a"] {
            assert_eq!(fault_of(bad, &any()), Some("must have no user, password or fragment"), "{bad}");
        }
    }

    #[test]
    fn allows_this_machine_only_for_tests() {
        let open = Push { allow_loopback: true, ..Push::default() };
        for own in ["http://127.0.0.1:9000/a", "https://localhost:9000/a", "http://[::1]/a", "http://127.8.9.1/"] {
            assert_eq!(fault_of(own, &open), None, "{own}");
            assert!(fault_of(own, &Push::default()).is_some(), "{own}");
        }
        for other in ["http://10.0.0.1/", "http://push.example.org/", "ftp://127.0.0.1/", "https://0.0.0.0/"] {
            assert!(fault_of(other, &open).is_some(), "{other}");
        }
    }
}
