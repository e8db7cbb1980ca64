//! The tools. Each names the operations that it calls, and is described for a model that has read nothing else.

mod chat;
mod knowing;
mod meeting;
mod playing;
mod seating;

use crate::arguments::ToolArguments;
use crate::calls::{Ran, ToolCalls};
use crate::schema::{Input, Inputs};
use rmcp::model::{Tool, ToolAnnotations};
use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;
use turnstone_api::operation::{Effect, Operation};

/// All tools, in the order in which a model needs them.
pub(crate) static TOOLS: [&ToolDefinition; 15] = [
    &knowing::GAMES,
    &seating::PRACTICE,
    &playing::ACT,
    &playing::WAIT_FOR_TURN,
    &playing::LEGAL_MOVES,
    &seating::OPEN_TABLE,
    &knowing::LIST_OPEN_TABLES,
    &seating::JOIN_TABLE,
    &meeting::FIND_OPPONENT,
    &knowing::MY_TABLES,
    &knowing::ME,
    &playing::RESIGN,
    &chat::CHAT,
    &knowing::REPLAY,
    &seating::CLAIM_SEAT,
];

/// What the names of all tools begin with, as clients put the tools of several servers into one list.
const PREFIX: &str = "turnstone_";

/// The names of the tools of the version before, which had no prefix. They are not listed.
const FORMER: [&str; 12] = [
    "games",
    "practice",
    "act",
    "wait_for_turn",
    "open_table",
    "list_open_tables",
    "join_table",
    "my_tables",
    "resign",
    "chat",
    "replay",
    "claim_seat",
];

/// A result, or why there is none.
type ToolRun = Pin<Box<dyn Future<Output = Ran> + Send>>;

pub(crate) struct ToolDefinition {
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
    /// JSON pointers to the fields of its structured content that other people wrote.
    pub(crate) untrusted: &'static [&'static str],
    /// The schema of its arguments.
    input: fn(&mut Inputs) -> Input,
    run: fn(ToolCalls, ToolArguments) -> ToolRun,
}

/// A tool as a caller named it.
#[derive(Clone, Copy)]
pub(crate) struct NamedTool {
    pub(crate) definition: &'static ToolDefinition,
    /// Whether it was called by its former name: its results always had structured content.
    is_former: bool,
}

impl NamedTool {
    /// The tool of this name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        let named = |name: &str| TOOLS.iter().copied().find(|tool| tool.name == name);
        let former = || named(&format!("{PREFIX}{name}")).filter(|_| FORMER.contains(&name));
        let today = named(name).map(|definition| Self { definition, is_former: false });
        today.or_else(|| former().map(|definition| Self { definition, is_former: true }))
    }

    /// Run it; returns whether the result has structured content, and the result.
    pub(crate) async fn run(self, calls: ToolCalls, arguments: ToolArguments) -> (bool, Ran) {
        let mut arguments = match listed().iter().find(|tool| tool.name == self.definition.name) {
            Some(tool) => arguments.typed(&tool.input_schema),
            None => arguments,
        };
        let is_full = arguments.take("full").map_or(self.is_former, |full| full == true);
        (is_full, (self.definition.run)(calls, arguments).await)
    }
}

impl ToolDefinition {
    /// As the protocol lists it. It has no schema of its result: all of them together would be most of what a model reads.
    fn listed(&self, inputs: &mut Inputs) -> Tool {
        let input = (self.input)(inputs).full();
        let reads = self.operations.iter().all(|operation| operation.about().effect == Effect::Reads);
        let annotations = ToolAnnotations::new().read_only(reads).destructive(self.destroys);
        let mut tool = Tool::new(self.name, self.description, input.into_schema());
        tool.title = Some(self.title.to_owned());
        tool.annotations = Some(annotations.open_world(!self.operations.is_empty()));
        tool
    }
}

/// All tools as the protocol lists them, created once.
pub(crate) fn listed() -> &'static [Tool] {
    static LISTED: OnceLock<Vec<Tool>> = OnceLock::new();
    LISTED.get_or_init(|| {
        let mut inputs = Inputs::new();
        TOOLS.iter().map(|tool| tool.listed(&mut inputs)).collect()
    })
}

#[cfg(test)]
mod tests;
