//! The moments of a run up to a violation, and the shortest run that violates a rule.

use super::exchange::{ClientRequest, ClientResponse};
use super::{Form, NetworkReport, run};
use crate::inner::{Moment, draw};
use madsim::time::Instant;
use std::fmt;

/// Maximum characters of a body in a line.
const SHOWN: usize = 160;

/// The moments so far, each a line of the text.
#[derive(Clone, Default, Debug)]
pub struct Story {
    began: Option<Instant>,
    moments: Vec<Moment>,
}

impl Story {
    /// Nothing is added after a violation.
    fn add(&mut self, lane: &str, kind: &'static str, text: String, more: String) {
        if self.moments.last().is_none_or(|last| last.kind != "violated") {
            let at = self.began.get_or_insert_with(Instant::now).elapsed().as_millis() as u64;
            self.moments.push(Moment {
                step: (at / 1_000) as u32,
                at,
                lane: lane.to_owned(),
                kind,
                text,
                more,
                of: None,
            });
        }
    }

    pub(super) fn fault(&mut self, what: &str) {
        let is_of = |words: &[&str]| words.iter().any(|word| what.contains(word));
        let lane = match () {
            () if is_of(&["disk"]) => "disk",
            () if is_of(&["network", "packets", "partition"]) => "network",
            () => "service",
        };
        self.add(lane, "fault", what.to_owned(), String::new());
    }

    /// A client sent a request and received a response.
    pub(super) fn response(&mut self, client: u64, ask: &ClientRequest, response: &ClientResponse) {
        let kind = if response.status < 400 { "granted" } else { "rejected" };
        let body = shown(ask.body.as_deref().unwrap_or_default().as_bytes());
        let text = format!("{} {} {body} -> {}", ask.method, ask.path, response.status);
        self.add(&format!("client {client}"), kind, text, shown(&response.body));
    }

    pub(super) fn broken(&mut self, what: &str) {
        self.add("service", "violated", what.to_owned(), String::new());
    }

    /// The index of the last line.
    pub(super) const fn last(&self) -> u32 {
        self.moments.len().saturating_sub(1) as u32
    }

    /// The number of lines.
    pub const fn lines(&self) -> usize {
        self.moments.len()
    }

    pub fn line(&self, at: u32) -> String {
        self.moments.get(at as usize).map_or_else(|| "the end".to_owned(), Moment::to_string)
    }
}

impl fmt::Display for Story {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moments.iter().try_for_each(|moment| writeln!(out, "{:8.3}s  {moment}", moment.at as f64 / 1_000.0))
    }
}

fn shown(bytes: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(bytes) else { return format!("{} bytes", bytes.len()) };
    let short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() { short + "..." } else { short }
}

/// A run of the network level as a page.
pub fn picture(seed: u64, report: &NetworkReport) -> String {
    let broken = report.failure.as_ref().map(|what| ("a rule was violated".to_owned(), what.clone()));
    let title = format!("Seed {seed}, network level");
    draw(&title, "Times are simulated".to_owned(), report.story.moments.clone(), Vec::new(), broken)
}

/// The run of a seed with a violation, shortened by halves while it still has one: the seconds, and the run. `None` if
/// half of it has none.
pub fn shorten(seed: u64, seconds: u64, form: Form) -> Option<(u64, NetworkReport)> {
    let halves = std::iter::successors(Some(seconds / 2), |seconds| Some(seconds / 2)).take_while(|half| *half > 0);
    halves
        .map(|seconds| (seconds, run(seed, seconds, form)))
        .take_while(|(_, shorter)| shorter.failure.is_some())
        .last()
}
