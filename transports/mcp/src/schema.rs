//! The schemas of tools: inputs from the operations that they call, outputs from the contract's answers.

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use turnstone_api::operation::Operation;

/// The fields of a JSON object.
pub(crate) type SchemaFields = Map<String, Value>;

const DEFINITIONS: &str = "#/$defs/";

/// Two generators, because the optional fields of requests and of responses differ.
pub(crate) struct Generators {
    inputs: SchemaGenerator,
    outputs: SchemaGenerator,
}

impl Generators {
    pub(crate) fn new() -> Self {
        let generator = |contract| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.contract = contract;
            settings.into_generator()
        };
        Self { inputs: generator(Contract::Deserialize), outputs: generator(Contract::Serialize) }
    }

    /// An input that takes the fields of this operation.
    pub(crate) fn input(&mut self, operation: &dyn Operation) -> Input {
        let schema = operation.schema(&mut self.inputs).map(Schema::to_value).unwrap_or_default();
        let required = schema["required"].as_array().into_iter().flatten();
        Input {
            properties: schema["properties"].as_object().cloned().unwrap_or_default(),
            required: required.filter_map(|name| name.as_str().map(str::to_owned)).collect(),
        }
    }

    /// The schema of an output.
    pub(crate) fn output<T: JsonSchema>(&mut self) -> Value {
        T::json_schema(&mut self.outputs).to_value()
    }

    /// The same, with a definition that can come without one of its fields.
    pub(crate) fn output_without<T: JsonSchema>(&mut self, definition: &str, field: &str) -> Value {
        let output = self.output::<T>();
        let definition = self.outputs.definitions_mut().get_mut(definition);
        if let Some(Value::Array(required)) = definition.and_then(|definition| definition.get_mut("required")) {
            required.retain(|name| name != field);
        }
        output
    }

    /// A whole schema with the definitions that it needs.
    pub(crate) fn close_input(&self, input: Input) -> SchemaFields {
        close(input.into_schema(), self.inputs.definitions(), &OPEN[2..3])
    }

    /// The same of an output. Tables come without their chat.
    pub(crate) fn close_output(&mut self, output: Value) -> SchemaFields {
        let table = self.outputs.definitions_mut().get_mut("TableView").and_then(|table| table.get_mut("properties"));
        if let Some(Value::Object(fields)) = table {
            fields.remove("messages");
            fields.remove("msgsAt");
        }
        close(output, self.outputs.definitions(), &OPEN)
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

    /// The table.
    pub(crate) fn table(self) -> Self {
        self.with("tableId", true, json!({ "type": "string", "description": "The table, t_ and 32 hex digits." }))
    }

    /// The token of a seat.
    pub(crate) fn seat_token(self) -> Self {
        let description = "The seatToken of practice or claim_seat; leave it out at a table of the signed-in member.";
        self.with("seatToken", false, json!({ "type": "string", "description": description }))
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

    fn into_schema(self) -> Value {
        json!({ "type": "object", "properties": self.properties, "required": self.required })
    }
}

/// Definitions that outputs leave open. The schemas of all games' views and the lists of all kinds would be most of the
/// list of tools, which a model reads as a whole.
const OPEN: [(&str, &str, &str); 6] = [
    (
        "GameView",
        "object",
        "The game as the caller may see it. The resource with the rules of the game lists its fields.",
    ),
    ("WaitingView", "object", "A table that waits for members: who is there."),
    ("GameAction", "object", "A move of the game of this table."),
    ("GameEvent", "object", "An event of the game of this table, with its `type`."),
    ("GameId", "string", "A game."),
    ("TableKind", "string", "A table kind, as the games tool lists them."),
];

/// An object's schema with the definitions that it refers to.
fn close(schema: Value, definitions: &SchemaFields, open_ones: &[(&str, &str, &str)]) -> SchemaFields {
    let mut schema = schema.as_object().cloned().unwrap_or_default();
    schema.remove("$schema");
    schema.insert("type".to_owned(), "object".into());
    let mut closed = SchemaFields::new();
    let mut open = references(&schema.clone().into());
    while let Some(name) = open.pop() {
        if closed.contains_key(&name) {
            continue;
        }
        let left_open = open_ones.iter().find(|(own, ..)| *own == name);
        let definition = match left_open {
            Some((_, kind, description)) => json!({ "type": kind, "description": description }),
            None => definitions.get(&name).cloned().unwrap_or_default(),
        };
        open.extend(references(&definition));
        closed.insert(name, definition);
    }
    if !closed.is_empty() {
        schema.insert("$defs".to_owned(), closed.into());
    }
    let mut schema = Value::Object(schema);
    simplify(&mut schema);
    if let Value::Object(schema) = schema { schema } else { SchemaFields::new() }
}

/// The names of the definitions that a schema refers to.
fn references(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => {
                let target = fields.get("$ref").and_then(Value::as_str);
                found.extend(target.and_then(|target| target.strip_prefix(DEFINITIONS)).map(str::to_owned));
                open.extend(fields.values());
            }
            Value::Array(items) => open.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found
}

/// A list of words instead of one case for each, without the formats that only Rust knows, without defaults of null.
fn simplify(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_of_rust = |format: &str| format.starts_with("uint") || format.starts_with("int");
            if fields.get("format").and_then(Value::as_str).is_some_and(is_of_rust) {
                fields.remove("format");
            }
            if fields.get("default").is_some_and(Value::is_null) {
                fields.remove("default");
            }
            if let Some(words) = fields.get("oneOf").and_then(words) {
                fields.remove("oneOf");
                fields.insert("type".to_owned(), "string".into());
                fields.insert("enum".to_owned(), words);
            }
            fields.values_mut().for_each(simplify);
        }
        Value::Array(items) => items.iter_mut().for_each(simplify),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The constants of cases that are all constants.
fn words(cases: &Value) -> Option<Value> {
    let word = |case: &Value| case.get("const").filter(|word| word.is_string()).cloned();
    cases.as_array()?.iter().map(word).collect::<Option<Vec<Value>>>().map(Value::Array)
}
