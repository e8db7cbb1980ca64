//! The tools. Each names the operations that it calls, and is described for a model that has read nothing else.

mod chat;
mod knowing;
mod playing;
mod seating;

use crate::arguments::ToolArguments;
use crate::calls::{Ran, ToolCalls};
use crate::schema::{Generators, Input};
use crate::untrusted;
use rmcp::model::{Tool, ToolAnnotations};
use serde::Serialize;
use serde_json::Value;
use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;
use turnstone_api::operation::{Effect, Operation};

/// All tools, in the order in which a model needs them.
pub(crate) static TOOLS: [&ToolDefinition; 12] = [
    &knowing::GAMES,
    &seating::PRACTICE,
    &playing::ACT,
    &playing::WAIT_FOR_TURN,
    &seating::OPEN_TABLE,
    &knowing::LIST_OPEN_TABLES,
    &seating::JOIN_TABLE,
    &knowing::MY_TABLES,
    &playing::RESIGN,
    &chat::CHAT,
    &knowing::REPLAY,
    &seating::CLAIM_SEAT,
];

/// A result, or why there is none.
type ToolRun = Pin<Box<dyn Future<Output = Ran> + Send>>;

/// A tool.
pub(crate) struct ToolDefinition {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its name for people.
    title: &'static str,
    /// What it does, and when to use it.
    description: &'static str,
    /// The operations that it calls, the first one always; none if it reads what anyone may read.
    pub(crate) operations: &'static [&'static dyn Operation],
    /// Whether it may wait for an event.
    pub(crate) waits: bool,
    /// Whether it can lose something that the caller has.
    destroys: bool,
    /// JSON pointers to the fields of its result that other people wrote.
    pub(crate) untrusted: &'static [&'static str],
    /// The schema of its arguments.
    input: fn(&mut Generators) -> Input,
    /// The schema of its result.
    output: fn(&mut Generators) -> Value,
    /// Runs it.
    pub(crate) run: fn(ToolCalls, ToolArguments) -> ToolRun,
}

impl ToolDefinition {
    /// The tool of this name.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        TOOLS.iter().copied().find(|tool| tool.name == name)
    }

    /// As the protocol lists it.
    fn listed(&self, generators: &mut Generators) -> Tool {
        let input = (self.input)(generators);
        let output = untrusted::with_schema((self.output)(generators), self.untrusted);
        let reads = self.operations.iter().all(|operation| operation.about().effect == Effect::Reads);
        let annotations = ToolAnnotations::new().read_only(reads).destructive(self.destroys);
        let mut tool = Tool::new(self.name, self.description, generators.close_input(input));
        tool.title = Some(self.title.to_owned());
        tool.annotations = Some(annotations.open_world(!self.operations.is_empty()));
        tool.output_schema = Some(generators.close_output(output).into());
        tool
    }
}

/// All tools as the protocol lists them, created once.
pub(crate) fn listed() -> &'static [Tool] {
    static LISTED: OnceLock<Vec<Tool>> = OnceLock::new();
    LISTED.get_or_init(|| {
        let mut generators = Generators::new();
        TOOLS.iter().map(|tool| tool.listed(&mut generators)).collect()
    })
}

/// A result as JSON.
fn reported(result: &impl Serialize) -> Value {
    serde_json::to_value(result).expect("results are plain data")
}

#[cfg(test)]
mod tests;
