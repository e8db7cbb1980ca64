//! The result of a tool: a text that a model reads, and the same as structured content for callers that ask for it.

use crate::untrusted;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::Value;

pub(crate) struct ToolResult {
    text: String,
    structured: Value,
}

impl ToolResult {
    /// A text, and the answer that it is made from.
    pub(crate) fn new(text: String, structured: &impl Serialize) -> Self {
        Self { text, structured: serde_json::to_value(structured).expect("results are plain data") }
    }

    /// As the protocol has it; with structured content, which marks these fields, only if the caller wants it.
    pub(crate) fn into_protocol(self, is_full: bool, untrusted: &[&str]) -> CallToolResult {
        let mut result = CallToolResult::success(vec![ContentBlock::text(self.text)]);
        result.structured_content = is_full.then(|| untrusted::mark(self.structured, untrusted));
        result
    }
}
