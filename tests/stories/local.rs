//! The same stories through the in-process transport. A story's HTTP requests are converted to operations of the
//! contract, and their results are written as HTTP would write them: both transports have one transcript.

use crate::readers::{Event, Receiver};
use crate::script::{self, Line};
use crate::world::Response;
use hyper::body::Bytes;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::future::Future;
use std::net::IpAddr;
use turnstone_api::operation::Operation;
use turnstone_api::words::Words;
use turnstone_documents::ROUTES;
use turnstone_documents::status::status;
use turnstone_engine::Port;
use turnstone_local::LocalTransport;
use turnstone_service::effects::{Issued, Replied, ReplyPlace};

/// Whether a story uses nothing that only HTTP has: a header, a cookie, an unknown path, a body that is not a JSON
/// object, a duplicate parameter.
pub(crate) fn can_tell(story: &str) -> bool {
    story.trim().lines().map(script::read).all(|line| match line {
        Line::Asks { ask, .. } => {
            let shows_header = ask.shown.iter().flatten().any(|path| path.starts_with('@'));
            let body = ask.body.as_deref().unwrap_or("{}");
            let is_object = body.contains("<<") || serde_json::from_str::<Map<String, Value>>(body).is_ok();
            let (path, query) = ask.path.split_once('?').unwrap_or((&ask.path, ""));
            let names: Vec<_> = form_urlencoded::parse(query.as_bytes()).map(|(name, _)| name).collect();
            let names_once = names.iter().collect::<BTreeSet<_>>().len() == names.len();
            let is_plain = ask.headers.is_empty() && !shows_header && is_object && names_once;
            is_plain && operation(&ask.method, path).is_some()
        }
        Line::Uses { cookie, .. } => !cookie,
        Line::Comment
        | Line::Set(_)
        | Line::Joins { .. }
        | Line::Invites { .. }
        | Line::HangsUp { .. }
        | Line::Obeys { .. }
        | Line::ComesFrom { .. }
        | Line::Plays { .. }
        | Line::Subscribes { .. }
        | Line::Outside(_)
        | Line::Together
        | Line::End
        | Line::Later(_)
        | Line::Midnight
        | Line::Restart(_)
        | Line::Outage(_)
        | Line::Model(_)
        | Line::Drain
        | Line::Acts { .. }
        | Line::Sees { .. } => true,
    })
}

/// A transcript without HTTP's own facts of a response: its caching, and its tag.
pub(crate) fn without_caching(transcript: &str) -> String {
    let mut left = transcript.to_owned();
    for header in [" [etag: ", " [cache-control: "] {
        while let Some(start) = left.find(header) {
            let end = left[start..].find(']').expect("a header ends with its bracket");
            left.replace_range(start..=start + end, "");
        }
    }
    left
}

/// Send a request through the in-process transport, as if it had come from this address.
pub(crate) fn call(
    port: Port,
    from: IpAddr,
    request: http::Request<Bytes>,
    receiver: Receiver,
) -> impl Future<Output = ()> + Send {
    let (head, body) = request.into_parts();
    async move {
        let (operation, names) = operation(head.method.as_str(), head.uri.path()).expect("the story has steps");
        let query = form_urlencoded::parse(head.uri.query().unwrap_or("").as_bytes());
        let mut fields: Map<String, Value> = query.map(|(name, value)| (name.into_owned(), value.into())).collect();
        fields.extend(serde_json::from_slice::<Map<String, Value>>(&body).unwrap_or_default());
        let token = head.headers.get("authorization").and_then(|value| value.to_str().unwrap().strip_prefix("Bearer "));
        let local = LocalTransport::new(port, from);
        if !operation.about().is_stream() {
            return receiver.whole(response(local.call(token, operation, &names, &fields).await));
        }
        let mut stream = match local.subscribe(token, operation, &names, &fields).await {
            Ok(stream) => stream,
            Err(words) => return receiver.whole(response(Err(words))),
        };
        let head = http::Response::builder().header("content-type", "text/event-stream").body(()).unwrap();
        receiver.opened(head.into_parts().0);
        while let Some(reply) = stream.next().await {
            receiver.more(event(&reply.unwrap()).written().as_bytes());
        }
        receiver.over();
    }
}

/// An event as HTTP writes it.
fn event(replied: &Replied) -> Event {
    let id = if let ReplyPlace::Event(id) = &replied.place { Some(id.to_string()) } else { None };
    Event { id, name: replied.answer.event().unwrap().to_owned(), data: replied.answer.json().into_owned() }
}

/// The operation of a method and a path, and its path parameters.
fn operation(method: &str, path: &str) -> Option<(&'static dyn Operation, Vec<Cow<'static, str>>)> {
    let asked: Vec<&str> = path.split('/').collect();
    let is_name = |part: &str| part.starts_with('{');
    let fits = |route: &str| {
        let own: Vec<&str> = route.split('/').collect();
        own.len() == asked.len() && own.iter().zip(&asked).all(|(own, asked)| own == asked || is_name(own))
    };
    let names_in = |route: &str| route.split('/').filter(|part| is_name(part)).count();
    let fitting = ROUTES.iter().filter(|route| route.method() == method && fits(route.path()));
    let route = fitting.min_by_key(|route| names_in(route.path()))?;
    let named = route.path().split('/').zip(&asked).filter(|(own, _)| is_name(own)).map(|(_, asked)| *asked);
    let names = named.map(|name| percent_decode_str(name).decode_utf8().map(|name| Cow::Owned(name.into_owned())));
    Some((route.operation(), names.collect::<Result<_, _>>().ok()?))
}

fn response(reply: Result<Replied, Words>) -> Response {
    let mut response = http::Response::builder().header("content-type", "application/json");
    let body = match &reply {
        Ok(replied) => {
            if replied.replayed {
                response = response.header("idempotent-replayed", "true");
            }
            if let Some(issued) = &replied.issued {
                response = response.header("set-cookie", cookie(issued));
            }
            serde_json::to_vec(&replied.answer)
        }
        Err(words) => {
            let status = status(words.category);
            response = response.status(status);
            if let Some(seconds) = words.after_s {
                response = response.header("retry-after", seconds);
            }
            if status == 401 {
                response = response.header("www-authenticate", "Bearer");
            }
            serde_json::to_vec(&words.body())
        }
    };
    response.body(body.unwrap().into()).unwrap()
}

/// The cookies that a browser would get.
fn cookie(issued: &Issued) -> String {
    match issued {
        Issued::Session { token, lasts_s } => {
            format!("service_session={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={lasts_s}; Secure", token.reveal())
        }
        Issued::Seat { token, table, lasts_s } => format!(
            "service_seat={}; Path=/api/tables/{table}; HttpOnly; SameSite=Strict; Max-Age={lasts_s}; Secure",
            token.reveal()
        ),
    }
}
