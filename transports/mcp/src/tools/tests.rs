//! Rules for the list of tools, which a model reads as a whole.

use super::{TOOLS, listed};
use rmcp::model::Tool;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// The names of fields that hold the text of a person.
const TEXTS: [&str; 6] = ["name", "avatarUrl", "invitedHandle", "host", "body", "handle"];
/// What the caller wrote in this call.
const OWN: &str = "/posted/";

#[test]
fn tools_are_few_and_have_distinct_names() {
    let names: BTreeSet<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    assert_eq!(names.len(), TOOLS.len());
    assert!((8..=12).contains(&names.len()));
}

#[test]
fn the_list_of_tools_is_the_golden_one() {
    let whole = serde_json::to_value(listed()).unwrap();
    let bytes = whole.to_string().len();
    assert!(bytes < 64 << 10, "{bytes} bytes are too many for a model's context");
    let shown =
        |tool: &Tool| json!({ "name": tool.name, "description": tool.description, "input": *tool.input_schema });
    let shown: Vec<Value> = listed().iter().map(shown).collect();
    let shown = serde_json::to_string_pretty(&shown).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/mcp-tools.json");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &shown).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap_or_default() == shown, "golden/mcp-tools.json differs");
}

/// The pointers of all fields of a schema, with `*` for elements.
fn pointers(schema: &Value, whole: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return pointers(whole.pointer(&target[1..]).unwrap(), whole, at, found);
    }
    for case in schema.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
        pointers(case, whole, at, found);
    }
    if let Some(items) = schema.get("items") {
        pointers(items, whole, &format!("{at}/*"), found);
    }
    for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let at = format!("{at}/{name}");
        pointers(field, whole, &at, found);
        found.push(at);
    }
}

#[test]
fn texts_of_other_people_are_marked() {
    for (definition, tool) in TOOLS.iter().zip(listed()) {
        let output = Value::Object((**tool.output_schema.as_ref().unwrap()).clone());
        let mut found = Vec::new();
        pointers(&output, &output, "", &mut found);
        let is_text = |pointer: &&String| TEXTS.contains(&pointer.rsplit('/').next().unwrap());
        let texts: BTreeSet<&str> =
            found.iter().filter(is_text).map(String::as_str).filter(|text| !text.starts_with(OWN)).collect();
        assert_eq!(texts, definition.untrusted.iter().copied().collect(), "{}", tool.name);
        assert_eq!(found.iter().any(|pointer| pointer == "/untrusted"), !texts.is_empty(), "{}", tool.name);
    }
}

#[test]
fn arguments_are_described() {
    for tool in listed() {
        let fields = tool.input_schema["properties"].as_object().unwrap();
        for (name, field) in fields {
            assert!(field["description"].as_str().is_some_and(|text| text.ends_with('.')), "{}: {name}", tool.name);
        }
        let required = tool.input_schema["required"].as_array().unwrap();
        assert!(required.iter().all(|name| fields.contains_key(name.as_str().unwrap())), "{}", tool.name);
    }
}
