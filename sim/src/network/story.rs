//! What happened in a run, line by line, up to the violation of a rule; and the shortest run in which it happens.

use super::exchange::{ClientRequest, ClientResponse};
use super::{NetworkReport, run};
use madsim::time::Instant;
use std::fmt::Display;

/// Characters of a body that a line shows.
const SHOWN: usize = 160;

/// The lines so far.
#[derive(Default)]
pub(super) struct Story {
    began: Option<Instant>,
    lines: Vec<String>,
    ended: bool,
}

impl Story {
    fn add(&mut self, what: impl Display) {
        if !self.ended {
            let began = *self.began.get_or_insert_with(Instant::now);
            self.lines.push(format!("{:8.3}s  {what}", began.elapsed().as_secs_f64()));
        }
    }

    /// A fault.
    pub(super) fn fault(&mut self, what: &str) {
        self.add(what);
    }

    /// A client sent a request and got a response.
    pub(super) fn response(&mut self, client: u64, ask: &ClientRequest, response: &ClientResponse) {
        let body = ask.body.as_deref().unwrap_or_default();
        let answer = match std::str::from_utf8(&response.body) {
            Ok(text) => shown(text),
            Err(_) => format!("{} bytes", response.body.len()),
        };
        let body = shown(body);
        self.add(format_args!("client {client}  {} {} {body}  ->  {} {answer}", ask.method, ask.path, response.status));
    }

    /// A rule was broken. Later lines would explain nothing.
    pub(super) fn broken(&mut self, what: &str) {
        self.add(format_args!("BROKEN  {what}"));
        self.ended = true;
    }

    /// The place of the last line.
    pub(super) const fn last(&self) -> usize {
        self.lines.len().saturating_sub(1)
    }

    /// The lines as a text.
    pub(super) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }
}

fn shown(text: &str) -> String {
    let short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() { short + "..." } else { short }
}

/// The run of a seed that breaks a rule, shortened by halves as long as it still does.
pub fn shorten(seed: u64, mut seconds: u64, lies: bool, mut report: NetworkReport) -> (u64, NetworkReport) {
    while seconds > 1 {
        let shorter = run(seed, seconds / 2, lies);
        if shorter.failure.is_none() {
            break;
        }
        (seconds, report) = (seconds / 2, shorter);
    }
    (seconds, report)
}
