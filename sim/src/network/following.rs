//! Readers of streams: they read for a while and leave, and continue later after one of the events that they have, over
//! whatever happened to the server meanwhile.

use super::client::{PROMPT, Sent, SimClient};
use super::exchange::{ClientRequest, HalfRead};
use super::requests::LAST_EVENT_ID;
use madsim::time::{Instant, sleep, timeout};
use std::time::Duration;

/// How long a reader stays at most, in milliseconds.
const STAY_MS: u64 = 6_000;

/// The same for a reader who waits for comments.
const LONG_STAY_MS: u64 = 45_000;
/// After this long without an event a stream gets a comment.
const QUIET: Duration = Duration::from_secs(15);

/// What a reader has got.
struct Reading {
    /// The id of the newest event.
    newest: Option<String>,
    /// When the newest event or comment came.
    heard_at: Instant,
    has_ended: bool,
}

#[derive(Debug)]
pub(super) struct StreamEvent {
    pub(super) id: Option<String>,
    pub(super) name: String,
    pub(super) data: String,
}

impl StreamEvent {
    /// Nothing for a comment.
    fn read(text: &str) -> Option<Self> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        Some(Self { id: field("id: "), name: field("event: ")?, data: field("data: ")? })
    }
}

impl SimClient {
    /// Read a stream for a while, leave it, and continue after its newest event.
    pub(super) async fn follow(&mut self, ask: &ClientRequest) {
        let mut ask = ask.clone();
        for _ in 0..self.rng.between(1, 4) {
            let Some(newest) = self.follow_once(&ask).await else { return };
            sleep(Duration::from_millis(self.rng.below(STAY_MS))).await;
            ask.headers.retain(|(name, _)| *name != LAST_EVENT_ID);
            let path = ask.path.split('?').next().unwrap_or_default().to_owned();
            match self.rng.below(8) {
                // The header wins over the parameter.
                0..4 => ask = ask.with(LAST_EVENT_ID, newest),
                4 => ask = ask.with(LAST_EVENT_ID, newest.clone()).with(LAST_EVENT_ID, newest),
                5 => ask = ask.with(LAST_EVENT_ID, format!("0{newest}")),
                _ => ask.path = format!("{path}?after={newest}"),
            }
            self.host.hit("network: a stream was continued");
        }
    }

    /// The id of the newest event that came.
    async fn follow_once(&mut self, ask: &ClientRequest) -> Option<String> {
        let sent = self.about_to_send(ask);
        let (line, response) = self.exchange(&sent, None, ask).await;
        let mut line = line.filter(|_| response.is_some_and(|response| response.status == 200))?;
        self.host.hit("network: a stream was opened");
        let is_long = self.rng.percent(20);
        let stay = Duration::from_millis(self.rng.below(if is_long { LONG_STAY_MS } else { STAY_MS }));
        let mut reading = Reading { newest: None, heard_at: Instant::now(), has_ended: false };
        let _ = timeout(stay, self.read_events((ask, &sent), &mut line, &mut reading)).await;
        let silent = reading.heard_at.elapsed();
        if !reading.has_ended && silent > QUIET + PROMPT && self.host.all_well_since(sent.mark) {
            self.host.fail(format!("a quiet stream has no comment: for {silent:?}: {ask:?}"));
        }
        reading.newest
    }

    /// Read events until the stream or its connection ends.
    async fn read_events(&self, (ask, sent): Sent<'_>, line: &mut HalfRead, reading: &mut Reading) {
        let (mut seen, mut stream) = (0, None);
        loop {
            let text = unchunked(&line.buffer);
            let whole = text.rfind("\n\n").map_or(0, |end| end + 2);
            for block in text[seen..whole].split_terminator("\n\n") {
                let quiet = reading.heard_at.elapsed();
                reading.heard_at = Instant::now();
                if block == ":" {
                    self.host.hit("network: a quiet stream got a comment");
                    // After a fault, the event before it may have been late.
                    if quiet + PROMPT < QUIET && self.host.all_well_since(sent.mark) {
                        self.host.fail(format!("a stream gets a comment too soon: after {quiet:?}: {ask:?}"));
                    }
                    continue;
                }
                let known = |line: &str| ["id: ", "event: ", "data: "].iter().any(|field| line.starts_with(field));
                let Some(event) = StreamEvent::read(block).filter(|_| block.lines().all(known)) else {
                    return self.host.fail(format!("neither an event nor a comment: {block:?} {ask:?}"));
                };
                self.host.hit("network: an event of a stream was read");
                self.host.check(self.judge_event((ask, sent), &event, &mut stream));
                if event.name == "end" {
                    self.host.hit("network: a stream ended");
                    reading.has_ended = true;
                    return;
                }
                reading.newest = event.id;
            }
            seen = whole;
            if line.read(16 << 10).await.is_none() {
                reading.has_ended = true;
                return;
            }
        }
    }
}

/// The text of the chunks that have come whole.
fn unchunked(mut bytes: &[u8]) -> String {
    let mut text = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let Some(chunk) = size.and_then(|size| bytes.get(end + 2..end + 2 + size)) else { break };
        text.extend_from_slice(chunk);
        bytes = bytes.get(end + 4 + chunk.len()..).unwrap_or_default();
    }
    String::from_utf8_lossy(&text).into_owned()
}
