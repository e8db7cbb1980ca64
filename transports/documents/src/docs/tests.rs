use super::*;
use crate::llms;
use std::collections::BTreeMap;

fn all() -> BTreeMap<&'static str, String> {
    all_with(&Packages::default())
}

fn all_with(packages: &Packages) -> BTreeMap<&'static str, String> {
    pages(&Assets::embedded(), "http://127.0.0.1:8080", "a-push-key", packages).into_iter().collect()
}

/// The values of an attribute.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split_once('"').map(|(value, _)| value)).collect()
}

#[test]
fn every_link_of_the_documentation_leads_to_a_page_or_an_anchor() {
    let all = all();
    for (path, html) in &all {
        let mut followed = 0;
        let leads_here = |link: &&str| link.starts_with("/docs") || link.starts_with('#') || *link == packages::LIST;
        for link in values(html, "href").into_iter().filter(leads_here) {
            let (page, name) = link.split_once('#').unwrap_or((link, ""));
            let target = if page.is_empty() { html } else { all.get(page).unwrap_or_else(|| panic!("{path}: {link}")) };
            assert!(name.is_empty() || values(target, "id").contains(&name), "{path}: {link}");
            followed += 1;
        }
        assert!(followed > PAGES.len(), "{path}");
        let relative =
            values(html, "href").into_iter().find(|link| !link.contains("://") && !link.starts_with(['/', '#']));
        assert_eq!(relative, None, "{path}");
    }
}

#[test]
fn every_page_has_one_first_heading_and_each_anchor_once() {
    for (path, html) in all() {
        let (frame, _) = html.split_once("<main").unwrap();
        assert!(!frame.contains("{{"), "{path}");
        assert_eq!(html.matches("<h1").count(), 1, "{path}");
        let ids = values(&html, "id");
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{path}: {ids:?}");
    }
}

#[test]
fn relative_links_are_resolved_from_the_file_that_has_them() {
    for (link, file, target) in [
        ("SECURITY.md", "README.md", Some("/docs/security")),
        ("../SECURITY.md#limits", "transports/OPERATING.md", Some("/docs/security#limits")),
        ("clients/python/README.md", "transports/README.md", Some("/docs/python")),
        ("./CHANGELOG.md", "README.md", Some("/docs/changelog")),
        ("#start", "README.md", Some("#start")),
        ("https://example.org/a.md", "README.md", Some("https://example.org/a.md")),
        ("LICENSE", "README.md", None),
    ] {
        assert_eq!(resolve(link, file).as_deref(), target, "{link} in {file}");
    }
}

#[test]
fn a_link_to_a_file_without_a_page_is_text() {
    assert_eq!(
        render("[The licence](LICENSE) and [security](SECURITY.md).", "README.md"),
        "<p>The licence and <a href=\"/docs/security\">security</a>.</p>\n"
    );
}

#[test]
fn markup_in_a_source_is_left_out_and_code_is_escaped() {
    assert_eq!(render("<script>x</script>\n\n`<b>` *yes*\n", ""), "<p><code>&lt;b&gt;</code> <em>yes</em></p>\n");
}

#[test]
fn no_document_shows_a_usable_idempotency_key() {
    let is_uuid = |text: &[u8]| {
        let fits = |(at, byte): (usize, &u8)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        };
        text.iter().enumerate().all(fits)
    };
    let address = "http://127.0.0.1:8080";
    let mut documents = pages(&Assets::embedded(), address, "", &Packages::default());
    documents.push(("/openapi.json", openapi::document(address).to_string()));
    documents.push(("/llms.txt", llms::document(address, &Packages::default())));
    for (path, text) in documents {
        let shown = text.as_bytes().windows(36).find(|window| is_uuid(window)).map(String::from_utf8_lossy);
        assert_eq!(shown, None, "{path}");
    }
}
