use super::*;
use crate::document::tests::{body, check_forms};
use http::header::{ACCEPT, ACCEPT_ENCODING, IF_NONE_MATCH};

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

fn ask(method: &str, path: &str, headers: &[(HeaderName, &str)]) -> Option<Response> {
    let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
    let site = Site::new("http://127.0.0.1:8080", "a-push-key", &Packages::default());
    site.answer(&method.parse().unwrap(), &path.parse().unwrap(), &headers)
}

fn get(path: &str) -> Response {
    ask("GET", path, &[]).unwrap_or_else(|| panic!("{path} is there"))
}

/// Status and headers, as they are sent.
fn head(response: &Response) -> String {
    let headers = response.headers().iter().map(|(name, value)| {
        let value = value.to_str().unwrap();
        let shown = if name == "etag" { "a tag" } else { value };
        format!("{name}: {shown}\n")
    });
    let mut headers: Vec<String> = headers.collect();
    headers.sort();
    format!("{}\n{}", response.status().as_u16(), headers.concat())
}

const SHELL_HEADERS: &str = "\
content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src \
'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
require-trusted-types-for 'script'; trusted-types turnstone
content-type: text/html; charset=utf-8
cross-origin-opener-policy: same-origin
";
const SHELL_REST: &str = "\
permissions-policy: camera=(), microphone=(), geolocation=()
referrer-policy: same-origin
vary: accept-encoding
";

#[test]
fn every_page_is_its_shell_with_its_headers() {
    for (template, shell, title) in PAGES {
        let preview = Preview { title, description: Preview::DESCRIPTION };
        let own = turnstone_web::shell(&Assets::embedded(), "a-push-key", shell, preview);
        assert!(own.contains("a-push-key"));
        let path = template.replace("{handle}", "ada").replace("{id}", "t_1");
        let page = get(&path);
        assert_eq!(head(&page), format!("200\ncache-control: no-cache\n{SHELL_HEADERS}etag: a tag\n{SHELL_REST}"));
        let tag = page.headers()["etag"].to_str().unwrap().to_owned();
        assert!(body(page) == own.as_bytes(), "{path}");
        let known = ask("GET", &path, &[(IF_NONE_MATCH, &tag)]).unwrap();
        assert_eq!(known.status(), 304, "{path}");
        assert!(ask("HEAD", &path, &[]).unwrap().status() == 200, "{path}");
    }
}

#[test]
fn a_shared_link_to_a_table_names_its_game() {
    let shown = |path: &str| String::from_utf8(body(get(path)).to_vec()).unwrap();
    let table = shown("/tables/t_1?game=connect-four");
    assert!(table.contains("<meta property=\"og:title\" content=\"Table: Connect four · Turnstone\" />"), "{table}");
    let replay = shown("/tables/t_1/replay?step=3&game=battleship");
    assert!(replay.contains("<title>Replay: Battleship · Turnstone</title>"), "{replay}");
    for other in ["/tables/t_1?game=poison", "/tables/t_1?game=%3Cscript%3E", "/tables/t_1"] {
        assert!(shown(other).contains("<title>Table · Turnstone</title>"), "{other}");
    }
    assert!(shown("/play?game=memory").contains("<title>Play now · Turnstone</title>"));
}

#[test]
fn a_link_to_a_waiting_public_table_says_who_invites_to_what() {
    let table = OpenTable {
        id: TableId(1),
        game_id: "connect-four".to_owned(),
        kind: Some("connect-four-vs-house".to_owned()),
        label: "Connect four".to_owned(),
        stake: 20,
        created_at: turnstone_service::time::Millis(0),
        seats_filled: 1,
        seats_total: 2,
        host: "ada".to_owned(),
    };
    let site = Site::new("http://127.0.0.1:8080", "", &Packages::default());
    let page = String::from_utf8(body(site.invitation(&table, &HeaderMap::new())).to_vec()).unwrap();
    let title = "<meta property=\"og:title\" content=\"ada invites you to connect four · Turnstone\" />";
    assert!(page.contains(title) && page.contains(" 2 seats, 1 free, 20 chips of play money each.\""), "{page}");
}

#[test]
fn only_strangers_are_shown_previews() {
    let path = format!("/tables/{}", TableId(7));
    let previewed = |method: &Method, path: &str, headers: &[(HeaderName, &str)]| {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        Site::previewed(method, &path.parse().unwrap(), &headers)
    };
    assert_eq!(previewed(&Method::GET, &path, &[]), Some(TableId(7)));
    assert_eq!(previewed(&Method::HEAD, &format!("{path}?game=memory"), &[]), Some(TableId(7)));
    assert_eq!(previewed(&Method::GET, &path, &[(COOKIE, "service_session=x")]), None);
    assert_eq!(previewed(&Method::POST, &path, &[]), None);
    for other in [&format!("{path}/replay"), "/tables/t_1", "/lobby"] {
        assert_eq!(previewed(&Method::GET, other, &[]), None, "{other}");
    }
}

#[test]
fn files_of_the_shell_are_immutable() {
    let assets = Assets::embedded();
    assert!(!assets.files.is_empty());
    for File { path, media_type, body: own } in assets.files {
        let path = format!("{}/{path}", assets.folder);
        let response = get(&path);
        let expected = format!(
            "200\ncache-control: public, max-age=31536000, immutable\ncontent-type: {media_type}\nvary: \
             accept-encoding\n"
        );
        assert_eq!(head(&response), expected, "{path}");
        assert!(body(response) == *own, "{path}");
        check_forms(&path, &FILES.documents[&path]);
    }
}

#[test]
fn files_beside_the_shell_are_revalidated() {
    let vary = "vary: accept-encoding\n";
    for (path, media_type) in [("/icon.svg", "image/svg+xml"), ("/manifest.webmanifest", "application/manifest+json")] {
        let media_type = format!("content-type: {media_type}; charset=utf-8");
        assert_eq!(head(&get(path)), format!("200\ncache-control: no-cache\n{media_type}\netag: a tag\n{vary}"));
    }
    let worker = head(&get("/sw.js"));
    let (policy, _) = SHELL_HEADERS.split_once("content-type").unwrap();
    assert!(worker.contains(policy) && worker.contains("cache-control: no-cache\n"), "{worker}");
    assert!(worker.contains("content-type: text/javascript; charset=utf-8\n"), "{worker}");
}

#[test]
fn a_document_of_the_site_is_the_same_compressed() {
    let site = Site::new("http://127.0.0.1:8080", "", &Packages::default());
    for (place, document) in site.shells.iter().enumerate() {
        check_forms(PAGES[place].0, document);
    }
    for (path, document) in &site.beside {
        check_forms(path, document);
    }
}

#[test]
fn the_404_page_is_for_browsers_only() {
    let folder = Assets::embedded().folder;
    let wrong = format!("/assets/{}/app.js", "0".repeat(16));
    let missing = format!("{folder}/no-such-file.js");
    let paths = ["/lobby/", "/tables", "/tables/t_1/replays", "/players/", "/favicon.ico", &folder, &wrong, &missing];
    for path in paths {
        for other in [None, Some("*/*"), Some("application/json"), Some("text/html;q=0.1, application/json")] {
            let headers: Vec<_> = other.into_iter().map(|value| (ACCEPT, value)).collect();
            assert!(ask("GET", path, &headers).is_none(), "{path} {other:?}");
        }
        for method in ["GET", "HEAD"] {
            let shown = ask(method, path, &[(ACCEPT, BROWSER), (ACCEPT_ENCODING, "gzip")]).unwrap();
            let expected = format!("404\ncache-control: no-store\ncontent-encoding: gzip\n{SHELL_HEADERS}{SHELL_REST}");
            assert_eq!(head(&shown), expected, "{path}");
        }
        assert!(ask("POST", path, &[(ACCEPT, BROWSER)]).is_none(), "{path}");
    }
    for path in ["/api", "/api/", "/api/nothing"] {
        assert!(ask("GET", path, &[(ACCEPT, BROWSER)]).is_none(), "{path}");
    }
}

#[test]
fn pages_and_files_are_read_only() {
    let asset = FILES.documents.keys().next().unwrap();
    for path in ["/", "/tables/t_1", "/sw.js", asset] {
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            let rejected = ask(method, path, &[]).unwrap();
            assert_eq!(
                (rejected.status().as_u16(), &rejected.headers()["allow"]),
                (405, &"GET, HEAD".parse().unwrap())
            );
        }
    }
}
