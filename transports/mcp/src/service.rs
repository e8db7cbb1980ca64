//! The service at its path of the HTTP transport.

use crate::arguments::ToolArguments;
use crate::calls::{Noted, ToolCalls};
use crate::handler::McpHandler;
use crate::tools::ToolDefinition;
use http::Request;
use http_body_util::{BodyExt, Full};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Deserialize;
use serde_json::Map;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use turnstone_engine::Port;
use turnstone_engine::env::Clock;
use turnstone_http::mount::{Mount, MountedAnswer, MountedRequest, Purpose};

/// The path of the service.
pub const MCP_PATH: &str = "/mcp";

/// The Model Context Protocol over streamable HTTP, without sessions: each POST has its own response.
#[derive(Clone)]
pub struct Mcp {
    service: StreamableHttpService<McpHandler, NeverSessionManager>,
    clock: Arc<dyn Clock>,
}

impl Mcp {
    /// For a service at this public address. It must be called on tokio, where the SDK spawns its tasks.
    pub fn new(clock: impl Clock, base_url: &str) -> Self {
        let handler = McpHandler::new(base_url);
        // The transport has already checked the host, the origin and the size.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_sse_keep_alive(None)
            .disable_allowed_hosts();
        let service = StreamableHttpService::new(move || Ok(handler.clone()), Arc::default(), config);
        Self { service, clock: Arc::new(clock) }
    }

    async fn respond(self, port: Port, MountedRequest { mut head, body, caller }: MountedRequest) -> MountedAnswer {
        let calls = ToolCalls::new(port, caller, body.len(), self.clock);
        if let Some((tool, arguments)) = waiting(&body) {
            // It runs before the SDK sees the request: a request that waits there takes several times the memory of a
            // long-poll.
            calls.prepare((tool.run)(calls.clone(), arguments).await);
        }
        head.extensions.insert(calls.clone());
        let request = Request::from_parts(head, Full::new(body));
        // Boxed, or the future would keep space for it while it waits.
        let response = Box::pin(self.service.handle(request)).await;
        let (head, body) = response.into_parts();
        let Ok(body) = body.collect().await;
        let Noted { called, with_credential, rate, failure } = calls.take();
        let response = http::Response::from_parts(head, body.to_bytes());
        MountedAnswer { response, called, with_credential, rate, failure }
    }
}

/// The part of a message that shows which tool it calls.
#[derive(Deserialize)]
struct ToolCall<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow, default)]
    params: ToolCallParams<'a>,
}

#[derive(Deserialize, Default)]
struct ToolCallParams<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

/// The tool that a message calls, and its arguments, unread.
fn called(body: &[u8]) -> Option<(&'static ToolDefinition, Option<&RawValue>)> {
    let call = serde_json::from_slice::<ToolCall<'_>>(body).ok().filter(|call| call.method == "tools/call")?;
    Some((ToolDefinition::find(&call.params.name)?, call.params.arguments))
}

/// The waiting tool that a message calls, and its arguments.
fn waiting(body: &[u8]) -> Option<(&'static ToolDefinition, ToolArguments)> {
    let (tool, arguments) = called(body).filter(|(tool, _)| tool.waits)?;
    let arguments = arguments.map_or(Ok(Map::new()), |arguments| serde_json::from_str(arguments.get()));
    Some((tool, ToolArguments::new(arguments.ok()?)))
}

impl Mount for Mcp {
    fn path(&self) -> &'static str {
        MCP_PATH
    }

    fn purpose(&self, body: &[u8]) -> Purpose {
        let tool = called(body).map(|(tool, _)| tool);
        Purpose {
            operation: tool.and_then(|tool| tool.operations.first().copied()),
            waits: tool.is_some_and(|tool| tool.waits),
        }
    }

    fn answer(&self, port: Port, request: MountedRequest) -> Pin<Box<dyn Future<Output = MountedAnswer> + Send>> {
        Box::pin(self.clone().respond(port, request))
    }
}
