//! The lines of a story.
//!
//! ```text
//! # A comment.
//! set active_tables=2                    limits, times and chips, before all other lines
//! ada joins                              a member with an address and a Bearer token; `as test`; `by invite_1`
//! the operator invites 2 uses            an invitation code; `for 1h`, `test`
//! ada GET /api/me                        a request with the member's credentials; a JSON body follows the path
//! ada GET /api/me | balance              only this part of the response is shown; `-` shows none, `@etag` a header
//! ada GET /api/x [If-None-Match: *]      a request with a header
//! 3 times ada GET /api/me                repeated; equal consecutive responses are recorded once
//! bob waits 30s on t_1 events_since=0    a long-poll
//! bob streams t_1 after=event_1          a stream; its events are recorded as they arrive
//! bob streams me                         the same of all that concerns bob; absent values are not shown
//! bob hangs up
//! ada calls act {"tableId":"t_1"}        a tool of the Model Context Protocol with its arguments and structured content
//! ada reads act {"tableId":"t_1"}        the same, with the text alone
//! eve comes from 2001:db8::1             sets the address
//! ada uses token_2 / uses cookie token_2 / has no credentials
//! ada obeys                              waits for the last Retry-After, and sends the request again
//! ada meets bob for 50                   an open tic-tac-toe table at which both are seated
//! ada beats bob for 50                   ... played until ada wins; `draws with`; `3 times` before it: as often
//! mover marks 4 on t_1                   the member to move; `idle` is the other one
//! ada subscribes fcm.googleapis.com/a    a browser of the member is notified from now on
//! the outside answers failed             delivered, gone, refused, rejected, failed 600 or nothing, to every call
//! the model plays 0                      its answer from now on: the legal action at an index
//! the model talks nonsense / cannot count / fails / is silent
//! together / end                         requests that reach the service at once
//! +48h / midnight                        the clock moves, and all deadlines on the way run
//! restart                                the power fails and comes back
//! restart 2h earlier                     ... and the machine's clock was set back meanwhile
//! restart 2h later                       ... after this time without service
//! the operator stops the service         pending polls are answered, new requests are rejected
//! mia freezes {"whom":{"handle":"ada"}} because she cheats    an operator's action; the audit has name and reason
//! mia sees {"audit":{"limit":5}}         a query of an operator; `| audit.*.act` as everywhere
//! ```

use std::net::IpAddr;
use turnstone_service::calls::CallResult;

/// One line of a story.
#[derive(Debug)]
pub(crate) enum Line {
    Comment,
    Set(Vec<(String, String)>),
    Joins {
        who: String,
        test: bool,
        by: Option<String>,
    },
    Invites {
        uses: u32,
        expires_in_s: Option<u64>,
        test: bool,
    },
    Asks {
        who: String,
        times: u32,
        ask: Ask,
    },
    HangsUp {
        who: String,
    },
    Uses {
        who: String,
        cookie: bool,
        credential: Option<String>,
    },
    Obeys {
        who: String,
    },
    ComesFrom {
        who: String,
        address: IpAddr,
    },
    Plays {
        who: String,
        whom: String,
        stake: u64,
        how: Match,
        times: u32,
    },
    Subscribes {
        who: String,
        endpoint: String,
    },
    /// The result of outbound calls.
    Outside(Option<CallResult>),
    Model(ModelSays),
    Together,
    End,
    Later(u64),
    Midnight,
    /// With the clock set back by this many milliseconds.
    Restart(u64),
    /// After this many milliseconds without service.
    Outage(u64),
    Drain,
    /// An operation of an operator, in JSON, and the parts of its result that are shown.
    Acts {
        act: String,
        by: String,
        reason: Option<String>,
        shown: Option<Vec<String>>,
    },
    /// A query of an operator, and the parts of its result that are shown.
    Sees {
        query: String,
        shown: Option<Vec<String>>,
    },
}

/// The model's answers from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ModelSays {
    /// The legal action at this index, or the last if there are fewer.
    Place(u16),
    /// Nonsense text.
    Nonsense,
    /// A number out of range.
    Wrong,
    /// It rejects the question.
    Rejection,
    /// It is unavailable.
    Failure,
    /// No answer.
    Silence,
}

/// A request in a story.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Option<String>,
    /// The parts of the response that are shown; all if `None`.
    pub(crate) shown: Option<Vec<String>>,
}

/// The extent of a match of two members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Match {
    Begun,
    Won,
    Drawn,
}

/// The operators' actions, and their names in the core.
const VERBS: [(&str, &str); 14] = [
    ("invites", "invite"),
    ("revokes", "revokeInvitation"),
    ("freezes", "freeze"),
    ("unfreezes", "unfreeze"),
    ("ends-sessions", "endSessions"),
    ("adjusts", "adjust"),
    ("voids", "void"),
    ("mutes", "mute"),
    ("unmutes", "unmute"),
    ("erases", "erase"),
    ("exports", "export"),
    ("rotates-key", "rotateKey"),
    ("recovers", "recover"),
    ("removes", "removeMessage"),
];

const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"];

/// Parse a line; a panic explains an invalid one to the author.
pub(crate) fn read(line: &str) -> Line {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Line::Comment;
    }
    if let Some(span) = line.strip_prefix('+') {
        return Line::Later(crate::labels::span(span).unwrap_or_else(|| panic!("no span of time: {line}")));
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["the", "model", "plays", place] => Line::Model(ModelSays::Place(place.parse().unwrap())),
        ["the", "model", "talks", "nonsense"] => Line::Model(ModelSays::Nonsense),
        ["the", "model", "cannot", "count"] => Line::Model(ModelSays::Wrong),
        ["the", "model", "rejects", "questions"] => Line::Model(ModelSays::Rejection),
        ["the", "model", "fails"] => Line::Model(ModelSays::Failure),
        ["the", "model", "is", "silent"] => Line::Model(ModelSays::Silence),
        ["together"] => Line::Together,
        ["end"] => Line::End,
        ["midnight"] => Line::Midnight,
        ["restart"] => Line::Restart(0),
        ["restart", span, "earlier"] => Line::Restart(seconds(span) * 1000),
        ["restart", span, "later"] => Line::Outage(seconds(span) * 1000),
        ["the", "operator", "stops", "the", "service"] => Line::Drain,
        ["set", pairs @ ..] => Line::Set(pairs.iter().map(|pair| split(pair, "=")).collect()),
        ["the", "operator", "invites", uses, "uses" | "use", rest @ ..] => Line::Invites {
            uses: uses.parse().unwrap(),
            expires_in_s: rest.iter().position(|word| *word == "for").map(|at| seconds(rest[at + 1])),
            test: rest.contains(&"test"),
        },
        [who, "joins"] => Line::Joins { who: (*who).into(), test: false, by: None },
        [who, "joins", "as", "test"] => Line::Joins { who: (*who).into(), test: true, by: None },
        [who, "joins", "by", code] => Line::Joins { who: (*who).into(), test: false, by: Some((*code).into()) },
        [who, "hangs", "up"] => Line::HangsUp { who: (*who).into() },
        [who, "uses", "cookie", token] => uses(who, true, Some(token)),
        [who, "uses", token] => uses(who, false, Some(token)),
        [who, "has", "no", "credentials"] => uses(who, false, None),
        [who, "comes", "from", address] => Line::ComesFrom { who: (*who).into(), address: address.parse().unwrap() },
        ["the", "outside", "answers", words @ ..] => Line::Outside(crate::outside::result(words)),
        [who, "subscribes", endpoint] => {
            Line::Subscribes { who: (*who).into(), endpoint: format!("https://{endpoint}") }
        }
        [who, "obeys"] => Line::Obeys { who: (*who).into() },
        [who, "meets", whom, "for", stake] => plays(who, whom, stake, Match::Begun),
        [who, "beats", whom, "for", stake] => plays(who, whom, stake, Match::Won),
        [who, "draws", "with", whom, "for", stake] => plays(who, whom, stake, Match::Drawn),
        [times, "times", who, verb @ ("beats" | "draws"), ..] => {
            let line = read(&format!("{who} {verb}{}", line.split_once(verb).unwrap().1));
            let Line::Plays { who, whom, stake, how, .. } = line else { unreachable!() };
            Line::Plays { who, whom, stake, how, times: times.parse().unwrap() }
        }
        [who, "waits", span, "on", what, query @ ..] => {
            let kind = if what.starts_with("pty_") { "parties" } else { "tables" };
            let wait = seconds(span);
            let more: String = query.iter().take_while(|word| **word != "|").map(|part| format!("&{part}")).collect();
            let shown = line.split_once(" | ").map(|(_, shown)| format!(" | {shown}")).unwrap_or_default();
            request(who, 1, &format!("GET /api/{kind}/{what}?wait={wait}{more}{shown}"))
        }
        [who, "streams", what, query @ ..] => {
            let of = match *what {
                "me" => "me".to_owned(),
                party if party.starts_with("pty_") => format!("parties/{party}"),
                table => format!("tables/{table}"),
            };
            let query: Vec<&str> = query.iter().take_while(|word| **word != "|").copied().collect();
            let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
            let shown = line.split_once(" | ").map(|(_, shown)| format!(" | {shown}")).unwrap_or_default();
            request(who, 1, &format!("GET /api/{of}/stream{query}{shown}"))
        }
        [who, "marks", cell, "on", table, rest @ ..] => {
            let action = format!(r#"{{"action":{{"type":"mark","cell":{cell}}}}}"#);
            request(who, 1, &format!("POST /api/tables/{table}/action {action} {}", rest.join(" ")))
        }
        [times, "times", who, method, ..] if METHODS.contains(method) => {
            let rest = line.split_once(method).unwrap().1;
            request(who, times.parse().unwrap(), &format!("{method}{rest}"))
        }
        [_, "sees", ..] => {
            let (query, shown) = shown_of(line.split_once("sees").unwrap().1);
            Line::Sees { query: query.trim().to_owned(), shown }
        }
        [by, verb, ..] if VERBS.iter().any(|(own, _)| own == verb) => {
            let (_, act) = VERBS.iter().find(|(own, _)| own == verb).unwrap();
            let (rest, shown) = shown_of(line.split_once(verb).unwrap().1);
            let (fields, reason) = rest.split_once(" because ").map_or((rest, None), |(a, b)| (a, Some(b.to_owned())));
            Line::Acts { act: format!(r#"{{"{act}":{}}}"#, fields.trim()), by: (*by).into(), reason, shown }
        }
        [who, verb @ ("calls" | "reads"), tool, ..] => {
            let rest = line.split_once(verb).unwrap().1;
            let (arguments, shown) = shown_of(rest.split_once(tool).unwrap().1);
            let call = if *verb == "calls" { tool_call } else { text_call };
            let ask = Ask { shown, ..call(tool, arguments.trim()) };
            Line::Asks { who: (*who).into(), times: 1, ask }
        }
        [who, method, ..] if METHODS.contains(method) => {
            let rest = line.split_once(method).unwrap().1;
            request(who, 1, &format!("{method}{rest}"))
        }
        _ => panic!("not a line of a story: {line}"),
    }
}

/// A call of a tool, by its name without the prefix, whose arguments are a JSON object or nothing. Its result has structured
/// content.
pub(crate) fn tool_call(tool: &str, arguments: &str) -> Ask {
    let rest = arguments.trim().trim_start_matches('{');
    let comma = if matches!(rest, "" | "}") { "" } else { "," };
    let arguments = format!(r#"{{"full":true{comma}{}"#, if rest.is_empty() { "}" } else { rest });
    text_call(tool, &arguments)
}

/// The same without structured content.
pub(crate) fn text_call(tool: &str, arguments: &str) -> Ask {
    let arguments = if arguments.is_empty() { "{}" } else { arguments };
    let params = format!(r#"{{"name":"turnstone_{tool}","arguments":{arguments}}}"#);
    Ask {
        method: "POST".into(),
        path: "/mcp".into(),
        headers: vec![("Accept".into(), "application/json, text/event-stream".into())],
        body: Some(format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#)),
        shown: None,
    }
}

/// A text without the list of shown parts, and that list.
fn shown_of(text: &str) -> (&str, Option<Vec<String>>) {
    match text.rsplit_once(" | ") {
        Some((text, shown)) => (text, Some(shown.split_whitespace().map(str::to_owned).collect())),
        None => (text, None),
    }
}

fn request(who: &str, times: u32, text: &str) -> Line {
    let (text, shown) = shown_of(text);
    let (method, text) = split(text.trim(), " ");
    let (path, mut rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let mut headers = Vec::new();
    while let Some(inner) = rest.trim().strip_prefix('[')
        && let Some((header, after)) = inner.split_once(']')
        && header.contains(": ")
    {
        headers.push(split(header, ": "));
        rest = after;
    }
    let body = Some(rest.trim().to_owned()).filter(|body| !body.is_empty());
    Line::Asks { who: who.into(), times, ask: Ask { method, path: path.into(), headers, body, shown } }
}

fn uses(who: &str, cookie: bool, credential: Option<&str>) -> Line {
    Line::Uses { who: who.into(), cookie, credential: credential.map(str::to_owned) }
}

fn plays(who: &str, whom: &str, stake: &str, how: Match) -> Line {
    Line::Plays { who: who.into(), whom: whom.into(), stake: stake.parse().unwrap(), how, times: 1 }
}

fn split(text: &str, at: &str) -> (String, String) {
    let (a, b) = text.split_once(at).unwrap_or_else(|| panic!("{text} has no {at}"));
    (a.to_owned(), b.to_owned())
}

fn seconds(span: &str) -> u64 {
    crate::labels::span(span).unwrap_or_else(|| panic!("no span of time: {span}")) / 1000
}
