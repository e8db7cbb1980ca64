//! The shapes of bodies and responses as JSON Schema, in the subset that client generators understand: the output of
//! schemars is correct, and more than most of them can read.

use schemars::generate::{Contract, SchemaSettings};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use turnstone_api::game_schemas;
use turnstone_games::SHIPPED;

const SCHEMAS: &str = "#/components/schemas/";
/// Number formats that OpenAPI defines; the other numbers have explicit ranges.
const FORMATS: [&str; 3] = ["int32", "int64", "double"];

/// Two generators, because the optional fields of requests and of responses differ.
pub(super) struct DocumentSchemas {
    pub(super) bodies: SchemaGenerator,
    pub(super) answers: SchemaGenerator,
}

impl DocumentSchemas {
    pub(super) fn new() -> Self {
        let generator = |contract| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = "/components/schemas".into();
            settings.contract = contract;
            settings.into_generator()
        };
        Self { bodies: generator(Contract::Deserialize), answers: generator(Contract::Serialize) }
    }

    /// The description of a response, from its shape.
    pub(super) fn reported_of(&self, answer: &Schema) -> Option<String> {
        let target = answer.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(SCHEMAS));
        let shape = target.map_or(Some(answer.as_value()), |name| self.answers.definitions().get(name));
        Some(shape?.get("description")?.as_str()?.to_owned())
    }

    pub(super) fn finish(mut self) -> Map<String, Value> {
        let mut all: BTreeMap<String, Value> = self.bodies.take_definitions(true).into_iter().collect();
        all.values_mut().for_each(tell_defaults);
        let mut answers = self.answers.take_definitions(true);
        // A field that a game adds at its end may be null there.
        let of_games = game_schemas::all(SHIPPED).into_iter();
        let of_games: BTreeSet<String> = of_games.flat_map(|schemas| schemas.definitions.into_keys()).collect();
        let of_the_contract = answers.iter_mut().filter(|(name, _)| !of_games.contains(*name));
        of_the_contract.for_each(|(_, schema)| drop_optional_nulls(schema));
        all.extend(answers);
        all.values_mut().for_each(plain);
        all.into_iter().collect()
    }
}

/// An optional field of a response is absent, never null, unless its schema has the mark `x-null`.
fn drop_optional_nulls(schema: &mut Value) {
    let required: Vec<Value> = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        let keeps_null = field.as_object_mut().is_some_and(|field| field.remove("x-null").is_some());
        if !keeps_null && !required.contains(&Value::from(name.as_str())) {
            drop_null(field);
        }
    }
}

/// A schema without its null.
pub(super) fn drop_null(field: &mut Value) {
    if let Some(types) = field.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|kind| kind != "null");
        if let [kind] = types.as_slice() {
            field["type"] = kind.clone();
        }
    }
    if let Some(cases) = field.get_mut("anyOf").and_then(Value::as_array_mut) {
        cases.retain(|case| case["type"] != "null");
        if let [Value::Object(case)] = cases.as_slice() {
            let case = case.clone();
            let field = field.as_object_mut().expect("it has cases");
            field.remove("anyOf");
            field.extend(case);
        }
    }
}

/// A schema and all within it, simplified.
pub(super) fn plain(schema: &mut Value) {
    if *schema == Value::Bool(true) {
        *schema = json!({});
    }
    let Some(object) = schema.as_object_mut() else { return };
    if object.get("default").is_some_and(Value::is_null) {
        // An optional field needs no default of null.
        object.remove("default");
    }
    if object.get("format").and_then(Value::as_str).is_some_and(is_foreign_format) {
        object.remove("format");
    }
    list_words(object);
    allow_numbers_as_keys(object);
    for (keyword, value) in object.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(fields)) => fields.values_mut().for_each(plain),
            ("items" | "additionalProperties", value) if *value != Value::Bool(false) => plain(value),
            ("anyOf" | "oneOf" | "allOf", Value::Array(cases)) => cases.iter_mut().for_each(plain),
            _ => {}
        }
    }
}

/// The default of a field of a body is moved to its description: from the keyword some generators conclude that the
/// field is required, and others send it.
fn tell_defaults(schema: &mut Value) {
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for field in fields.into_iter().flatten().filter_map(|(_, field)| field.as_object_mut()) {
        if let Some(default) = field.remove("default").filter(|default| !default.is_null()) {
            let reported = field.get("description").and_then(Value::as_str).unwrap_or("");
            let reported = format!("{reported} Default: `{default}`.");
            field.insert("description".into(), reported.trim_start().into());
        }
    }
}

fn is_foreign_format(format: &str) -> bool {
    (format.starts_with("int") || format.starts_with("uint")) && !FORMATS.contains(&format)
}

/// One of several constants becomes an enumeration.
fn list_words(object: &mut Map<String, Value>) {
    let Some(Value::Array(cases)) = object.get("oneOf") else { return };
    let words_of = |case: &Value| match (case.get("const"), case.get("enum").and_then(Value::as_array)) {
        (Some(word), _) => Some(vec![word.clone()]),
        (None, words) => words.cloned(),
    };
    let Some(words) = cases.iter().map(words_of).collect::<Option<Vec<_>>>() else { return };
    let words = words.concat();
    let meaning = |case: &Value| Some(format!("`{}`: {}", case["const"].as_str()?, case.get("description")?.as_str()?));
    let meanings: Vec<String> = cases.iter().filter_map(meaning).collect();
    let reported = object.get("description").and_then(Value::as_str).unwrap_or("");
    let reported = [reported.to_owned(), meanings.join(" ")].join(" ").trim().to_owned();
    object.remove("oneOf");
    object.insert("type".into(), "string".into());
    object.insert("enum".into(), words.into());
    object.insert("description".into(), reported.into());
}

/// A map by seat: keys of JSON are texts.
fn allow_numbers_as_keys(object: &mut Map<String, Value>) {
    let Some(Value::Object(mut patterns)) = object.remove("patternProperties") else { return };
    let values = patterns.values_mut().next().map(Value::take).expect("a pattern has a schema");
    let pattern = patterns.keys().next().cloned();
    object.insert("additionalProperties".into(), values);
    object.insert("propertyNames".into(), json!({ "pattern": pattern }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plainly(mut schema: Value) -> Value {
        plain(&mut schema);
        schema
    }

    #[test]
    fn a_schema_that_takes_everything_is_an_object() {
        let schema = json!({ "properties": { "view": true, "list": { "items": true } }, "additionalProperties": true });
        let said = json!({ "properties": { "view": {}, "list": { "items": {} } }, "additionalProperties": {} });
        assert_eq!(plainly(schema), said);
        assert_eq!(plainly(json!({ "additionalProperties": false })), json!({ "additionalProperties": false }));
    }

    #[test]
    fn one_of_several_constants_is_a_list_of_words() {
        let schema = json!({
            "description": "How fast.",
            "oneOf": [{ "const": "live", "description": "In one sitting." }, { "const": "daily", "description": "Slowly." }],
        });
        let reported = "How fast. `live`: In one sitting. `daily`: Slowly.";
        let said = json!({ "type": "string", "enum": ["live", "daily"], "description": reported });
        assert_eq!(
            plainly(json!({ "anyOf": [schema, { "type": "null" }] })),
            json!({ "anyOf": [said, { "type": "null" }] })
        );
        let partly = json!({ "oneOf": [{ "type": "string", "enum": ["in", "left"] }, { "const": "out", "description": "No cards." }] });
        let said = json!({ "type": "string", "enum": ["in", "left", "out"], "description": "`out`: No cards." });
        assert_eq!(plainly(partly), said);
        let mixed = json!({ "oneOf": [{ "const": "live" }, { "type": "integer" }] });
        assert_eq!(plainly(mixed.clone()), mixed);
    }

    #[test]
    fn a_map_by_seat_has_values_of_one_shape() {
        let schema = json!({ "additionalProperties": false, "patternProperties": { "^\\d+$": { "type": "integer" } } });
        let said = json!({ "additionalProperties": { "type": "integer" }, "propertyNames": { "pattern": "^\\d+$" } });
        assert_eq!(plainly(schema), said);
    }

    #[test]
    fn formats_are_those_of_openapi() {
        let number = |format: &str| json!({ "type": "integer", "format": format, "minimum": 0 });
        assert_eq!(plainly(number("int64")), number("int64"));
        assert_eq!(plainly(number("uint8")), json!({ "type": "integer", "minimum": 0 }));
        let uri = json!({ "type": "string", "format": "uri" });
        assert_eq!(plainly(uri.clone()), uri);
    }
}
