//! The statement of what each response must carry (`responses.txt`), and the check of a response against it.

use super::exchange::ClientResponse;
use crate::rejections::route_of;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use turnstone_documents::ROUTES;
use turnstone_documents::route::Route;
use turnstone_mcp::MCP_PATH;

/// The paths of documents and of pages of the web client.
pub(super) const DOCUMENTS: [&str; 6] =
    ["/skill.md", "/rules.md", "/rules.json", "/openapi.json", "/llms.txt", "/llms-full.txt"];
pub(super) const PAGES: [&str; 4] = ["/", "/lobby", "/docs", "/docs/rules"];

struct Statement {
    /// The statuses of the errors with a code.
    codes: BTreeMap<&'static str, Vec<u16>>,
    operations: BTreeMap<&'static str, OperationRow>,
    headers: Vec<HeaderRow>,
}

/// What an operation's responses carry.
struct OperationRow {
    limit: &'static str,
    caching: &'static str,
    marks: Vec<&'static str>,
    errors: Vec<u16>,
}

/// A value of a header, and when it is due.
struct HeaderRow {
    name: &'static str,
    value: &'static str,
    may_be_missing: bool,
    conditions: Vec<&'static str>,
}

static STATEMENT: LazyLock<Statement> = LazyLock::new(|| {
    let mut read = Statement { codes: BTreeMap::new(), operations: BTreeMap::new(), headers: Vec::new() };
    let number = |text: &str| text.parse().expect("a status");
    for line in include_str!("responses.txt").lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&'static str> = rest.split(' ').collect();
        let listed = |text: &'static str| text.split(',').filter(|part| *part != "-");
        match (kind, words.as_slice()) {
            ("code", [name, statuses @ ..]) => {
                read.codes.insert(name, statuses.iter().map(|status| number(status)).collect());
            }
            ("operation", &[name, limit, caching, marks, errors]) => {
                let (marks, errors) = (listed(marks).collect(), listed(errors).map(number).collect());
                read.operations.insert(name, OperationRow { limit, caching, marks, errors });
            }
            ("header", _) => {
                let (rule, conditions) = rest.split_once(" <- ").unwrap_or((rest, ""));
                let (name, value) = rule.split_once(": ").expect("a name and a value");
                let value = (value.strip_prefix('?').unwrap_or(value), value.starts_with('?'));
                let conditions = conditions.split(' ').filter(|one| !one.is_empty()).collect();
                read.headers.push(HeaderRow { name, value: value.0, may_be_missing: value.1, conditions });
            }
            _ => assert!(kind.is_empty() || kind == "#", "responses.txt: {line}"),
        }
    }
    read
});

/// The names of the headers of the statement.
pub(super) fn headers() -> impl Iterator<Item = &'static str> {
    STATEMENT.headers.iter().map(|row| row.name)
}

/// The headers of every page of the web client.
pub(super) fn of_pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    STATEMENT.headers.iter().filter(|row| row.conditions == ["shown-page"]).map(|row| (row.name, row.value))
}

/// Whether an operation's responses have a mark.
pub(super) fn has_mark(method: &str, path: &str, mark: &str) -> bool {
    let row = route_of(method, path).and_then(|route| STATEMENT.operations.get(route.operation().name()));
    row.is_some_and(|row| row.marks.contains(&mark))
}

/// Whether a route in the log is one of the documents' own words.
pub(super) fn is_documented(route: &str) -> bool {
    const OTHERS: [&str; 8] =
        ["site", "none", MCP_PATH, "/healthz", "/readyz", "/robots.txt", "/clients", "/clients/{file}"];
    OTHERS.contains(&route) || DOCUMENTS.contains(&route) || ROUTES.iter().any(|own| own.path() == route)
}

/// A request, as far as the headers of its response depend on it.
pub(super) struct StatedRequest<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    /// The listed origin of its page.
    pub(super) listed_origin: Option<&'a str>,
    /// Whether origins are listed.
    pub(super) has_cors: bool,
    /// Whether cookies are for https alone.
    pub(super) is_secure: bool,
    pub(super) encodings: Option<&'a str>,
}

impl StatedRequest<'_> {
    fn path(&self) -> &str {
        self.path.split('?').next().unwrap_or_default()
    }

    fn row(&self) -> Option<&'static OperationRow> {
        STATEMENT.operations.get(route_of(self.method, self.path)?.operation().name())
    }

    /// The difference of a response from the statement. `hit` gets each header that was due.
    pub(super) fn difference(&self, response: &ClientResponse, hit: &mut dyn FnMut(&'static str)) -> Option<String> {
        if let Some(wrong) = self.wrong_status(response).or_else(|| self.wrong_body(response)) {
            return Some(wrong.to_owned());
        }
        let given = flattened(response);
        for name in given.keys() {
            if !headers().any(|own| own == name) {
                return Some(format!("a header that the statement does not name: {name}"));
            }
        }
        let mut seen: Vec<&str> = Vec::new();
        for row in &STATEMENT.headers {
            if seen.contains(&row.name) || !row.conditions.iter().all(|one| self.holds(one, response)) {
                continue;
            }
            seen.push(row.name);
            let values = given.get(row.name).map_or(&[][..], Vec::as_slice);
            if values.is_empty() && row.may_be_missing {
                continue;
            }
            let one = values.len() == 1 || !values.is_empty() && row.name == "set-cookie";
            let fits = |value: &&str| row.value.split(" or ").any(|due| self.value_fits(due, value, response));
            if !one || !values.iter().all(fits) {
                return Some(format!("the header {}: it is {values:?}, and must be {}", row.name, row.value));
            }
            hit(row.name);
        }
        let stray = given.keys().find(|name| !seen.contains(&name.as_str()));
        stray.map(|name| format!("a header that this response must not have: {name}"))
    }

    /// The status is one of the operation, and that of the error's code.
    fn wrong_status(&self, response: &ClientResponse) -> Option<&'static str> {
        let (status, code) = (response.status, response.code());
        if !code.is_empty() && !STATEMENT.codes.get(code).is_some_and(|all| all.contains(&status)) {
            return Some("an error whose code has another status");
        }
        let row = self.row()?;
        let with_credentials = !row.marks.contains(&"open");
        let is_listed = match status {
            200 | 400 | 429 | 503 => true,
            304 => row.caching != "never",
            401 => with_credentials || row.errors.contains(&401),
            403 | 413 => self.method != "GET" || row.errors.contains(&status),
            404 => row.errors.contains(&404) || route_of(self.method, self.path)?.path().contains('{'),
            _ => row.errors.contains(&status),
        };
        (!is_listed).then_some("a status that the operation does not have")
    }

    fn wrong_body(&self, response: &ClientResponse) -> Option<&'static str> {
        let has_none = matches!(response.status, 202 | 204 | 304) || self.method == "HEAD";
        if has_none {
            return (!response.body.is_empty()).then_some("a body that must not be there");
        }
        if response.status < 400 || is_html(response) {
            return None;
        }
        let (error, is_text) = (&response.json, |name: &str| response.json[name].is_string());
        // An error of the other protocol is an object with a number.
        let is_other = self.path().starts_with(MCP_PATH) && error["error"]["code"].is_i64();
        let known = |name: &String| matches!(&**name, "error" | "code" | "field" | "hint" | "failing");
        let fields = error.as_object()?;
        let is_error =
            is_text("error") && fields.keys().all(known) && error.get("hint").is_none_or(|_| is_text("hint"));
        (!is_error && !is_other).then_some("an error without its object")
    }

    fn holds(&self, condition: &str, response: &ClientResponse) -> bool {
        if let Some(other) = condition.strip_prefix('!') {
            return !self.holds(other, response);
        }
        if condition.contains('|') {
            return condition.split('|').any(|one| self.holds(one, response));
        }
        let (path, body) = (self.path(), &response.json);
        let asks = |encoding: &str| self.encodings.is_some_and(|asked| asked.trim() == encoding);
        match condition {
            "api" => path.starts_with("/api/") || path == MCP_PATH,
            "mcp" => path == MCP_PATH,
            "document" => DOCUMENTS.contains(&path),
            "page" => PAGES.contains(&path),
            "shown-page" => PAGES.contains(&path) && matches!(response.status, 200 | 304) || is_html(response),
            "events" => response.header("content-type") == Some("text/event-stream"),
            "unread" => body.is_null(),
            "sealed" => !body.is_null() && body["seed"].is_null(),
            "proven" => !body["fair"].is_null() || body["config"]["deal"].is_null(),
            "in-flight" => response.code() == "in_flight",
            "gzip" => asks("gzip"),
            "encodes" => self.encodings.is_some(),
            "cors" => self.has_cors,
            "listed" => self.listed_origin.is_some(),
            "card" | "replay" => self.row().is_some_and(|row| row.caching == condition),
            _ if condition.starts_with('/') => path == condition,
            _ => match condition.parse::<u16>() {
                Ok(status) => response.status == status,
                Err(_) => self.row().is_some_and(|row| row.marks.contains(&condition)),
            },
        }
    }

    fn value_fits(&self, due: &str, value: &str, response: &ClientResponse) -> bool {
        let quoted = value.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        match due {
            "$id" => (1..=128).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_graphic()),
            "$date" => value.len() == 29 && value.ends_with(" GMT"),
            "$seconds" => value.parse::<u64>().is_ok_and(|seconds| seconds >= 1),
            "$length" => {
                let length = value.parse::<usize>().ok();
                length.is_some_and(|length| self.method == "HEAD" || length == response.body.len())
            }
            "$tag" => quoted.is_some_and(|(tag, rest)| {
                rest.is_empty() && tag.len() == 32 && tag.bytes().all(|byte| byte.is_ascii_hexdigit())
            }),
            "$origin" => self.listed_origin == Some(value),
            "$methods" => value == methods_of(self.path()),
            "$rate" | "$policy" => quoted.is_some_and(|(name, rest)| {
                let limit = self.row().map_or("requests", |row| row.limit);
                // A tool's request counts as that of its operation.
                let of_tool = self.path() == MCP_PATH && matches!(name, "moves" | "credentials");
                let is_own = name == limit || name == "anonymous" && limit != "credentials" || of_tool;
                let parts = if due == "$rate" { [";r=", ";t="] } else { [";q=", ";w="] };
                let number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty();
                let numbers = rest.strip_prefix(parts[0]).and_then(|rest| rest.split_once(parts[1]));
                is_own && numbers.is_some_and(|(one, other)| number(one) && number(other))
            }),
            "$session" => self.cookie_fits(value, "service_session", "/", "Lax", false),
            "$seat" => self.cookie_fits(value, "service_seat", "/api/tables/t_", "Strict", false),
            "$cleared" => {
                self.cookie_fits(value, "service_session", "/", "Lax", true)
                    || self.cookie_fits(value, "service_seat", "/api/tables/", "Strict", true)
            }
            "$receipt" => ["ply=", "signature=:"].iter().all(|part| value.contains(part)),
            due => due == value,
        }
    }

    /// The attributes of a cookie: for scripts hidden, with the right paths and pages, and for https alone if the service
    /// is.
    fn cookie_fits(&self, value: &str, name: &str, path: &str, site: &str, is_cleared: bool) -> bool {
        let mut parts = value.split("; ");
        let token = parts.next().and_then(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        let attributes: BTreeMap<&str, &str> = parts.map(|part| part.split_once('=').unwrap_or((part, ""))).collect();
        let age = attributes.get("Max-Age").and_then(|age| age.parse::<u64>().ok());
        let own_path = attributes.get("Path").copied().unwrap_or_default();
        token.is_some_and(|token| token.is_empty() == is_cleared)
            && if path == "/" { own_path == path } else { own_path.starts_with(path) }
            && attributes.get("SameSite") == Some(&site)
            && attributes.contains_key("HttpOnly")
            && age.is_some_and(|age| (age == 0) == is_cleared && age <= 30 * 86_400)
            && (is_cleared || attributes.contains_key("Secure") == self.is_secure)
            && attributes.keys().all(|name| ["Path", "HttpOnly", "SameSite", "Max-Age", "Secure"].contains(name))
    }
}

fn is_html(response: &ClientResponse) -> bool {
    response.header("content-type").is_some_and(|kind| kind.starts_with("text/html"))
}

/// The values of each header. Each name in `Vary` is one of its own.
fn flattened(response: &ClientResponse) -> BTreeMap<String, Vec<&str>> {
    let mut all = BTreeMap::<String, Vec<&str>>::new();
    for (name, value) in &response.headers {
        if name == "vary" {
            for part in value.split(',').map(str::trim) {
                all.entry(format!("vary-{part}")).or_default().push(part);
            }
        } else {
            all.entry(name.clone()).or_default().push(value);
        }
    }
    all
}

/// The methods of a path, as `Allow` lists them.
pub(super) fn methods_of(path: &str) -> String {
    if path.trim_end_matches('/') == MCP_PATH {
        return "POST".to_owned();
    }
    let is_own = |route: &&Route| route_of(route.method(), path).is_some_and(|found| std::ptr::eq(found, *route));
    let all: Vec<&str> = ROUTES.iter().filter(is_own).map(Route::method).collect();
    if all.is_empty() { "GET, HEAD".to_owned() } else { all.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_a_row() {
        let named: Vec<&str> = ROUTES.iter().map(|route| route.operation().name()).collect();
        let missing: Vec<&&str> = named.iter().filter(|name| !STATEMENT.operations.contains_key(**name)).collect();
        assert!(missing.is_empty(), "network/responses.txt needs a row for {missing:?}");
        let unknown: Vec<&&str> = STATEMENT.operations.keys().filter(|name| !named.contains(name)).collect();
        assert!(unknown.is_empty(), "network/responses.txt has a row for {unknown:?}");
    }
}
