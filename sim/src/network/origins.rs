//! Requests as the page of another site could make a browser send them: a cookie must not be used, or set, by them.

use super::client::SimClient;
use super::envelope::OWN_ORIGIN;
use super::exchange::{Auth, ClientResponse};
use super::server::BASE_URL;
use turnstone_http::problem::Problem;
use turnstone_http::rejection::ErrorResponse;

/// The headers of a request, and what is wrong with it: where a cookie vouches for a change, and where it asks for a
/// cookie.
type Origin = (&'static [(&'static str, &'static str)], Option<fn() -> Problem>, Option<fn() -> Problem>);

const JSON: (&str, &str) = ("content-type", "application/json");
const FROM: Option<fn() -> Problem> = Some(|| Problem::CookieFromElsewhere);
const FOR: Option<fn() -> Problem> = Some(|| Problem::CookieForElsewhere);
const WITHOUT_JSON: Option<fn() -> Problem> = Some(|| Problem::CookieWithoutJson);

const ORIGINS: [Origin; 10] = [
    (&[JSON, ("origin", "https://evil.example")], FROM, FOR),
    (&[JSON, ("origin", "http://turnstone.example.evil")], FROM, FOR),
    (&[JSON, ("sec-fetch-site", "cross-site")], FROM, FOR),
    (&[JSON, ("sec-fetch-site", "same-site")], FROM, FOR),
    (&[JSON, ("sec-fetch-site", "none")], FROM, None),
    (&[JSON, ("origin", "null"), ("sec-fetch-site", "same-origin")], FROM, FOR),
    (&[JSON, ("origin", OWN_ORIGIN), ("origin", "https://evil.example")], FROM, FOR),
    (&[("content-type", "text/plain")], WITHOUT_JSON, None),
    (&[JSON, ("origin", OWN_ORIGIN), ("sec-fetch-site", "same-origin")], None, None),
    (&[("content-type", "Application/JSON ; x=y"), ("origin", BASE_URL)], None, None),
];

impl SimClient {
    pub(super) async fn cross_origin(&mut self) {
        let signs_in = self.rng.percent(40);
        let drawn = if signs_in {
            self.draw(r#"recover {"handle":"$handle","recoveryCode":"$recovery"}"#)
        } else {
            self.draw(r#"post_table_message {"id":"@table","body":"@word","clientId":"$ref"}"#)
        };
        let Some(mut ask) = drawn else { return };
        if !signs_in {
            let (Auth::Bearer(token) | Auth::Cookie(token)) = self.own_auth() else { return };
            let token = token.rsplit('=').next().unwrap_or_default().to_owned();
            ask.auth = Auth::Cookie(format!("service_session={token}"));
        }
        let listed = self.host.setup.cors_origins.first().cloned().filter(|_| self.rng.percent(15));
        let problem = if let Some(listed) = listed {
            ask = ask.with(JSON.0, JSON.1).with("origin", listed);
            if signs_in { None } else { FROM }
        } else {
            let (headers, changes, sets) = self.rng.one(&ORIGINS);
            ask = headers.iter().fold(ask, |ask, (name, value)| ask.with(name, *value));
            if signs_in { sets } else { changes }
        };
        let Some(response) = self.call(ask.clone()).await else { return };
        let Some(problem) = problem else {
            let is_rejected = [FROM, FOR, WITHOUT_JSON].into_iter().flatten().any(|problem| says(&response, problem()));
            if is_rejected {
                self.host.fail(format!("a request of the own page was rejected: {ask:?} {}", response.brief()));
            }
            return self.host.hit("network: a page of the own origin used a cookie");
        };
        match response.status {
            403 if says(&response, problem()) => self.host.hit(if signs_in {
                "network: a forged sign-in was rejected"
            } else {
                "network: a forged request was rejected"
            }),
            401 if !signs_in => {}
            503 => {}
            _ => self.host.fail(format!("a forged request was answered {}: {ask:?}", response.brief())),
        }
        if response.headers_of("set-cookie").any(|cookie| !cookie.contains("Max-Age=0")) {
            self.host.fail(format!("a forged request got a cookie: {ask:?} {:?}", response.headers));
        }
    }

    /// A request that cannot be read counts like any other.
    pub(super) async fn count_the_unreadable(&mut self) {
        let mark = self.host.mark();
        let (Some(good), Some(bad)) = (self.draw("me"), self.draw(r#"ledger {"limit":0}"#)) else { return };
        let Some(before) = self.send(&good).await.and_then(|response| left_of_window(&response, 200)) else { return };
        let Some(after) = self.send(&bad).await.and_then(|response| left_of_window(&response, 400)) else { return };
        if !self.host.all_well_since(mark) {
            return;
        }
        // In the same minute there is one less.
        if after.1 > before.1 || after.0 < before.0 {
            self.host.hit("network: an unreadable request counted");
        } else {
            self.host.fail(format!("a request that cannot be read is free: {before:?} left, then {after:?}"));
        }
    }
}

/// Whether a response has the status and the words of a problem.
fn says(response: &ClientResponse, problem: Problem) -> bool {
    let due = ErrorResponse::from(problem);
    response.status == due.status && response.json == serde_json::to_value(due.body()).unwrap_or_default()
}

/// How much is left of the window of a request, and in how many seconds the next one begins.
fn left_of_window(response: &ClientResponse, status: u16) -> Option<(u64, u64)> {
    let fields = response.header("ratelimit").filter(|_| response.status == status)?.split(';');
    let field = |name: &str| fields.clone().find_map(|field| field.strip_prefix(name)?.parse().ok());
    Some((field("r=")?, field("t=")?))
}
