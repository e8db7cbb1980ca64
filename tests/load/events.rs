//! The events of a stream, on a connection of their own.

use crate::client::Client;
use http_body_util::BodyExt;
use hyper::Method;
use hyper::body::Incoming;
use serde_json::Value;

impl Client {
    /// Another connection of the same member.
    pub(crate) fn again(&self) -> Self {
        let mut client = Self::new(self.address);
        client.token.clone_from(&self.token);
        client
    }

    /// Open a stream. It takes the connection.
    pub(crate) async fn stream(mut self, path: &str) -> Events {
        let response = self.send(Method::GET, path, &Value::Null).await.unwrap();
        assert_eq!(response.status(), 200, "GET {path}");
        Events { body: response.into_body(), text: Vec::new(), _client: self }
    }
}

/// The events of an open stream.
pub(crate) struct Events {
    body: Incoming,
    /// What has been read of the next event.
    text: Vec<u8>,
    /// The connection lasts as long.
    _client: Client,
}

impl Events {
    /// The name and the data of the next event; nothing once the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            while let Some(end) = self.text.windows(2).position(|two| two == b"\n\n") {
                let event: Vec<u8> = self.text.drain(..end + 2).collect();
                let event = String::from_utf8(event).unwrap();
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
                if field("event: ") == Some("end") {
                    return None;
                }
                if let Some(data) = field("data: ") {
                    let name = field("event: ").unwrap_or_default().to_owned();
                    return Some((name, serde_json::from_str(data).unwrap()));
                }
            }
            let frame = self.body.frame().await?.ok()?;
            self.text.extend_from_slice(frame.data_ref()?);
        }
    }
}
