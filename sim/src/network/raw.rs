//! Clients that misuse connections: slow readers and senders, partial requests, many at once, hangups.

use super::client::{PROMPT, READ, ROOM, SAY, SimClient};
use super::exchange::{ClientRequest, ClientResponse, HalfRead};
use super::setup::{MOST_CONNECTIONS, PER_ADDRESS};
use madsim::time::{Instant, sleep, timeout};
use std::time::Duration;

/// How long the server waits for a client that does not read.
const STALLED: Duration = Duration::from_secs(30);
const HEAD: Duration = Duration::from_secs(20);
const BODY: Duration = Duration::from_secs(10);
/// The first bytes of every HTTP/2 connection.
const PREFACE: &str = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

impl SimClient {
    /// Read a response a few bytes at a time, or not at all until the server gives up. Other clients' responses are
    /// checked as usual.
    pub(super) async fn read_slowly(&mut self) {
        let Some(ask) = self.draw("games") else { return };
        let room = self.rng.between(64, 4_000) as usize;
        let Some(mut line) = self.connect(room).await else { return };
        let sent = self.about_to_send(&ask);
        let Some(()) = line.send(self.text(&ask, sent.number).as_bytes()).await else { return };
        let never = self.rng.percent(30);
        if never {
            for _ in 0..4 {
                sleep(STALLED / 4 + Duration::from_millis(500)).await;
                self.ask_for("me").await;
            }
        }
        let response = timeout(Duration::from_secs(60), self.sip(&mut line, never)).await.ok().flatten();
        if response.is_none() {
            self.judge_part(&ask, &sent, &line.buffer);
        }
        if !self.host.all_well_since(sent.mark) {
            return;
        }
        match (never, response) {
            (_, Some(response)) if response.status == 401 => {}
            (true, None) => self.host.hit("network: a reader that never read was cut off"),
            (true, Some(_)) => self.host.fail("a peer that did not read for 32 s got its whole response".to_owned()),
            (false, Some(response)) if response.status == 200 && response.json["games"].is_array() => {
                self.host.hit("network: a response was read slowly");
            }
            (false, response) => {
                let (took, rest) = (sent.began.elapsed(), line.buffer.len());
                let response = response.map(|response| response.brief());
                self.host
                    .fail(format!("a slow reader with room for {room} got {response:?} and {rest} bytes in {took:?}"));
            }
        }
    }

    async fn sip(&mut self, line: &mut HalfRead, greedy: bool) -> Option<ClientResponse> {
        loop {
            if let Some(response) = line.take(false) {
                return Some(response);
            }
            line.read(self.rng.between(1, 4_000) as usize).await?;
            if !greedy {
                sleep(Duration::from_millis(self.rng.below(30))).await;
            }
        }
    }

    /// Send a head or a body one byte at a time. In time it is served, too late it is rejected or cut off.
    pub(super) async fn send_slowly(&mut self) {
        let Some(table) = self.own_table() else { return };
        let Some(ask) = self.draw_about(SAY, table) else { return };
        let sent = self.about_to_send(&ask);
        let bytes = self.text(&ask, sent.number).into_bytes();
        let body_at = bytes.len() - ask.body.as_ref().map_or(0, String::len);
        let Some(mut line) = self.connect(ROOM).await else { return };
        let (limit, from) = if self.rng.percent(50) { (HEAD, 0) } else { (BODY, body_at) };
        let in_time = self.rng.percent(40);
        let share = if in_time { 5 } else { 20 };
        let pace = limit * share / (10 * (bytes.len() - from) as u32);
        let feed = async {
            line.send(&bytes[..from]).await?;
            for byte in &bytes[from..] {
                if line.send(std::slice::from_ref(byte)).await.is_none() {
                    break;
                }
                sleep(pace).await;
                if line.has_news() {
                    break;
                }
            }
            line.response(false).await
        };
        let response = timeout(Duration::from_secs(60), feed).await.ok().flatten();
        let took = sent.began.elapsed();
        if !self.host.all_well_since(sent.mark) {
            return;
        }
        match &response {
            Some(response) if in_time => {
                self.host.hit("network: a slow request was served");
                if !matches!(response.status, 200 | 401 | 404) {
                    self.host.fail(format!("a request sent slowly in time got {}", response.brief()));
                }
            }
            None if in_time => self.host.fail(format!("a request sent slowly in time was cut off after {took:?}")),
            // The credentials of a request are checked before its own error.
            Some(response)
                if !matches!(response.status, 400 | 401 | 408) || response.header("connection") != Some("close") =>
            {
                self.host.fail(format!("a request sent too slowly got {} {:?}", response.brief(), response.headers));
            }
            Some(_) | None => {
                self.host.hit("network: a request sent too slowly was cut off");
                if took > limit + PROMPT {
                    self.host.fail(format!("a request sent too slowly was served for {took:?}"));
                }
            }
        }
    }

    /// Connect and send nothing, or only the beginning of HTTP/2 or of a request: after a while the server closes the
    /// connection.
    pub(super) async fn say_little(&mut self) {
        let mark = self.host.mark();
        let Some(mut line) = self.connect(ROOM).await else { return };
        let began = Instant::now();
        let head = self.text(&ClientRequest::get("/api/me"), 0);
        let beginning = match self.rng.below(3) {
            0 => "",
            1 => &PREFACE[..self.rng.between(1, PREFACE.len() as u64 - 1) as usize],
            _ => &head[..self.rng.between(1, head.len() as u64 - 1) as usize],
        };
        let Some(()) = line.send(beginning.as_bytes()).await else { return };
        let response = timeout(HEAD + PROMPT, line.read(1 << 10)).await;
        let took = began.elapsed();
        if !self.host.all_well_since(mark) {
            return;
        }
        match response {
            Err(_) => self.host.fail(format!("a peer that sent only {beginning:?} was served for {took:?}")),
            Ok(Some(_)) => self.host.fail(format!("a peer that sent only {beginning:?} got {:?}", &line.buffer)),
            Ok(None) if took + Duration::from_millis(50) < HEAD => {
                self.host.fail(format!("a peer that sent only {beginning:?} was cut off after {took:?}"));
            }
            Ok(None) => self.host.hit("network: an idle sender was cut off"),
        }
    }

    /// Close the connection in the middle of a request, or before its response is read.
    pub(super) async fn send_half(&mut self) {
        let Some(table) = self.own_table() else { return };
        let Some(ask) = self.draw_about(SAY, table) else { return };
        self.hang_up_on(&ask).await;
        let name = self.name.clone();
        self.look(&name, READ, table).await;
    }

    pub(super) async fn hang_up_on(&mut self, ask: &ClientRequest) {
        let bytes = self.text(ask, 0).into_bytes();
        let Some(mut line) = self.connect(ROOM).await else { return };
        let part = if self.rng.percent(50) { bytes.len() } else { self.rng.between(1, bytes.len() as u64) as usize };
        if line.send(&bytes[..part]).await.is_some() {
            self.host.hit("fault: a client hung up");
        }
        let pause = self.rng.one(&[25, 25, 3_000]);
        sleep(Duration::from_millis(self.rng.below(pause))).await;
    }

    /// Several requests at once: the responses come in the same order.
    pub(super) async fn pipeline(&mut self) {
        let Some(mut line) = self.connect(ROOM).await else { return };
        let (mut asks, mut text, mut queued) = (Vec::new(), String::new(), Duration::ZERO);
        for _ in 0..self.rng.between(2, 6) {
            let Some(ask) = self.draw_small() else { continue };
            let mut sent = self.about_to_send(&ask);
            sent.queued = queued;
            queued += Duration::from_secs_f64(ask.wait_s());
            text.push_str(&self.text(&ask, sent.number));
            asks.push((ask, sent));
        }
        let Some(()) = line.send(text.as_bytes()).await else { return };
        for (ask, sent) in asks {
            let response = timeout(Duration::from_secs(60), line.response(false)).await.ok().flatten();
            let Some(response) = response else { return self.judge_silence(&ask, &sent) };
            self.judge((&ask, &sent, &response));
            match response.status {
                200 => self.host.hit("network: a pipelined request"),
                401 => return,
                _ => {}
            }
        }
    }

    pub(super) fn draw_small(&mut self) -> Option<ClientRequest> {
        const SMALL: [&str; 7] = [
            "me",
            "pause_state",
            r#"history {"limit":5}"#,
            r#"read_table {"id":"@table","events_since":0,"msgs_since":0}"#,
            r#"read_table {"id":"@table","wait":1,"events_since":0}"#,
            r#"table_messages {"id":"@table"}"#,
            r#"post_table_message {"id":"@table","body":"@word","clientId":"$ref"}"#,
        ];
        let line = self.rng.one(&SMALL);
        self.draw(line).or_else(|| self.draw("me"))
    }

    /// As many pending polls as allowed, and one more. After a hangup their places are free at once.
    pub(super) async fn hang_up(&mut self) {
        const MOST: usize = 6;
        const WAIT: Duration = Duration::from_millis(300);
        let Some(table) = self.own_table() else { return };
        let name = self.name.clone();
        let Some(_) = self.look(&name, READ, table).await else { return };
        let mark = self.host.mark();
        let poll = |wait: f64| format!(r#"read_table {{"id":"$table:#","wait":{wait},"events_since":"$events"}}"#);
        let mut lines = Vec::new();
        for _ in 0..MOST {
            let Some(poll) = self.draw_about(&poll(40.0), table) else { return };
            let Some(mut line) = self.connect(ROOM).await else { return };
            let Some(()) = line.send(self.text(&poll, 0).as_bytes()).await else { return };
            lines.push(line);
        }
        sleep(Duration::from_millis(300)).await;
        let Some(poll) = self.draw_about(&poll(WAIT.as_secs_f64()), table) else { return };
        let Some(one_more) = self.send(&poll).await else { return };
        drop(lines);
        sleep(Duration::from_millis(300)).await;
        let then = self.send(&poll).await.map_or(0, |response| response.status);
        if !self.host.all_well_since(mark) || !matches!(one_more.status, 200 | 429) {
            return;
        }
        if one_more.status == 429 {
            self.host.hit("network: too many polls were rejected");
        }
        self.host.hit("network: pending polls were hung up");
        if then == 429 {
            self.host.fail(format!("the polls at table {table} were hung up and still hold their places"));
        }
    }

    /// More connections than the server takes.
    pub(super) async fn crowd(&mut self) {
        if self.host.setup.per_address > 0 { self.crowd_one_address().await } else { self.crowd_all().await }
    }

    /// Connections over the limit of an address are closed at once, and no others.
    async fn crowd_one_address(&mut self) {
        let mark = self.host.mark();
        let mut lines = Vec::new();
        for _ in 0..PER_ADDRESS + 4 {
            lines.extend(self.connect(ROOM).await);
        }
        // On a slow network the end of a connection arrives late.
        sleep(Duration::from_secs(2)).await;
        let all = lines.len();
        lines.retain_mut(|line| !line.has_news());
        let left = lines.len();
        drop(lines);
        sleep(Duration::from_millis(500)).await;
        let Some(ask) = self.draw("me") else { return };
        // A missing response is reported there.
        self.send(&ask).await;
        if !self.host.all_well_since(mark) || all < PER_ADDRESS as usize + 4 {
            return;
        }
        self.host.hit("network: an address reached its limit of connections");
        // Those of a trusted proxy are not limited.
        let is_right = if self.host.setup.is_proxied { left == all } else { left <= PER_ADDRESS as usize };
        if !is_right {
            self.host.fail(format!("{left} of {all} connections of one address are served"));
        }
    }

    /// Connections over the total limit wait until others end.
    async fn crowd_all(&mut self) {
        let Some(ask) = self.draw("me") else { return };
        let mark = self.host.mark();
        self.host.trouble_begins();
        let mut lines = Vec::new();
        for _ in 0..MOST_CONNECTIONS + 4 {
            lines.extend(self.connect(ROOM).await);
        }
        sleep(Duration::from_millis(500)).await;
        let waits = async { (self.send(&ask).await, Instant::now()) };
        let pause = Duration::from_millis(self.rng.clone().between(1_000, 5_000));
        let leaves = async {
            sleep(pause).await;
            drop(lines);
            Instant::now()
        };
        let ((response, heard_at), left_at) = futures_util::future::join(waits, leaves).await;
        self.host.trouble_ends();
        if !self.host.only_one_trouble_since(mark) {
            return;
        }
        if heard_at < left_at {
            self.host.fail(format!("more than {MOST_CONNECTIONS} connections were served at a time"));
        }
        self.host.hit("network: a connection waited for a place");
        if response.is_none() || heard_at > left_at + PROMPT {
            self.host.fail(format!(
                "a connection that waited for a place was answered {:?}",
                response.map(|response| response.brief())
            ));
        }
    }
}
