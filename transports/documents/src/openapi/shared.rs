//! Moves parts that several operations share to `components`: parameters, responses and examples.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Parts of operations that can be referred to, by the kind of their components.
type SharedParts = BTreeMap<&'static str, Vec<Value>>;

/// Move every part that occurs more than once in the operations to the components, and refer to it.
pub(super) fn share(paths: &mut Map<String, Value>, components: &mut Value) {
    let mut parts = SharedParts::new();
    each(paths, &mut |kind, part| parts.entry(kind).or_default().push(part.clone()));
    let mut names: BTreeMap<&str, BTreeMap<String, Value>> = BTreeMap::new();
    for (kind, parts) in parts {
        let mut taken: BTreeSet<String> =
            components[kind].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        for (at, part) in parts.iter().enumerate() {
            let is_first_of_several = !parts[..at].contains(part) && parts[at + 1..].contains(part);
            if part.get("$ref").is_some() || !is_first_of_several {
                continue;
            }
            let name = name_of(kind, part);
            let name = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name}{number}") });
            let name = name.into_iter().find(|name| taken.insert(name.clone())).expect("numbers do not end");
            components[kind][&name] = part.clone();
            names.entry(kind).or_default().insert(name, part.clone());
        }
    }
    each(paths, &mut |kind, part| {
        let found = names.get(kind).and_then(|names| names.iter().find(|(_, shared)| *shared == part));
        if let Some((name, _)) = found {
            *part = json!({ "$ref": format!("#/components/{kind}/{name}") });
        }
    });
}

/// Visit every part of every operation that could be shared.
fn each(paths: &mut Map<String, Value>, look: &mut impl FnMut(&'static str, &mut Value)) {
    let operations = paths.values_mut().filter_map(Value::as_object_mut).flat_map(|path| path.values_mut());
    for operation in operations {
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            look("parameters", parameter);
        }
        for response in operation["responses"].as_object_mut().into_iter().flat_map(|responses| responses.values_mut())
        {
            look("responses", response);
        }
    }
}

/// The name of a part: a parameter's own name, or that of its shape; a response's shape.
fn name_of(kind: &str, part: &Value) -> String {
    let shape = match kind {
        "parameters" => part.pointer("/schema/$ref"),
        _ => part.pointer("/content/application~1json/schema/$ref"),
    };
    let shape = shape.and_then(Value::as_str).and_then(|target| target.rsplit('/').next());
    let own = part.get("name").and_then(Value::as_str);
    let name = shape.or(own).unwrap_or("Answer");
    name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}
