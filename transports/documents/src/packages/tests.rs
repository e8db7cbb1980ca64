use super::*;
use crate::{docs, golden, llms, skill};
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
    let skill = skill::document(BASE_URL, "", &packages);
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
            let digest = hex::encode(Sha256::digest(format!("the bytes of {name}")));
            assert!(html.contains(&digest), "the digest of {name} is not in {path}");
        }
        assert!(html.contains("SHA256SUMS"), "{path}");
    }
}

#[test]
fn without_packages_no_document_has_a_line() {
    let none = Packages::default();
    let mut texts = docs::pages(&Assets::embedded(), BASE_URL, "", &none);
    texts.push(("/skill.md", skill::document(BASE_URL, "", &none)));
    texts.push(("/llms.txt", llms::document(BASE_URL, &none)));
    for (path, text) in texts {
        assert!(!text.contains("/clients/turnstone") && !text.contains("<!-- packages"), "{path}");
        if matches!(path, "/clients" | "/docs/python" | "/docs/typescript" | "/docs/engine" | "/skill.md" | "/llms.txt")
        {
            assert!(text.contains("clone of the project"), "{path}");
        }
    }
}
