//! The requests of clients: those of the core level's generator, drawn from the same state of the callers, as HTTP
//! carries them.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest};
use super::judge::NetworkJudge;
use crate::contract::check_reading;
use crate::inner::{DrawnRequest, Fields, Generator, WEBHOOK_SECRET};
use crate::rng::Rng;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode_byte, utf8_percent_encode};
use serde_json::Value;
use turnstone_api::invalid::Invalid;
use turnstone_documents::route::Route;
use turnstone_documents::{ROUTES, WEBHOOK_HEADER};
use turnstone_http::request::{self, Params};
use turnstone_service::credentials::Claims;

/// Frequent templates with their weights: requests that make something happen between clients.
const OFTEN: &str = include_str!("often.txt");

impl SimClient {
    /// The request of a template.
    pub(super) fn draw(&mut self, template: &str) -> Option<ClientRequest> {
        let who = self.name.clone();
        self.draw_as(&who, template, 0)
    }

    /// The same for any caller. `#` stands for the step whose reply brought the table, party or grant.
    pub(super) fn draw_as(&mut self, who: &str, template: &str, about: u32) -> Option<ClientRequest> {
        self.render(|generator, judge, step| generator.request(judge, (step, who), template, about))
    }

    /// A frequent request, any request of the contract, or one at the edge of a field's range.
    pub(super) fn draw_any(&mut self) -> Option<ClientRequest> {
        let who = self.caller();
        match self.rng.below(10) {
            0..6 => {
                let template = weighted(OFTEN, &mut self.rng);
                self.draw_as(&who, template, 0)
            }
            6 | 7 => self.render(|generator, judge, step| generator.any_request(judge, (step, &who))),
            _ => self.render(|generator, judge, step| generator.edge_request(judge, (step, &who))),
        }
    }

    /// The caller: usually the member, sometimes with an earlier token, as a stranger, as the holder of a seat, or as
    /// both.
    pub(super) fn caller(&mut self) -> String {
        let name = self.name.clone();
        let seats: Vec<String> = self.host.judge().known.seats.keys().rev().take(6).cloned().collect();
        match (self.rng.below(20), self.rng.pick(&seats)) {
            (0, _) => format!("{name}/old"),
            (1, _) => "stranger".to_owned(),
            (2 | 3, Some(seat)) => seat.clone(),
            (4, Some(seat)) => format!("{name}+{seat}"),
            _ => name,
        }
    }

    /// A request as HTTP carries it, drawn with the number of its step.
    fn render(
        &mut self,
        draw: impl FnOnce(&mut Generator, &NetworkJudge, u32) -> Option<DrawnRequest>,
    ) -> Option<ClientRequest> {
        let host = self.host.clone();
        let step = host.next_number() as u32;
        let judge = host.judge();
        let (who, operation, fields) = draw(&mut self.generator, &judge, step)?;
        let fields = judge.known.resolve(step, &who, &fields);
        let route = ROUTES.iter().find(|route| route.operation().name() == operation)?;
        let (mut ask, fields) = rendered(route, fields, &mut self.rng)?;
        let outcome = read(route, &ask);
        let held = check_reading(&mut self.host.notes().report.totals.counts, operation, &fields, &outcome);
        self.host.check(held);
        let caller = judge.known.caller(&who);
        ask.auth = self.auth(&judge, caller.claims, caller.seat);
        if who == "messenger" {
            ask = ask.with(WEBHOOK_HEADER, WEBHOOK_SECRET);
        }
        ask.caller = Some((who, step));
        Some(ask)
    }

    pub(super) fn own_auth(&mut self) -> Auth {
        let host = self.host.clone();
        let judge = host.judge();
        let claims = judge.known.caller(&self.name).claims;
        self.auth(&judge, claims, None)
    }

    /// A credential by Bearer or by cookie. A seat's beside an account's is sent by cookie only.
    fn auth(&mut self, judge: &NetworkJudge, claims: Option<Claims>, seat: Option<Claims>) -> Auth {
        let Some(claims) = claims else { return Auth::Anonymous };
        let known = judge.known.people.get(&self.name).and_then(|person| person.token.as_ref());
        let text = |claims: &Claims| match known {
            Some((token, own)) if own == claims => token.clone(),
            Some(_) | None => judge.keys.token(claims).reveal().to_owned(),
        };
        if seat.is_none() && self.rng.percent(60) {
            return Auth::Bearer(text(&claims));
        }
        let cookie = |claims: &Claims| match claims {
            Claims::Account { .. } => format!("service_session={}", text(claims)),
            Claims::Seat { .. } => format!("service_seat={}", text(claims)),
        };
        self.host.hit("network: a request by cookie");
        let beside = self.rng.one(&["", "", "theme=dark; ", "service_sessions=x; a=b; "]);
        let own = cookie(&claims);
        let seat = seat.map(|seat| format!("; {}", cookie(&seat))).unwrap_or_default();
        Auth::Cookie(format!("{beside}{own}{seat}"))
    }
}

/// One of some templates, each in a line after its weight.
pub(super) fn weighted(templates: &'static str, rng: &mut Rng) -> &'static str {
    let lines = templates.lines().filter_map(|line| line.split_once(' '));
    let lines = lines.flat_map(|(weight, line)| vec![line; weight.parse().unwrap_or(1)]);
    rng.one(&lines.collect::<Vec<_>>())
}

/// A request of an operation as HTTP carries it, and the fields that it can carry.
fn rendered(route: &'static Route, mut fields: Fields, rng: &mut Rng) -> Option<(ClientRequest, Fields)> {
    let mut names = route.operation().names().iter();
    let mut path = String::new();
    for part in route.path().split('/').skip(1) {
        path.push('/');
        match part.strip_prefix('{') {
            // Without a name it is another path.
            Some(_) => {
                path.push_str(&encoded(fields.get(*names.next()?)?.as_str().filter(|name| !name.is_empty())?, rng))
            }
            None => path.push_str(part),
        }
    }
    let mut rest = fields.clone();
    rest.retain(|name, _| !route.operation().names().contains(&name.as_str()));
    let has_body = route.has_body();
    let body = has_body.then(|| Value::Object(rest.clone()).to_string());
    if !has_body {
        // A query has only texts: a number is sent as its text.
        let mut between = '?';
        for (name, value) in rest {
            let text = match &value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                    fields.remove(&name);
                    continue;
                }
            };
            let (plus, sent) = (rng.percent(50), encoded(&text, rng));
            path.push_str(&format!("{between}{name}={}", if plus { sent.replace("%20", "+") } else { sent }));
            fields.insert(name, text.into());
            between = '&';
        }
    }
    let ask = ClientRequest { method: route.method(), path, body, ..ClientRequest::default() };
    Some((ask, fields))
}

/// An encoded text of a path or a query. Sometimes more is encoded than necessary.
fn encoded(text: &str, rng: &mut Rng) -> String {
    const PLAIN: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    if rng.percent(5) && text.parse::<f64>().is_err() {
        return text.bytes().map(percent_encode_byte).collect();
    }
    utf8_percent_encode(text, &PLAIN).to_string()
}

/// The header with which a reader continues a stream.
pub(super) const LAST_EVENT_ID: &str = "last-event-id";

/// The request that a route reads.
pub(super) fn read(route: &Route, ask: &ClientRequest) -> Result<turnstone_service::request::Request, Invalid> {
    let (path, query) = ask.path.split_once('?').unwrap_or((&ask.path, ""));
    let placeholders = route.path().split('/').zip(path.split('/')).filter(|(own, _)| own.starts_with('{'));
    let params = Params::new(placeholders.map(|(_, value)| percent_decode_str(value).decode_utf8_lossy()).collect());
    let body = if ask.method == "GET" { "" } else { ask.body.as_deref().unwrap_or_default() };
    let mut request = request::read(route, &params, query, body.as_bytes())?;
    let ids: Vec<&str> =
        ask.headers.iter().filter(|(name, _)| *name == LAST_EVENT_ID).map(|(_, id)| id.as_str()).collect();
    match ids.as_slice() {
        [] => Ok(request),
        [id] => request.resume("Last-Event-ID", id).map(|()| request),
        _ => Err(Invalid::parameter("Last-Event-ID", "comes twice")),
    }
}
