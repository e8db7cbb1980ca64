//! Documents, pages of the web client, health and readiness; and conditional requests.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest};
use super::statement::{DOCUMENTS, PAGES};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::io::Read;

/// Whether a path is that of a document whose reading counts.
pub(super) fn is_counted(path: &str) -> bool {
    DOCUMENTS.contains(&path)
}

impl SimClient {
    /// Read something with a tag, usually with the tag of an earlier response.
    pub(super) async fn revalidate(&mut self) {
        let over = self.a_table(|judge, id| !judge.model.tables.get(&id).is_some_and(|table| table.is_active()));
        let (path, gzip) = match (self.rng.below(6), over) {
            (0 | 1, _) | (2.., None) => {
                // A few documents per run, because a server has to render and compress each of them.
                let at = (self.host.seed + self.rng.below(3)) as usize % (DOCUMENTS.len() + PAGES.len());
                let path = DOCUMENTS.iter().chain(&PAGES).nth(at).unwrap_or(&DOCUMENTS[0]);
                ((*path).to_owned(), self.rng.percent(50))
            }
            (kind, Some(table)) => {
                let line = if kind < 4 { r#"end_card {"id":"$table:#"}"# } else { r#"replay {"id":"$table:#"}"# };
                let Some(ask) = self.draw_about(line, table) else { return };
                (ask.path, false)
            }
        };
        self.revalidate_path(&path, gzip).await;
    }

    pub(super) async fn revalidate_path(&mut self, path: &str, gzip: bool) {
        let key = (path.to_owned(), gzip);
        let known = self.tags.get(&key).cloned();
        let mut ask = ClientRequest { auth: self.own_auth(), ..ClientRequest::get(path) };
        if self.rng.percent(50) {
            ask.auth = Auth::Anonymous;
        }
        if gzip {
            ask = ask.with("accept-encoding", "gzip");
        }
        if let Some(tag) = &known {
            let bare = tag.trim_matches('"');
            let lists = [
                vec![tag.clone()],
                vec![format!("W/{tag}")],
                vec![format!("\"other\" , {tag}")],
                vec![format!("W/\"other\",W/{tag}, \"x\"")],
                vec!["\"other\"".to_owned(), tag.clone()],
                vec!["*".to_owned()],
                vec!["\"other\"".to_owned()],
                vec![format!("\"{bare}x\""), bare.to_owned()],
            ];
            for list in self.rng.pick(&lists).into_iter().flatten() {
                ask = ask.with("if-none-match", list.clone());
            }
        }
        let Some(response) = self.call(ask).await else { return };
        let tag = response.header("etag").map(str::to_owned);
        match (response.status, tag) {
            (200, Some(tag)) => {
                let learned = self.host.notes().learn_tag(&tag, &response.body);
                let is_new = learned.as_ref().is_ok_and(|is_new| *is_new);
                self.host.check(learned.map(drop));
                if is_new && !path.starts_with("/api/") {
                    self.host.check(check_document(path, gzip, &response.body));
                }
                if known.is_some_and(|known| known != tag) {
                    self.host.hit("network: an entity tag had changed");
                    // A replay gets its proof when its day is closed. A body that was not parsed does not show it.
                    let is_proven = response.json.is_null() || !response.json["fair"].is_null();
                    if path.ends_with("/replay") && !is_proven || !path.starts_with("/api") {
                        self.host.fail(format!("{path} has changed, which never changes"));
                    }
                }
                self.tags.insert(key, tag);
            }
            (304, _) => self.host.hit("network: an entity tag still matched"),
            (404 | 409 | 401 | 429 | 503, _) | (200, None) => {}
            (_, _) => self.host.fail(format!("{path}: {}", response.brief())),
        }
    }

    /// Check health and readiness: the server is not ready before it stops, and serves until then.
    pub(super) async fn ask_ready(&mut self) {
        let before = self.host.mark();
        let health = self.send(&ClientRequest::get("/healthz")).await;
        let is_leaving = || self.host.notes().is_leaving;
        let leaving = is_leaving();
        let Some(ready) = self.send(&ClientRequest::get("/readyz")).await else { return };
        if !self.host.all_well_since(before) || is_leaving() != leaving {
            return;
        }
        if health.is_none_or(|health| (health.status, health.body.as_slice()) != (200, b"ok\n")) {
            self.host.fail("a server that runs is not healthy".to_owned());
        }
        let is_right = if leaving {
            self.host.hit("network: a server was not ready before a stop");
            ready.status == 503 && ready.json["failing"] == json!(["serving"])
        } else {
            self.host.hit("network: a server was ready");
            (ready.status, ready.body.as_slice()) == (200, b"ready\n")
        };
        if !is_right {
            self.host
                .fail(format!("a server that is about to stop ({leaving}) says of its readiness: {}", ready.brief()));
        }
    }
}

/// A compressed document can be unpacked, and the OpenAPI document equals the golden file.
fn check_document(path: &str, gzip: bool, body: &[u8]) -> Result<(), String> {
    let mut plain = Vec::new();
    let read = if gzip { GzDecoder::new(body).read_to_end(&mut plain) } else { (&mut &*body).read_to_end(&mut plain) };
    read.map_err(|error| format!("{path} is not compressed: {error}"))?;
    if plain.is_empty() {
        return Err(format!("{path} is empty"));
    }
    let without_address = |text: &[u8]| {
        let mut document: Value = serde_json::from_slice(text).unwrap_or_default();
        document["servers"] = Value::Null;
        document
    };
    if path == "/openapi.json"
        && without_address(&plain) != without_address(include_bytes!("../../../golden/openapi.json"))
    {
        return Err("the OpenAPI document differs from the golden file".to_owned());
    }
    Ok(())
}
