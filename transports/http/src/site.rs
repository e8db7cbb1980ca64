//! The web client: a shell at the path of every page, its files in a folder named by its hash, and the files beside it.
//! All of it is the same for every caller and does not reach the core, so it counts against no limit. The page of a public
//! table that waits is the exception: its preview says who invites to what.

use super::answers::Response;
use super::document::{BY_ACCEPT, Document, FixedHeader, only_read, prefers_html, reads};
use http::header::{CONTENT_SECURITY_POLICY, COOKIE, HeaderName, HeaderValue, REFERRER_POLICY};
use http::{HeaderMap, Method, Uri};
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};
use turnstone_documents::docs;
use turnstone_documents::packages::{self, Packages};
use turnstone_service::answer::OpenTable;
use turnstone_service::games::SHIPPED;
use turnstone_service::ids::TableId;
use turnstone_web::{Assets, File, ICON, MANIFEST, PAGES, PICTURES, Preview, Shell, WORKER};

/// The client of a service.
pub(crate) struct Site {
    /// The paths of the pages, each with its place among the documents.
    pages: matchit::Router<usize>,
    shells: Vec<Document>,
    /// The documents of pages of tables whose address names the game (`?game=`), by place and game: links that are
    /// shared name it, so that a preview can show it.
    of_games: BTreeMap<(usize, &'static str), Document>,
    /// The page for an unknown path.
    missing: Document,
    /// The files beside it, by path.
    beside: BTreeMap<String, Document>,
    /// The public address of the service, and the key for notifications: the documentation shows both.
    about: (String, String),
    packages: Packages,
    /// The documentation by path, rendered on the first request of a page.
    docs: OnceLock<BTreeMap<&'static str, Document>>,
}

/// The files that every service has, created and compressed once.
struct SiteFiles {
    assets: Assets,
    /// By path.
    documents: BTreeMap<String, Document>,
}

static FILES: LazyLock<SiteFiles> = LazyLock::new(SiteFiles::new);

const HTML: &str = "text/html; charset=utf-8";

/// Only our own files are loaded, no inline script runs, and no text becomes markup. A service worker has a policy of
/// its own, which is the same.
const OWN_CONTENT: FixedHeader = (
    CONTENT_SECURITY_POLICY,
    HeaderValue::from_static(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types turnstone",
    ),
);
/// No referrer for other origins. Our own origin gets one: a browser that may not send it sets its origin to `null`,
/// and a change with a cookie is then rejected.
const REFERRER: FixedHeader = (REFERRER_POLICY, HeaderValue::from_static("same-origin"));
const OPENER: FixedHeader =
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
const PERMISSIONS: FixedHeader = (
    HeaderName::from_static("permissions-policy"),
    HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
);

static OF_SHELL: [FixedHeader; 4] = [OWN_CONTENT, REFERRER, OPENER, PERMISSIONS];
static OF_LIST: [FixedHeader; 5] = [OWN_CONTENT, REFERRER, OPENER, PERMISSIONS, BY_ACCEPT];
static OF_WORKER: [FixedHeader; 2] = [OWN_CONTENT, REFERRER];

impl Site {
    /// The client of a service with this address, this key for notifications and these packages.
    pub(crate) fn new(base_url: &str, push_key: &str, packages: &Packages) -> Self {
        let mut pages = matchit::Router::new();
        for (place, (path, ..)) in PAGES.into_iter().enumerate() {
            pages.insert(path, place).expect("the paths of the pages do not contradict each other");
        }
        let plain = [MANIFEST, ICON].into_iter().chain(PICTURES).map(|name| (name, &[][..]));
        let beside = plain.chain([(WORKER, &OF_WORKER[..])]).map(|(name, headers)| {
            let File { path, media_type, body } = turnstone_web::file_beside(name).expect("it is embedded");
            (format!("/{path}"), Document::tagged(media_type, headers, body.into_owned()))
        });
        let document = |shell, title: &str, description: &str| {
            let preview = Preview { title, description };
            Document::tagged(HTML, &OF_SHELL, turnstone_web::shell(&FILES.assets, push_key, shell, preview))
        };
        let shells = PAGES.map(|(_, shell, title)| document(shell, title, Preview::DESCRIPTION)).into();
        let tables = PAGES.into_iter().enumerate().filter(|(_, (_, shell, _))| *shell == Shell::Table);
        let of_games = tables.flat_map(|(place, (_, shell, title))| {
            SHIPPED.games().map(move |rules| ((place, rules.about().id), (shell, title, &rules.about().kinds[0])))
        });
        let of_games = of_games.map(|(key, (shell, title, kind))| {
            (key, document(shell, &format!("{title}: {}", kind.label), kind.description))
        });
        Self {
            pages,
            shells,
            of_games: of_games.collect(),
            missing: document(Shell::Plain, "Nothing here", Preview::DESCRIPTION),
            beside: beside.collect(),
            about: (base_url.to_owned(), push_key.to_owned()),
            packages: packages.clone(),
            docs: OnceLock::new(),
        }
    }

    /// The response to a request for one of its files; also the page for a browser that navigates to an unknown path.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri, asked: &HeaderMap) -> Option<Response> {
        let path = uri.path();
        match self.find(path, uri.query().unwrap_or_default()) {
            Some(document) if reads(method) => Some(document.answer(asked)),
            Some(_) => Some(only_read()),
            None if reads(method) && !is_of_api(path) && prefers_html(asked) => Some(self.missing.instead(asked)),
            None => None,
        }
    }

    /// The table whose page a stranger asks for: a preview may be made of it. Members' browsers, which send a cookie, show
    /// none.
    pub(crate) fn previewed(method: &Method, uri: &Uri, asked: &HeaderMap) -> Option<TableId> {
        let id = uri.path().strip_prefix("/tables/").and_then(TableId::parse)?;
        (reads(method) && !asked.contains_key(COOKIE)).then_some(id)
    }

    /// The page of a public table that waits for players.
    pub(crate) fn invitation(&self, table: &OpenTable, asked: &HeaderMap) -> Response {
        let label = table.label.to_lowercase();
        let title = format!("{} invites you to {label}", table.host);
        let kind = table.kind.as_deref().and_then(|kind| SHIPPED.kind(kind)).map(|(_, kind)| kind.description);
        let free = table.seats_total - table.seats_filled;
        let (description, seats) = (kind.unwrap_or_default(), table.seats_total);
        let description =
            format!("{description} {seats} seats, {free} free, {} chips of play money each.", table.stake);
        let preview = Preview { title: &title, description: description.trim() };
        let (_, push_key) = &self.about;
        let page = turnstone_web::shell(&FILES.assets, push_key, Shell::Table, preview);
        Document::tagged(HTML, &OF_SHELL, page).answer(asked)
    }

    fn documentation(&self) -> BTreeMap<&'static str, Document> {
        let (base_url, push_key) = &self.about;
        let pages = docs::pages(&FILES.assets, base_url, push_key, &self.packages).into_iter();
        let headers = |path| if path == packages::LIST { &OF_LIST[..] } else { &OF_SHELL };
        pages.map(|(path, html)| (path, Document::tagged(HTML, headers(path), html))).collect()
    }

    fn find(&self, path: &str, query: &str) -> Option<&Document> {
        let page = path.trim_end_matches('/');
        if page == docs::ROOT || page == packages::LIST || path.starts_with("/docs/") {
            return self.docs.get_or_init(|| self.documentation()).get(page);
        }
        let file = FILES.documents.get(path).or_else(|| self.beside.get(path));
        file.or_else(|| self.pages.at(path).ok().map(|page| self.page(*page.value, query)))
    }

    fn page(&self, place: usize, query: &str) -> &Document {
        let game = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "game");
        let of_game = game.and_then(|(_, game)| {
            let id = SHIPPED.newest(&game)?.about().id;
            self.of_games.get(&(place, id))
        });
        of_game.unwrap_or(&self.shells[place])
    }
}

impl SiteFiles {
    fn new() -> Self {
        let assets = Assets::embedded();
        let document = |File { path, media_type, body }: &File| {
            let path = format!("{}/{path}", assets.folder);
            (path, Document::lasting(media_type, &[], body.clone().into_owned()))
        };
        let documents = assets.files.iter().map(document).collect();
        Self { assets, documents }
    }
}

fn is_of_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

#[cfg(test)]
mod tests;
