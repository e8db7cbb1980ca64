//! The schemas of the arguments of tools, from the operations that they call. They are of the plainest kind, which all
//! clients and models can read: no references, no unions of types, no null.

use schemars::generate::{Contract, SchemaSettings};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use turnstone_api::operation::Operation;

/// The fields of a JSON object.
pub(crate) type SchemaFields = Map<String, Value>;

const DEFINITIONS: &str = "#/$defs/";

/// Makes the schemas of arguments.
pub(crate) struct Inputs(SchemaGenerator);

impl Inputs {
    pub(crate) fn new() -> Self {
        let mut settings = SchemaSettings::draft2020_12();
        settings.contract = Contract::Deserialize;
        Self(settings.into_generator())
    }

    /// The fields of this operation.
    pub(crate) fn of(&mut self, operation: &dyn Operation) -> Input {
        let schema = operation.schema(&mut self.0).map(Schema::to_value).unwrap_or_default();
        let required = schema["required"].as_array().into_iter().flatten();
        let mut properties = schema["properties"].as_object().cloned().unwrap_or_default();
        properties.values_mut().for_each(|field| simplify(field, self.0.definitions()));
        Input { properties, required: required.filter_map(|name| name.as_str().map(str::to_owned)).collect() }
    }
}

/// The arguments of a tool.
#[derive(Default)]
pub(crate) struct Input {
    properties: SchemaFields,
    required: BTreeSet<String>,
}

impl Input {
    /// One more argument.
    pub(crate) fn with(mut self, name: &str, is_required: bool, schema: Value) -> Self {
        self.properties.insert(name.to_owned(), schema);
        if is_required {
            self.required.insert(name.to_owned());
        }
        self
    }

    pub(crate) fn table(self) -> Self {
        self.with("tableId", true, json!({ "type": "string", "description": "The table, t_ and 32 hex digits." }))
    }

    pub(crate) fn seat_token(self) -> Self {
        let description = "The seatToken of turnstone_practice or turnstone_claim_seat; leave it out at a table of the \
                           signed-in member.";
        self.with("seatToken", false, json!({ "type": "string", "description": description }))
    }

    /// Whether the result has structured content.
    pub(crate) fn full(self) -> Self {
        let description = "Add the whole answer as structured content, for programs; the text is enough to play.";
        self.with("full", false, json!({ "type": "boolean", "description": description }))
    }

    /// An idempotency key that the tool fills in.
    pub(crate) fn client_ref_is_optional(mut self) -> Self {
        self.required.remove("clientRef");
        let description = "Only to repeat a call whose result was lost: the same UUID gives the same result.";
        self.describe("clientRef", description)
    }

    /// All of these fields, and those of another input, none of them required.
    pub(crate) fn optional_with(mut self, other: Self) -> Self {
        self.properties.extend(other.properties);
        self.required.clear();
        self
    }

    /// Without this argument.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.properties.remove(name);
        self.required.remove(name);
        self
    }

    /// An argument by another name.
    pub(crate) fn renamed(mut self, from: &str, to: &str) -> Self {
        if let Some(schema) = self.properties.remove(from) {
            self.properties.insert(to.to_owned(), schema);
        }
        self
    }

    /// Another description of an argument.
    pub(crate) fn describe(mut self, name: &str, description: &str) -> Self {
        if let Some(Value::Object(schema)) = self.properties.get_mut(name) {
            schema.insert("description".to_owned(), description.into());
        }
        self
    }

    /// Another type of an argument.
    pub(crate) fn typed(self, name: &str, kind: &str, description: &str) -> Self {
        let is_required = self.required.contains(name);
        self.with(name, is_required, json!({ "type": kind, "description": description }))
    }

    /// The whole schema.
    pub(crate) fn into_schema(self) -> SchemaFields {
        let schema = json!({ "type": "object", "properties": self.properties, "required": self.required });
        if let Value::Object(schema) = schema { schema } else { SchemaFields::new() }
    }
}

/// Replace references by their definitions, unions with null by the other case, and constants by a list of words. Formats
/// that only Rust knows and defaults of null are removed.
fn simplify(schema: &mut Value, definitions: &SchemaFields) {
    let Value::Object(fields) = schema else { return };
    while let Some(target) = fields.get("$ref").and_then(Value::as_str) {
        let definition = target.strip_prefix(DEFINITIONS).and_then(|name| definitions.get(name));
        let definition = definition.and_then(Value::as_object).cloned().unwrap_or_default();
        fields.remove("$ref");
        for (name, value) in definition {
            // What the field says itself is nearer than what its type says.
            fields.entry(name).or_insert(value);
        }
    }
    for union in ["anyOf", "oneOf"] {
        let Some(Value::Array(cases)) = fields.remove(union) else { continue };
        let is_null = |case: &Value| case.get("type").is_some_and(|kind| kind == "null");
        let mut cases: Vec<Value> = cases.into_iter().filter(|case| !is_null(case)).collect();
        if let Some(words) = words(&cases) {
            fields.insert("type".to_owned(), "string".into());
            fields.insert("enum".to_owned(), words);
        } else if let [Value::Object(case)] = &mut cases[..] {
            for (name, value) in std::mem::take(case) {
                fields.entry(name).or_insert(value);
            }
            return simplify(schema, definitions);
        }
    }
    if let Some(Value::Array(kinds)) = fields.get("type") {
        let kind = kinds.iter().find(|kind| *kind != "null").cloned();
        fields.insert("type".to_owned(), kind.unwrap_or_default());
    }
    let is_of_rust = |format: &str| format.starts_with("uint") || format.starts_with("int");
    if fields.get("format").and_then(Value::as_str).is_some_and(is_of_rust) {
        fields.remove("format");
    }
    if fields.get("default").is_some_and(Value::is_null) {
        fields.remove("default");
    }
    if let Some(Value::Array(words)) = fields.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if let Some(items) = fields.get_mut("items") {
        simplify(items, definitions);
    }
}

/// The constants of cases that are all constants.
fn words(cases: &[Value]) -> Option<Value> {
    let word = |case: &Value| case.get("const").filter(|word| word.is_string()).cloned();
    cases.iter().map(word).collect::<Option<Vec<Value>>>().filter(|words| !words.is_empty()).map(Value::Array)
}
