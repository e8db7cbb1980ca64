//! The client of the operator's socket. Without a server, the same operations are carried out on the data directory.

use super::{Operator, address, own_uid, user_name};
use crate::commands::{must_have_keys, send};
use crate::config::Config;
use crate::host::{Accepted, Host};
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper::Response;
use hyper::body::{Bytes, Incoming};
use serde_json::Value;
use std::error::Error;
use std::io::{self, Read};
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use tokio::net::UnixStream;
use tokio::task::spawn_blocking;
use turnstone_api::operation::{Operation, operator};
use turnstone_api::words::Words;
use turnstone_directory::{Os, receive};
use turnstone_documents::OPERATOR_ROUTES;
use turnstone_engine::{Held, Port};
use turnstone_http::operator::OperatorAnswer;
use turnstone_service::request::Caller;
use turnstone_storage::{Commit, StorageError};

async fn connect(data: &Path) -> io::Result<Option<UnixStream>> {
    let none = |error: &io::Error| matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused);
    let connected = match address(data) {
        Ok((path, _directory)) => UnixStream::connect(path).await,
        Err(error) => Err(error),
    };
    match connected {
        Ok(stream) => Ok(Some(stream)),
        Err(error) if none(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a server listens there.
pub async fn is_served(data: &Path) -> io::Result<bool> {
    Ok(connect(data).await?.is_some())
}

/// The response of the server of a data directory; `None` if none runs.
async fn response(
    data: &Path,
    operation: &dyn Operation,
    fields: &Value,
) -> Result<Option<Response<Incoming>>, Box<dyn Error>> {
    let Some(stream) = connect(data).await? else { return Ok(None) };
    let route = OPERATOR_ROUTES.iter().find(|route| route.operation().name() == operation.name());
    let path = route.ok_or("there is no such operation")?.path();
    let request = Request::post(path).body(Full::new(Bytes::from(fields.to_string())))?;
    let response = send(stream, "operator.sock", request).await?;
    if response.status().is_success() {
        return Ok(Some(response));
    }
    let error: Value = serde_json::from_slice(&response.into_body().collect().await?.to_bytes())?;
    Err(error["error"].as_str().unwrap_or("the server rejected the request").into())
}

/// The answer of the server of a data directory; `None` if none runs.
pub async fn ask_server(
    data: &Path,
    operation: &dyn Operation,
    fields: &Value,
) -> Result<Option<Value>, Box<dyn Error>> {
    let Some(response) = response(data, operation, fields).await? else { return Ok(None) };
    Ok(serde_json::from_slice(&response.into_body().collect().await?.to_bytes())?)
}

/// The answer of the server of a data directory, or, if none runs, of a core over it; and whether a server runs.
pub async fn ask(
    config: &Config,
    accepted: Accepted,
    operation: &dyn Operation,
    fields: &Value,
) -> Result<(Value, bool), Box<dyn Error>> {
    if let Some(answer) = ask_server(&config.server.data, operation, fields).await? {
        return Ok((answer, true));
    }
    must_have_keys(config)?;
    let host = Host::start(config, accepted, Box::new(|_| Ok(Box::new(Held::default()))))?.ready().await?;
    let answer = ask_core(&host, config, operation, fields).await;
    host.running.stop()?;
    match answer.map_err(|words| words.error)? {
        OperatorAnswer::Json(text) => Ok((serde_json::from_str(&text)?, false)),
        OperatorAnswer::File(_) => Err("the answer is a file".into()),
    }
}

async fn ask_core(
    host: &Host,
    config: &Config,
    operation: &dyn Operation,
    fields: &Value,
) -> Result<OperatorAnswer, Words> {
    let handle = host.running.handle();
    let port = Port::new(handle.clone(), host.keys.clone());
    let operator = Operator {
        handle,
        state: host.state.clone(),
        keys: host.keys.clone(),
        config: Arc::new(config.clone()),
        dev: None,
        feed: None,
        node: None,
    };
    let caller = Caller { operator: Some(user_name(own_uid())), ..Caller::new(None, Ipv4Addr::LOCALHOST.into()) };
    let fields = fields.as_object().cloned().unwrap_or_default();
    let request = port.read(&caller, operation, &[], &fields).await?;
    operator.carry_out(&port, caller, request).await
}

/// Have the server of a data directory send a backup, and save it in a new file; `None` if none runs.
pub async fn save_backup(data: &Path, fields: &Value, file: &Path) -> Result<Option<Commit>, Box<dyn Error>> {
    let Some(response) = response(data, &operator::BACKUP, fields).await? else { return Ok(None) };
    let (sender, receiver) = sync_channel(1);
    let file = file.to_owned();
    let saved = spawn_blocking(move || receive(&Os, &mut Pieces { receiver, rest: Bytes::new() }, &file));
    let mut body = response.into_body();
    // A body that ends too early is damage, which the reader finds.
    while let Some(Ok(frame)) = body.frame().await {
        let Ok(piece) = frame.into_data() else { continue };
        if sender.send(piece).is_err() {
            break;
        }
    }
    drop(sender);
    let saved: Result<Commit, StorageError> = saved.await?;
    Ok(Some(saved?))
}

/// The pieces of a file as a stream.
struct Pieces {
    receiver: Receiver<Bytes>,
    rest: Bytes,
}

impl Read for Pieces {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            let Ok(piece) = self.receiver.recv() else { return Ok(0) };
            self.rest = piece;
        }
        let read = self.rest.split_to(self.rest.len().min(into.len()));
        into[..read.len()].copy_from_slice(&read);
        Ok(read.len())
    }
}
