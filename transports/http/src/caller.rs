//! The caller of a request: credentials from headers and cookies, the address from the socket or a trusted proxy.

use super::problem::Problem;
use super::rejection::ErrorResponse;
use http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, ORIGIN};
use http::{HeaderMap, Method, Uri};
use ipnet::IpNet;
use std::net::IpAddr;
use turnstone_api::operation::Access;
pub(crate) use turnstone_engine::connections::is_trusted;
use turnstone_service::credentials::Claims;
use turnstone_service::rejection::{Auth, Rejection};

/// The cookie of a browser's session.
pub(crate) const SESSION_COOKIE: &str = "service_session";
/// The cookie of a browser's seat, sent with the paths of its one table.
pub(crate) const SEAT_COOKIE: &str = "service_seat";

/// The credential that counts, out of those that were sent.
#[derive(Debug)]
pub(crate) struct Credential {
    pub claims: Claims,
    /// The claims of a seat's cookie that came with the session's: the core decides between the two by the seats of the
    /// table.
    pub seat: Option<Claims>,
    /// The cookies that contained it; none for a Bearer token.
    pub cookies: &'static [&'static str],
}

/// The cookies that authenticated a request, and the table in its path, as it was written.
pub(crate) struct CookieAuth {
    pub(crate) cookies: &'static [&'static str],
    pub(crate) table: String,
}

impl CookieAuth {
    /// Those of a credential, if it came in cookies.
    pub(crate) fn of(credential: Option<&Credential>, table: &str) -> Option<Self> {
        let cookies = credential?.cookies;
        (!cookies.is_empty()).then(|| Self { cookies, table: table.to_owned() })
    }
}

/// Read the credential of a request. A Bearer token takes precedence over cookies; a seat's cookie counts only on the
/// routes of its own table. `Err` names the cookie with an invalid credential, if it was a cookie.
pub(crate) fn credential(
    headers: &HeaderMap,
    access: Access,
    table: &str,
    read_token: impl Fn(&str) -> Option<Claims>,
) -> Result<Option<Credential>, Option<&'static str>> {
    if matches!(access, Access::Open | Access::Webhook | Access::Operator) {
        return Ok(None);
    }
    if headers.contains_key(AUTHORIZATION) {
        return bearer(headers, read_token);
    }
    let read = |name| cookie(headers, name).map(&read_token);
    let is_session = |claims: &Claims| matches!(claims, Claims::Account { .. });
    let is_seat = |claims: &Claims| matches!(claims, Claims::Seat { table: own, .. } if own.to_string() == table);
    let takes_seats = matches!(access, Access::AccountOrGuest | Access::AccountOrSeat | Access::SpectatorOrSeat);
    let seat = if takes_seats { read(SEAT_COOKIE).flatten().filter(is_seat) } else { None };
    match (read(SESSION_COOKIE).map(|claims| claims.filter(is_session)), seat) {
        (Some(Some(claims)), None) => Ok(Some(Credential { claims, seat: None, cookies: &[SESSION_COOKIE] })),
        (Some(Some(claims)), seat) => Ok(Some(Credential { claims, seat, cookies: &[SESSION_COOKIE, SEAT_COOKIE] })),
        (_, Some(claims)) => Ok(Some(Credential { claims, seat: None, cookies: &[SEAT_COOKIE] })),
        (Some(None), None) => Err(Some(SESSION_COOKIE)),
        (None, None) => Ok(None),
    }
}

/// The same of a request whose cookies do not count.
pub(crate) fn bearer(
    headers: &HeaderMap,
    read_token: impl Fn(&str) -> Option<Claims>,
) -> Result<Option<Credential>, Option<&'static str>> {
    let Some(sent) = headers.get(AUTHORIZATION) else { return Ok(None) };
    let claims = sent.to_str().ok().and_then(token).and_then(read_token);
    claims.map(|claims| Some(Credential { claims, seat: None, cookies: &[] })).ok_or(None)
}

fn token(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let pairs = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(';'));
    pairs.filter_map(|pair| pair.trim().split_once('=')).find(|(own, _)| *own == name).map(|(_, value)| value)
}

/// The rules for a change that is authenticated by a cookie: JSON, and from the service's own pages.
pub(crate) fn check_same_origin(
    method: &Method,
    headers: &HeaderMap,
    uri: &Uri,
    has_body: bool,
    own: &str,
) -> Result<(), Problem> {
    if method == Method::GET {
        return Ok(());
    }
    if has_body && !is_json(headers) {
        return Err(Problem::CookieWithoutJson);
    }
    if header(headers, "sec-fetch-site").is_some_and(|site| site != "same-origin")
        || has_other_origin(headers, uri, own)
    {
        return Err(Problem::CookieFromElsewhere);
    }
    Ok(())
}

/// The rule for a request whose response sets a cookie, with or without credentials: a foreign page must not sign its
/// visitors in. A client that sends neither an origin nor a site is not a browser.
pub(crate) fn check_may_set_cookie(headers: &HeaderMap, uri: &Uri, own: &str, is_let_in: bool) -> Result<(), Problem> {
    let from_elsewhere = header(headers, "sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none"));
    if !is_let_in && (from_elsewhere || has_other_origin(headers, uri, own)) {
        return Err(Problem::CookieForElsewhere);
    }
    Ok(())
}

/// The rule for mounted services: a page may call them only from the service's own origin or from an allowed one, so that a
/// page whose name was bound to this machine's address cannot.
pub(crate) fn check_origin(headers: &HeaderMap, own: &str, is_let_in: bool) -> Result<(), Problem> {
    let mut origins = headers.get_all(ORIGIN).iter().map(|value| value.to_str().unwrap_or(""));
    if is_let_in || origins.all(|origin| origin == own) { Ok(()) } else { Err(Problem::OtherOrigin) }
}

fn has_other_origin(headers: &HeaderMap, uri: &Uri, own: &str) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter().map(|value| value.to_str().unwrap_or(""));
    origins.any(|origin| origin != own && Some(origin) != host_origin(headers, uri, own).as_deref())
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or(""))
}

/// The origin to which the request itself was sent: a page cannot make a browser send another host.
fn host_origin(headers: &HeaderMap, uri: &Uri, own: &str) -> Option<String> {
    let host = uri.authority().map(http::uri::Authority::as_str);
    let host = host.or_else(|| headers.get(HOST)?.to_str().ok())?;
    let scheme = own.split_once("://").map_or("http", |(scheme, _)| scheme);
    Some(format!("{scheme}://{host}"))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("application/json"))
}

/// The header in which proxies report the client's address.
pub(crate) const FORWARDED_FOR: &str = "x-forwarded-for";

/// The client's address: the peer's, or the one that the nearest trusted proxies report.
pub(crate) fn address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let mut nearest = peer.to_canonical();
    if !is_trusted(nearest, trusted) {
        return nearest;
    }
    let values = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
    for hop in hops.iter().rev() {
        let Ok(address) = hop.parse::<IpAddr>() else { break };
        nearest = address.to_canonical();
        if !is_trusted(nearest, trusted) {
            break;
        }
    }
    nearest
}

/// The response to a request without valid credentials.
pub(crate) fn not_signed_in() -> ErrorResponse {
    Rejection::from(Auth::NotSignedIn).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_service::credentials::ServerKeys;
    use turnstone_service::ids::{AccountId, TableId};
    use turnstone_service::secret::SecretKey;
    use turnstone_service::time::Millis;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn keys() -> ServerKeys {
        ServerKeys::new(vec![(1, SecretKey([1; 32]))])
    }

    fn account() -> String {
        let account = AccountId::new(Millis(5), [3; 10]);
        let claims = Claims::Account { account, epoch: 0, issued_at: Millis(0), expires_at: Millis(9) };
        keys().token(&claims).reveal().to_owned()
    }

    fn seat(table: TableId) -> String {
        let claims =
            Claims::Seat { table, seat: turnstone_service::games::Seat(0), grant: None, expires_at: Millis(9) };
        keys().token(&claims).reveal().to_owned()
    }

    fn who(pairs: &[(&'static str, &str)], access: Access, table: &str) -> String {
        match credential(&headers(pairs), access, table, |token| keys().read_token(token)) {
            Ok(None) => "anonymous".into(),
            Ok(Some(Credential { claims: Claims::Account { .. }, seat: None, cookies })) => {
                format!("account {cookies:?}")
            }
            Ok(Some(Credential { claims: Claims::Account { .. }, seat: Some(_), cookies })) => {
                format!("account or seat {cookies:?}")
            }
            Ok(Some(Credential { claims: Claims::Seat { .. }, cookies, .. })) => format!("seat {cookies:?}"),
            Err(cookie) => format!("bad {cookie:?}"),
        }
    }

    #[test]
    fn a_bearer_token_takes_precedence() {
        let bearer = format!("Bearer {}", account());
        let lower = format!("bearer {}", account());
        let session = format!("a=b; service_session={}", account());
        assert_eq!(who(&[("authorization", &bearer)], Access::Account, ""), "account []");
        assert_eq!(
            who(&[("authorization", &lower), ("cookie", "service_session=x")], Access::Account, ""),
            "account []"
        );
        assert_eq!(who(&[("authorization", "Bearer x"), ("cookie", &session)], Access::Public, ""), "bad None");
        assert_eq!(who(&[("authorization", "Basic x")], Access::Account, ""), "bad None");
    }

    #[test]
    fn a_seat_cookie_counts_at_its_own_table_only() {
        let table = TableId::new(Millis(5), [3; 10]);
        let both = format!("service_session={}; service_seat={}", account(), seat(table));
        let dead = format!("service_session=x; service_seat={}", seat(table));
        let own = table.to_string();
        let either = r#"account or seat ["service_session", "service_seat"]"#;
        assert_eq!(who(&[("cookie", &both)], Access::AccountOrSeat, &own), either);
        assert_eq!(who(&[("cookie", &dead)], Access::AccountOrSeat, &own), r#"seat ["service_seat"]"#);
        assert_eq!(who(&[("cookie", &both)], Access::AccountOrSeat, "t_other"), r#"account ["service_session"]"#);
        assert_eq!(who(&[("cookie", &both)], Access::Account, &own), r#"account ["service_session"]"#);
        assert_eq!(who(&[("cookie", "service_session=x")], Access::Public, ""), r#"bad Some("service_session")"#);
        assert_eq!(who(&[("cookie", "service_session=x")], Access::Open, ""), "anonymous");
    }

    #[test]
    fn only_trusted_proxies_may_forward_addresses() {
        let trusted: Vec<IpNet> = vec!["10.0.0.0/8".parse().unwrap()];
        let from = |peer: &str, forwarded: &str| {
            address(peer.parse().unwrap(), &headers(&[("x-forwarded-for", forwarded)]), &trusted).to_string()
        };
        assert_eq!(from("192.0.2.1", "203.0.113.5"), "192.0.2.1");
        assert_eq!(from("10.0.0.1", "203.0.113.5"), "203.0.113.5");
        assert_eq!(from("10.0.0.1", "198.51.100.9, 203.0.113.5, 10.1.1.1"), "203.0.113.5");
        assert_eq!(from("10.0.0.1", "not an address"), "10.0.0.1");
        assert_eq!(from("::ffff:10.0.0.1", "203.0.113.5"), "203.0.113.5");
    }

    #[test]
    fn rejects_changes_by_cookie_from_another_origin() {
        let own = "https://turnstone.example";
        let check = |pairs: &[(&'static str, &str)], has_body| {
            check_same_origin(&Method::POST, &headers(pairs), &Uri::from_static("/api/logout"), has_body, own).is_ok()
        };
        assert!(check(&[], false));
        assert!(!check(&[], true));
        assert!(check(&[("content-type", "application/json; charset=utf-8")], true));
        assert!(check(&[("origin", own), ("sec-fetch-site", "same-origin")], false));
        assert!(check(&[("origin", "https://other.example"), ("host", "other.example")], false));
        assert!(!check(&[("origin", "https://evil.example"), ("host", "turnstone.example")], false));
        assert!(!check(&[("origin", "null")], false));
        assert!(!check(&[("sec-fetch-site", "cross-site")], false));
        assert!(!check(&[("sec-fetch-site", "same-site")], false));
    }

    #[test]
    fn mounted_services_take_no_foreign_origin() {
        let check = |pairs: &[(&'static str, &str)], is_let_in| {
            check_origin(&headers(pairs), "https://turnstone.example", is_let_in).is_ok()
        };
        assert!(check(&[], false), "no browser");
        assert!(check(&[("origin", "https://turnstone.example")], false));
        assert!(check(&[("origin", "https://tools.example")], true), "allowed");
        for foreign in ["https://evil.example", "null", "\u{e9}"] {
            assert!(!check(&[("origin", foreign), ("host", "evil.example")], false), "{foreign}");
        }
    }

    #[test]
    fn sets_cookies_for_allowed_origins_only() {
        let own = "https://turnstone.example";
        let check = |pairs: &[(&'static str, &str)], is_let_in| {
            check_may_set_cookie(&headers(pairs), &Uri::from_static("/api/recover"), own, is_let_in).is_ok()
        };
        assert!(check(&[("content-type", "text/plain")], false), "no browser");
        assert!(check(&[("origin", own), ("sec-fetch-site", "same-origin")], false));
        assert!(check(&[("sec-fetch-site", "none")], false), "typed by the user");
        for foreign in [
            &[("origin", "https://evil.example")][..],
            &[("origin", "null")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
            &[("origin", own), ("sec-fetch-site", "cross-site")],
            &[("origin", own), ("origin", "https://evil.example")],
        ] {
            assert!(!check(foreign, false), "{foreign:?}");
            assert!(check(foreign, true), "{foreign:?}");
        }
    }
}
