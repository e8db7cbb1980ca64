//! Rules for the list of tools, which a model reads as a whole.

use super::{FORMER, NamedTool, PREFIX, TOOLS, listed};
use rmcp::model::Tool;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn tools_are_few_and_have_distinct_names_of_this_service() {
    let names: BTreeSet<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    assert_eq!(names.len(), TOOLS.len());
    assert!(names.len() <= 15 && names.iter().all(|name| name.starts_with(PREFIX)), "{names:?}");
}

#[test]
fn former_names_answer_with_structured_content_and_are_not_listed() {
    for name in FORMER {
        let tool = NamedTool::find(name).unwrap();
        assert!(tool.is_former && tool.definition.name == format!("{PREFIX}{name}"), "{name}");
        assert!(listed().iter().all(|tool| tool.name != name), "{name}");
        assert!(!NamedTool::find(tool.definition.name).unwrap().is_former);
    }
    for name in ["me", "legal_moves", "turnstone_", "turnstone_games2", ""] {
        assert!(NamedTool::find(name).is_none(), "{name}");
    }
}

#[test]
fn the_list_of_tools_is_the_golden_one() {
    let whole = serde_json::to_value(listed()).unwrap();
    let bytes = whole.to_string().len();
    assert!(bytes < 20 << 10, "{bytes} bytes are too many for a model's context");
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

/// The names of all keywords of a schema.
fn keywords<'a>(schema: &'a Value, found: &mut BTreeSet<&'a str>) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                found.insert(name);
                keywords(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keywords(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn schemas_are_of_the_plainest_kind() {
    for tool in listed() {
        let schema = Value::Object((*tool.input_schema).clone());
        let mut found = BTreeSet::new();
        keywords(&schema, &mut found);
        for keyword in ["$ref", "$defs", "anyOf", "oneOf", "allOf", "const", "not", "if"] {
            assert!(!found.contains(keyword), "{}: {keyword}", tool.name);
        }
        for (name, field) in schema["properties"].as_object().unwrap() {
            let kind = field["type"].as_str().unwrap_or_else(|| panic!("{}: {name} has one type: {field}", tool.name));
            assert!(matches!(kind, "string" | "integer" | "number" | "boolean"), "{}: {name} is {kind}", tool.name);
        }
        assert!(tool.output_schema.is_none(), "{}", tool.name);
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
