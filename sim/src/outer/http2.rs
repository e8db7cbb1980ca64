//! HTTP/2 with prior knowledge: several requests on one connection, of which a parked one holds up no other.

use super::SERVER;
use super::client::{Client, ROOM};
use super::talk::{Ask, Told};
use super::wire::Wire;
use futures_util::future::{join, join_all};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use madsim::time::timeout;
use std::future::Future;
use std::time::Duration;

/// Tasks of the client's own connection.
#[derive(Clone)]
struct Spawn;

impl<F: Future<Output: Send + 'static> + Send + 'static> hyper::rt::Executor<F> for Spawn {
    fn execute(&self, task: F) {
        drop(madsim::task::spawn(task));
    }
}

impl Client {
    pub(super) async fn speak_http2(&mut self) {
        let room = if self.rng.percent(30) { self.rng.between(100, 2_000) as usize } else { ROOM };
        let Ok(wire) = Wire::connect(&self.place.gates, &format!("{SERVER}:80"), room).await else { return };
        let Ok(Ok((sender, connection))) =
            timeout(Duration::from_secs(10), handshake::<_, _, Full<Bytes>>(Spawn, TokioIo::new(wire))).await
        else {
            return;
        };
        let connection = madsim::task::spawn(connection);
        let mut asks = vec![self.parked()];
        for _ in 0..self.rng.between(1, 4) {
            asks.push(self.something_to_ask());
        }
        let parked = asks.remove(0);
        let gives_up = self.rng.percent(40);
        let others = join_all(asks.iter().map(|ask| self.ask_by_http2(sender.clone(), ask)));
        if gives_up {
            // The poll is given up while it is parked: its stream is reset.
            let poll = timeout(Duration::from_millis(700), self.ask_by_http2(sender.clone(), &parked));
            drop(join(poll, others).await);
            self.place.hit("outer: an HTTP/2 stream was reset");
        } else {
            drop(join(self.ask_by_http2(sender.clone(), &parked), others).await);
        }
        connection.abort();
    }

    /// A poll that has to wait.
    fn parked(&mut self) -> Ask {
        let table = self.some_own();
        let known = table.as_ref().map_or(0, |table| self.place.notes().facts.floor(table).events);
        let wait = self.rng.between(1, 5);
        let path = table.map(|table| format!("/api/tables/{table}?wait={wait}&events_since={known}"));
        Ask::get(path.unwrap_or_else(|| "/api/me".to_owned()), self.auth())
    }

    async fn ask_by_http2(&self, sender: SendRequest<Full<Bytes>>, ask: &Ask) {
        let sent = self.about_to_send(ask);
        let id = self.id_of(sent.number);
        let told = timeout(Duration::from_secs(60), exchange(sender, ask, &id)).await.ok().flatten();
        match told {
            Some(told) => {
                self.place.hit("outer: answered by HTTP/2");
                self.judge(ask, &sent, &told);
            }
            None => self.judge_silence(ask, &sent, &[]),
        }
    }
}

async fn exchange(mut sender: SendRequest<Full<Bytes>>, ask: &Ask, id: &str) -> Option<Told> {
    let uri = format!("http://turnstone.example{}", ask.path);
    let mut request = http::Request::builder().method(ask.method).uri(uri).version(http::Version::HTTP_2);
    for (name, value) in ask.all_headers(id) {
        request = request.header(name, value);
    }
    let body = Bytes::from(ask.body.clone().unwrap_or_default());
    let request = request.body(Full::new(body)).expect("a request that can be written");
    sender.ready().await.ok()?;
    let response = sender.send_request(request).await.ok()?;
    let status = response.status().as_u16();
    let text = |value: &http::HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let headers = response.headers().iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    let body = response.into_body().collect().await.ok()?.to_bytes().to_vec();
    Some(Told::new(status, headers, body))
}
