//! The service at its path of the HTTP transport.

use crate::arguments::ToolArguments;
use crate::calls::{Noted, ToolCalls};
use crate::envelope::{self, BodyMessages};
use crate::handler::McpHandler;
use crate::tools::NamedTool;
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;
use turnstone_documents::packages::Packages;
use turnstone_engine::Port;
use turnstone_engine::env::{Clock, Env, Sleep};
use turnstone_http::mount::{Mount, MountedAnswer, MountedPieces, MountedRequest, Purpose};

/// The path of the service.
pub const MCP_PATH: &str = "/mcp";

/// The Model Context Protocol over streamable HTTP, without sessions: each POST has its own response.
#[derive(Clone)]
pub struct Mcp {
    service: StreamableHttpService<McpHandler, NeverSessionManager>,
    clock: Arc<dyn Clock>,
    sleep: Arc<dyn Fn(Duration) -> Sleep + Send + Sync>,
}

/// How often a waiting tool reports that it waits, to a client that has asked for it.
const PROGRESS: Duration = Duration::from_secs(2);

impl Mcp {
    /// For a service at this public address with these packages. It must be called on tokio, where the SDK spawns its tasks.
    pub fn new(env: impl Env, base_url: &str, packages: Packages) -> Self {
        let handler = McpHandler::new(base_url, packages);
        // The transport has already checked the host, the origin and the size.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_sse_keep_alive(None)
            .disable_allowed_hosts();
        let service = StreamableHttpService::new(move || Ok(handler.clone()), Arc::default(), config);
        let clock = Arc::new(env.clone());
        Self { service, clock, sleep: Arc::new(move |time| env.sleep(time)) }
    }

    async fn respond(self, port: Port, MountedRequest { mut head, body, caller }: MountedRequest) -> MountedAnswer {
        let calls = ToolCalls::new(port, caller, body.len(), self.clock.clone());
        let takes_events = envelope::takes_events(&head.headers);
        let read = envelope::check_headers(&mut head.headers).and_then(|()| envelope::read(&head.headers, &body));
        let mut pieces = None;
        let response = match read {
            Ok(BodyMessages::One(message)) => {
                let token = message.pointer("/params/_meta/progressToken").filter(|_| takes_events).cloned();
                let token = token.filter(|_| waiting(&message).is_some());
                let mut answer = self.clone().answer_alone(calls.clone(), head, body, message);
                match token {
                    None => answer.await,
                    Some(token) => match self.soon(&mut answer).await {
                        Some(response) => response,
                        None => {
                            pieces = Some(self.reporting(answer, token));
                            envelope::events()
                        }
                    },
                }
            }
            Ok(BodyMessages::Batch(messages)) => self.answer_batch(&calls, &head, messages).await,
            Err(rejected) => *rejected,
        };
        let Noted { called, with_credential, rate, failure } = calls.take();
        MountedAnswer { response, pieces, called, with_credential, rate, failure }
    }

    /// The response to a message that is no part of a batch.
    fn answer_alone(self, calls: ToolCalls, head: Parts, body: Bytes, message: Value) -> PendingAnswer {
        Box::pin(async move { self.answer_one(&calls, head, body, &message).await })
    }

    /// The response, unless it takes so long that a report of progress is due.
    async fn soon(&self, answer: &mut PendingAnswer) -> Option<Response<Bytes>> {
        let mut due = (self.sleep)(PROGRESS);
        poll_fn(|context| match answer.as_mut().poll(context) {
            Poll::Ready(response) => Poll::Ready(Some(response)),
            Poll::Pending => Pin::new(&mut due).poll(context).map(|()| None),
        })
        .await
    }

    /// Events with reports of progress, and the response at last.
    fn reporting(self, answer: PendingAnswer, token: Value) -> MountedPieces {
        let (mut answer, mut seconds) = (Some(answer), 0);
        // One report is due at once.
        let mut due = (self.sleep)(Duration::ZERO);
        Box::new(move |context| {
            let Some(pending) = &mut answer else { return Poll::Ready(None) };
            if let Poll::Ready(response) = pending.as_mut().poll(context) {
                answer = None;
                return Poll::Ready(Some(envelope::event(&String::from_utf8_lossy(response.body()))));
            }
            ready!(Pin::new(&mut due).poll(context));
            due = (self.sleep)(PROGRESS);
            seconds += PROGRESS.as_secs();
            Poll::Ready(Some(envelope::event(&envelope::progress(&token, seconds).to_string())))
        })
    }

    /// The response to one message.
    async fn answer_one(&self, calls: &ToolCalls, head: Parts, body: Bytes, message: &Value) -> Response<Bytes> {
        if let Some((tool, arguments)) = waiting(message) {
            // The SDK checks the request first, without the tool. Then the tool runs before the SDK sees the request
            // again: a request that waits there takes several times the memory of a long-poll.
            let checked = self.through_sdk(&calls.rehearsed(), head.clone(), body.clone()).await;
            if !is_result(&checked) {
                return checked;
            }
            calls.prepare(tool.run(calls.clone(), arguments).await);
        }
        let mut response = self.through_sdk(calls, head, body).await;
        if let Ok(mut answer) = serde_json::from_slice::<Value>(response.body())
            && answer.get("error").is_some()
        {
            envelope::explain(message, &mut answer);
            *response.body_mut() = answer.to_string().into();
            response.headers_mut().remove(http::header::CONTENT_LENGTH);
        }
        response
    }

    /// The response to a batch: the responses to its requests, one after another.
    async fn answer_batch(&self, calls: &ToolCalls, head: &Parts, messages: Vec<Value>) -> Response<Bytes> {
        let mut answers = Vec::new();
        for message in messages {
            if let Err(error) = envelope::check(&message) {
                answers.push(error);
                continue;
            }
            let (head, body) = (head.clone(), Bytes::from(message.to_string()));
            let response = Box::pin(self.answer_one(&calls.in_batch(), head, body, &message)).await;
            answers.extend(serde_json::from_slice::<Value>(response.body()).ok());
        }
        if answers.is_empty() {
            // A batch of notifications.
            let mut accepted = Response::default();
            *accepted.status_mut() = StatusCode::ACCEPTED;
            return accepted;
        }
        envelope::response(StatusCode::OK, &Value::Array(answers))
    }

    async fn through_sdk(&self, calls: &ToolCalls, mut head: Parts, body: Bytes) -> Response<Bytes> {
        head.extensions.insert(calls.clone());
        let request = Request::from_parts(head, Full::new(body));
        // Boxed, or the future would keep space for it while it waits.
        let response = Box::pin(self.service.handle(request)).await;
        let (head, body) = response.into_parts();
        let Ok(body) = body.collect().await;
        Response::from_parts(head, body.to_bytes())
    }
}

/// A response that is not ready yet.
type PendingAnswer = Pin<Box<dyn Future<Output = Response<Bytes>> + Send>>;

/// Whether a response has a result.
fn is_result(response: &Response<Bytes>) -> bool {
    let body = serde_json::from_slice::<Value>(response.body());
    response.status() == StatusCode::OK && body.is_ok_and(|body| body.get("result").is_some())
}

/// The part of a message that shows which tool it calls.
#[derive(Deserialize)]
struct ToolCall<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: ToolCallParams<'a>,
}

#[derive(Deserialize)]
struct ToolCallParams<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}

/// The tool that a body calls.
fn called(body: &[u8]) -> Option<NamedTool> {
    let call = serde_json::from_slice::<ToolCall<'_>>(body).ok().filter(|call| call.method == "tools/call")?;
    NamedTool::find(&call.params.name)
}

/// The waiting tool that a message calls, and its arguments.
fn waiting(message: &Value) -> Option<(NamedTool, ToolArguments)> {
    let is_call = message["method"] == "tools/call" && message.get("id").is_some();
    let tool = message["params"]["name"].as_str().filter(|_| is_call).and_then(NamedTool::find);
    let arguments = message["params"]["arguments"].as_object().cloned().unwrap_or_default();
    Some((tool.filter(|tool| tool.definition.waits)?, ToolArguments::new(arguments)))
}

impl Mount for Mcp {
    fn path(&self) -> &'static str {
        MCP_PATH
    }

    fn purpose(&self, body: &[u8]) -> Purpose {
        let tool = called(body).map(|tool| tool.definition);
        Purpose {
            operation: tool.and_then(|tool| tool.operations.first().copied()),
            waits: tool.is_some_and(|tool| tool.waits),
        }
    }

    fn no_json(&self, what: &str) -> Response<Bytes> {
        envelope::no_json(what)
    }

    fn answer(&self, port: Port, request: MountedRequest) -> Pin<Box<dyn Future<Output = MountedAnswer> + Send>> {
        Box::pin(self.clone().respond(port, request))
    }
}
