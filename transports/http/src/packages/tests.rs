use super::*;
use crate::document::tests::body;
use crate::pages::{PageMatch, Pages};
use crate::routes::ROUTES;
use crate::site::Site;
use crate::{docs, golden, llms, skill};
use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, IF_NONE_MATCH};
use http::{HeaderMap, HeaderName, Method};
use turnstone_web::Assets;

const BASE_URL: &str = "https://turnstone.example";
const WHEEL: &str = "turnstone_client-1.2.3-py3-none-any.whl";
const TARBALL: &str = "turnstone-games-client-1.2.3.tgz";
const ENGINE: &str = "turnstone_engine-1.2.3-cp310-abi3-manylinux_2_17_x86_64.whl";
const SOURCES: &str = "turnstone_client-1.2.3.tar.gz";

fn packages() -> Packages {
    of(&[SOURCES, ENGINE, WHEEL, TARBALL])
}

fn of(names: &[&str]) -> Packages {
    Packages::new("1.2.3", names.iter().map(|name| ((*name).to_owned(), format!("the bytes of {name}").into())))
}

fn headers(headers: &[(HeaderName, &str)]) -> HeaderMap {
    headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
}

/// The response to a program.
fn answer(
    pages: &Pages,
    method: &Method,
    path: &str,
    asked: &[(HeaderName, &str)],
) -> Option<crate::answers::Response> {
    let asked = headers(asked);
    match pages.find((method, path, &asked), || unreachable!(), || None)? {
        PageMatch::Document(_, document) => Some(document.answer(&asked)),
        PageMatch::Answer(_, response) => Some(response),
    }
}

#[test]
fn only_packages_of_this_version_are_handed_out() {
    let names = [WHEEL, TARBALL, ENGINE, SOURCES];
    assert_eq!(packages().names().collect::<Vec<_>>(), names, "by kind");
    for other in [
        "turnstone_client-1.2.2-py3-none-any.whl",
        "turnstone_client-1.2.30-py3-none-any.whl",
        "turnstone_client-1.2.3-py3-none-any.whl.asc",
        "turnstone_engine-1.2.3$(x).whl",
        "turnstone_engine-1.2.3-a b.whl",
        "turnstone_engine-1.2.3-a/../b.whl",
        "turnstone-games-client-1.2.3.tgz.bak",
        "other-1.2.3.tgz",
        "SHA256SUMS",
        "server.keys",
        "",
    ] {
        assert!(!Packages::is_one("1.2.3", other), "{other}");
        assert_eq!(of(&[other]).names().count(), 0, "{other}");
    }
}

#[test]
fn the_documents_show_how_packages_are_installed() {
    let packages = packages();
    let skill = skill::document(ROUTES, BASE_URL, "", &packages);
    let llms = llms::document(BASE_URL, &packages);
    let (in_skill, in_llms) =
        (packages.paragraph(BASE_URL, Commands::Fenced), packages.paragraph(BASE_URL, Commands::Indented));
    assert!(skill.contains(&in_skill) && llms.contains(&in_llms));
    let sections = SECTIONS.map(|(name, kinds)| format!("{name}\n\n{}\n", packages.section(kinds, BASE_URL)));
    let list = serde_json::to_string_pretty(&packages.json(BASE_URL)).unwrap();
    let parts = [in_skill, in_llms, sections.join("\n"), packages.page(BASE_URL), list];
    golden::compare("packages.md", &format!("{}\n", parts.join("\n\n---\n\n")));
}

#[test]
fn every_page_about_a_package_has_its_line() {
    let pages = docs::pages(&Assets::embedded(), BASE_URL, "", &packages());
    let url = |name: &str| format!("{BASE_URL}/clients/{name}");
    for (path, names) in [
        ("/docs/python", &[WHEEL][..]),
        ("/docs/typescript", &[TARBALL]),
        ("/docs/engine", &[ENGINE]),
        ("/docs/mcp", &[WHEEL, TARBALL]),
        ("/docs/agents", &[WHEEL, TARBALL, ENGINE]),
        ("/clients", &[WHEEL, TARBALL, ENGINE, SOURCES]),
    ] {
        let (_, html) = pages.iter().find(|(own, _)| *own == path).unwrap();
        for name in names {
            assert!(html.contains(&url(name)), "{name} is not in {path}");
            let digest = hex::encode(sha256(format!("the bytes of {name}").as_bytes()));
            assert!(html.contains(&digest), "the digest of {name} is not in {path}");
        }
        assert!(html.contains("SHA256SUMS"), "{path}");
    }
}

#[test]
fn without_packages_no_document_has_a_line() {
    let none = Packages::default();
    let mut texts = docs::pages(&Assets::embedded(), BASE_URL, "", &none);
    texts.push(("/skill.md", skill::document(ROUTES, BASE_URL, "", &none)));
    texts.push(("/llms.txt", llms::document(BASE_URL, &none)));
    for (path, text) in texts {
        assert!(!text.contains("/clients/turnstone") && !text.contains("<!-- packages"), "{path}");
        if matches!(path, "/clients" | "/docs/python" | "/docs/typescript" | "/docs/engine" | "/skill.md" | "/llms.txt")
        {
            assert!(text.contains("clone of the project"), "{path}");
        }
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
        let list: Value = serde_json::from_slice(&body(list)).unwrap();
        assert_eq!(list["packages"][0]["url"], format!("{BASE_URL}/clients/{WHEEL}"));
        let browser = [(ACCEPT, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")];
        assert!(answer(&pages, &Method::GET, path, &browser).is_none());
        let page = site.answer(&Method::GET, &path.parse().unwrap(), &headers(&browser)).unwrap();
        assert_eq!(page.headers()["vary"], "accept, accept-encoding");
        let page = String::from_utf8(body(page).to_vec()).unwrap();
        assert!(page.contains(&format!("<a href=\"/clients/{WHEEL}#sha256=")), "{page}");
    }
}
