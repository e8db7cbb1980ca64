use super::*;
use crate::document::tests::{body, check_forms};
use crate::site::Site;
use http::HeaderName;
use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, IF_NONE_MATCH};
use http_body_util::BodyExt;
use std::time::Duration;
use turnstone_documents::ROUTES;
use turnstone_engine::{Handle, Waker};
use turnstone_service::credentials::ServerKeys;
use turnstone_service::secret::SecretKey;

struct NoWaker;

impl Waker for NoWaker {
    fn wake(&self) {}
}

#[test]
fn a_document_is_the_same_compressed_and_has_a_tag_of_its_own_either_way() {
    let pages = Pages::new("http://127.0.0.1:8080", "", &Packages::default());
    for (path, document) in PATHS.iter().zip(pages.make()) {
        let [plain, gzip] = check_forms(path, &document).map(|form| form.tag);
        assert!(plain.is_some() && gzip.is_some() && plain != gzip, "{path}");
    }
}

/// Documents that programs do not read by a schema.
const FOR_READERS: [&str; 5] = ["/llms.txt", "/llms-full.txt", "/skill.md", "/rules.md", "/openapi.json"];

#[test]
fn every_route_and_page_is_documented_or_needs_no_schema() {
    let base_url = "http://127.0.0.1:8080";
    let openapi = openapi::document(base_url);
    for route in ROUTES {
        let method = route.method().to_lowercase();
        assert!(openapi["paths"][route.path()].get(method).is_some(), "{} {}", route.method(), route.path());
    }
    for path in &PATHS {
        assert_ne!(FOR_READERS.contains(path), openapi["paths"].get(path).is_some(), "{path}");
    }
}

#[test]
fn readiness_names_the_failing_checks() {
    let handle = Handle::new(NoWaker);
    let port = Port::new(handle.clone(), ServerKeys::new(vec![(1, SecretKey([1; 32]))]));
    let now = Instant::now();
    let reported = |now: Instant| {
        let (head, body) = ready(&port, now).into_parts();
        let body = tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(body.collect()).unwrap();
        let text = String::from_utf8(body.to_bytes().to_vec()).unwrap();
        let failing = serde_json::from_str::<serde_json::Value>(&text).map_or(text, |json| json["failing"].to_string());
        (head.status.as_u16(), failing)
    };
    assert_eq!(reported(now), (503, r#"["serving"]"#.into()), "it starts");
    handle.enter(Phase::Serving);
    assert_eq!(reported(now), (200, "ready\n".into()));
    handle.set_full(true);
    assert_eq!(reported(now), (503, r#"["disk"]"#.into()));
    handle.set_read_only(true);
    assert_eq!(reported(now), (503, r#"["store","disk"]"#.into()));
    handle.set_full(false);
    assert_eq!(reported(now), (503, r#"["store"]"#.into()));
    handle.set_read_only(false);
    handle.metrics().turns(now);
    let still = now + Duration::from_secs(5);
    assert_eq!(reported(still), (200, "ready\n".into()));
    assert_eq!(reported(still + Duration::from_millis(1)), (503, r#"["engine"]"#.into()), "its loop hangs");
    handle.enter(Phase::Draining);
    assert_eq!(reported(now), (503, r#"["serving"]"#.into()));
}

#[test]
fn the_api_document_has_a_bounded_size() {
    let pages = Pages::new("http://127.0.0.1:8080", "", &Packages::default());
    let asked = (&Method::GET, "/openapi.json", &HeaderMap::new());
    let Some(PageMatch::Document(_, openapi)) = pages.find(asked, || unreachable!(), || None) else { panic!() };
    let [plain, gzip] = check_forms("/openapi.json", openapi).map(|form| form.size);
    // About 61,000 bytes of it, 9,000 compressed, are descriptions of properties; a new game adds 5,000.
    assert!(plain < 360_000 && gzip < 51_000, "{plain} bytes, {gzip} compressed");
}

const BASE_URL: &str = "https://turnstone.example";
const WHEEL: &str = "turnstone_client-1.2.3-py3-none-any.whl";
const TARBALL: &str = "turnstone-games-client-1.2.3.tgz";
const ENGINE: &str = "turnstone_engine-1.2.3-cp310-abi3-manylinux_2_17_x86_64.whl";
const SOURCES: &str = "turnstone_client-1.2.3.tar.gz";

fn packages() -> Packages {
    let names = [SOURCES, ENGINE, WHEEL, TARBALL];
    Packages::new("1.2.3", names.map(|name| (name.to_owned(), format!("the bytes of {name}").into())))
}

fn headers(headers: &[(HeaderName, &str)]) -> HeaderMap {
    headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
}

/// The response to a program.
fn answer(pages: &Pages, method: &Method, path: &str, asked: &[(HeaderName, &str)]) -> Option<Response> {
    let asked = headers(asked);
    match pages.find((method, path, &asked), || unreachable!(), || None)? {
        PageMatch::Document(_, document) => Some(document.answer(&asked)),
        PageMatch::Answer(_, response) => Some(response),
    }
}

#[test]
fn a_package_is_sent_byte_for_byte_and_revalidated() {
    let pages = Pages::new(BASE_URL, "", &packages());
    for name in [WHEEL, TARBALL, ENGINE, SOURCES] {
        let path = format!("/clients/{name}");
        let response = answer(&pages, &Method::GET, &path, &[(ACCEPT_ENCODING, "gzip")]).unwrap();
        let sent: Vec<&str> = response.headers().keys().map(HeaderName::as_str).collect();
        assert_eq!(sent, ["content-type", "cache-control", "etag"], "neither compressed nor varying");
        assert_eq!(response.headers()[CONTENT_TYPE], "application/octet-stream");
        let tag = response.headers()["etag"].to_str().unwrap().to_owned();
        assert_eq!(body(response), format!("the bytes of {name}"));
        let known = answer(&pages, &Method::HEAD, &path, &[(IF_NONE_MATCH, &tag)]).unwrap();
        assert_eq!(known.status(), 304, "{name}");
        let written = answer(&pages, &Method::POST, &path, &[]).unwrap();
        assert_eq!((written.status().as_u16(), &written.headers()["allow"]), (405, &"GET, HEAD".parse().unwrap()));
    }
}

#[test]
fn only_names_of_packages_lead_to_files() {
    let pages = Pages::new(BASE_URL, "", &packages());
    for path in [
        "/clients/../server.keys",
        "/clients/%2e%2e/server.keys",
        "/clients//etc/passwd",
        "/clients/server.keys",
        "/clientsx",
        &format!("/clients/{WHEEL}/"),
        &format!("/clients//{WHEEL}"),
        &format!("/clients/{}", WHEEL.to_uppercase()),
    ] {
        assert!(answer(&pages, &Method::GET, path, &[]).is_none(), "{path}");
    }
}

#[test]
fn people_get_a_page_and_programs_a_list() {
    let (pages, site) = (Pages::new(BASE_URL, "", &packages()), Site::new(BASE_URL, "", &packages()));
    for path in ["/clients", "/clients/"] {
        let list = answer(&pages, &Method::GET, path, &[]).unwrap();
        assert_eq!(list.headers()[CONTENT_TYPE], "application/json");
        assert_eq!(list.headers()["vary"], "accept, accept-encoding");
        let list: serde_json::Value = serde_json::from_slice(&body(list)).unwrap();
        assert_eq!(list["packages"][0]["url"], format!("{BASE_URL}/clients/{WHEEL}"));
        let browser = [(ACCEPT, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")];
        assert!(answer(&pages, &Method::GET, path, &browser).is_none());
        let page = site.answer(&Method::GET, &path.parse().unwrap(), &headers(&browser)).unwrap();
        assert_eq!(page.headers()["vary"], "accept, accept-encoding");
        let page = String::from_utf8(body(page).to_vec()).unwrap();
        assert!(page.contains(&format!("<a href=\"/clients/{WHEEL}#sha256=")), "{page}");
    }
}
