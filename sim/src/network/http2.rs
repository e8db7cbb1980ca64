//! HTTP/2 with prior knowledge: several requests on one connection. A pending one does not delay the others.

use super::client::{POLL, PROMPT, READ, ROOM, SimClient};
use super::exchange::{ClientRequest, ClientResponse};
use super::setup::{STREAM, STREAMS, STREAMS_PER_ADDRESS};
use crate::parts::Tasks;
use futures_util::future::{join, join_all};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::TokioIo;
use madsim::task::JoinHandle;
use madsim::time::{Instant, sleep, timeout};
use std::error::Error;
use std::time::Duration;

/// How long a connection may have no stream.
const IDLE: Duration = Duration::from_secs(60);
/// How long a response may be left unread.
const UNREAD: Duration = Duration::from_secs(30);

/// A connection: the sender of requests, and its task.
type Http2 = (SendRequest<Full<Bytes>>, JoinHandle<hyper::Result<()>>);

impl SimClient {
    /// A connection that takes this many bytes ahead of what is read. `window` is the initial window of each stream.
    async fn connect_http2(&self, room: usize, window: Option<u64>) -> Option<Http2> {
        let wire = self.host.connect(self.n, room).await?;
        let mut builder = Builder::new(Tasks(self.host.clock(self.host.serving())));
        builder.initial_stream_window_size(window.map(|window| window as u32));
        let shaken = timeout(Duration::from_secs(10), builder.handshake::<_, Full<Bytes>>(TokioIo::new(wire))).await;
        let (sender, connection) = shaken.ok()?.ok()?;
        Some((sender, madsim::task::spawn(connection)))
    }

    pub(super) async fn speak_http2(&mut self) {
        // A client that reads slowly gets its responses late.
        let (room, takes) = match self.rng.percent(30) {
            true => (self.rng.between(100, 2_000) as usize, Duration::from_secs(30)),
            false => (ROOM, Duration::ZERO),
        };
        let Some((sender, connection)) = self.connect_http2(room, None).await else { return };
        let Some(pending) = self.pending_poll().await else { return };
        let mut asks = Vec::new();
        for _ in 0..self.rng.between(1, 4) {
            asks.extend(self.draw_small());
        }
        let gives_up = self.rng.percent(40);
        let others = join_all(asks.iter().map(|ask| self.ask_by_http2(sender.clone(), ask, takes)));
        let poll = self.ask_by_http2(sender.clone(), &pending, takes);
        // An abandoned poll resets its stream.
        let patience = Duration::from_millis(if gives_up { 700 } else { 600_000 });
        drop(join(timeout(patience, poll), others).await);
        if gives_up {
            self.host.hit("network: an HTTP/2 stream was reset");
        }
        connection.abort();
    }

    /// A connection without further requests, which answers every PING, is closed.
    pub(super) async fn hold_idle(&mut self) {
        let mark = self.host.mark();
        let Some((sender, connection)) = self.connect_http2(ROOM, None).await else { return };
        if self.rng.percent(50)
            && let Some(ask) = self.draw("me")
        {
            self.ask_by_http2(sender.clone(), &ask, Duration::ZERO).await;
        }
        let began = Instant::now();
        let ended = timeout(IDLE + 2 * PROMPT, connection).await;
        let took = began.elapsed();
        drop(sender);
        if !self.host.all_well_since(mark) {
            return;
        }
        self.host.hit("network: an idle HTTP/2 connection was closed");
        if ended.is_err() || took + PROMPT < IDLE {
            self.host.fail(format!("an idle HTTP/2 connection is closed after {took:?}: {}", ended.is_ok()));
        }
    }

    /// Take the head of a response and almost nothing of its body: after a while the stream is reset.
    pub(super) async fn leave_unread(&mut self) {
        let in_time = self.rng.percent(40);
        // To be read in time the body needs a window of few round trips, into which the response does not fit.
        let window = if in_time { self.rng.between(4_000, 9_000) } else { self.rng.between(1, 60) };
        let Some((mut sender, connection)) = self.connect_http2(ROOM, Some(window)).await else { return };
        let mark = self.host.mark();
        let Some(ask) = self.draw("games") else { return };
        let request = self.by_http2(&ask, 0);
        let answer = timeout(Duration::from_secs(10), sender.send_request(request)).await;
        if let Ok(Ok(answer)) = answer
            && answer.status() == 200
        {
            sleep(if in_time { UNREAD - 3 * PROMPT } else { UNREAD + PROMPT }).await;
            let body = timeout(Duration::from_secs(20), answer.into_body().collect()).await;
            let is_whole = matches!(body, Ok(Ok(_)));
            if self.host.all_well_since(mark) && is_whole == in_time {
                let in_time = "network: a response over HTTP/2 was read late";
                let too_late = "network: an unread response over HTTP/2 was dropped";
                self.host.hit(if is_whole { in_time } else { too_late });
            } else if self.host.all_well_since(mark) {
                self.host.fail(format!("a response that is taken in time ({in_time}) is whole ({is_whole})"));
            }
        }
        connection.abort();
    }

    /// More streams than there is memory for, each with an unread response: the excess ones are reset.
    pub(super) async fn crowd_streams(&mut self) {
        let (bound, mark) = (self.host.setup.streams.per_address, self.host.mark());
        if self.host.setup.is_proxied || bound > STREAMS_PER_ADDRESS * STREAM {
            return;
        }
        let Some(ask) = self.draw("pause_state") else { return };
        let Some((sender, connection)) = self.connect_http2(ROOM, Some(1)).await else { return };
        let request = || timeout(PROMPT, sender.clone().send_request(self.by_http2(&ask, 0)));
        let answers = join_all((0..STREAMS_PER_ADDRESS + 8).map(|_| request())).await;
        let served: Vec<_> = answers.into_iter().filter_map(|answer| answer.ok()?.ok()).collect();
        let (count, limited) = (served.len(), served.iter().any(|answer| answer.status() != 200));
        drop(served);
        connection.abort();
        if !self.host.all_well_since(mark) || limited {
            return;
        }
        self.host.hit("network: streams were reset to limit memory");
        // Another connection of the client may have a stream at the same time.
        if count >= STREAMS_PER_ADDRESS || count + 6 < STREAMS_PER_ADDRESS {
            self.host.fail(format!("{count} streams of one address are served, with room for {STREAMS_PER_ADDRESS}"));
        }
    }

    /// A poll that has to wait, if there is a table for it.
    async fn pending_poll(&mut self) -> Option<ClientRequest> {
        let name = self.name.clone();
        if let Some(table) = self.own_table()
            && self.look(&name, READ, table).await.is_some()
        {
            let wait = self.rng.between(1, 5);
            return self.draw_about(&POLL.replace("25", &wait.to_string()), table);
        }
        self.draw("me")
    }

    fn by_http2(&self, ask: &ClientRequest, number: u64) -> http::Request<Full<Bytes>> {
        let uri = format!("http://turnstone.example{}", ask.path);
        let mut request = http::Request::builder().method(ask.method).uri(uri).version(http::Version::HTTP_2);
        for (name, value) in self.all_headers(ask, number) {
            request = request.header(name, value);
        }
        let body = Bytes::from(ask.body.clone().unwrap_or_default());
        request.body(Full::new(body)).expect("a request that can be written")
    }

    async fn ask_by_http2(&self, mut sender: SendRequest<Full<Bytes>>, ask: &ClientRequest, takes: Duration) {
        let mut sent = self.about_to_send(ask);
        sent.queued = takes;
        let request = self.by_http2(ask, sent.number);
        let exchange = async {
            sender.ready().await?;
            let (head, body) = sender.send_request(request).await?.into_parts();
            let text = |value: &http::HeaderValue| value.to_str().unwrap_or_default().to_owned();
            let headers = head.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
            let body = body.collect().await?.to_bytes().to_vec();
            hyper::Result::Ok(ClientResponse::new(head.status.as_u16(), headers, body))
        };
        match timeout(Duration::from_secs(60), exchange).await {
            Ok(Ok(response)) => {
                self.host.hit("network: answered by HTTP/2");
                self.judge((ask, &sent, &response));
            }
            // Streams of this connection, or of others, hold all the memory that there is for streams.
            Ok(Err(error)) if self.host.setup.streams.total <= STREAMS * STREAM && lacks_memory(&error) => {
                self.host.hit("network: streams were reset to limit memory");
            }
            Ok(Err(_)) | Err(_) => self.judge_silence(ask, &sent),
        }
    }
}

/// Whether the server has reset a stream because of the memory that streams hold.
fn lacks_memory(error: &hyper::Error) -> bool {
    let reset = error.source().and_then(|source| source.downcast_ref::<h2::Error>()).and_then(h2::Error::reason);
    matches!(reset, Some(h2::Reason::REFUSED_STREAM | h2::Reason::ENHANCE_YOUR_CALM))
}
