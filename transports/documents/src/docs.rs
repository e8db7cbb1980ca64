//! `/docs`: the documents of the repository and of the API as HTML pages that link to each other. They are rendered on the
//! server from Markdown, so that they need no script.

use crate::packages::{self, Packages};
use crate::{llms_full, openapi, rules, skill};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeSet;
use std::fmt::Write;
use turnstone_web::Assets;

/// The path of the first page.
pub const ROOT: &str = "/docs";

/// A page: its path, its name in the list of pages, and its source.
struct Page {
    path: &'static str,
    name: &'static str,
    source: PageSource,
}

enum PageSource {
    /// A file by its path in the repository, and its text, in which `{base_url}` is the address of the service, and
    /// `<!-- packages: ... -->` stands for how some of its packages are installed.
    File(&'static str, &'static str),
    Rules,
    Skill,
    Interface,
    Packages,
}

macro_rules! page {
    ($path:literal, $name:literal, $file:literal) => {
        Page { path: $path, name: $name, source: PageSource::File($file, include_str!(concat!("../../../", $file))) }
    };
}

const PAGES: [Page; 18] = [
    page!("/docs", "Overview", "README.md"),
    Page { path: "/docs/rules", name: "Rules of the games", source: PageSource::Rules },
    Page { path: "/docs/agents", name: "For agents", source: PageSource::Skill },
    page!("/docs/walkthrough", "Walkthrough with curl", "transports/WALKTHROUGH.md"),
    Page { path: "/docs/api", name: "API reference", source: PageSource::Interface },
    page!("/docs/mcp", "Language models (MCP)", "transports/MCP.md"),
    page!("/docs/python", "Python client", "transports/clients/python/README.md"),
    page!("/docs/typescript", "TypeScript client", "transports/clients/typescript/README.md"),
    page!("/docs/engine", "Engine for Python", "transports/clients/engine-python/README.md"),
    page!("/docs/engine-c", "Engine for C", "transports/clients/engine-c/README.md"),
    Page { path: packages::LIST, name: "Packages", source: PageSource::Packages },
    page!("/docs/operating", "Operating", "transports/OPERATING.md"),
    page!("/docs/security", "Security", "SECURITY.md"),
    page!("/docs/fairness", "Fair deals", "transports/FAIRNESS.md"),
    page!("/docs/architecture", "Architecture", "ARCHITECTURE.md"),
    page!("/docs/contributing", "Contributing", "CONTRIBUTING.md"),
    page!("/docs/simulator", "Simulator", "sim/README.md"),
    page!("/docs/changelog", "Changelog", "CHANGELOG.md"),
];

/// All pages of a service at this address, by path, as HTML documents.
pub fn pages(assets: &Assets, base_url: &str, push_key: &str, packages: &Packages) -> Vec<(&'static str, String)> {
    let make = |page: &Page| {
        let main = match page.source {
            PageSource::File(file, text) => {
                render(&packages.fill(&text.replace("{base_url}", base_url), base_url), file)
            }
            PageSource::Rules => render(&rules::text(base_url), ""),
            PageSource::Skill => render(&skill::document(base_url, push_key, packages), ""),
            PageSource::Packages => render(&packages.page(base_url), ""),
            PageSource::Interface => render(&llms_full::document(&openapi::document(base_url), base_url), ""),
        };
        (page.path, turnstone_web::docs(assets, page.name, &links(page.path), &main))
    };
    PAGES.iter().map(make).collect()
}

/// The list of all pages.
fn links(here: &str) -> String {
    let mut list = String::new();
    for Page { path, name, .. } in &PAGES {
        let current = if *path == here { " aria-current=\"page\"" } else { "" };
        writeln!(list, "<a href=\"{path}\"{current}>{name}</a>").expect("writing to a String cannot fail");
    }
    list
}

/// Markdown as HTML. `file` is its path in the repository, for its relative links.
fn render(markdown: &str, file: &str) -> String {
    // The description of the skill for agents is metadata, not text.
    let options = Options::ENABLE_TABLES | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut events: Vec<Event<'_>> = Parser::new_ext(markdown, options).collect();
    name_headings(&mut events);
    let mut is_linked = true;
    let events = events.into_iter().filter_map(|event| {
        if let Event::Start(Tag::Link { link_type, dest_url, title, id }) = event {
            let target = resolve(&dest_url, file);
            is_linked = target.is_some();
            return target.map(|dest_url| Event::Start(Tag::Link { link_type, dest_url: dest_url.into(), title, id }));
        }
        let is_kept = is_linked || !matches!(event, Event::End(TagEnd::Link));
        (is_kept && !is_markup(&event)).then_some(event)
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out.replace("<table>", "<div class=\"scroll\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<pre>", "<pre tabindex=\"0\">")
}

/// Whether it is HTML in the Markdown source. That is for other renderers of the file, such as pictures by relative
/// paths.
const fn is_markup(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) | Event::Html(_) | Event::InlineHtml(_)
    )
}

/// Give each heading an id made from its text, so that links lead to it.
fn name_headings(events: &mut [Event<'_>]) {
    let mut taken = BTreeSet::new();
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let inside = events[at + 1..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let text: String = inside
            .filter_map(|event| if let Event::Text(text) | Event::Code(text) = event { Some(&**text) } else { None })
            .collect();
        let base = anchor(&text);
        let numbered = (1..).map(|number| format!("{base}-{number}"));
        let free = std::iter::once(base.clone()).chain(numbered).find(|name| taken.insert(name.clone()));
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = free.map(CowStr::from);
        }
    }
}

/// The anchor of a heading, as the common repository hosts create it: in lower case, spaces as hyphens, no punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The target of a link: an address, an anchor, or the page made from a file of the repository; otherwise none.
fn resolve(link: &str, file: &str) -> Option<String> {
    if link.contains("://") || link.starts_with(['#', '/']) {
        return Some(link.to_owned());
    }
    let (path, fragment) =
        link.split_once('#').map_or((link, String::new()), |(path, name)| (path, format!("#{name}")));
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            _ => parts.push(part),
        }
    }
    let target = parts.join("/");
    let is_made_from = |page: &&Page| matches!(page.source, PageSource::File(own, _) if own == target);
    PAGES.iter().find(is_made_from).map(|page| format!("{}{fragment}", page.path))
}

#[cfg(test)]
mod tests;
