//! The lines of the server's log about requests: one access line for each, with its facts, and a line for each security
//! event. None has a name, an id or any other input.

use super::client::{Exchanged, Sent, SimClient};
use super::exchange::{Auth, ClientRequest};
use super::statement::{has_mark, is_documented};
use crate::coverage::{OF_OPERATORS, checked};
use crate::parts::lock;
use crate::rejections::route_of;
use madsim::time::Instant;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tracing::Event;
use tracing::field::{Field, Visit};
use turnstone_mcp::MCP_PATH;
use turnstone_service::credentials::Claims;

const ACCESS: &str = "turnstone::access";
const SECURITY: &str = "turnstone::security";
/// Lines of rejections in a second, after which the rest are only counted.
const LINES_A_SECOND: usize = 20;
const SECOND: Duration = Duration::from_secs(1);

/// A line: its target and its fields.
#[derive(Clone, Debug)]
pub(super) struct LogLine {
    target: &'static str,
    fields: BTreeMap<&'static str, String>,
}

/// What the server has logged. Clones are the same.
#[derive(Clone, Default)]
pub(super) struct LogBook(Arc<Mutex<LoggedLines>>);

#[derive(Default)]
struct LoggedLines {
    /// The lines by the ids of their requests.
    by_request: BTreeMap<String, Vec<LogLine>>,
    /// When lines of rejections were written.
    refused: Vec<Instant>,
}

impl LogBook {
    /// Whether the server has written enough lines of rejections that one since this time may be missing.
    fn is_throttled(&self, since: Instant) -> bool {
        let refused = &lock(&self.0).refused;
        refused.iter().rev().take_while(|at| **at + SECOND >= since).count() >= LINES_A_SECOND
    }

    /// Note a line about a request.
    pub(super) fn note(&self, event: &Event<'_>) {
        let target = match event.metadata().target() {
            ACCESS => ACCESS,
            SECURITY => SECURITY,
            _ => return,
        };
        let mut line = LogLine { target, fields: BTreeMap::new() };
        event.record(&mut line);
        let request = line.fields.get("request").cloned().unwrap_or_default();
        let mut logged = lock(&self.0);
        if line.is("result", "refused") {
            logged.refused.push(Instant::now());
        }
        logged.by_request.entry(request).or_default().push(line);
    }
}

impl Visit for LogLine {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

impl LogLine {
    fn is(&self, name: &str, value: &str) -> bool {
        self.fields.get(name).is_some_and(|own| own == value)
    }

    /// The field whose value is not of its kind, and so may be input of a caller.
    fn stray_field(&self) -> Option<&'static str> {
        let number = |value: &str| value.bytes().all(|byte| byte.is_ascii_digit());
        let word = |value: &str| value.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        let fits = |name: &str, value: &str| match name {
            "method" => value == "other" || value.bytes().all(|byte| byte.is_ascii_uppercase()),
            "route" => is_documented(value),
            "status" | "micros" | "unreported" => number(value),
            "account" => value.len() == 16 && value.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "address" => value.parse::<std::net::IpAddr>().is_ok() || value.ends_with("::/64"),
            "event" | "result" | "reason" => word(value),
            "request" => true,
            _ => false,
        };
        self.fields.iter().find(|(name, value)| !fits(name, value)).map(|(name, _)| *name)
    }
}

impl SimClient {
    /// The error in the lines about an answered request. `claims` are those of its credential.
    pub(super) fn judge_lines(&self, exchanged: Exchanged<'_>, claims: Option<&Claims>) -> Result<(), String> {
        let (ask, sent, response) = exchanged;
        let id = response.header("x-request-id").unwrap_or_default();
        if sent.number == 0 {
            return Ok(());
        }
        let lines = lock(&self.host.log.0).by_request.remove(id).unwrap_or_default();
        let wrong = |what: &str| Err(format!("{what} (in the log): {ask:?} {} {lines:?}", response.status));
        if let Some(name) = lines.iter().find_map(LogLine::stray_field) {
            return wrong(&format!("the field {name} is of another kind"));
        }
        let (access, security): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.target == ACCESS);
        let [line] = access.as_slice() else { return wrong("there is not one access line") };
        let path = ask.path.split('?').next().unwrap_or_default();
        let route = route_of(ask.method, &ask.path).map_or(path, |route| route.path());
        let names = line.is("method", ask.method) && line.is("status", &response.status.to_string());
        if !names || !line.is("route", route) && !line.is("route", "site") && !line.is("route", "none") {
            return wrong("the access line names another request");
        }
        self.judge_account(ask, line, claims, response.status).or_else(|what| wrong(&what))?;
        self.hit_line("access");
        self.judge_events((ask, sent), response.status, &security).or_else(|what| wrong(&what))
    }

    /// A pseudonym stands for one account, that of the credential.
    fn judge_account(
        &self,
        ask: &ClientRequest,
        line: &LogLine,
        claims: Option<&Claims>,
        status: u16,
    ) -> Result<(), String> {
        let account = if let Some(Claims::Account { account, .. }) = claims { Some(*account) } else { None };
        let (named, is_audited) = (line.fields.get("account"), has_mark(ask.method, &ask.path, "audited"));
        match (named, account) {
            (Some(named), Some(account)) => {
                let mut notes = self.host.notes();
                let known = *notes.pseudonyms.entry(named.clone()).or_insert(account);
                if known == account { Ok(()) } else { Err("the access line names another account".to_owned()) }
            }
            (None, Some(_)) if status == 200 => Err("the access line names no account".to_owned()),
            (Some(_), None) if !is_audited => Err("the access line names an account without a credential".to_owned()),
            _ => Ok(()),
        }
    }

    /// A rejection by a limit, for a credential or as forbidden is a security event, and so is each audited operation. Of
    /// many rejections in a second the rest have no line.
    fn judge_events(&self, (ask, sent): Sent<'_>, status: u16, lines: &[&LogLine]) -> Result<(), String> {
        // What a tool calls is known from its result alone.
        if ask.path == MCP_PATH {
            return Ok(());
        }
        let operation = route_of(ask.method, &ask.path).map(|route| route.operation().name());
        let audited = operation.filter(|_| has_mark(ask.method, &ask.path, "audited"));
        let looks = !has_mark(ask.method, &ask.path, "open");
        let due = match (status, audited) {
            (429, _) => Some("limit"),
            (_, Some(name)) => Some(name),
            (401, None) if matches!(ask.auth, Auth::Bearer(_)) && looks => Some("credential"),
            (403, None) => Some("forbidden"),
            // Only the server knows which cookies count; the webhook's secret is a credential, too.
            (401, None) => return Ok(()),
            _ => None,
        };
        let result = if status < 300 { "done" } else { "refused" };
        let is_due = |line: &&LogLine| due.is_some_and(|due| line.is("event", due)) && line.is("result", result);
        let is_refused = due.is_some() && result == "refused";
        let is_throttled = is_refused && self.host.log.is_throttled(sent.began);
        match (due, lines) {
            (None, []) => Ok(()),
            (Some(_), []) if is_throttled => Ok(()),
            (Some(due), [line]) if is_due(line) => {
                let mut notes = self.host.notes();
                if sent.start == notes.measured.start {
                    notes.measured.event(due, result);
                }
                drop(notes);
                self.hit_line("security");
                Ok(())
            }
            _ => Err(format!("the security event {due:?} ({result}) is due")),
        }
    }

    fn hit_line(&self, kind: &str) {
        let name = checked(&format!("the log of {kind}"), "its lines");
        self.host.notes().report.totals.counts.hit_cell(&OF_OPERATORS, &name);
    }
}
