//! The arguments of a tool.

use serde_json::{Map, Value};

/// ToolArguments by name. Clients send null for an argument that their model left out: it counts as absent.
#[derive(Default)]
pub(crate) struct ToolArguments(pub(crate) Map<String, Value>);

impl ToolArguments {
    pub(crate) fn new(mut given: Map<String, Value>) -> Self {
        given.retain(|_, value| !value.is_null());
        Self(given)
    }

    /// Remove an argument.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name)
    }

    /// Whether there is one of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Give an argument the name that the operation has for it.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        if let Some(value) = self.0.remove(from) {
            self.0.insert(to.to_owned(), value);
        }
    }

    /// An idempotency key, if the caller has not chosen one: language models repeat the identifiers that they know.
    pub(crate) fn fill_client_ref(&mut self) {
        self.0.entry("clientRef").or_insert_with(|| uuid::Uuid::new_v4().to_string().into());
    }
}
