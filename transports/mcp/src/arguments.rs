//! The arguments of a tool.

use serde_json::{Map, Value};

/// Arguments by name. Clients send null for an argument that their model left out: it counts as absent.
#[derive(Default)]
pub(crate) struct ToolArguments(pub(crate) Map<String, Value>);

impl ToolArguments {
    pub(crate) fn new(mut given: Map<String, Value>) -> Self {
        given.retain(|_, value| !value.is_null());
        Self(given)
    }

    /// Read numbers and truth values that came as text, as models and simple clients send them. `schema` has the types.
    pub(crate) fn typed(mut self, schema: &Map<String, Value>) -> Self {
        for (name, value) in &mut self.0 {
            let Value::String(text) = value else { continue };
            let expected =
                schema.get("properties").and_then(|fields| fields.get(name)).and_then(|field| field.get("type"));
            let read: Option<Value> = match expected.and_then(Value::as_str) {
                Some("integer" | "number") => serde_json::from_str(text.trim()).ok().filter(Value::is_number),
                Some("boolean") => serde_json::from_str(text.trim()).ok().filter(Value::is_boolean),
                _ => None,
            };
            if let Some(read) = read {
                *value = read;
            }
        }
        self
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn text_becomes_the_type_of_its_argument() {
        let schema = json!({ "properties": {
            "plies": { "type": "integer" }, "full": { "type": "boolean" }, "body": { "type": "string" },
        }});
        let given = json!({ "plies": " 3", "full": "true", "body": "4", "other": "5", "none": null });
        let read = ToolArguments::new(given.as_object().unwrap().clone()).typed(schema.as_object().unwrap());
        assert_eq!(Value::Object(read.0), json!({ "plies": 3, "full": true, "body": "4", "other": "5" }));
        let given = json!({ "plies": "three", "full": "yes" });
        let read = ToolArguments::new(given.as_object().unwrap().clone()).typed(schema.as_object().unwrap());
        assert_eq!(Value::Object(read.0), given, "the operation rejects it and names it");
    }
}
